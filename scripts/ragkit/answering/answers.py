"""An answer record as a reader sees it: its text, and whether it answers at all."""

from collections.abc import Container, Iterable

from ragkit.answering import abstention
from ragkit.cli import InputError
from ragkit.records import Record

NO_ANSWER = (
    "max_tokens",
    "refusal",
    "model_context_window_exceeded",
)  # Anthropic's Messages API, stop_reason


def need_contexts(answers: Iterable[Record], contexts: Container[str]) -> None:
    """Raise InputError where an answer's question has no context; contexts: the qids that have one."""
    missing = [answer["qid"] for answer in answers if answer["qid"] not in contexts]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise InputError(f"no context for the answer to {missing[0]!r}{more}; check the two files' qids")


def text_of(answer: Record) -> str:
    """Return the answer's text; that of native citation blocks is joined without anything between."""
    if answer["answer"] is not None:
        return str(answer["answer"])
    blocks = [block for block in answer["content"] or [] if isinstance(block, dict)]
    return "".join(str(block.get("text", "")) for block in blocks if block.get("type") == "text")


def state_of(answer: Record) -> str:
    """Return answered, partial or abstained; none for an answer that was cut off or refused."""
    if answer["stop_reason"] in NO_ANSWER:
        return "none"
    return abstention.state(text_of(answer))
