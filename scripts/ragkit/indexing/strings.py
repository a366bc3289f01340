"""A list of strings as two numpy arrays, so that a million of them open in a microsecond, unread."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy as np

KEPT = 1 << 12  # strings of a list that stay read; taste: under half a megabyte


class Strings(Sequence[str]):
    """A read-only sequence of strings; slices are lists.

    data    uint8[b]: the strings' UTF-8 bytes, one after the other
    starts  int64[n + 1]: string i is data[starts[i] : starts[i + 1]]
    """

    def __init__(self, data: "np.ndarray[Any, Any]", starts: "np.ndarray[Any, Any]") -> None:
        self._data, self._starts = data, starts
        self._bytes = _reader(data.data, starts.data)

    def __len__(self) -> int:
        return max(0, len(self._starts) - 1)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._bytes(i).decode() for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._bytes(index % len(self)).decode()

    def at(self, places: Iterable[int]) -> list[str]:
        """Return the strings at places of 0 or more, in half the time of one after the other."""
        read = self._bytes
        return [read(place).decode() for place in places]

    def __iter__(self) -> Iterator[str]:
        whole, starts = self._data.tobytes(), self._starts.tolist()
        for start, end in pairwise(starts):
            yield whole[start:end].decode()

    def places(self, wanted: Iterable[str]) -> dict[str, int]:
        """Return text -> its index, for those texts, none of them empty, that are among the strings.

        The strings may be in any order: their bytes are searched, which reads a million in some milliseconds.
        """
        whole, found = self._data.tobytes(), {}
        for text in wanted:
            encoded = text.encode()
            at = whole.find(encoded)
            while at >= 0:
                place = int(self._starts.searchsorted(at, side="right")) - 1
                if self._starts[place] == at and self._starts[place + 1] == at + len(encoded):
                    found[text] = place
                    break
                at = whole.find(encoded, at + 1)
        return found

    def find(self, text: str) -> int:
        """Return the index of the text, or -1; the strings must be sorted by their UTF-8 bytes."""
        wanted, size = text.encode(), len(self)
        place = bisect_left(range(size), wanted, key=self._bytes)
        return place if place < size and self._bytes(place) == wanted else -1


def _reader(data: memoryview, starts: memoryview) -> Callable[[int], bytes]:
    """Return what reads string i; a bisection passes the same middles each time, so some are kept."""

    @lru_cache(maxsize=KEPT)
    def read(index: int) -> bytes:
        return data[starts[index] : starts[index + 1]].tobytes()

    return read


def pack(strings: Iterable[str]) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Return (data, starts) for Strings."""
    import numpy as np

    encoded = [text.encode() for text in strings]
    starts = np.fromiter(accumulate(map(len, encoded), initial=0), np.int64, len(encoded) + 1)
    return np.frombuffer(b"".join(encoded), dtype=np.uint8), starts
