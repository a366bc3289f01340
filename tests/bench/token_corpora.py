"""Windows of real text for fitting and judging the token estimate, half of the files for each."""

import base64
import hashlib
import json
import random
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
Windows = list[tuple[bool, str]]  # (held out, text of 1,200 to 2,000 characters)


def classes(docs: str | None = None) -> dict[str, Windows]:
    """Return the windows by class of text; `docs` is a clone of FastAPI's repository, for more languages."""
    if not SHARED.is_dir():
        raise SystemExit(f"needs {SHARED}: see its README for the sources")
    markdown = SHARED / "markdown"
    found = {
        "prose": _files(SHARED.glob("chroma_eval/corpora/*.md"), parts=40),
        "markdown": _files([*markdown.glob("rustbook/**/*.md"), *markdown.glob("fastapi_en/**/*.md")]),
        "tables": _files(markdown.glob("otel/**/*.md")),
        "code": _files(Path(sysconfig.get_path("stdlib")).glob("*.py")),
        "abstracts": _lines(SHARED / "scifact/corpus.jsonl") + _lines(SHARED / "cranfield/corpus.jsonl"),
    }
    for lang in ("ru", "zh", "ja", "ko"):
        found[lang] = _files(markdown.glob(f"fastapi_cjk/{lang}/**/*.md"))
    for lang in ("en", "es", "hi", "th", "zh", "ru"):
        found[f"wikipedia {lang}"] = _lines(SHARED / f"xquad/{lang}.corpus.jsonl")
    if docs:
        for lang in ("de", "es", "fr", "pt", "tr", "uk", "hi", "zh-hant"):
            found[f"docs {lang}"] = _windows(_git(docs, f"docs/{lang}"))
    found["base64"] = _noise(lambda bits: base64.b64encode(bits).decode())
    found["hex"] = _noise(bytes.hex)
    return found


def _files(paths: Iterable[Path], parts: int = 1) -> Windows:
    """Return windows of files; with `parts`, every other part of a file is held out, not every other file."""
    texts = []
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8", errors="replace")[: 40_000 * parts]
        size = -(-len(text) // parts) or 1
        for at in range(0, len(text), size):
            texts.append((f"{path.name}{at}" if parts > 1 else path.name, text[at : at + size]))
    return _windows(texts)


def _lines(path: Path) -> Windows:
    rows = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
    groups = ["\n\n".join(rows[at : at + 8]) for at in range(0, len(rows), 8)]
    return _windows((f"{path.parent.name}{number}", text) for number, text in enumerate(groups))


def _git(clone: str, folder: str) -> Iterator[tuple[str, str]]:
    names = _output("git", "-C", clone, "ls-tree", "-r", "--name-only", "HEAD", folder).splitlines()
    for name in names:
        if name.endswith(".md"):
            yield name, _output("git", "-C", clone, "show", f"HEAD:{name}")


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def _windows(texts: Iterable[tuple[str, str]]) -> Windows:
    rng = random.Random(1)
    windows = []
    for name, text in texts:
        held_out = hashlib.sha256(name.encode()).digest()[0] % 2 == 1
        at = 0
        while at < len(text) - 1200:
            size = rng.randint(1200, 2000)
            windows.append((held_out, text[at : at + size]))
            at += size
    return windows


def _noise(write) -> Windows:
    rng = random.Random(2)
    return [(number % 2 == 1, write(rng.randbytes(1000))) for number in range(40)]
