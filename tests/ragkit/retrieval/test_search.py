"""Searching an index: cases that other tools get wrong, and a brute-force check of permissions."""

import json
import random
from pathlib import Path

import pytest

from ragkit.access import EVERYTHING, Reader
from ragkit.cli import InputError
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval.search import Options, search

CASES = Path(__file__).resolve().parents[2] / "fixtures" / "cases"


def index_of(tmp_path, chunks, options=None):
    rows = [check("chunk", {"doc_id": c["chunk_id"], "text": "", **c}, "") for c in chunks]
    build(rows, str(tmp_path / "index"), options)
    return open_index(str(tmp_path / "index"))


def case(name, file):
    lines = (CASES / name / file).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def case_index(tmp_path, name):
    return index_of(tmp_path, [{"chunk_id": row.pop("id"), **row} for row in case(name, "chunks.jsonl")])


def ask(index, text, who=None, user=None, filters=None, **options):
    question = check("label", {"qid": "q", "question": text, "user": user, "filters": filters}, "")
    return search(index, question, who, Options(**options))


@pytest.mark.parametrize("mode", ["hybrid", "bm25"])
def test_case_02_every_script_and_identifier_is_found_first(tmp_path, mode):
    index = case_index(tmp_path, "02-cjk-lexical")
    for row in case("02-cjk-lexical", "queries.jsonl"):
        assert ask(index, row["question"], mode=mode)["retrieved"][:1] == row["relevant"], row["qid"]


def test_case_02_a_question_without_a_known_word_gives_an_empty_flagged_row(tmp_path):
    row = ask(case_index(tmp_path, "02-cjk-lexical"), "zzzz qqqq")
    assert (row["retrieved"], row["scores"], row["flags"]) == ([], [], ["no_lexical_match"])


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_label_without_words_to_ask_is_refused_and_not_scored_0(tmp_path, text):
    index = index_of(tmp_path, [{"chunk_id": "a", "text": "pump"}])
    with pytest.raises(InputError, match="question q: it has no text"):
        ask(index, text)


def test_case_07_permissions_hold_on_every_leg_and_before_the_cut(tmp_path):
    index = case_index(tmp_path, "07-acl-hybrid-leak")
    first, second = [search(index, check("label", row, ""), None, Options(k=3))
                     for row in case("07-acl-hybrid-leak", "queries.jsonl")]  # fmt: skip
    assert first["retrieved"] == ["p1", "p2"]
    assert first["flags"] == ["few_visible"]
    assert set(first["legs"]["bm25"] + first["legs"]["dense"]) == {"p1", "p2"}
    assert all(chunk_id.startswith("s") for chunk_id in second["retrieved"] + second["legs"]["dense"])


def test_case_07_an_unknown_filter_key_is_an_error(tmp_path):
    index = case_index(tmp_path, "07-acl-hybrid-leak")
    with pytest.raises(InputError, match="no chunk has a field 'departement'"):
        ask(index, "salary", EVERYTHING, filters={"departement": "hr"})


def test_a_restricted_corpus_needs_to_know_who_asks(tmp_path):
    index = case_index(tmp_path, "07-acl-hybrid-leak")
    with pytest.raises(InputError, match="--user, or --all"):
        ask(index, "salary")
    assert len(ask(index, "salary bands", EVERYTHING, k=40)["retrieved"]) == 34


def test_the_user_of_the_question_wins_even_over_all(tmp_path):
    index = case_index(tmp_path, "07-acl-hybrid-leak")
    row = ask(index, "salary bands", EVERYTHING, user={"groups": ["all"], "tenant": "t2"})
    assert row["retrieved"] == ["o1"]


def test_an_open_corpus_needs_no_user(tmp_path):
    assert ask(index_of(tmp_path, [{"chunk_id": "a", "text": "pump"}]), "pump")["retrieved"] == ["a"]


def test_a_match_is_kept_at_a_score_of_zero(tmp_path):
    index = index_of(tmp_path, [{"chunk_id": "a", "text": "pump"}, {"chunk_id": "b", "text": "filter"}])
    row = ask(index, "pump", mode="bm25")
    assert (row["retrieved"], row["scores"]) == (["a"], [0.0])


def test_an_empty_index_answers_with_an_empty_row(tmp_path):
    assert ask(index_of(tmp_path, []), "pump")["retrieved"] == []


def test_filters_hold_for_fields_lists_and_meta(tmp_path):
    index = index_of(tmp_path, [
        {"chunk_id": "a", "text": "pump one", "lang": "en", "meta": {"tags": ["x", "y"], "year": 2024}},
        {"chunk_id": "b", "text": "pump two", "lang": "de", "meta": {"tags": ["y"], "year": 2025}},
        {"chunk_id": "c", "text": "pump"},
    ])  # fmt: skip
    assert ask(index, "pump", filters={"lang": "de"})["retrieved"] == ["b"]
    assert ask(index, "pump", filters={"tags": "y"})["retrieved"] == ["a", "b"]
    assert ask(index, "pump", filters={"year": 2024})["retrieved"] == ["a"]
    assert ask(index, "pump", filters={"tags": "y", "lang": "en"})["retrieved"] == ["a"]
    assert ask(index, "pump", filters={"lang": "fr"})["retrieved"] == []


def test_a_filter_of_the_question_may_not_contradict_the_call(tmp_path):
    index = index_of(tmp_path, [{"chunk_id": "a", "text": "pump one", "lang": "en"}])
    question = check("label", {"qid": "q", "question": "pump", "filters": {"lang": "de"}}, "")
    with pytest.raises(InputError, match="keep one"):
        search(index, question, None, Options(filters={"lang": "en"}))


def test_equal_scores_stand_in_document_order_every_time(tmp_path):
    index = index_of(
        tmp_path, [{"chunk_id": f"c{i:02}", "text": "pump" if i % 2 else "filter"} for i in range(30)]
    )
    expected = [f"c{i:02}" for i in range(1, 30, 2)][:5]
    assert ask(index, "pump", mode="bm25", k=5, collapse=False)["retrieved"] == expected


def test_a_question_in_another_language_than_the_index_still_matches(tmp_path):
    texts = [
        "Die H\u00e4user sind in der Stadt und nicht auf dem Land",
        "Ein Filter f\u00fcr die Pumpe ist auch da",
    ]
    index = index_of(tmp_path, [{"chunk_id": f"c{i}", "text": text} for i, text in enumerate(texts)])
    assert ask(index, "Haus", mode="bm25")["retrieved"] == ["c0"]


@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
def test_both_fusions_return_the_chunk_that_both_legs_put_first(tmp_path, fusion):
    texts = ["pump with a filter", "pump and oil", "filter paper", "oil change", "paper tray"]
    index = index_of(tmp_path, [{"chunk_id": f"c{i}", "text": text} for i, text in enumerate(texts)])
    row = ask(index, "pump filter", fusion=fusion)
    assert row["retrieved"][0] == row["legs"]["bm25"][0] == row["legs"]["dense"][0] == "c0"


def allowed(chunk, groups, tenant):
    """The rule of CONTRIBUTING.md, written out a second time for a corpus that states both fields."""
    if chunk["acl"] is None:
        return False
    if chunk["tenant"] is None:
        return "*" in chunk["acl"]
    return chunk["tenant"] == tenant and ("*" in chunk["acl"] or bool(set(chunk["acl"]) & set(groups)))


@pytest.mark.parametrize("seed", range(5))
def test_no_leg_of_no_mode_ever_shows_what_the_user_may_not_see(tmp_path, seed):
    rng = random.Random(seed)
    groups, tenants, words = ["g1", "g2", "g3", "*"], ["t1", "t2"], [f"w{i}" for i in range(25)]
    chunks = [{
        "chunk_id": f"c{i}", "text": " ".join(rng.choices(words, k=8)),
        "tenant": rng.choice([*tenants, None]),
        "acl": rng.choice([None, [], *[rng.sample(groups, rng.randint(1, 2)) for _ in range(6)]]),
    } for i in range(120)]  # fmt: skip
    index = index_of(tmp_path, chunks, Build(dimension=16))
    by_id = {chunk["chunk_id"]: chunk for chunk in chunks}
    for _ in range(60):
        mine, tenant = rng.sample(groups[:3], rng.randint(0, 3)), rng.choice([*tenants, None])
        row = ask(
            index, " ".join(rng.choices(words, k=3)), Reader(frozenset(mine), tenant),
            k=rng.choice([1, 5, 200]), mode=rng.choice(["hybrid", "bm25", "dense"]),
            fusion=rng.choice(["weighted", "rrf"]), pool=200,
        )  # fmt: skip
        shown = {chunk_id for leg in row["legs"].values() for chunk_id in leg} | set(row["retrieved"])
        visible = {chunk_id for chunk_id, chunk in by_id.items() if allowed(chunk, mine, tenant)}
        assert shown <= visible
        if "dense" in row["legs"] and row["legs"]["dense"]:
            assert set(row["legs"]["dense"]) == visible


def test_a_user_s_word_finds_the_page_that_uses_another_one(tmp_path):
    texts = ["The outage lasted two hours", "Battery life of the printer", "Paper sizes of the tray"]
    index = index_of(tmp_path, [{"chunk_id": f"c{i}", "text": text} for i, text in enumerate(texts)])
    row = ask(index, "blackout printers tray")
    assert "c0" in row["legs"]["related"]
    assert "c0" not in row["legs"]["bm25"]
    assert "c0" in row["retrieved"]
    assert "related" not in ask(index, "blackout", weights={"related": 0})["legs"]


def test_bm25_alone_gives_the_scores_of_rank_bm25(tmp_path):
    from rank_bm25 import BM25Okapi

    from ragkit.indexing.analyse import query_terms, terms

    texts = ["pump and filter", "filter paper for the filter", "oil", "", "pump oil pump"]
    index = index_of(tmp_path, [{"chunk_id": f"c{i}", "text": text} for i, text in enumerate(texts)])
    theirs = BM25Okapi([terms(text) for text in texts]).get_scores(query_terms("filter pump pump", ["en"]))
    row = ask(index, "filter pump pump", mode="bm25", collapse=False)
    assert dict(zip(row["retrieved"], row["scores"], strict=True)) == {
        f"c{i}": score for i, score in enumerate(theirs.tolist()) if i in (0, 1, 4)
    }


COPIES = [
    {"chunk_id": "legal", "text": "The log holds 4000 alarms", "acl": ["legal"], "updated": "2026-05-01"},
    {"chunk_id": "shared", "text": "The log holds 4000 alarms", "acl": ["*"], "updated": "2025-01-01"},
    {"chunk_id": "other", "text": "The log is printed weekly", "acl": ["*"]},
]


def test_copies_collapse_to_the_newest_that_the_reader_may_see(tmp_path):
    index = index_of(tmp_path, COPIES)
    public = ask(index, "alarm log", Reader())
    assert sorted(public["retrieved"]) == ["other", "shared"]
    assert "legal" not in json.dumps(public)
    assert "flags" not in public or "duplicates_collapsed" not in public["flags"]
    lawyer = ask(index, "alarm log", Reader(frozenset({"legal"})))
    assert sorted(lawyer["retrieved"]) == ["legal", "other"]
    assert "duplicates_collapsed" in lawyer["flags"]
    assert len(ask(index, "alarm log", EVERYTHING, collapse=False)["retrieved"]) == 3


def test_a_chunk_and_its_dup_of_are_one_family(tmp_path):
    index = index_of(tmp_path, [
        {"chunk_id": "a", "text": "Defrost every 9 hours", "updated": "2025-01-01"},
        {"chunk_id": "b", "text": "Defrost every 11 hours", "updated": "2026-01-01", "dup_of": "a"},
        {"chunk_id": "c", "text": "Paper sizes"},
    ])  # fmt: skip
    assert ask(index, "defrost hours", k=1)["retrieved"] == ["b"]


def test_a_newer_draft_does_not_stand_for_the_page_in_force(tmp_path):
    index = index_of(tmp_path, [
        {"chunk_id": "a", "doc_id": "meals-2026.md", "text": "Meals: 345 a day", "updated": "2026-01-01"},
        {"chunk_id": "b", "doc_id": "meals-DRAFT.md", "text": "Meals: 390 a day", "dup_of": "a",
         "updated": "2026-10-01"},
        {"chunk_id": "c", "text": "Paper sizes"},
    ])  # fmt: skip
    assert ask(index, "meals a day", k=1)["retrieved"] == ["a"]


def test_dates_bound_what_is_seen_and_a_chunk_without_one_is_out(tmp_path):
    index = index_of(tmp_path, [
        {"chunk_id": "old", "text": "pump one", "updated": "2024-03-01"},
        {"chunk_id": "new", "text": "pump two", "updated": "2026-03-01T10:00:00Z"},
        {"chunk_id": "none", "text": "pump three"},
    ])  # fmt: skip
    assert ask(index, "pump", since="2025")["retrieved"] == ["new"]
    assert ask(index, "pump", until="2024-03")["retrieved"] == ["old"]
    assert ask(index, "pump", since="2024-03-01", until="2026-03-01")["retrieved"] == ["new", "old"]


def test_a_prior_puts_current_pages_above_legacy_ones(tmp_path):
    from ragkit.retrieval.options import Prior

    index = index_of(tmp_path, [
        {"chunk_id": "1", "doc_id": "legacy/alarm.md", "text": "alarm delay alarm delay: 40 minutes"},
        {"chunk_id": "2", "doc_id": "wiki/alarm.md", "text": "The delay of an alarm is 25 minutes, as set"},
        {"chunk_id": "3", "doc_id": "wiki/other.md", "text": "Paper sizes"},
    ])  # fmt: skip
    assert ask(index, "alarm delay")["retrieved"][0] == "1"
    assert ask(index, "alarm delay", priors=(Prior("doc_id", "legacy/", 0.5),))["retrieved"][0] == "2"


def test_variants_are_fused_with_the_question_which_stays_in(tmp_path):
    texts = [
        "Hold a parcel longer: extend the pick-up window",
        "Opening hours",
        "Compartment sizes",
        "Heating",
    ]
    index = index_of(tmp_path, [{"chunk_id": f"c{i}", "text": text} for i, text in enumerate(texts)])
    question = check("label", {"qid": "q", "question": "opening hours on holiday"}, "")
    row = search(index, question, None, Options(k=2), ["extend the pick-up window"])
    assert row["retrieved"] == ["c0", "c1"] or row["retrieved"] == ["c1", "c0"]
    assert row["legs"]["variant 1"][0] == "c0"


def test_what_the_question_finds_first_outweighs_what_its_variants_find_halfway_down(tmp_path):
    target = {"chunk_id": "t", "text": "saldo zeta"}
    noise = [{"chunk_id": f"n{i}", "text": "alpha " * (20 - i) + "beta " * i} for i in range(1, 20)]
    index = index_of(tmp_path, [target, *noise])
    question = check("label", {"qid": "q", "question": "saldo zeta"}, "")
    row = search(index, question, None, Options(k=20, mode="bm25"), ["alpha", "beta"])
    # n_r is at rank r of one variant and 20 - r of the other. 1/(5 + r) + 1/(25 - r) is above 1/6, the score
    # of t, for r = 1, 2, 3 (.208, .186, .170) and the same from the other end; with 60 for 5, for every r.
    assert row["retrieved"][6] == "t"
    assert row["scores"][6] == pytest.approx(1 / 6)


def test_what_says_it_is_superseded_steps_behind_its_equal_only_when_asked(tmp_path):
    chunks = [
        {"chunk_id": "old", "text": "defrost every 8 hours", "meta": {"status": "superseded"}},
        {"chunk_id": "new", "text": "defrost it every 11 hours now", "meta": {"status": "in force"}},
        {"chunk_id": "other", "text": "doors"},
    ]
    index = index_of(tmp_path, chunks)
    question = check("label", {"qid": "q", "question": "defrost every how many hours"}, "")
    plain = search(index, question, None, Options(mode="bm25"))
    asked = search(index, question, None, Options(mode="bm25", prefer_current=True))
    assert plain["retrieved"] == ["old", "new"]
    assert asked["retrieved"] == ["new", "old"]
    assert asked["scores"] == pytest.approx([plain["scores"][1], plain["scores"][0] * 0.8])


def test_a_corpus_that_states_no_standing_can_be_asked_all_the_same(tmp_path):
    index = index_of(tmp_path, [{"chunk_id": "a", "text": "pump"}])
    question = check("label", {"qid": "q", "question": "pump"}, "")
    assert search(index, question, None, Options(prefer_current=True))["retrieved"] == ["a"]


def test_each_part_of_a_question_has_its_turn_and_the_whole_question_the_first(tmp_path):
    # Four pages are nearer to the whole question than either page that holds one of its two facts.
    near = [{"chunk_id": f"n{i}", "text": "night call " * (5 - i)} for i in range(1, 5)]
    facts = [
        {"chunk_id": "region", "text": "Orrin belongs to the south"},
        {"chunk_id": "list", "text": "6142"},
    ]
    index = index_of(tmp_path, [*near, *facts])
    question = check("label", {"qid": "q", "question": "night call"}, "")
    row = search(index, question, None, Options(k=4, mode="bm25"), (), ["orrin", "6142"])
    alone = search(index, question, None, Options(k=4, mode="bm25"))["retrieved"]
    assert row["retrieved"] == [alone[0], "region", "list", alone[1]]
    assert row["scores"] == [1, 1 / 2, 1 / 3, 1 / 4]
    assert row["legs"]["part 2"] == ["list"]


def test_a_part_that_finds_nothing_leaves_its_turns_to_the_others(tmp_path):
    chunks = [{"chunk_id": "a", "text": "pump"}, {"chunk_id": "b", "text": "valve"}]
    index = index_of(tmp_path, chunks)
    question = check("label", {"qid": "q", "question": "pump"}, "")
    row = search(index, question, None, Options(mode="bm25"), (), ["xylophone", "pump", "valve"])
    assert row["retrieved"] == ["a", "b"]


def test_typos_are_bridged_by_grams_where_the_index_has_them(tmp_path):
    chunks = [{"chunk_id": "a", "text": "condenser fan"}, {"chunk_id": "b", "text": "paper tray"}]
    index = index_of(tmp_path, chunks, Build(grams=True))
    assert ask(index, "condensor", weights={"grams": 0.3})["retrieved"][0] == "a"
    assert ask(index, "condensor")["retrieved"] == []
    with pytest.raises(InputError, match=r"index\.py --grams"):
        ask(index_of(tmp_path / "plain", chunks), "condensor", weights={"grams": 0.3})


def sections(texts, **fields):
    """Chunks of one document that tile it."""
    chunks, start = [], 0
    for seq, text in enumerate(texts):
        chunks.append({
            "chunk_id": f"d#{seq}", "doc_id": "d", "seq": seq, "start": start, "end": start + len(text),
            "text": text, **fields,
        })  # fmt: skip
        start += len(text)
    return chunks


def test_a_hit_grows_forward_then_back_up_to_the_budget(tmp_path):
    index = index_of(tmp_path, sections(["alpha " * 20, "pump " * 20, "gamma " * 20, "delta " * 20]))
    row = ask(index, "pump", grow=200)
    assert row["passages"] == [{"doc_id": "d", "start": 120, "end": 340, "chunk_ids": ["d#1", "d#2"]}]
    row = ask(index, "pump", grow=400)
    assert row["passages"][0]["chunk_ids"] == ["d#0", "d#1", "d#2", "d#3"]


def test_adjacent_hits_become_one_passage_and_no_document_takes_every_place(tmp_path):
    many = sections(
        ["pump pump " * 120, "pump " * 200, *["other words here " * 80] * 5, "pump and so on " * 80]
    )
    index = index_of(tmp_path, [*many, {"chunk_id": "x", "doc_id": "x", "text": "a pump", "end": 6}])
    row = ask(index, "pump", grow=1, per_doc=1, mode="bm25")
    assert sorted(passage["chunk_ids"] for passage in row["passages"]) == [["d#0", "d#1"], ["x"]]


def test_a_passage_never_grows_into_what_the_reader_may_not_see(tmp_path):
    chunks = sections(["alpha " * 20, "pump " * 20, "gamma " * 20], acl=["*"])
    chunks[2]["acl"] = ["hr"]
    row = ask(index_of(tmp_path, chunks), "pump", Reader(), grow=1000)
    assert row["passages"][0]["chunk_ids"] == ["d#0", "d#1"]


@pytest.mark.parametrize(
    "text",
    ['"pump', "pump AND (x* OR", "pump^2 NEAR/3 -x", "pump: {}[]\\ %_", "pump\ud7ff\u200b\x00", "?" * 50],
)
def test_no_character_of_a_question_is_syntax(tmp_path, text):
    index = index_of(tmp_path, [{"chunk_id": "a", "text": "pump"}, {"chunk_id": "b", "text": "filter"}])
    assert ask(index, text)["retrieved"] == (["a"] if "pump" in text else [])


def test_the_shares_of_the_legs_add_up_to_the_score_and_say_whose_a_hit_is(tmp_path):
    # LSA relates the two made-up words by the chunks that hold both; c2 has no word of the question.
    texts = ["zorb oil", "quil zorb oil", "quil grease", "quil zorb grease", "paper tray", "ink tray"]
    chunks = [{"chunk_id": f"c{i}", "text": text} for i, text in enumerate(texts)]
    index = index_of(tmp_path, chunks, Build(idf="lucene"))
    row = ask(index, "zorb", explain=True)
    shares = row["shares"]
    assert set(shares) == {"bm25", "related", "dense"}
    for place, score in enumerate(row["scores"]):
        assert sum(share[place] for share in shares.values()) == pytest.approx(score)
    assert shares["bm25"][0] == pytest.approx(0.75), "the best of BM25 has the whole weight of the words"
    place = row["retrieved"].index("c2")
    assert (shares["bm25"][place], shares["related"][place]) == (0, 0)
    assert shares["dense"][place] == pytest.approx(row["scores"][place])
    assert "shares" not in ask(index, "zorb")
    # Fewer than ten candidates: the best stands clear of them, so LSA keeps a fifth of its quarter
    assert ask(index, "zorb", explain=True, adapt=True)["shares"]["bm25"][0] == pytest.approx(0.95)


def test_shares_by_ranks_and_by_wordings_match_the_hand_computation(tmp_path):
    from ragkit.retrieval.options import Prior

    chunks = [{"chunk_id": "a", "text": "pump pump pump"}, {"chunk_id": "b", "text": "a pump and a valve"}]
    chunks += [{"chunk_id": f"n{i}", "text": f"paper{i} tray"} for i in range(4)]
    index = index_of(tmp_path, chunks)
    row = ask(index, "pump", explain=True, fusion="rrf")
    assert row["shares"]["bm25"][:2] == pytest.approx([1 / 61, 1 / 62])
    question = check("label", {"qid": "q", "question": "pump"}, "")
    options = Options(mode="bm25", explain=True, priors=(Prior("doc_id", "b", 0.5),))
    row = search(index, question, None, options, ["valve"])
    # a: first for the question; b: second for it and first for the variant, and half of both is left
    assert row["retrieved"] == ["a", "b"]
    assert row["shares"]["question"] == pytest.approx([1 / 6, 1 / 7 / 2])
    assert row["shares"]["variant 1"] == pytest.approx([0, 1 / 6 / 2])
    assert "shares" not in search(index, question, None, options, (), ["valve"]), "a place has no parts"


def test_a_least_score_is_that_of_each_wording_and_not_of_their_fusion(tmp_path):
    chunks = [
        {"chunk_id": "a", "text": "pump pump"},
        {"chunk_id": "b", "text": "valve valve pump"},
    ]
    index = index_of(
        tmp_path, [*chunks, *({"chunk_id": f"n{i}", "text": f"paper{i} tray"} for i in range(6))]
    )
    question = check("label", {"qid": "q", "question": "pump"}, "")
    options = Options(mode="bm25")
    best, second = search(index, question, None, options)["scores"]
    least = options._replace(min_score=(best + second) / 2)
    assert search(index, question, None, least)["retrieved"] == ["a"]
    # Fused scores are at most 2/6: far below the threshold, and all would go
    assert search(index, question, None, least, ["pump"])["retrieved"] == ["a"]
    assert search(index, question, None, least, ["valve"])["retrieved"] == ["a", "b"]
    assert search(index, question, None, least, (), ["pump"])["retrieved"] == ["a"]


def test_a_least_score_is_compared_after_the_priors(tmp_path):
    from ragkit.retrieval.options import Prior

    chunks = [
        {"chunk_id": "a", "text": "pump"},
        *({"chunk_id": f"n{i}", "text": f"tray{i}"} for i in range(6)),
    ]
    index = index_of(tmp_path, chunks)
    [score] = ask(index, "pump", mode="bm25")["scores"]
    prior = (Prior("doc_id", "a", 0.5),)
    assert ask(index, "pump", mode="bm25", min_score=score * 0.6)["retrieved"] == ["a"]
    assert ask(index, "pump", mode="bm25", min_score=score * 0.6, priors=prior)["retrieved"] == []


def test_a_follow_up_is_searched_with_the_last_turn_of_its_user_unless_it_has_other_wordings(tmp_path):
    names = {"a": "The heron nests in reeds.", "b": "The otter sleeps in banks.", "c": "Nothing of either."}
    index = index_of(tmp_path, [{"chunk_id": n, "doc_id": n, "text": text} for n, text in names.items()])
    turns = [{"role": "user", "content": "heron"}, {"role": "user", "content": "otter"},
             {"role": "assistant", "content": "heron"}]  # fmt: skip
    follow = {"qid": "q", "question": "and where?", "history": turns}
    row = search(index, follow, None, Options(mode="bm25"))
    assert (row["retrieved"], row["flags"]) == (["b"], ["with_last_turn"])
    for same in (["heron", "yes", "otter", "heron"], [["heron", "yes"], ["otter", "heron"]]):
        assert search(index, {**follow, "history": same}, None, Options(mode="bm25"))["retrieved"] == ["b"]
    with pytest.raises(InputError, match=r'question q: "history"\[0\]'):
        search(index, {**follow, "history": [7]}, None)
    row = search(index, follow, None, Options(mode="bm25"), ["heron"])
    assert row["retrieved"] == ["a"]
    assert "with_last_turn" not in row.get("flags", [])
