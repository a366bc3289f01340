"""Identifiers in a text: codes, paths, files, flags, addresses; their kind, and where they stand."""

import re

from ragkit.answering.alignment import passages

IDENTIFIER = re.compile(
    r"`([^`\n]+)`|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w/])[/~](?:[\w.-]+/)*[\w.-]*\w"
    r"|\b(?=[\w./-]*[_./\d-])(?=[\w./-]*[A-Za-z])[A-Za-z_][\w-]*(?:[._/-][\w-]+)+\b"
    r"|\b[a-z]+[A-Z]\w*\b|\b[A-Z]{1,4}-?\d+\w*\b|\b[a-z]{2,8}\d{1,3}\b|--?[a-z][\w-]+"
)
CLAUSE = re.compile(r"[,;]\s|\n(?=\w[\w ]{0,30}:\s)")  # the fields of a record stand apart, too


def is_word(name: str) -> bool:  # "high-temperature" is no code
    return name.replace("-", "").isalpha() and not name.startswith("-")


def alike(name: str, other: str) -> bool:
    """Return whether two identifiers are files of one ending or codes of one series."""
    ending = re.search(r"\.[A-Za-z]{2,5}$", name)
    series = re.match(r"[A-Za-z]{1,5}-?(?=\d)", name)
    return bool(ending and other.endswith(ending.group())) or bool(
        series and re.match(rf"{re.escape(series.group())}\d", other)
    )


def shape(name: str) -> str:
    """Return the kind of identifier: file by its ending, snake_case,
    flag, code with digits, dotted, other."""
    if "@" in name:
        return "address"
    if ending := re.search(r"\.[A-Za-z]{1,5}$", name):
        return ending.group().lower()
    if name.startswith("-"):
        return "flag"
    return next(
        (kind for kind, mark in (("snake", "_"), ("dotted", "."), ("code", "-")) if mark in name), "other"
    )


def stands(name: str, source: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-]|\.\w)", source, re.IGNORECASE) is not None


def other_place(name: str, sentence: str, source: str, others: list[str]) -> str:
    """Return the identifier that has, in the source, the number which the sentence gives to `name`."""
    numbers = set(re.findall(r"(?<![\w.])\d[\d.,]*\b", sentence.replace(name, " ")))
    whole = passages(source)
    clauses = [clause for passage in whole for clause in CLAUSE.split(passage)]
    for number in numbers:
        stands = re.compile(rf"(?<![\w.]){re.escape(number)}\b")
        held = [clause for clause in clauses if stands.search(clause)]
        other = next((o for o in others if any(o in clause for clause in held)), "")
        if other and not any(name in passage for passage in whole if stands.search(passage)):
            return other
    return ""
