"""The documents to chunk, from records or from files."""

from collections.abc import Iterator, Sequence

from ragkit import cli, env, records
from ragkit.parsing.losses import Loss
from ragkit.records import Record


def read(paths: Sequence[str], lost: list[Loss]) -> Iterator[Record]:
    """Yield the documents of every .jsonl of documents, and those parsed from all other files together.

    What is lost in parsing here is added to `lost`, but for files that hold no text; parse.py told the rest.
    """
    raw = [path for path in paths if not _holds_documents(path)]
    for path in paths:
        if path not in raw:
            yield from records.read("document", path)
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
            yield from group


def _holds_documents(path: str) -> bool:
    """Return whether a path is standard input, or a .jsonl whose first row is a document."""
    if path == "-":
        return True
    return path.endswith(".jsonl") and {"doc_id", "text"} <= next(records.read_rows(path), ("", {}))[1].keys()
