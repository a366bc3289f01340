"""Records of a pipeline with one known fault each: what a diagnosis must find. Written before the diagnosis.

Real documents and the real chunker; rankings are made here by word overlap. A scenario holds one question's
records from source to answer and the stage that a fault was put into; `kind` "healthy" has none. A double
fault has a second one further down, which must not be blamed; in a scenario with missing records the fault
lies at or before the gap, and an interval of stages is the right answer.
"""

import random
import re
from pathlib import Path
from typing import Any, NamedTuple

from ragkit.chunking.chunk import Options, chunk_document
from ragkit.records import check

STAGES = ["source", "parse", "chunk", "index", "filter", "retrieve", "fuse", "rerank", "assemble", "cite"]
DEPTH, FINAL, SHOWN = 20, 10, 4  # ids a leg returns, ids after reranking, sources in a context


class Scenario(NamedTuple):
    """One question's records; None where a record is missing."""

    kind: str
    expected: tuple[str, str] | None  # first and last stage that may be named; None: nothing was lost
    label: dict[str, Any]
    sources: dict[str, str] | None  # doc_id -> what the file says
    documents: list[dict[str, Any]]
    chunks: list[dict[str, Any]]
    indexed: list[str] | None  # chunk ids
    run: dict[str, Any]  # with its legs: fused
    reranked: dict[str, Any] | None
    context: dict[str, Any] | None
    answer: dict[str, Any] | None


class World:
    """A folder of documents, chunked, with quotes that stand once in the corpus and whole in one chunk."""

    def __init__(self, folder: str, size: int = 120) -> None:
        self.sources = {
            path.name: path.read_text(encoding="utf-8") for path in sorted(Path(folder).rglob("*.md"))
        }
        self.documents = [
            check("document", {"doc_id": name, "text": text, "acl": ["staff"], "blocks": _blocks(text)}, name)
            for name, text in self.sources.items()
        ]
        self.chunks = [
            check("chunk", chunk, "chunk")
            for document in self.documents
            for chunk in chunk_document(document, Options(max_tokens=size))
        ]
        everything = "\n".join(self.sources.values())
        self.quotes = [
            (chunk, match[0])
            for chunk in self.chunks
            for match in re.finditer(r"(?<![^\s])[A-Z][^\n.|<>\[\]*`]{40,160}\.", chunk["text"])
            if everything.count(match[0]) == 1
        ]


def _blocks(text: str) -> list[list[Any]]:
    """Paragraphs, as far as a test needs them."""
    return [
        ["paragraph", m.start(), m.end(), 0] for m in re.finditer(r"\S[^\n]*(?:\n(?!\s*\n)[^\n]+)*", text)
    ]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", text.casefold()))


def healthy(world: World, rng: random.Random, number: int) -> Scenario:
    """Return a question whose evidence goes through every stage."""
    chunk, quote = rng.choice(world.quotes)
    asked = " ".join(rng.sample(sorted(_words(quote)), min(6, len(_words(quote)))))
    near = sorted(world.chunks, key=lambda c: (-len(_words(c["text"]) & _words(asked)), c["chunk_id"]))
    legs = {}
    for name, slip in (("bm25", 6), ("dense", 12)):
        ids = [c["chunk_id"] for c in near[: DEPTH * 2] if c is not chunk]
        rng.shuffle(ids)
        ids = ids[: DEPTH - 1]
        ids.insert(rng.randrange(slip), chunk["chunk_id"])
        legs[name] = ids
    fused = _put(_fuse(legs), chunk["chunk_id"], rng.randrange(FINAL))
    reranked = _put(fused[:DEPTH], chunk["chunk_id"], rng.randrange(SHOWN))[:FINAL]
    qid = f"s{number}"
    label = {"qid": qid, "question": asked, "user": {"groups": ["staff"]},
             "evidence": [{"doc_id": chunk["doc_id"], "quote": quote}]}  # fmt: skip
    scenario = Scenario(
        "healthy", None, check("label", label, qid), dict(world.sources), world.documents, world.chunks,
        [c["chunk_id"] for c in world.chunks], _run(qid, fused, legs), _run(qid, reranked), None, None,
    )  # fmt: skip
    return _answered(_assembled(scenario, world, reranked[:SHOWN]), chunk["chunk_id"])


def _fuse(legs: dict[str, list[str]]) -> list[str]:
    scores: dict[str, float] = {}
    for ids in legs.values():
        for rank, name in enumerate(ids, start=1):
            scores[name] = scores.get(name, 0) + 1 / (60 + rank)
    return sorted(scores, key=lambda name: (-scores[name], name))


def _put(ids: list[str], name: str, place: int) -> list[str]:
    others = [one for one in ids if one != name]
    return others[:place] + [name] + others[place:]


def _run(qid: str, ids: list[str], legs: dict[str, list[str]] | None = None) -> dict[str, Any]:
    return check("run", {"qid": qid, "retrieved": ids, **({"legs": legs} if legs else {})}, qid)


def _assembled(scenario: Scenario, world: World, ids: list[str]) -> Scenario:
    by_id = {chunk["chunk_id"]: chunk for chunk in world.chunks}
    docs = [
        {
            "n": n,
            "chunk_id": name,
            "doc_id": by_id[name]["doc_id"],
            "members": [name],
            "text": by_id[name]["text"],
        }
        for n, name in enumerate(ids, start=1)
    ]
    left = [name for name in (scenario.reranked or scenario.run)["retrieved"] if name not in ids]
    dropped = [{"chunk_id": name, "reason": "budget"} for name in left]
    row = {"qid": scenario.label["qid"], "docs": docs, "dropped": dropped}
    return scenario._replace(context=check("context", row, "context"))


def _answered(scenario: Scenario, cited: str | None) -> Scenario:
    docs = scenario.context["docs"] if scenario.context else []
    numbers = [doc["n"] for doc in docs if doc["chunk_id"] == cited] or [doc["n"] for doc in docs[-1:]]
    text = f"It is so [{numbers[0]}]." if numbers else "It is so."
    return scenario._replace(answer=check("answer", {"qid": scenario.label["qid"], "answer": text}, "answer"))


# --- the ten faults; each takes a healthy scenario and breaks one stage and, as it would, all after it


def _target(scenario: Scenario) -> str:
    """The chunk that holds the quote."""
    item = scenario.label["evidence"][0]
    return next(
        c["chunk_id"] for c in scenario.chunks if c["doc_id"] == item["doc_id"] and item["quote"] in c["text"]
    )


def _downstream(scenario: Scenario, world: World, target: str, first: str) -> Scenario:
    """Take the target out of everything from stage `first` on."""
    at = STAGES.index(first)
    if at <= STAGES.index("retrieve"):
        legs = {name: [i for i in ids if i != target] for name, ids in scenario.run["legs"].items()}
        scenario = scenario._replace(run={**scenario.run, "legs": legs})
    if at <= STAGES.index("fuse"):
        fused = [i for i in scenario.run["retrieved"] if i != target]
        scenario = scenario._replace(run={**scenario.run, "retrieved": fused})
    if at <= STAGES.index("rerank") and scenario.reranked:
        ids = [i for i in scenario.reranked["retrieved"] if i != target]
        scenario = scenario._replace(reranked={**scenario.reranked, "retrieved": ids})
    if at <= STAGES.index("assemble"):
        ids = [i for i in (scenario.reranked or scenario.run)["retrieved"] if i != target]
        scenario = _assembled(scenario, world, ids[:SHOWN])
    return _answered(scenario, None)


def no_source(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """The document is not in the corpus at all."""
    name, target = s.label["evidence"][0]["doc_id"], _target(s)
    s = _downstream(s, world, target, "retrieve")
    chunks = [c for c in s.chunks if c["doc_id"] != name]
    kept = {c["chunk_id"] for c in chunks}
    return s._replace(
        sources={k: v for k, v in (s.sources or {}).items() if k != name},
        documents=[d for d in s.documents if d["doc_id"] != name], chunks=chunks,
        indexed=[i for i in s.indexed or [] if i in kept],
    )  # fmt: skip


def not_parsed(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """The file says it, the document's text does not."""
    item, target = s.label["evidence"][0], _target(s)
    s = _downstream(s, world, target, "retrieve")
    documents, chunks = [], [c for c in s.chunks if c["doc_id"] != item["doc_id"]]
    for document in s.documents:
        if document["doc_id"] == item["doc_id"]:
            text = document["text"].replace(item["quote"], "")
            document = {**document, "text": text, "blocks": _blocks(text)}
            chunks += [check("chunk", c, "c") for c in chunk_document(document, Options(max_tokens=120))]
        documents.append(document)
    return s._replace(documents=documents, chunks=chunks, indexed=[c["chunk_id"] for c in chunks])


def not_chunked(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """The chunk that would hold it was never written."""
    target = _target(s)
    s = _downstream(s, world, target, "retrieve")
    chunks = [c for c in s.chunks if c["chunk_id"] != target]
    return s._replace(chunks=chunks, indexed=[i for i in s.indexed or [] if i != target])


def not_indexed(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """The chunk is there, the index does not know it."""
    target = _target(s)
    s = _downstream(s, world, target, "retrieve")
    return s._replace(indexed=[i for i in s.indexed or [] if i != target])


def hidden(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """The user may not read it."""
    target = _target(s)
    s = _downstream(s, world, target, "retrieve")
    chunks = [{**c, "acl": ["board"]} if c["chunk_id"] == target else c for c in s.chunks]
    return s._replace(chunks=chunks)


def not_retrieved(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """No leg finds it."""
    return _downstream(s, world, _target(s), "retrieve")


def not_fused(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """A leg finds it, fusion loses it."""
    return _downstream(s, world, _target(s), "fuse")


def not_reranked(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """Fusion keeps it, the reranker puts it below its cut."""
    return _downstream(s, world, _target(s), "rerank")


def not_assembled(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """It is ranked, the context has no room for it."""
    return _downstream(s, world, _target(s), "assemble")


def not_cited(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """The model saw it, the answer cites something else."""
    target = _target(s)
    others = [doc["chunk_id"] for doc in s.context["docs"] if doc["chunk_id"] != target]
    return _answered(s, rng.choice(others))


FAULTS = dict(
    zip(
        STAGES,
        [no_source, not_parsed, not_chunked, not_indexed, hidden, not_retrieved, not_fused, not_reranked,
         not_assembled, not_cited],
        strict=True,
    )
)  # fmt: skip

# Which record may be missing, and the stages that then cannot be told apart. Without the context nobody can
# say whether the answer cites the evidence, so there nothing may be blamed.
GAPS: dict[str, tuple[str, str] | None] = {
    "sources": ("source", "parse"),
    "indexed": ("index", "retrieve"),
    "legs": ("retrieve", "fuse"),
    "reranked": ("rerank", "assemble"),
    "context": None,
}


def scenarios(folder: str, count: int, seed: int) -> list[Scenario]:
    """Return `count` faulty scenarios, and a fifth as many healthy ones."""
    world, rng = World(folder), random.Random(seed)
    made: list[Scenario] = []
    for number in range(count):
        stage = STAGES[number % len(STAGES)]
        base = healthy(world, rng, number)
        scenario = FAULTS[stage](base, world, rng)._replace(kind=stage, expected=(stage, stage))
        turn = number // len(STAGES) % 4
        if turn == 1:
            scenario = _double(scenario, world, rng)
        if turn == 3:
            scenario = _gap(scenario, stage)
        made.append(scenario)
    return made + [healthy(world, rng, count + number) for number in range(count // 5)]


def _double(s: Scenario, world: World, rng: random.Random) -> Scenario:
    """Add a second fault after the first: another record that would have lost it too."""
    target = next((c["chunk_id"] for c in s.chunks if s.label["evidence"][0]["quote"] in c["text"]), None)
    if target is None or STAGES.index(s.kind) >= STAGES.index("filter"):
        dropped = {**(s.context or {}), "docs": [d for d in s.context["docs"] if d["chunk_id"] != target]}
        late = STAGES.index(s.kind) < STAGES.index("assemble")
        return _answered(s._replace(context=dropped), None)._replace(kind=f"{s.kind}+") if late else s
    chunks = [{**c, "acl": ["board"]} if c["chunk_id"] == target else c for c in s.chunks]
    return s._replace(chunks=chunks, kind=f"{s.kind}+filter")


def _gap(s: Scenario, stage: str) -> Scenario:
    """Take away the record that would tell the stage from its neighbour."""
    for record, interval in GAPS.items():
        first = interval[0] if interval else "assemble"
        if first == stage or (record == "legs" and stage == "fuse"):
            if record == "legs":
                s = s._replace(run={**s.run, "legs": None})
            else:
                s = s._replace(**{record: None})
            return s._replace(kind=f"{stage}-{record}", expected=interval)
    return s
