"""Check the guarantees of chunk.py on generated documents, as many as wanted.

usage: python tests/bench/fuzz_chunking.py [documents, default 100000] [first seed]
"""

import importlib.util
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from ragkit.chunking.chunk import STRATEGIES  # noqa: E402


def main() -> int:
    path = ROOT / "tests/ragkit/chunking/test_properties.py"
    spec = importlib.util.spec_from_file_location("properties", path)
    properties = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(properties)
    count, first = (int(value) for value in [*sys.argv[1:], *("100000", "10000")[len(sys.argv) - 1 :]])
    started, failed = time.monotonic(), 0
    for seed in range(first, first + count):
        strategy = STRATEGIES[seed % len(STRATEGIES)] if seed % 2 else "structure"
        try:
            properties.check(seed, strategy)
        except Exception as error:  # noqa: BLE001  any failure is a finding
            failed += 1
            print(
                f"seed {seed}, {strategy}: {type(error).__name__} {str(error).splitlines()[:1]}", flush=True
            )
    print(f"{count} documents from seed {first}, {failed} failures, {time.monotonic() - started:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
