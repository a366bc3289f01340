"""Another system's results as our records: its passages as chunks, its rankings as a run."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit import tokens
from ragkit.checks import shown
from ragkit.cli import InputError, plural
from ragkit.evaluation.passages import RETRIEVED_ONLY, Library, Place
from ragkit.evaluation.remedy import VARIED
from ragkit.records import Record

NOWHERE = "%unlocated"  # no doc_id: there a % is followed by two hex digits
LEG = "bot"  # one retriever, as far as anybody can see
WHOLE, HALF = 0.9, 0.5  # shares of a passage: located, and located in part; below half it counts as lost
NAMED = 12  # documents named that it does not read: taste
SHOWN = 5  # passages quoted for each kind of loss: taste
TEXTS = ("text", "page_content", "content")  # the last two are LangChain's and LlamaIndex's
NAMES = ("doc_id", "path", "source", "file_path", "file_name", "url")
LISTS = ("results", "passages", "contexts", "retrieved_contexts")


class Passage(NamedTuple):
    """What another system gives a model to read."""

    text: str
    name: str  # of its document; "" where nothing says
    score: float | None
    where: str  # for a message


class Asked(NamedTuple):
    """One question, and its passages, best first."""

    qid: str
    passages: Sequence[Passage]


def results(rows: Iterable[tuple[str, Record]], labels: Sequence[Record]) -> Iterator[Asked]:
    """Yield the results of each question of a file's rows, ("path:line", object).

    A row has "qid", or the "question" of a label word for word, and a list of texts or of {"text", "doc_id",
    "path" or "source", "score"}, under "results" or the names that other tools use (LISTS, TEXTS, NAMES).
    """
    by_words: dict[str, list[str]] = {}
    for label in labels:
        by_words.setdefault(_words(label["question"]), []).append(label["qid"])
    seen: dict[str, str] = {}
    for where, row in rows:
        qid = _qid(row, by_words, where)
        if qid in seen:
            raise InputError(f"{where}: {qid!r} was asked at {seen[qid]} already; keep one line for each")
        seen[qid] = where
        found = next((row[name] for name in LISTS if name in row), None)
        if not isinstance(found, list):
            raise InputError(f'{where}: need "results": a list of texts or of {{"text", "path"}}')
        yield Asked(qid, [passage(one, f"{where}: result {i}") for i, one in enumerate(found, start=1)])


def _qid(row: Record, by_words: Mapping[str, Sequence[str]], where: str) -> str:
    qid, question = row.get("qid"), row.get("question")
    if isinstance(qid, (str, int)) and not isinstance(qid, bool) and str(qid).isprintable() and qid != "":
        return str(qid)
    if not isinstance(question, str):
        raise InputError(f'{where}: need "qid", or the "question"; it has {", ".join(row) or "no fields"}')
    if not question.strip():
        raise InputError(f"{where}: an empty question; give its words, or the qid")
    if not by_words:
        raise InputError(f"{where}: no qid; give --labels, to find it by the question")
    found = by_words.get(_words(question), ())
    if len(found) > 1:
        raise InputError(f"{where}: {' and '.join(found)} ask {shown(question)}; give the qid")
    return found[0] if found else "unlabelled-" + _digest(_words(question))


def _words(question: str) -> str:
    return " ".join(question.casefold().split())


def passage(given: Any, where: str) -> Passage:
    """Return one result; InputError where it has no text."""
    row = {"text": given} if isinstance(given, str) else given
    if isinstance(row, dict):
        meta = row.get("metadata") if isinstance(row.get("metadata"), dict) else {}
        text = next((row[name] for name in TEXTS if isinstance(row.get(name), str)), None)
        both = [*(row.get(name) for name in NAMES), *((meta or {}).get(name) for name in NAMES)]
        if text is not None:
            name = next((one for one in both if isinstance(one, str) and one), "")
            return Passage(text, name, _score(row.get("score"), where), where)
    raise InputError(f'{where}: need a text, or {{"text": ...}}, got {shown(given)}')


def _score(given: Any, where: str) -> float | None:
    if given is None:
        return None
    if not isinstance(given, (int, float)) or isinstance(given, bool) or abs(given) > 1e300:
        raise InputError(f"{where}: need a number as the score, or none, got {shown(given)}")
    return float(given)


class Imported(NamedTuple):
    """The records, and what was lost."""

    chunks: list[Record]
    run: list[Record]
    lost: list[str]  # a line for each distinct passage of which less than half stands in a document
    partly: list[str]  # and for each of which at least half does
    strange: list[str]  # names that mean no document
    unread: list[str]  # documents with text of which it has no passage; known where all its passages are

    def lines(self) -> list[str]:
        """Return what a person should know, the counts first."""
        distinct = len({name for row in self.run for name in row["retrieved"]})
        said = [f"{plural(len(self.run), 'question')}, {plural(distinct, 'distinct passage')}"]
        kinds = (
            (
                "lost passage",
                self.lost,
                "less than half stands in a document, or it is too short to say where",
            ),
            ("partly found passage", self.partly, "only the part found can hold evidence"),
            (
                "strange name",
                self.strange,
                "no document is called so; the passages were looked for in all of them",
            ),
        )
        if self.unread:
            some = ", ".join(self.unread[:NAMED]) + (", ..." if len(self.unread) > NAMED else "")
            said.append(
                f"{plural(len(self.unread), 'document')} of which it has no passage: it does not read them, "
                f"or cuts them away: {some}"
            )
        for noun, lines, what in kinds:
            if lines:
                said.append(f"{plural(len(lines), noun)}: {what}")
                said += [f"  {line}" for line in lines[:SHOWN]]
                said += [f"  and {len(lines) - SHOWN:,} more"] if len(lines) > SHOWN else []
        return said


def imported(
    asked: Iterable[Asked], others: Iterable[Passage] | None, library: Library, varied: bool = False
) -> Imported:
    """Return the chunks and the run of another system.

    A chunk is the range of the document where the passage stands, so labels bind to it as to our own; its
    tokens are those of the passage as the model sees it. Other places with the same text are chunks too.
    others  the rest of its passages, retrieved or not; None when they are not known
    varied  it searched other wordings of each question too, which its one list does not show
    """
    made = Imported([], [], [], [], [], [])
    binder = _Binder(library, made, {} if others is not None else dict([RETRIEVED_ONLY]))
    for one in asked:
        ids = [binder.chunk(passage) for passage in one.passages]
        row: Record = {"qid": one.qid, "retrieved": ids, "legs": {LEG: ids}}
        if varied:
            row["flags"] = [VARIED]
        scores = [passage.score for passage in one.passages]
        made.run.append(row if None in scores else {**row, "scores": scores})
    for passage in others or ():
        binder.chunk(passage)
    if others is not None:
        has = {chunk["doc_id"] for chunk in made.chunks}
        made.unread.extend(name for name, text in library.texts.items() if name not in has and text.strip())
    return made


class _Binder:
    def __init__(self, library: Library, made: Imported, meta: Record) -> None:
        self.library, self.made, self.meta = library, made, meta
        self.by_text: dict[tuple[str, str], str] = {}
        self.ids: set[str] = set()
        self.strange: set[str] = set()

    def chunk(self, passage: Passage) -> str:
        """Return the id of a passage's chunk, made when it is new."""
        key = (passage.name, passage.text)
        if key not in self.by_text:
            self.by_text[key] = self._made(passage)
        return self.by_text[key]

    def _made(self, passage: Passage) -> str:
        within = self.library.named(passage.name) if passage.name else None
        if within == [] and passage.name not in self.strange:
            self.strange.add(passage.name)
            self.made.strange.append(f"{passage.where}: {passage.name}")
        places = self.library.find(passage.text, within or None)
        share = places[0].share if places else 0.0
        if share < WHOLE and any(map(str.isalnum, passage.text)):  # of a blank or a dot nothing is lost
            said = f"{passage.where}{f' ({passage.name})' if passage.name else ''}: {_short(passage.text)}"
            (self.made.lost if share < HALF else self.made.partly).append(said)
        if not places:
            return self._add(
                f"{NOWHERE}#{_digest(passage.text)}", Place(NOWHERE, 0, 0), passage.text, passage
            )
        texts = [self.library.texts[place.doc_id][place.start : place.end] for place in places]
        ids = [
            self._add(f"{place.doc_id}#{place.start}-{place.end}", place, text, passage)
            for place, text in zip(places, texts, strict=True)
        ]
        return ids[0]

    def _add(self, chunk_id: str, place: Place, text: str, passage: Passage) -> str:
        if chunk_id not in self.ids:
            self.ids.add(chunk_id)
            row: Record = {
                "chunk_id": chunk_id,
                "doc_id": place.doc_id,
                "start": place.start,
                "end": place.end,
            }
            row |= {"text": text, "tokens": tokens.count(passage.text)}
            self.made.chunks.append(row | ({"meta": self.meta} if self.meta else {}))
        return chunk_id


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 60 else line[:57] + "...")
