"""What the check of facts finds, and how often it calls a true sentence wrong, on sets written apart from it.

usage: .venv/bin/python tests/bench/bench_facts.py

All but facts_fresh.tsv and facts_blind2.tsv were used to mend the rules, so the first passes are the honest
figures: their first lines say how each was written and what that pass found. A sentence is "failing" by a
finding that fails an answer, "worked out" by nothing but numbers that one step over the source gives.
"""

import re
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
    "facts_blind.tsv",
    "facts_blind2.tsv",
)
FIRST = re.compile(
    r"first pass:?(?: found)? (\d+) of (\d+) faults(?: found)?, (\d+) alarms in (\d+)", re.IGNORECASE
)


def rate(number: int, of: int) -> str:
    low, high = wilson(number / of, of)
    return f"{number / of:.3f} [{low:.3f}, {high:.3f}] n={of}"


def main() -> None:
    print(
        f"{'set':22} {'faults failing':>28} {'worked out':>10} {'true ones failing':>28} {'worked out':>10}"
    )
    for name in SETS:
        lines = (ROOT / "tests/fixtures/answers" / name).read_text(encoding="utf-8").splitlines()
        rows = [line.replace("\\n", "\n").split("\t") for line in lines if not line.startswith("#")]
        cells = []
        for clean in (False, True):
            mine = [(sentence, source) for want, _, sentence, source in rows if (want == "clean") is clean]
            found = [facts.check(sentence, source) for sentence, source in mine]
            failing = sum(any(fault.fails for fault in faults) for faults in found)
            worked = sum(bool(faults) for faults in found) - failing
            cells.append(f"{rate(failing, len(mine)):>28} {worked:>10}")
        print(f"{name:22} {cells[0]} {cells[1]}")
        if first := FIRST.search(" ".join(line.strip("# ") for line in lines if line.startswith("#"))):
            faults, of, alarms, true = map(int, first.groups())
            print(f"{'  first pass':22} {rate(faults, of):>28} {'':>10} {rate(alarms, true):>28}")


if __name__ == "__main__":
    main()
