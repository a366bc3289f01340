"""Shared by all tests: golden files, rewritten only on request (`make golden`)."""

from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption("--golden", action="store_true", help="rewrite expected outputs instead of comparing")


@pytest.fixture
def golden(request):
    """Compare text with a file, or rewrite the file under --golden."""

    def compare(text: str, path: Path) -> None:
        if request.config.getoption("--golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), (
            f"{path.name} differs; make golden rewrites it, then read the diff"
        )

    return compare
