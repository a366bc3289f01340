"""Chunks in, an index folder out: staged in order, analysed, and switched to in one step."""

import hashlib
import json
import os
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any, NamedTuple

from ragkit import access, records
from ragkit.cli import InputError
from ragkit.indexing import analyse, columns, lsa, postings, store
from ragkit.indexing.strings import pack
from ragkit.records import Record

VERSION = "1"  # of what the arrays mean; part of an index's key


class Options(NamedTuple):
    """k1, b, idf: of BM25, see postings.build; dense: "lsa" or "none"; dimension: of its vectors."""

    k1: float = 1.5
    b: float = 0.75
    idf: str = "okapi"
    dense: str = "lsa"
    dimension: int = lsa.DIMENSION

    def checked(self) -> "Options":
        """Return the options; InputError when one makes no sense."""
        if self.k1 < 0 or not 0 <= self.b <= 1:
            raise InputError(f"k1 must be 0 or more and b from 0 to 1, got k1={self.k1:g} b={self.b:g}")
        if self.idf not in postings.IDFS:
            raise InputError(f"idf is one of {', '.join(postings.IDFS)}, got {self.idf!r}")
        if self.dense not in ("lsa", "none"):
            raise InputError(f'dense is "lsa" or "none", got {self.dense!r}')
        if self.dimension < 1:
            raise InputError(f"dimension must be 1 or more, got {self.dimension}")
        return self


class Receipt(NamedTuple):
    """What a build did, in chunks: of the ids, and `changed` for the same id with another record."""

    chunks: int
    added: int
    removed: int
    changed: int
    untouched: int
    tokens: int  # embedded by a provider that is paid for
    rebuilt: bool  # False when the folder was left as it was
    notes: tuple[str, ...] = ()

    def line(self) -> str:
        return (
            f"+{self.added:,} -{self.removed:,} ~{self.changed:,}, {self.untouched:,} untouched, "
            f"{self.tokens:,} tokens"
        )


def build(chunks: Iterable[Record], folder: str, options: Options | None = None) -> Receipt:
    """Make `folder` an index of exactly these chunks and return what changed since the version it held.

    chunks  checked chunk records in any order, each id once; they are streamed, and held on disk only
    An index of the same chunks and options is left untouched. Until the last step the folder holds its old
    version whole; after it, the new one.
    """
    options = (options or Options()).checked()
    with store.writing(folder) as writer:
        staged = _stage(chunks, writer)
        key = _key(writer, options)
        old, notes = _previous(folder)
        before = _digests(old) if old else {}
        receipt = _compare(before, staged, old is not None and old.manifest["key"] == key, notes)
        if receipt.rebuilt:
            notes += _write(writer, staged, key, options)
        else:
            store.remove_all_but(folder, key)
        return receipt._replace(notes=tuple(notes))


class Staged(NamedTuple):
    ids: list[str]
    digests: list[bytes]  # 16 bytes of SHA-256 of the record
    starts: list[int]  # of the records in chunks.jsonl, and its end


def _stage(chunks: Iterable[Record], writer: store.Writer) -> Staged:
    """Write chunks.jsonl in (doc_id, seq) order and return what is known of each chunk."""
    rows: list[tuple[str, int, str, int, int, bytes]] = []
    seen: set[str] = set()
    given = writer.file("given.jsonl")
    with open(given, "wb") as file:
        position = 0
        for chunk in chunks:
            if chunk["chunk_id"] in seen:
                raise InputError(f"chunk_id {chunk['chunk_id']!r} appears twice; keep one chunk for each")
            seen.add(chunk["chunk_id"])
            line = records.dump(chunk).encode() + b"\n"
            digest = hashlib.sha256(line).digest()[:16]
            rows.append((chunk["doc_id"], chunk["seq"], chunk["chunk_id"], position, len(line), digest))
            position += file.write(line)
    ordered = sorted(rows)
    if ordered == rows:
        os.rename(given, writer.file("chunks.jsonl"))
    else:
        with open(given, "rb") as file, open(writer.file("chunks.jsonl"), "wb") as out:
            for _, _, _, start, size, _ in ordered:
                file.seek(start)
                out.write(file.read(size))
        os.unlink(given)
    starts = [0]
    for row in ordered:
        starts.append(starts[-1] + row[4])
    return Staged([row[2] for row in ordered], [row[5] for row in ordered], starts)


def _key(writer: store.Writer, options: Options) -> str:
    """Return the name of the version: a hash of everything that its bytes depend on."""
    digest = hashlib.sha256()
    settings = [options._asdict(), VERSION, store.VERSION, analyse.VERSION]
    digest.update(json.dumps(settings, sort_keys=True).encode())
    with open(writer.file("chunks.jsonl"), "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()[:16]


def _previous(folder: str) -> tuple[store.Index | None, list[str]]:
    """Return the version that the folder holds, if it is whole and ours, and what to say when it is not."""
    if store.current(folder) is None:
        return None, []
    try:
        return store.open_index(folder), []
    except InputError as err:
        return None, [f"the old version could not be read and is replaced ({err})"]


def _digests(old: store.Index) -> dict[str, bytes]:
    digests = old.arrays["digests"]
    return {chunk_id: digests[i].tobytes() for i, chunk_id in enumerate(old.chunk_ids)}


def _compare(before: dict[str, bytes], staged: Staged, same: bool, notes: list[str]) -> Receipt:
    common = [(before[i], d) for i, d in zip(staged.ids, staged.digests, strict=True) if i in before]
    untouched = sum(old == new for old, new in common)
    return Receipt(
        chunks=len(staged.ids),
        added=len(staged.ids) - len(common),
        removed=len(before) - len(common),
        changed=len(common) - untouched,
        untouched=untouched,
        tokens=0,
        rebuilt=not same,
        notes=tuple(notes),
    )


def _write(writer: store.Writer, staged: Staged, key: str, options: Options) -> list[str]:
    """Analyse the staged chunks, save every array, switch over; return notes for the user."""
    import numpy as np

    facts = _Facts()
    inverted = postings.build(facts.read(writer), options.k1, options.b, options.idf)
    for name, (data, starts) in {"ids": pack(staged.ids), "terms": pack(inverted.terms)}.items():
        writer.save(f"{name}.bytes", data)
        writer.save(f"{name}.starts", starts)
    writer.save("chunks.starts", np.array(staged.starts, dtype=np.int64))
    writer.save("digests", np.frombuffer(b"".join(staged.digests), np.uint8).reshape(-1, 16))
    for name in ("starts", "chunks", "counts", "impacts"):
        writer.save(f"bm25.{name}", getattr(inverted, name))
    writer.save("access", np.array(facts.access_codes, dtype=np.int32))
    facts.save_columns(writer)
    dense = _write_dense(writer, inverted, len(staged.ids), options)
    manifest = {
        "analyser": analyse.VERSION,
        "code": VERSION,
        "bm25": {"k1": options.k1, "b": options.b, "idf": options.idf},
        "chunks": len(staged.ids),
        "documents": len(facts.documents),
        "languages": dict(sorted(facts.languages.items(), key=lambda pair: (-pair[1], pair[0]))),
        "access": {"stated": sorted(facts.stated), "table": facts.access.table},
        "dense": dense,
    }
    writer.commit(key, manifest)
    return facts.notes(len(staged.ids), options)


def _write_dense(
    writer: store.Writer, inverted: postings.Postings, n: int, options: Options
) -> dict[str, Any] | None:
    if options.dense == "none" or not n:
        return None
    model, vectors = lsa.fit(inverted.starts, inverted.chunks, inverted.counts, n, options.dimension)
    if not vectors.shape[1]:
        return None
    writer.save("lsa.weights", model.weights)
    writer.save("lsa.components", model.components)
    writer.save("dense", vectors)
    return {"provider": "lsa", "dimension": vectors.shape[1], "metric": "cosine", "normalised": True}


class _Facts:
    """What one pass over the staged chunks learns beside the terms."""

    def __init__(self) -> None:
        self.languages: Counter[str] = Counter()
        self.stated: set[str] = set()
        self.documents: dict[str, str] = {}
        self.access = columns.Coder()
        self.access_codes: list[int] = []
        self.columns: dict[str, tuple[columns.Coder, array[int]]] = {}  # a code a chunk, -1 where it has none
        self.wordless = 0

    def read(self, writer: store.Writer) -> Iterator[list[str]]:
        """Yield each chunk's terms; a document's language is told from all of its chunks."""
        with open(writer.file("chunks.jsonl"), "rb") as file:
            for _, group in groupby(map(json.loads, file), key=lambda chunk: chunk["doc_id"]):
                chunks = list(group)
                lang = chunks[0].get("lang") or analyse.language(chunk["text"] for chunk in chunks)
                for chunk in chunks:
                    terms = analyse.terms(indexed_text(chunk), lang)
                    self._note(chunk, lang, not terms)
                    yield terms

    def _note(self, chunk: Record, lang: str | None, wordless: bool) -> None:
        position = len(self.access_codes)
        if lang:
            self.languages[lang] += 1
        self.wordless += wordless
        self.documents[chunk["doc_id"]] = chunk.get("sha256") or ""
        self.stated |= access.stated([chunk])
        self.access_codes.append(self.access.code(columns.access_value(chunk)))
        for field, value in columns.filterable(chunk):
            coder, codes = self.columns.setdefault(field, (columns.Coder(), array("i")))
            codes.extend([-1] * (position - len(codes)))
            codes.append(coder.code(value))

    def save_columns(self, writer: store.Writer) -> None:
        import numpy as np

        names = sorted(self.columns)
        for number, name in enumerate(names):
            codes = self.columns[name][1]
            codes.extend([-1] * (len(self.access_codes) - len(codes)))
            writer.save(f"column.{number}", np.array(codes, dtype=np.int32))
        tables = [self.columns[name][0].table for name in names]
        writer.save_json("columns", {"names": names, "tables": tables})
        writer.save_json("documents", self.documents)

    def notes(self, n: int, options: Options) -> list[str]:
        notes = []
        if self.wordless:
            notes.append(f"{self.wordless:,} of {n:,} chunks have no words, so no search by words finds them")
        if 0 < n < 20 and options.idf == "okapi":
            notes.append(
                f"{n} chunks are few for idf okapi: a word in half of them scores 0; try --idf lucene"
            )
        return notes


def indexed_text(chunk: Record) -> str:
    """Return what BM25 and an embedder see of a chunk: prefix, context and text."""
    return "\n".join(filter(None, chain((chunk.get("prefix"), chunk.get("context")), (chunk["text"],))))
