"""The order in which a model reads its sources: five ways, each a permutation of the selection."""

from collections.abc import Sequence

from ragkit.records import Record

ORDERS = ("relevance", "sandwich", "chronological", "grouped", "interleaved")


def arrange(selected: Sequence[Record], order: str) -> list[Record]:
    """Return the sources, given best first, in the order named.

    relevance      best first
    sandwich       the best at both ends: 1, 3, 5, ..., 6, 4, 2 ("lost in the middle", Liu et al. 2023)
    chronological  by `updated`, oldest first; undated last, in their own order
    grouped        document by document, the best document first, inside it by position
    interleaved    one of each document in turn, the best document first
    """
    by_rank = list(selected)
    if order == "sandwich":
        return by_rank[::2] + by_rank[1::2][::-1]
    if order == "chronological":
        return sorted(by_rank, key=lambda source: (not source["updated"], source["updated"] or ""))
    if order in ("grouped", "interleaved"):
        groups: dict[str, list[Record]] = {}
        for source in by_rank:
            groups.setdefault(source["doc_id"], []).append(source)
        if order == "grouped":
            return [
                source
                for group in groups.values()
                for source in sorted(group, key=lambda source: source["start"])
            ]
        longest = max((len(group) for group in groups.values()), default=0)
        return [group[turn] for turn in range(longest) for group in groups.values() if turn < len(group)]
    return by_rank
