"""PDF pages that hang or kill their reader, and pages a second program reads better: raw files made here."""

import hashlib
import os
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from ragkit.parsing import files, parse, pdf_worker
from ragkit.parsing.losses import LOSSES, losses
from ragkit.worksheets import pages

FINE = "BT /F 12 Tf 50 400 Td (fine) Tj ET"
PROSE = (
    "The warranty covers parts and labour for every cabinet that was delivered with a signed report. When "
    "the door frame is missing from the crate, note it on the freight papers before signing, and call the "
    "planner. A clean workplace matters: foil, screws and ties near the drip tray end up in the drain."
)


def stream(content: str, entries: str = "") -> str:
    return f"<< {entries} /Length {len(content)} >>\nstream\n{content}\nendstream"


def file(pages: list[str], forms: list[str] = [], font: str = "") -> bytes:  # noqa: B006  never changed
    """A PDF of these page contents; every form and page can draw the next form as /X."""
    first = 4 + 2 * len(pages)  # the first form's object number

    def resources(form: int) -> str:
        drawn = f"/XObject << /X {first + form} 0 R >>" if form < len(forms) else ""
        return f"/Resources << /Font << /F 3 0 R >> {drawn} >>"

    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Courier {font} >>",
    ]
    for n, content in enumerate(pages):
        page = f"/Parent 2 0 R /MediaBox [0 0 600 800] /Contents {5 + 2 * n} 0 R {resources(0)}"
        objects += [f"<< /Type /Page {page} >>", stream(content)]
    for n, content in enumerate(forms):
        objects.append(
            stream(content, f"/Type /XObject /Subtype /Form /BBox [0 0 600 800] {resources(n + 1)}")
        )
    out, starts = "%PDF-1.5\n", []
    for number, each in enumerate(objects, start=1):
        starts.append(len(out))
        out += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    size = len(objects) + 1
    tail = f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return (out + f"xref\n0 {size}\n0000000000 65535 f \n{table}" + tail).encode("ascii")


# Forms that draw forms: 30 to the power of 5 lines on one page.
BOMB = ["/X Do " * 30] * 5 + [FINE]


def read(data: bytes, seconds: float = 20.0):
    [record] = parse.parse_bytes(
        files.Source("a.pdf", "a.pdf", "a.pdf"), data, parse.Options(page_seconds=seconds)
    )
    return record


def codes(record):
    return [(warning["code"], warning["page"]) for warning in record["warnings"]]


def test_a_page_that_takes_too_long_is_named_and_the_pages_around_it_are_read():
    record = read(file([FINE, "/X Do", FINE], BOMB), seconds=1.0)
    assert [(loss.code, loss.page) for loss in losses([record])] == [("page_timeout", 2)]
    assert record["text"] == "fine\n\nfine\n"
    assert [page[2] for page in record["pages"]] == [1, 2, 3]


def test_a_file_of_such_pages_is_given_up_after_three_and_every_page_is_named():
    record = read(file(["/X Do"] * 40 + [FINE], BOMB), seconds=0.2)
    assert codes(record) == [("page_timeout", page) for page in range(1, 42)]
    assert "not tried" not in record["warnings"][2]["detail"]
    assert "not tried" in record["warnings"][3]["detail"]


def test_the_next_file_is_read_after_one_that_hung():
    assert codes(read(file(["/X Do"], BOMB), seconds=0.2)) == [("page_timeout", 1)]
    assert read(file([FINE]))["text"] == "fine\n"


def test_a_crash_of_the_reader_costs_its_page_only():
    remote = pdf_worker.Remote(file([FINE, FINE, FINE]))
    os.kill(remote._child.process.pid, signal.SIGSEGV)
    found = list(remote.pages())
    remote.close()
    assert [[warning.code for warning in page.warnings] for page in found] == [["page_failed"], [], []]
    assert "SIGSEGV" in found[0].warnings[0].detail
    assert [len(page.parts) for page in found] == [0, 1, 1]
    assert {"page_failed", "page_timeout"} <= set(LOSSES)


def test_a_page_that_cannot_be_drawn_has_no_picture_and_the_others_have_theirs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = file(["/X Do", FINE], BOMB)
    (tmp_path / "a.pdf").write_bytes(data)
    document = {"doc_id": "a.pdf", "source": "a.pdf", "media_type": "application/pdf", "meta": {},
                "sha256": hashlib.sha256(data).hexdigest(),
                "warnings": [{"code": "garbled", "page": page, "detail": ""} for page in (1, 2)]}  # fmt: skip
    drawn = pages.draw([document], "images", seconds=0.5)
    assert list(drawn) == [("a.pdf", 2)]
    picture = Path(drawn["a.pdf", 2]).read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 1600)  # 600 by 800 points at 144 to the inch
    changed = {**document, "sha256": "0" * 64}
    assert pages.draw([changed], "images") == {}


def test_the_reader_has_a_bound_on_memory():
    """PDFium ends the process when it gets no more: the page is named like any crash."""
    remote = pdf_worker.Remote(file([FINE, "/X Do"], BOMB), seconds=60.0)
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("no prlimit here")
    limit = resource.prlimit(remote._child.process.pid, resource.RLIMIT_DATA)
    assert limit[0] == pdf_worker._MEMORY
    resource.prlimit(remote._child.process.pid, resource.RLIMIT_DATA, (200 << 20, limit[1]))
    pages = list(remote.pages())
    remote.close()
    assert [warning.code for page in pages for warning in page.warnings] == ["page_failed"]


def peak(process: int) -> float:
    """The most MB a process had resident."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        pytest.skip("no /proc here")
    [line] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def test_memory_does_not_grow_with_the_bytes_of_a_file(tmp_path):
    """Ten times the pages of 40 kB each are 36 MB more of file, of which neither process holds half."""
    content = f"{FINE}\n" + f"% {'x' * 78}\n" * 500
    measure = (
        "import sys; from ragkit.parsing import files, parse, pdf_worker;"
        "[got] = parse.parse_file(files.Source(sys.argv[1], 'a', 'a'), parse.Options());"
        "print(len(got['pages']), pdf_worker._idle[0].process.pid, flush=True); input()"
    )
    peaks = []
    for many in (100, 1000):
        (tmp_path / "a.pdf").write_bytes(file([content] * many))
        command = [sys.executable, "-c", measure, str(tmp_path / "a.pdf")]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=pdf_worker._SCRIPTS
        ) as ours:
            assert ours.stdin
            assert ours.stdout
            count, child = (int(number) for number in ours.stdout.readline().split())
            peaks.append((peak(ours.pid), peak(child)))
            ours.stdin.write("\n")
        assert count == many
    assert peaks[1][0] - peaks[0][0] < 18
    assert peaks[1][1] - peaks[0][1] < 18


def placed(gap: float, extra: str = "", uneven: bool = False) -> bytes:
    """The prose, every word placed by itself with this gap, in em; Courier's letters are 0.6 em wide.

    uneven  letters of a word stand 0.03, 0.06 and 0.09 em apart in turn
    """
    out, x, y = [], 0.0, 0
    for word in PROSE.split() * 2:
        between = [(0.03, 0.06, 0.09)[n % 3] if uneven else 0.0 for n in range(len(word))]
        width = 0.6 * len(word) + sum(between[:-1])
        if x + width > 40:
            x, y = 0.0, y + 1
        shown = " ".join(f"({char}) {-1000 * each:.0f}" for char, each in zip(word, between, strict=True))
        out.append(f"BT /F 12 Tf {50 + 12 * x:.2f} {750 - 16 * y} Td [{shown}] TJ ET")
        x += width + gap
    return file(["\n".join([*out, extra])])


@pytest.mark.parametrize(
    ("meanwhile", "said"),
    [
        ("printf '%%PDF-1.5 another' > a.pdf", "it changed while it was read"),
        ("head -c 900 a.pdf > b; cat b > a.pdf", "it changed while it was read"),
        ("rm -f a.pdf", "gone while it was read: No such file or directory"),
        ("true", ""),
    ],
)
def test_a_file_that_changes_while_it_is_read_is_one_named_loss(tmp_path, monkeypatch, meanwhile, said):
    """The command for OCR changes the file, between the two garbled pages it is run for."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.pdf"
    garbled = placed(0.02).split(b"stream\n")[1].decode()
    path.write_bytes(file([garbled, garbled]))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    (tmp_path / "ocr.sh").write_text(f"cat > /dev/null; {meanwhile}; echo seen\n")
    source = files.Source("a.pdf", "a.pdf", "a.pdf")
    [record] = parse.parse_file(source, parse.Options(ocr="sh ocr.sh"))
    assert record["sha256"] == digest
    if said:
        assert [(loss.code, loss.detail) for loss in losses([record])] == [("unreadable", said)]
        assert (record["text"], record["blocks"]) == ("", [])
    else:
        assert record["text"] == "seen\n\nseen\n"


@pytest.mark.parametrize("gap", [0.06, 0.1, 0.128])
def test_words_with_narrow_gaps_are_told_by_the_gaps_of_their_own_page(gap):
    record = read(placed(gap))
    assert codes(record) == []
    assert " ".join(record["text"].split()) == " ".join([PROSE, PROSE])


def test_a_page_of_glued_words_takes_the_words_of_the_second_program_and_says_so():
    record = read(placed(0.128, uneven=True))
    assert codes(record) == [("second_opinion", 1)]
    assert " ".join(record["text"].split()).startswith(PROSE)


def test_a_page_both_programs_glue_stays_a_loss():
    record = read(placed(0.02))
    assert codes(record) == [("garbled", 1)]


def test_a_second_opinion_never_brings_hidden_text_back():
    record = read(placed(0.128, "BT 3 Tr /F 12 Tf 50 60 Td (SMUGGLED) Tj ET", uneven=True))
    assert codes(record) == [("hidden_text", 1), ("garbled", 1)]
    assert "SMUGGLED" not in record["text"]


@pytest.mark.parametrize(
    ("differences", "shown", "expected", "code"),
    [
        ("", "o\\037ce", "office", "ligatures"),
        ("", "con\\037rmed", "confirmed", "ligatures"),  # the same code in another font
        ("", "Be\\014tzer", "Befitzer", "ligatures"),  # no word tells: TeX's own code
        ("14 /fi", "of\\016x", "offix", ""),  # a name that PDFium knows
        ("1 /T_h", "\\001ere", "There", "second_opinion"),  # one that it does not
        ("", "q\\005zu", "q\ufffdzu", "garbled"),  # nobody can know
    ],
)
def test_ligatures_that_the_font_does_not_name_are_written_out(differences, shown, expected, code):
    font = f"/Encoding << /Type /Encoding /Differences [{differences}] >>"
    record = read(file([f"BT /F 12 Tf 50 400 Td (The {shown}) Tj ET"], font=font))
    assert record["text"] == f"The {expected}\n"
    assert [found for found, _ in codes(record)] == ([code] if code else [])
