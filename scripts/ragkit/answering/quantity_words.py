"""The words of quantities in ten languages, from
words/quantities.txt: numbers, units, months, comparisons."""

import re
from fractions import Fraction

from ragkit.answering.wordlists import either, keyed, load, words

_LISTS = load("quantities")
Unit = tuple[str, Fraction]  # dimension, factor to its base unit; "" is no unit


def _pairs(text: str) -> dict[str, int]:
    return {word: int(value) for word, _, value in (pair.partition("=") for pair in text.split())}


def _inverse(section: str) -> dict[str, str]:
    return {word: key for key, names in keyed(_LISTS[section]) for word in names.split()}


def _pattern(section: str, before: str = "", after: str = "") -> re.Pattern[str]:
    return re.compile(f"{before}(?:{either(_LISTS[section])}){after}", re.IGNORECASE)


BY_LANGUAGE: dict[str, dict[str, int]] = {}
for _language, _entry in keyed(_LISTS["numbers"]):
    BY_LANGUAGE.setdefault(_language, {}).update(_pairs(_entry))
BY_LANGUAGE["en"]["second"] = 2
NUMBERS = {word: value for known in reversed(BY_LANGUAGE.values()) for word, value in known.items()}
MARKERS = {language: frozenset(words_.split()) for language, words_ in keyed(_LISTS["markers"])}


def spoken(lower: str) -> dict[str, int]:
    """Return the number words of the language a text is in: "due" is two in Italian and nothing in English.

    Told by its commonest small words; a text without any, or with those of several, may be in each.
    """
    words_ = set(re.findall(r"[^\W\d_]+", lower))
    hits = {language: len(words_ & marks) for language, marks in MARKERS.items()}
    most = max(hits.values())
    chosen = [language for language, count in hits.items() if most and count == most] or list(BY_LANGUAGE)
    return {word: value for language in chosen for word, value in BY_LANGUAGE.get(language, {}).items()}


WEAK = frozenset(words(_LISTS["weak"]))
MAGNITUDES = {word: int(factor) for word, factor in _inverse("magnitudes").items()}
CJK_DIGITS = _pairs(" ".join(_LISTS["cjk digits"]))
KOREAN_DIGITS = _pairs(" ".join(_LISTS["korean counts"]))
FRACTIONS = {word: Fraction(value) for word, value in _inverse("fractions").items()}

UNITS: dict[str, Unit] = {}
for _key, _names in keyed(_LISTS["units"]):
    _dimension, _factor = _key.split()
    for _name in _names.split():
        UNITS.setdefault(_name, (_dimension, Fraction(_factor)))
EXACT_CASE: dict[str, Unit] = {}
for _key, _entry in keyed(_LISTS["exact case"]):
    _dimension, _factor = _entry.split()
    EXACT_CASE[_key] = (_dimension.strip("-"), Fraction(_factor))
CURRENCIES = frozenset(
    [
        "usd",
        "eur",
        "gbp",
        "chf",
        "inr",
        "krw",
        "jpy",
        "cny",
        "pln",
        "brl",
        "cad",
        "aud",
        "sek",
        "nok",
        "dkk",
        "czk",
    ]
)
# What stands before an amount: "$5", "R$ 5", "CHF 5"
PREFIXED_CURRENCY = re.compile(
    r"(?:(?<![A-Za-z])(?:R\$|EUR|USD|GBP|CHF|JPY|INR|PLN|CAD|AUD|SEK|NOK|DKK|CZK)[ \u00a0]?"
    r"|[$\u20ac\u00a3\u00a5\u20b9\u20a9][ \u00a0]?)\Z"
)
_RATES = keyed(_LISTS["bases"])
BASES = [
    (name, re.compile(either([pattern for other, pattern in _RATES if other == name]), re.IGNORECASE))
    for name in dict.fromkeys(name for name, _ in _RATES)
]

MONTHS = {name: number for number, line in enumerate(_LISTS["months"], start=1) for name in line.split()}
POINTS = _pattern("percentage points")
DAY_FIRST = _pattern("day first")
MONTH_FIRST = _pattern("month first")
TOGETHER = _pattern("together")
APART = _pattern("apart")
CHANGED = _pattern("changed")
FURTHER = _pattern("further")
AGAIN = _pattern("again")

_ARTICLE = r"(?:\s(?:the|an?|die|der|das|den|dem|eine?r?|la|el|los|las|le|les|une?|una?|il|lo|o|os|as?))?"
ABOUT = _pattern("about", after=_ARTICLE + r"\W{0,3}\Z")
MORE = _pattern("more", after=r"\s{0,2}\Z")
LESS = _pattern("less", after=r"\s{0,2}\Z")
LEAST = _pattern("least", after=r"\s{0,2}\Z")
MOST = _pattern("most", after=r"\s{0,2}\Z")
ABOUT_AFTER = _pattern("about after")
LEAST_AFTER = _pattern("least after")
MOST_AFTER = _pattern("most after")
