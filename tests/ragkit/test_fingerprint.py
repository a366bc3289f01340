"""Keys: the same for the same, whatever the order of a set, and another when a source changes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ragkit.fingerprint import code_version, digest, key_of

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def test_keys_tell_apart_what_json_tells_apart():
    assert key_of("a", 1) != key_of("a", "1")
    assert key_of({"b": 1, "a": 2}) == key_of({"a": 2, "b": 1})


@pytest.mark.parametrize("seed", range(4))
def test_a_key_with_a_set_does_not_depend_on_the_hash_order(seed):
    code = (
        "from ragkit.fingerprint import key_of; print(key_of(frozenset(['staff', 'public', 'hr', 'board'])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=SCRIPTS, env={"PYTHONHASHSEED": str(seed)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == key_of(["board", "hr", "public", "staff"])


def test_a_folder_has_one_digest_whatever_the_order_it_was_written_in(tmp_path):
    for folder, order in (("x", "ab"), ("y", "ba")):
        (tmp_path / folder).mkdir()
        for name in order:
            (tmp_path / folder / name).write_text(name)
    assert digest(tmp_path / "x") == digest(tmp_path / "y")
    (tmp_path / "y" / "a").rename(tmp_path / "y" / "c")
    assert digest(tmp_path / "x") != digest(tmp_path / "y")


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(SCRIPTS, folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SCRIPTS.parent / "requirements.txt", folder)
    return folder / "scripts"


def version_in(scripts, *steps):
    code = f"from ragkit.fingerprint import code_version; print(code_version(*{steps!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=scripts, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("edited", "changes"),
    [
        ("ragkit/indexing/postings.py", True),
        ("ragkit/indexing/new_words.txt", True),
        ("ragkit/access.py", True),
        ("ragkit/answering/support.py", False),
        ("ragkit/indexing/__pycache__/postings.cpython-311.pyc", False),
    ],
)
def test_an_edited_source_changes_the_version_of_its_step_alone(copied, edited, changes):
    before = version_in(copied, "indexing")
    path = copied / edited
    path.parent.mkdir(exist_ok=True)
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n# edited\n")
    assert (version_in(copied, "indexing") != before) == changes


def test_the_code_version_depends_on_the_steps_named():
    assert code_version("parsing") == code_version("parsing")
    assert code_version("parsing") != code_version("parsing", "chunking")
