"""The word lists in words/*.txt: UTF-8, so that a speaker of a language can read and mend them.

A line `== name` begins a section, `#` a comment; every other line is an entry, stripped.
"""

from functools import lru_cache
from pathlib import Path

from ragkit import records


@lru_cache(maxsize=8)
def load(name: str) -> dict[str, list[str]]:
    """Return section -> entries of words/NAME.txt."""
    sections: dict[str, list[str]] = {}
    entries: list[str] = []
    for _, line in records.lines(str(Path(__file__).parent / "words" / f"{name}.txt")):
        if line.startswith("== "):
            entries = sections.setdefault(line[3:], [])
        elif not line.startswith("#"):
            entries.append(line)
    return sections


def keyed(entries: list[str]) -> list[tuple[str, str]]:
    """Return (key, value) for entries written `key: value`."""
    return [(key, value) for key, _, value in (entry.partition(": ") for entry in entries)]


def words(entries: list[str]) -> list[str]:
    """Return the words of entries that list several a line."""
    return [word for entry in entries for word in entry.split()]


def either(entries: list[str]) -> str:
    """Return one regular expression that matches any of the entries."""
    return "|".join(f"(?:{entry})" for entry in entries)
