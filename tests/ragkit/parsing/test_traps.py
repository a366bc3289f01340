"""The dirty company folder: every parsing trap has its right outcome, every quote it can hold is found.

The folder lies beside the project (../shared/dirty) and is no part of it; without it these are skipped.
"""

import json
import re
from pathlib import Path

import pytest

from ragkit.labels.locate import Lost, locate
from ragkit.parsing import every, parse

DIRTY = Path(__file__).parents[4] / "shared/dirty"
pytestmark = pytest.mark.skipif(not DIRTY.exists(), reason="needs ../shared/dirty")


@pytest.fixture(scope="module")
def documents():
    docs = str(DIRTY / "docs")
    sources, skipped = every.find([docs], acl_from=f"{docs}/_access/acl.csv")
    found = {
        record["doc_id"]: record for group in every.parse_all(sources, parse.Options()) for record in group
    }
    return found | {"skipped": [skip.path.removeprefix(docs + "/") for skip in skipped]}


def codes(record):
    return [(warning["code"], warning["page"]) for warning in record["warnings"]]


def section(record, text):
    """The headings above the first place where the text stands."""
    at = record["text"].index(text)
    path = []
    for kind, start, end, level, *_ in record["blocks"]:
        if start > at:
            break
        if kind in ("heading", "slide", "sheet", "message"):
            path = [
                *(each for each in path if each[0] < level),
                (level, record["text"][start:end].lstrip("# ")),
            ]
    return [title for _, title in path]


def test_dt01_to_dt03_columns_running_lines_and_hyphens(documents):
    text = documents["manuals/FJ-900_installation_guide.pdf"]["text"]
    assert "Leave at least 730 mm behind the condenser for service access." in " ".join(text.split())
    assert "UNCONTROLLED WHEN PRINTED" not in text
    assert not re.search(r"Page \d of \d", text)
    whole = (
        "Unevenness Ventilation characteristic colleagues counter damage discussions engineer follows office"
    )
    for word in [*whole.split(), "protocol", "quality", "terminal", "wording", "hand-over"]:
        assert word in text
    assert codes(documents["manuals/FJ-900_installation_guide.pdf"]) == [("furniture", None)]


def test_dt04_words_without_space_glyphs(documents):
    text = documents["manuals/vibration_report.pdf"]["text"]
    assert "rear damper, 3.7 mm per second" in text
    assert max(map(len, text.split())) <= 25


def test_dt05_a_table_over_two_pages(documents):
    record = documents["manuals/refrigerant_charges.pdf"]
    second = record["text"][record["pages"][1][0] :]
    assert "| IB-6000 | low | R-717 | 64.0 | 72.5 | 14 |" in second
    assert "Charge (kg) / Field" in second


@pytest.mark.parametrize(
    ("doc_id", "code", "page"),
    [
        ("manuals/defrost_service_note.pdf", "no_text_layer", 2),
        ("manuals/letter_of_conformity_scan.pdf", "no_text_layer", 1),
        ("manuals/gateway_security_annex.pdf", "encrypted", None),
        ("manuals/IB-7500_belt_tension.pdf", "broken", None),
        ("manuals/anti-sweat_heating.pdf", "hidden_text", 1),
        ("manuals/rail_mounting_sheet.pdf", "garbled", 1),
        ("manuals/TN-30_leaflet.pdf", "wrong_type", None),
        ("inbox/empty_note.docx", "empty_file", None),
        ("inbox/unsorted_notice.txt", "no_acl", None),
        ("finance/price_list_2026.xlsx", "hidden_sheet", None),
        ("finance/plant_energy_2026.xlsx", "formula_no_value", None),
        ("sales/q3_kickoff.pptx", "hidden_slide", 4),
        ("data/shipments.csv", "table_data", None),
        ("wiki/es/limpieza_condensador.txt", "encoding_guessed", None),
    ],
)
def test_what_is_lost_or_doubtful_is_named(documents, doc_id, code, page):
    assert (code, page) in codes(documents[doc_id])


def test_what_must_never_become_text_does_not(documents):
    everything = "\n".join(record["text"] for doc_id, record in documents.items() if doc_id != "skipped")
    for lost in (
        "GLACIER-WHITEOUT",
        "GLACIER-COMMENT",
        "Please sign in",
        "39999",
        "(cid:",
        "\ufffd",
        "\x00",
        "\u00c3",
    ):
        assert lost not in everything, lost


def test_dt13_to_dt15_word(documents):
    text = documents["contracts/service_agreement_gold.docx"]["text"]
    assert "A technician is on site within 6 hours after a priority one call." in text
    assert "| Spiral (IB) | 19,300 | 12,850 |" in text
    assert "| Cabinet class | Yearly fee (NGC) / with parts | Yearly fee (NGC) / labour only |" in text
    assert text.count("2,750 NGC") == 1


def test_dt17_and_dt19_the_path_names_sheet_slide_and_ticket(documents):
    prices = documents["finance/price_list_2026.xlsx"]
    assert section(prices, "| FJ-400 | 44300 | 42600 | 16 |") == ["APAC"]
    assert "List price / From 10" in prices["text"]
    slides = documents["sales/q3_kickoff.pptx"]
    at = slides["text"].index("Trade-in bonus is 1,350 NGC")
    assert [page[2] for page in slides["pages"] if page[0] <= at < page[1]] == [3]
    assert section(slides, "Trade-in bonus is 1,350 NGC")[-1] == "Notes"
    tickets = documents["support/tickets-2026.jsonl"]
    assert section(tickets, "P-090 raised to 55 %")[-1].startswith("NG-")


def test_dt21_a_ticket_is_a_section_of_its_own_in_the_order_of_the_file(documents):
    record = documents["support/tickets-2026.jsonl"]
    lines = (DIRTY / "docs/support/tickets-2026.jsonl").read_text(encoding="utf-8").splitlines()
    wanted = re.findall(r'"id": ?"(NG-[^"]+)"', "\n".join(lines))
    heads = [record["text"][start:end] for kind, start, end, *_ in record["blocks"] if kind == "message"]
    found = [match.group() for head in heads if (match := re.search(r"NG-[\w-]+", head))]
    assert len(wanted) > 10
    assert found == wanted


def test_dt25_other_encodings_come_out_as_their_letters(documents):
    assert "a\u00f1o" in documents["legacy/LEEME_antiguo.txt"]["text"]
    assert any("\u505c\u96fb" in record["text"] for doc_id, record in documents.items()
               if doc_id.startswith("wiki/ja/"))  # fmt: skip


def test_dt22_to_dt24_mail_attachments_and_archives(documents):
    mail = documents["support/mail/2026-09-14_re_inverter_band.eml"]
    kinds = {mail["text"][start:end]: kind for kind, start, end, *_ in mail["blocks"]}
    assert [kind for text, kind in kinds.items() if "to 34 Hz" in text] == ["paragraph"]
    assert {kind for text, kind in kinds.items() if text.startswith(">")} == {"quote"}
    assert "48,team grey,team ochre" in documents["support/mail/2026-10-21_shift_roster.eml!1"]["text"]
    assert documents["bundles/internal_test_sheets.zip!1"]["acl"] == ["staff"]


def test_dt30_and_dt31_groups(documents):
    assert documents["wiki/legal/ostermann_settlement.md"]["acl"] == ["legal"]
    assert documents["hr/salary_bands.xlsx"]["acl"] == ["hr"]
    assert documents["inbox/unsorted_notice.txt"]["acl"] is None
    assert documents["confluence-export/Night-work_5201.html"]["acl"] == ["staff"]


def test_dt32_comments_in_code_open_no_section(documents):
    record = documents["wiki/service/modbus-poll.md"]
    headings = [record["text"][start:end] for kind, start, end, *_ in record["blocks"] if kind == "heading"]
    assert not any(
        name in heading for heading in headings for name in ("Polling rules", "Addresses", "Test from a")
    )


def test_dt36_the_question_list_is_left_out(documents):
    assert "qa/eval_questions.jsonl" in documents["skipped"]


def test_every_quote_that_is_not_on_a_scan_is_located(documents):
    lost = []
    count = 0
    for line in (DIRTY / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        for evidence in json.loads(line).get("evidence") or []:
            if evidence.get("scan"):
                continue
            count += 1
            held = [
                record for doc_id, record in documents.items()
                if doc_id == evidence["doc_id"] or doc_id.startswith(evidence["doc_id"] + "!")
            ]  # fmt: skip
            found = [locate(record["text"], evidence, record["pages"]) for record in held]
            if all(isinstance(each, Lost) and each.code != "ambiguous" for each in found):
                lost.append((evidence["doc_id"], evidence["quote"]))
    assert lost == []
    assert count >= 55
