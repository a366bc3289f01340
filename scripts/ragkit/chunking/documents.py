"""The documents to chunk, from records or from files."""

from collections.abc import Iterator, Sequence

from ragkit import cli, env, records
from ragkit.cli import InputError
from ragkit.parsing.losses import Loss
from ragkit.records import Record


def read(paths: Sequence[str], lost: list[Loss]) -> Iterator[Record]:
    """Yield the documents of every .jsonl of documents, and those parsed from all other files together.

    What is lost in parsing here is added to `lost`, but for files that hold no text; parse.py told the rest.
    InputError for an id that two of the inputs give: its chunks could not be told apart.
    """
    seen: dict[str, str] = {}
    for path, document in _of_each(paths, lost):
        first = seen.setdefault(document["doc_id"], path)
        if first != path:
            raise InputError(
                f"{path}: document {document['doc_id']!r} is in {first} too; give it once, or rename one"
            )
        yield document


def _of_each(paths: Sequence[str], lost: list[Loss]) -> Iterator[tuple[str, Record]]:
    """Yield each document with the input it is from."""
    paths = list(dict.fromkeys(paths))  # the same file twice is meant once
    raw = [path for path in paths if not _holds_documents(path)]
    for path in paths:
        if path not in raw:
            for document in records.read("document", path):
                yield path, document
    if raw:
        from ragkit.parsing import every as parsing
        from ragkit.parsing import losses, parse

        env.need(*parsing.MODULES)
        sources, skipped = parsing.find(raw)
        for line in losses.skipped_lines(skipped):
            cli.say(line)
        lost += losses.of_skipped(skipped)
        for group in parsing.parse_all(sources, parse.Options()):
            lost += [loss for loss in losses.losses(group) if loss.code not in ("empty_file", "no_text")]
            for document in group:
                yield document["source"], document


def _holds_documents(path: str) -> bool:
    """Return whether a path is standard input, or a .jsonl whose first row is a document."""
    if path == "-":
        return True
    if not path.endswith(".jsonl"):
        return False
    first = next(records.read_rows(path), ("", {}))[1].keys()
    if {"chunk_id", "doc_id", "text"} <= first:
        raise InputError(f"{path}: holds chunks, not documents; give what they were made from")
    return {"doc_id", "text"} <= first
