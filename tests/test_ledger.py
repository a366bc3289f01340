"""The figures of the references stand in a ledger: measured ones can be run again, others name a source."""

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
ROWS = yaml.safe_load((ROOT / "tests" / "ledger.yaml").read_text(encoding="utf-8"))
FIELDS = {
    "run": {"id", "kind", "page", "figure", "block", "pattern", "expected", "tolerance"},
    "bench": {"id", "kind", "page", "figures", "command"},
    "same": {"id", "kind", "page", "figures", "of"},
    "cited": {"id", "kind", "page", "figure", "address", "date"},
    "stated": {"id", "kind", "page", "figures", "why"},
}
REASONS = {"default", "definition", "by hand", "bar", "quoted"}
REFERENCES = sorted(f"references/{path.name}" for path in (ROOT / "references").glob("*.md"))
PAGES = ["README.md", "SKILL.md", *REFERENCES]
# What looks like a measurement: shares such as .83, percentages, factors, times, sizes, counts of questions.
METRIC = re.compile(
    r"(?<![\w.-])(?:0?\.\d{2,4}(?!\w)|1\.000|\d+(?:\.\d+)?%|\d+(?:\.\d+)?x\b)"
    r"|(?<![\w.])\d[\d.,]* ?(?:ms|s|milliseconds|seconds|MB|GB|times)\b"
    r"|\b\d+ (?:questions )?(?:gained|lost)\b"
)

spec = importlib.util.spec_from_file_location("ledger", ROOT / "tests" / "ledger.py")
ledger = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ledger)


def prose(page):
    """A page without its code blocks, white space folded."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return " ".join(re.sub(r"^(`{3,}).*?^\1`*\s*$", "", text, flags=re.M | re.S).split())


def figures(row):
    return row["figures"] if "figures" in row else [row["figure"]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_row_is_complete_and_its_figures_stand_in_its_page(row):
    assert set(row) - {"within"} == FIELDS[row["kind"]]
    assert [figure for figure in figures(row) if figure not in prose(row["page"])] == []
    if row["kind"] == "cited":
        assert re.fullmatch(r"https://\S+", row["address"])
        assert re.fullmatch(r"20\d\d-[01]\d-[0-3]\d", str(row["date"]))
    elif row["kind"] == "run":
        assert re.compile(row["pattern"]).groups == 1
        assert row["tolerance"] >= 0
    elif row["kind"] == "bench":
        assert (ROOT / row["command"].split()[0]).exists()
    elif row["kind"] == "same":
        assert row["of"] in {other["id"] for other in ROWS if other["kind"] in ("run", "bench")}
    else:
        assert row["why"] in REASONS


def test_ids_are_unique():
    assert len({row["id"] for row in ROWS}) == len(ROWS)


def stray(text, known):
    """The metric-looking figures of a text that no known figure holds."""
    found = [match.group() for match in METRIC.finditer(text)]
    return [figure for figure in found if not any(figure in one or one in figure for one in known)]


@pytest.mark.parametrize("page", PAGES)
def test_no_figure_that_looks_measured_stands_outside_the_ledger(page):
    text = re.sub(r"`[^`]*`", "", prose(page))
    assert stray(text, [figure for row in ROWS if row["page"] == page for figure in figures(row)]) == []


def test_a_stray_figure_is_found_and_a_known_one_is_not():
    text = "recall rose to .83 (93.9%), 3.9x, in 4 ms, 12 gained; section 1.5, 500 tokens, v0.1.0, `.77`"
    bare = re.sub(r"`[^`]*`", "", text)
    assert stray(bare, []) == [".83", "93.9%", "3.9x", "4 ms", "12 gained"]
    assert stray(bare, ["to .83", "93.9%", "3.9x", "4 ms", "12 gained"]) == []


def test_a_benchmarks_figure_is_near_to_its_last_digit_or_within_its_share():
    assert ledger.near(".653", "bm25 0.6535 lsa 0.54", 0)
    assert not ledger.near(".653", "bm25 0.6541", 0)
    assert ledger.near("93.9%", "whole 0.939", 0)
    assert ledger.near("81 times", "ratio 95.2", 0.2)
    assert not ledger.near("81 times", "ratio 99.2", 0.2)


def test_a_figure_is_judged_by_its_distance():
    row = {"block": 2, "pattern": r"recall (\S+)", "expected": 0.8, "tolerance": 0.02}
    assert ledger.value(row, ["recall 0.1", "recall 0.82"]) == 0.82
    assert ledger.value(row, ["recall 0.1"]) is None
    assert ledger.value(row, ["", "precision 0.8"]) is None
    verdicts = [ledger.judged(row, found) for found in (0.82, 0.78, 0.85, 0.87, None)]
    assert verdicts == ["OK", "OK", "close", "FAIL", "FAIL"]
