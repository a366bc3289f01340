"""The installed copy: put it in place whole or not at all, say how it differs, take it away."""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ragkit.cli import IncompleteError, InputError
from ragkit.installing import bundle
from ragkit.installing.bundle import MANIFEST, NAME, Hashes
from ragkit.lock import waiting

STAGE = f".{NAME}-"  # prefix of the temporary folder beside the target


class Difference(NamedTuple):
    """How an installed copy differs from what was installed."""

    edited: list[str]
    extra: list[str]
    missing: list[str]

    def lines(self) -> list[str]:
        return [f"{kind}: {name}" for kind in self._fields for name in getattr(self, kind)]


def target(project: str | None, dest: str | None) -> Path:
    """Return where the copy goes, before links are followed; the user's own skills folder by default."""
    if project is not None:
        if not os.path.isdir(project):
            raise InputError(f"--project {project}: no such folder; name the project's root")
        skills = Path(project, ".claude", "skills")
    elif dest is not None:
        skills = Path(dest)
    else:
        skills = Path(os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude"), "skills")
        if not skills.is_absolute():
            raise InputError(
                f"{skills}: no home folder is known; set HOME or CLAUDE_CONFIG_DIR, or use --dest"
            )
    return Path(os.path.abspath(skills if skills.name == NAME else skills / NAME))


def difference(folder: Path, source: Hashes | None = None) -> Difference:
    """Return how the folder differs from its manifest; a file that is as in `source` is no difference."""
    recorded, wanted = bundle.read_manifest(folder), source or {}
    there = bundle.hashes(folder, bundle.files(folder))
    changed = [name for name, sha in there.items() if sha not in (recorded.get(name), wanted.get(name))]
    return Difference(
        edited=[name for name in changed if name in recorded],
        extra=[name for name in changed if name not in recorded],
        missing=[name for name in recorded if name not in there],
    )


def verify(folder: Path) -> Difference:
    """Return how an installed copy differs from what was installed; IncompleteError when there is none."""
    if not bundle.read_manifest(folder):
        raise IncompleteError(f"{folder}: nothing that install.sh installed is here; run install.sh first")
    return difference(folder)


def install(source: Path, folder: Path, *, force: bool, dry_run: bool) -> str:
    """Copy the skill to the folder and return what was done, in words for a person.

    The copy is staged beside the folder, every file's SHA-256 is checked, and it is swapped in by renaming.
    Edited or extra files are an InputError that names them, unless forced: then the old copy is kept as a
    backup outside the skills folder, where it would load as a second skill.
    """
    if folder == source:
        return "unchanged (this is the installed copy)"
    if folder in source.parents:
        raise InputError(f"{folder}: holds the files being installed, {source}; choose another folder")
    wanted = bundle.hashes_of_source(source)
    damaged = {name for name, sha in bundle.read_manifest(source).items() if wanted.get(name) != sha}
    if damaged and not force:
        raise InputError(
            f"{source}: not as released: {', '.join(sorted(damaged))}; get a fresh copy, or --force"
        )
    if dry_run:
        return plan(wanted, folder, force)[0]
    with explained(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with waiting(str(folder.parent), f"waiting for another install in {folder.parent}"):
            for left in folder.parent.glob(f"{STAGE}*"):  # by an install that was killed: the lock is ours
                shutil.rmtree(left)
            words, backup = plan(wanted, folder, force)
            if not words.startswith("unchanged"):
                swap(source, wanted, folder, backup)
    return words


@contextlib.contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn a refusal of the file system into one line about the folder."""
    try:
        yield
    except OSError as err:
        where = err.filename or folder
        raise InputError(
            f"{where}: {err.strerror or err}; choose a folder you can write with --dest"
        ) from err


def plan(wanted: Hashes, folder: Path, force: bool) -> tuple[str, Path | None]:
    """Return what an install would do, and where the old copy must be kept, if it must be."""
    if not os.path.lexists(folder):
        return f"installed ({len(wanted)} files)", None
    if not folder.is_dir():
        raise InputError(f"{folder}: not a folder; move it away")
    found = difference(folder, wanted)
    mine = found._replace(missing=[])  # a missing file is simply put back
    if any(mine):
        if not force:
            raise InputError(
                f"{folder}: these files are not as installed: {'; '.join(mine.lines())};"
                " move them away, or use --force, which backs the folder up"
            )
        backup = folder.parent.parent / f"{NAME}-backup-{time.strftime('%Y%m%d-%H%M%S')}"
        return f"installed ({len(wanted)} files); old folder kept as {backup}", backup
    if bundle.read_manifest(folder) == wanted and not found.missing:
        return f"unchanged ({len(wanted)} files)", None
    return f"updated ({len(wanted)} files)", None


def swap(source: Path, wanted: Hashes, folder: Path, backup: Path | None) -> None:
    stage = Path(tempfile.mkdtemp(prefix=STAGE, dir=folder.parent))
    new, old = stage / "new", backup or stage / "old"  # one level down: a skill is not looked for there
    try:
        copy(source, wanted, new)
        if folder.exists():
            shutil.move(folder, old)
        with put_back(old, folder):
            new.rename(folder)
    finally:
        shutil.rmtree(stage)


@contextlib.contextmanager
def put_back(old: Path, folder: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if old.exists() and not folder.exists():
            shutil.move(old, folder)
        raise


def copy(source: Path, wanted: Hashes, new: Path) -> None:
    for name, sha in wanted.items():
        path = new / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = (source / name).read_bytes()
        path.write_bytes(data)
        if bundle.executable(data):
            path.chmod(path.stat().st_mode | 0o111)
        if bundle.digest(path) != sha:
            raise InputError(f"{source / name}: changed while it was copied; try again")
    (new / MANIFEST).write_text(bundle.manifest(wanted), encoding="utf-8")


def uninstall(link: Path, *, force: bool, dry_run: bool) -> str:
    """Remove the files that install.sh put there; return what was removed and what was left, in words.

    An edited file is the user's work and is left like any extra one, unless forced. Where `link` leads to a
    folder elsewhere, the link goes with the folder.
    """
    folder = Path(os.path.realpath(link))
    found = verify(folder)
    left = [*found.extra, *([] if force else found.edited)]
    ours = [name for name in bundle.files(folder) if name not in left]  # never a path from the manifest alone
    if not dry_run:
        with (
            explained(folder),
            waiting(str(folder.parent), f"waiting for another install in {folder.parent}"),
        ):
            remove(folder, [*ours, MANIFEST])
        if link.is_symlink() and not link.exists():
            link.unlink()
    return f"removed ({len(ours)} files)" + (f"; left, not as installed: {', '.join(left)}" if left else "")


def remove(folder: Path, names: list[str]) -> None:
    """Remove the named files, and the folders that are then empty."""
    for name in names:
        (folder / name).unlink()
    for parent, *_ in os.walk(folder, topdown=False):
        if os.path.basename(parent) == "__pycache__":
            shutil.rmtree(parent)
        elif not os.listdir(parent):
            os.rmdir(parent)
