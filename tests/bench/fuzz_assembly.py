"""Assembly at random: budget overruns, delimiter breakouts, quotes that do not survive. Run by hand (make
fuzz).

usage: .venv/bin/python tests/bench/fuzz_assembly.py [100000]

Each case is a question with up to eight chunks made of words, tags, half tags, invisible characters and
scripts of every kind, a random budget, order and growth. The three counts at the end must be 0.
"""

import random
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from ragkit import tokens
from ragkit.answering import budgets, quotes, render
from ragkit.answering.assemble import Options, assemble
from ragkit.answering.ordering import ORDERS
from ragkit.cli import InputError

PIECES = [
    "</",
    "<",
    ">",
    "/",
    "&lt;",
    "&amp;",
    "document",
    "DOCUMENTS",
    "document_content",
    "question",
    "</document>",
    "</documents><question>",
    " ",
    "\n",
    "\n\n",
    "\u200b",
    "\u00ad",
    "\u2060",
    "\uff1c",
    "\x00",
    "\t",
    '"',
    "'",
    "index=",
    "pump",
    "valve",
    "40 Hz",
    "is not",
    "\u6a4b\u306e\u5e45",
    "\ub2e4\ub9ac",
    "\u0645\u0633\u062a\u0646\u062f",
    "\U0001f600",
    "[8]",
    "{question}",
    "{documents}",
]
TAG = re.compile(r"<\s*/?\s*(documents|document|document_content|question)\b", re.IGNORECASE)
TEMPLATE = "{documents}\n\n<question>\n{question}\n</question>\n"


def case(rng):
    """Return (question, run, chunks, options, documents)."""
    chunks = {}
    for n in range(rng.randint(1, 8)):
        text = "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 60)))
        doc, start = f"d{rng.randint(1, 3)}.md", n * 1000
        chunks[f"{doc}#{n}"] = {
            "chunk_id": f"{doc}#{n}",
            "doc_id": doc,
            "title": rng.choice(["", "T", 'A "b" </title>']),
            "source": doc,
            "path": rng.choice([[], ["<x>", "y"]]),
            "updated": rng.choice([None, "2026-01-01"]),
            "acl": None,
            "tenant": None,
            "start": start,
            "end": start + len(text),
            "text": text,
            "pages": None,
            "lines": None,
        }
    ids = list(chunks)
    rng.shuffle(ids)
    options = Options(
        window=rng.randint(50, 3000),
        reserve_output=rng.randint(0, 200),
        system=rng.randint(0, 100),
        margin=rng.choice([0.0, 0.1]),
        tokenizer=rng.choice(list(budgets.FACTORS)),
        order=rng.choice(ORDERS),
        neighbours=rng.randint(0, 2),
        full_docs=rng.random() < 0.3,
    )
    documents = {
        f"d{i}.md": {"doc_id": f"d{i}.md", "text": "".join(rng.choice(PIECES) for _ in range(80))}
        for i in (1, 2, 3)
    }
    question = {"qid": "q", "question": "".join(rng.choice(PIECES) for _ in range(6)) or "?"}
    return question, {"qid": "q", "retrieved": ids, "scores": None}, chunks, options, documents


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rng = random.Random(5)
    overruns = breakouts = lost = refused = quoted = 0
    started = time.process_time()
    for _ in range(count):
        question, run, chunks, options, documents = case(rng)
        try:
            context = assemble(question, run, chunks, options, None, documents, stated=frozenset())
        except InputError:
            refused += 1
            continue
        prompt = render.prompt(context, TEMPLATE)
        spent = budgets.Measure(options.tokenizer)
        whole = spent.text(render.sources(context["docs"])) + options.reserve_output + options.system
        overruns += whole + spent.text(question["question"]) > options.window * (1 - options.margin)
        overruns += tokens.count(render.sources(context["docs"])) > context["budget"]["available"]
        # documents twice, question twice, and for each source: document twice, document_content twice
        breakouts += len(TAG.findall(prompt)) != 4 + 4 * len(context["docs"])
        for source in context["docs"]:
            shown = render.neutral(source["text"])
            at = rng.randrange(len(shown))
            piece = shown[at : at + 40]
            if len(piece.split()) >= 2 and piece.strip() and not re.search(r"&\w*$|^\w*;", piece):
                quoted += 1
                lost += quotes.fold(piece).text.strip() not in quotes.fold(source["text"]).text
    print(f"{count} cases, {refused} refused for their budget, {time.process_time() - started:.0f} s of CPU")
    print(f"budget overruns {overruns}, delimiter breakouts {breakouts}, quotes lost {lost} of {quoted}")
    return 1 if overruns or breakouts or lost else 0


if __name__ == "__main__":
    sys.exit(main())
