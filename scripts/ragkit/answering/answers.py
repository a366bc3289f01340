"""An answer record as a reader sees it: its text, and whether it answers at all."""

from ragkit.answering import abstention
from ragkit.records import Record

NO_ANSWER = (
    "max_tokens",
    "refusal",
    "model_context_window_exceeded",
)  # Anthropic's Messages API, stop_reason


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
