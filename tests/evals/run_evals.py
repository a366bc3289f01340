"""Run the skill's own evals with `claude -p` and report pass rates with intervals, tokens and time.

usage: PYTHONPATH=scripts python3 tests/evals/run_evals.py tasks -o RESULTS [--only NAME] [--repeat 3]
       PYTHONPATH=scripts python3 tests/evals/run_evals.py triggers -o RESULTS --split validation
       PYTHONPATH=scripts python3 tests/evals/run_evals.py choose -o RESULTS

tasks     evals.json, each with the skill and without it, in folders of their own
triggers  triggers.json, the skill installed among stand-ins for its neighbours: which one is loaded?
choose    triggers.json, no tools: the descriptions are shown and one is to be named

Every run spends money: --budget is the most a single run may cost. A run whose transcript is in RESULTS is
not run again, so an interrupted evaluation goes on where it stopped. Nothing here is part of `make check`.
exit: 0 done, 2 bad call, 3 `claude` is missing
"""

import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import transcript as tr

from ragkit import cli
from ragkit.evaluation.intervals import wilson

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NAME = "rag-pipelines"
BUNDLE = ["SKILL.md", "LICENSE", "install.sh", "requirements.txt", "requirements-extras.txt", "scripts",
          "references", "templates"]  # fmt: skip
TOOLS = "Bash,Read,Write,Edit,Glob,Grep,Skill,Task,Agent"  # subagents: Task in older versions, Agent now


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("mode", choices=["tasks", "triggers", "choose"])
    parser.add_argument("-o", "--output", required=True, metavar="RESULTS", help="folder for transcripts")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this task; may be repeated")
    parser.add_argument("--split", choices=["train", "validation"], help="only these trigger queries")
    parser.add_argument("--repeat", type=cli.count, default=1, help="runs of each (default: 1)")
    parser.add_argument("--model", help="as `claude --model` takes it")
    parser.add_argument("--budget", type=cli.positive, default=3.0, help="dollars a run (default: 3)")
    parser.add_argument("--timeout", type=cli.count, default=1800, help="seconds a run (default: 1800)")
    parser.add_argument("--claude", default="claude", help="the program to run")
    args = parser.parse_args(argv)
    if shutil.which(args.claude) is None:
        raise cli.IncompleteError(f"{args.claude}: not found; install Claude Code, or give --claude PATH")
    run = {"tasks": tasks, "triggers": triggers, "choose": choose}[args.mode]
    print(run(args, Path(args.output)))
    return cli.DONE


def load(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def finished(to: Path) -> tr.Transcript | None:
    """Return the transcript kept from an earlier evaluation, None when there is none or it did not end."""
    if not to.exists():
        return None
    old = tr.read(to.read_text(encoding="utf-8").splitlines())
    return old if old.ended else None


def claude(args: argparse.Namespace, prompt: str, folder: Path, to: Path, *more: str) -> tr.Transcript:
    """Return the transcript of `claude -p` in the folder, and keep it at `to`."""
    command = [args.claude, "-p", prompt, "--output-format", "stream-json", "--verbose", "--setting-sources",
               "project", "--strict-mcp-config", "--max-budget-usd", str(args.budget), *more]  # fmt: skip
    if args.model:
        command += ["--model", args.model]
    to.parent.mkdir(parents=True, exist_ok=True)
    with open(to, "w", encoding="utf-8") as file:
        try:
            subprocess.run(command, cwd=folder, stdout=file, timeout=args.timeout, check=False)
        except subprocess.TimeoutExpired:
            cli.say(f"{to.name}: stopped after {args.timeout} s; counted as failed")
    return tr.read(to.read_text(encoding="utf-8").splitlines())


def install(folder: Path, skill: bool, neighbours: Sequence[dict[str, str]] = ()) -> None:
    """Put the skill and stand-ins for its neighbours under the folder's .claude/skills."""
    for other in neighbours:
        place = folder / ".claude" / "skills" / other["name"]
        place.mkdir(parents=True)
        head = f"---\nname: {other['name']}\ndescription: {json.dumps(other['description'])}\n---\n"
        (place / "SKILL.md").write_text(
            head + "\nA stand-in: say that you would use it, and stop.\n", "utf-8"
        )
    if skill:
        place = folder / ".claude" / "skills" / NAME
        place.mkdir(parents=True)
        for name in BUNDLE:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, place / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy(source, place / name)


def tasks(args: argparse.Namespace, output: Path) -> str:
    """Run every task in both arms; write results.jsonl; return the report."""
    rows = []
    for task in load("evals.json")["evals"]:
        if args.only and task["name"] not in args.only:
            continue
        for arm in ("with", "without"):
            for turn in range(1, args.repeat + 1):
                rows.append(one_task(args, task, arm, output / f"{task['name']}.{arm}.{turn}.jsonl"))
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (output / "results.jsonl").write_text(text, encoding="utf-8")
    return report(rows)


def one_task(args: argparse.Namespace, task: dict[str, Any], arm: str, to: Path) -> dict[str, Any]:
    """Return the graded row of one run, made now or kept from before."""
    left = to.with_suffix(".files.json")
    done = finished(to)
    if done is None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file in task["files"]:
                source = ROOT / file
                copy = shutil.copytree if source.is_dir() else shutil.copy
                copy(source, folder / source.name)
            install(folder, arm == "with")
            had = set(paths(folder))
            done = claude(args, task["prompt"], folder, to, "--allowedTools", TOOLS)
            if arm == "without" and NAME in done.listed:
                raise cli.InputError(f"{NAME} is installed for this user too; move it away to compare")
            new = {p: (folder / p).read_text("utf-8", "replace") for p in paths(folder) if p not in had}
        left.write_text(json.dumps(new, ensure_ascii=False), encoding="utf-8")
    written = json.loads(left.read_text(encoding="utf-8"))
    graded = [
        {"text": text, "passed": tr.holds(check, done, written), "evidence": json.dumps(check)}
        for text, check in zip(task["assertions"], task["checks"], strict=True)
    ]
    return {
        "name": task["name"], "route": task["route"], "arm": arm, "assertion_results": graded,
        "pass_rate": sum(one["passed"] for one in graded) / len(graded), "complete": done.complete,
        "skill_used": bool(tr.skills_used(done, [NAME])), "tokens_in": done.tokens_in,
        "tokens_out": done.tokens_out, "seconds": done.seconds, "dollars": done.dollars,
    }  # fmt: skip


def paths(folder: Path) -> Iterator[str]:
    """Yield the text-sized files of a workspace, without the skill itself and the index."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.stat().st_size < 200_000 and not name.startswith((".claude/", ".rag/")):
            yield name


def report(rows: Sequence[dict[str, Any]]) -> str:
    """Return the two arms side by side, per task and in all: mean pass rate, interval, tokens, seconds."""
    names = list(dict.fromkeys(row["name"] for row in rows))
    lines = [f"{'task':<16}{'with':>6}{'without':>9}"]
    share = {
        (name, arm): mean([row["pass_rate"] for row in rows if (row["name"], row["arm"]) == (name, arm)])
        for name in names
        for arm in ("with", "without")
    }
    lines += [f"{name:<16}{share[name, 'with']:>6.2f}{share[name, 'without']:>9.2f}" for name in names]
    for arm in ("with", "without"):
        mine = [row for row in rows if row["arm"] == arm]
        rate = mean([share[name, arm] for name in names])
        low, high = wilson(rate, len(names))
        lines.append(
            f"{arm}: pass rate {rate:.3f} [{low:.3f}, {high:.3f}] (n={len(names)} tasks), "
            f"{mean([row['tokens_in'] + row['tokens_out'] for row in mine]):,.0f} tokens, "
            f"{mean([row['seconds'] for row in mine]):.0f} s, "
            f"${mean([row['dollars'] for row in mine]):.2f} a run, "
            f"skill used in {sum(row['skill_used'] for row in mine)} of {len(mine)}, "
            f"{sum(not row['complete'] for row in mine)} cut short"
        )
    gains = [share[name, "with"] - share[name, "without"] for name in names]
    wins, losses = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    lines.append(
        f"wins {wins}, losses {losses}, ties {len(gains) - wins - losses}; "
        f"sign test p = {sign(wins, losses):.3f}"
    )
    return "\n".join(lines)


def mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def sign(wins: int, losses: int) -> float:
    """Return the two-sided exact sign test of wins against losses; 1 when there are none."""
    n = wins + losses
    tail = sum(math.comb(n, i) for i in range(min(wins, losses) + 1)) / 2**n
    return min(1.0, 2 * tail)


def triggers(args: argparse.Namespace, output: Path) -> str:
    """Return which skill each query loaded, scored by `routing`; ours must be in the session's list."""
    neighbours = load("neighbours.json")["neighbours"]
    known = [NAME, *(one["name"] for one in neighbours)]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        install(Path(name), True, neighbours)
        for query, turn in chosen_queries(args):
            to = output / f"trigger.{query['id']}.{turn}.jsonl"
            done = finished(to) or claude(
                args, query["query"], Path(name), to, "--allowedTools", "Skill,Read,Glob", "--max-turns", "4"
            )
            if done.listed and NAME not in done.listed:
                raise cli.InputError(f"{to}: the session did not list {NAME}; is its front matter valid?")
            rows.append((query, (tr.skills_used(done, known) or ["none"])[0]))
    return routing(rows)


def choose(args: argparse.Namespace, output: Path) -> str:
    """Return which description is named for each query when nothing but the descriptions is shown."""
    mine = (
        (ROOT / "SKILL.md").read_text(encoding="utf-8").split("description:", 1)[1].split("\nlicense:", 1)[0]
    )
    offered = [{"name": NAME, "description": " ".join(mine.replace(">-", "").split())}]
    offered = sorted(offered + load("neighbours.json")["neighbours"], key=lambda one: one["name"])
    menu = "\n".join(f"- {one['name']}: {one['description']}" for one in offered)
    names = [one["name"] for one in offered]
    schema = json.dumps({"type": "object", "required": ["skill"], "additionalProperties": False,
                         "properties": {"skill": {"enum": [*names, "none"]}}})  # fmt: skip
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for query, turn in chosen_queries(args):
            prompt = f"These skills are installed:\n{menu}\n\nWhich one, if any, fits this request?\n\n"
            to = output / f"choose.{query['id']}.{turn}.jsonl"
            ask = prompt + query["query"]
            done = finished(to) or claude(args, ask, Path(name), to, "--tools", "", "--json-schema", schema)
            rows.append((query, named(done.final, names)))
    return routing(rows)


def named(answer: str, names: Sequence[str]) -> str:
    """Return the skill a JSON or plain answer names; "none" when it names none of them, or several."""
    found = {name for name in names if f'"{name}"' in answer or answer.strip() == name}
    return found.pop() if len(found) == 1 else "none"


def chosen_queries(args: argparse.Namespace) -> Iterator[tuple[dict[str, Any], int]]:
    for query in load("triggers.json")["queries"]:
        if args.split in (None, query["split"]):
            for turn in range(1, args.repeat + 1):
                yield query, turn


def routing(rows: Sequence[tuple[dict[str, Any], str]]) -> str:
    """Return recall and precision of this skill, the share routed right, each with n, and every miss."""
    meant = [NAME if query["should_trigger"] else query["route_to"] for query, _ in rows]
    got = [skill for _, skill in rows]
    pairs = list(zip(meant, got, strict=True))
    lines = []
    for label, of in (
        ("recall", [skill == NAME for wanted, skill in pairs if wanted == NAME]),
        ("precision", [wanted == NAME for wanted, skill in pairs if skill == NAME]),
        ("routed right", [wanted == skill for wanted, skill in pairs]),
    ):
        low, high = wilson(mean(of), len(of)) if of else (0.0, 1.0)
        lines.append(f"{label:<13}{sum(of)} of {len(of)} [{low:.3f}, {high:.3f}]")
    lines += [
        f"{q['id']}: meant {w}, got {s}: {q['query'][:70]}"
        for (q, s), w in zip(rows, meant, strict=True)
        if s != w
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(cli.run(main))
