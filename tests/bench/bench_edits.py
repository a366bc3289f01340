"""How many chunks must be embedded anew for one paragraph inserted into a document: ours beside the peers.

usage: python tests/bench/bench_edits.py [insertions per document, default 8]

37 documents of the Rust book and FastAPI's docs, every seventh by name; one paragraph of 33 tokens at a
random paragraph or heading. Counted: chunks of the new document whose text (ours: prefix and text) is new.
"""

import collections
import random
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path[:0] = [str(BENCH.parents[1] / "scripts"), str(BENCH / "splitters")]

import peers  # noqa: E402

from ragkit.chunking.chunk import Options, chunk_document, embedded_text  # noqa: E402
from ragkit.parsing import markdown  # noqa: E402

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "markdown"
PARAGRAPH = (
    "The inserted paragraph says something new about the topic at hand, in two sentences of ordinary length. "
    "It refers to nothing else in the document and could stand anywhere.\n\n"
)


def ours(text: str) -> list[str]:
    read = markdown.read(text)
    document = {"doc_id": "a.md", "text": text, "blocks": read.blocks, "title": read.title}
    return [embedded_text(chunk) for chunk in chunk_document(document, Options(max_tokens=peers.SIZE))]


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    paths = [path for name in ("rustbook", "fastapi_en") for path in sorted((SHARED / name).glob("**/*.md"))]
    texts = [path.read_text(encoding="utf-8") for path in paths[::7][:37]]
    edits = [
        [inserted(text, random.Random(number * 1000 + seed)) for seed in range(times)]
        for number, text in enumerate(texts)
    ]
    splitters = {"rag-pipelines": ours}
    for name in ("langchain Markdown", "semantic-text-splitter", "chonkie Recursive", "llama-index Sentence"):
        splitters[name] = peers.SPLITTERS[name]()
    for name, split in splitters.items():
        means = []
        for text, variants in zip(texts, edits, strict=True):
            old = collections.Counter(split(text))
            means.append(sum((collections.Counter(split(new)) - old).total() for new in variants) / times)
        print(
            f"{name:26}{sum(means) / len(means):6.2f}   ({len(texts)} documents, {times} edits each)",
            flush=True,
        )


def inserted(text: str, rng: random.Random) -> str:
    kinds = ("paragraph", "heading")
    blocks = [block for block in markdown.read(text).blocks if block[0] in kinds]
    block = rng.choice(blocks)
    if block[0] == "heading":
        at = text.find("\n", block[2]) + 1 or len(text)
        return f"{text[:at]}\n{PARAGRAPH}{text[at:]}"
    at = text.rfind("\n", 0, block[1]) + 1
    return text[:at] + PARAGRAPH + text[at:]


if __name__ == "__main__":
    main()
