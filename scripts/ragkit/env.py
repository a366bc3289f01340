"""Find the packages a script needs: here, in the skill's own environment, or by the command that makes it."""

import hashlib
import importlib.util
import os
import shlex
import sys
from pathlib import Path

from ragkit.cli import IncompleteError

SKILL = Path(__file__).resolve().parents[2]
MARKER = "RAG_PIPELINES_REEXEC"


def need(*modules: str, extra: str | None = None) -> None:
    """Return if every module can be imported; else re-execute this script, once, in the skill's environment.

    modules  import names, e.g. "numpy", "markdown_it"
    extra    the `install.sh --with` name that brings them, when they are not in requirements.txt
    errors   IncompleteError (exit 3) with the one command that makes the environment
    """
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if not missing:
        return
    python = home() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if python.exists() and MARKER not in os.environ:
        os.environ[MARKER] = str(python)
        sys.stdout.flush()
        os.execv(python, [str(python), *sys.argv])  # noqa: S606  no shell is what we want
    wanted = f" --with {extra}" if extra else ""
    command = f"sh {shlex.quote(str(SKILL / 'install.sh'))} --deps-only{wanted}"
    raise IncompleteError(f"missing: {', '.join(missing)}; run: {command}")


def home() -> Path:
    """Return the environment's folder: outside the skill, named by the hash of what it must hold."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    root = os.environ.get("RAG_PIPELINES_HOME") or str(Path(data) / "rag-pipelines")
    digest = hashlib.sha256((SKILL / "requirements.txt").read_bytes()).hexdigest()[:12]
    return Path(root) / f"venv-{digest}-py{sys.version_info[0]}.{sys.version_info[1]}"
