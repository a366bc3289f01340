"""Re-run the worked examples and compare every figure of tests/ledger.yaml; list what is cited.

usage: PYTHONPATH=scripts python3 tests/ledger.py

out:   OK, close or FAIL for each measured figure; the address and date of each cited one
exit:  0 every figure OK or close, 1 a figure is off, 3 a package is missing
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ragkit import cli, env

ROOT = Path(__file__).resolve().parents[1]
LEDGER = ROOT / "tests" / "ledger.yaml"
SHIPPED = ("scripts", "templates", "requirements.txt", "requirements-extras.txt", "install.sh")


def main(argv: list[str]) -> int:
    cli.parser(__doc__).parse_args(argv)
    env.need("yaml", "numpy", "scipy", "rank_bm25", "Stemmer")
    import yaml

    rows = yaml.safe_load(LEDGER.read_text(encoding="utf-8"))
    printed = {
        page: outputs(page) for page in dict.fromkeys(row["page"] for row in rows if row["kind"] == "run")
    }
    failed = 0
    for row in rows:
        if row["kind"] == "cited":
            print(f"cited  {row['id']}: {row['figure']!r}: {row['address']} ({row['date']})")
            continue
        found = value(row, printed[row["page"]])
        verdict = judged(row, found)
        failed += verdict == "FAIL"
        print(f"{verdict:<6} {row['id']}: {row['figure']!r}: expected {row['expected']}, got {found}")
    print(f"{failed} of {sum(row['kind'] == 'run' for row in rows)} measured figures are off")
    return cli.FAILED if failed else cli.DONE


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
