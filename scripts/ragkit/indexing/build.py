"""Chunks in, an index folder out: staged in order, analysed, and switched to in one step."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ragkit import records
from ragkit.cli import InputError
from ragkit.fingerprint import code_version
from ragkit.indexing import analyse, codes, delta, dense, lsa, postings, store
from ragkit.indexing.delta import Receipt
from ragkit.indexing.languages import SNOWBALL
from ragkit.indexing.strings import pack
from ragkit.indexing.survey import DIGEST, Survey, indexed_text
from ragkit.records import Record

VERSION = "2"  # of what the arrays mean; part of an index's key
__all__ = ["VERSION", "Options", "Receipt", "build", "indexed_text"]


class Options(NamedTuple):
    """How to build.

    k1, b, idf  of BM25, see postings.Builder
    dense       "lsa", "none", or an embedder such as "openai:text-embedding-3-small" (see embedders.py)
    dimension   of LSA's vectors, or to which an embedder's are cut (Matryoshka); None: 256, or the model's
    compress    a small form of the vectors to search first: int8, binary or first:N (codes.py); None: none
    grams       keep character n-grams too, for the optional leg against typos
    stems       the language to stem every document in, or "none"; None: each document in its own
    update      keep LSA's space while it is fresh enough (dense.py)
    """

    k1: float = 1.5
    b: float = 0.75
    idf: str = "okapi"
    dense: str = "lsa"
    dimension: int | None = None
    compress: str | None = None
    grams: bool = False
    stems: str | None = None
    update: bool = False

    def checked(self) -> "Options":
        """Return the options; InputError when one makes no sense."""
        if self.k1 < 0 or not 0 <= self.b <= 1:
            raise InputError(f"k1 must be 0 or more and b from 0 to 1, got k1={self.k1:g} b={self.b:g}")
        if self.idf not in postings.IDFS:
            raise InputError(f"idf is one of {', '.join(postings.IDFS)}, got {self.idf!r}")
        if self.dense not in ("lsa", "none") and ":" not in self.dense:
            raise InputError(f'dense is "lsa", "none" or PROFILE:MODEL, got {self.dense!r}')
        if self.dimension is not None and self.dimension < 1:
            raise InputError(f"dimension must be 1 or more, got {self.dimension}")
        if self.compress is not None:
            codes.first(self.compress)
            if self.dense == "none":
                raise InputError("compress: there are no vectors to compress with dense none; leave it out")
        if self.stems is not None and self.stems not in (analyse.UNSTEMMED, *SNOWBALL):
            raise InputError(f"stems is none or one of {', '.join(SNOWBALL)}, got {self.stems!r}")
        return self


def build(chunks: Iterable[Record], folder: str, options: Options | None = None) -> Receipt:
    """Make `folder` an index of exactly these chunks and return what changed since the version it held.

    chunks  checked chunk records in any order, each id once; they are streamed, and held on disk only
    An index of the same chunks and options is left untouched. Until the last step the folder holds its old
    version whole; after it, the new one.
    """
    options = (options or Options()).checked()
    with store.writing(folder) as writer:
        staged = _stage(chunks, writer)
        source = _source(writer, options)
        old, notes = _previous(folder)
        fresh = old is None or not (old.manifest["dense"] or {}).get("folded")
        if old is not None and old.manifest.get("source") == source and (options.update or fresh):
            store.remove_all_but(folder, store.current(folder))
            n = len(staged.ids)
            return Receipt(n, 0, 0, 0, n, rebuilt=False, notes=tuple(notes))
        return _write(writer, staged, source, old, options, notes)


class Staged(NamedTuple):
    ids: list[str]
    digests: list[bytes]  # of the records
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
            digest = hashlib.sha256(line).digest()[:DIGEST]
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


def _source(writer: store.Writer, options: Options) -> str:
    """Return a hash of everything that a fresh build depends on."""
    digest = hashlib.sha256()
    settings = [options._replace(update=False)._asdict(), code_version("indexing")]
    digest.update(json.dumps(settings, sort_keys=True).encode())
    with open(writer.file("chunks.jsonl"), "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _previous(folder: str) -> tuple[store.Index | None, list[str]]:
    """Return the version that the folder holds, if it is whole and ours, and what to say when it is not."""
    if store.current(folder) is None:
        return None, []
    try:
        return store.open_index(folder), []
    except InputError as err:
        return None, [f"the old version could not be read; everything is built again ({err})"]


def _read(writer: store.Writer) -> Iterator[Record]:
    with open(writer.file("chunks.jsonl"), "rb") as file:
        yield from map(json.loads, file)


def _write(
    writer: store.Writer,
    staged: Staged,
    source: str,
    old: store.Index | None,
    options: Options,
    notes: list[str],
) -> Receipt:
    """Analyse the staged chunks, save every array, and switch over."""
    survey = Survey(options.grams, options.stems)
    for _ in survey.read(_read(writer)):
        continue
    new = delta.Version(
        staged.ids, [survey.doc_ids[i] for i in survey.documents], staged.digests, survey.texts
    )
    receipt = delta.compare(_version(old), new)
    inverted = {
        name: field.postings(options.k1, options.b, options.idf) for name, field in survey.fields.items()
    }
    _save(writer, staged, survey, inverted)
    vectors = dense.NONE
    if options.dense == "lsa":
        kept = old if options.update else None
        dimension = options.dimension or lsa.DIMENSION
        vectors = dense.lsa_vectors(inverted["bm25"], len(staged.ids), dimension, kept, receipt)
    elif options.dense != "none":
        texts = [indexed_text(chunk) for chunk in _read(writer)]
        cache = os.path.join(writer.folder, store.VECTORS)
        vectors = dense.embedded(texts, staged.ids, options.dense, options.dimension, cache)
    if options.compress and vectors.manifest is not None:
        small = codes.compress(vectors.arrays["dense"], options.compress)
        vectors.arrays.update({f"dense.{name}": array for name, array in small.items()})
        vectors.manifest["compress"] = options.compress
    for name, array in vectors.arrays.items():
        writer.save(name, array)
    key = hashlib.sha256(json.dumps([source, vectors.manifest], sort_keys=True).encode())
    manifest = {
        "source": source,
        "analyser": analyse.VERSION,
        "code": VERSION,
        "bm25": {"k1": options.k1, "b": options.b, "idf": options.idf},
        "fields": sorted(inverted),
        "stems": options.stems,
        "chunks": len(staged.ids),
        "documents": len(survey.doc_ids),
        "languages": dict(sorted(survey.languages.items(), key=lambda pair: (-pair[1], pair[0]))),
        "access": {"stated": sorted(survey.stated), "table": survey.access.table},
        "dense": vectors.manifest,
    }
    writer.commit(key.hexdigest()[:16], manifest)
    notes = [*notes, *vectors.notes, *_warnings(survey, len(staged.ids), options)]
    return receipt._replace(tokens=vectors.tokens, notes=tuple(notes))


def _version(old: store.Index | None) -> delta.Version:
    if old is None:
        return delta.Version([], [], [], [])
    documents = list(old.doc_ids)
    return delta.Version(
        list(old.chunk_ids),
        [documents[i] for i in old.arrays["documents"].tolist()],
        [row.tobytes() for row in old.arrays["digests"]],
        [row.tobytes() for row in old.arrays["texts"]],
    )


def _save(
    writer: store.Writer, staged: Staged, survey: Survey, inverted: dict[str, postings.Postings]
) -> None:
    import numpy as np

    lists = {"ids": staged.ids, "doc_ids": survey.doc_ids}
    for field, found in inverted.items():
        lists[f"{field}.terms"] = found.terms
        for name in ("starts", "chunks", "counts", "impacts"):
            writer.save(f"{field}.{name}", getattr(found, name))
    for name, strings in lists.items():
        data, starts = pack(strings)
        writer.save(f"{name}.bytes", data)
        writer.save(f"{name}.starts", starts)
    writer.save("chunks.starts", np.array(staged.starts, dtype=np.int64))
    writer.save("digests", np.frombuffer(b"".join(staged.digests), np.uint8).reshape(-1, DIGEST))
    writer.save("texts", np.frombuffer(b"".join(survey.texts), np.uint8).reshape(-1, DIGEST))
    writer.save("documents", np.array(survey.documents, dtype=np.int32))
    writer.save("range.starts", np.array(survey.starts, dtype=np.int64))
    writer.save("range.ends", np.array(survey.ends, dtype=np.int64))
    writer.save("families", np.array(survey.families(staged.ids), dtype=np.int32))
    writer.save("access", np.array(survey.access_codes, dtype=np.int32))
    names, tables = [], []
    for number, (name, table, coded) in enumerate(survey.columns_in_full()):
        writer.save(f"column.{number}", np.array(coded, dtype=np.int32))
        names.append(name)
        tables.append(table)
    writer.save_json("columns", {"names": names, "tables": tables})
    writer.save_json("shas", survey.shas)


def _warnings(survey: Survey, n: int, options: Options) -> list[str]:
    notes: list[Any] = []
    if survey.wordless:
        notes.append(f"{survey.wordless:,} of {n:,} chunks have no words, so no search by words finds them")
    if 0 < n < 20 and options.idf == "okapi":
        notes.append(f"{n} chunks are few for idf okapi: a word in half of them scores 0; try --idf lucene")
    return notes
