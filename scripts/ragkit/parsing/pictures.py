"""Picture files as pages to be looked at: a photographed letter, a scan saved as PNG, a fax in TIFF."""

import contextlib
import io
import logging
import warnings
from collections.abc import Iterator

from ragkit.parsing.body import DAMAGED

KINDS = {
    "PNG image": "image/png", "JPEG image": "image/jpeg", "GIF image": "image/gif",
    "TIFF image": "image/tiff", "WebP image": "image/webp",
}  # fmt: skip
LONGEST = 2_000  # pixels of a side; a model that looks at more is shown it smaller anyway


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep Pillow from printing what it thinks of a file's tags and size."""
    log = logging.getLogger("PIL")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        log.setLevel(level)


def _broken() -> tuple[type[Exception], ...]:
    """Return what Pillow raises for a file that is damaged, or larger than anybody's picture."""
    from PIL import Image

    return (*DAMAGED, Image.DecompressionBombError)


def frames(data: bytes) -> int:
    """Return how many pages a picture has: a TIFF several, any other 1; 0 for what cannot be opened."""
    from PIL import Image

    try:
        with _quiet(), Image.open(io.BytesIO(data)) as image:
            return getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
    except _broken():
        return 0


def as_png(data: bytes, page: int) -> bytes | None:
    """Return page 1, 2 ... of a picture as PNG, upright, no side over LONGEST pixels; None if damaged."""
    from PIL import Image, ImageOps

    try:
        with _quiet(), Image.open(io.BytesIO(data)) as image:
            image.seek(page - 1)
            upright = ImageOps.exif_transpose(image).convert("RGB")
            upright.thumbnail((LONGEST, LONGEST))
            out = io.BytesIO()
            upright.save(out, "PNG")
            return out.getvalue()
    except _broken():
        return None
