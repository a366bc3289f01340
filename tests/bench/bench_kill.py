"""Kill pipeline.py at random moments; the next run must complete the workspace to the same bytes.

usage: python3 tests/bench/bench_kill.py [KILLS]
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "templates" / "demo"
COMMAND = [
    sys.executable, ROOT / "scripts" / "pipeline.py", DEMO / "docs", "--acl-from", DEMO / "acl.csv",
    "--labels", DEMO / "labels.jsonl", "--answers", DEMO / "answers.jsonl", "--allow-loss", "--workspace",
]  # fmt: skip


def contents(folder: Path) -> dict[Path, bytes]:
    return {
        path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def main(kills: int) -> int:
    rng = random.Random(20)
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        started = time.monotonic()
        subprocess.run([*COMMAND, folder / "whole"], check=True, capture_output=True)
        takes = time.monotonic() - started
        whole = contents(folder / "whole")
        for n in range(kills):
            wait = rng.uniform(0.05, 1.0) * takes
            process = subprocess.Popen(
                [*COMMAND, folder / f"{n}"], stderr=subprocess.DEVNULL, start_new_session=True
            )
            time.sleep(wait)
            os.killpg(process.pid, signal.SIGKILL)
            left = len(contents(folder / f"{n}")) if (folder / f"{n}").exists() else 0
            process.wait()
            subprocess.run([*COMMAND, folder / f"{n}"], check=True, capture_output=True)
            same = contents(folder / f"{n}") == whole
            bad += not same
            state = "same" if same else "DIFFERS"
            print(f"killed after {wait:5.2f} s of {takes:.2f} s, {left:3d} files there: {state}")
    print(f"{kills - bad} of {kills} completed to the same {len(whole)} files")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
