"""Find the skill's package, so that the programs run without PYTHONPATH: import this before `ragkit`."""

import importlib.util
import os
import sys
from pathlib import Path

PLACES = (".claude/skills/rag-pipelines", "~/.claude/skills/rag-pipelines")


def find() -> None:
    """Put the skill's scripts on the path: those of PYTHONPATH, of RAG_SKILL, of the skill at work, or where
    skills are installed.

    Exit 3 when there are none.
    """
    if importlib.util.find_spec("ragkit"):
        return
    named = os.environ.get("RAG_SKILL")
    for place in [named] if named else filter(None, [os.environ.get("CLAUDE_SKILL_DIR"), *PLACES]):
        scripts = Path(place).expanduser() / "scripts"
        if (scripts / "ragkit").is_dir():
            sys.path.insert(0, str(scripts.resolve()))
            return
    sys.stderr.write("the skill rag-pipelines is not installed here; set RAG_SKILL to its folder\n")
    sys.exit(3)


def enter() -> None:
    """Run this program in the skill's own environment when its packages are there and not here."""
    from ragkit import env

    here = all(importlib.util.find_spec(name) for name in ("numpy", "Stemmer", "markdown_it"))
    if here or "RAG_ENTERED" in os.environ or not env.ready(env.environment()):
        return
    environ = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    environ |= {"RAG_SKILL": str(env.SKILL), "RAG_ENTERED": "1"}
    interpreter = str(env.python(env.environment()))
    os.execve(interpreter, [interpreter, *sys.argv], environ)  # noqa: S606  no shell is what we want


find()
