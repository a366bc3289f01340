"""Picture files: those that a page shows are its parts, those that stand alone are pages to be looked at."""

import io
import json
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from ragkit.parsing import every, files, parse, pictures
from ragkit.worksheets import pages

ROOT = Path(__file__).resolve().parents[3]


def picture(form="PNG", size=(60, 30), **more):
    out = io.BytesIO()
    image = Image.new("RGB", size, "white")
    image.putpixel((0, 0), (255, 0, 0))  # the red corner says which way up it is
    image.save(out, form, **more)
    return out.getvalue()


def test_a_picture_is_a_page_to_be_looked_at_and_a_tiff_has_several():
    fax = picture("TIFF", save_all=True, append_images=[Image.new("RGB", (60, 30))])
    for data, count in ((picture(), 1), (picture("JPEG"), 1), (picture("WEBP"), 1), (fax, 2)):
        assert pictures.frames(data) == count
        assert Image.open(io.BytesIO(pictures.as_png(data, count))).format == "PNG"
    assert pictures.as_png(fax, 3) is None
    assert (pictures.frames(picture()[:40]), pictures.as_png(picture()[:40], 1)) == (0, None)


def folder(*entries):
    """A folder of a little-endian TIFF 6.0, of entries (tag, value), and the end of the list of folders."""
    rows = b"".join(struct.pack("<HHII", tag, 3, 1, value) for tag, value in entries)
    return struct.pack("<H", len(entries)) + rows + bytes(4)


def test_a_tiff_without_dimensions_or_of_strange_samples_is_broken_without_a_word(caplog):
    fax = bytearray(picture("TIFF"))
    first = struct.unpack("<I", fax[4:8])[0]
    end = first + 2 + 12 * struct.unpack("<H", fax[first : first + 2])[0]
    fax[end : end + 4] = struct.pack("<I", len(fax))  # a second page, of which nothing is said
    strange = b"II*\0" + struct.pack("<I", 8) + folder((256, 1), (257, 1), (277, 2048))
    for data in (bytes(fax) + folder(), strange):
        assert (pictures.frames(data), pictures.as_png(data, 2)) == (0, None)
        [record] = parse.parse_bytes(files.Source("a.tif", "a.tif", "a.tif"), data, parse.Options())
        assert [each["code"] for each in record["warnings"]] == ["broken"]
    assert caplog.records == []


def test_a_picture_taken_sideways_is_drawn_upright_and_a_large_one_smaller():
    tags = Image.Exif()
    tags[0x0112] = 6  # EXIF 2.3, orientation: the top of the picture is its right side
    drawn = Image.open(io.BytesIO(pictures.as_png(picture("PNG", exif=tags), 1)))
    assert drawn.size == (30, 60)
    assert drawn.getpixel((29, 0)) == (255, 0, 0)
    assert Image.open(io.BytesIO(pictures.as_png(picture(size=(8000, 4000)), 1))).size == (2000, 1000)


def test_pictures_alone_are_losses_with_a_page_and_are_drawn(tmp_path):
    (tmp_path / "letter.jpg").write_bytes(picture("JPEG"))
    (tmp_path / "torn.png").write_bytes(picture()[:40])
    sources, _ = every.find([str(tmp_path)])
    letter, torn = [record for found in every.parse_all(sources, parse.Options()) for record in found]
    assert [(each["code"], each["page"]) for each in letter["warnings"]] == [("no_text_layer", 1)]
    assert [each["code"] for each in torn["warnings"]] == ["broken"]
    assert letter["media_type"] == "image/jpeg"
    assert list(pages.draw([letter, torn], str(tmp_path / "drawn"))) == [("letter.jpg", 1)]


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("a.md", "see ![plan](img/plan.png)"),
        ("a.md", "![plan]: ../img/plan.png?raw=true"),
        ("a.mdx", "import Plan from '@site/static/img/plan.png'"),
        ("a.html", '<img src="https://example.org/img/plan.png">'),
        ("a.html", "<img src=plan.png>"),
        ("a.rst", ".. image:: /img/plan.png"),
        ("a.md", "{% img %}{{ site.base }}/img/plan.png"),
    ],
)
def test_a_picture_that_a_page_shows_is_named_and_no_loss(tmp_path, page, says):
    (tmp_path / "img").mkdir()
    (tmp_path / "img/plan.png").write_bytes(picture())
    (tmp_path / page).write_text(says)
    sources, skipped = every.find([str(tmp_path)])
    assert [source.doc_id for source in sources] == [page]
    assert [(skip.doc_id, skip.code) for skip in skipped] == [("img/plan.png", "")]


@pytest.mark.parametrize(
    "says", ["other/plan.png", "plan.png.md", "plan .png", "the plan", "img/my-plan.png"]
)
def test_a_picture_that_no_page_shows_stays(tmp_path, says):
    (tmp_path / "img").mkdir()
    (tmp_path / "img/plan.png").write_bytes(picture())
    (tmp_path / "a.md").write_text(says)
    assert "img/plan.png" in [source.doc_id for source in every.find([str(tmp_path)])[0]]


def test_names_are_compared_as_they_are_on_the_disk(tmp_path):
    (tmp_path / "haus plan.png").write_bytes(picture())
    (tmp_path / "a.md").write_text("![](haus%20plan.png)")
    assert [source.doc_id for source in every.find([str(tmp_path)])[0]] == ["a.md"]


def test_a_photographed_letter_is_read_by_somebody_and_found(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "letter.jpg").write_bytes(picture("JPEG"))

    def first(*more):
        command = [sys.executable, ROOT / "scripts/first.py", "docs", *more]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)

    line = next(line for line in first().stderr.splitlines() if line.startswith("picture: "))
    image, is_page = line.removeprefix("picture: ").split(" is ")
    assert is_page == "letter.jpg page 1"
    reading = {"image": image, "text": "The pool opens at 7:15."}
    (tmp_path / "readings.jsonl").write_text(json.dumps(reading) + "\n")
    assert "NOTE transcribed: 1, " in first("--readings", "readings.jsonl").stderr
    chunk = json.loads((tmp_path / ".rag/chunks.jsonl").read_text())
    assert (chunk["doc_id"], chunk["text"].strip()) == ("letter.jpg", "The pool opens at 7:15.")
