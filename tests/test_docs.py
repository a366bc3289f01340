"""README, SKILL.md and references are part of the product: their commands run, links and options exist."""

import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "SKILL.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "references").glob("*.md")),
]
NOT_RUN = {
    "make check": "it would run this very test",
    "make bench": "minutes long and needs the peers' packages",
    "make fuzz": "minutes long by design",
}
SHIPPED = ["SKILL.md", "README.md", "LICENSE", "CHANGELOG.md", "install.sh", "requirements.txt",
           "requirements-extras.txt", "scripts", "references", "templates"]  # fmt: skip


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks(text: str) -> list[Block]:
    """The fenced code blocks of a page, with the line of the opening fence."""
    found, fence, start, body, language = [], "", 0, [], ""
    for number, line in enumerate(text.splitlines(), start=1):
        opening = re.match(r"^ {0,3}(`{3,})\s*(\w*)", line)
        if not fence and opening:
            fence, language, start, body = opening[1], opening[2], number, []
        elif fence and line.strip() == fence:
            found.append(Block(language, "\n".join(body), start))
            fence = ""
        elif fence:
            body.append(line)
    return found


def anchors(text: str) -> set[str]:
    """The anchors GitHub gives a page's headings."""
    prose = re.sub(r"^(`{3,}).*?^\1`*\s*$", "", text, flags=re.M | re.S)
    heads = re.findall(r"^#{1,6} +(.+?) *#*$", prose, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def links(text: str) -> list[str]:
    prose = re.sub(r"^(`{3,}).*?^\1`*\s*$", "", text, flags=re.M | re.S)
    return re.findall(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose))


def commands(text: str) -> list[tuple[str, str]]:
    """(script, the rest of its command line) wherever a page names a script with arguments."""
    joined = re.sub(r"\\\n\s*", " ", text)
    return re.findall(r"scripts/([a-z]\w*)\.py([^`\n|;&]*)", joined)


@cache
def help_of(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-S", ROOT / "scripts" / f"{script}.py", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def dead_links(page: Path, text: str) -> list[str]:
    dead = []
    for link in links(text):
        if re.match(r"^[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target) if target else page
        if not path.exists() or (anchor and anchor not in anchors(path.read_text(encoding="utf-8"))):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_resolves(page):
    assert dead_links(page, page.read_text(encoding="utf-8")) == []


def test_a_dead_link_and_a_dead_anchor_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# One\n[a](#one) [b](#two) [c](gone.md) [d](page.md#one) `[e](no.md)`\n")
    assert dead_links(page, page.read_text()) == ["#two", "gone.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_documented_option_is_in_the_real_help(page):
    for script, rest in commands(page.read_text(encoding="utf-8")):
        assert (ROOT / "scripts" / f"{script}.py").exists(), script
        for option in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", rest):
            assert re.search(rf"{option}\b(?!-)", help_of(script)), f"{script}.py has no {option}"


def prepare_environment(home: Path) -> None:
    """Put the packages these tests run with where the skill's environment is: no block downloads anything."""
    done = subprocess.run(
        [sys.executable, "-c", "from ragkit import env; print(env.environment())"],
        cwd=ROOT / "scripts", env={"RAG_PIPELINES_HOME": str(home)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    folder = Path(done.stdout.strip())
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (folder / ".complete").write_text("")


@pytest.fixture
def project(tmp_path):
    """A copy of the skill with a folder of documents beside it, and the environment a reader would have."""
    folder = tmp_path / "rag-pipelines"
    folder.mkdir()
    for name in SHIPPED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, folder / name)
    demo = ROOT / "templates" / "demo"
    shutil.copytree(demo / "docs", folder / "docs")
    for file in [*demo.glob("*.jsonl"), demo / "acl.csv"]:
        shutil.copy(file, folder / file.name)
    (tmp_path / "home").mkdir()
    prepare_environment(tmp_path / "rag-home")
    variables = {
        "HOME": str(tmp_path / "home"),
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "CLAUDE_SKILL_DIR": str(folder),
        "RAG_PIPELINES_HOME": str(tmp_path / "rag-home"),
        "LC_ALL": "C.UTF-8",
    }
    return folder, variables


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_runs(page, project):
    folder, variables = project
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language not in {"bash", "python"} or block.text.strip() in NOT_RUN:
            continue
        command = ["bash", "-euo", "pipefail", "-c"] if block.language == "bash" else [sys.executable, "-c"]
        done = subprocess.run(
            [*command, block.text],
            cwd=folder,
            env=variables,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        where = f"{page.name}:{block.line}"
        assert done.returncode == 0, (
            f"{where} exits {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
        )


def test_the_demo_output_in_the_readme_is_the_real_one(project, golden):
    folder, variables = project
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    shown = re.search(r"```bash\n\./install\.sh --demo\n```\n\n```text\n(.*?)\n```\n", text, re.S)
    done = subprocess.run(
        ["./install.sh", "--demo"],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    golden(text[: shown.start(1)] + done.stdout.strip() + text[shown.end(1) :], readme)
