"""Cut a label file into dev and test, so that nothing tuned on one has been seen in the other."""

from collections.abc import Sequence

from ragkit.fingerprint import drawn
from ragkit.labels import similar
from ragkit.labels.read import answerable
from ragkit.records import Record


def split(labels: Sequence[Record], share: float, seed: int) -> tuple[list[Record], list[Record]]:
    """Return (dev, test) with about `share` of every kind of question in dev, each in its old order.

    Labels that quote the same text, or ask nearly the same, stay together. Kinds are answerable or not, and
    the tags. The same labels and seed give the same split, and one more label moves only what belongs to it.
    """
    families = _families(labels)
    members: dict[str, list[Record]] = {}
    for label in labels:
        members.setdefault(families[label["qid"]], []).append(label)
    strata: dict[str, list[str]] = {}
    for name in sorted(members, key=lambda name: drawn(name, seed)):
        strata.setdefault(_kind(members[name][0]), []).append(name)
    dev: set[str] = set()
    carry = 0.0  # what rounding left over in one stratum is made up for in the next
    for kind in sorted(strata):
        names = strata[kind]
        wanted = share * sum(len(members[name]) for name in names) + carry
        taken = 0
        for name in names:
            if taken + len(members[name]) / 2 <= wanted:
                dev.add(name)
                taken += len(members[name])
        carry = wanted - taken
    parts: tuple[list[Record], list[Record]] = ([], [])
    for label in labels:
        parts[families[label["qid"]] not in dev].append(label)
    return parts


def _families(labels: Sequence[Record]) -> dict[str, str]:
    """Return qid -> the first qid of its family: labels linked by a shared quote or near-equal questions."""
    root = {label["qid"]: label["qid"] for label in labels}

    def find(qid: str) -> str:
        while root[qid] != qid:
            root[qid] = root[root[qid]]
            qid = root[qid]
        return qid

    links = [(one, two) for one, two, _ in similar.duplicates({x["qid"]: x["question"] for x in labels})]
    holder: dict[tuple[str, str], str] = {}
    for label in labels:
        for item in label["evidence"] or []:
            first = holder.setdefault((item["doc_id"], item["quote"]), label["qid"])
            links.append((first, label["qid"]))
    for one, two in links:
        root[find(two)] = find(one)
    return {qid: find(qid) for qid in root}


def _kind(label: Record) -> str:
    return f"{answerable(label)} {' '.join(sorted(label['tags'] or []))}"
