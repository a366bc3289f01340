"""The files that make up the skill, their SHA-256 manifest, and the zip of them."""

import hashlib
import os
import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from ragkit.cli import InputError

NAME = "rag-pipelines"
MANIFEST = ".manifest.sha256"  # in the format of `sha256sum -c`
# What is installed; tests and repository files stay out.
TOP = (
    "SKILL.md", "README.md", "LICENSE", "CHANGELOG.md", "requirements.txt", "requirements-extras.txt",
    "install.sh", "scripts", "references", "templates",
)  # fmt: skip
REQUIRED = (
    "SKILL.md",
    "LICENSE",
    "requirements.txt",
    "requirements-extras.txt",
    "install.sh",
    "scripts/install.py",
)
# What tools leave behind: neither ours nor the user's work.
LITTER = {"__pycache__", ".DS_Store", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
WORKSPACE = ".rag"  # a user's work, which is never installed and never thrown away

Hashes = Mapping[str, str]  # path in the folder, with "/" -> SHA-256 in hex


def hashes_of_source(source: Path) -> Hashes:
    """Return the hashes of the files to install from a clone, an unpacked zip or an installed copy."""
    parts = {name: name.split("/") for name in files(source)}
    found = hashes(source, (name for name in parts if parts[name][0] in TOP and WORKSPACE not in parts[name]))
    missing = [name for name in REQUIRED if name not in found]
    if missing:
        raise InputError(f"{source}: not the whole skill: no {', '.join(missing)}; get a fresh copy")
    return found


def files(folder: Path) -> list[str]:
    """Return every file below the folder but the manifest and litter, sorted, as relative paths with "/"."""
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in LITTER]
        links = [name for name in folders if os.path.islink(os.path.join(parent, name))]
        for name in [*names, *links]:
            if name not in LITTER and not name.endswith(".pyc"):
                found.append(Path(parent, name).relative_to(folder).as_posix())
    return sorted(name for name in found if name != MANIFEST)


def hashes(folder: Path, names: Iterable[str]) -> Hashes:
    return {name: digest(folder / name) for name in names}


def digest(path: Path) -> str:
    """Return the SHA-256 of a file; a link to a folder or to nothing counts as its address."""
    data = path.read_bytes() if path.is_file() else os.readlink(path).encode("utf-8", "surrogateescape")
    return hashlib.sha256(data).hexdigest()


def read_manifest(folder: Path) -> Hashes:
    """Return what was installed into the folder; empty when the installer did not make it."""
    path = folder / MANIFEST
    if not path.is_file():
        return {}
    lines = re.findall(r"^([0-9a-f]{64})  (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {name: sha for sha, name in lines}


def manifest(found: Hashes) -> str:
    return "".join(f"{sha}  {name}\n" for name, sha in sorted(found.items()))


def executable(data: bytes) -> bool:
    """Return whether a file is to be run: by its first line, since a zip may have lost its mode."""
    return data.startswith(b"#!")


def write_zip(source: Path, out: Path) -> int:
    """Write the zip that claude.ai accepts, one top folder with SKILL.md in it; return the number of files.

    The same files give the same bytes.
    """
    found = hashes_of_source(source)
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in [*found, MANIFEST]:
            data = manifest(found).encode() if name == MANIFEST else (source / name).read_bytes()
            entry = zipfile.ZipInfo(f"{NAME}/{name}", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if executable(data) else 0o100644) << 16
            archive.writestr(entry, data)
    return len(found)
