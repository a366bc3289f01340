"""Runs of units in, chunk records out."""

import bisect
import functools
import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from ragkit import tokens
from ragkit.chunking import layout
from ragkit.chunking.cut import ENORMOUS, cut
from ragkit.chunking.embedded import embedded_text
from ragkit.chunking.measure import Measure
from ragkit.chunking.options import Options
from ragkit.chunking.pack import Packer, Run
from ragkit.chunking.sentences import sentences, words
from ragkit.fingerprint import text_sha

INHERITED = ("title", "source", "sha256", "url", "updated", "lang", "media_type", "acl", "tenant", "meta")

Record = dict[str, Any]
_ANCHOR = re.compile(r"\s*\{\s*#([^\s{}]+)[^{}]*\}\s*$")


class Writer:
    """Writes the chunks of one document: sizes, prefixes, overlaps, places and ids."""

    def __init__(self, document: Mapping[str, Any], options: Options, measured: Measure) -> None:
        self.document = document
        self.text: str = document["text"]
        self.blocks: Sequence[list[Any]] = document.get("blocks") or []
        self.options = options
        self.measure = measured
        self.weigh = measured.weigh
        self.hard = (options.max_tokens - options.reserve_note) * measured.scale - (
            measured.scale if options.reserve_note else 0  # the line end behind the note
        )
        self.counted = (0, 1)  # an offset, and the line it is on
        self.block_starts = [block[1] for block in self.blocks]
        self.anchors = _anchors(self.text, self.blocks)
        self.title = " ".join((document.get("title") or "").split())
        self.inherited = {field: document[field] for field in INHERITED if document.get(field) is not None}
        self.leads: dict[str, int] = {}
        self.prefix_lines: dict[tuple[tuple[str, ...], int], str] = {}

    def packer(self) -> Packer:
        """Return the packer for this document's sizes."""
        overlap = self.options.overlap * self.measure.scale

        @functools.cache
        def room(path: tuple[str, ...]) -> int:
            line = self.prefix_line(path, self.hard // 4)
            return max(1, self.hard - self._lead(line) - overlap)

        def cutter(unit: layout.Unit, size: int, first: int) -> list[layout.Unit]:
            spare = max(0, self.hard - size)
            return cut(self.text, unit, size, self.weigh, first, ENORMOUS * self.hard, spare)

        return Packer(room, self.hard, cutter, self.weigh)

    def _lead(self, line: str) -> int:
        """Return what lines before the text weigh."""
        if line not in self.leads:
            self.leads[line] = self.weigh(line + "\n") if line else 0
        return self.leads[line]

    def prefix_line(self, path: tuple[str, ...], room: int) -> str:
        """Return `title > path`, shortened from the left until it weighs at most `room`; "" at the worst."""
        if not self.options.prefix:
            return ""
        if (path, room) not in self.prefix_lines:
            names = [_ANCHOR.sub("", name) if name[-1] == "}" else name for name in path if name]
            if self.title and self.title not in names[:1]:
                names.insert(0, self.title)
            while names and self._lead(" > ".join(names)) > room:
                names.pop(0)
            self.prefix_lines[path, room] = " > ".join(names)
        return self.prefix_lines[path, room]

    def records(self, runs: Sequence[Run]) -> list[Record]:
        seen: dict[str, int] = {}
        fitting = [pair for run in runs for pair in self.fitted(run)]
        runs = [run for run, _ in fitting]
        parts = _parts(runs)
        records: list[Record] = []
        for seq, (run, weight) in enumerate(fitting):
            record = self.record(run, weight, seq, runs[seq - 1] if seq else [])
            digest = hashlib.sha256(
                unicodedata.normalize("NFC", "\0".join([*record["path"], "", record["text"]])).encode()
            ).hexdigest()[:12]
            twin = seen[digest] = seen.get(digest, 0) + 1
            record["chunk_id"] = f"{self.document['doc_id']}#{digest}" + (f".{twin}" if twin > 1 else "")
            record["part"] = parts[seq]
            records.append({key: value for key, value in record.items() if value is not None})
        return records

    def record(self, run: Run, weight: int, seq: int, before: Run) -> Record:
        start, end = run[0].start, run[-1].end
        path = _path(run)
        overlap_start = self.overlap_start(run, before)
        body = self.text[overlap_start:end]
        weight = weight if overlap_start == start else self.weight(run, overlap_start)
        prefix = self.prefix(path, run[0].head, self.hard - weight if weight <= self.hard else self.hard)
        weight += self._lead(prefix)
        record: Record = {
            "chunk_id": "",
            "doc_id": self.document["doc_id"],
            "seq": seq,
            "start": start,
            "end": end,
            "overlap_start": overlap_start if overlap_start < start else None,
            "path": list(path),
            "anchor": self.anchor(start, end),
            **self.place(start, end),
            **self.page_starts(overlap_start, end),
            "prefix": prefix,
            "text": body,
            "text_sha": text_sha(body),
            **self.inherited,
        }
        if self.options.unit == "tokens":
            record["tokens"] = max(1, round(weight / self.measure.scale))
        else:
            record["tokens"] = tokens.count(embedded_text(record))
        if weight > self.hard:
            record["oversize"] = True
        return record

    def weight(self, run: Run, start: int) -> int:
        """Return what the text from `start` to the end of the run weighs.

        The sum over its units, which holds where they begin on a line with words or, behind white space, with
        a letter or digit (tokens.weigh); elsewhere parts may not add up, so the whole is weighed.
        """
        joints = [unit.start for unit in run[1:]] + ([run[0].start] if start < run[0].start else [])
        text = self.text
        if all(
            (text[at] != "\n" if text[at - 1] == "\n" else text[at - 1].isspace() and text[at].isalnum())
            for at in joints
        ):
            return self.weigh(self.text[start : run[0].start]) + sum(unit.weight for unit in run)
        return self.weigh(self.text[start : run[-1].end])

    def fitted(self, run: Run) -> list[tuple[Run, int]]:
        """Return the run and its weight; halved until both fit, should it weigh more than its units do."""
        weight = self.weight(run, run[0].start)
        if weight <= self.hard:
            return [(run, weight)]
        borders = [at for at in range(1, len(run)) if run[at - 1].kind not in layout.HEADINGS]
        if not borders:
            return [(run, weight)]
        middle = borders[len(borders) // 2]
        return self.fitted(run[:middle]) + self.fitted(run[middle:])

    def prefix(self, path: tuple[str, ...], head: Sequence[tuple[int, int]], room: int) -> str:
        """Return the prefix line and the repeated caption and table header, as much as fits into `room`."""
        repeated = "\n".join(self.text[start:end].strip() for start, end in head)
        if not self.options.prefix or self._lead(repeated) > room:
            repeated = ""
        line = self.prefix_line(path, min(self.hard // 4, room - self._lead(repeated)))
        return "\n".join(filter(None, (line, repeated)))

    def overlap_start(self, run: Run, before: Run) -> int:
        """Return where the text of `run` begins, given the run before it in the same section.

        As many whole units and sentences before it as the overlap allows; words, if no sentence fits. A
        heading or a table ends the way back, and no fence is entered.
        """
        start = best = run[0].start
        if not self.options.overlap or run[0].kind in layout.HEADINGS:
            return start
        line = self.prefix_line(_path(run), self.hard // 4)
        left = self.hard - self._lead(line) - run[0].lead - self.weigh(self.text[start : run[-1].end])
        left = min(left, self.options.overlap * self.measure.scale)
        for unit in reversed(before):
            if unit.kind in layout.HEADINGS or unit.kind in ("table", "table_header", "row"):
                break
            if self.weigh(self.text[unit.start : start]) <= left:
                best = unit.start
                continue
            if unit.kind not in ("fence", "cell", "code", "html"):
                inside = [unit.start + at for at in sentences(self.text[unit.start : unit.end])]
                if best == start:
                    inside += [unit.start + at for at in words(self.text[unit.start : unit.end])]
                best = next((at for at in inside if self.weigh(self.text[at:start]) <= left), best)
            break
        return best if self.weight(run, best) <= self.hard else start

    def anchor(self, start: int, end: int) -> str | None:
        """Return the slug of the first heading in the range, else of the last one before it."""
        at = bisect.bisect_left(self.anchors, (start, ""))
        if at < len(self.anchors) and self.anchors[at][0] < end:
            return self.anchors[at][1]
        return self.anchors[at - 1][1] if at else None

    def line(self, at: int) -> int:
        """Return the line of an offset, from 1, counted from the last offset asked for."""
        before, line = self.counted
        line += self.text.count("\n", before, at) if at >= before else -self.text.count("\n", at, before)
        self.counted = (at, line)
        return line

    def place(self, start: int, end: int) -> Record:
        """Return kinds, lines and pages of a range of the text, white space at its edges left out."""
        body = self.text[start:end]
        first = start + len(body) - len(body.lstrip())
        last = max(first, start + len(body.rstrip()) - 1)
        low = max(0, bisect.bisect_right(self.block_starts, start) - 1)
        blocks = [
            block
            for block in self.blocks[low : bisect.bisect_left(self.block_starts, end)]
            if block[2] > start and block[1] < end
        ]
        pages = [block[4] for block in blocks if len(block) > 4 and block[4] is not None]
        pages = pages or [
            page[2] for page in self.document.get("pages") or [] if page[0] <= last and page[1] > first
        ]
        return {
            "kinds": list(dict.fromkeys(block[0] for block in blocks)),
            "lines": [self.line(first), self.line(last)],
            "pages": [min(pages), max(pages)] if pages else None,
        }

    def page_starts(self, start: int, end: int) -> Record:
        """Return where each page begins in text[start:end], for a range that lies on several."""
        body = self.text[start:end]
        first, last = start + len(body) - len(body.lstrip()), start + len(body.rstrip())
        pages = [page for page in self.document.get("pages") or [] if page[0] < last and page[1] > first]
        if len(pages) < 2:
            return {}
        return {"page_starts": [[page[2], max(0, page[0] - start)] for page in pages]}


def _path(run: Run) -> tuple[str, ...]:
    """Return the headings that all of the run stands under.

    A heading counts only when there is no text, front matter only when there is nothing else.
    """
    for passed in ((*layout.HEADINGS, "front_matter"), ("front_matter",), ()):
        if paths := [unit.path for unit in run if unit.kind not in passed]:
            break
    low, high = min(paths), max(paths)  # what these two share, all between them share
    shared = next(
        (at for at, pair in enumerate(zip(low, high, strict=False)) if pair[0] != pair[1]), len(low)
    )
    return low[: min(shared, len(high))]


def _parts(runs: Sequence[Run]) -> list[str | None]:
    """Return "i/n" for every run that holds the i-th of n pieces of one unit that was cut."""
    owners: dict[int, list[int]] = {}
    for seq, run in enumerate(runs):
        for owner in {id(unit.owner) for unit in run if unit.owner is not None}:
            owners.setdefault(owner, []).append(seq)
    parts: list[str | None] = [None] * len(runs)
    for seqs in owners.values():
        for number, seq in enumerate(seqs, start=1):
            if len(seqs) > 1 and (parts[seq] is None or number > 1):
                parts[seq] = f"{number}/{len(seqs)}"
    return parts


def _anchors(text: str, blocks: Sequence[list[Any]]) -> list[tuple[int, str]]:
    """Return (offset, slug) of every heading: its {#id}, or GitHub's slug, numbered when it repeats."""
    seen: dict[str, int] = {}
    anchors = []
    for block in blocks:
        if block[0] not in layout.HEADINGS:
            continue
        name = layout.title(text[block[1] : block[2]])
        if given := _ANCHOR.search(name):
            anchors.append((block[1], given.group(1)))
            continue
        slug = re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-")
        count = seen[slug] = seen.get(slug, -1) + 1
        anchors.append((block[1], f"{slug}-{count}" if count else slug))
    return anchors
