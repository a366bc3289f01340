"""Every feature of the skills we read has its place here, and every place named exists."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COVERAGE = ROOT / "tests" / "coverage_of_seeds.yaml"
FIELDS = ["id", "seed", "kind", "feature", "where"]
KINDS = {"rule", "default", "table", "metric", "failure", "procedure"}


def parse(text: str) -> list[dict[str, str]]:
    """The rows of a YAML list of flat mappings of plain or double-quoted texts, the only YAML used here."""
    rows: list[dict[str, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = re.fullmatch(r'(- |  )([a-z]+): ("(?:[^"\\]|\\.)*"|[^\s"].*)', line)
        assert found, f"line {number} is not `key: value`: {line}"
        dash, key, value = found.groups()
        if dash == "- ":
            rows.append({})
        assert key not in rows[-1], f"line {number}: {key} twice in a row"
        assert value.startswith('"') or not re.search(r": | #", value), f"line {number}: quote the value"
        rows[-1][key] = json.loads(value) if value.startswith('"') else value
    return rows


ROWS = parse(COVERAGE.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors GitHub gives the page's headings."""
    prose = re.sub(r"^(`{3,}).*?^\1`*\s*$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    heads = re.findall(r"^#{1,6} +(.+?) *#*$", prose, re.M)
    return frozenset(re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads)


@cache
def help_of(script: Path) -> str:
    command = [sys.executable, "-S", script, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def resolves(where: str, root: Path = ROOT) -> bool:
    """Whether `page.md#heading` or `scripts/x.py --option` names something that exists."""
    if found := re.fullmatch(r"(scripts/\w+\.py) (--[a-z][a-z0-9-]*)", where):
        script = root / found[1]
        return script.exists() and bool(re.search(rf"{found[2]}\b(?!-)", help_of(script)))
    page, _, anchor = where.partition("#")
    return (root / page).exists() and anchor in anchors(root / page)


def test_the_reader_refuses_what_is_not_flat_yaml():
    assert parse('- id: a\n  feature: "x: \\"y\\""\n') == [{"id": "a", "feature": 'x: "y"'}]
    for bad in ("- id: a: b", "- id: a # b", "- id: a\n  id: b", "- id:\n    - nested", "  - id: a"):
        with pytest.raises(AssertionError):
            parse(bad)


def test_what_does_not_exist_does_not_resolve(tmp_path):
    (tmp_path / "page.md").write_text("# One\n```\n# two\n```\n## A: b, c\n")
    assert resolves("page.md#one", tmp_path)
    assert resolves("page.md#a-b-c", tmp_path)
    for wrong in ("page.md#two", "page.md", "page.md#", "gone.md#one", "scripts/gone.py --k"):
        assert not resolves(wrong, tmp_path)


def test_there_are_at_least_120_rows_of_known_shape_from_all_four_seeds():
    assert len(ROWS) >= 120
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert {row["seed"] for row in ROWS} == {"0", "1", "2", "3"}
    for row in ROWS:
        assert list(row) == FIELDS, row
        assert row["kind"] in KINDS, row
        assert row["id"].startswith(f"s{row['seed']}-"), row


def test_every_feature_stands_where_the_row_says():
    dead = [f"{row['id']}: {row['where']}" for row in ROWS if not resolves(row["where"])]
    assert not dead, "no such heading or option:\n" + "\n".join(dead)
