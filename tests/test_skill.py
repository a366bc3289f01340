"""The skill itself: SKILL.md loads everywhere, fits its budget, and names only what is there.

Each rule is a function from text to its faults, shown here to find one before it is trusted to find none.
"""

import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest
import yaml

from ragkit import tokens

ROOT = Path(__file__).resolve().parents[1]
SKILL = ROOT / "SKILL.md"
REFERENCES = sorted((ROOT / "references").glob("*.md"))
SCRIPTS = {path.name for path in (ROOT / "scripts").glob("*.py")}

FIELDS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}  # of the standard
DESCRIPTION_LIMIT = 500  # characters; some clients drop a skill whose description is longer
LINE_LIMIT, TOKEN_LIMIT = 350, 3_000  # what stays of a skill when a long session is compacted is 5,000 tokens
CONTENTS_FROM = 100  # lines; a reference is often read from its start only
RUN = "python3 ${CLAUDE_SKILL_DIR}/scripts/"
needs_skill = pytest.mark.skipif(not SKILL.exists(), reason="SKILL.md has not been written yet")


# --- the rules ---


def frontmatter(text: str) -> str:
    found = re.match(r"---\n(.*?)\n---\n", text, re.S)
    return found[1] if found else ""


def frontmatter_faults(text: str) -> list[str]:
    """A field outside the standard's six fails the upload to claude.ai; broken YAML never triggers."""
    try:
        fields = yaml.load(frontmatter(text), Loader=yaml.BaseLoader)
    except yaml.YAMLError as err:
        return [f"not YAML: {err}"]
    if not isinstance(fields, dict):
        return ["no front matter in the first line"]
    faults = [f"field {name} is not one of the standard's" for name in sorted(set(fields) - FIELDS)]
    if fields.get("name") != "rag-pipelines":
        faults.append("the name is that of the folder, rag-pipelines")
    return faults + description_faults(fields.get("description", ""), frontmatter(text))


def description_faults(description: str, raw: str) -> list[str]:
    faults = []
    if not 0 < len(description) <= DESCRIPTION_LIMIT:
        faults.append(f"the description has {len(description)} characters, not 1 to {DESCRIPTION_LIMIT}")
    if "<" in raw or ">" in raw.replace(">-\n", "\n", 1):
        faults.append("angle brackets read as XML tags")
    if not re.search(r"^description: >-$", raw, re.M):
        faults.append("the description is a folded scalar: a colon in plain text would end it")
    return faults


def size_faults(text: str) -> list[str]:
    lines, count = len(text.splitlines()), tokens.count(text)
    faults = [f"{lines} lines, more than {LINE_LIMIT}"] if lines > LINE_LIMIT else []
    return faults + ([f"{count} tokens, more than {TOKEN_LIMIT}"] if count > TOKEN_LIMIT else [])


def substitution_faults(text: str) -> list[str]:
    """Claude Code runs !`command` while it loads a skill, and puts arguments in place of $1."""
    runs = [f"runs while loading: {found}" for found in re.findall(r"!`[^`\n]*`?", text)]
    return runs + [f"read as an argument: {found}" for found in re.findall(r"(?<!\\)\$\d\S*", text)]


def command_faults(text: str) -> list[str]:
    """The current folder is the user's project, so a bare scripts/x.py is not found."""
    found = re.findall(r"\S*(?: \S*)?(?<!\w)(?:scripts/\w+\.py|install\.sh)", text)
    good = re.compile(rf"({re.escape(RUN)}\w+\.py|\bsh \${{CLAUDE_SKILL_DIR}}/install\.sh)$")
    return [f"not {RUN}x.py: {call.strip()}" for call in found if "/" in call and not good.search(call)]


def script_faults(text: str, there: set[str]) -> list[str]:
    """Every script that is named exists, and every one that exists is named; install.sh runs install.py."""
    named = set(re.findall(r"\b(\w+\.py)\b", text))
    faults = [f"names {name}, which is not there" for name in sorted(named - there)]
    return faults + [f"does not name {name}" for name in sorted(there - named - {"install.py"})]


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+?)\s*$", without_code(text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def without_code(text: str) -> str:
    return re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.M | re.S)


def link_faults(path: Path) -> list[str]:
    faults = []
    text = path.read_text(encoding="utf-8")
    for address in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", without_code(text))):
        if re.match(r"[a-z]+:", address):
            continue
        file, _, anchor = urllib.parse.unquote(address).partition("#")
        target = path.parent / file if file else path
        if not target.exists():
            faults.append(f"{address}: nothing there")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
            faults.append(f"{address}: no such heading")
    return faults


def contents_faults(text: str) -> list[str]:
    """A long page begins with a list of links to all its sections."""
    sections = re.findall(r"^## +(.+?)\s*$", without_code(text), re.M)
    if len(text.splitlines()) <= CONTENTS_FROM or not sections:
        return []
    start = text.split("\n## ", 1)[0]
    return [f"not in the contents: {name}" for name in sections if f"[{name}](#" not in start]


def ending_faults(text: str) -> list[str]:
    """A reference ends with what to measure: advice without a number to watch is an opinion."""
    last = re.findall(r"^## +(.+?)\s*$", without_code(text), re.M)[-1:]
    return [] if last == ["What to measure"] else [f"ends in {last}, not in What to measure"]


# --- each rule finds what it is for ---

GOOD = """---
name: rag-pipelines
description: >-
  Builds RAG: it parses. Use when answers are wrong.
license: MIT
metadata:
  version: "1.0.0"
---
# Title
"""


def test_a_good_front_matter_has_no_faults():
    assert frontmatter_faults(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("---\nname", "\n---\nname", "no front matter"),
        ("---\nname", "\ufeff---\nname", "no front matter"),
        ("license: MIT", "license: [MIT", "not YAML"),
        ("license: MIT", "model: opus", "field model is not one"),
        ("name: rag-pipelines", "name: rag", "the name is that of the folder"),
        ("wrong.", "wrong. " + "x" * 500, "the description has 5"),
        (">-\n  Builds RAG: it parses. Use when answers are wrong.", ">-", "the description has 0"),
        ("wrong.", "<b>wrong</b>.", "angle brackets"),
        (">-\n  Builds RAG: it", "Builds RAG, it", "the description is a folded"),
    ],
)
def test_each_fault_of_the_front_matter_is_found(old, new, fault):
    assert old in GOOD
    assert [found for found in frontmatter_faults(GOOD.replace(old, new, 1)) if found.startswith(fault)]


def test_a_text_that_is_too_long_is_found():
    assert size_faults("a line\n" * 350) == []
    assert size_faults("a\n" * 351) == ["351 lines, more than 350"]
    assert size_faults("word " * 4000)[0].endswith("tokens, more than 3000")


def test_what_claude_code_would_run_or_replace_is_found():
    assert substitution_faults("Wow! `ls` costs \\$1, or $COST, or ${CLAUDE_SKILL_DIR}") == []
    assert substitution_faults("now !`date` and $0.13") == [
        "runs while loading: !`date`",
        "read as an argument: $0.13",
    ]


def test_a_command_that_is_not_found_from_the_users_folder_is_found():
    assert (
        command_faults(
            "`python3 ${CLAUDE_SKILL_DIR}/scripts/parse.py docs`, `sh ${CLAUDE_SKILL_DIR}/install.sh`"
        )
        == []
    )
    assert command_faults("`parse.py` and install.sh are named, not run") == []
    for bad in (
        "python3 scripts/parse.py docs", "`scripts/parse.py`", "${CLAUDE_SKILL_DIR}/scripts/parse.py",
        "python ${CLAUDE_SKILL_DIR}/scripts/parse.py", 'python3 "${CLAUDE_SKILL_DIR}/scripts/parse.py"',
        "sh ./install.sh", "python3 $SKILL_DIR/scripts/parse.py",
    ):  # fmt: skip
        assert len(command_faults(bad)) == 1, bad


def test_a_script_that_is_named_and_missing_or_there_and_unnamed_is_found():
    assert script_faults("`parse.py`, then chunk.py", {"parse.py", "chunk.py", "install.py"}) == []
    assert script_faults("pars.py", {"parse.py"}) == [
        "names pars.py, which is not there",
        "does not name parse.py",
    ]


def test_a_dead_link_is_found(tmp_path):
    (tmp_path / "other.md").write_text("# One: two `x`\n```\n# no heading\n```\n")
    page = tmp_path / "page.md"
    page.write_text(
        "# Here\n[a](other.md) [b](other.md#one-two-x) [c](#here) [d](https://x.org/y) `[e](code.md)`\n"
        "[f](gone.md) [g](other.md#no-heading) [h](#there)\n```\n[i](fence.md)\n```\n"
    )
    assert link_faults(page) == [
        "gone.md: nothing there", "other.md#no-heading: no such heading", "#there: no such heading",
    ]  # fmt: skip


def test_a_long_page_without_its_contents_is_found():
    body = "## One\n" + "x\n" * 100 + "## Two\n"
    assert contents_faults("# T\n- [One](#one)\n- [Two](#two)\n" + body) == []
    assert contents_faults("# T\n- [One](#one)\n" + body) == ["not in the contents: Two"]
    assert contents_faults("# T\n## One\n## Two\n") == []


def test_a_page_that_does_not_end_in_what_to_measure_is_found():
    assert ending_faults("# T\n## One\n## What to measure\nx\n") == []
    assert len(ending_faults("# T\n## What to measure\n## One\n")) == 1
    assert len(ending_faults("# T\n```\n## What to measure\n```\n")) == 1


# --- and none of them finds one in the skill ---


@needs_skill
@pytest.mark.parametrize("faults", [frontmatter_faults, size_faults, substitution_faults, command_faults])
def test_skill_md_is_without_faults(faults):
    assert faults(SKILL.read_text(encoding="utf-8")) == []


@needs_skill
def test_skill_md_names_the_scripts_that_there_are():
    assert script_faults(SKILL.read_text(encoding="utf-8"), SCRIPTS) == []


@needs_skill
def test_skill_md_links_to_every_reference_and_to_nothing_that_is_missing():
    assert link_faults(SKILL) == []
    text = SKILL.read_text(encoding="utf-8")
    assert [path.name for path in REFERENCES if f"references/{path.name}" not in text] == []


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.name)
def test_a_reference_has_contents_an_ending_and_no_dead_link(path):
    assert contents_faults(path.read_text(encoding="utf-8")) == []
    assert ending_faults(path.read_text(encoding="utf-8")) == []
    assert link_faults(path) == []


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.name)
def test_a_reference_uses_no_variable_that_is_only_replaced_in_skill_md(path):
    assert "CLAUDE_SKILL_DIR" not in path.read_text(encoding="utf-8")


@needs_skill
def test_the_validator_of_the_standard_accepts_the_installed_copy(tmp_path):
    validator = shutil.which("agentskills", path=str(Path(sys.executable).parent))
    if validator is None:
        pytest.skip("skills-ref is not installed; it needs Python 3.11")
    install = [sys.executable, ROOT / "scripts" / "install.py", "--no-deps", "--dest", tmp_path]
    subprocess.run(install, check=True, capture_output=True)
    done = subprocess.run(
        [validator, "validate", tmp_path / "rag-pipelines"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
