"""Questions and labels as users have them: CSV, TSV, JSON or plain lines, under the usual field names."""

import contextlib
import json
import os
import re
import urllib.parse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit import checks
from ragkit.cli import InputError, plural
from ragkit.labels import forms
from ragkit.labels.locate import archive
from ragkit.records import Record

# Our field, and what others call it; the first that a row has wins.
NAMES = {
    "qid": ("qid", "query_id", "question_id", "id", "nr", "no", "number"),
    "question": forms.QUESTION,
    "quote": (
        "quote", "evidence", "evidence_quote", "quotes", "verbatim", "passage", "passages", "snippet",
        "excerpt", "reference_contexts", "reference_context", "expected_context", "gold_context",
        "gold_passage", "span", "supporting_text", "source_text", "source_quote", "context", "contexts",
    ),
    "doc": (
        "doc_id", "doc", "docs", "document", "documents", "file", "files", "filename", "file_name", "path",
        "source", "sources", "source_file", "source_doc", "source_document", "source_path", "expected_source",
        "expected_sources", "expected_doc", "expected_file", "gold_doc", "gold_source", "relevant_docs",
        "url", "source_url", "page_url", "link", "page",
    ),
    "answer": (
        "answer", "expected_answer", "reference_answer", "reference", "ground_truth", "gold_answer",
        "golden_answer", "ideal_answer", "correct_answer", "expected", "expected_output", "expected_response",
        "gold", "ideal", "answers", "response",
    ),
    "history": ("history", "chat_history", "conversation_history"),
    "answerable": ("answerable", "is_answerable"),
    "user": ("user", "groups", "user_groups", "group", "roles", "role"),
}  # fmt: skip
_NO = ("false", "no", "0", "n", "f")
_APART = re.compile(r"\s*[;|\n]\s*")  # of several files, or groups, in one cell


class Given(NamedTuple):
    """What a user's file holds."""

    labels: list[Record]  # with quotes, or with the files that hold the answer, or with no answer
    questions: list[Record]  # the rest
    by_file: int  # of the labels, those that name a file and no quote: any passage of it counts
    said: list[str]  # a line each: what was read as what, and what was not understood


def read(path: str, documents: Sequence[str]) -> Given:
    """Return the labels and questions of a file; InputError when no row has a question.

    Records of this toolkit come back as they are. A file that the rows name is looked for among the
    documents by its id, by the end of its path, its name, its name without ending, or the end of its address.
    documents  ids of the documents there are
    """
    rows = forms.rows(path)
    fields = _fields(rows)
    if "question" not in fields:
        if blank := next(
            (name for row in rows for name in row if forms.plain(name) in NAMES["question"]), None
        ):
            raise InputError(f"{path}: no row has a question: {blank!r} is blank in all; write them")
        has = ", ".join(sorted({str(name) for row in rows for name in row})[:12]) or "nothing"
        raise InputError(f"{path}: no field is called question or query; it has {has}; rename one")
    reader = _Reader(path, Finder(documents), fields)
    ids = [_text(row.get(fields["qid"])) if "qid" in fields else "" for row in rows]
    if len(set(ids)) < len(rows) or not all(one and one.isprintable() for one in ids):
        ids = [f"q{number}" for number in range(1, len(rows) + 1)]
    empty = 0
    for row, qid in zip(rows, ids, strict=True):
        if not _text(row.get(fields["question"])):
            empty += 1
            continue
        reader.take({"qid": qid, **row} if fields.get("qid") == "qid" else row, qid)
    if empty == len(rows):
        raise InputError(f"{path}: no row has a question: {fields['question']!r} is blank in all; write them")
    said = [f"{path}: " + ", ".join(f"{ours} from {theirs!r}" for ours, theirs in fields.items())]
    if longer := [qid for row, qid in zip(rows, ids, strict=True) if row.get(forms.MORE)]:
        said.append(
            f"{plural(len(longer), 'row')} with more cells than the first row, such as {longer[0]}: put "
            f"a cell that holds a comma in quotation marks"
        )
    known = {forms.MORE} | set(fields.values()) | {name for row in rows if _ours(row) for name in row}
    if unread := sorted({str(name) for row in rows for name in row} - known):
        said.append(f"not used: {', '.join(name or 'a column without a name' for name in unread[:12])}")
    if empty:
        said.append(f"{plural(empty, 'row')} without a question left out")
    if reader.lost:
        some = ", ".join(f"{name} ({why})" for name, why in list(reader.lost.items())[:3])
        said.append(f"{plural(len(reader.lost), 'file')} named and not found: {some}")
    if reader.loose:
        said.append(
            f"{plural(reader.loose, 'quote')} without a file: add the file each stands in; not scored"
        )
    return Given(reader.labels, reader.questions, reader.by_file, said)


def passages(labels: Sequence[Record], chunks: Iterable[Record]) -> list[Record]:
    """Return the labels with any passage of a document in the place of a document that `relevant` names."""
    names = {name for label in labels for name in label["relevant"] or [] if not label["evidence"]}
    inside: dict[str, list[str]] = {}
    known = set()
    for chunk in chunks if names else ():
        known.add(chunk["chunk_id"])
        for name in {chunk["doc_id"], archive(chunk["doc_id"])} & names:
            inside.setdefault(name, []).append(chunk["chunk_id"])
    out = []
    for label in labels:
        wanted = label["relevant"]
        plain = isinstance(wanted, list) and not label["evidence"] and not label["any_of"]
        if plain and any(name in inside and name not in known for name in wanted):
            label = {**label, "any_of": [inside.get(name, [name]) for name in wanted]}
        out.append(label)
    return out


class _Reader:
    def __init__(self, path: str, finder: "Finder", fields: Mapping[str, str]) -> None:
        self.path, self.finder, self.fields = path, finder, fields
        self.labels: list[Record] = []
        self.questions: list[Record] = []
        self.lost: dict[str, str] = {}
        self.by_file = self.loose = 0

    def take(self, row: Mapping[str, Any], qid: str) -> None:
        """Put one row among the labels or the questions."""

        def cell(ours: str) -> Any:
            return row.get(self.fields[ours]) if ours in self.fields else None

        made: Record = {"qid": qid, "question": _text(cell("question"))}
        if user := _user(cell("user")):
            made["user"] = user
        if answer := _text(cell("answer")):
            made["answer"] = answer
        if history := cell("history"):
            made["history"] = checks.turns(history, f"{self.path}: {qid}: history")
        if _ours(row):
            self._add({**row, **made, "evidence": self._known(row.get("evidence"))})
        elif _text(cell("answerable")).lower() in _NO:
            self._add({**made, "answerable": False})
        else:
            self._by_name(made, _list(cell("quote"), apart=False), _list(cell("doc")))

    def _by_name(self, made: Record, quotes: Sequence[str], names: Sequence[str]) -> None:
        """Read the quotes and files a row names: with one file all quotes are of it, else side by side."""
        found = [self._document(name) for name in names]
        files = [one for one in found if one]
        if quotes and files and len(found) in (1, len(quotes)):
            each = found if len(found) == len(quotes) else found * len(quotes)
            pairs = [(one, quote) for one, quote in zip(each, quotes, strict=True) if one]
            self._add({**made, "evidence": [{"doc_id": one, "quote": quote} for one, quote in pairs]})
        elif files:
            self.by_file += 1
            self._add({**made, "relevant": list(dict.fromkeys(files))})
        else:
            self.loose += len(quotes)
            self.questions.append(made)

    def _known(self, evidence: Any) -> Any:
        """Return our own evidence with each file's name as the documents have it."""
        if not isinstance(evidence, list) or not evidence:
            return None
        return [{**item, "doc_id": self._document(item["doc_id"]) or item["doc_id"]} for item in evidence]

    def _document(self, name: str) -> str:
        found, why = self.finder.find(name)
        if not found:
            self.lost[name] = why
        return found

    def _add(self, label: Record) -> None:
        self.labels.append({name: value for name, value in label.items() if value is not None})


class Finder:
    """Documents by the names that people give them."""

    def __init__(self, documents: Iterable[str]) -> None:
        self._ends: dict[str, list[str]] = {}
        for doc_id in documents:
            parts = urllib.parse.unquote(doc_id).lower().split("/")
            ends = {"/".join(parts[at:]) for at in range(len(parts))}
            for end in ends | {_stem(end) for end in ends}:
                self._ends.setdefault(end, []).append(doc_id)

    def find(self, name: str) -> tuple[str, str]:
        """Return (doc_id, "") of the one document meant, or ("", why there is none)."""
        plain = urllib.parse.unquote(re.sub(r"^\w+://[^/]+/|[?#].*$", "", name.strip().replace("\\", "/")))
        parts = [part for part in plain.lower().strip("/").split("/") if part != "."]
        for at in range(len(parts)):
            for end in ("/".join(parts[at:]), _stem("/".join(parts[at:]))):
                found = sorted(set(self._ends.get(end, ())))
                whole = [one for one in found if urllib.parse.unquote(one).lower() == end]
                if len(found) == 1 or whole:
                    return (whole or found)[0], ""
                if found:
                    return "", f"fits {len(found)} files"
        return "", "no such file"


def _stem(path: str) -> str:
    """Return a path without its ending; what a folder's index page is called without the page's name."""
    return re.sub(r"/(?:index|readme)$", "", os.path.splitext(path)[0])


def _ours(row: Mapping[str, Any]) -> bool:
    """Return whether a row is a label of this toolkit."""
    evidence = row.get("evidence")
    quoted = isinstance(evidence, list) and bool(evidence) and all(_quoted(item) for item in evidence)
    return quoted or isinstance(row.get("relevant"), (list, dict)) or isinstance(row.get("any_of"), list)


def _quoted(item: Any) -> bool:
    return isinstance(item, dict) and {"doc_id", "quote"} <= item.keys()


def _fields(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return our field -> what this file calls it; a field that no row fills is not there."""
    filled = Counter(
        name
        for row in rows
        for name, value in row.items()
        if name != forms.MORE and value not in (None, "", [])
    )
    plain = {forms.plain(name): name for name in reversed(list(filled))}
    found: dict[str, str] = {}
    for ours, names in NAMES.items():
        for name in names:
            if name in plain and plain[name] not in found.values():
                found[ours] = plain[name]
                break
    return found


def _text(value: Any) -> str:
    """Return a cell as one text: the first of a list, "" for nothing."""
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    return "" if value is None or isinstance(value, dict) else str(value).strip()


def _list(value: Any, apart: bool = True) -> list[str]:
    """Return the texts of a cell; `apart` splits one at ; and |."""
    if isinstance(value, str) and value.strip().startswith("["):
        with contextlib.suppress(ValueError):
            value = json.loads(value)
    if isinstance(value, list):
        texts = [
            _text(one.get("quote") or one.get("text")) if isinstance(one, dict) else _text(one)
            for one in value
        ]
        return [text for text in texts if text]
    text = _text(value)
    return [part for part in (_APART.split(text) if apart else [text]) if part]


def _user(value: Any) -> Record | None:
    """Return who asks: our own object, or a cell of groups."""
    if isinstance(value, dict):
        return value
    groups = [part for cell in _list(value) for part in re.split(r"\s*,\s*", cell) if part]
    return {"groups": groups} if groups else None
