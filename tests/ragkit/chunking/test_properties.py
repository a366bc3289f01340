"""The guarantees, on generated documents; tests/bench/fuzz_chunking.py runs `check` on many more."""

import random
import re

import pytest

from ragkit import tokens
from ragkit.chunking.chunk import STRATEGIES, Options, chunk_document, embedded_text
from ragkit.chunking.measure import measure
from ragkit.chunking.sentences import grapheme_break
from ragkit.parsing import decode
from ragkit.parsing import markdown as markdown_reader

WORDS = [
    "pump",
    "valve",
    "the",
    "of",
    "and",
    "30",
    "v2.1",
    "`code`",
    "**bold**",
    "[link](http://a.b)",
    "e.g.",
    "Dr.",
    "café",
    "naïve",
    "今天",
    "天气很好。",
    "यह।",
    "👩\u200d👦",
    "🇩🇪",
    "é",
    "<b>x</b>",
    "|",
    "#",
    "--",
    "1.",
    "$x$",
    "กำ",
    "end.",
    "stop!",
    "why?",
    "<|endoftext|>",
]


def prose(rng, most):
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, most)))


def fence(rng, indent=""):
    mark = rng.choice(["```", "~~~", "````"])
    lines = [mark + rng.choice(["", "python", ' js title="a.js"'])]
    lines += [
        rng.choice(["# not a heading", "", "    x = 1\t", "| a | b |", "- no item"])
        for _ in range(rng.randint(0, 9))
    ]
    return "\n".join(indent + line for line in [*lines, mark])


def table(rng):
    width = rng.randint(1, 4)
    rows = [
        " | ".join(rng.choice(WORDS).replace("|", "") or "x" for _ in range(width))
        for _ in range(rng.randint(1, 15))
    ]
    return "\n".join([f"| {rows[0]} |", "|" + "---|" * width, *(f"| {row} |" for row in rows[1:])])


def listing(rng):
    items = []
    for number in range(rng.randint(1, 6)):
        mark = rng.choice(["- ", f"{number + 1}. "])
        items.append(mark + prose(rng, 12))
        if rng.random() < 0.2:
            items.append("\n" + fence(rng, "   ") + "\n")
        if rng.random() < 0.3:
            items.append("   - " + prose(rng, 8))
    return "\n".join(items)


BLOCKS = [
    lambda rng: (
        "#" * rng.randint(1, 6) + " " + prose(rng, 4).replace("#", "") + rng.choice(["", " ##", " {#anchor}"])
    ),
    lambda rng: prose(rng, 4).replace("|", "").lstrip("#-1. ") + "x\n" + rng.choice(["====", "----"]),
    lambda rng: prose(rng, 60),
    lambda rng: prose(rng, 200).replace(" ", "") if rng.random() < 0.3 else prose(rng, 20),
    fence,
    table,
    listing,
    lambda rng: "> " + prose(rng, 20) + "\n>\n> " + prose(rng, 10),
    lambda rng: "<!--\n# hidden\n-->",
    lambda rng: "[ref]: http://a.b 'title'",
    lambda rng: "    indented = code\n\n    # more",
    lambda rng: "---",
    lambda rng: "Table 1. " + prose(rng, 5) + "\n\n" + table(rng),
]


def markdown(rng):
    """Return a random document; one in five has front matter, some end in the middle of something."""
    front = "---\ntitle: T\n# no heading\n---\n" if rng.random() < 0.2 else ""
    text = front + "".join(
        rng.choice(BLOCKS)(rng) + rng.choice(["\n\n", "\n\n", "\n\n\n", "\n"])
        for _ in range(rng.randint(0, 14))
    )
    return text[: rng.randint(0, len(text))] if rng.random() < 0.1 else text


def parsed(text):
    read = markdown_reader.read(decode.decode(text.encode("utf-8"))[0])
    return {"doc_id": "a.md", "text": read.text, "blocks": read.blocks, "title": read.title}


def options(rng, strategy="structure"):
    size = rng.choice([8, 20, 50, 120, 500])
    return Options(
        max_tokens=size,
        overlap=rng.choice([0, 0, size // 4]),
        reserve_note=rng.choice([0, 0, size // 5]),
        strategy=strategy,
        unit=rng.choice(["tokens", "tokens", "chars", "words"]),
        prefix=rng.random() < 0.8,
    )


def check(seed, strategy="structure"):
    """Assert every guarantee on the document of this seed."""
    rng = random.Random(seed)
    document = parsed(markdown(rng))
    chosen = options(rng, strategy)
    chunks = chunk_document(document, chosen)
    assert chunks == chunk_document(document, chosen)
    tile(document, chunks)
    fit(document, chunks, chosen)
    assert len({chunk["chunk_id"] for chunk in chunks}) == len(chunks)
    if strategy != "fixed":
        whole(document, chunks, chosen)


def tile(document, chunks):
    text, at = document["text"], 0
    for chunk in chunks:
        assert chunk["start"] == at < chunk["end"]
        at = chunk["end"]
        assert chunk["text"] == text[chunk.get("overlap_start", chunk["start"]) : at]
        assert chunk["text"].strip()
        assert grapheme_break(text, chunk["start"])
        assert grapheme_break(text, chunk.get("overlap_start", chunk["start"]))
        assert text.count("\n", 0, chunk["start"]) < chunk["lines"][0] <= chunk["lines"][1]
    assert at == len(text) if chunks else not text.strip()


def fit(document, chunks, chosen):
    length = measure(chosen.unit).length
    for chunk in chunks:
        size = length(embedded_text(chunk)) + chosen.reserve_note
        assert size <= chosen.max_tokens or chunk.get("oversize")
        exact = tokens.count(embedded_text(chunk))  # white space at borders inside may count twice
        assert exact - 1 <= chunk["tokens"] <= exact * 1.1 + 3
        if chunk.get("oversize"):  # an atom: it has no border at which it could be cut
            assert "overlap_start" not in chunk
            kinds = set(chunk["kinds"]) - {"heading"}
            assert kinds & {"fence", "row", "table_header"} or len(
                chunk["text"].split()
            ) <= 2 + heading_words(document, chunk)


def heading_words(document, chunk):
    heads = [b for b in document["blocks"] if b[0] == "heading" and chunk["start"] <= b[1] < chunk["end"]]
    return sum(len(document["text"][block[1] : block[2]].split()) for block in heads)


def whole(document, chunks, chosen):
    borders = {chunk["end"] for chunk in chunks[:-1]}
    blocks = document["blocks"]
    for block, following in zip(blocks, [*blocks[1:], None], strict=False):
        inside = any(block[1] < border < block[2] for border in borders)
        size = measure(chosen.unit).length(document["text"][block[1] : block[2]])
        if (
            block[0] in ("fence", "row", "table_header") and size <= 4 * chosen.max_tokens
        ):  # not an enormous one
            assert not inside
        if (
            block[0] == "heading"
            and following
            and any(block[2] <= border <= following[1] for border in borders)
        ):
            assert following[0] == "heading"
            assert following[3] < block[3]


@pytest.mark.parametrize("seed", range(300))
def test_a_generated_document_keeps_every_guarantee(seed):
    check(seed)


@pytest.mark.parametrize("strategy", STRATEGIES[1:])
def test_every_strategy_keeps_them_on_generated_documents(strategy):
    for seed in range(1000, 1040):
        check(seed, strategy)


def stack_paths(text):
    """Return (line, headings above it) from markdown-it's own tokens, for every line that is no heading."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    found = parser.parse(text)
    stack, at = [], {}
    for index, token in enumerate(found):
        if token.type == "heading_open" and token.level == 0:
            stack = [entry for entry in stack if entry[0] < int(token.tag[1])]
            stack.append((int(token.tag[1]), " ".join(found[index + 1].content.split())))
        elif token.map and token.level == 0 and token.type != "inline":
            for line in range(*token.map):
                at[line] = [name for _, name in stack]
    return at


@pytest.mark.parametrize("seed", range(2000, 2100))
def test_paths_are_the_heading_stack_of_markdown_it(seed):
    rng = random.Random(seed)
    text = re.sub(r"\A---\n.*?\n---\n", "", markdown(rng), flags=re.S).lstrip()
    if text.startswith(("---", "+++")):
        return
    above = stack_paths(text)
    document = parsed(text)
    for chunk in chunk_document(document, Options(max_tokens=60)):
        first, last = chunk["lines"]
        stacks = [above[line] for line in range(first - 1, last) if line in above]
        if stacks:
            shared = [names[0] for names in zip(*stacks, strict=False) if len(set(names)) == 1]
            same = next(
                (at for at, names in enumerate(zip(*stacks, strict=False)) if len(set(names)) > 1),
                len(shared),
            )
            assert chunk["path"] == stacks[0][:same][: min(map(len, stacks))]


@pytest.mark.parametrize("seed", range(3000, 3030))
def test_line_ends_and_a_byte_order_mark_change_nothing(seed):
    text = markdown(random.Random(seed)).replace("\r", "")
    expected = chunk_document(parsed(text), Options(max_tokens=60))
    for variant in (text.replace("\n", "\r\n"), "\ufeff" + text):
        found = chunk_document(parsed(variant), Options(max_tokens=60))
        assert [(c["chunk_id"], c["start"], c["end"]) for c in found] == [
            (c["chunk_id"], c["start"], c["end"]) for c in expected
        ]


@pytest.mark.parametrize("seed", range(4000, 4030))
def test_an_edit_in_one_section_changes_no_id_in_another(seed):
    rng = random.Random(seed)
    parts = [
        "# " + name + "\n\n" + "\n\n".join("x " + prose(rng, 80) for _ in range(4)) + "\n\n"
        for name in ("A", "B", "C")
    ]
    edited = [parts[0], parts[1] + "x " + prose(rng, 30) + "\n\n", parts[2]]
    before, after = (
        chunk_document(parsed("".join(each)), Options(max_tokens=100)) for each in (parts, edited)
    )

    def ids(chunks, section):
        return [
            re.sub(r"\.\d+$", "", chunk["chunk_id"]) for chunk in chunks if chunk["path"][:1] == [section]
        ]

    assert ids(before, "A") == ids(after, "A")
    assert ids(before, "C") == ids(after, "C")
