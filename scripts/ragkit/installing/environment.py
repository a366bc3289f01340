"""The skill's own Python environment: made to the end or not used, added to, and removed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from ragkit import cli, env
from ragkit.cli import IncompleteError, InputError
from ragkit.installing import wheel
from ragkit.lock import waiting

COPIES = "copies"  # in env.root(): the skill folders that use what is there, one a line
# Settings that would send packages elsewhere than into the environment, or mix another Python's into it.
FOREIGN = {
    "PYTHONPATH",
    "PYTHONHOME",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_USER",
    "VIRTUAL_ENV",
    "__PYVENV_LAUNCHER__",
}


def extras_named(text: str) -> list[str]:
    """Return the extras of `--with a,b`; an unknown one is an InputError that lists those there are."""
    names = [name for name in text.replace(" ", "").split(",") if name]
    unknown = [name for name in names if name not in known_extras()]
    if unknown:
        raise InputError(
            f"--with: no extra named {', '.join(unknown)}; there are {', '.join(known_extras())}"
        )
    return names


def known_extras() -> list[str]:
    return sorted({extra for extra, _ in env.extra_lines(env.SKILL)})


def make(interpreter: str, extras: Iterable[str], user: Path, *, dry_run: bool) -> str:
    """Bring the environment up to requirements.txt and the extras; return what was done, in words.

    Extras that were added before stay, also when new requirements mean a new environment.

    interpreter  the Python to build it with
    user         the skill folder that will use it: environments that no folder uses any more are removed
    """
    root, folder = env.root(), env.environment()
    if dry_run:
        return words_for(missing(folder, extras))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with waiting(str(root), f"waiting for another install in {root}"):
            record_copy(user)
            words = bring_up(interpreter, folder, extras)
            remove_unused(root)
    except OSError as err:
        raise IncompleteError(
            f"{err.filename or root}: {err.strerror}; set RAG_PIPELINES_HOME to a folder you can write"
        ) from err
    return words


def for_development(interpreter: str, folder: Path, files: list[str]) -> None:
    """Make or refresh an environment of the Makefile's with these requirements files."""
    if not succeeds([str(env.python(folder)), "-c", ""]):
        cli.say(f"making {folder}: about a minute")
        create(interpreter, folder)
    install(folder, [part for file in files for part in ("-r", file)])


def bring_up(interpreter: str, folder: Path, extras: Iterable[str]) -> str:
    lacking = missing(folder, extras)
    if lacking == []:
        return words_for(lacking)
    lines = wanted(extras)  # before the environment that may name some of them is made anew
    if lacking is None:
        cli.say(f"making {folder}: about a minute")
        create(interpreter, folder)
    requirements = [line.split(None, 1)[1] for line in lines]
    install(folder, ["-r", str(env.SKILL / "requirements.txt"), *requirements])
    complete(folder, lines)
    return words_for(lacking)


def words_for(lacking: list[str] | None) -> str:
    if lacking is None:
        return "made"
    names = sorted({line.split()[0] for line in lacking})
    return f"given {', '.join(names)}" if names else "unchanged"


def wanted(extras: Iterable[str]) -> list[str]:
    """Return the "extra requirement" lines of the extras asked for and of those in any environment here."""
    names = {*extras}
    for marker in env.root().glob(f"venv-*/{env.COMPLETE}"):
        names.update(line.split()[0] for line in marker.read_text(encoding="utf-8").splitlines())
    return [f"{extra} {requirement}" for extra, requirement in env.extra_lines(env.SKILL) if extra in names]


def missing(folder: Path, extras: Iterable[str]) -> list[str] | None:
    """Return the wanted lines that the environment lacks; None when it must be made anew."""
    if not env.ready(folder) or not healthy(folder):
        return None
    have = (folder / env.COMPLETE).read_text(encoding="utf-8").splitlines()
    return [line for line in wanted(extras) if line not in have]


def healthy(folder: Path) -> bool:
    """Return whether the environment's Python starts and still has every required package."""
    names = env.lower_bounds(env.requirement_lines(env.SKILL / "requirements.txt"))
    check = "import sys, importlib.metadata as m; [m.version(name) for name in sys.argv[1:]]"
    return succeeds([str(env.python(folder)), "-c", check, *names])


def complete(folder: Path, lines: list[str]) -> None:
    draft = folder / f"{env.COMPLETE}.new"
    draft.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    draft.replace(folder / env.COMPLETE)


def create(interpreter: str, folder: Path) -> None:
    """Make an empty environment with pip in it, or one that uv can install into.

    Debian and Ubuntu ship Python without ensurepip, so `python3 -m venv` alone fails there.
    """
    ways: list[Callable[[str, Path], bool]] = [with_ensurepip, with_pip_wheel, with_uv, with_virtualenv]
    for way in ways:
        shutil.rmtree(folder, ignore_errors=True)
        if way(interpreter, folder):
            return
    shutil.rmtree(folder, ignore_errors=True)
    raise IncompleteError(
        f"{interpreter} cannot make an environment here: it has no ensurepip, and pip could not be fetched;"
        " on Debian or Ubuntu run: apt install python3-venv; elsewhere name another Python with --python"
    )


def with_ensurepip(interpreter: str, folder: Path) -> bool:
    return succeeds([interpreter, "-m", "venv", str(folder)])


def with_pip_wheel(interpreter: str, folder: Path) -> bool:
    if not succeeds([interpreter, "-m", "venv", "--without-pip", str(folder)]):
        return False
    with wheel.of_pip(interpreter) as path:
        pip = [str(env.python(folder)), os.path.join(path, "pip")]  # a wheel is a zip that Python can run
        return path != "" and succeeds([*pip, "install", "--no-index", "--no-deps", path])


def with_uv(interpreter: str, folder: Path) -> bool:
    return succeeds(["uv", "venv", "--quiet", "--python", interpreter, str(folder)])


def with_virtualenv(interpreter: str, folder: Path) -> bool:
    return succeeds(["virtualenv", "--quiet", "--python", interpreter, str(folder)])


def install(folder: Path, requirements: list[str]) -> None:
    """Install into the environment, with its own pip or, where it has none, with uv."""
    pip = [str(env.python(folder)), "-m", "pip"]
    if succeeds([*pip, "--version"]):
        command = [*pip, "install", "--quiet", "--no-input", "--disable-pip-version-check", "--prefer-binary"]
    else:
        command = ["uv", "pip", "install", "--quiet", "--python", str(env.python(folder))]
    if run([*command, *requirements], stdout=sys.stderr.fileno()) != 0:
        raise IncompleteError(
            "the packages could not be installed, for the reason above; check the network, or set"
            " PIP_INDEX_URL or PIP_FIND_LINKS; then run the same command again"
        )


def run(command: list[str], stdout: int | None = None) -> int:
    """Run a program and return its exit code; its stdout goes to ours, or to the file number given.

    It gets no stdin, which may be install.sh itself, on its way to the shell.
    """
    environ = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    environ["PIP_USER"] = "0"  # beats a `user = true` in a pip.conf
    return subprocess.run(
        command, env=environ, stdin=subprocess.DEVNULL, stdout=stdout, check=False
    ).returncode


def succeeds(command: list[str]) -> bool:
    """Run a program silently; return whether it exists and exits 0."""
    environ = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    try:
        done = subprocess.run(
            command, env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError:
        return False
    return done.returncode == 0


def copies() -> list[Path]:
    """Return the skill folders that were installed or run from and are still there."""
    path = env.root() / COPIES
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [Path(line) for line in lines if os.path.isfile(os.path.join(line, "requirements.txt"))]


def record_copy(user: Path) -> None:
    if user not in copies():
        write_copies([*copies(), user])


def write_copies(folders: list[Path]) -> None:
    (env.root() / COPIES).write_text("".join(f"{folder}\n" for folder in folders), encoding="utf-8")


def remove_unused(root: Path) -> None:
    used = {env.environment(), *(env.environment(copy) for copy in copies())}
    for folder in root.glob("venv-*"):
        if folder not in used:
            cli.say(f"removing {folder}: no copy of the skill uses it any more")
            shutil.rmtree(folder)


def remove(gone: list[Path], *, dry_run: bool) -> str:
    """Remove everything the skill made for itself, unless a copy not in `gone` uses it; return words."""
    root = env.root()
    if not root.is_dir():
        return "not there"
    others = [copy for copy in copies() if copy not in gone]
    if others:
        if not dry_run:
            write_copies(others)
        return f"kept: used by {', '.join(map(str, others))}"
    if not dry_run:
        with waiting(str(root), f"waiting for another install in {root}"):
            for made in [*root.glob("venv-*"), root / "demo"]:
                shutil.rmtree(made, ignore_errors=True)
            (root / COPIES).unlink(missing_ok=True)
        if not os.listdir(root):
            root.rmdir()
    return "removed"
