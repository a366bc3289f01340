"""The steps of worksheet.py between reading and writing: how it is made, run, checked and spoken of."""

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit import cli, env, records, tokens
from ragkit.cli import InputError, plural
from ragkit.records import Record
from ragkit.worksheets import by_hand, fillers, questions, sheet, work
from ragkit.worksheets.sheet import Checked, Task

DOCUMENTS = ("doc_id", "other_doc_id")  # of an item's inputs
SHOWN = 10  # items to redo that are named before "and n more"; taste


def how(args: argparse.Namespace, given: Mapping[str, Sequence[Record]]) -> work.How:
    """Return how to make the worksheet; the images of pages are drawn here."""
    images: dict[tuple[str, int], str] = {}
    if args.task == "transcribe":
        env.need("pypdfium2")
        from ragkit.worksheets import pages

        images = pages.draw(given["document"], args.images)
    kinds = tuple(args.kinds) if args.kinds else work.How().kinds
    return work.How(kinds, args.canaries, args.seed, args.reserve_note, images, args.passages, args.under)


def advice(task: Task, items: Sequence[Record], path: str | None) -> list[str]:
    """Return how to have the items filled."""
    if not items:
        return ["nothing to do"]
    names = sorted({sheet.template_of(task, item) for item in items})
    rubric = ", ".join(f"templates/prompts/{name}.md" for name in names)
    made = path or "items.jsonl"
    return [
        f"worksheet.py show {task.name} {made} -o page.md writes pages to fill it from (rubric: {rubric}), "
        f"each in a fresh context; then check {task.name} {made} filled.jsonl --by NAME",
    ]


def of_task(task: Task, path: str) -> list[Record]:
    """Return the items of a worksheet; InputError where they were made for another task."""
    items = list(records.read("item", path))
    for item in items:
        if item["task"] != task.name:
            raise InputError(f"{path}: made for {item['task']}, not for {task.name}; name that task")
    return items


def checked(task: Task, items: Sequence[Record], filled: Iterable[Record], passes: int) -> Checked:
    """Return the worksheet checked."""
    return sheet.checked(task, items, filled, passes)


def todo(items: Sequence[Record], done: Checked) -> list[Record]:
    """Return the items still to fill, numbered as in the whole worksheet."""
    return list(by_hand.left(items, sheet.todo(items, done.redo)))


def show(task: Task, items: Sequence[Record], path: str | None) -> str:
    """Write the pages of a worksheet, PATH-01.md and on, or to stdout; return a line for a person."""
    pages = list(by_hand.pages(task, items))
    if path is None:
        cli.show(line for page in pages for line in page.splitlines())
        return plural(len(items), "item")
    stem = path.removesuffix(".md")
    for number, page in enumerate(pages, start=1):
        with records.atomic(f"{stem}-{number:02}.md") as file:
            file.write(page)
    old = len(pages) + 1
    while os.path.exists(f"{stem}-{old:02}.md"):
        records.remove(f"{stem}-{old:02}.md")
        old += 1
    many = f"{plural(len(items), 'item')} on {plural(len(pages), 'page')}"
    return f"{many}, {stem}-01.md and on: each to a fresh context"


def verdict(task: Task, items: Sequence[Record], done: Checked) -> int:
    """Say how complete the worksheet is, and return the exit code: 3 until nothing is to be redone."""
    passes = len(done.outputs)
    good = sum(len(one) for one in done.outputs)
    cli.say(f"{good} of {passes * len(items)} filled and accepted")
    if done.beyond:
        cli.say(f"{done.beyond} rows are of passes beyond --passes {passes} and were not read")
    place = {item["item_id"]: number for number, item in by_hand.numbered(items).items()}
    left = {item_id for one in done.outputs for item_id, output in one.items() if task.left_out(output)}
    if left:
        cli.say(
            f"  {_left_out([(place[item['item_id']], item) for item in items if item['item_id'] in left])}"
        )
    for (item_id, number), reason in list(done.redo.items())[:SHOWN]:
        which = f" pass {number}" if passes > 1 else ""
        cli.say(f"  item {place[item_id]} ({item_id}){which}: {reason}")
    if len(done.redo) > SHOWN:
        cli.say(f"  and {len(done.redo) - SHOWN:,} more")
    return cli.INCOMPLETE if done.redo else cli.DONE


def _left_out(items: Sequence[tuple[int, Record]]) -> str:
    """Return a line that counts and names the items left out, each with its documents."""
    names = []
    for number, item in items[:SHOWN]:
        documents = [str(item["inputs"][field]) for field in DOCUMENTS if field in item["inputs"]]
        names.append(f"{number} ({' + '.join(documents)})")
    more = f" and {len(items) - SHOWN:,} more" if len(items) > SHOWN else ""
    return f"{plural(len(items), 'item')} of those left out, for no user would ask: {', '.join(names)}{more}"


def applied(args: argparse.Namespace, done: Sequence[Record]) -> Iterator[str]:
    """Yield what came of a complete worksheet, and what is next, for a person."""
    if args.task == "questions":
        yield from questions.report(done, args.output or "labels.jsonl", args.documents)


def run(task: Task, items: Sequence[Record], args: argparse.Namespace) -> Iterator[str]:
    """Fill what is not yet filled, yielding lines for a person; the
    bound on the cost comes before the first item."""
    if args.who == "anthropic":
        env.need("anthropic", extra="anthropic")
    from ragkit.worksheets import runner

    done = _accepted(task, items, args.output, args.number)
    left = [item for item in items if item["item_id"] not in done]
    prompts = {item["item_id"]: sheet.prompt(task, item) for item in left}
    most = fillers.MOST_OUTPUT.get(task.name, 2_000)
    cost = fillers.price(args.model, args.price)
    sizes = {
        item_id: int(tokens.count(prompt) * tokens.CLAUDE_FACTOR) + 200 for item_id, prompt in prompts.items()
    }
    limit = fillers.bound(sizes, most, cost)
    yield f"{len(done)} done before; {limit} ({args.who}, {args.model})"
    if limit.usd > args.max_usd:
        raise InputError(
            f"that may cost ${limit.usd:.2f}, more than --max-usd {args.max_usd:g}; raise it, or make "
            f"fewer items"
        )
    if not left:
        return
    who = runner.filler(args.who, args.model, args.max_usd)
    if isinstance(who, runner.Anthropic):
        too_long = [item_id for item_id, size in sizes.items() if size + most > who.window]
        if too_long:
            raise InputError(
                f"item {too_long[0]} has {sizes[too_long[0]]} tokens, the model's window is {who.window}"
            )
    failed: list[str] = []
    used: list[fillers.Usage] = []
    rows = _filled(task, left, prompts, most, who, args, failed, used)
    count = runner.append(args.output, cli.progress(rows, "filling", len(left)))
    yield f"{count} filled, {len(failed)} not"
    yield from (f"  {line}" for line in failed[:10])
    spent = [sum(part) for part in zip(*used, strict=True)] if used else [0, 0, 0, 0]
    yield f"tokens: {spent[0]} in, {spent[1]} out, {spent[2]} read from the cache, {spent[3]} written to it"


def _filled(
    task: Task,
    left: Sequence[Record],
    prompts: Mapping[str, str],
    most: int,
    who: Any,
    args: argparse.Namespace,
    failed: list[str],
    used: list[fillers.Usage],
) -> Iterator[Record]:
    """Yield a filled row for every item whose output its task accepts."""
    if args.batch:
        results: Iterable[tuple[Record, Any, fillers.Usage]] = who.batch(
            [(item, prompts[item["item_id"]]) for item in left], task.schema, most
        )
    else:
        results = _one_by_one(who, task, left, prompts, most, args, used)
    for item, output, usage in results:
        used.append(usage)
        reason = str(output) if isinstance(output, fillers.UnfilledError) else task.check(item, output)
        if reason:
            failed.append(f"{item['item_id']}: {reason}")
            continue
        yield {
            "item_id": item["item_id"],
            "sha": item["sha"],
            "output": output,
            "by": args.model,
            "pass": args.number,
        }


def _one_by_one(
    who: Any,
    task: Task,
    left: Sequence[Record],
    prompts: Mapping[str, str],
    most: int,
    args: argparse.Namespace,
    used: Sequence[fillers.Usage],
) -> Iterator[tuple[Record, Any, fillers.Usage]]:
    """Yield (item, output or UnfilledError, usage), asking no more once --max-usd is spent.

    The bound stated first counts our own estimate of tokens; what is really spent is what was reported.
    """
    cost = fillers.price(args.model, args.price)
    for item in left:
        spent = sum(fillers.spent(usage, cost) for usage in used)
        if spent >= args.max_usd:
            reason = f"not asked: ${spent:.2f} spent of --max-usd {args.max_usd:g}"
            yield item, fillers.UnfilledError(reason), fillers.Usage()
            continue
        if hasattr(who, "cap"):
            who.cap = args.max_usd - spent
        yield item, *_try(who, item, prompts[item["item_id"]], task, most)


def _try(who: Any, item: Record, prompt: str, task: Task, most: int) -> tuple[Any, fillers.Usage]:
    try:
        output, usage = who.fill(item, prompt, task.schema, most)
    except fillers.UnfilledError as err:
        return err, fillers.Usage()
    return output, usage


def _accepted(task: Task, items: Sequence[Record], path: str, number: int) -> set[str]:
    """Return the items that an earlier run filled well."""
    if not os.path.exists(path) or not os.path.getsize(path):
        return set()
    rows = [row for row in records.read("filled", path) if row["pass"] == number]
    known = {item["item_id"] for item in items}
    done = sheet.checked(task, items, [row for row in rows if row["item_id"] in known], number)
    return set(done.outputs[number - 1])
