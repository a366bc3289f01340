"""Where a question went wrong, told from its label, its context and its answer: one name a question."""

from ragkit.evaluation.corpus import says
from ragkit.labels.read import answerable, evidence_needs, id_needs
from ragkit.records import Record

MEANING = {
    "right": "answered right, or rightly abstained",
    "retrieval_miss": "the evidence is in none of the chunks retrieved: improve parsing, chunks or search",
    "cut_by_budget": "the evidence was retrieved and did not fit: larger window, smaller chunks",
    "withheld": "the evidence was left out for another reason, such as a permission or a low score",
    "generation": "the evidence was in the context, the answer is not right: prompt, order, model",
    "over_refusal": "the evidence stood in the context and the answer abstains: soften the refusal rule",
    "invention": "no document answers and the answer asserts: harden the refusal rule",
    "no_answer": "the model was cut off or refused: raise max_tokens, or read why it refused",
    "not_judged": "the evidence stood in the context; whether the answer is right was not graded",
}


def blame(label: Record, context: Record, state: str, right: bool | None = None) -> str:
    """Return the name of what went wrong, one of MEANING.

    state  of the answer: answered, partial or abstained; none when it was cut off or refused
    right  whether it was graded correct; None when it was not graded
    """
    if not answerable(label):
        return {"abstained": "right", "none": "no_answer"}.get(state, "invention")
    if not _enough(label, context["docs"]):
        if right:
            return "right"
        lost = {drop["reason"] for drop in context["dropped"] if drop.get("evidence")}
        if "budget" in lost:
            return "cut_by_budget"
        return "withheld" if lost - {"duplicate"} else "retrieval_miss"
    if state in ("abstained", "none"):
        return "over_refusal" if state == "abstained" else "no_answer"
    if right is None:
        return "not_judged"
    return "right" if right else "generation"


def _enough(label: Record, sources: list[Record]) -> bool:
    """Return whether the sources meet every need of the label; of ids in `relevant`, any one."""
    if label["evidence"]:
        return all(
            any(says(source, item) for item in need.alternatives for source in sources)
            for need in evidence_needs(label)
        )
    named = {
        name for source in sources for name in (*source["members"], source["chunk_id"], source["doc_id"])
    }
    met = [not named.isdisjoint(need.alternatives) for need in id_needs(label)]
    return all(met) if label["any_of"] else any(met)
