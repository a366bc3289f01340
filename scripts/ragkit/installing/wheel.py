"""Get pip for a Python that came without it."""

import contextlib
import hashlib
import html
import os
import re
import ssl
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

PYPI = "https://pypi.org/simple"
LINK = re.compile(r'<a\s[^>]*href="([^"#]*/(pip-([\d.]+)-py3-none-any\.whl))#sha256=([0-9a-f]{64})"([^>]*)>')


@contextlib.contextmanager
def of_pip(interpreter: str) -> Iterator[str]:
    """Give the path of a pip wheel for the interpreter, "" if none can be had; it is deleted afterwards.

    A pip outside the environment fetches it, with the user's own settings; without one it is read from the
    package index (PIP_INDEX_URL, else PyPI).
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [
            interpreter,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-input",
            "--no-deps",
            "--dest",
            folder,
            "pip",
        ]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        wheels = [str(path) for path in Path(folder).glob("pip-*.whl")]
        yield wheels[0] if done.returncode == 0 and wheels else from_index(folder)


def from_index(folder: str) -> str:
    page = f"{os.environ.get('PIP_INDEX_URL') or PYPI}/pip/"
    try:
        found = newest(fetch(page).decode("utf-8", "replace"))
        if found is None:
            return ""
        address, name, sha256 = found
        data = fetch(urllib.parse.urljoin(page, address))
    except (OSError, ValueError):  # no network, or no such address
        return ""
    if hashlib.sha256(data).hexdigest() != sha256:
        return ""
    path = Path(folder, name)
    path.write_bytes(data)
    return str(path)


def newest(page: str) -> tuple[str, str, str] | None:
    """Return (address, file name, sha256) of the newest wheel on an index page that Python 3.10 can run."""
    found = []
    for address, name, version, sha256, rest in LINK.findall(page):
        needs = re.search(r"data-requires-python=\"[^\"]*>=\s*3\.(\d+)", html.unescape(rest))
        if not needs or int(needs[1]) <= 10:
            found.append(([int(part) for part in version.split(".")], address, name, sha256))
    return max(found)[1:] if found else None


def fetch(address: str) -> bytes:
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    with urllib.request.urlopen(address, timeout=60, context=context) as answer:  # noqa: S310  the user's index
        return bytes(answer.read())
