"""Our Markdown blocks against markdown-it's own, on generated documents, mutated real ones and the spec.

usage: python tests/bench/fuzz_markdown.py [count] [first seed] [commonmark.json]

The shared Markdown corpora, where they are, are read whole and then in mutated pieces, one for every three
generated documents. commonmark.json is the specification's examples, from its site or from a parser's tests.
"""

import importlib.util
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
DATA = ROOT.parent / "shared/data/markdown"
BITS = ["\n", "\t", " ", "|", "`", "*", "-", "[", "]:", "<", ">", "#"]


def main() -> int:
    path = ROOT / "tests/ragkit/parsing/test_markdown_scan.py"
    spec = importlib.util.spec_from_file_location("scan", path)
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    numbers = [int(value) for value in sys.argv[1:3]]
    count, first = (*numbers, *(100_000, 10_000)[len(numbers) :])
    started, seen, failed = time.monotonic(), 0, 0
    for name, text in documents(tests, count, first):
        seen += 1
        try:
            tests.assert_blocks_of_markdown_it(text)
        except Exception as error:  # noqa: BLE001  any failure is a finding
            failed += 1
            print(f"{name}: {type(error).__name__} {text[:200]!r}", flush=True)
    print(f"{seen} documents, {failed} failures, {time.monotonic() - started:.0f} s")
    return 1 if failed else 0


def documents(tests, count: int, first: int) -> Iterator[tuple[str, str]]:
    if len(sys.argv) > 3:
        for example in json.loads(Path(sys.argv[3]).read_text(encoding="utf-8")):
            yield f"example {example['example']}", example["markdown"]
    files = sorted(DATA.glob("**/*.md"))
    texts = [path.read_text(encoding="utf-8-sig").replace("\r\n", "\n") for path in files]
    yield from zip(map(str, files), texts, strict=True)
    for seed in range(first, first + count):
        yield f"seed {seed}", tests.document(random.Random(seed))
        if texts and seed % 3 == 0:
            yield f"mutated {seed}", mutated(tests, random.Random(seed), texts)


def mutated(tests, rng: random.Random, texts: list[str]) -> str:
    """Return some lines of a real text with a few of them changed."""
    lines = rng.choice(texts).split("\n")
    start = rng.randrange(len(lines))
    lines = lines[start : start + rng.randint(2, 60)]
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines))
        line = lines[at]
        cut = rng.randint(0, len(line))
        lines[at : at + 1] = rng.choice(
            [
                [line, line],
                [line, rng.choice(tests.LINES)],
                [" " * rng.randint(1, 5) + line],
                [line.lstrip()],
                [line[:cut] + rng.choice(BITS) + line[cut + rng.randint(0, 1) :]],
            ]
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
