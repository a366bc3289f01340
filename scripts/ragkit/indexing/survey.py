"""One pass over the chunks of an index: their terms, permissions, families, and the fields to filter by."""

import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any

from ragkit import access
from ragkit.indexing import analyse, columns
from ragkit.indexing.postings import Builder
from ragkit.records import Record

DIGEST = 16  # bytes of SHA-256: collisions are out of reach


class Survey:
    """What one pass learns; read() must be driven to its end before anything else is asked."""

    def __init__(self, grams: bool = False, stems: str | None = None) -> None:
        """stems: the language to stem every document in, or analyse.UNSTEMMED; None: each in its own."""
        self.stems = stems
        self.fields = {"bm25": Builder(), "head": Builder()} | ({"grams": Builder()} if grams else {})
        self.languages: Counter[str] = Counter()
        self.stated: set[str] = set()
        self.doc_ids: list[str] = []
        self.shas: dict[str, str] = {}
        self.documents, self.starts, self.ends = array("i"), array("q"), array("q")
        self.access, self.access_codes = columns.Coder(), array("i")
        self.texts: list[bytes] = []
        self.columns: dict[str, tuple[columns.Coder, array[int]]] = {}  # a code a chunk, -1 where it has none
        self.wordless = 0
        self._copies: dict[str, str] = {}

    def read(self, chunks: Iterable[Record]) -> Iterator[Record]:
        """Take in the chunks, in (doc_id, seq) order, and yield them on.

        A document's language is what it says, or is told from all of its chunks.
        """
        for doc_id, group in groupby(chunks, key=lambda chunk: chunk["doc_id"]):
            members = list(group)
            lang = members[0].get("lang") or analyse.language(chunk["text"] for chunk in members)
            self.doc_ids.append(doc_id)
            self.shas[doc_id] = members[0].get("sha256") or ""
            for chunk in members:
                self._take(chunk, lang)
                yield chunk

    def _take(self, chunk: Record, lang: str | None) -> None:
        text = indexed_text(chunk)
        stems = self.stems or lang
        terms = analyse.terms(text, stems)
        self.fields["bm25"].add(terms)
        heading = " ".join([chunk.get("title") or "", *(chunk.get("path") or [])])
        self.fields["head"].add(analyse.terms(heading, stems))
        if "grams" in self.fields:
            self.fields["grams"].add(analyse.grams(text))
        self.texts.append(hashlib.sha256(text.encode()).digest()[:DIGEST])
        if lang:
            self.languages[lang] += 1
        self.wordless += not terms
        if chunk.get("dup_of"):
            self._copies[chunk["chunk_id"]] = chunk["dup_of"]
        self.documents.append(len(self.doc_ids) - 1)
        self.starts.append(chunk.get("start") or 0)
        self.ends.append(chunk.get("end") or 0)
        self._fields(chunk)

    def _fields(self, chunk: Record) -> None:
        position = len(self.access_codes)
        self.stated |= access.stated([chunk])
        self.access_codes.append(self.access.code(columns.access_value(chunk)))
        for field, value in columns.filterable(chunk):
            coder, codes = self.columns.setdefault(field, (columns.Coder(), array("i")))
            codes.extend([-1] * (position - len(codes)))
            codes.append(coder.code(value))

    def columns_in_full(self) -> Iterator[tuple[str, list[Any], "array[int]"]]:
        """Yield (field, table of values, code a chunk), by name."""
        for name in sorted(self.columns):
            coder, codes = self.columns[name]
            codes.extend([-1] * (len(self.access_codes) - len(codes)))
            yield name, coder.table, codes

    def families(self, ids: list[str]) -> list[int]:
        """Return a number a chunk; equal for chunks of the same text, and for a chunk and its dup_of."""
        numbers: dict[bytes, int] = {}
        family = [numbers.setdefault(text, len(numbers)) for text in self.texts]
        if self._copies:
            at = {chunk_id: position for position, chunk_id in enumerate(ids)}
            for chunk_id, original in self._copies.items():
                if original in at:
                    family[at[chunk_id]] = family[at[original]]
        return family


def indexed_text(chunk: Record) -> str:
    """Return what BM25 and an embedder see of a chunk: prefix, context and text."""
    return "\n".join(filter(None, chain((chunk.get("prefix"), chunk.get("context")), (chunk["text"],))))
