"""What the check of facts finds, and how often it calls a true sentence wrong, on sets written apart from it.

usage: .venv/bin/python tests/bench/bench_facts.py

All but facts_fresh.tsv were used to mend the rules. Their first lines say how each was written and what the
first pass over it found.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from ragkit.answering import facts  # noqa: E402
from ragkit.evaluation.intervals import wilson  # noqa: E402

SETS = (
    "facts.tsv",
    "facts_documents.tsv",
    "facts_business.tsv",
    "facts_general.tsv",
    "facts_mixed.tsv",
    "facts_fresh.tsv",
)


def main() -> None:
    print(f"{'set':24} {'faults found':>32} {'true sentences called wrong':>36}")
    for name in SETS:
        lines = (ROOT / "tests/fixtures/answers" / name).read_text(encoding="utf-8").splitlines()
        rows = [line.replace("\\n", "\n").split("\t") for line in lines if not line.startswith("#")]
        cells = []
        for clean in (False, True):
            mine = [(sentence, source) for want, _, sentence, source in rows if (want == "clean") is clean]
            hits = sum(bool(facts.check(sentence, source)) for sentence, source in mine)
            low, high = wilson(hits / len(mine), len(mine))
            cells.append(f"{hits / len(mine):.3f} [{low:.3f}, {high:.3f}] n={len(mine)}")
        print(f"{name:24} {cells[0]:>32} {cells[1]:>36}")


if __name__ == "__main__":
    main()
