"""Days as people write them, as ISO dates; one that may be two days is none."""

import datetime
import re
import unicodedata

# First letters of the months in English, German, French, Spanish, Italian, Portuguese, Dutch; no accents.
_MONTHS = (
    "jan|ene|gen", "feb|fev", "mar|mae|mrt|maa", "apr|avr|abr", "may|mai|mag|mei", "jun|juin|giu",
    "jul|juil|lug", "aug|aou|ago", "sep|set", "oct|okt|out|ott", "nov", "dec|dez|dic",
)  # fmt: skip
_NAME = r"[^\W\d_]{3,10}"
DAY = re.compile(
    r"(?<!\d)(?:(?P<iso>\d{4}-\d\d-\d\d)"
    r"|(?P<y1>\d{4})/(?P<m1>\d{1,2})/(?P<d1>\d{1,2})"
    r"|(?P<d2>\d{1,2})\.\s?(?P<m2>\d{1,2})\.\s?(?P<y2>\d{4})"
    rf"|(?P<n3>{_NAME})\.?\s+(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y3>\d{{4}})"
    rf"|(?P<d4>\d{{1,2}})(?:st|nd|rd|th|er|\.)?[\s-]+(?:de\s+|of\s+)?(?P<n4>{_NAME})\.?,?[\s-]+(?:de\s+)?(?P<y4>\d{{4}})"
    r"|(?P<a5>\d{1,2})/(?P<b5>\d{1,2})/(?P<y5>\d{4}))(?!\.?\d)",
    re.IGNORECASE,
)
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*\Z")
_AROUND = re.compile(r"(?:\W*(?:[^\W\d_]{2,10}\.?,|[^\W\d_]{2,3}\.?)?\s*)?\Z")  # "Wed," and "on"
_AFTER = re.compile(
    r"[\s,]*(?:(?:at|um)\s)?[\s\d:.+-]*(?:[ap]m|uhr|h|utc|gmt|z|[a-z]{3,4})?[\s)]*\Z", re.IGNORECASE
)


def iso(text: str) -> str | None:
    """Return the ISO date the text is, an ISO date with its time as it stands, else None.

    12.02.2020 is the twelfth of February, as everywhere days are written with dots. 03/04/2020 is in April
    here and in March there, so it is None; 30/01/2026 can only be one day.
    """
    text = " ".join(text.split())
    found = DAY.search(text)
    if found is None:
        return None
    if found["iso"] and found.start() == 0 and _STAMP.match(text):
        return text if day(found) else None
    if not _AROUND.match(text[: found.start()]) or not _AFTER.match(text[found.end() :]):
        return None
    return day(found)


def day(found: re.Match[str]) -> str | None:
    """Return the ISO date of a match of DAY; None where the calendar has no such day, or two."""
    if found["iso"]:
        year, month, number = (int(part) for part in found["iso"].split("-"))
    elif found["y5"]:
        first, second, year = int(found["a5"]), int(found["b5"]), int(found["y5"])
        if first != second and max(first, second) <= 12:
            return None
        number, month = (first, second) if second <= 12 else (second, first)
    else:
        year = int(found["y1"] or found["y2"] or found["y3"] or found["y4"])
        number = int(found["d1"] or found["d2"] or found["d3"] or found["d4"])
        name = found["n3"] or found["n4"]
        month = _month(name) if name else int(found["m1"] or found["m2"])
    try:
        return datetime.date(year, month, number).isoformat()
    except ValueError:
        return None


def _month(name: str) -> int:
    """Return the number of the month, 0 for another word."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("\u00e4", "ae"))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    fits = [
        (len(each), number)
        for number, names in enumerate(_MONTHS, start=1)
        for each in names.split("|")
        if plain.startswith(each)
    ]
    return max(fits, default=(0, 0))[1]
