"""Documents that say they hold from a day to come: what they state is not in force yet."""

import re
from datetime import date

from ragkit.answering import dates
from ragkit.records import Record

_BEFORE = re.compile(  # what stands before the day
    r"(?i)\b(?:appl(?:y|ies|icable)|effective|valid|binding|in force|in effect|takes? effect"
    r"|comes? into (?:force|effect)|enters? into force)"
    r"\s(?:only\s)?(?:from|as of|as from|on|starting|since|with effect from)\b"
    r"|\b(?:effective|valid from|effective date|in force from)\s*[:|]"
    r"|\bg(?:ilt|elten|\u00fcltig)\s(?:erst\s)?ab\b|\bg\u00fcltig ab\s*[:|]"
    r"|\btr(?:itt|eten)\sam\b(?=.{0,40}\bin kraft\b)"
    r"|\b(?:en vigueur|applicables?|valables?)\s(?:\u00e0 (?:partir|compter) du|d\u00e8s le|le)\b"
    r"|\b(?:vigentes?|en vigor|v\u00e1lid[oa]s?|se aplican?)\s(?:desde|a partir del?)\b"
    r"|\b(?:in vigore|valid[oiae]|si applica(?:no)?)\s(?:dal|a partire dal)\b"
    r"|\b(?:em vigor|v\u00e1lid[oa]s?|aplica-se)\s(?:desde|a partir de)\b"
    r"|\b(?:obowi\u0105zuj\w+|wa\u017cn\w+)\sod\b|\b(?:geldig|van kracht|geldt)\s(?:vanaf|per)\b"
)
_AFTER = re.compile(  # what stands after it
    r"\s?(?:\u304b\u3089|\u3088\u308a|\u4ee5\u964d)?(?:\u306b)?"
    r"(?:\u9069\u7528|\u65bd\u884c|\u6709\u52b9|\u767a\u52b9)"
    r"|\s?(?:\u8d77|\u5f00\u59cb)?(?:\u751f\u6548|\u65bd\u884c|\u6267\u884c)|\s?\ubd80\ud130\s?(?:\uc801\uc6a9|\uc2dc\ud589)"
)
_CJK_DAY = re.compile(r"20\d\d\s?[\u5e74\ub144]\s?\d{1,2}\s?[\u6708\uc6d4]\s?\d{1,2}\s?[\u65e5\uc77c]")
_REACH = 40  # characters between the words and the day


def holds_later(document: Record, today: date) -> str:
    """Return the passage in which a document names a day after today from which it holds, else "".

    A day whose order of day and month is open counts only when it is to come in both orders.
    """
    text = document["text"]
    places = [(match.start(), match.end() + _REACH) for match in _BEFORE.finditer(text)]
    for match in _CJK_DAY.finditer(text):
        if after := _AFTER.match(text, match.end()):
            places.append((match.start(), after.end()))
    for start, end in places:
        window = text[start:end]
        for stamp in dates.find(window)[:1]:
            if stamp.kind == "date" and all(_to_come(reading, today) for reading in stamp.readings):
                return " ".join(window[: max(stamp.end, len(window) - _REACH)].split())
    return ""


def _to_come(reading: tuple[object, ...], today: date) -> bool:
    year, month, day = reading
    if not isinstance(year, int):
        return False
    return (year, month or 1, day or 1) > (today.year, today.month, today.day)
