"""What in single documents would hurt: secrets, text for models, unreadable words, large tables."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ragkit import aimed, tokens
from ragkit.doctor.mechanism import LARGE_TABLE
from ragkit.indexing import analyse, languages
from ragkit.parsing import garble
from ragkit.records import Record

_CALLED = (  # what people call a secret, at the end of a name such as DB_PASSWORD
    r"password|passwd|pwd|passphrase|passcode|psk|pre-?shared key|shared key|secret|credential"
    r"|(?<!page_)(?<!next_)(?<!csrf_)(?<!page)token"
    r"|(?:api|access|auth|account|private|secret|license)[_ -]?key"
    r"|passwort|kennwort|mot de passe|contrase\u00f1a|clave de acceso|senha|palavra-passe"
    r"|wachtwoord|has\u0142o|parola d'ordine"
    r"|\u30d1\u30b9\u30ef\u30fc\u30c9|\u5bc6\u7801|\u5bc6\u78bc|\ube44\ubc00\ubc88\ud638"
)
_VALUE = r"(?=[^\s\"'`<>{}$]*\d)[^\s\"'`<>{}$]"
SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----"
    r"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"  # AWS access key
    r"|\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_\w{40,}"  # GitHub token
    r"|\bglpat-[\w-]{20,}"  # GitLab
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}"  # Slack token
    r"|\b[sr]k_live_\w{16,}"  # Stripe
    r"|\bAIza[\w-]{35}\b"  # Google
    r"|\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{16,}"  # JSON web token
    r"|\bsk-[A-Za-z0-9_-]{20,}"  # OpenAI and Anthropic keys
    r"|\b[a-z][a-z0-9+.-]*://[^\s/:@]+:(?=[^\s/@]*\d)[^\s/:@<>{}$]{6,}@"  # an address with a password
    r"|\bcurl\b[^\n]*\s(?:-u|--user)[ =]?[\"']?(?!\$)[^\s:\"'<{$]+:[^\s\"'<>{}$]{4,}"  # a request with one
    rf"|(?<![^\W_])(?i:{_CALLED})[\"'`]?\s*(?:[=:\uff1a]|=>|\u306f|\u662f)\s*[\"'`]?{_VALUE}{{8,}}"
    rf"|(?<![^\W_])(?i:{_CALLED})\s(?:is|was|now|ist|lautet|est|es|\u00e8|is nu|to|jest)(?:\sonly|\snow)?:?\s"
    rf"[\"'`]?(?=[^\s\"'`]*[^\W\d_]){_VALUE}{{6,}}"  # in a sentence: with letters, and so no count of days
)
_LONG = 30  # letters of one "word" that is a whole sentence, where a script has no spaces: taste
_UNCUT = 0.3  # share of a document's letters in such words from which search cannot work: taste
_SPOKEN = 0.06  # share of function words of one language in a text that says something: taste
_LEAST = 100  # letters; nothing is said of shorter texts: taste


class Table(NamedTuple):
    """A table too long to be read as text."""

    rows: int
    tokens: int  # of a Claude model


def secrets(document: Record) -> str:
    """Return where its text looks like a secret, such as "line 3 and 2 more"; "" for nowhere."""
    text, at, line = document["text"], 0, 1
    lines: list[int] = []
    for found in SECRETS.finditer(text):  # counted on from the one before: a log may hold thousands
        line += text.count("\n", at, found.start())
        at = found.start()
        if line not in lines[-1:]:
            lines.append(line)
    more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
    return f"line {lines[0]}{more}" if lines else ""


def instructs_a_model(document: Record) -> bool:
    """Return whether its text does, or what was hidden in it: a reader that shows it may come later."""
    hidden = (note["detail"] for note in document["warnings"] if note["code"] == "hidden_text")
    quoted = (said for detail in hidden for said in detail.partition(': "')[2][:-1].split(" / "))
    return aimed.at_a_model(document["text"]) or any(map(aimed.at_a_model, quoted))


def prose(document: Record) -> str:
    """Return the document's running text: no tables, no code."""
    text: str = document["text"]
    kinds = ("paragraph", "item", "quote", "message")
    return "\n".join(text[b[1] : b[2]] for b in document.get("blocks", []) if b[0] in kinds) or text


def unreadable(document: Record) -> str:
    """Return "glued_words" or "garbled_text" where the text itself shows it, "" for none.

    A PDF page that parsing has named already is not named again.
    """
    if any(warning["code"] == "garbled" for warning in document["warnings"]):
        return ""
    text = prose(document)
    found = garble.reasons(text)
    if any("glued" in reason for reason in found):
        return "glued_words"
    return "garbled_text" if found and not _speaks(text) else ""


def _speaks(text: str) -> bool:
    """Return whether a text has the function words of a language: exchanged letters make none.

    The letter pairs that garble.py knows are those of five languages; Polish has others.
    """
    words = [word for word in analyse.raw_words(text) if len(word) > 1]
    lang = languages.detect(words, least=5)
    if lang is None:
        return False
    return sum(word in languages.FUNCTION_WORDS[lang] for word in words) >= _SPOKEN * len(words)


def uncut(document: Record) -> bool:
    """Return whether search would take whole sentences for words: a script it does not know how to cut."""
    text = prose(document)
    if text.isascii():
        return False
    words = [word for word in analyse.raw_words(text) if not word.isascii()]
    letters = sum(map(len, words))
    whole = sum(len(word) for word in words if len(word) > _LONG and len(analyse.terms(word)) == 1)
    return letters >= _LEAST and whole > _UNCUT * letters


def tables(document: Record) -> Iterator[Table]:
    """Yield the tables of the document from mechanism.LARGE_TABLE tokens up."""
    text: str = document["text"]
    run: list[Sequence[int]] = []
    for block in [*document.get("blocks", []), ["end", 0, 0]]:
        if block[0] == "row":
            run.append(block[1:3])
            continue
        size = run[-1][1] - run[0][0] if run else 0
        if size > 2 * LARGE_TABLE:  # a token has a letter and a half at the least
            count = int(tokens.count(text[run[0][0] : run[-1][1]]) * tokens.CLAUDE_FACTOR)
            if count >= LARGE_TABLE:
                yield Table(len(run), count)
        run = []
