"""Quotes found again through extraction noise, and never found in place of an altered fact.

usage: python tests/bench/bench_locate.py DOCS [--quotes 60] [--altered 300] [--show 5]

DOCS is a folder of Markdown or text files. Each kind of noise is applied to a whole document, and a quote of
the clean document is looked for in it; it counts as found when the ranges read like the quote, letters and
digits compared. Each altered fact changes one thing inside the passage the quote comes from; found is wrong.
Beside ours: an exact search, and one that ignores white space.
"""

import argparse
import random
import re
import textwrap
import unicodedata
from collections import defaultdict
from html import unescape
from pathlib import Path

from ragkit.labels.locate import Lost, Page

LIGATURES = {"ffi": "\ufb03", "ffl": "\ufb04", "ff": "\ufb00", "fi": "\ufb01", "fl": "\ufb02"}


def ligatures(text, rng):
    return re.sub("ffi|ffl|ff|fi|fl", lambda match: LIGATURES[match[0]], text)


def curly(text, rng):
    text = text.replace("'", "\u2019").replace(" - ", " \u2013 ")
    return re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text)


def rewrapped(text, rng):
    return re.sub(r"(?<=\w) (?=\w)", lambda _: rng.choice([" ", " ", " ", "\n", "  \n"]), text)


def hyphenated(text, rng):
    def cut(match):
        at = len(match[0]) // 2
        return f"{match[0][:at]}-\n{match[0][at:]}" if rng.random() < 0.3 else match[0]

    return re.sub(r"(?<![\w`/.-])[a-z]{7,}(?![\w`/.-])", cut, text)


def soft_hyphens(text, rng):
    return re.sub(r"[a-z]{6,}", lambda match: match[0][:3] + "\u00ad" + match[0][3:], text)


def odd_spaces(text, rng):
    return re.sub(" ", lambda _: rng.choice([" ", "\u00a0", "\u2009", "  ", "\t"]), text)


def glued(text, rng):
    return re.sub(r"(?<=[a-z]) (?=[a-z])", lambda _: "" if rng.random() < 0.3 else " ", text)


def spread(text, rng):
    return re.sub(r"(?<=[a-z])(?=[a-z])", lambda _: " " if rng.random() < 0.05 else "", text)


def zero_width(text, rng):
    return re.sub(r"(?<=[a-z])(?=[a-z])", lambda _: rng.choice(["", "", "", "\u200b", "\ufeff"]), text)


def decomposed(text, rng):
    return unicodedata.normalize("NFD", text)


def full_width(text, rng):
    wide = lambda match: "".join(chr(ord(char) + 0xFEE0) for char in match[0])  # noqa: E731
    return re.sub(r"\b(?=[\w.]*\d)[\w.]+\b", wide, text)


def capitals(text, rng):
    return text.upper()


def page_break(text, rng):
    """A form feed with a running header and a page number at the space nearest to every 900th character."""
    out, number = [], 1
    while len(text) > 900:
        at = text.find(" ", 850)
        if at < 0:
            break
        number += 1
        out += [text[:at], f"\nManual of the product\n{number}\n\f"]
        text = text[at + 1 :]
    return "".join([*out, text])


def footer(text, rng):
    """A footer that says "Page n of m" alone on its line, every 900 characters, and no form feed."""
    return page_break(text, rng).replace("\nManual of the product\n", "\nPage ").replace("\n\f", " of 99\n")


def entities(text, rng):
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(" ", lambda _: "&nbsp;" if rng.random() < 0.1 else " ", text)


def marked(text, rng):
    def mark(match):
        sign = rng.choice(["**", "_", "`"])
        return f"{sign}{match[0]}{sign}" if rng.random() < 0.15 else match[0]

    return re.sub(r"(?<![\w`*_/.-])[A-Za-z]{3,}(?![\w`*_/.-])", mark, text)


def unmarked(text, rng):
    """Markdown rendered as plain text: no emphasis, code marks, link targets, table bars or heading marks."""
    text = re.sub(r"\[([^\]\n]*)\]\([^)\n]*\)", r"\1", text)
    text = re.sub(r"(?m)^#+ |^\s*[*-] |^> ?", "", text)
    return re.sub(r"[*`|]", "", text)


def quoted(text, rng):
    """Every paragraph in a block quote, wrapped at 40 characters."""
    out = []
    for part in re.sub(r"(?m)^> ?", "", text).split("\n\n"):
        prose = not re.match(r"\s*(?:[-*|#`<]|\d+[.)]|---)", part)
        out.append("\n".join(f"> {line}" for line in textwrap.wrap(part, 40)) if prose else part)
    return "\n\n".join(out)


NOISE = [
    ligatures, curly, rewrapped, hyphenated, soft_hyphens, odd_spaces, glued, spread, zero_width, decomposed,
    full_width, capitals, page_break, footer, entities, marked, unmarked, quoted,
]  # fmt: skip


def digits(quote, rng):
    return re.sub(r"\d", lambda match: str((int(match[0]) + rng.randint(1, 9)) % 10), quote, count=1)


def more_digits(quote, rng):
    return re.sub(r"\d+", lambda match: match[0] + rng.choice("0159"), quote, count=1)


def point(quote, rng):
    return re.sub(r"(\d)[.,:/-](\d)", r"\1\2", quote, count=1)


def new_point(quote, rng):
    return re.sub(r"(\d)(\d)", r"\1.\2", quote, count=1)


def minus(quote, rng):
    return re.sub(r"(?<![\w.,:/#-])(\d)", r"-\1", quote, count=1)


def negated(quote, rng):
    return re.sub(r"\b(is|are|can|must|should|will|may|does|do|has|have)\b", r"\1 not", quote, count=1)


def unnegated(quote, rng):
    return re.sub(r" \b(not|never|no)\b", "", quote, count=1)


def other_unit(quote, rng):
    swap = {
        "seconds": "minutes",
        "minutes": "hours",
        "hours": "days",
        "days": "weeks",
        "MB": "GB",
        "%": " points",
    }
    return re.sub("|".join(swap), lambda match: swap[match[0]], quote, count=1)


def other_word(quote, rng):
    swap = {
        "all": "some",
        "before": "after",
        "enabled": "disabled",
        "true": "false",
        "must": "may",
        "first": "last",
    }
    return re.sub(rf"\b({'|'.join(swap)})\b", lambda match: swap[match[0]], quote, count=1)


def compared(quote, rng):
    return re.sub(r"\b(\d+)\b", r"<\1", quote, count=1)


ALTERED = [
    digits, more_digits, point, new_point, minus, negated, unnegated, other_unit, other_word, compared,
]  # fmt: skip


def letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", unescape(text)).casefold())
    return "".join(char for char in plain if char.isalnum())


def quotes_of(texts, rng, count):
    """Return (document number, quote) pairs: sentences that stand once in their document, spread over all."""
    found = []
    for number, text in enumerate(texts):
        hidden = r"(?s)^---\n.*?\n---\n|```.*?```|<!--.*?-->|\]\([^)\n]*\)"
        prose = re.sub(hidden, lambda match: "|" * len(match[0]), text)
        bare = letters(text)
        for match in re.finditer(r"(?<=[\n.] )?[A-Z][^\n.!?]{35,200}[.!?](?=\s)", prose):
            if bare.count(letters(match[0])) == 1 and not re.search(r"[\[\]<>&|*_`\\#]", match[0]):
                found.append((number, match[0]))
    rng.shuffle(found)
    return found[:count]


def right(page: Page, quote: str) -> bool:
    found = page.locate(quote)
    if isinstance(found, Lost):
        return False
    read = letters("".join(page.text[start:end] for start, end in found))
    return letters(quote) in (read, letters(re.sub(r"[.!?]$", "", quote))) and read == letters(quote)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("docs", metavar="DOCS")
    parser.add_argument("--quotes", type=int, default=60)
    parser.add_argument("--altered", type=int, default=300)
    parser.add_argument("--show", type=int, default=0, help="print so many failures")
    args = parser.parse_args()
    rng = random.Random(20261130)
    paths = sorted(path for ext in ("md", "txt") for path in Path(args.docs).rglob(f"*.{ext}"))
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in paths]
    quotes = quotes_of(texts, rng, args.quotes)
    totals, failures = [0, 0, 0], []
    print(f"{len(quotes)} quotes from {len(paths)} documents; found by ours / exact / ignoring white space")
    for noise in NOISE:
        counts, pages = [0, 0, 0], {}
        for number, quote in quotes:
            if number not in pages:
                pages[number] = Page(noise(texts[number], random.Random(number)))
            page = pages[number]
            spaceless = re.sub(r"\s", "", quote) in re.sub(r"\s", "", page.text)
            for i, hit in enumerate((right(page, quote), quote in page.text, spaceless)):
                counts[i] += hit
            if not right(page, quote):
                failures.append((noise.__name__, quote, page.locate(quote)))
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        print(f"{noise.__name__:<14} {counts[0]:>4} / {counts[1]} / {counts[2]}")
    share = [f"{total / len(quotes) / len(NOISE):.3f}" for total in totals]
    print(f"{len(NOISE)} kinds: {' / '.join(share)}")
    pool = quotes_of(texts, random.Random(7), 2_000)
    accepted, made = [], defaultdict(int)
    for alter in ALTERED * (1 + 3 * args.altered // len(ALTERED)):
        for number, quote in pool:
            changed = alter(quote, rng)
            new = changed != quote and letters(changed) not in letters(texts[number].replace(quote, ""))
            if new and sum(made.values()) < args.altered and not made[alter, quote]:
                made[alter, quote] += 1
                page = Page(texts[number].replace(quote, changed))
                for wanted, where in ((quote, page), (changed, Page(texts[number]))):
                    if not isinstance(where.locate(wanted), Lost):
                        accepted.append((alter.__name__, wanted, changed))
                break
    kinds = len({alter for alter, _ in made})
    print(f"{sum(made.values())} altered facts of {kinds} kinds, both ways; accepted: {len(accepted)}")
    for failure in [*accepted, *failures][: args.show]:
        print(failure)


if __name__ == "__main__":
    main()
