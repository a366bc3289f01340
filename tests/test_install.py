"""install.sh as a person runs it: into an empty home, over its own work, over theirs, and away again."""

import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHELLS = [shell for shell in ("sh", "dash", "bash", "busybox sh") if shutil.which(shell.split()[0])]
BASIC = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]), "LC_ALL": "C"}
needs_ensurepip = pytest.mark.skipif(
    importlib.util.find_spec("ensurepip") is None, reason="this Python cannot make an environment by itself"
)


@pytest.fixture(scope="session")
def bundle(tmp_path_factory):
    """The skill's files, and some that must not be installed, as a clone holds them."""
    folder = tmp_path_factory.mktemp("a clone") / "src"
    for name in ("scripts", "references", "templates"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".rag"))
    for name in ("install.sh", "LICENSE", "CHANGELOG.md", "requirements.txt", "requirements-extras.txt"):
        shutil.copy(ROOT / name, folder)
    (folder / "SKILL.md").write_text("---\nname: rag-pipelines\n---\n")
    (folder / "scripts" / "pipeline.py").write_text(
        "#!/usr/bin/env python3\nimport sys\nprint('ran', *sys.argv[1:], sep='|')\nsys.exit(1)\n"
    )
    for name in (
        "tests/test_x.py", ".git/HEAD", ".ci/run", "Makefile", "pyproject.toml", "requirements-dev.txt",
        "scripts/ragkit/__pycache__/cli.pyc", "templates/demo/.rag/state", "templates/ci/.github/gate.yml",
    ):  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    return folder


@pytest.fixture
def source(bundle, tmp_path):
    """A copy of the bundle that a test may change."""
    return Path(shutil.copytree(bundle, tmp_path / "my clone"))


@pytest.fixture
def home(tmp_path):
    (tmp_path / "my home").mkdir()
    return tmp_path / "my home"


def install(source, home, *args, shell="sh", environ=(), **keywords):
    command = [*shell.split(), str(source / "install.sh"), *args]
    return run(command, home, environ, **keywords)


def run(command, home, environ=(), **keywords):
    environ = {**BASIC, "HOME": str(home), **dict(environ)}
    keywords = {"stdin": subprocess.DEVNULL, "cwd": "/", "timeout": 120, **keywords}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, **keywords)


def copy_in(home):
    return home / ".claude" / "skills" / "rag-pipelines"


def tree(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


# --- copying ---


@pytest.mark.parametrize("shell", SHELLS)
def test_it_installs_for_the_user_and_a_second_run_changes_nothing(bundle, home, shell):
    first = install(bundle, home, "--no-deps", shell=shell)
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines()[0] == f"skill:        {copy_in(home)}"
    assert re.match(r"skill:        installed \(\d+ files\)$", first.stdout.splitlines()[1])
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}
    second = install(bundle, home, "--no-deps", shell=shell)
    assert second.returncode == 0
    assert "unchanged" in second.stdout
    assert {path: path.stat().st_mtime_ns for path in home.rglob("*")} == before


def test_only_the_skills_own_files_are_copied_and_nothing_else_is_left(bundle, home):
    install(bundle, home, "--no-deps")
    names = set(tree(copy_in(home)))
    assert {name.split("/")[0] for name in names} <= {
        ".manifest.sha256", "SKILL.md", "LICENSE", "CHANGELOG.md", "requirements.txt",
        "requirements-extras.txt", "install.sh", "scripts", "references", "templates",
    }  # fmt: skip
    assert "templates/ci/.github/gate.yml" in names
    assert not [name for name in names if "__pycache__" in name or ".rag" in name]
    assert [path.name for path in copy_in(home).parent.iterdir()] == ["rag-pipelines"]
    assert [path.name for path in home.iterdir()] == [".claude"]


def test_what_is_run_can_be_run_and_the_manifest_is_one_that_sha256sum_reads(bundle, home):
    install(bundle, home, "--no-deps")
    assert os.access(copy_in(home) / "scripts" / "install.py", os.X_OK)
    assert not os.access(copy_in(home) / "SKILL.md", os.X_OK)
    lines = (copy_in(home) / ".manifest.sha256").read_text().splitlines()
    found = tree(copy_in(home))
    del found[".manifest.sha256"]
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in found.items() if data}
    assert {name: sha for sha, name in (line.split("  ", 1) for line in lines)} == hashes


def test_a_dry_run_says_what_would_be_done_and_writes_nothing(bundle, home):
    done = install(bundle, home, "--dry-run", "--with", "qdrant")
    assert done.returncode == 0
    assert "would be installed" in done.stdout
    assert f"environment:  {home}/.local/share/rag-pipelines/venv-" in done.stdout
    assert list(home.iterdir()) == []


def test_the_place_is_chosen_by_project_dest_or_the_config_folder(bundle, home, tmp_path):
    project = tmp_path / "a project"
    project.mkdir()
    for args, cwd, environ, place in [
        (["--project", "."], project, {}, project / ".claude/skills/rag-pipelines"),
        (["--dest", tmp_path / "a b"], "/", {}, tmp_path / "a b/rag-pipelines"),
        (["--dest", "other/rag-pipelines"], tmp_path, {}, tmp_path / "other/rag-pipelines"),
        (["--user"], "/", {"CLAUDE_CONFIG_DIR": str(tmp_path)}, tmp_path / "skills/rag-pipelines"),
    ]:  # fmt: skip
        done = install(bundle, home, "--no-deps", *map(str, args), cwd=cwd, environ=environ)
        assert done.stdout.splitlines()[0] == f"skill:        {place}"
        assert (place / "SKILL.md").is_file()
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--user", "--dest", "x"], "not allowed with"),
        (["--verify", "--uninstall"], "not allowed with"),
        (["--demo", "--project", "."], "copy nothing"),
        (["--no-deps", "--with", "qdrant"], "leave out --no-deps"),
        (["--with", "qdrant,nonsense"], "no extra named nonsense; there are anthropic, "),
        (["--project", "/nowhere/at/all"], "no such folder"),
        (["--surprise"], "unrecognized arguments: --surprise"),
    ],
)
def test_a_wrong_call_exits_2_says_why_and_writes_nothing(bundle, home, args, message):
    done = install(bundle, home, *args)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(home.iterdir()) == []


def test_edited_and_extra_files_are_named_and_kept(bundle, home):
    install(bundle, home, "--no-deps")
    (copy_in(home) / "SKILL.md").write_text("mine")
    (copy_in(home) / "notes.md").write_text("mine too")
    before = tree(home)
    done = install(bundle, home, "--no-deps")
    assert done.returncode == 2
    assert "edited: SKILL.md; extra: notes.md" in done.stderr
    assert tree(home) == before


def test_force_replaces_them_and_keeps_the_old_folder_where_it_does_not_load_as_a_skill(bundle, home):
    install(bundle, home, "--no-deps")
    (copy_in(home) / "SKILL.md").write_text("mine")
    edited = tree(copy_in(home))
    assert install(bundle, home, "--no-deps", "--force").returncode == 0
    assert (copy_in(home) / "SKILL.md").read_text() != "mine"
    (backup,) = (home / ".claude").glob("rag-pipelines-backup-*")
    assert tree(backup) == edited
    assert [path.name for path in copy_in(home).parent.iterdir()] == ["rag-pipelines"]


def test_a_newer_version_replaces_an_unedited_one_and_drops_the_files_it_no_longer_has(source, home):
    (source / "scripts" / "old.py").write_text("old")
    install(source, home, "--no-deps")
    (copy_in(home) / "scripts" / "__pycache__").mkdir()
    (copy_in(home) / "scripts" / "__pycache__" / "old.pyc").write_text("litter of running it")
    (source / "scripts" / "old.py").unlink()
    (source / "scripts" / "new.py").write_text("new")
    done = install(source, home, "--no-deps")
    assert (done.returncode, done.stderr) == (0, "")
    assert "updated" in done.stdout
    assert (copy_in(home) / "scripts" / "new.py").is_file()
    assert not (copy_in(home) / "scripts" / "old.py").exists()
    assert install(source, home, "--verify").returncode == 0


def test_a_file_that_was_deleted_is_put_back(bundle, home):
    install(bundle, home, "--no-deps")
    (copy_in(home) / "LICENSE").unlink()
    assert install(bundle, home, "--no-deps").returncode == 0
    assert (copy_in(home) / "LICENSE").read_bytes() == (bundle / "LICENSE").read_bytes()


def test_a_folder_that_someone_else_made_is_not_touched(bundle, home):
    copy_in(home).mkdir(parents=True)
    (copy_in(home) / "SKILL.md").write_text("another skill of that name")
    done = install(bundle, home, "--no-deps")
    assert done.returncode == 2
    assert "extra: SKILL.md" in done.stderr
    assert (copy_in(home) / "SKILL.md").read_text() == "another skill of that name"


def test_a_workspace_made_inside_the_copy_is_the_users_work(bundle, home):
    install(bundle, home, "--no-deps")
    (copy_in(home) / ".rag").mkdir()
    (copy_in(home) / ".rag" / "documents.jsonl").write_text("{}")
    assert "extra: .rag/documents.jsonl" in install(bundle, home, "--no-deps").stderr


def test_a_linked_skills_folder_stays_a_link(bundle, home, tmp_path):
    (tmp_path / "dotfiles").mkdir()
    (home / ".claude").mkdir()
    (home / ".claude" / "skills").symlink_to(tmp_path / "dotfiles")
    done = install(bundle, home, "--no-deps")
    assert f"{copy_in(home)} -> {tmp_path}/dotfiles/rag-pipelines" in done.stdout
    assert (home / ".claude" / "skills").is_symlink()
    assert (tmp_path / "dotfiles" / "rag-pipelines" / "SKILL.md").is_file()


def test_a_linked_target_is_followed_and_goes_with_its_folder(bundle, home, tmp_path):
    copy_in(home).parent.mkdir(parents=True)
    copy_in(home).symlink_to(tmp_path / "real")
    assert install(bundle, home, "--no-deps").returncode == 0
    assert copy_in(home).is_symlink()
    assert (tmp_path / "real" / "SKILL.md").is_file()
    assert install(bundle, home, "--uninstall").returncode == 0
    assert not copy_in(home).is_symlink()
    assert not (tmp_path / "real").exists()


def test_an_install_that_fails_half_way_leaves_the_old_copy(source, home):
    install(source, home, "--no-deps")
    before = tree(home)
    (source / "references").mkdir(exist_ok=True)
    (source / "references" / "gone.md").symlink_to("/nowhere")
    done = install(source, home, "--no-deps")
    assert done.returncode == 2
    assert "references/gone.md" in done.stderr
    assert tree(home) == before


def test_what_a_killed_install_left_is_cleared_away(bundle, home):
    left = copy_in(home).parent / ".rag-pipelines-abc123" / "new"
    for _ in range(2):  # before the swap, and after it
        left.mkdir(parents=True)
        (left / "SKILL.md").write_text("half")
        install(bundle, home, "--no-deps")
        assert [path.name for path in copy_in(home).parent.iterdir()] == ["rag-pipelines"]


def test_installs_at_the_same_moment_end_in_one_whole_copy(bundle, home):
    command = ["sh", str(bundle / "install.sh"), "--no-deps"]
    environ = {**BASIC, "HOME": str(home)}
    running = [subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait(timeout=60) for process in running] == [0] * 4
    assert install(bundle, home, "--verify").returncode == 0


def test_a_source_without_all_its_files_is_refused(source, home):
    (source / "LICENSE").unlink()
    done = install(source, home, "--no-deps")
    assert done.returncode == 2
    assert "not the whole skill: no LICENSE" in done.stderr


# --- verify and uninstall ---


def test_verify_names_every_difference_and_exits_1(bundle, home):
    assert install(bundle, home, "--verify").returncode == 3
    install(bundle, home, "--no-deps")
    done = install(bundle, home, "--verify")
    assert (done.returncode, done.stdout.splitlines()[1]) == (0, "skill:        as installed")
    (copy_in(home) / "SKILL.md").write_text("mine")
    (copy_in(home) / "LICENSE").unlink()
    (copy_in(home) / "scripts" / "more.py").write_text("mine")
    done = install(bundle, home, "--verify")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1:] == ["edited: SKILL.md", "extra: scripts/more.py", "missing: LICENSE"]


def test_uninstall_removes_its_own_files_and_names_those_it_leaves(bundle, home):
    install(bundle, home, "--no-deps")
    (copy_in(home) / "SKILL.md").write_text("mine")
    (copy_in(home) / "scripts" / "more.py").write_text("mine")
    (copy_in(home).parent / "another").mkdir()
    done = install(bundle, home, "--uninstall")
    assert done.returncode == 0
    assert "left, not as installed: scripts/more.py, SKILL.md" in done.stdout
    assert set(tree(copy_in(home))) == {"SKILL.md", "scripts", "scripts/more.py"}
    assert (copy_in(home).parent / "another").is_dir()


def test_uninstall_of_an_unedited_copy_leaves_nothing(bundle, home):
    install(bundle, home, "--no-deps")
    run([sys.executable, copy_in(home) / "scripts" / "install.py", "--help"], home)  # writes bytecode
    assert (copy_in(home) / "scripts" / "ragkit" / "__pycache__").is_dir()
    assert install(bundle, home, "--uninstall", "--dry-run").returncode == 0
    assert copy_in(home).is_dir()
    assert install(copy_in(home), home, "--uninstall").returncode == 0  # the copy can remove itself
    assert list(copy_in(home).parent.iterdir()) == []


def test_a_manifest_cannot_make_uninstall_reach_outside(bundle, home):
    install(bundle, home, "--no-deps")
    (home / "precious").write_text("x")
    with (copy_in(home) / ".manifest.sha256").open("a") as file:
        file.write(f"{hashlib.sha256(b'x').hexdigest()}  ../../../precious\n")
    install(bundle, home, "--uninstall")
    assert (home / "precious").read_text() == "x"


# --- where the files come from ---


def pipe(source, home, *args, shell="sh", **environ):
    text = (source / "install.sh").read_text()
    return run([*shell.split(), "-s", "--", *args], home, environ, input=text, stdin=None, cwd=source)


@pytest.mark.parametrize("shell", SHELLS)
def test_piped_it_takes_a_folder_an_archive_or_an_address(bundle, home, tmp_path, shell):
    shutil.make_archive(tmp_path / "skill", "zip", bundle.parent, "src")
    shutil.make_archive(tmp_path / "skill", "gztar", bundle.parent, "src")
    for number, place in enumerate([
        bundle, tmp_path / "skill.zip", tmp_path / "skill.tar.gz", (tmp_path / "skill.zip").as_uri(),
    ]):  # fmt: skip
        dest = tmp_path / f"skills {number}"
        done = pipe(
            bundle, home, "--no-deps", "--dest", str(dest), shell=shell, RAG_PIPELINES_SOURCE=str(place)
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert (dest / "rag-pipelines" / "SKILL.md").is_file()
    assert not list(Path("/tmp").glob("rag-pipelines.??????/src"))


def test_piped_without_a_source_it_says_what_to_set_and_trusts_no_file_that_happens_to_lie_there(
    bundle, home
):
    done = pipe(bundle, home, "--no-deps")  # the current folder holds a whole clone
    assert done.returncode == 2
    assert "RAG_PIPELINES_SOURCE" in done.stderr
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("content", [b"not an archive", None])
def test_a_source_that_is_no_archive_is_refused(bundle, home, tmp_path, content):
    place = tmp_path / "skill.zip"
    if content is not None:
        place.write_bytes(content)
    done = pipe(bundle, home, "--no-deps", RAG_PIPELINES_SOURCE=str(place))
    assert done.returncode == 2
    assert str(place) in done.stderr
    assert "Traceback" not in done.stderr


def test_an_archive_that_would_write_outside_its_folder_is_refused(bundle, home, tmp_path):
    import io
    import tarfile

    with tarfile.open(tmp_path / "evil.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo("../evil")
        entry.size = 1
        archive.addfile(entry, io.BytesIO(b"x"))
    done = pipe(bundle, home, "--no-deps", RAG_PIPELINES_SOURCE=str(tmp_path / "evil.tar.gz"))
    assert done.returncode == 2
    assert "refused, it holds ../evil" in done.stderr


def test_a_link_to_install_sh_finds_the_files(bundle, home, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "rag-install.sh").symlink_to(bundle / "install.sh")
    assert run(["sh", tmp_path / "bin" / "rag-install.sh", "--no-deps"], home).returncode == 0


def test_a_python_that_is_too_old_or_not_there_is_said(bundle, home, tmp_path):
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")  # what the version check of install.sh meets in a Python 3.9
    old.chmod(0o755)
    for name in (old, tmp_path / "none"):
        done = install(bundle, home, "--no-deps", "--python", str(name))
        assert done.returncode == 3
        assert done.stderr == f"install.sh: --python {name}: not a Python of version 3.10 or newer\n"


def test_help_is_the_same_from_the_shell_and_from_python(bundle, home):
    shell = install(bundle, home, "--help")
    python = run([sys.executable, bundle / "scripts" / "install.py", "--help"], home)
    assert shell.returncode == python.returncode == 0
    assert shell.stdout == python.stdout
    for option in (
        "--user", "--project", "--dest", "--with", "--no-deps", "--deps-only", "--python", "--dry-run",
        "--verify", "--uninstall", "--force", "--demo", "--help",
    ):  # fmt: skip
        assert option in shell.stdout


# --- the zip ---


def make_zip(source, out):
    command = [sys.executable, "-B", ROOT / ".ci" / "make.py", "dist", out]
    subprocess.run(command, cwd=source, env={**BASIC, "PYTHONPATH": str(source / "scripts")}, check=True)
    return out


def test_the_zip_has_one_top_folder_with_skill_md_and_the_same_bytes_each_time(source, tmp_path):
    first = make_zip(source, tmp_path / "1.zip").read_bytes()
    os.utime(source / "SKILL.md", (1, 1))
    assert make_zip(source, tmp_path / "2.zip").read_bytes() == first
    names = zipfile.ZipFile(tmp_path / "1.zip").namelist()
    assert "rag-pipelines/SKILL.md" in names
    assert {name.split("/")[0] for name in names} == {"rag-pipelines"}
    assert not [name for name in names if "tests" in name or ".git/" in name]


def test_an_unpacked_zip_installs_and_one_that_was_damaged_does_not(bundle, home, tmp_path):
    zipfile.ZipFile(make_zip(bundle, tmp_path / "s.zip")).extractall(tmp_path)  # loses the file modes
    unpacked = tmp_path / "rag-pipelines"
    assert install(unpacked, home, "--no-deps").returncode == 0
    assert os.access(copy_in(home) / "install.sh", os.X_OK)
    assert (
        "unchanged" in install(bundle, home, "--no-deps").stdout
    )  # the clone and its zip are the same skill
    (unpacked / "LICENSE").write_text("cut sh")
    done = install(unpacked, home, "--no-deps")
    assert done.returncode == 2
    assert "not as released: LICENSE" in done.stderr


def test_a_zip_unpacked_by_hand_into_the_skills_folder_is_taken_over(source, home, tmp_path):
    zipfile.ZipFile(make_zip(source, tmp_path / "s.zip")).extractall(copy_in(home).parent)
    assert "unchanged" in install(source, home, "--no-deps").stdout
    (source / "SKILL.md").write_text("newer")
    assert "updated" in install(source, home, "--no-deps").stdout


# --- the environment ---


@pytest.fixture(scope="session")
def wheels(tmp_path_factory):
    """A folder of small wheels, in place of the package index."""
    folder = tmp_path_factory.mktemp("wheels")
    for name in ("ragprobe", "ragextra", "ragmore"):
        info = f"{name}-1.0.dist-info"
        with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}.py", "")
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(
                f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n"
            )
    return folder


SETTINGS = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}


def want_small_packages(source):
    (source / "requirements.txt").write_text("ragprobe>=1.0  # why\n")
    (source / "requirements-extras.txt").write_text("extra  ragextra>=1.0  # y\nmore  ragmore>=1.0  # y\n")


@pytest.fixture
def offline(source, home, wheels):
    """A source that wants small packages only, and the settings that make pip find them in a folder."""
    want_small_packages(source)
    return {**SETTINGS, "PIP_FIND_LINKS": str(wheels), "RAG_PIPELINES_HOME": str(home / "rag")}


@pytest.fixture(scope="session")
def built(bundle, wheels, tmp_path_factory):
    """What a first install makes: (its words, the folder with the environment)."""
    folder = tmp_path_factory.mktemp("built")
    source = Path(shutil.copytree(bundle, folder / "clone"))
    want_small_packages(source)
    environ = {**SETTINGS, "PIP_FIND_LINKS": str(wheels), "RAG_PIPELINES_HOME": str(folder / "rag")}
    done = install(source, folder / "home", "--with", "extra", environ=environ)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), folder / "rag"


@pytest.fixture
def made(built, offline, home):
    """The settings of `offline`, with the environment already made; a copy of it serves as well."""
    shutil.copytree(built[1], home / "rag", symlinks=True, ignore=shutil.ignore_patterns("copies"))
    return offline


def environments(home):
    return sorted((home / "rag").glob("venv-*"))


def has(environment, module):
    command = [environment / "bin" / "python", "-c", f"import {module}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@needs_ensurepip
def test_the_environment_is_made_with_what_was_asked_for(built):
    words, folder = built
    (environment,) = folder.glob("venv-*")
    assert words[1] == f"environment:  {environment}"
    assert words[-1] == "environment:  made"
    assert [has(environment, name) for name in ("ragprobe", "ragextra", "ragmore")] == [True, True, False]


@needs_ensurepip
def test_an_extra_stays_without_being_asked_for_again_and_others_can_be_added(source, home, made):
    again = install(source, home, "--deps-only", environ=made)
    assert again.stdout.splitlines()[-1] == "environment:  unchanged"
    more = install(source, home, "--deps-only", "--with", "more", environ=made)
    assert more.stdout.splitlines()[-1] == "environment:  given more"
    assert (environments(home)[0] / ".complete").read_text() == "extra ragextra>=1.0\nmore ragmore>=1.0\n"
    assert [has(environments(home)[0], name) for name in ("ragextra", "ragmore")] == [True, True]


@needs_ensurepip
def test_new_requirements_make_a_new_environment_with_the_extras_of_the_old_one_which_goes(
    source, home, made
):
    (old,) = environments(home)
    (source / "requirements.txt").write_text("ragprobe>=1.0\nragmore>=1.0\n")
    done = install(source, home, environ=made)
    assert done.stdout.splitlines()[-1] == "environment:  made"
    (new,) = environments(home)
    assert new != old
    assert [has(new, name) for name in ("ragprobe", "ragextra", "ragmore")] == [True] * 3


@needs_ensurepip
def test_uninstall_removes_the_environment_with_the_last_copy_that_uses_it(source, home, made, tmp_path):
    second = ["--dest", str(tmp_path / "second")]
    install(source, home, environ=made)
    install(source, home, *second, environ=made)
    kept = install(source, home, "--uninstall", environ=made)
    assert f"environment:  kept: used by {tmp_path}/second/rag-pipelines" in kept.stdout
    gone = install(source, home, "--uninstall", *second, environ=made)
    assert gone.stdout.splitlines()[-1] == "environment:  removed"
    assert not (home / "rag").exists()


@needs_ensurepip
def test_a_damaged_environment_is_made_again_after_a_kill_and_two_at_once_make_one(source, home, made):
    (environment,) = environments(home)
    damage = next(environment.glob("lib/python*/site-packages/ragprobe-1.0.dist-info"))
    shutil.rmtree(damage)
    command = ["sh", str(source / "install.sh"), "--deps-only"]
    environ = {**BASIC, "HOME": str(home), **made}
    killed = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert killed.stderr.readline().startswith("making ")  # the build has begun
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=60)

    pair = [subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    words = sorted(process.communicate(timeout=120)[0].splitlines()[-1] for process in pair)
    assert words == ["environment:  made", "environment:  unchanged"]
    assert has(environment, "ragprobe")

    shutil.rmtree(damage)
    (environment / ".complete").write_text("more ragmore>=1.0\n")
    assert install(source, home, "--deps-only", environ=made).stdout.endswith("environment:  made\n")
    assert has(environment, "ragmore")


@needs_ensurepip
def test_a_package_that_cannot_be_had_exits_3_and_is_not_taken_for_installed(source, home, made):
    (source / "requirements-extras.txt").write_text("extra  ragextra>=1.0  # y\nmore  ragnowhere>=1.0  # y\n")
    done = install(source, home, "--with", "more", environ=made)
    assert done.returncode == 3
    assert "ragnowhere" in done.stderr
    assert "run the same command again" in done.stderr
    assert (copy_in(home) / "SKILL.md").is_file()
    assert (environments(home)[0] / ".complete").read_text() == "extra ragextra>=1.0\n"


@needs_ensurepip
def test_a_python_without_ensurepip_gets_its_pip_from_elsewhere(source, home, offline, wheels, tmp_path):
    import ensurepip

    bundled = next((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"), None)
    if bundled is None:
        pytest.skip("this Python keeps ensurepip's wheels elsewhere")
    shutil.copytree(wheels, tmp_path / "wheels")
    shutil.copy(bundled, tmp_path / "wheels")
    debian = tmp_path / "python3"  # does what Debian's does without the package python3-venv
    debian.write_text(f'#!/bin/sh\ncase "$*" in "-m venv /"*) exit 1 ;; esac\nexec {sys.executable} "$@"\n')
    debian.chmod(0o755)
    environ = {**offline, "PIP_FIND_LINKS": str(tmp_path / "wheels")}
    done = install(source, home, "--deps-only", "--python", str(debian), environ=environ)
    assert done.returncode == 0, done.stderr
    assert has(environments(home)[0], "ragprobe")


def test_a_home_that_cannot_be_written_is_said_with_what_to_set(bundle, home, tmp_path):
    (tmp_path / "file").write_text("")
    done = install(bundle, home, "--deps-only", environ={"RAG_PIPELINES_HOME": str(tmp_path / "file" / "x")})
    assert done.returncode == 3
    assert "set RAG_PIPELINES_HOME to a folder you can write" in done.stderr


@needs_ensurepip
def test_the_demo_runs_the_pipeline_from_where_it_lies_and_exits_with_its_code(source, home, made):
    done = install(source, home, "--demo", environ=made)
    assert done.returncode == 1  # as the pipeline of this bundle does
    assert done.stdout.startswith(f"ran|{source}/templates/demo/docs|--labels|")
    assert done.stdout.endswith(f"|--workspace|{home}/rag/demo\n")
    assert "environment:  unchanged" in done.stderr
    assert not (home / ".claude").exists()
