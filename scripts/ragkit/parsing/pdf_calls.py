"""The calls to PDFium that every character of a page needs, as fast as ctypes can make them.

A call without declared argument types, its handle ready as a ctypes object, takes half the time of one with
them; and the text of a whole page costs as much as that of one character.
"""

import collections
import ctypes
import functools
import itertools
from collections.abc import Sequence
from typing import Any

_CHUNK = 4096  # boxes asked for between two copies
_AT_LINE_END = 0xFFFE  # what stands in a page's text for the hyphen at a line's end


class TextPage:
    """One page's characters by index; `raw` is a FPDF_TEXTPAGE that stays open meanwhile."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._handle = ctypes.cast(raw, ctypes.c_void_p)
        self._colour = (ctypes.c_uint * 4)()
        first = ctypes.addressof(self._colour)
        self._parts = [ctypes.c_void_p(first + 4 * n) for n in range(4)]

    def codes(self, count: int) -> Any:
        """Return the code points of the first `count` characters, an array; 0 is a character without one."""
        import numpy as np
        import pypdfium2.raw as pdfium

        get_code = _functions()["FPDFText_GetUnicode"]
        units = np.zeros(2 * count + 1, dtype="<u2")
        pointer = ctypes.cast(units.ctypes.data, ctypes.POINTER(ctypes.c_ushort))
        found = pdfium.FPDFText_GetText(self._raw, 0, count, pointer) - 1
        codes = units[:count].astype(np.int64)
        # A text of as many units as characters, none half of a pair, leaves no character out: unit n is
        # character n. Else each is asked for.
        if found != count or bool(((codes >= 0xD800) & (codes < 0xE000)).any()):
            each = map(get_code, itertools.repeat(self._handle, count), range(count))
            return np.fromiter(each, dtype=np.int64, count=count)
        for index in np.flatnonzero(codes == _AT_LINE_END).tolist():
            codes[index] = get_code(self._handle, index)
        return codes

    def boxes(self, kept: Sequence[int]) -> Any:
        """Return an n x 4 array of the loose boxes of these characters: left, bottom, right, top."""
        import numpy as np

        get_box = _functions()["FPDFText_GetLooseCharBox"]
        buffer, pointers = _buffer()
        out = np.empty((len(kept), 4))
        for first in range(0, len(kept), _CHUNK):
            part = kept[first : first + _CHUNK]
            buffer[:] = 0
            collections.deque(map(get_box, itertools.repeat(self._handle), part, pointers), maxlen=0)
            # FS_RECTF holds left, top, right, bottom
            out[first : first + len(part)] = buffer[: len(part), [0, 3, 2, 1]]
        return out

    def objects(self, kept: Sequence[int]) -> Any:
        """Return the addresses of the text objects that draw these characters, as an array; 0 for none."""
        import numpy as np

        get_object = _functions()["FPDFText_GetTextObject"]
        found = map(get_object, itertools.repeat(self._handle), kept)
        return np.fromiter(found, dtype=np.uint64, count=len(kept))

    def generated(self, index: int) -> bool:
        """Return whether PDFium made this character up: its guess at a space or a line's end."""
        return bool(_functions()["FPDFText_IsGenerated"](self._handle, index))

    def unmapped(self, index: int) -> bool:
        """Return whether the font does not say which character this one draws."""
        return bool(_functions()["FPDFText_HasUnicodeMapError"](self._handle, index) == 1)

    def look(self, index: int, item: int) -> tuple[float, int, int, tuple[int, int, int, int]]:
        """Return (angle in radians, render mode, font handle, red, green, blue and opacity) of a character.

        item  the address of its text object
        """
        calls = _functions()
        piece = ctypes.c_void_p(item)
        seen = calls["FPDFText_GetFillColor"](self._handle, index, *self._parts)
        red, green, blue, alpha = self._colour if seen else (0, 0, 0, 255)
        angle = calls["FPDFText_GetCharAngle"](self._handle, index)
        mode = calls["FPDFTextObj_GetTextRenderMode"](piece)
        return angle, mode, calls["FPDFTextObj_GetFont"](piece), (red, green, blue, alpha)

    def font(self, index: int) -> tuple[str, int, int]:
        """Return (name, flags of the font's descriptor, weight) of a character's font."""
        import pypdfium2.raw as pdfium

        buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
        pdfium.FPDFText_GetFontInfo(self._raw, index, buffer, 128, ctypes.byref(flags))
        name = buffer.value.decode("utf-8", "replace")
        return name, flags.value, pdfium.FPDFText_GetFontWeight(self._raw, index)


@functools.cache
def _buffer() -> tuple[Any, list[ctypes.c_void_p]]:
    """Return room for some boxes, and a pointer to each of them."""
    import numpy as np

    room = np.zeros((_CHUNK, 4), dtype=np.float32)
    first = room.ctypes.data
    return room, [ctypes.c_void_p(first + 16 * n) for n in range(_CHUNK)]


@functools.cache
def _functions() -> dict[str, Any]:
    """Return the calls by name; each takes handles and addresses as c_void_p, and small integers.

    They do not release the interpreter's lock, which is right: PDFium allows one thread at a time.
    """
    import pypdfium2.raw as pdfium

    kinds: dict[str, Any] = {
        "FPDFText_GetLooseCharBox": ctypes.c_int,
        "FPDFText_GetUnicode": ctypes.c_uint,
        "FPDFText_GetTextObject": ctypes.c_size_t,
        "FPDFText_IsGenerated": ctypes.c_int,
        "FPDFText_HasUnicodeMapError": ctypes.c_int,
        "FPDFText_GetCharAngle": ctypes.c_float,
        "FPDFTextObj_GetTextRenderMode": ctypes.c_int,
        "FPDFTextObj_GetFont": ctypes.c_size_t,
        "FPDFText_GetFillColor": ctypes.c_int,
    }
    return {
        name: ctypes.PYFUNCTYPE(result)(ctypes.cast(getattr(pdfium, name), ctypes.c_void_p).value or 0)
        for name, result in kinds.items()
    }
