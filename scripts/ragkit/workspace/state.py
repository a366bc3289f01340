"""A workspace folder: which stage ran on what, a cache of finished items, one writer at a time."""

import contextlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ragkit import lock, records
from ragkit.cli import InputError
from ragkit.fingerprint import digest


class Workspace:
    """A folder with the records of every stage and `state.json`: stage -> {key, outputs: {file: sha256}}.

    A stage is skipped when its key (inputs, parameters, code) is the recorded one and every output still has
    the recorded hash. Outputs appear whole, the state is written after them, and nothing in the folder
    depends on the clock or on the order of work: a killed run is completed to the same bytes.
    """

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Make the folder, keep other writers out, and clear what a killed run left half-written."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as err:
            raise InputError(
                f"{self.folder}: cannot make this folder ({err.strerror}); name another"
            ) from err
        if any(self.folder.iterdir()) and not (self.folder / ".lock").exists():
            raise InputError(f"{self.folder}: not empty and not a workspace; name another with --workspace")
        with lock.exclusive(self.path(".lock")):
            for left in self.folder.rglob(".tmp-*"):
                shutil.rmtree(left) if left.is_dir() else left.unlink()
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                with records.atomic(str(ignore)) as file:
                    file.write("*\n")
            yield

    def state(self) -> dict[str, Any]:
        """Return the recorded stages; what cannot be one, or names a file elsewhere, counts as not done."""
        try:
            with open(self.folder / "state.json", encoding="utf-8") as file:
                found = json.load(file)
        except (OSError, ValueError, RecursionError):
            return {}
        return (
            {name: stage for name, stage in found.items() if _sound(stage)} if isinstance(found, dict) else {}
        )

    def current(self, stage: str, key: str) -> bool:
        """Return whether the stage ran with this key and its outputs are as it left them."""
        done = self.state().get(stage)
        if done is None or done["key"] != key:
            return False
        return all(digest(self.folder / name) == sha for name, sha in done["outputs"].items())

    def record(self, stage: str, key: str, outputs: Iterable[str]) -> None:
        """Note that the stage ran with this key and made these files."""
        state = self.state()
        state[stage] = {"key": key, "outputs": {name: digest(self.folder / name) for name in sorted(outputs)}}
        self._write(state)

    def _write(self, state: dict[str, Any]) -> None:
        with records.atomic(self.path("state.json")) as file:
            json.dump(state, file, indent=1, sort_keys=True)
            file.write("\n")

    def forget(self, *stages: str) -> None:
        """Remove these stages and their outputs: what they were made for is no longer asked."""
        state = self.state()
        for stage in stages:
            for name in state.pop(stage, {"outputs": {}})["outputs"]:
                self._remove(name)
        self._write(state)

    def keep(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        """Keep a copy of the user's records under this name; none of them removes it."""
        if rows:
            records.write(rows, self.path(name))
        else:
            self._remove(name)

    def _remove(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            (self.folder / name).unlink()

    def run(self, stage: str, key: str, outputs: list[str], work: Callable[[], None]) -> bool:
        """Do the work unless it is current; return whether it was done."""
        if self.current(stage, key):
            return False
        work()
        self.record(stage, key, outputs)
        return True


class ItemCache:
    """Finished items of one stage, a file each, named by a key over everything that determines them."""

    def __init__(self, workspace: Workspace, name: str) -> None:
        self.folder = workspace.folder / "cache" / name
        self.used: set[str] = set()

    def has(self, key: str) -> bool:
        return self._path(key).exists()

    def get(self, key: str) -> list[dict[str, Any]] | None:
        """Return the rows kept under the key; None when there are none, or a power cut left them torn."""
        if not self.has(key):
            return None
        self.used.add(key)
        try:
            return [row for _, row in records.read_rows(str(self._path(key)))]
        except InputError:
            return None

    def put(self, key: str, rows: list[dict[str, Any]]) -> None:
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        records.write(rows, str(path))
        self.used.add(key)

    def drop_unused(self) -> None:
        """Remove what this run did not ask for, so that the cache holds the present corpus and no more."""
        if not self.folder.exists():
            return
        for path in self.folder.glob("*/*.jsonl"):
            if path.stem not in self.used:
                path.unlink()
        for folder in self.folder.iterdir():
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.jsonl"


def _sound(stage: Any) -> bool:
    """Return whether a recorded stage is one: a key, and outputs that are files of the workspace itself.

    A workspace may come from somebody else, and its outputs are removed when they are no longer asked for.
    """
    if not isinstance(stage, dict) or not isinstance(stage.get("outputs"), dict):
        return False
    names = stage["outputs"]
    return isinstance(stage.get("key"), str) and all(Path(name).name == name != ".." for name in names)
