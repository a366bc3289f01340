"""When two quantities say the same: of one dimension, in whatever unit, within what their words allow."""

import re
from collections.abc import Sequence
from fractions import Fraction

from ragkit.answering import conversion
from ragkit.answering import quantity_words as words
from ragkit.answering.quantities import Quantity

ROUGH = Fraction(1, 20)  # "about 60" may stand for 57 to 63: taste
BEYOND = re.compile(
    r"[^.\n]{0,40}?[;,]\s(?:[^\W\d_]+\s){0,2}(?:larger|bigger|heavier|older|longer|above\sthat|over\sthat|beyond|others?|"
    r"smaller|younger|shorter|below\sthat|plus\s(?:grand|lourd|\u00e2g\u00e9|long)\w*|au-del\u00e0|au-dessus|"
    r"plus\s(?:petit|l\u00e9ger|jeune|court)\w*|gr\u00f6\u00dfere?|schwerere?|\u00e4ltere?|l\u00e4ngere?|dar\u00fcber|darunter|"
    r"kleinere?|j\u00fcngere?|k\u00fcrzere?|(?:m\u00e1s\s)?(?:mayor|grande|largo)(?:es|s)?|los\sdem\u00e1s|"
    r"pi\u00f9\s(?:grand|pesant|lung)\w+|wi\u0119ksz\w+|starsz\w+|d\u0142u\u017csz\w+|powy\u017cej)\b",
    re.IGNORECASE,
)
LIMIT = Fraction(1, 10)  # "at least 1,000" may stand for up to 1,100: taste


def equal(a: Quantity, b: Quantity) -> bool:
    if a.per and b.per and a.per != b.per:
        return False
    if a.dimension and b.dimension:
        if conversion.same(a, b):
            return True
        if a.dimension != b.dimension and not ("cent" in (a.dimension, b.dimension) and _money(a, b)):
            return False
        pairs = [(x * a.factor, y * b.factor) for x in a.values for y in b.values]
        return any(x == y or _rounded(x, y) for x, y in pairs) or rough(a, b)
    shares = {a.dimension, b.dimension} == {"", "percent"}  # 0.25 and a quarter
    return bool(set(a.values) & set(b.values)) or rough(a, b) or (shares and _share(a, b))


def _money(a: Quantity, b: Quantity) -> bool:
    return {a.dimension, b.dimension} <= {"cent", *words.CURRENCIES}


def _share(a: Quantity, b: Quantity) -> bool:
    return any(0 < x < 1 and x * 100 == y for p, q in ((a, b), (b, a)) for x in p.values for y in q.values)


def _rounded(x: Fraction, y: Fraction) -> bool:
    """Return whether one is a share without an end, such as a third,
    and the other that share to a whole percent."""
    endless = x.denominator % 3 == 0 or y.denominator % 3 == 0
    return endless and abs(x - y) <= Fraction(1, 2)


def rough(a: Quantity, b: Quantity) -> bool:
    if "about" not in (a.relation, b.relation):
        return False
    return any(
        abs(x * a.factor - y * b.factor) <= abs(y * b.factor) * ROUGH for x in a.values for y in b.values
    )


def clash(a: Quantity, b: Quantity) -> bool:
    if a.per and b.per and a.per != b.per:
        return True
    return bool(a.dimension and b.dimension) and (a.dimension, a.factor) != (b.dimension, b.factor)


def relation_fault(quantity: Quantity, equals: list[Quantity]) -> str:
    """Return number_mismatch when "more than 5" meets "less than 5" only."""
    opposite = {
        "more": ("less", "most"),
        "less": ("more", "least"),
        "least": ("less", "most"),
        "most": ("more", "least"),
    }
    against = opposite.get(quantity.relation, ())
    return "number_mismatch" if equals and all(other.relation in against for other in equals) else ""


def other_side(a: Quantity, b: Quantity) -> bool:
    """Return whether "less than 25" and "25 or more" divide at one number."""
    sides = {("less", "least"), ("least", "less"), ("more", "most"), ("most", "more")}
    return (a.relation, b.relation) in sides and equal(a, b)


def beyond(quantity: Quantity, source: str, given: Sequence[Quantity]) -> bool:
    """Return whether the source goes on behind a limit with what lies on its other side: "under 6 kg: 7;
    larger ones: 20" for "over 6 kg"."""
    return any(
        relation_fault(quantity, [other]) and BEYOND.match(source, other.end)
        for other in given
        if equal(quantity, other)
    )


def bounded(quantity: Quantity, other: Quantity) -> bool:
    """Return whether "more than 1,000" is borne out by 1,034: within a factor of two on the right side.

    "At least" and "up to" name a limit more often than an estimate, and must be nearer.
    """
    if quantity.dimension and other.dimension and quantity.dimension != other.dimension:
        return False
    x, y = quantity.values[0] * quantity.factor, other.values[0] * other.factor
    if quantity.relation in ("more", "less"):
        return x <= y <= 2 * x if quantity.relation == "more" else x / 2 <= y <= x
    near = abs(x - y) <= LIMIT * x
    return near and ((quantity.relation == "least" and x <= y) or (quantity.relation == "most" and y <= x))
