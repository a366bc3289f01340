"""Prices that a sentence works out: two of these and one of those, three hours at so much for the first."""

from collections.abc import Sequence
from itertools import permutations

from ragkit.answering import quantity_words as words
from ragkit.answering.quantities import Quantity

MOST = 1000  # of a thing are priced


def counts(
    sentence: str, source: str, quantity: Quantity, own: Sequence[Quantity], given: Sequence[Quantity]
) -> list[Quantity]:
    """Return the counts of the sentence by which an amount of money follows from the source's prices, or [].

    A count is taken as it is: "three hours" of a sentence need not stand in the price list.
    """
    if quantity.dimension not in words.CURRENCIES:
        return []
    prices = list(dict.fromkeys(o.values[0] for o in given if o.dimension == quantity.dimension))[:10]
    wanted = quantity.values[0]
    numbers = [
        other
        for other in own
        if other is not quantity
        and other.dimension not in words.CURRENCIES
        and other.values[0].denominator == 1
        and 1 <= other.values[0] <= MOST
    ][:4]
    saved = words.APART.search(sentence) is not None
    further = words.FURTHER.search(source) is not None
    for one in numbers:
        n = one.values[0]
        if any(n * p == wanted for p in prices):
            return [one]
        if saved and any(abs(n * p - q) == wanted for p, q in permutations(prices, 2)):
            return [one]
        if any(
            n * p + q == wanted or (further and p + (n - 1) * q == wanted) for p, q in permutations(prices, 2)
        ):
            return [one]
    for one, two in permutations(numbers, 2):
        if any(one.values[0] * p + two.values[0] * q == wanted for p, q in permutations(prices, 2)):
            return [one, two]
    return []
