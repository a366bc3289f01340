"""Checks of answers against cases and human labels that others wrote: run by hand, prints a table.

usage: .venv/bin/python tests/bench/bench_answers.py [../shared]

Cases: ../shared/cases_text (citations, sentences, abstentions, facts), with and without those marked
`judgement`. Labels: ../shared/data/attribution. Peers that need no package are regular expressions as their
repositories write them; blingfire and pysbd are compared when they can be imported.
"""

import json
import re
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from ragkit.answering import abstention, facts, quotes, sentences, support  # noqa: E402
from ragkit.answering.marks import parse  # noqa: E402

SHARED = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".." / "shared").resolve()
PEERS = {
    "ALCE": re.compile(r"\[(\d+)"),  # princeton-nlp/ALCE eval.py
    "haystack": re.compile(r"\[(\d+)\]"),  # deepset-ai/haystack answer_builder.py
    # the forms that onyx-dot-app/onyx citation_processor.py takes; its handling of fences is left out
    "onyx": re.compile(r"[\[\u3010\uff3b]{1,2}(\d+(?:, ?\d+)*)[\]\u3011\uff3d]{1,2}"),
}
FLAGS = ("number_mismatch", "unit_mismatch", "negation_flip", "entity_swap")


def rows(name):
    return [json.loads(line) for line in (SHARED / name).read_text(encoding="utf-8").splitlines()]


def show(what, right, total, more=""):
    print(f"{what:<58} {right / total if total else float('nan'):.3f}  n={total} {more}".rstrip())


def both(what, cases, right):
    """Print the share of cases that are right, with and without those that are a matter of judgement."""
    verdicts = [(right(case), bool(case.get("judgement"))) for case in cases]
    show(f"{what}, all", sum(ok for ok, _ in verdicts), len(verdicts))
    show(
        f"{what}, without judgement", sum(ok for ok, j in verdicts if not j), sum(not j for _, j in verdicts)
    )


def citations():
    cases = rows("cases_text/citations.jsonl")

    def cited(case):
        found = parse(case["answer"], case["contexts"])
        got = [(m.start, m.end, list(map(str, m.refs)), m.status) for m in found.citations]
        want = [(*c["span"], list(map(str, c["refs"])), c["status"]) for c in case["expected"]["citations"]]
        return got == want

    def ignored(case):
        found = {(i.start, i.end): i.reason for i in parse(case["answer"], case["contexts"]).ignored}
        want = case["expected"]["ignored"]
        named = all(found.get(tuple(i["span"])) in (i["reason"], *(i.get("reason_alt") or ())) for i in want)
        return len(found) == len(want) and named

    both("citations: spans, refs and status", cases, cited)
    both("citations: and what is ignored, with reasons", cases, lambda case: cited(case) and ignored(case))
    for name, pattern in PEERS.items():
        right = 0
        for case in cases:
            found = pattern.finditer(case["answer"])
            got = [(m.start(), [ref.strip() for ref in m.group(1).split(",")]) for m in found]
            want = [(c["span"][0], list(map(str, c["refs"]))) for c in case["expected"]["citations"]]
            right += got == want
        show(f"  {name}: starts and refs only", right, len(cases))


def segmentation():
    cases = rows("cases_text/sentences.jsonl")
    both(
        "sentences: spans and kinds",
        cases,
        lambda c: [list(s) for s in sentences.split(c["text"])] == c["expected"],
    )
    only = [[list(s[:2]) for s in sentences.split(case["text"])] for case in cases]
    right = sum(a == [e[:2] for e in c["expected"]] for a, c in zip(only, cases, strict=True))
    show("sentences: spans", right, len(cases))
    for name, split in sentence_peers().items():
        right = sum(
            split(c["text"]) == [c["text"][e[0] : e[1]].strip() for e in c["expected"]] for c in cases
        )
        show(f"  {name}: sentences as text", right, len(cases))
    answers = list({row["answer"] for row in rows("data/attribution/expertqa_rand_val.jsonl")})
    started = time.process_time()
    for answer in answers:
        sentences.split(answer)
    speed = sum(len(answer.encode()) for answer in answers) / 1e6 / (time.process_time() - started)
    print(f"{'sentences: MB a second, ExpertQA answers':<58} {speed:.2f}  n={len(answers)}")


def sentence_peers():
    found = {}
    try:
        import pysbd

        segmenter = pysbd.Segmenter(language="en", clean=False)
        found["pysbd"] = lambda text: [piece.strip() for piece in segmenter.segment(text) if piece.strip()]
    except ImportError as err:
        print(f"  (pysbd: {err})")
    try:
        import blingfire

        found["blingfire"] = lambda text: blingfire.text_to_sentences(text).split("\n")
    except ImportError as err:
        print(f"  (blingfire: {err})")
    return found


def abstentions():
    for keep, name in ((True, "all"), (False, "without judgement")):
        cases = [case for case in rows("cases_text/abstentions.jsonl") if keep or not case.get("judgement")]
        counts = Counter((case["expected"], abstention.state(case["answer"])) for case in cases)
        scores = []
        for state in ("answered", "partial", "abstained"):
            hit = counts[state, state]
            said = sum(n for (_, got), n in counts.items() if got == state)
            true = sum(n for (want, _), n in counts.items() if want == state)
            scores.append(2 * hit / (said + true))
        answered = sum(n for (want, _), n in counts.items() if want == "answered")
        print(f"{f'abstention: macro-F1, {name}':<58} {sum(scores) / 3:.3f}  n={len(cases)}")
        show(f"abstention: answers called an abstention, {name}", counts["answered", "abstained"], answered)


def planted():
    for keep, name in ((True, "all"), (False, "without judgement")):
        cases = [case for case in rows("cases_text/facts.jsonl") if keep or not case.get("judgement")]
        found = alarms = faults = clean = quoted = 0
        for case in cases:
            want = {flag for flag in FLAGS if case["expected"][flag]}
            quote = case["expected"]["quote"]
            want |= {f"quote_{quote}"} if quote in ("altered", "stitched") else set()
            got = {fault.kind for fault in facts.check(case["sentence"], case["source"]) if fault.fails}
            quoted += facts.quote_status(case["sentence"], case["source"]) == quote
            if want:
                faults += 1
                found += bool(want & got)
            else:
                clean += 1
                alarms += bool(got)
        show(f"facts: planted faults found, {name}", found, faults)
        show(f"facts: false alarms on clean, {name}", alarms, clean)
        show(f"facts: quote status, {name}", quoted, len(cases))


def on_labels():
    """Print how often a finding falls on claims that people call unsupported; half of the claims are."""
    flagged = Counter()
    claims = Counter()
    for row in rows("data/attribution/dev.jsonl"):
        if row["src_dataset"] == "ExpertQA":
            continue  # its evidence is cut off: much that is supported looks unsupported
        good = row["attribution_label"] == "attributable"
        claims[good] += 1
        found = facts.check(row["claim"], "\n\n".join(row["references"]), row["question"])
        for kind in {fault.kind for fault in found}:
            flagged[kind, good] += 1
    for kind in sorted({kind for kind, _ in flagged}):
        wrong, right = flagged[kind, False], flagged[kind, True]
        show(f"facts: {kind} falls on unsupported claims", wrong, wrong + right)
    show(
        "facts: supported claims with a failing finding",
        sum(n for (kind, good), n in flagged.items() if good and kind != "worked_out"),
        claims[True],
    )


def auc(scored):
    """Return the chance that a supported claim scores above an unsupported one, ties half."""
    ranked = sorted(scored)
    ranks, at = [0.0] * len(ranked), 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        ranks[at:end] = [(at + end + 1) / 2] * (end - at)
        at = end
    good = sum(label for _, label in ranked)
    total = sum(rank for rank, (_, label) in zip(ranks, ranked, strict=True) if label)
    return (total - good * (good + 1) / 2) / (good * (len(ranked) - good))


def supported():
    by_set: dict[str, list[tuple[float, bool]]] = {}
    weak = Counter()
    known = support.corpus({"\n\n".join(row["references"]) for row in rows("data/attribution/dev.jsonl")})
    for row in rows("data/attribution/dev.jsonl"):
        source = "\n\n".join(row["references"])
        score = support.score(row["claim"], source, known)
        label = row["attribution_label"] == "attributable"
        by_set.setdefault(row["src_dataset"], []).append((score, label))
        weak[(score < 0.2, label)] += 1
    everything = [pair for pairs in by_set.values() for pair in pairs]
    print(
        f"{'support: AUC on AttributionBench dev, no training':<58} {auc(everything):.3f}  "
        f"n={len(everything)}"
    )
    for name, pairs in sorted(by_set.items()):
        print(f"{f'  {name}':<58} {auc(pairs):.3f}  n={len(pairs)}")
    show(
        "support: flagged low (< 0.2) and unsupported",
        weak[(True, False)],
        weak[(True, False)] + weak[(True, True)],
    )


def miscitations():
    answers: dict[str, dict[str, str]] = {}
    claims = []
    for row in rows("data/attribution/expertqa_rand_val.jsonl"):
        group = (row["system"], row["question"])
        for evidence in row["evidence"]:
            if len(evidence["text"].split()) >= 20:
                answers.setdefault(group, {})[str(evidence["n"])] = evidence["text"]
        if row["label"] == "Complete" and len(row["evidence"]) == 1:
            claims.append((group, row))
    known = support.corpus({text for sources in answers.values() for text in sources.values()})
    right = total = 0
    chance = 0.0
    for group, row in claims:
        sources = answers.get(group, {})
        cited = str(row["evidence"][0]["n"])
        if cited not in sources or len(sources) < 2:
            continue
        names = list(sources)
        said = re.sub(r"\s*\[[\d, ]+\]", "", row["claim"])
        scores = {name: support.fit(said, sources[name], known) for name in names}
        right += scores[cited] == max(scores.values())  # two passages of the same text fit alike
        total += 1
        chance += 1 / len(names)
    show(
        "miscitation: cited passage is our best, ExpertQA complete",
        right,
        total,
        f"(chance {chance / max(total, 1):.3f})",
    )


def typography():
    fold = [
        lambda s: s.upper(), lambda s: s.replace('"', "\u201c"), lambda s: s.replace("'", "\u2019"),
        lambda s: s.replace(" ", "\u00a0"), lambda s: s.replace("-", "\u2011"), lambda s: f"**{s}**",
        lambda s: s.replace(" ", "\n"), lambda s: s.replace("&", "&amp;"),
    ]  # fmt: skip
    accepted = edited = variants = edits = 0
    for row in rows("data/attribution/dev.jsonl")[:400]:
        source = row["references"][0]
        words = source.split()
        for at in range(3, min(len(words) - 12, 40), 9):
            quote = " ".join(words[at : at + 9])
            for change in fold:
                variants += 1
                accepted += quotes.holds(change(quote), source)
            edits += 1
            edited += quotes.holds(
                " ".join([*words[at : at + 4], "otherwise", *words[at + 5 : at + 9]]), source
            )
    show("quotes: typographic variants accepted", accepted, variants)
    show("quotes: one-word edits passed", edited, edits)


if __name__ == "__main__":
    for part in (
        citations,
        segmentation,
        abstentions,
        planted,
        on_labels,
        supported,
        miscitations,
        typography,
    ):
        part()
