"""What a report of scores says, and how much of it."""

from ragkit.evaluation.retrieval import LeftOut
from ragkit.evaluation.wording import warnings


def left_out(lost):
    return LeftOut([], [], [], {}, {}, {f"q{n}": ["guide.md: gone"] for n in range(lost)}, {}, [], [], {})


def test_questions_with_lost_quotes_are_named_up_to_ten_and_then_counted():
    assert warnings(left_out(0)) == []
    assert len(warnings(left_out(10))) == 10
    many = warnings(left_out(34))
    assert many[0] == "warning: q0 needs what cannot be found: guide.md: gone"
    assert len(many) == 11
    assert many[-1].startswith("warning: and 24 more questions")
