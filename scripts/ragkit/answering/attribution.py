"""Names that the source has, but not with what the sentence says of them: another one stands there.

"Osaka hosts the archive" against "Tokyo hosts the archive, Osaka the museum." The clause that says it must
open (or close) with another name, and the sentence's own name stand in a clause that says something else.
"""

import re
from difflib import SequenceMatcher

from ragkit.answering.alignment import WIDE, plain, stem, stems

CLAUSE = re.compile(
    r"[,;:.\u3001\u3002\uff0c\uff1b\n]\s*|\s(?:while|whereas|but|mentre|mientras|w\u00e4hrend|tandis\sque|enquanto)\s",
    re.IGNORECASE,
)
LIKEWISE = re.compile(
    r"\b(?:as|so|too|also|like|both|likewise|same|including|auch|ebenso|tambi\u00e9n|aussi|comme|como|anche|"
    r"tamb\u00e9m|wie|who|which|that|then)\b",
    re.IGNORECASE,
)
COPULA = re.compile(r"(?:\u3067\u3042\u308b|\u3067\u3057\u305f|\u3067\u3059|\u3060\u3063\u305f|\u3060)\Z")
KANA = re.compile(r"[\u3040-\u309f]*")
OPENING = 3  # words: an article, an adjective and the name


def other_owner(sentence: str, source: str, names: list[str], others: list[str]) -> tuple[str, str] | None:
    """Return (name, the name that stands in its place) when the source says it of another, else None.

    names   of the sentence; others, of the source
    """
    clauses = [clause for clause in CLAUSE.split(source) if clause and clause.strip()]
    own = {stem(plain(name)) for name in names}
    said = set(stems(sentence)) - own
    if len(said) < 1 or len(clauses) < 2:
        return None
    for name in names:
        saying = [clause for clause in clauses if said <= set(stems(clause))]
        if not saying or any(_holds(name, clause) for clause in saying):
            continue
        elsewhere = [clause for clause in clauses if _holds(name, clause) and not LIKEWISE.search(clause)]
        if not any(set(stems(clause)) - own for clause in elsewhere):
            continue
        words = _words(sentence)
        first = words.index(name) < len(words) / 2
        for clause in saying:
            near = _words(clause)[:OPENING] if first else _words(clause)[-OPENING:]
            fresh = [word for word in near if word in others and stem(plain(word)) not in said | own]
            instead = next(iter(fresh), "")
            if instead and not LIKEWISE.match(clause):
                return name, instead
    return None


def other_owner_unspaced(sentence: str, source: str) -> tuple[str, str] | None:
    """Return the same for scripts without capitals or spaces: one short run stands in place of another."""
    if not WIDE.search(sentence):
        return None
    mine = COPULA.sub("", sentence.strip(" .\u3002"))
    clauses = [clause for clause in CLAUSE.split(source) if clause and clause.strip()]
    for index, clause in enumerate(clauses):
        theirs = COPULA.sub("", clause.strip())
        ops = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
        runs = [op for op in ops if op[0] == "replace"]
        loose = "".join(
            mine[op[1] : op[2]] + theirs[op[3] : op[4]] for op in ops if op[0] in ("insert", "delete")
        )
        if len(runs) != 1 or not KANA.fullmatch(loose):
            continue
        _, i1, i2, j1, j2 = runs[0]
        run, instead = mine[i1:i2], theirs[j1:j2]
        kept = sum(op[2] - op[1] for op in ops if op[0] == "equal")
        rest = "".join(clauses[:index] + clauses[index + 1 :])
        name = 2 <= len(run) <= 8 and 2 <= len(instead) <= 8 and not re.search(r"\d", run + instead)
        if name and kept >= len(run) and run in rest and instead not in mine:
            return run, instead
    return None


def _holds(name: str, clause: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", clause) is not None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_](?:[\w'\u2019-]*\w)?", text)
