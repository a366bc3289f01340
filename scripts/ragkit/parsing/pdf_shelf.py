"""The pages of a document while it is put together: those of a long one are kept packed."""

import pickle
from collections.abc import Iterable, Iterator

from ragkit.parsing.pdf_page import Page

_OPEN = 64  # pages kept as they are: to pack and unpack one takes 0.5 ms over all passes; taste


class Shelf:
    """Pages in order; from page 65 on as bytes, a fifth of the room that lines and numbers take."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages: list[Page | bytes] = []
        for at, page in enumerate(pages):
            self._pages.append(_packed(at, page))

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[Page]:
        return map(_unpacked, self._pages)

    def __getitem__(self, at: int) -> Page:
        return _unpacked(self._pages[at])

    def __setitem__(self, at: int, page: Page) -> None:
        self._pages[at] = _packed(at, page)


def _packed(at: int, page: Page) -> Page | bytes:
    return page if at < _OPEN else pickle.dumps(page, pickle.HIGHEST_PROTOCOL)


def _unpacked(kept: Page | bytes) -> Page:
    if isinstance(kept, bytes):
        page: Page = pickle.loads(kept)  # noqa: S301  what _packed wrote
        return page
    return kept
