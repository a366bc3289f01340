"""Keys over everything that decides a result: inputs, parameters, files, and the code that does the work."""

import hashlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from ragkit import env

ROOT = Path(__file__).resolve().parent


def key_of(*parts: Any) -> str:
    """Return the SHA-256 of the parts' JSON; sets are sorted first, so that no hash order shows in a key."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=sorted).encode("utf-8")).hexdigest()


def drawn(name: str, seed: int) -> str:
    """Return a key to sort by: an order as if drawn, the same for the same seed whatever else is drawn."""
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def text_sha(text: str) -> str:
    """Return 16 hex digits of the text's SHA-256: the field of chunks and of what an answer was shown."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, or of a folder's names and files; "" when there is none."""
    if path.is_dir():
        inside = sorted(entry for entry in path.rglob("*") if entry.is_file())
        return key_of([(entry.relative_to(path).as_posix(), digest(entry)) for entry in inside])
    if not path.exists():
        return ""
    total = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            total.update(block)
    return total.hexdigest()


@cache
def code_version(*steps: str) -> str:
    """Return a key over the source of the ground floor and these steps, the packages and Python's version.

    So an edited script, a word list, or a new version of a parser redoes what it made, with no number to
    forget. A step may be a package ("parsing") or one module ("workspace/stages").
    """
    found = [*ROOT.glob("*.py"), *ROOT.glob("*.txt")]
    for step in steps:
        inside = (ROOT / step).rglob("*") if (ROOT / step).is_dir() else [ROOT / f"{step}.py"]
        found += [path for path in inside if path.is_file() and path.suffix != ".pyc"]
    sources = [(path.relative_to(ROOT).as_posix(), digest(path)) for path in sorted(found)]
    return key_of(sources, packages(), sys.version_info[:2])


def packages() -> list[tuple[str, str]]:
    """Return (package, version) of every package in requirements.txt that is here."""
    from importlib import metadata

    lines = env.requirement_lines(env.SKILL / "requirements.txt")
    here = []
    for name in sorted(env.lower_bounds(lines)):
        try:
            here.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            continue
    return here
