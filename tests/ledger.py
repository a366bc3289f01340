"""Run the figures of the pages again and compare them with tests/ledger.yaml; list what is cited or stated.

usage: PYTHONPATH=scripts python3 tests/ledger.py [--benches]

out:   OK, close or FAIL for each measured figure; the address and date of each cited one; why one is stated
       --benches runs the benchmarks of the bench rows too: they need data, peers and time
exit:  0 every figure OK or close, 1 a figure is off, 3 a package is missing
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ragkit import cli, env

ROOT = Path(__file__).resolve().parents[1]
LEDGER = ROOT / "tests" / "ledger.yaml"
SHIPPED = ("scripts", "templates", "requirements.txt", "requirements-extras.txt", "install.sh")


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("--benches", action="store_true", help="run the benchmarks too")
    args = parser.parse_args(argv)
    env.need("yaml", "numpy", "scipy", "rank_bm25", "Stemmer")
    import yaml

    rows = yaml.safe_load(LEDGER.read_text(encoding="utf-8"))
    for row in of_kind(rows, "cited"):
        print(f"cited  {row['id']}: {row['figure']!r}: {row['address']} ({row['date']})")
    for row in of_kind(rows, "stated"):
        print(f"stated {row['id']}: {', '.join(row['figures'])}: {row['why']}")
    failed = sum([*again(of_kind(rows, "run")), *benched(of_kind(rows, "bench"), args.benches)])
    print(f"{failed} measured figures are off; {len(of_kind(rows, 'run'))} were run again")
    return cli.FAILED if failed else cli.DONE


def of_kind(rows: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["kind"] == kind]


def again(rows: list[dict[str, Any]]) -> Iterator[bool]:
    """Run the blocks of the pages and yield whether each figure is off."""
    printed = {page: outputs(page) for page in dict.fromkeys(row["page"] for row in rows)}
    for row in rows:
        found = value(row, printed[row["page"]])
        verdict = judged(row, found)
        print(f"{verdict:<6} {row['id']}: {row['figure']!r}: expected {row['expected']}, got {found}")
        yield verdict == "FAIL"


def benched(rows: list[dict[str, Any]], wanted: bool) -> Iterator[bool]:
    """Yield whether a figure of a row is near to no number that its benchmark prints; each runs once."""
    for command in dict.fromkeys(row["command"] for row in rows):
        printed = bench_output(command) if wanted else None
        for row in rows:
            if row["command"] != command:
                continue
            if printed is None:
                print(f"bench  {row['id']}: {', '.join(row['figures'])}: {command}")
                continue
            missing = [one for one in row["figures"] if not near(one, printed, row.get("within", 0))]
            verdict = "FAIL" if missing else "OK"
            print(f"{verdict:<6} {row['id']}: {command}: {', '.join(missing or row['figures'])}")
            yield bool(missing)


def bench_output(command: str) -> str:
    """Return what a benchmark prints, run by the environment of the benchmarks where it is made."""
    bench = ROOT / ".venv-bench" / "bin" / "python"
    done = subprocess.run(
        [bench if bench.exists() else sys.executable, *command.split()],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": "scripts"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        cli.say(f"{command} exits {done.returncode}: {done.stderr.strip()[-200:]}")
    return done.stdout


def near(figure: str, printed: str, within: float) -> bool:
    """Return whether a number in the text is the figure, to its last digit or within a share of it.

    A figure in percent is looked for as it stands and as a share of 1.
    """
    digits = re.search(r"\d*\.?\d+", figure.replace(",", ""))
    assert digits, figure
    number = float(digits[0])
    step = 10.0 ** -len(digits[0].partition(".")[2])
    numbers = [float(found) for found in re.findall(r"\d+\.\d+|\.\d+|\d+", printed.replace(",", ""))]
    wanted = [number, number / 100] if "%" in figure else [number]
    return any(
        abs(found - one) <= max(0.51 * step * one / number, within * one)
        for found in numbers
        for one in wanted
    )


def outputs(page: str) -> list[str]:
    """Return what each bash block of a page prints, run in order beside the demo corpus."""
    text = (ROOT / page).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for shipped in SHIPPED:
            (folder / shipped).symlink_to(ROOT / shipped)
        demo = ROOT / "templates" / "demo"
        shutil.copytree(demo / "docs", folder / "docs")
        for file in [*demo.glob("*.jsonl"), demo / "acl.csv"]:
            shutil.copy(file, folder)
        return [ran(block, folder) for block in re.findall(r"^```bash\n(.*?)^```$", text, re.M | re.S)]


def ran(block: str, folder: Path) -> str:
    variables = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    if done.returncode:
        cli.say(f"a block exits {done.returncode}: {block.splitlines()[0]}: {done.stderr.strip()[-300:]}")
    return done.stdout + done.stderr


def value(row: dict[str, Any], printed: list[str]) -> float | None:
    """Return the number that the row's pattern finds in its block, None when it is not there."""
    if row["block"] > len(printed):
        return None
    found = re.search(row["pattern"], printed[row["block"] - 1])
    return float(found[1]) if found else None


def judged(row: dict[str, Any], found: float | None) -> str:
    """Return OK within the tolerance, close within three times it, else FAIL."""
    if found is None:
        return "FAIL"
    off = abs(found - row["expected"])
    return "OK" if off <= row["tolerance"] + 1e-9 else "close" if off <= 3 * row["tolerance"] else "FAIL"


if __name__ == "__main__":
    sys.exit(cli.run(main))
