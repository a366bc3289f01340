"""PDFs read in a process of their own: a page that hangs or kills it costs itself, never the run.

PDFium is C++ and reads what strangers wrote. The child sets itself an alarm before each page, which ends it
even inside PDFium and even when the parent is gone; the parent names the page and goes on behind it.
"""

import atexit
import contextlib
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ragkit.parsing.body import Warn
from ragkit.parsing.pdf_file import Opened, UnopenedError
from ragkit.parsing.pdf_page import Page

SECONDS = 20.0  # of the clock, for a page; the slowest of the real pages measured took under 1: taste
_MEMORY = 2 << 30  # bytes of the child: taste. Beyond it PDFium ends the process, which is then named
_MOST_LOST = 3  # pages of one file that may be lost this way before the rest is given up
_SCRIPTS = Path(__file__).parents[2]
_CHILD = "import sys; sys.path[0] = sys.argv[1]; from ragkit.parsing import pdf_worker; pdf_worker.serve()"


class LostError(Exception):
    """The child died over a question; `code` says whether its time was over."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


class _Child:
    """The process and its two pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _CHILD, str(_SCRIPTS)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self.process.stdin
        assert self.process.stdout
        self._questions = Connection(os.dup(self.process.stdin.fileno()), readable=False)
        self._answers = Connection(os.dup(self.process.stdout.fileno()), writable=False)
        self.process.stdin.close()
        self.process.stdout.close()

    def ask(self, question: str, *values: Any) -> None:
        # a child that is gone is noticed at its answer
        with contextlib.suppress(BrokenPipeError):
            self._questions.send((question, *values))

    def answer(self, seconds: float) -> Any:
        """Return the next answer; LostError when the child died, RuntimeError for a bug of ours in it."""
        try:
            kind, value = self._answers.recv()
        except (EOFError, OSError, pickle.UnpicklingError) as err:
            code = self.process.wait()
            if code == -signal.SIGALRM:
                raise LostError("page_timeout", f"not read within {seconds:g} seconds") from err
            raise LostError("page_failed", f"the process that read it died ({_ending(code)})") from err
        if kind == "memory":
            raise MemoryError
        if kind == "raised":
            raise RuntimeError(value)
        return value

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self._questions.close()
        self._answers.close()


def _ending(code: int) -> str:
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"exit {code}"


_idle: list[_Child] = []  # at most one: kept for the next file


@atexit.register
def _end_idle() -> None:
    while _idle:
        _idle.pop().end()


class Remote:
    """A PDF as pdf_file.Opened, opened in the child; a page has `seconds` of the clock.

    Of a file's path only the path goes to the child; bytes (a member, an attachment) are sent there.
    """

    def __init__(self, source: bytes | str, seconds: float = SECONDS) -> None:
        self._source = os.path.abspath(source) if isinstance(source, str) else source
        self._seconds = seconds
        self._child = _idle.pop() if _idle else _Child()
        self._asked = 0  # answers still to come
        try:
            self.count, self.title, self.outline = self._open()
        except LostError as err:
            self._child.end()
            code = "broken" if err.code == "page_failed" else err.code
            raise UnopenedError(Warn(code, err.detail.replace("read", "opened", 1))) from err
        except BaseException:
            self.close()
            raise

    def _open(self) -> tuple[int, str, dict[str, int]]:
        found = self._one("open", self._source, self._seconds)
        if isinstance(found, Warn):
            raise UnopenedError(found)
        count, title, outline = found
        return count, title, outline

    def _one(self, question: str, *values: Any) -> Any:
        self._asked = 1
        self._child.ask(question, *values)
        found = self._child.answer(self._seconds)
        self._asked = 0
        return found

    def _again(self) -> None:
        """Open the file in a new child."""
        self._child.end()
        self._child = _Child()
        self._open()

    def pages(self) -> Iterator[Page]:
        """Yield every page; one that hangs or kills the child has no parts and is named."""
        at = lost = 0
        while at < self.count:
            self._asked = self.count - at
            self._child.ask("pages", at)
            try:
                while at < self.count:
                    page = self._child.answer(self._seconds)
                    at += 1
                    self._asked -= 1
                    yield page
            except LostError as err:
                yield _lost(at, err.code, err.detail)
                at, lost = at + 1, lost + 1
                try:
                    self._again()
                except (LostError, UnopenedError):
                    lost = _MOST_LOST
                if lost >= _MOST_LOST:
                    for rest in range(at, self.count):
                        yield _lost(rest, err.code, f"not tried: {lost} pages before it {err.detail}")
                    return

    def picture(self, number: int, dots: int = 200) -> bytes:
        """Return the page as a PNG, `dots` to the inch; b"" for one that cannot be drawn in time."""
        return self._optional("picture", number, dots) or b""

    def second(self, number: int) -> Page | None:
        """Return the page as pdfplumber reads it, None when it has no answer in time."""
        found: Page | None = self._optional("second", number)
        return found

    def _optional(self, question: str, *values: Any) -> Any:
        try:
            return self._one(question, *values)
        except LostError:
            with contextlib.suppress(LostError, UnopenedError):
                self._again()
            return None

    def close(self) -> None:
        """Keep the child for the next file, unless it still has something to say."""
        if self._asked or self._child.process.poll() is not None or _idle:
            self._child.end()
        else:
            _idle.append(self._child)


def _lost(index: int, code: str, detail: str) -> Page:
    number = index + 1
    return Page(number, str(number), [], 1.0, 0.0, [Warn(code, detail, number)])


def serve() -> None:
    """Answer the parent until it is gone; what anything here prints goes nowhere."""
    import numpy  # noqa: F401  before any page's time begins
    import pypdfium2  # noqa: F401

    answers = Connection(os.dup(1), readable=False)
    os.dup2(2, 1)
    questions = Connection(os.dup(0), writable=False)
    _limit_memory()
    pdf: Opened | None = None
    seconds = SECONDS
    while True:
        try:
            question, *values = questions.recv()
        except EOFError:
            return
        try:
            if question == "open":
                seconds = values[1]
                if pdf:
                    pdf.close()
                pdf = None
            for answer in _answers(question, values, pdf, seconds):
                if isinstance(answer, Opened):
                    pdf = answer
                    answers.send(("ok", (pdf.count, pdf.title, pdf.outline)))
                else:
                    answers.send(("ok", answer))
        except BrokenPipeError:
            return
        except MemoryError:
            answers.send(("memory", ""))
        except Exception:  # noqa: BLE001  the parent raises it
            answers.send(("raised", traceback.format_exc()))


def _answers(question: str, values: list[Any], pdf: Opened | None, seconds: float) -> Iterator[Any]:
    """Yield the answers to a question, an alarm running while each is made."""
    if question == "open":
        yield from _timed(_opened(values[0]), seconds)
    elif pdf is not None and question == "pages":
        yield from _timed(pdf.pages(values[0]), seconds)
    elif pdf is not None:
        yield from _timed((getattr(pdf, question)(*each) for each in [values]), seconds)


def _opened(source: bytes | str) -> Iterator[Opened | Warn]:
    """Yield one answer; a file is closed when the last that reads from it is gone."""
    try:
        yield Opened(open(source, "rb") if isinstance(source, str) else source)  # noqa: SIM115
    except UnopenedError as err:
        yield err.warning
    except OSError as err:
        yield Warn("unreadable", err.strerror or str(err))


def _timed(answers: Iterator[Any], seconds: float) -> Iterator[Any]:
    end = object()
    while True:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        answer = next(answers, end)
        signal.setitimer(signal.ITIMER_REAL, 0)
        if answer is end:
            return
        yield answer


def _limit_memory() -> None:
    import resource

    with contextlib.suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
