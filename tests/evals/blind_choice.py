"""Which of 31 skills does a reader choose for each trigger query, from the descriptions alone?

usage: PYTHONPATH=scripts python3 tests/evals/blind_choice.py sheet > SHEET.md
       PYTHONPATH=scripts python3 tests/evals/blind_choice.py score CHOICES.json

`run_evals.py choose` asks `claude -p`; this is the same trial for any reader, such as a fresh subagent that
has seen neither the queries nor the key. sheet prints the descriptions and the queries in a fixed shuffled
order; the reader writes a JSON object from query number to skill name or "none". score compares with
triggers.json. The last trial is kept in blind_choice.json, with the digest of the description shown:
another description wants a new trial.
exit: 0 done; 1 fewer than 55 of the 60 right; 2 bad call
"""

import hashlib
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

from ragkit import cli
from ragkit.evaluation.intervals import wilson

HERE = Path(__file__).resolve().parent
NAME = "rag-pipelines"
SEED, FLOOR = 7, 55


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("action", choices=["sheet", "score"])
    parser.add_argument("choices", nargs="?", metavar="CHOICES.json")
    args = parser.parse_args(argv)
    if args.action == "sheet":
        print(sheet())
        return cli.DONE
    if args.choices is None:
        raise cli.InputError("score: which file holds the choices? score CHOICES.json")
    chosen = json.loads(Path(args.choices).read_text(encoding="utf-8"))
    wrong = mistakes(chosen.get("choices", chosen))
    n = len(shuffled())
    right = n - len(wrong)
    low, high = wilson(right / n, n)
    print(f"{right} of {n} routed right [{low:.3f}, {high:.3f}] (description {digest()[:12]})")
    print("\n".join(wrong))
    return cli.DONE if right >= FLOOR else cli.FAILED


def sheet() -> str:
    """The trial as Markdown: every skill with its description, then every query, numbered from 1."""
    neighbours = json.loads((HERE / "neighbours.json").read_text(encoding="utf-8"))["neighbours"]
    skills = [(one["name"], one["description"]) for one in neighbours] + [(NAME, description())]
    random.Random(SEED).shuffle(skills)
    lines = [
        "For each request name the one skill you would load from its description, or none.",
        "",
        "# Skills",
        "",
    ]
    lines += [f"- **{name}**: {text}" for name, text in skills]
    lines += ["", "# Requests", ""]
    lines += [f"{number}. {query['query']}" for number, query in enumerate(shuffled(), 1)]
    return "\n".join(lines)


def mistakes(choices: dict[str, str]) -> list[str]:
    lines = ["For each request name the one skill you would load from its description, or none."]
    lines += ["", "# Skills", ""]
    lines = []
    for number, query in enumerate(shuffled(), 1):
        want = NAME if query["should_trigger"] else query["route_to"]
        got = choices.get(str(number))
        if got != want:
            lines.append(f"{query['id']}: {got}, should be {want}: {query['query']}")
    return lines


def shuffled() -> list[dict[str, Any]]:
    queries = json.loads((HERE / "triggers.json").read_text(encoding="utf-8"))["queries"]
    random.Random(SEED + 1).shuffle(queries)
    return list(queries)


def description() -> str:
    """The description in SKILL.md's front matter, on one line."""
    text = (HERE.parents[1] / "SKILL.md").read_text(encoding="utf-8")
    found = re.search(r"^description: >-\n((?:  .*\n)+)", text, re.M)
    assert found, "SKILL.md: the description is no longer a folded block"
    return " ".join(found.group(1).split())


def digest() -> str:
    return hashlib.sha256(description().encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(cli.run(main))
