"""Who can fill a worksheet without a person: `claude -p`, the Claude API, or an OpenAI-shaped server.

Each filler takes an item's prompt and schema and returns (output, usage), or raises UnfilledError: the item
then stays to be redone. Nothing here decides whether an output is any good; sheet.py does.
"""

import argparse
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from ragkit import cli
from ragkit.cli import InputError, plural
from ragkit.records import Record

# US dollars a million tokens, input and output, as listed in November 2026; --price overrides.
PRICES = {
    "claude-fable-5-2": (8.0, 40.0),
    "claude-opus-5-5": (4.0, 20.0),
    "claude-sonnet-5-5": (2.0, 10.0),
    "claude-haiku-5-5": (0.5, 2.5),
}
MOST_OUTPUT = {"answers": 2_000, "grades": 600, "context": 300, "transcribe": 8_000}


class UnfilledError(Exception):
    """The model gave nothing usable for one item; the message says why."""


class Usage(NamedTuple):
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    usd: float = 0.0  # as reported; 0 when it was not


class Filler(Protocol):
    def fill(self, item: Record, prompt: str, schema: Mapping[str, Any], most: int) -> tuple[Any, Usage]: ...


class Bound(NamedTuple):
    """What a run may cost at most."""

    items: int
    input: int
    output: int
    usd: float

    def __str__(self) -> str:
        return (
            f"{plural(self.items, 'item')}, at most {self.input:,} tokens in and {self.output:,} out: "
            f"${self.usd:.2f} at most"
        )


def price(model: str, given: str | None) -> tuple[float, float]:
    """Return the price in and out; InputError for a model that is not listed and has none given."""
    if given:
        try:
            into, out = (cli.dollars(part) for part in given.split(","))
        except (ValueError, argparse.ArgumentTypeError) as err:
            raise InputError(f"--price is dollars a million tokens, in and out: 2,10; got {given!r}") from err
        return into, out
    if model not in PRICES:
        raise InputError(f"no price is known for {model!r}; give --price IN,OUT in dollars a million tokens")
    return PRICES[model]


def spent(usage: Usage, cost: tuple[float, float]) -> float:
    """Return what was paid, as reported, else by the price of the tokens; writing to a cache costs 1.25
    times, or 2 for an hour, which is taken, and reading a tenth (Anthropic's price list)."""
    into = usage.input + 2 * usage.cache_write + 0.1 * usage.cache_read
    return usage.usd or (into * cost[0] + usage.output * cost[1]) / 1e6


def bound(prompts: Mapping[str, int], most: int, cost: tuple[float, float]) -> Bound:
    """Return the most that filling these items can cost; prompts: item_id -> tokens."""
    into, out = sum(prompts.values()), most * len(prompts)
    return Bound(len(prompts), into, out, (into * cost[0] + out * cost[1]) / 1e6)
