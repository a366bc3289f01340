"""Whether a measure is another one in a unit of another system, rounded: 66 pounds, 30 kg; 400 F, 205 C."""

from fractions import Fraction

from ragkit.answering.quantities import Quantity

TO_CELSIUS = {
    "celsius": (Fraction(1), Fraction(0)),
    "fahrenheit": (Fraction(5, 9), Fraction(-160, 9)),
    "kelvin": (Fraction(1), Fraction("-273.15")),
}
MOST = Fraction(1, 10)  # of the amount, however round it is: taste
ROUGH = Fraction(1, 20)  # as agreement allows "about"


def same(a: Quantity, b: Quantity) -> bool:
    """Return whether either amount, converted, is the other one to its last written digit."""
    if {a.dimension, b.dimension} <= set(TO_CELSIUS) and a.dimension != b.dimension:
        return any(
            _near(_degrees(x, a, b), y, b) or _near(_degrees(y, b, a), x, a)
            for x in a.values
            for y in b.values
        )
    if not a.dimension or a.dimension != b.dimension or _decimal(a.factor / b.factor):
        return False
    there, back = a.factor / b.factor, b.factor / a.factor
    return any(_near(x * there, y, b) or _near(y * back, x, a) for x in a.values for y in b.values)


def _degrees(value: Fraction, one: Quantity, other: Quantity) -> Fraction:
    slope, offset = TO_CELSIUS[one.dimension]
    back, shift = TO_CELSIUS[other.dimension]
    return (value * slope + offset - shift) / back


def _near(exact: Fraction, written: Fraction, quantity: Quantity) -> bool:
    share = ROUGH if quantity.relation == "about" else Fraction(0)
    step = max(step_of(written) / 2, abs(exact) * share)
    return abs(exact - written) <= min(step, abs(exact) * MOST)


def step_of(value: Fraction) -> Fraction:
    """Return the place of the last digit that is not 0: 10 for 400, 1/10 for 7.4.

    Of a round number only one 0 is taken for rounding: 400 may be 401, and is not 440.
    """
    step = Fraction(1)
    while (value / step).denominator != 1 and step > Fraction(1, 10**6):
        step /= 10
    return Fraction(10) if step == 1 and value % 10 == 0 and abs(value) >= 100 else step


def _decimal(ratio: Fraction) -> bool:
    """Return whether units differ as hours and minutes do, or metres and kilometres: nothing is rounded."""
    for number in (ratio.numerator, ratio.denominator):
        for prime in (2, 3, 5, 7):
            while number % prime == 0:
                number //= prime
        if number != 1:
            return False
    return True
