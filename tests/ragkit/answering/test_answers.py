"""The text and the state of an answer record, in each of its forms."""

import pytest

from ragkit.answering.answers import state_of, text_of

REFUSAL = "The documents do not say how long the warranty is."


def record(answer=None, content=None, stop_reason=None):
    return {"qid": "q", "answer": answer, "content": content, "stop_reason": stop_reason}


def test_native_blocks_are_joined_as_they_stand():
    content = [
        {"type": "text", "text": "It is "},
        {"type": "thinking", "thinking": "x"},
        {"type": "text", "text": "5."},
    ]
    assert text_of(record(content=content)) == "It is 5."


@pytest.mark.parametrize("answer", [record(REFUSAL), record(content=[{"type": "text", "text": REFUSAL}])])
def test_a_refusal_is_an_abstention_in_either_form(answer):
    assert state_of(answer) == "abstained"


@pytest.mark.parametrize("reason", ["max_tokens", "refusal", "model_context_window_exceeded"])
def test_an_answer_that_was_cut_off_is_none(reason):
    assert state_of(record("The warranty is", stop_reason=reason)) == "none"


def test_an_ended_turn_is_an_answer():
    assert state_of(record("The warranty is 24 months [1].", stop_reason="end_turn")) == "answered"
