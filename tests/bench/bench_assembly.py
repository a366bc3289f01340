"""How long the assembly of 1,000 questions over 100,000 chunks takes: run by hand, prints CPU seconds.

usage: .venv/bin/python tests/bench/bench_assembly.py [questions] [chunks]

A corpus of invented documents of 50 chunks each; every question retrieves 20 chunks, five of them of one
document. The floor printed beside each figure is the counting of the tokens of all that is retrieved, once.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from ragkit import tokens
from ragkit.answering.assemble import Options
from ragkit.answering.assemble_run import assemble_run

WORDS = [
    "the",
    "valve",
    "of",
    "a",
    "pump",
    "may",
    "not",
    "open",
    "when",
    "pressure",
    "falls",
    "below",
    "two",
    "bar",
]


def corpus(rng, count):
    chunks, documents = [], []
    for number in range(count // 50):
        doc_id, text = f"d{number}.md", ""
        for seq in range(50):
            piece = f"Part {number}-{seq}. " + " ".join(rng.choices(WORDS, k=110)) + ".\n\n"
            chunks.append({
                "chunk_id": f"{doc_id}#{seq}", "doc_id": doc_id, "seq": seq, "start": len(text),
                "end": len(text) + len(piece), "text": piece, "title": f"Pump {number}", "path": ["Use"],
            })  # fmt: skip
            text += piece
        documents.append({"doc_id": doc_id, "text": text})
    return chunks, documents


def main():
    questions = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    rng = random.Random(5)
    chunks, documents = corpus(rng, count)
    asked = [{"qid": f"q{n}", "question": "When does the valve open?"} for n in range(questions)]
    runs = []
    for question in asked:
        first = rng.randrange(len(documents))
        own = [f"d{first}.md#{seq}" for seq in rng.sample(range(50), 5)]
        others = [chunk["chunk_id"] for chunk in rng.sample(chunks, 15)]
        runs.append({"qid": question["qid"], "retrieved": list(dict.fromkeys(own + others))})
    text = {chunk["chunk_id"]: chunk["text"] for chunk in chunks}
    started = time.process_time()
    for run in runs:
        for chunk_id in run["retrieved"]:
            tokens.count(text[chunk_id])
    floor = time.process_time() - started
    for name, options in (
        ("chunks", Options(window=32_000)),
        ("neighbours 1", Options(window=64_000, neighbours=1)),
        ("full documents", Options(window=64_000, full_docs=True)),
        (
            "sandwich, neighbours 2, full documents",
            Options(64_000, order="sandwich", full_docs=True, neighbours=2),
        ),
    ):
        started = time.process_time()
        contexts = assemble_run(runs, chunks, asked, options, None, documents)
        spent = time.process_time() - started
        sources = sum(len(context["docs"]) for context in contexts) / len(contexts)
        print(
            f"{name:<42} {spent:6.2f} s  {sources:.1f} sources  floor {floor:.2f} s  n={questions}",
            flush=True,
        )


if __name__ == "__main__":
    main()
