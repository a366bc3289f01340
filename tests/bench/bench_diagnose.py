"""The waterfall on injected faults: how often the right stage, or interval of stages, is named.

usage: python tests/bench/bench_diagnose.py [DOCS] [--faults 400] [--seed 1]
"""

import argparse
from collections import Counter

from inject_faults import scenarios

from ragkit.evaluation.corpus import corpus
from ragkit.evaluation.waterfall import Asked, trace


def diagnose(scenario) -> tuple[str, str] | None:
    within = corpus(
        [scenario.label], scenario.documents, scenario.chunks,
        None if scenario.indexed is None else set(scenario.indexed),
        None if scenario.sources is None else [
            {"doc_id": name, "text": text} for name, text in scenario.sources.items()
        ],
    )  # fmt: skip
    asked = Asked(scenario.run, scenario.reranked, scenario.context, scenario.answer)
    (one,) = trace(scenario.label, asked, within)
    return one.lost_at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("docs", nargs="?", default="templates/demo/docs", metavar="DOCS")
    parser.add_argument("--faults", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    right, made, wrong = Counter(), Counter(), []
    for scenario in scenarios(args.docs, args.faults, args.seed):
        found = diagnose(scenario)
        made[scenario.kind] += 1
        right[scenario.kind] += found == scenario.expected
        if found != scenario.expected:
            wrong.append((scenario.label["qid"], scenario.kind, scenario.expected, found))
    for kind, count in made.items():
        print(f"{kind:<18} {right[kind]:>3} of {count}")
    faults = sum(count for kind, count in made.items() if kind != "healthy")
    named = sum(count for kind, count in right.items() if kind != "healthy")
    blamed = made["healthy"] - right["healthy"]
    print(f"{named} of {faults} faults ({named / faults:.1%}); healthy questions blamed: {blamed}")
    for row in wrong[:10]:
        print(row)


if __name__ == "__main__":
    main()
