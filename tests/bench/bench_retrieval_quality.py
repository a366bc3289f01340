#!/usr/bin/env python3
"""Evidence recall@5 within 8,500 characters of raw questions, beside the retriever an assistant writes alone.

usage: python tests/bench/bench_retrieval_quality.py [--shared ../shared]

Corpora: templates/demo, the Markdown and text files of ../shared/dirty, and Chroma's five texts with 472
questions, on which nothing here was chosen. The peer reads the same texts; both search with every right. A
group counts when the first five passages, cut at 8,500 characters in all, cover 90% of one of its quotes.
Peer: ../shared/peers/assistant_retriever.py. p is a paired randomisation test against the line before it
that is named.
"""

import argparse
import csv
import importlib.util
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from bench_lexical_quality import randomised  # isort: skip

from ragkit.access import EVERYTHING
from ragkit.chunking import chunk
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.labels.locate import Lost, locate
from ragkit.parsing import files, parse
from ragkit.retrieval.search import Options, search

ROOT = Path(__file__).resolve().parents[2]
BUDGET, K = 8_500, 5
ALL = Options(
    k=10, collapse=False
)  # labels name one of several copies; which one is shown is not judged here
CONFIGURATIONS = {
    "bm25": (500, ALL._replace(mode="bm25")),
    "bm25 + lsa": (500, ALL._replace(weights={"related": 0.0})),
    "default": (500, ALL),
    "adapted": (500, ALL._replace(adapt=True)),
    "default, grown": (500, ALL._replace(grow=1400)),
    "adapted, grown": (500, ALL._replace(grow=1400, adapt=True)),
    "300 tokens, grown": (300, ALL._replace(grow=1400)),
    "adapted, 300, grown": (300, ALL._replace(grow=1400, adapt=True)),
    "+ head .3": (300, ALL._replace(grow=1400, weights={"head": 0.3})),
    "+ grams .2": (300, ALL._replace(grow=1400, weights={"grams": 0.2})),
}
AGAINST = {
    "default": "bm25",
    "adapted": "default",
    "adapted, grown": "default, grown",
    "adapted, 300, grown": "300 tokens, grown",
}


def documents(folder, endings=None):
    found, _ = files.find([str(folder)])
    kept = [source for source in found if endings is None or source.path.endswith(endings)]
    return {doc["doc_id"]: doc for source in kept for doc in parse.parse_file(source, parse.Options())}


def groups(labels, docs):
    """Return [(question, [[(doc_id, start, end), ...] a group])] of labels whose evidence is all there."""
    found = []
    for label in labels:
        by_group = {}
        for number, evidence in enumerate(label.get("evidence") or []):
            group = evidence.get("group")
            places = by_group.setdefault(number if group is None else f"g{group}", [])
            doc = docs.get(evidence["doc_id"])
            where = locate(doc["text"], evidence) if doc else []
            if not isinstance(where, Lost):
                places += [(evidence["doc_id"], start, end) for start, end in where]
        if by_group and all(by_group.values()) and label.get("answerable") is not False:
            found.append((label["question"], list(by_group.values())))
    return found


def chroma(folder, docs):
    """Return the questions of Chroma's evaluation as groups() does; each text is read as it stands."""
    with open(folder / "questions_df.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = []
    for row in rows:
        name, wanted = f"{row['corpus_id']}.md", []
        for one in json.loads(row["references"]):
            start, end = one["start_index"], one["end_index"]
            assert docs[name]["text"][start:end] == one["content"]
            wanted.append([(name, start, end)])
        found.append((row["question"], wanted))
    return found


def recall(passages, wanted):
    left, shown = BUDGET, []
    for doc_id, start, end in passages[:K]:
        end = min(end, start + max(0, left))
        left -= end - start
        shown.append((doc_id, start, end))

    def covered(place):
        doc_id, start, end = place
        seen = set()
        for other, a, b in shown:
            if other == doc_id:
                seen |= set(range(max(a, start), min(b, end)))
        return len(seen) >= 0.9 * (end - start)

    return sum(any(map(covered, places)) for places in wanted) / len(wanted), BUDGET - left


def ours(docs, size, options):
    cut = chunk.Options(max_tokens=size)
    chunks = [one for doc in docs.values() for one in chunk.chunk_document(doc, cut)]
    at = {c["chunk_id"]: (c["doc_id"], c["start"], c["end"]) for c in chunks}
    folder = tempfile.mkdtemp()
    build(chunks, folder, Build(grams=bool(options.weight("grams"))))
    index = open_index(folder)

    def ask(question):
        row = search(index, {"qid": "q", "question": question}, EVERYTHING, options)
        if options.grow:
            return [(p["doc_id"], p["start"], p["end"]) for p in row["passages"]]
        return [at[chunk_id] for chunk_id in row["retrieved"]]

    return ask


def peer(docs, path):
    spec = importlib.util.spec_from_file_location("assistant_retriever", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    root, names = Path(tempfile.mkdtemp()), {}
    for doc_id, doc in docs.items():
        name = doc_id if doc_id.endswith((".md", ".txt")) else f"{doc_id}.md"
        names[name] = doc_id
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(doc["text"], encoding="utf-8")
    index = module.Index(str(root))
    return lambda question: [(names[p["doc"]], p["start"], p["end"]) for p in index.search(question, (), 10)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    args = parser.parse_args()
    demo, dirty = ROOT / "templates" / "demo", args.shared / "dirty"
    others = args.shared / "data" / "chroma_eval"
    corpora = {
        "demo": (documents(demo / "docs"), demo / "labels.jsonl"),
        "dirty, text files": (documents(dirty / "docs", (".md", ".txt")), dirty / "labels.jsonl"),
        "chroma": (documents(others / "corpora"), None),
    }
    for name, (docs, path) in corpora.items():
        if path:
            labels = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        asked = groups(labels, docs) if path else chroma(others, docs)
        print(f"\n{name}: {len(docs)} documents, {len(asked)} questions with all evidence in them")
        script = args.shared / "peers" / "assistant_retriever.py"
        engines = {"the assistant alone": lambda docs=docs, script=script: peer(docs, script)}
        for label, (size, options) in CONFIGURATIONS.items():
            engines[label] = lambda docs=docs, size=size, options=options: ours(docs, size, options)
        every = {}
        for label, make in engines.items():
            ask = make()
            results = [recall(ask(question), wanted) for question, wanted in asked]
            every[label] = [value for value, _ in results]
            mean = sum(every[label]) / len(results)
            used = sum(size for _, size in results) / len(results)
            said = f"  {label:20} recall@{K} {mean:.3f}  characters used {used:,.0f}"
            if other := AGAINST.get(label):
                pairs = list(zip(every[label], every[other], strict=True))
                better, worse = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
                p = randomised(every[label], every[other])
                said += f"  against {other}: {better} better, {worse} worse, p = {p:.3f}"
            print(said, flush=True)


if __name__ == "__main__":
    main()
