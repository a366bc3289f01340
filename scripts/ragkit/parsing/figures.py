"""Pictures that pages show: parts of those pages, not documents of their own."""

import os
import re
from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import unquote

from ragkit.parsing import files
from ragkit.parsing.files import Skipped, Source

_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".ico", ".avif")
_PAGES = (".md", ".mdx", ".markdown", ".html", ".htm", ".xhtml", ".rst", ".adoc", ".asciidoc", ".ipynb")
_NAMED = re.compile(
    rb"[^\s\"'()<>\[\]{}|=]+?(?:%s)(?!\.?[\w-])" % b"|".join(re.escape(e.encode()) for e in _PICTURES), re.I
)
SHOWN = "pictures that pages show; words in them are not read"


def apart(sources: Sequence[Source]) -> tuple[list[Source], list[Skipped]]:
    """Return the sources without the pictures that a page among them shows, and those as skipped.

    A page shows a picture when it names a file of that name, in a folder of that name where it gives one.
    A picture that no page names stays: it may be a letter that somebody photographed.
    """
    if not any(_is(source, _PICTURES) for source in sources):
        return list(sources), []
    named: dict[str, set[str]] = defaultdict(set)  # name of a file -> names of its folder; "" where not given
    for source in sources:
        if _is(source, _PAGES):
            for folder, name in _references(source.path):
                named[name].add(folder)
    kept, skipped = [], []
    for source in sources:
        *_, folder, name = ["", *source.path.replace(os.sep, "/").split("/")]
        if _is(source, _PICTURES) and {folder, ""} & named.get(name, set()):
            skipped.append(Skipped(source.source, SHOWN, doc_id=source.doc_id))
        else:
            kept.append(source)
    return kept, skipped


def _is(source: Source, endings: Sequence[str]) -> bool:
    return source.path.lower().endswith(tuple(endings))


def _references(path: str) -> set[tuple[str, str]]:
    """Return (folder, file) of each picture that a page names; the folder is "" where it gives none."""
    try:
        data = files.read(path)
    except OSError:  # the parser names it
        return set()
    found = set()
    for match in set(_NAMED.findall(data)):
        parts = [part for part in unquote(match.decode("utf-8", "replace")).split("/") if part.strip(".")]
        found.add((parts[-2] if len(parts) > 1 else "", parts[-1]))
    return found
