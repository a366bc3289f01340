"""RTF: paragraphs, lists, headings by outline level, tables, footnotes; hidden and deleted text is left out.

Read here and not by striprtf 0.0.35, which keeps hidden and deleted text, drops footnotes and text boxes
without a word, and writes cells with a "|" that nobody can tell from the text's own.
"""

import codecs
import re
from typing import Any, NamedTuple

from ragkit.parsing.body import Parsed, Warn, quoted
from ragkit.parsing.rtf_layout import Layout

_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.DOTALL
)
_LARGEST = 32 << 20  # bytes; 4 MB of text take a second
# \fcharset to code page: RTF 1.9.1, "Font table". 0 is ANSI, 1 the default, 2 a font of symbols.
_CHARSETS = {
    "0": "cp1252", "77": "mac_roman", "128": "cp932", "129": "cp949", "130": "johab", "134": "cp936",
    "136": "cp950", "161": "cp1253", "162": "cp1254", "163": "cp1258", "177": "cp1255", "178": "cp1256",
    "186": "cp1257", "204": "cp1251", "222": "cp874", "238": "cp1250", "254": "cp437", "255": "cp850",
}  # fmt: skip
_SHOWN = {
    "tab": "\t", "line": "\n", "emdash": "\u2014", "endash": "\u2013", "bullet": "\u2022", "lquote": "\u2018",
    "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d", "emspace": " ", "enspace": " ",
    "qmspace": " ", "nestcell": " ", "nestrow": "\n",
}  # fmt: skip
_SYMBOLS = {"~": " ", "_": "-", "-": "", "\\": "\\", "{": "{", "}": "}", "\n": "\n", "\r": "\n"}
# Groups that hold no text of the body, beside those that begin with \*.
_SKIPPED = {
    "colortbl", "stylesheet", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr",
    "footerf", "pict", "objdata", "fldinst", "xe", "tc", "annotation", "info", "sp", "upr", "nonshppict",
    "filetbl", "revtbl", "listtable", "listoverridetable", "rsidtbl", "generator", "nonesttables", "objclass",
    "objname", "bkmkstart", "bkmkend", "atnid", "atnauthor", "ffname", "datafield", "template",
    "shprslt", "themedata", "mmathPr", "pntxtb", "pntxta", "ftnsep", "ftnsepc", "aftnsep", "aftnsepc",
}  # fmt: skip
_FOUND_AGAIN = {"ud", "shptxt", "dptxbxtext", "title"}  # text inside groups that hold none
_MARKERS = {"listtext", "pntext"}


class _State(NamedTuple):
    """What a group gives back when it ends."""

    skip: bool = False
    lost: bool = False  # in what Word keeps for older programs: the same text again
    hidden: bool = False
    deleted: bool = False
    sink: str = "body"  # body, note, title, marker or fonts
    font: str = ""
    unicode_skip: int = 1


def read(data: bytes) -> Parsed:
    """Return the document in its accepted view; what no page shows is named, embedded files are losses."""
    if len(data) > _LARGEST:
        return Parsed(warnings=(Warn("too_large", f"{len(data) >> 20} MB, the limit is {_LARGEST >> 20}"),))
    reader = _Reader()
    reader.feed(data.decode("latin-1"))
    return reader.parsed()


class _Reader:
    def __init__(self) -> None:
        self.state = _State()
        self.open: list[_State] = []
        self.codepage = "cp1252"
        self.fonts: dict[str, str] = {}
        self.default_font = ""
        self.raw = bytearray()
        self.kept: dict[str, list[str]] = {}
        self.left = {"hidden": "", "deleted": ""}
        self.skip = 0  # characters that stand for the last \u in programs without Unicode
        self.notes: list[str] = []
        self.embedded = 0
        self.cut = False
        self.title = ""
        self.layout = Layout()

    def feed(self, text: str) -> None:
        at, fresh = 0, False  # fresh: a group has just begun, so a control word names its kind
        while match := _TOKEN.match(text, at):
            at = match.end()
            word, number, code, symbol, brace, run = match.groups()
            if brace:
                self._brace(brace)
                fresh = brace == "{"
                continue
            if symbol == "*":
                self.state = self.state._replace(skip=True)
            elif symbol:
                self._put(_SYMBOLS.get(symbol, ""))
                if symbol in "\r\n":
                    self._paragraph()
            elif code:
                self._bytes(bytes.fromhex(code))
            elif run:
                self._bytes(run.encode("latin-1"))
            elif word == "bin":
                at += max(0, int(number or 0))
            elif word:
                self._word(word, number or "", fresh or (self.state.skip and word in _FOUND_AGAIN))
            fresh = fresh and symbol == "*"
        self.cut = bool(self.open)
        while self.open:
            self._brace("}")
        self._paragraph()

    def _brace(self, brace: str) -> None:
        self._decode()
        self.skip = 0
        if brace == "{":
            self.open.append(self.state)
        elif self.open:
            ended, self.state = self.state, self.open.pop()
            if ended.sink == "note" != self.state.sink:
                self.notes.append(self._taken("note"))
            if ended.sink == "title" != self.state.sink:
                self.title = self._taken("title")

    def _word(self, word: str, number: str, names: bool) -> None:
        if names and (word in _SKIPPED or word in _FOUND_AGAIN or word in ("footnote", "fonttbl")):
            self._group(word)
        elif word in _MARKERS:
            self.state = self.state._replace(skip=False, sink="marker")
        elif word == "u" and number:
            self._put(chr(int(number) % 0x10000))
            self.skip = self.state.unicode_skip
        elif word in _SHOWN:
            if self.skip:
                self.skip -= 1
            else:
                self._put(_SHOWN[word])
        elif word == "chftn":
            noted = self.state.sink == "note"
            self._put("" if noted else f"[{len(self.notes) + 1}]")
        elif word == "object" and not self.state.skip:
            self.embedded += 1
        elif word in ("ansicpg", "mac", "pc", "pca", "deff", "f", "fcharset", "plain", "uc"):
            self._letters(word, number)
        elif word in ("v", "deleted"):
            self._decode()
            on = number != "0"
            self.state = self.state._replace(hidden=on) if word == "v" else self.state._replace(deleted=on)
        else:
            self._layout(word, number)

    def _group(self, word: str) -> None:
        state = self.state
        if word == "title":
            self.state = state._replace(skip=state.lost, sink="title")
        elif word == "footnote":
            self.state = state._replace(sink="note")
        elif word == "fonttbl":
            self.state = state._replace(sink="fonts")
        elif word in _FOUND_AGAIN:
            self.state = state._replace(skip=state.lost)
        else:
            self.state = state._replace(skip=True, lost=state.lost or word in ("shprslt", "nonshppict"))

    def _letters(self, word: str, number: str) -> None:
        """Follow what decides which letters the bytes are."""
        self._decode()
        if word == "f":
            self.state = self.state._replace(font=number)
        elif word == "fcharset":
            self.fonts[self.state.font] = _CHARSETS.get(number, "")
        elif word == "deff":
            self.default_font = number
        elif word == "plain":
            self.state = self.state._replace(hidden=False, deleted=False, font=self.default_font)
        elif word == "uc":
            self.state = self.state._replace(unicode_skip=max(0, int(number or 1)))
        else:
            named = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}.get(word, f"cp{number}")
            self.codepage = _known(named)

    def _layout(self, word: str, number: str) -> None:
        if self.state.skip or self.state.sink == "fonts":
            return
        if word in ("par", "sect", "page"):
            self._paragraph()
        elif word == "cell":
            self.layout.end_cell(self._taken("body"))
        else:
            self.layout.follow(word, int(number or 0))

    def _bytes(self, data: bytes) -> None:
        skipped = min(self.skip, len(data))
        self.skip -= skipped
        if not self.state.skip and self.state.sink != "fonts":
            self.raw += data[skipped:]

    def _decode(self) -> None:
        if self.raw:
            data = bytes(self.raw)
            self.raw.clear()
            self._put(data.decode(self.fonts.get(self.state.font) or self.codepage, "replace"))

    def _put(self, text: str) -> None:
        self._decode()
        state = self.state
        if state.skip or state.sink == "fonts":
            return
        if state.hidden or state.deleted:
            self.left["hidden" if state.hidden else "deleted"] += text
        else:
            self.kept.setdefault(state.sink, []).append(text)

    def _taken(self, sink: str) -> str:
        """Return what was collected there, and forget it; halves of one character are put together."""
        self._decode()
        return _whole("".join(self.kept.pop(sink, []))).strip()

    def _paragraph(self) -> None:
        if self.state.sink == "note":
            self._put("\n")
        else:
            self.layout.end_paragraph(self._taken("body"), self._taken("marker"))

    def parsed(self) -> Parsed:
        text, blocks = self.layout.finish(self.notes)
        warnings = [Warn("broken", "it ends within a group; what came before is read")] if self.cut else []
        hidden = " ".join(_whole(self.left["hidden"]).split())
        if hidden:
            warnings.append(Warn("hidden_text", f"{len(hidden)} characters left out: {quoted(hidden)}"))
        if deleted := " ".join(self.left["deleted"].split()):
            warnings.append(Warn("tracked_changes", f"{len(deleted)} deleted characters left out"))
        if self.embedded:
            warnings.append(Warn("dropped_content", f"{self.embedded} embedded files"))
        if (lost := text.count("\ufffd")) > 0:
            warnings.append(Warn("undecodable", f"{lost} characters are not of their code page"))
        headings: Any = (text[b[1] : b[2]].lstrip("# ") for b in blocks if b[0] == "heading")
        return Parsed(text, blocks, title=self.title or next(headings, ""), warnings=tuple(warnings))


def _known(codepage: str) -> str:
    """Return the code page, UTF-8 for 65001; Western where Python knows none of that number."""
    name = {"cp65001": "utf-8", "cp10000": "mac_roman"}.get(codepage, codepage)
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def _whole(text: str) -> str:
    """Return the text with its surrogate pairs as characters; a lone half is U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
