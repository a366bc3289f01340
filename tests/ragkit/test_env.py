"""A script finds its packages from anywhere, with nothing activated, or says the one command that helps."""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from ragkit import env

ROOT = Path(__file__).resolve().parents[2]
PROBE = """
import json, os, sys
from ragkit import cli, env
def main(argv):
    env.need(*os.environ["WANTED"].split(), extra=os.environ.get("EXTRA"))
    import ragprobe
    stdin = "" if sys.stdin.isatty() else sys.stdin.read()
    print(json.dumps([argv, stdin, ragprobe.PLACE, os.environ.get(env.MARKER), os.environ.get("PYTHONPATH")]))
    return 0
sys.exit(cli.run(main))
"""


@pytest.fixture
def skill(tmp_path):
    """A skill in a folder with a space in its name, with one script that wants the package `ragprobe`."""
    folder = tmp_path / "my skills" / "rag-pipelines"
    ragkit = folder / "scripts" / "ragkit"
    ragkit.mkdir(parents=True)
    for name in ("__init__.py", "cli.py", "env.py", "interrupt.py"):
        shutil.copy(ROOT / "scripts" / "ragkit" / name, ragkit)
    (folder / "scripts" / "probe.py").write_text(PROBE)
    (folder / "requirements.txt").write_text("# why\nragprobe>=2.0  # the probe\n\n")
    (folder / "requirements-extras.txt").write_text("probing  ragextra>=1.0  # only with --with\n")
    return folder


@pytest.fixture
def home(tmp_path):
    return tmp_path / "the home"


def package(folder: Path, name: str, version: str, place: str) -> None:
    """Write an importable package with metadata, as an installer would leave it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.py").write_text(f"PLACE = {place!r}\n")
    (folder / f"{name}-{version}.dist-info").mkdir()
    (folder / f"{name}-{version}.dist-info" / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    )


def folder_of_environment(home: Path) -> Path:
    digest = hashlib.sha256(b"ragprobe>=2.0").hexdigest()[:12]
    return home / ".local" / "share" / "rag-pipelines" / f"venv-{digest}"


def build(home: Path, *, complete: bool = True) -> Path:
    """Make the environment as the installer does, with a hand-written package in place of pip's."""
    folder = folder_of_environment(home)
    venv.create(folder, symlinks=os.name != "nt")
    site = next(folder.glob("lib/python*/site-packages"))
    package(site, "ragprobe", "2.5", "environment")
    if complete:
        (folder / ".complete").write_text("")
    return folder


def run(script, home, *args, wanted="ragprobe", options=(), **keywords):
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "WANTED": wanted, **keywords.pop("environ", {})}
    command = [keywords.pop("python", sys.executable), *options, str(script), *args]
    return subprocess.run(
        command, env=environ, capture_output=True, text=True, timeout=60, check=False, **keywords
    )


def test_without_an_environment_it_exits_3_with_the_one_command(skill, home):
    done = run(skill / "scripts" / "probe.py", home)
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr == f"the package ragprobe is missing; run: sh '{skill}/install.sh' --deps-only\n"


def test_an_extra_is_named_in_the_command(skill, home):
    done = run(skill / "scripts" / "probe.py", home, wanted="ragprobe ragextra", environ={"EXTRA": "probing"})
    assert done.returncode == 3
    assert done.stderr.endswith("install.sh' --deps-only --with probing\n")


def test_it_runs_in_the_environment_with_its_arguments_and_stdin_kept(skill, home):
    build(home)
    args = ["a b", "", "--x=$HOME", "\u00e9*"]
    done = run(skill / "scripts" / "probe.py", home, *args, cwd="/", input="from the pipe")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        '[["a b", "", "--x=$HOME", "\\u00e9*"], "from the pipe", "environment", null, null]\n'
    )


@pytest.mark.parametrize("options", [(), ("-S",), ("-E",), ("-s", "-B")])
def test_it_runs_whatever_the_first_interpreter_was_told(skill, home, options):
    build(home)
    assert '"environment"' in run(skill / "scripts" / "probe.py", home, options=options).stdout


def test_it_runs_from_a_relative_path_and_through_a_linked_folder(skill, home, tmp_path):
    build(home)
    (tmp_path / "link").symlink_to(skill)
    for script, cwd in [("probe.py", skill / "scripts"), ("link/scripts/probe.py", tmp_path)]:
        assert '"environment"' in run(script, home, cwd=cwd).stdout


def test_a_half_built_environment_is_not_used(skill, home):
    build(home, complete=False)
    assert run(skill / "scripts" / "probe.py", home).returncode == 3


def test_an_environment_whose_python_is_gone_is_not_used(skill, home):
    python = build(home) / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python")
    assert run(skill / "scripts" / "probe.py", home).returncode == 3


def test_a_package_that_the_environment_lacks_too_ends_in_exit_3_and_not_in_a_loop(skill, home):
    build(home)
    done = run(skill / "scripts" / "probe.py", home, wanted="ragprobe ragextra", environ={"EXTRA": "probing"})
    assert done.returncode == 3
    assert done.stderr.startswith("the package ragextra is missing; run: sh ")


def test_a_package_that_is_here_and_new_enough_is_used_here(skill, home, tmp_path):
    build(home)
    package(tmp_path / "own", "ragprobe", "2.0.0", "own")
    done = run(skill / "scripts" / "probe.py", home, environ={"PYTHONPATH": str(tmp_path / "own")})
    assert '"own"' in done.stdout


def test_a_package_that_is_here_but_too_old_is_not_used(skill, home, tmp_path):
    package(tmp_path / "own", "ragprobe", "1.9.9", "own")
    environ = {"PYTHONPATH": str(tmp_path / "own")}
    done = run(skill / "scripts" / "probe.py", home, environ=environ)
    assert done.returncode == 3
    assert done.stderr.startswith("ragprobe 1.9.9 is older than 2.0; run: ")
    build(home)
    assert '"environment"' in run(skill / "scripts" / "probe.py", home, environ=environ).stdout


def test_a_package_without_metadata_is_taken_as_it_is(skill, home, tmp_path):
    package(tmp_path / "own", "ragprobe", "1.0", "own")
    shutil.rmtree(tmp_path / "own" / "ragprobe-1.0.dist-info")
    done = run(skill / "scripts" / "probe.py", home, environ={"PYTHONPATH": str(tmp_path / "own")})
    assert '"own"' in done.stdout


def test_an_empty_folder_that_an_uninstalled_package_left_is_not_the_package(skill, home, tmp_path):
    (tmp_path / "own" / "ragprobe" / "__pycache__").mkdir(parents=True)
    done = run(skill / "scripts" / "probe.py", home, environ={"PYTHONPATH": str(tmp_path / "own")})
    assert done.returncode == 3


def test_an_active_environment_of_the_user_does_not_get_in_the_way(skill, home, tmp_path):
    build(home)
    venv.create(tmp_path / "theirs", symlinks=True)
    done = run(
        skill / "scripts" / "probe.py", home,
        python=tmp_path / "theirs" / "bin" / "python", environ={"VIRTUAL_ENV": str(tmp_path / "theirs")},
    )  # fmt: skip
    assert '"environment"' in done.stdout


def test_another_python_may_run_the_script_than_the_one_that_built_the_environment(skill, home):
    build(home)
    others = [found for minor in range(10, 16) if (found := shutil.which(f"python3.{minor}"))]
    for other in others or pytest.skip("no other Python on the PATH"):
        if subprocess.run([other, "-c", ""], capture_output=True, check=False).returncode == 0:
            assert '"environment"' in run(skill / "scripts" / "probe.py", home, python=other).stdout


def test_a_home_that_is_a_relative_path_is_refused_with_what_to_set(skill, home):
    done = run(skill / "scripts" / "probe.py", home, environ={"RAG_PIPELINES_HOME": "here"})
    assert done.returncode == 3
    assert done.stderr == ("here: no absolute path; set RAG_PIPELINES_HOME to a folder you can write\n")


def test_no_home_is_needed_where_the_packages_are_here(skill, home, tmp_path):
    package(tmp_path / "own", "ragprobe", "2.0.0", "own")
    environ = {"RAG_PIPELINES_HOME": "here", "PYTHONPATH": str(tmp_path / "own")}
    assert '"own"' in run(skill / "scripts" / "probe.py", home, environ=environ).stdout


def test_a_missing_home_still_ends_in_the_one_command(skill, home):
    done = run(skill / "scripts" / "probe.py", home, environ={"HOME": "/nowhere/at/all"})
    assert done.returncode == 3
    assert "--deps-only" in done.stderr


def test_rag_pipelines_home_is_where_the_environment_is_looked_for(skill, home, tmp_path):
    build(home)
    (home / ".local" / "share" / "rag-pipelines").rename(tmp_path / "elsewhere")
    environ = {"RAG_PIPELINES_HOME": str(tmp_path / "elsewhere")}
    assert '"environment"' in run(skill / "scripts" / "probe.py", home, environ=environ).stdout


def test_a_program_that_is_not_our_script_is_not_restarted(skill, home, tmp_path):
    build(home)
    (tmp_path / "app.py").write_text(PROBE)
    done = run(tmp_path / "app.py", home, environ={"PYTHONPATH": str(skill / "scripts")})
    assert done.returncode == 3


def test_comments_and_order_of_the_requirements_do_not_name_another_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("RAG_PIPELINES_HOME", str(tmp_path))
    names = []
    for text in ("a>=1  # why\nb>=2\n", "# top\nb>=2\n\na>=1\n", "a>=1\r\nb>=2\r\n", "a>=1\nb>=3\n"):
        (tmp_path / "requirements.txt").write_bytes(text.encode())
        names.append(env.environment(tmp_path))
    assert names[0] == names[1] == names[2] != names[3]


@pytest.mark.parametrize(
    ("version", "bound", "older"),
    [
        ("1.26", "1.26.0", False), ("1.26.0rc1", "1.26", False), ("1.9", "1.26", True), ("2", "1.26", False),
        ("0.11.7.post1", "0.11.7", False), ("2.2.0.2", "2.2.0.3", True),
    ],
)  # fmt: skip
def test_versions_are_compared_number_by_number(version, bound, older):
    assert (env.release(version) < env.release(bound)) == older


def modules_needed() -> set[str]:
    """Return the import names that our source gives to env.need, directly or as a constant called MODULES."""
    names = set()
    for path in (ROOT / "scripts").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            needs = isinstance(node, ast.Call) and ast.unparse(node.func) == "env.need"
            constant = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MODULES"
            if needs or constant:
                parts = node.args if needs else [node.value]
                names |= {
                    leaf.value for part in parts for leaf in ast.walk(part) if isinstance(leaf, ast.Constant)
                }
    return names


@pytest.mark.parametrize("module", sorted(modules_needed()))
def test_every_module_that_a_script_needs_is_brought_by_a_package_we_ask_for(module):
    lines = env.requirement_lines(ROOT / "requirements.txt") + [line for _, line in env.extra_lines(ROOT)]
    assert env.canonical(env.PACKAGES.get(module, module)) in env.lower_bounds(lines)
