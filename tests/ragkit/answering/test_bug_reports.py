"""Bugs that people reported of other tools, each as the smallest answer that shows it."""

import pytest

from ragkit.answering import abstention, citations, quotes
from ragkit.answering.citations import FAILING

TEXTS = [
    "The fee is $20 a year. Revenue was $35.1 billion.",
    "Call print(arr[0], arr[12]) to list the nodes.",
    "The limit is 500 requests per minute. See [8] for the raw data.",
    "Refunds take 30 days.",
]


def context(texts=TEXTS, **more):
    docs = [{"n": n, "chunk_id": f"d#{n}", "text": text} for n, text in enumerate(texts, start=1)]
    return {"qid": "q", "question": "", "docs": docs, **more}


def codes(answer, texts=TEXTS, failing=True, **more):
    checked = citations.examine(context(texts), {"qid": "q", "answer": answer, **more})
    found = [problem for verdict in checked.verdicts for problem in verdict["problems"]] + checked.problems
    return {problem["code"] for problem in found if not failing or problem["code"] in FAILING}


def refs(answer, texts=TEXTS):
    return [verdict["refs"] for verdict in citations.check(context(texts), {"qid": "q", "answer": answer})]


@pytest.mark.parametrize(
    ("report", "answer", "expected"),
    [
        ("onyx#1543: numbers beyond the sources", "The fee is $20 a year [5, 7].", {"bad_index"}),
        (
            "onyx#911, OmniRoute#14122: code eaten",
            "Call `print(arr[0], arr[12])` to list the nodes [2].",
            set(),
        ),
        ("onyx#3294: double brackets before a stop", "Refunds take 30 days [[4]].", set()),
        ("Open-Relay#63: a list of numbers", "The fee is $20 a year [1, 2].", set()),
        (
            "open-webui#10979: counted from 0",
            "The fee is $20 a year [0]. Refunds take 30 days [3].",
            {"bad_index", "misattributed"},
        ),
        ("open-webui#11592: right answer, wrong source", "Refunds take 30 days [2].", {"misattributed"}),
        ("pi-web-access#340: cut to fewer sources", "Refunds take 30 days [9].", {"bad_index"}),
        (
            "kb-rag#93: a mark copied from a source",
            "The limit is 500 requests per minute [8].",
            {"bad_index"},
        ),
        ("ThumbGate#3098: an id that only looks right", "Refunds take 30 days [999].", {"bad_index"}),
        (
            "Vane#845: a link with a made-up figure",
            "The fee is $25 a year [[1]](https://a.example/x).",
            {"number_mismatch"},
        ),
        (
            "ragflow#3612: says no, then answers",
            "I couldn't find this in the sources. The limit is 500 req/min.",
            {"contradictory_abstention", "no_citations", "uncited"},
        ),
        (
            "dismech#10249: nothing recognised is no success",
            "The fee is $20 a year (source one).",
            {"no_citations", "uncited"},
        ),
        (
            "nuve#13: a mark after the stop is the sentence before",
            "The fee is $20 a year. [1] Refunds take 30 days!",
            {"uncited"},
        ),
        ("tavily-cookbook#39: a decimal cut in two", "Revenue was $35.1 billion [1].", set()),
        (
            "yasbd#34: a year in brackets",
            "Yan et al. [2004] set the fee at $20 a year [1].",
            set(),
        ),
        (
            "trieve#2202: everything renders as 1",
            "The fee is $20 a year [1]. Refunds take 30 days [1].",
            {"misattributed"},
        ),
    ],
)
def test_a_reported_answer_gets_the_right_verdict(report, answer, expected):
    assert codes(answer) == expected, report


def test_the_hints_tell_the_causes_apart():
    def hint(answer):
        rows = citations.check(context(), {"qid": "q", "answer": answer})
        return [
            problem.get("hint")
            for row in rows
            for problem in row["problems"]
            if problem["code"] == "bad_index"
        ]

    assert hint("The fee is $20 a year [0].") == ["off_by_one"]
    assert hint("The limit is 500 requests per minute [8].") == ["copied_from_source"]
    assert hint("Refunds take 30 days [9].") == [None]


def test_a_pattern_of_ids_keeps_its_numbers_apart():  # ragflow#8594: [ID:0] and [ID:4] both shown as 0
    assert refs("The fee is $20 a year [ID:1]. Refunds take 30 days [ID:4].") == [[1], [4]]


def test_an_abstention_that_lists_what_was_searched_is_flagged_and_passes():  # docq#202, arcadia#646
    answer = "I looked through the pages [1][2] and found nothing on weekend cover."
    assert abstention.state(answer) == "abstained"
    assert codes(answer) == set()
    assert "abstained_with_citations" in codes(answer, failing=False)


@pytest.mark.parametrize(
    ("quote", "source", "holds"),
    [
        ("re\u2011use the \u201cold\u201d key\u2026", 're-use the "old" key...', True),  # hermes-agent#85749
        ("re-use the new key", 're-use the "old" key', False),
        ("a **bold** word", "a bold word", True),  # karpathy-llm-wiki#10
        ("a bold word", "a **bold** word", True),
        ("wrapped\nover lines", "wrapped over lines", True),  # dismech#9433
        ("it was rewritten", "it has been rewritten", False),
        ("any words at all", "", False),  # OpenContracts#2193
    ],
)
def test_quotations_fold_typography_on_both_sides_and_nothing_else(quote, source, holds):
    assert quotes.holds(quote, source) == holds


def test_case_alone_is_reported_as_normalised_and_not_as_verbatim():  # token-optimizer#236
    assert quotes.check("DO NOT OPEN", "do not open").status == "normalised"


def test_a_quote_that_runs_over_a_page_end_is_found_in_the_joined_source():  # due-diligence-agents#24
    assert quotes.holds("from one page to the next", "from one page\n\nto the next")


def test_a_quote_one_page_off_is_told_from_one_that_is_nowhere():  # due-diligence-agents#24
    docs = [
        {"n": n, "chunk_id": f"d#{n}", "doc_id": doc, "pages": [page, page], "text": text}
        for n, doc, page, text in (
            (1, "d", 4, "The lease names both owners."),
            (2, "d", 5, "Rent is due on the first of May."),
            (3, "e", 9, "Keys are kept in the hall."),
        )
    ]

    def found(answer):
        (row,) = citations.check({"qid": "q", "question": "", "docs": docs}, {"qid": "q", "answer": answer})
        return {problem["code"] for problem in row["problems"]}

    assert "wrong_page" in found('The lease says "due on the first of May" [1].')
    assert "misattributed" in found('The lease says "kept in the hall" about both owners [1].')
    assert "quote_altered" in found('The lease says "due on the last of May" about both owners [1].')


def test_sources_at_the_end_are_references_whatever_their_case_and_language():  # langchain#1712, #9774
    for heading in ("SOURCES:", "Sources :", "Quellen:", "\u53c2\u8003\u6587\u732e\uff1a"):
        answer = f"Refunds take 30 days [4].\n\n{heading}\n[4] refunds.md"
        assert codes(answer) == set(), heading


def test_a_native_citation_outside_the_documents_is_an_error():  # vercel/ai#12735, assistant-ui#6905
    block = {
        "type": "text",
        "text": "x y z",
        "citations": [
            {
                "type": "char_location",
                "document_index": 9,
                "start_char_index": 0,
                "end_char_index": 1,
                "cited_text": "x",
            }
        ],
    }
    checked = citations.examine(context(), {"qid": "q", "content": [block]})
    assert "bad_index" in {problem["code"] for problem in checked.problems}


def test_overlapping_block_ranges_must_match_their_text():  # notebooklm-py#2210
    docs = [{"n": 1, "chunk_id": "d#1", "text": "A.B.", "blocks": ["A.", "B."]}]
    block = {
        "type": "text",
        "text": "t",
        "citations": [
            {
                "type": "content_block_location",
                "document_index": 0,
                "start_block_index": 0,
                "end_block_index": 2,
                "cited_text": "A.A.B.",
            }
        ],
    }
    checked = citations.examine({"qid": "q", "docs": docs}, {"qid": "q", "content": [block]})
    assert "wrong_text" in {problem["code"] for problem in checked.problems}


@pytest.mark.parametrize("stop", ["max_tokens", "refusal", "model_context_window_exceeded"])
def test_an_answer_cut_off_or_refused_is_no_answer(stop):
    assert codes("Refunds take 30 days [4].", stop_reason=stop) == {"no_answer"}


def test_an_answer_from_another_context_is_stale():
    answer = {"qid": "q", "answer": "Refunds take 30 days [4].", "context_sha": "aaaa"}
    checked = citations.examine(context(context_sha="bbbb"), answer)
    assert "stale_context" in {problem["code"] for problem in checked.problems}


def test_the_date_that_a_source_shows_may_be_cited_as_a_fact_and_another_date_may_not():
    source = {"n": 1, "chunk_id": "d#1", "text": "The guide on pumps.", "updated": "2026-03-01"}

    def found(day):
        answer = {"qid": "q", "answer": f"The guide on pumps was updated on {day} March 2026 [1]."}
        rows = citations.check({"qid": "q", "question": "", "docs": [source]}, answer)
        return {problem["code"] for row in rows for problem in row["problems"]}

    assert "number_mismatch" not in found(1)
    assert "number_mismatch" in found(2)
