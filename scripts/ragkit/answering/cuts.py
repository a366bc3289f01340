"""The part of a passage that a sentence speaks of: its clause, its cell, less what both sides deny alike.

Polarity is only compared where both sides speak of one thing. A passage often says two ("X is fixed, Y is
still open"), a table row many, and a denial in both ("photographs without flash") turns nothing.
"""

import re
from typing import NamedTuple

from ragkit.answering import cells
from ragkit.answering.alignment import stems

CLAUSE = re.compile(r"[,;]\s")
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
YES_NO = dict.fromkeys(("yes", "ja", "oui", "s\u00ed", "si", "sim", "\u2713", "\u2714", "\u2705", "y"), True)
YES_NO |= dict.fromkeys(
    ("no", "nein", "non", "n\u00e3o", "\u2717", "\u2718", "\u274c", "n", "-", "\u2013"), False
)
# "must not exceed" sets a limit; it denies only what says "exceed" as well.
LIMIT = re.compile(
    r"\b(?:(?:may|must|can|shall|should|will|do|does)\s?not|cannot|never)\s(?P<en>exceed|surpass)\b"
    r"|\b(?:darf|d\u00fcrfen|soll|sollen)\b.{0,60}?\bnicht\s(?P<de>\u00fcberschreiten|\u00fcbersteigen)\b"
    r"|\b(?:no|n\u00e3o)\s(?:puede|debe|pode|deve|podr\u00e1n?|pueden|deben|podem|devem)?\s?(?P<es>exceder|superar)\b"
    r"|\bne\s(?:doi(?:t|vent)|peu(?:t|vent))\spas\s(?P<fr>d\u00e9passer|exc\u00e9der)\b"
    r"|\bnon\s(?:deve|devono|pu\u00f2|possono)\s(?P<it>superare|eccedere)\b",
    re.IGNORECASE,
)


def clause(sentence: str, passage: str) -> str:
    """Return the clause of the passage that holds every figure of the sentence, when only one does and it
    has half of the words that the passage shares; else the passage."""
    figures = set(FIGURE.findall(sentence))
    parts = CLAUSE.split(passage)
    if not figures or len(parts) < 2:
        return passage
    holding = [part for part in parts if figures <= set(FIGURE.findall(part))]
    if len(holding) != 1:
        return passage
    said = set(stems(sentence))
    own, every = said & set(stems(holding[0])), said & set(stems(passage))
    return holding[0] if 2 * len(own) >= len(every) and len(own) >= 2 else passage


class Answer(NamedTuple):
    affirms: bool
    text: str  # "SSO: no"


def answers(passage: str) -> bool:
    """Return whether a passage is a table's row with a "yes" or "no" in it."""
    return passage.lstrip().startswith("|") and any(
        part.strip().lower() in YES_NO for part in passage.split("|")
    )


def row(sentence: str, source: str) -> Answer | None:
    """Return the "yes" or "no" of the row and column that the sentence names by first cell and header; None
    when it names none, or rows that differ."""
    said = set(stems(sentence))
    found = {
        Answer(YES_NO[cell.text.lower()], f"{grid.header[cell.column]}: {cell.text}")
        for grid in cells.tables(source)
        for line in grid.rows
        if line and _named(line[0].text, said)
        for cell in line[1:]
        if cell.text.lower() in YES_NO and cell.column < len(grid.header)
        if _named(grid.header[cell.column], said)
    }
    return found.pop() if len(found) == 1 else None


def _named(text: str, said: set[str]) -> bool:
    return bool(stems(text)) and set(stems(text)) <= said


def without_shared(one: str, other: str, negation: re.Pattern[str]) -> tuple[str, str]:
    """Return both texts without a denial and its next word that stand in both: "without flash"."""

    def pairs(text: str) -> dict[tuple[str, ...], str]:
        found: dict[tuple[str, ...], str] = {}
        for match in negation.finditer(text):
            word = re.match(r"\s([^\W\d_]+)", text[match.end() :])
            if word and stems(word.group(1)):
                found[stems(word.group(1))] = match.group() + word.group()
        return found

    mine, theirs = pairs(one), pairs(other)
    for key in set(mine) & set(theirs):
        one, other = one.replace(mine[key], " "), other.replace(theirs[key], " ")
    return one, other


def limited(one: str, other: str) -> tuple[str, str]:
    """Return both texts, a limit of one ("may not exceed") taken out when the other does not say its verb."""
    out = []
    for text, against in ((one, other), (other, one)):
        match = LIMIT.search(text)
        verb = next((group for group in match.groups() if group), "") if match else ""
        lost = match is not None and not set(stems(verb)) & set(stems(against))
        out.append(LIMIT.sub(" ", text) if lost else text)
    return out[0], out[1]
