"""A workspace: stages skipped when nothing changed, redone when anything did, whole after a kill."""

import pytest

from ragkit.cli import IncompleteError, InputError
from ragkit.workspace.state import ItemCache, Workspace


@pytest.fixture
def space(tmp_path):
    space = Workspace(str(tmp_path / "work"))
    with space.opened():
        yield space


def writes(space, name, text):
    def work():
        (space.folder / name).write_text(text)

    return work


def test_a_stage_runs_once_and_again_when_its_key_changes(space):
    assert space.run("parse", "k1", ["out"], writes(space, "out", "a"))
    assert not space.run("parse", "k1", ["out"], writes(space, "out", "b"))
    assert (space.folder / "out").read_text() == "a"
    assert space.run("parse", "k2", ["out"], writes(space, "out", "c"))


def test_a_stage_runs_again_when_its_output_was_edited_or_lost(space):
    space.run("parse", "k", ["out"], writes(space, "out", "a"))
    (space.folder / "out").write_text("edited")
    assert not space.current("parse", "k")
    (space.folder / "out").unlink()
    assert not space.current("parse", "k")


def test_a_stage_whose_work_fails_is_not_recorded(space):
    def fails():
        raise InputError("no")

    with pytest.raises(InputError):
        space.run("parse", "k", ["out"], fails)
    assert space.state() == {}


def test_a_torn_state_file_counts_as_nothing_done(space):
    space.run("parse", "k", ["out"], writes(space, "out", "a"))
    state = space.folder / "state.json"
    state.write_text(state.read_text()[:20])
    assert not space.current("parse", "k")


def test_half_written_files_of_a_killed_run_are_cleared(tmp_path):
    work = tmp_path / "work"
    with Workspace(str(work)).opened():
        (work / ".tmp-abc").write_text("half")
        (work / "cache").mkdir()
        (work / "cache" / ".tmp-def").write_text("half")
    with Workspace(str(work)).opened():
        assert not list(work.rglob(".tmp-*"))


def test_a_folder_of_somebody_else_is_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.md").write_text("mine")
    with pytest.raises(InputError, match="not a workspace"), Workspace(str(tmp_path)).opened():
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.md"]


def test_two_runs_cannot_write_at_once(space):
    with pytest.raises(IncompleteError, match="another process"), Workspace(str(space.folder)).opened():
        pass


def test_the_cache_returns_what_it_was_given_and_drops_what_was_not_used(tmp_path):
    space = Workspace(str(tmp_path / "w"))
    with space.opened():
        first = ItemCache(space, "parse")
        assert first.get("aa11") is None
        first.put("aa11", [{"doc_id": "a"}, {"doc_id": "a!1"}])
        first.put("bb22", [])
        second = ItemCache(space, "parse")
        assert second.get("aa11") == [{"doc_id": "a"}, {"doc_id": "a!1"}]
        second.drop_unused()
        third = ItemCache(space, "parse")
        assert third.get("bb22") is None
        assert third.get("aa11") is not None


def test_a_torn_item_counts_as_none(tmp_path):
    space = Workspace(str(tmp_path / "w"))
    with space.opened():
        cache = ItemCache(space, "parse")
        cache.put("ab12", [{"doc_id": "a"}])
        path = next(cache.folder.glob("*/*.jsonl"))
        path.write_text('{"doc_id": "a')
        assert cache.has("ab12")
        assert cache.get("ab12") is None


@pytest.mark.parametrize(
    "state",
    [
        '{"search": {"key": "k", "outputs": {"../victim": "x"}}}',
        '{"search": {"key": "k", "outputs": {"/tmp/victim": "x"}}}',
        '{"search": {"key": "k", "outputs": {"..": "x"}}}',
        '{"search": 5}',
        '{"search": {}}',
        '{"search": {"key": 1, "outputs": {}}}',
        "[]",
        "[" * 100_000,
    ],
)
def test_a_state_file_of_somebody_else_can_remove_nothing_outside(space, state):
    victim = space.folder.parent / "victim"
    victim.write_text("mine")
    (space.folder / "state.json").write_text(state)
    space.forget("search")
    assert victim.read_text() == "mine"
    assert space.state() == {}
