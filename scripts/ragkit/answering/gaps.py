"""Which clauses of an answer say that the sources do not say, and which say something.

A clause is a "gap" (the sources are silent, the writer did not find it), "about" (what the sources are about,
what was searched, an apology, a suggestion: nothing the user asked for) or "content".
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ragkit.answering import phrases, polarity
from ragkit.answering.wordlists import either, keyed, load

CITED = re.compile(
    r"[\[\u3010\uff3b]{1,2}\^?\s*(?:[^\W\d_]{0,10}\s?)?\d"
    r"[^\[\]\u3010\u3011]{0,40}[\]\u3011\uff3d]{1,2}|\[[^\s\[\]]+#[\w.:-]+\]"
)
QUOTED = re.compile(
    r"\u201c[^\u201c\u201d]*\u201d|\u201e[^\u201e\u201c\u201d]*[\u201c\u201d]|"
    r"\u00ab[^\u00ab\u00bb]*\u00bb|\u300c[^\u300c\u300d]*\u300d|\u300e[^\u300e\u300f]*\u300f|"
    r"\"[^\"\n]*\"|`[^`\n]*`"
)
CUT = re.compile(
    r"[;\uff1b\u061b]\s*|\s[\u2014\u2013]\s|\u2014|(?<=[\]\u3011])\s*[,\uff0c\u3001\u060c](?!\s"
    r"*[\[\u3010])\s*"
    r"|[,\uff0c\u060c]\s*(?=(?:but|however|though|although|yet|while|whereas|pero|aunque|mas|mais|"
    r"cependant|toutefois|aber|jedoch|doch|"
    r"por\u00e9m|mas|contudo|ma|per\u00f2|tuttavia|maar|\u043d\u043e|"
    r"\u043e\u0434\u043d\u0430\u043a\u043e|\u4f46|\u4e0d\u8fc7|\u7136\u800c|\u53ef\u662f|\u81f3\u4e8e|"
    r"\u8a71\u3057|\u305f\u3060\u3057|\u0648?\u0644\u0643\u0646|\u0648(?:\u0644\u0627|\u0644\u0645|\u0644\u064a\u0633))\b)"
    r"|[,\uff0c]?\s+(?=(?:but|pero|mais|aber|jedoch|mas|ma|maar)\s)|(?:(?<=\u3067\u3059)|(?<=\u307e\u3059)|(?<=\u3060)|(?<=\]))\u304c\u3001|(?<=\uc9c0\ub9cc)\s|(?<=[\u4e00-\u9fff])\uff0c(?=\u4f46|\u4e0d\u8fc7|\u7136\u800c|"
    r"\u53ef\u662f|\u81f3\u4e8e|\u5173\u4e8e)"
)
# "but ... them": the contrast names again what the clause before it did not find. In the Romance languages a
# pronoun is told from an article by the one word after it, the verb, that ends the clause.
_END = r"\s*(?:[\[\u3010.,;]|\Z)"
_CLITIC = r"(?<!\bpara\s)(?<!\bde\s)(?<!\ba\s)(?<!\bcon\s)(?<!\bpor\s)(?<!\bper\s)(?<!\bpour\s)(?<!\bde\s)"
FILLS = re.compile(
    rf"^\W*(?:but\b.*\b(?:it|them|those|so)(?:\s(?:in|on|at|from|for)\s.*)?{_END}|"
    rf"(?:pero|mais|ma|mas)\b.*\s{_CLITIC}(?P<clitic>l[oaei]s?)\s\w+{_END}|(?:mais|ma)\b.*\sl['\u2019]\w+{_END}|"
    rf"mas\b.*-[oa]s?{_END}|(?:aber|jedoch)\b.*\b(?:sie|es|ihn)(?:\s\w+)?{_END}|maar\b.*\b(?:ze|het)(?:\s\w+)?{_END}|"
    rf"\u0644\u0643\u0646.*\S(?:\u0647\u0627|\u0647\u0645|\u0647){_END}|\u043d\u043e\b.*\b(?:\u0438\u0445|\u0435\u0433\u043e)\b)",
    re.IGNORECASE | re.DOTALL,
)
CONDITION = re.compile(
    r"^(?:if|when|where|unless|whenever|wenn|falls|sofern|si|cuando|quand|lorsque|se|quando|caso|als|indien|wanneer|"
    r"\u0435\u0441\u043b\u0438|\u043a\u043e\u0433\u0434\u0430|\u0625\u0630\u0627|\u0639\u0646\u062f|\u5982\u679c|\u82e5|\u5f53)(?!\w)|"
    r"[\u4e00-\u9fff]\u65f6|\u5834\u5408|[\uac00-\ud7af]\uba74\s"
)
BODY = re.compile(
    "\u6b63\u6587|\u672c\u6587|\u672c\u5247|\u672c\u898f|\ubcf8\ubb38"
)  # the body of a text, as against its annexes
COLON = re.compile(r"[:\uff1a]\s+|\uff1a")
OTHER_SCRIPT = re.compile(r"[\u0400-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
WIDE = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class Language(NamedTuple):
    latin: bool
    cue: re.Pattern[str]
    source: re.Pattern[str]
    gap: re.Pattern[str]
    own: re.Pattern[str]
    loose: re.Pattern[str]
    never: re.Pattern[str]
    about: re.Pattern[str]
    searched: re.Pattern[str]
    advice: re.Pattern[str]


@lru_cache(maxsize=1)
def _languages() -> list[Language]:
    return [_language(entries) for entries in load("gaps").values()]


def _language(entries: list[str]) -> Language:
    """Return the patterns of one language, {S}, {SAY} and {SAID} filled in."""
    listed: dict[str, list[str]] = {}
    for key, pattern in keyed(entries):
        listed.setdefault(key, []).append(pattern)
    source = "".join(listed["source"])
    edge = r"\b" if source.isascii() else ""  # unspaced scripts have no word edges
    parts = {
        "{SAY}": "".join(listed.get("say", [])),
        "{SAID}": "".join(listed.get("said", [])),
        "{S}": edge + source,
    }

    def compiled(field: str) -> re.Pattern[str]:
        pattern = either(listed.get(field, [])) or r"(?!)"
        for name, value in parts.items():
            pattern = pattern.replace(name, value)
        return re.compile(pattern)

    return Language(not OTHER_SCRIPT.search(source), *(compiled(field) for field in Language._fields[1:]))


def is_gap(sentence: str) -> bool:
    """Return whether a sentence says that the sources do not say, and nothing else of substance."""
    if not _cued(sentence.lower()):
        return False
    pieces = list(_pieces(sentence))
    return any(_matches(piece) for piece in pieces) and "content" not in map(kind_of, pieces)


def clauses(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, clause) for each clause of one sentence; kinds: gap, about, content, or "" for a scrap."""
    for piece in _pieces(sentence):
        yield kind_of(piece), piece


def said(sentence: str) -> list[str]:
    """Return the kinds of a sentence's clauses; a gap that its next clause fills is none.

    "The contract does not mention pets, but annex C bans them [4]" leaves nothing open.
    """
    found = [(kind, clause) for kind, clause in clauses(sentence) if kind]
    filled = {
        index
        for index, ((kind, clause), (after, following)) in enumerate(pairwise(found))
        if kind == "gap"
        and after == "content"
        and CITED.search(following)
        and not CITED.search(clause)
        and (_fills(clause, following) or BODY.search(clause))
    }
    return [kind for index, (kind, _) in enumerate(found) if index not in filled]


def _fills(clause: str, following: str) -> bool:
    """Return whether the contrast names again what the clause did not find.

    A clitic agrees with a noun of the clause.
    """
    match = FILLS.search(following)
    if not match:
        return False
    clitic = (match.group("clitic") or "").lower()
    ending = {"les": "s", "los": "s"}.get(clitic, clitic[1:])
    return any(word.lower().endswith(ending) for word in re.findall(r"\w+", clause)[2:])


def _cued(lower: str) -> list[Language]:
    """Return the languages in which the text may hold a gap."""
    return [words for words in _of_the_script(lower) if words.cue.search(lower)]


def _of_the_script(text: str) -> list[Language]:
    """Return the languages a text may be in; Latin script may stand in any text."""
    latin = text.isascii() or not OTHER_SCRIPT.search(text)
    return [words for words in _languages() if words.latin or not latin]


def _pieces(sentence: str) -> Iterator[str]:
    """Cut at semicolons, dashes, commas after a citation and before
    "but"; at a colon when a side is a gap."""
    for piece in CUT.split(QUOTED.sub(_blank, sentence)):
        halves = COLON.split(piece, maxsplit=1)
        if len(halves) == 2 and not piece.startswith("http") and _matches(halves[0]) != _matches(halves[1]):
            yield from halves
        else:
            yield piece


def _blank(match: re.Match[str]) -> str:
    return "\u201cQ\u201d" if len(match.group().split()) > 1 or WIDE.search(match.group()) else match.group()


def kind_of(clause: str) -> str:
    """Return gap, about, content, or "" when there is too little to tell."""
    bare, plain, cited = _read(clause)
    if _is_gap(bare, plain, cited):
        return "gap"
    alike = _of_the_script(plain)
    if any(_about(words, plain, cited) for words in alike) or phrases.is_about_the_answer(plain):
        return "about"
    return "content" if cited or _mass(plain) >= 3 else ""


def _read(clause: str) -> tuple[str, str, bool]:
    """Return the clause in lower case with even spaces, the same without citations, and whether it cites."""
    bare = " ".join(clause.lower().replace("\u2019", "'").split())
    plain = CITED.sub("", bare).strip(" .,!?\u3002\uff0c-*_\u060c")
    return bare, plain, CITED.search(clause) is not None


def _is_gap(bare: str, plain: str, cited: bool) -> bool:
    if cited and CONDITION.search(plain):
        return False  # "if the document does not contain a date, the import fails [2]"
    for words in _cued(bare):
        if words.never.search(bare):
            continue
        if words.searched.search(plain) and polarity.denies(bare[_last_citation(bare) :]):
            return True  # "I read [1] and [2], and the discount does not come up"
        if words.gap.search(plain) or words.own.search(plain) or (cited and words.gap.search(bare)):
            return True
        if not cited and words.loose.search(plain):
            return True
    return False


def _last_citation(text: str) -> int:
    return max((match.end() for match in CITED.finditer(text)), default=0)


def _matches(clause: str) -> bool:
    return _is_gap(*_read(clause))


def _about(words: Language, plain: str, cited: bool) -> bool:
    if words.searched.search(plain) or (not cited and words.advice.search(plain)):
        return True
    source = words.source.search(plain[:60])
    return source is not None and words.about.search(plain) is not None


def _mass(plain: str) -> float:
    """Return about how many words: three characters count as one where words are not spaced."""
    wide = len(WIDE.findall(plain))
    return len(re.findall(r"\w+", WIDE.sub(" ", plain))) + wide / 3
