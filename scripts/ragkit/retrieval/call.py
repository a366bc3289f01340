"""The search command's options as they are typed, and its results as they are read."""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ragkit import cli, records
from ragkit.cli import InputError
from ragkit.labels.read import answerable
from ragkit.records import Record
from ragkit.retrieval.options import DATE, Options, Wordings, configured

if TYPE_CHECKING:
    from ragkit.indexing.store import Index

FLAGS = {
    "no_lexical_match": "no visible chunk has a word of the question",
    "few_visible": "fewer chunks than asked for may be seen",
    "duplicates_collapsed": "identical texts are shown once",
    "with_last_turn": "no variants: searched together with what the user said before",
}
SNIPPET = 100  # characters
DEFAULTS = Options()


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how to search; one that is not given leaves the configuration's value."""
    add = parser.add_argument
    add("--k", type=cli.count, help=f"chunks to return (default: {DEFAULTS.k})")
    add("--pool", type=cli.count, help=f"candidates of each leg (default: {DEFAULTS.pool})")
    add("--pool-bm25", type=cli.count, metavar="N", help="of that leg alone")
    add("--pool-dense", type=cli.count, metavar="N", help="of that leg alone")
    add("--mode", help="hybrid, bm25 (rank_bm25's scores) or dense (default: hybrid)")
    add("--fusion", help="weighted or rrf (default: weighted)")
    add("--config", metavar="FILE", help="options as a JSON object, as sweep.py writes them")
    add("--filter", action="append", default=[], metavar="key=value", help="may be repeated; all must hold")
    add("--since", metavar="DATE", help="only chunks updated then or later, e.g. 2026-01-31")
    add("--until", metavar="DATE", help="only chunks updated then or earlier")
    add("--min-score", type=cli.positive, help="drop what scores less, before variants are fused")
    add("--grow", type=cli.natural, metavar="CHARS", help="add passages: hits grown into their neighbours")
    add(
        "--per-doc",
        type=cli.count,
        metavar="N",
        help=f"passages of one document (default: {DEFAULTS.per_doc})",
    )
    add("--prefer-current", action="store_true", help="rank what says it is superseded or a draft lower")
    add("--no-collapse", action="store_true", help="show every copy of identical texts")


def options(args: argparse.Namespace) -> Options:
    """Return the options: the defaults, then the configuration file, then what the call says."""
    chosen = Options()
    if args.config:
        written = records.read_object(args.config)  # the options, or sweep.py's chosen.json with them inside
        chosen = configured(chosen, written.get("search", written), args.config)
    typed = {
        name: value for name, value in vars(args).items() if name in Options._fields and value is not None
    }
    for name in ("since", "until"):
        if name in typed and not DATE.fullmatch(typed[name]):
            raise InputError(f"--{name}: need a date such as 2026-01-31, got {typed[name]!r}")
    if args.filter:
        typed["filters"] = {**chosen.filters, **filters(args.filter)}
    for flag in ("prefer_current", "explain"):
        if not typed.get(flag):
            typed.pop(flag, None)  # a flag that is not given says nothing about the configuration's
    if args.no_collapse:
        typed["collapse"] = False
    return chosen._replace(**typed).checked()


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


def variants(path: str | None) -> dict[str, Wordings]:
    """Return qid -> what else is searched, of a file of {"qid", "variants": [texts], "parts": [texts]}."""
    found: dict[str, Wordings] = {}
    for where, row in records.read_rows(path) if path else ():
        texts = Wordings(row.get("variants", []), row.get("parts", []))
        if (
            not isinstance(row.get("qid"), (str, int))
            or not {"variants", "parts"} & set(row)
            or not all(isinstance(field, list) for field in texts)
            or not all(isinstance(text, str) and text.strip() for field in texts for text in field)
        ):
            raise InputError(
                f'{where}: need {{"qid": "q1", "variants": ["other words", ...]}}, or "parts", the single '
                f"questions of one that needs two facts"
            )
        if str(row["qid"]) in found:
            raise InputError(f"{where}: qid {row['qid']!r} appears twice; keep one line for each")
        found[str(row["qid"])] = texts
    return found


def hits(index: "Index", row: Record, explain: bool = False) -> Iterator[str]:
    """Yield a line for each chunk retrieved (rank, score, id, heading, first words) and for each flag."""
    at = index.chunk_ids.places(row["retrieved"])
    if explain:
        yield f"question {row['qid']}"
    for rank, (chunk_id, score) in enumerate(zip(row["retrieved"], row["scores"], strict=True), start=1):
        chunk = index.chunk(at[chunk_id])
        heading = " > ".join(chunk.get("path") or [chunk.get("title") or ""])
        yield f"{rank:>3}. {score:.3f}  {chunk_id}  {heading}: {' '.join(chunk['text'].split())[:SNIPPET]}"
        if explain:
            shares = {name: values[rank - 1] for name, values in row.get("shares", {}).items()}
            yield "     " + ", ".join(_ranks(chunk_id, row["legs"], shares))
    for flag in row.get("flags", []):
        yield f"{flag}: {FLAGS[flag]}"


def _ranks(chunk_id: str, legs: Mapping[str, Sequence[str]], shares: Mapping[str, float]) -> Iterator[str]:
    """Yield the chunk's rank in each list and what that adds to its score, then what adds without a list."""
    for leg, ids in legs.items():
        rank = (
            f"{leg} #{list(ids).index(chunk_id) + 1}"
            if chunk_id in ids
            else f"not in {leg}'s first {len(ids)}"
        )
        yield f"{rank} ({shares[leg]:+.3f})" if leg in shares else rank
    for name, share in shares.items():
        if name not in legs:
            yield f"{name} ({share:+.3f})"


def typed(variants: Sequence[str], parts: Sequence[str]) -> Wordings:
    """Return what else is searched for one question, as typed; InputError for one without text."""
    for option, texts in (("--variant", variants), ("--part", parts)):
        if not all(text.strip() for text in texts):
            raise InputError(f"{option}: it has no text; leave it out")
    return Wordings(variants, parts)


def unvaried(questions: Iterable[Record], given: Mapping[str, Wordings]) -> int:
    """Return how many answerable labels are searched without variants; a question without a label is live."""
    return sum(answerable(one) and not any(given.get(one["qid"], ())) for one in questions)


def unasked(questions: Iterable[Record], given: Mapping[str, Wordings]) -> list[str]:
    """Return a line where wordings were given for questions that are not asked: a qid may be mistyped."""
    lost = sorted(set(given) - {one["qid"] for one in questions})
    more = f" and {len(lost) - 1:,} more" if len(lost) > 1 else ""
    return [f"variants of {lost[0]}{more} not searched: no such question; check the qids"] if lost else []


def summary(rows: Sequence[Record], without: int) -> str:
    """Return one line: how many questions were searched, how many rows are empty or flagged, and a hint.

    without  labels searched without variants
    """
    counts = Counter(flag for row in rows for flag in row.get("flags", []))
    empty = sum(not row["retrieved"] for row in rows)
    said = [f"{cli.plural(len(rows), 'question')} searched, {empty:,} with no result"]
    said += [f"{count:,} {flag} ({FLAGS[flag]})" for flag, count in sorted(counts.items())]
    if without:
        said.append(
            f"{without:,} answerable without variants: write some before you see results (worksheet.py make "
            f"variants) and compare (retrieval_metrics.py --baseline); see references/query_rewriting.md"
        )
    return "; ".join(said)
