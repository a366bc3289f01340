"""Results of a query tool as sources: worked out from a table, numbered, cited and checked like any other.

A sum is in no passage, so an answer that states one could cite nothing. A result record says what was asked
of which file and what came back; the numbers of the answer are checked against its rows.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragkit import fingerprint
from ragkit.cli import InputError
from ragkit.doc_ids import doc_id_of
from ragkit.records import Record

CHANGED, PERMISSION = "changed", "permission"
WHY = {
    CHANGED: "the table has changed since; run the query again",
    PERMISSION: "the reader may not see its file, or nobody says who may; give the record an acl",
}


def of_questions(rows: Iterable[Record], holders: Iterable[Mapping[str, Any]]) -> dict[str, list[Record]]:
    """Return qid -> its results, each with the rights of the file it was worked out from.

    holders  documents or chunks; the one that is the result's file says who may read it, and where several
             copies of the file state different readers, only what all of them state opens it. A result whose
             file is not among them has the rights that it states itself.
    """
    found: dict[str, list[Record]] = {}
    wanted = [dict(row) for row in rows]
    by_source: dict[str, list[Mapping[str, Any]]] = {}
    by_digest: dict[str, list[Mapping[str, Any]]] = {}
    for holder in holders if wanted else ():
        by_source.setdefault(holder.get("source") or "", []).append(holder)
        by_digest.setdefault(holder.get("sha256") or "", []).append(holder)
    for row in wanted:
        copies = by_source.get(row["source"]) or by_digest.get(row["sha256"] or "-") or []
        row["doc_id"] = next((one.get("doc_id") for one in copies), None)
        if copies:  # the day that its table holds for, not that on which somebody counted
            row["made"] = max((one["updated"] for one in copies if one.get("updated")), default=None)
        row["holders"] = [{"acl": one.get("acl"), "tenant": one.get("tenant")} for one in copies]
        found.setdefault(row["qid"], []).append(row)
    return found


def unused(rows: Sequence[Record], contexts: Iterable[Record]) -> list[str]:
    """Return a line for each result that no context shows: its question was not asked, or it was dropped."""
    dropped = {one["qid"]: {drop["chunk_id"]: drop["reason"] for drop in one["dropped"]} for one in contexts}
    said = []
    for row in rows:
        if row["qid"] not in dropped:
            said.append(f"result of {row['qid']}: no such question was asked; check its qid")
        elif reason := dropped[row["qid"]].get(_source(row)["chunk_id"]):
            said.append(f"result of {row['qid']}: not shown: {WHY.get(reason, reason)}")
    return said


def sources(
    results: Sequence[Record], may_read: Callable[[Record], bool], dropped: list[Record]
) -> list[Record]:
    """Return the results as sources without numbers; those of a file that has changed since, or that the
    reader may not see, are dropped with the reason."""
    kept = []
    for row in results:
        source = _source(row)
        now = fingerprint.digest(Path(row["source"]))
        if not all(map(may_read, row.get("holders") or [row])):
            dropped.append({"chunk_id": source["chunk_id"], "reason": PERMISSION})
        elif row["sha256"] and now and now != row["sha256"]:
            dropped.append({"chunk_id": source["chunk_id"], "reason": CHANGED})
        else:
            kept.append(source)
    return kept


def _source(row: Record) -> Record:
    text = table(row)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    name = row.get("doc_id") or doc_id_of(row["source"])
    chunk_id = f"{name}#result-{digest}"
    return {
        "chunk_id": chunk_id, "doc_id": name, "title": row["title"] or row["asked"],
        "source": row["source"], "url": None, "updated": row["made"], "pages": None, "lines": None, "n": 0,
        "members": [chunk_id], "path": [], "start": 0, "end": 0, "text": text, "mode": "result",
        "sha256": row["sha256"],
    }  # fmt: skip


def table(row: Record) -> str:
    """Return what was asked in plain words, and the rows as a table; a table cut short says so."""
    width = len(row["columns"])
    for cells in row["rows"]:
        if not isinstance(cells, list) or len(cells) != width:
            raise InputError(
                f"result of {row['qid']}: a row has not the {width} cells of its columns: {cells!r}"
            )
    lines = [f"Worked out from {row['source']}: {row['asked']}", ""]
    lines += [_row(row["columns"]), _row(["---"] * width)]
    lines += [_row(cells) for cells in row["rows"]]
    return "\n".join(lines + (["", "There are more rows than these."] if row["cut"] else [])) + "\n"


def _row(cells: Sequence[Any]) -> str:
    texts = ("" if cell is None else " ".join(str(cell).split()).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(texts)} |"
