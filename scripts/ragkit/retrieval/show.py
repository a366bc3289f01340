"""What a person reads of a search, and what a person writes to narrow one."""

from collections import Counter
from collections.abc import Iterable, Iterator

from ragkit.cli import InputError
from ragkit.indexing.store import Index
from ragkit.records import Record

FLAGS = {
    "no_lexical_match": "no visible chunk has a word of the question",
    "few_visible": "fewer chunks than asked for may be seen",
}
SNIPPET = 100  # characters


def filters(pairs: Iterable[str]) -> dict[str, str]:
    """Return field -> value of `key=value` texts; InputError for another form or a key given two values."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"--filter {pair}: need key=value, e.g. --filter lang=en")
        if found.get(key, value) != value:
            raise InputError(f"--filter {pair}: {key} is also {found[key]}; no chunk can be both")
        found[key] = value
    return found


def hits(index: Index, row: Record) -> Iterator[str]:
    """Yield a line for each chunk retrieved (rank, score, id, heading, first words) and for each flag."""
    wanted = set(row["retrieved"])
    at = {chunk_id: position for position, chunk_id in enumerate(index.chunk_ids) if chunk_id in wanted}
    for rank, (chunk_id, score) in enumerate(zip(row["retrieved"], row["scores"], strict=True), start=1):
        chunk = index.chunk(at[chunk_id])
        heading = " > ".join(chunk.get("path") or [chunk.get("title") or ""])
        yield f"{rank:>3}. {score:.3f}  {chunk_id}  {heading}: {' '.join(chunk['text'].split())[:SNIPPET]}"
    for flag in row.get("flags", []):
        yield f"{flag}: {FLAGS[flag]}"


def summary(rows: Iterable[Record]) -> str:
    """Return one line: how many questions were searched, and how many rows are empty or flagged."""
    rows = list(rows)
    counts = Counter(flag for row in rows for flag in row.get("flags", []))
    empty = sum(not row["retrieved"] for row in rows)
    said = [f"{count:,} {flag} ({FLAGS[flag]})" for flag, count in sorted(counts.items())]
    return "; ".join([f"{len(rows):,} questions searched, {empty:,} with no result", *said])
