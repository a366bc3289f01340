"""Who did a thing, and who is the only or largest one: a role given to another name of the source."""

import re
from collections.abc import Iterator

from ragkit.answering.alignment import passages, stems
from ragkit.answering.names import Swap

NAME = r"(?P<n>[^\W\d_a-z][\w'\u2019.-]*(?:\s(?:&\s)?[^\W\d_a-z][\w'\u2019.-]*){0,3})"
DONE = re.compile(  # "designed by the engineer Josiah Pell"
    rf"\b(?P<v>[^\W\d_]{{4,}})\s(?:by|par|por|da|przez|door)\s(?:(?:the|an?|el|la|le|los|l')\s)?(?:[^\W\d_A-Z]+\s){{0,2}}{NAME}"
)
FIRST = re.compile(  # "Ganymede is the largest moon"
    rf"\s*{NAME}\s(?:is|was|ist|war|es|fue|est|\u00e9tait|\u00e8|era|jest)\s(?:the|der|die|das|el|la|le|lo|il|l')\s?"
    r"(?P<v>only|sole|[a-z]{3,}est|einzige[rs]?|[a-z\u00e4\u00f6\u00fc]{4,}ste[rs]?|\u00fanic[oa]|seule?|unic[oa])\s(?P<o>[^\W\d_]{3,})"
)


def swapped(sentence: str, source: str) -> list[Swap]:
    """Return a name of the sentence in a role that the source gives to another, and that one."""
    return [*_done(sentence, source), *_first(sentence, source)][:1]


def _done(sentence: str, source: str) -> Iterator[Swap]:
    found = list(DONE.finditer(sentence))
    given = [(stems(match["v"]), match["n"]) for match in DONE.finditer(source)] if found else []
    for match in found:
        verb, mine = stems(match["v"]), _words(match["n"])
        others = [name for other, name in given if verb and other == verb]
        if not others or not mine <= _words(source) or any(mine & _words(name) for name in others):
            continue
        if all(_pair(passage, verb) for passage in passages(source) if _both(passage, verb, mine)):
            yield Swap(match["n"], others[0])


def _both(passage: str, verb: tuple[str, ...], name: set[str]) -> bool:
    return set(verb) <= set(stems(passage)) and bool(name & _words(passage))


def _pair(passage: str, verb: tuple[str, ...]) -> bool:
    return any(stems(match["v"]) == verb for match in DONE.finditer(passage))


def _first(sentence: str, source: str) -> Iterator[Swap]:
    """Yield "A is the only moon with ..." where the one passage that says this opens with another name."""
    mine = FIRST.match(sentence)
    if not mine or not _words(mine["n"]) <= _words(source):
        return
    wanted = set(stems(mine["v"])) | set(stems(mine["o"]))
    phrase = re.compile(rf"\b{re.escape(mine['v'])}\s{re.escape(mine['o'])}\b", re.IGNORECASE)
    saying = [passage.rstrip().rsplit("\n", 1)[-1] for passage in passages(source) if phrase.search(passage)]
    more = set(stems(sentence[mine.end() :])) - wanted
    if len(saying) != 1 or len(more & set(stems(saying[0]))) * 2 < len(more) or not more:
        return
    theirs = FIRST.match(saying[0])
    if theirs and not _words(theirs["n"]) & _words(sentence) and not _words(mine["n"]) & _words(saying[0]):
        yield Swap(mine["n"], theirs["n"])


def _words(text: str) -> set[str]:
    return {word.removesuffix("'s") for word in re.findall(r"[^\W\d_][\w'\u2019-]+", text)}
