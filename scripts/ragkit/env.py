"""Find the packages a script needs: here, in the skill's own environment, or by the command that makes it."""

import hashlib
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from ragkit.cli import IncompleteError

SKILL = Path(__file__).resolve().parents[2]
COMPLETE = ".complete"  # the installer writes this file last, so a half-built environment is never used
MARKER = "RAG_PIPELINES_REEXEC"
REEXECUTED = os.environ.pop(MARKER, None) is not None  # popped, so that a child process does not inherit it

# Import names that are not their package's name.
PACKAGES = {
    "Stemmer": "PyStemmer",
    "calamine": "python-calamine",
    "markdown_it": "markdown-it-py",
    "pptx": "python-pptx",
    "python_calamine": "python-calamine",
    "qdrant_client": "qdrant-client",
    "rank_bm25": "rank-bm25",
    "yaml": "pyyaml",
}


def need(*modules: str, extra: str | None = None) -> None:
    """Return if every module is here and new enough; else re-execute this script in the skill's environment.

    Call it before reading stdin: the script starts again from its first line, once, with the same arguments.

    modules  top-level import names, e.g. "numpy", "markdown_it"
    extra    the `install.sh --with` name that brings them, when they are not in requirements.txt
    errors   IncompleteError (exit 3) with the one command that makes the environment
    """
    problems = [problem for module in modules if (problem := fault(module))]
    if not problems:
        return
    folder = environment()
    if ready(folder) and not inside() and not REEXECUTED and started_as_a_command():
        reexecute(python(folder))
    wanted = f" --with {extra}" if extra else ""
    command = f"sh {shlex.quote(str(SKILL / 'install.sh'))} --deps-only{wanted}"
    raise IncompleteError(f"{'; '.join(problems)}; run: {command}")


def fault(module: str) -> str:
    """Return why this interpreter cannot serve the module, absent or older than our bound; "" if it can."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:  # no origin: an empty folder that an uninstalled package left
        return f"the package {PACKAGES.get(module, module)} is missing"
    if inside():
        return ""  # pip has seen to the versions
    lines = [*requirement_lines(SKILL / "requirements.txt"), *(line for _, line in extra_lines(SKILL))]
    bound = lower_bounds(lines).get(canonical(PACKAGES.get(module, module)))
    if bound is None:
        return ""
    from importlib import metadata  # 30 ms that only a foreign interpreter pays

    try:
        version = metadata.version(PACKAGES.get(module, module))
    except metadata.PackageNotFoundError:
        return ""  # importable without metadata, e.g. vendored by a distribution: taken as it is
    return f"{module} {version} is older than {bound}" if release(version) < release(bound) else ""


def lower_bounds(lines: list[str]) -> dict[str, str]:
    """Return {canonical package name: oldest version that will do} of requirement lines."""
    pairs = (re.match(r"([\w.\-]+)(?:\[[^]]*\])?>=([\d.]+)", line) for line in lines)
    return {canonical(pair[1]): pair[2] for pair in pairs if pair}


def requirement_lines(path: Path) -> list[str]:
    """Return a requirements file's lines without comments and blank lines."""
    lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def extra_lines(skill: Path) -> list[tuple[str, str]]:
    """Return (extra, requirement) pairs in the order of requirements-extras.txt."""
    pairs = (line.split(None, 1) for line in requirement_lines(skill / "requirements-extras.txt"))
    return [(extra, requirement) for extra, requirement in pairs]


def canonical(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def release(version: str) -> list[int]:
    """Return the release numbers of a version, without trailing zeros: "1.26.0rc1" -> [1, 26]."""
    numbers = [int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", version)[0])]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers


def root() -> Path:
    """Return the folder of what the skill makes for itself: RAG_PIPELINES_HOME, else in the data folder."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    folder = Path(os.environ.get("RAG_PIPELINES_HOME") or Path(data) / "rag-pipelines")
    if not folder.is_absolute():
        raise IncompleteError(f"{folder}: no absolute path; set RAG_PIPELINES_HOME to a folder you can write")
    return folder


def environment(skill: Path = SKILL) -> Path:
    """Return the environment's folder, which lies outside the skill."""
    return root() / folder_name(skill)


def folder_name(skill: Path = SKILL) -> str:
    """Return the name of the environment's folder: the hash of what it must hold.

    The Python version is no part of it: any Python of 3.10 or newer may re-execute in any other.
    """
    lines = sorted(requirement_lines(skill / "requirements.txt"))
    return f"venv-{hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:12]}"


def python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ready(folder: Path) -> bool:
    """Return whether the environment was built to the end and its Python is still there."""
    return os.path.isfile(folder / COMPLETE) and os.path.isfile(python(folder))


def inside() -> bool:
    """Return whether this interpreter is the environment, wherever that lies: the home may be unknown."""
    return os.path.basename(sys.prefix) == folder_name() and os.path.isfile(
        os.path.join(sys.prefix, COMPLETE)
    )


def started_as_a_command() -> bool:
    """Return whether this process runs one of our scripts; a program that imports ragkit is not restarted."""
    return Path(sys.argv[0]).resolve().parent == SKILL / "scripts"


def reexecute(interpreter: Path) -> NoReturn:
    command = [str(interpreter), *sys.argv]
    # These two point at another Python's packages, which its compiled modules cannot share.
    environ = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    environ[MARKER] = "1"
    if os.name == "nt":  # execve there returns to the shell at once, while the new process is still writing
        raise SystemExit(subprocess.run(command, env=environ, check=False).returncode)
    os.execve(interpreter, command, environ)  # noqa: S606  no shell is what we want


def shipped(path: str) -> str:
    """Return the text of a file that ships with the skill, such as templates/prompts/answer.en.md."""
    return (SKILL / path).read_text(encoding="utf-8")
