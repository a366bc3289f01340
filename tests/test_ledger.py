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
    "cited": {"id", "kind", "page", "figure", "address", "date"},
}
# Pages whose every measured figure is in the ledger.
KEPT = ["agentic", "document_retrieval", "latency_and_cost", "mechanism", "production", "routing", "security",
        "stores", "worked_examples"]  # fmt: skip

spec = importlib.util.spec_from_file_location("ledger", ROOT / "tests" / "ledger.py")
ledger = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ledger)


def prose(page):
    """A page without its code blocks, white space folded."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return " ".join(re.sub(r"^(`{3,}).*?^\1`*\s*$", "", text, flags=re.M | re.S).split())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_row_is_complete_and_its_figure_stands_in_its_page(row):
    assert set(row) == FIELDS[row["kind"]]
    assert row["figure"] in prose(row["page"])
    if row["kind"] == "cited":
        assert re.fullmatch(r"https://\S+", row["address"])
        assert re.fullmatch(r"20\d\d-[01]\d-[0-3]\d", str(row["date"]))
    else:
        assert re.compile(row["pattern"]).groups == 1
        assert row["tolerance"] >= 0


def test_ids_are_unique():
    assert len({row["id"] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("page", KEPT)
def test_no_measured_figure_stands_outside_the_ledger(page):
    page = f"references/{page}.md"
    known = {row["figure"] for row in ROWS if row["page"] == page}
    stray = [figure for figure in re.findall(r"(?<![\w.])0?\.\d{2,3}\b", prose(page)) if figure not in known]
    stray += [f for f in re.findall(r"\b\d+ (?:questions )?(?:gained|lost)\b", prose(page)) if f not in known]
    assert stray == []


def test_a_figure_is_judged_by_its_distance():
    row = {"block": 2, "pattern": r"recall (\S+)", "expected": 0.8, "tolerance": 0.02}
    assert ledger.value(row, ["recall 0.1", "recall 0.82"]) == 0.82
    assert ledger.value(row, ["recall 0.1"]) is None
    assert ledger.value(row, ["", "precision 0.8"]) is None
    verdicts = [ledger.judged(row, found) for found in (0.82, 0.78, 0.85, 0.87, None)]
    assert verdicts == ["OK", "OK", "close", "FAIL", "FAIL"]
