#!/usr/bin/env python3
"""BM25: scores equal to rank_bm25's, and speed against rank_bm25, bm25s, tantivy and SQLite FTS5.

usage: python tests/bench/bench_bm25.py [--data ../shared/data] [--chunks 100000] [--queries 200]

All engines get the same term lists; a query is timed from its terms to its 10 best. Quote the ratios: times
depend on the machine and on what else it does.
"""

import argparse
import json
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit.indexing import analyse, postings, store
from ragkit.indexing.build import Options, build
from ragkit.indexing.strings import Strings, pack
from ragkit.retrieval import legs

SETS = ("scifact", "cranfield", "xquad")


def load(data, name):
    """Return (texts, questions) of a collection."""
    files = ("en.corpus.jsonl", "en.qa.jsonl") if name == "xquad" else ("corpus.jsonl", "queries.jsonl")
    corpus, queries = (
        [json.loads(line) for line in (data / name / file).read_text(encoding="utf-8").splitlines()]
        for file in files
    )
    return [f"{row.get('title') or ''}\n{row['text']}" for row in corpus], [row["text"] for row in queries]


def index_of(term_lists, folder):
    """An index whose chunks analyse to exactly these terms: they are saved over the built ones."""
    rows = [
        {"chunk_id": f"c{i:07}", "doc_id": f"c{i:07}", "seq": 0, "text": " "} for i in range(len(term_lists))
    ]
    build(rows, folder, Options(dense="none"))
    started = time.perf_counter()
    found = postings.build(term_lists)
    seconds = time.perf_counter() - started
    index = store.open_index(folder)
    index.terms["bm25"] = Strings(*pack(found.terms))
    index.arrays |= {
        f"bm25.{name}": getattr(found, name) for name in ("starts", "chunks", "counts", "impacts")
    }
    return index, seconds


def exactness(data):
    from rank_bm25 import BM25Okapi

    for name in SETS:
        texts, questions = load(data, name)
        corpus = [analyse.terms(text, "en") for text in texts]
        queries = [analyse.query_terms(question, ["en"]) for question in questions[:100]]
        theirs = BM25Okapi(corpus)
        with tempfile.TemporaryDirectory() as folder:
            index, _ = index_of(corpus, folder)
            worst = max(
                float(np.abs(legs.bm25(index, legs.term_ids(index, q)).scores - theirs.get_scores(q)).max())
                for q in queries
            )
        print(f"{name:10} {len(corpus):6,} chunks, {len(queries)} queries: largest score difference {worst}")


def timed(call, queries):
    started = time.perf_counter()
    for query in queries:
        call(query)
    return len(queries) / (time.perf_counter() - started)


def rank_bm25_engine(corpus):
    from rank_bm25 import BM25Okapi

    engine = BM25Okapi(corpus)
    return lambda query: np.argsort(-engine.get_scores(query), kind="stable")[:10]


def bm25s_engine(backend):
    def make(corpus):
        import bm25s

        engine = bm25s.BM25(k1=1.5, b=0.75, method="lucene", backend=backend)
        engine.index(corpus, show_progress=False)
        return lambda query: engine.retrieve([query], k=10, show_progress=False, n_threads=1)

    return make


def tantivy_engine(corpus):
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", tokenizer_name="whitespace")
    builder.add_integer_field("n", stored=True)
    index = tantivy.Index(builder.build())
    writer = index.writer(heap_size=200_000_000)
    for number, terms in enumerate(corpus):
        writer.add_document(tantivy.Document(body=" ".join(terms), n=number))
    writer.commit()
    index.reload()
    searcher, schema = index.searcher(), index.schema

    def ask(query):
        words = [tantivy.Query.term_query(schema, "body", word) for word in query]
        return searcher.search(
            tantivy.Query.boolean_query([(tantivy.Occur.Should, w) for w in words]), 10
        ).hits

    return ask


def fts5_engine(corpus):
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table t using fts5(body, tokenize = 'unicode61')")
    base.executemany("insert into t values (?)", ((" ".join(terms),) for terms in corpus))

    def ask(query):
        text = " OR ".join('"' + word.replace('"', '""') + '"' for word in query)
        return base.execute(
            "select rowid from t where t match ? order by bm25(t) limit 10", (text,)
        ).fetchall()

    return ask


def ours_engine(corpus):
    folder = tempfile.mkdtemp()
    index, seconds = index_of(corpus, folder)
    ours_engine.seconds = seconds
    return lambda query: legs.bm25(index, legs.term_ids(index, query)).top(None, 10)


ENGINES = {
    "ours": ours_engine,
    "rank_bm25": rank_bm25_engine,
    "bm25s numpy": bm25s_engine("numpy"),
    "bm25s numba": bm25s_engine("numba"),
    "tantivy": tantivy_engine,
    "FTS5": fts5_engine,
}


def speed(name, corpus, queries, slow=None):
    size = sum(map(len, corpus)) / len(corpus)
    print(f"\n{name}: {len(corpus):,} chunks, {size:.0f} terms each, {len(queries)} queries")
    print(f"{'engine':12} {'index s':>8} {'queries/s':>10} {'ours/peer':>10}")
    base = None
    for engine, make in ENGINES.items():
        started = time.perf_counter()
        try:
            ask = make(corpus)
        except ImportError as err:
            print(f"{engine:12} not installed ({err.name})")
            continue
        seconds = time.perf_counter() - started if engine != "ours" else ours_engine.seconds
        for query in queries[:5]:
            ask(query)  # compiled, mapped, warm
        rate = timed(ask, queries[:slow] if engine == "rank_bm25" else queries)  # 4 a second at 100,000
        base = base or rate
        print(f"{engine:12} {seconds:8.2f} {rate:10.0f} {base / rate:10.2f}", flush=True)


def resampled(corpus, count, size, rng):
    """Chunks of `size` terms, half from one document and half from another: as many as asked for."""
    made = []
    for _ in range(count):
        chunk = []
        for terms in rng.sample(corpus, 2):
            start = rng.randrange(max(1, len(terms) - size // 2))
            chunk += terms[start : start + size // 2]
        made.append(chunk)
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared" / "data")
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=200)
    args = parser.parse_args()
    exactness(args.data)
    texts, questions = load(args.data, "scifact")
    corpus = [analyse.terms(text, "en") for text in texts]
    queries = [analyse.query_terms(question, ["en"]) for question in questions[: args.queries]]
    speed("scifact", corpus, queries)
    large = resampled(corpus, args.chunks, 120, random.Random(0))
    speed("resampled", large, queries, slow=5)


if __name__ == "__main__":
    main()
