"""The output contract, line by line."""

from ragkit.evaluation.intervals import Interval
from ragkit.evaluation.report import Facts, contract

FACTS = Facts(
    documents=1200,
    unread=3,
    chunks=3400,
    chunking="500 tokens/0/structure",
    reindex="on change",
    retrieval="bm25",
    reranker=None,
    k=5,
    questions=50,
    unanswerable=6,
    drawn=0,
    metrics={"recall@5": Interval(0.8, 0.66, 0.894, 44), "MRR": None, "faithfulness": None},
    losses={},
    lever="index: write variants",
)


def test_the_contract_has_its_six_lines_in_order():
    assert contract(FACTS).splitlines() == [
        "**Corpus:** 1,200 docs (3 without text), 3,400 chunks, chunking 500 tokens/0/structure, "
        "re-index on change",
        "**Retrieval:** bm25, reranker none, final k=5",
        "**Eval set:** 50 questions (6 unanswerable)",
        "**Metrics:** recall@5 0.800 [0.660, 0.894] (n=44), MRR not measured, faithfulness not measured",
        "**Losses:** none",
        "**Next lever:** index: write variants",
    ]


def test_losses_are_counted_by_reason_most_first_and_three_are_named():
    losses = {
        "encrypted": ["a.pdf"],
        "no_text_layer": ["b.pdf page 1", "b.pdf page 2", "c.pdf page 1", "d.pdf page 9"],
    }
    line = contract(FACTS._replace(losses=losses)).splitlines()[4]
    assert line == (
        "**Losses:** 4 no_text_layer (b.pdf page 1, b.pdf page 2, c.pdf page 1 and 1 more); "
        "1 encrypted (a.pdf)"
    )


def test_without_labels_the_contract_says_so():
    line = contract(FACTS._replace(questions=0)).splitlines()[2]
    assert line == "**Eval set:** none"


def test_abstention_says_how_many_it_was_measured_on():
    metrics = {"abstention": Interval(0.5, 0.2, 0.8, 4)}
    assert contract(FACTS._replace(metrics=metrics)).splitlines()[3].endswith("(n=4 of 6)")
    assert contract(FACTS._replace(metrics=metrics, unanswerable=4)).splitlines()[3].endswith("(n=4)")


def test_labels_drawn_from_answers_make_the_metrics_upper_bounds():
    line = contract(FACTS._replace(drawn=3)).splitlines()[3]
    assert line.startswith("**Metrics:** upper bounds (3 labels drawn from answers): recall")


def test_abstention_that_was_not_measured_says_what_it_needs():
    facts = FACTS._replace(metrics={"abstention": None})
    assert (
        contract(facts)
        .splitlines()[3]
        .endswith("not measured (it needs answers to the unanswerable questions)")
    )
    none = contract(facts._replace(unanswerable=0)).splitlines()[3]
    assert none.endswith('not measured (it needs labels with "answerable": false)')
