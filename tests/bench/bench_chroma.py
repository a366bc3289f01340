"""Chroma's chunking evaluation: ours beside the peers, by Chroma's metrics and at an equal context budget.

usage: python tests/bench/bench_chroma.py

Five corpora pooled, 472 questions, 790 excerpts with exact offsets; bm25s (Lucene idf, k1 1.5, b .75).
k = 5   recall, precision, IoU and precision-omega by characters, terms as in upstream's tables: words;
        first as upstream computes them, then (*) with chunks where they are and none that only touches an
        excerpt; chroma_metrics.py names upstream's defects
budget  chunks by rank until the next does not fit 2,000 cl100k tokens; Snowball stems, function words dropped
        from queries: recall of characters, and the share of questions with every letter and digit retrieved
Last, the paired bootstrap of ours at 500 against every other line: difference in points, 95% interval.
"""

import csv
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import bm25s
import numpy
import Stemmer

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import chroma_metrics  # noqa: E402
import cl100k  # noqa: E402
from chroma_metrics import Span  # noqa: E402

from ragkit.chunking.chunk import Options, chunk_document  # noqa: E402
from ragkit.indexing.languages import FUNCTION_WORDS  # noqa: E402
from ragkit.parsing import markdown  # noqa: E402

DATA = ROOT.parent / "shared/data/chroma_eval"
NAMES = ("chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts")
BUDGET, DEEP, RESAMPLES = 2000, 60, 3000

ENCODING = cl100k.encoding()
STEM = Stemmer.Stemmer("english").stemWords
TEXTS = {name: (DATA / f"corpora/{name}.md").read_bytes().decode("utf-8") for name in NAMES}


def questions() -> list[tuple[str, str, list[tuple[int, int]]]]:
    with open(DATA / "questions_df.csv", encoding="utf-8", newline="") as file:
        return [
            (
                row["question"],
                row["corpus_id"],
                [(r["start_index"], r["end_index"]) for r in json.loads(row["references"])],
            )
            for row in csv.DictReader(file)
        ]


def tokens_of(text: str) -> int:
    return len(ENCODING.encode(text, disallowed_special=()))


def ours(size: int) -> list[Span]:
    spans = []
    for name, text in TEXTS.items():
        document = {"doc_id": name, "text": text, "blocks": markdown.read(text).blocks}
        spans += [(name, c["start"], c["end"]) for c in chunk_document(document, Options(size, prefix=False))]
    return spans


def placed(split: Callable[[str], list[str]]) -> list[Span]:
    """Return where a peer's chunks lie, each looked for behind the beginning of the one before."""
    spans = []
    for name, text in TEXTS.items():
        at = -1
        for chunk in split(text):
            at = text.index(chunk, at + 1)
            spans.append((name, at, at + len(chunk)))
    return spans


def langchain(size: int) -> list[Span]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    marks = ["\n\n", "\n", ".", "?", "!", " ", ""]
    return placed(
        RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=0, length_function=tokens_of, separators=marks
        ).split_text
    )


def semantic_text_splitter(size: int) -> list[Span]:
    from semantic_text_splitter import TextSplitter

    return placed(TextSplitter.from_tiktoken_model("gpt-4", size).chunks)


def fixed(size: int) -> list[Span]:
    spans = []
    for name, text in TEXTS.items():
        _, offsets = ENCODING.decode_with_offsets(ids := ENCODING.encode(text, disallowed_special=()))
        starts = [offsets[at] for at in range(0, len(ids), size)]
        spans += [(name, start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return spans


def ranked(spans: list[Span], asked: list, index_terms: Callable, query_terms: Callable) -> numpy.ndarray:
    index = bm25s.BM25(k1=1.5, b=0.75, method="lucene")
    index.index([index_terms(TEXTS[name][start:end]) for name, start, end in spans], show_progress=False)
    queries = [query_terms(question) for question, _, _ in asked]
    return index.retrieve(queries, k=min(DEEP, len(spans)), show_progress=False)[0]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def content_words(text: str) -> list[str]:
    return STEM([word for word in words(text) if word not in FUNCTION_WORDS["en"]])


def letters(corpus: str, references: list[tuple[int, int]]) -> set[int]:
    return {at for start, end in references for at in range(start, end) if TEXTS[corpus][at].isalnum()}


def covered(spans: list[Span], corpus: str, wanted: set[int]) -> set[int]:
    return {at for name, start, end in spans if name == corpus for at in range(start, end) if at in wanted}


def chroma(spans: list[Span], asked: list) -> list[float]:
    """Return recall, precision, IoU and precision-omega in percent at k = 5, as upstream and corrected."""
    found = chroma_metrics.as_upstream(TEXTS, spans)
    rows = []
    for (_, corpus, references), order in zip(asked, ranked(spans, asked, words, words)[:, :5], strict=True):
        row: list[float] = []
        for placed, touching in ((found, True), (spans, False)):
            row += chroma_metrics.scores([placed[at] for at in order], corpus, references)
            row.append(chroma_metrics.omega(placed, corpus, references, touching))
        rows.append(row)
    return list(100 * numpy.mean(rows, axis=0))


def budgeted(spans: list[Span], asked: list) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return, for every question, recall of characters and whether all letters and digits were retrieved."""
    sizes = [tokens_of(TEXTS[name][start:end]) for name, start, end in spans]
    recalls, fulls = [], []
    for (_, corpus, references), order in zip(
        asked, ranked(spans, asked, lambda text: STEM(words(text)), content_words), strict=True
    ):
        got = chroma_metrics.within([spans[at] for at in order], [sizes[at] for at in order], BUDGET)
        wanted = {at for start, end in references for at in range(start, end)}
        needed = letters(corpus, references)
        found = covered(got, corpus, wanted)
        recalls.append(len(found) / len(wanted))
        fulls.append(needed <= found)
    return 100 * numpy.array(recalls), 100.0 * numpy.array(fulls)


def main() -> None:
    asked = questions()
    lines = {f"rag-pipelines {size}": ours(size) for size in (200, 300, 400, 500)}
    for name, split in (
        ("langchain Recursive", langchain),
        ("semantic-text-splitter", semantic_text_splitter),
        ("fixed", fixed),
    ):
        lines |= {f"{name} {size}": split(size) for size in (200, 400)}
    metrics = ("recall", "prec", "IoU", "omega", "recall*", "prec*", "IoU*", "omega*")
    head = ("chunks", "largest", *metrics, "recall@2k", "full@2k")
    print(f"{'':28}" + "".join(f"{column:>9}" for column in head))
    results = {}
    for name, spans in lines.items():
        results[name] = budgeted(spans, asked)
        largest = max(tokens_of(TEXTS[corpus][start:end]) for corpus, start, end in spans)
        numbers = [*chroma(spans, asked), *(each.mean() for each in results[name])]
        print(
            f"{name:28}{len(spans):>9}{largest:>9}" + "".join(f"{value:>9.2f}" for value in numbers),
            flush=True,
        )
    rng = numpy.random.default_rng(1)
    picks = rng.integers(0, len(asked), (RESAMPLES, len(asked)))
    base = results["rag-pipelines 500"]
    for name, other in results.items():
        cells = []
        for mine, theirs in zip(base, other, strict=True):
            means = (mine - theirs)[picks].mean(axis=1)
            low, high = numpy.quantile(means, (0.025, 0.975))
            cells.append(f"{(mine - theirs).mean():+.1f} [{low:+.1f}, {high:+.1f}]")
        print(f"ours 500 minus {name:28} recall {cells[0]:24} full {cells[1]}")


if __name__ == "__main__":
    main()
