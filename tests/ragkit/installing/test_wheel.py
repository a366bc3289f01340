"""Finding pip on a package index, for a Python that came without it."""

import functools
import hashlib
import http.server
import threading
from pathlib import Path

import pytest

from ragkit.installing import wheel

A, B = "a" * 64, "b" * 64
PAGE = f"""
<a href="../../f/pip-9.0.3-py3-none-any.whl#sha256={A}">pip-9.0.3-py3-none-any.whl</a>
<a href="../../f/pip-24.10-py3-none-any.whl#sha256={B}" data-requires-python="&gt;=3.8">pip-24.10</a>
<a href="../../f/pip-24.9-py3-none-any.whl#sha256={A}" data-requires-python="&gt;=3.8">pip-24.9</a>
<a data-requires-python="&gt;=3.8" href="../../f/pip-25.0b1-py3-none-any.whl#sha256={A}">a beta</a>
<a href="../../f/pip-99.0-py3-none-any.whl#sha256={A}" data-requires-python="&gt;=3.15">for a later Python</a>
<a href="../../f/pip-98.0.tar.gz#sha256={A}">not a wheel</a>
<a href="../../f/pip-97.0-py3-none-any.whl">no hash to check it by</a>
"""


def test_the_newest_released_wheel_that_the_oldest_python_runs_is_chosen():
    assert wheel.newest(PAGE) == ("../../f/pip-24.10-py3-none-any.whl", "pip-24.10-py3-none-any.whl", B)


def test_a_page_without_pip_has_none():
    assert wheel.newest("<html>not an index</html>") is None


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A package index on this machine, with one wheel of pip."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "index"))
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = tmp_path / "index" / "simple" / "pip" / "index.html"
    page.parent.mkdir(parents=True)
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    yield page
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("sha256", "taken"), [(hashlib.sha256(b"pip").hexdigest(), True), (A, False)])
def test_a_wheel_is_taken_only_when_its_hash_is_the_one_the_index_names(index, tmp_path, sha256, taken):
    index.write_text(f'<a href="../../pip-24.0-py3-none-any.whl#sha256={sha256}">pip</a>')
    (tmp_path / "index" / "pip-24.0-py3-none-any.whl").write_bytes(b"pip")
    path = wheel.from_index(str(tmp_path))
    assert (path != "") == taken
    if taken:
        assert Path(path).read_bytes() == b"pip"


def test_an_index_that_does_not_answer_gives_none(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    assert wheel.from_index(str(tmp_path)) == ""
