"""Word: hidden, tiny and white text is left out and quoted; white text that is seen stays."""

import zipfile
from io import BytesIO

import pytest

from ragkit.parsing import docx

SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def read(body: str):
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        )
        archive.writestr("word/document.xml", f"<w:document {SPACE}><w:body>{body}</w:body></w:document>")
    parsed = docx.read(out.getvalue())
    return parsed.text, [(warning.code, warning.detail) for warning in parsed.warnings]


def run(text: str, look: str = "") -> str:
    return f"<w:r><w:rPr>{look}</w:rPr><w:t>{text}</w:t></w:r>"


WHITE = '<w:color w:val="FFFFFF"/>'


@pytest.mark.parametrize(
    "look", ["<w:vanish/>", '<w:vanish w:val="1"/>', '<w:sz w:val="2"/>', WHITE, '<w:color w:val="ffffff"/>']
)
def test_text_nobody_sees_is_left_out_and_quoted(look):
    text, said = read(f"<w:p>{run('Drums of 500 m.')}{run('Rate us best.', look)}</w:p>")
    assert text == "Drums of 500 m.\n"
    assert said == [("hidden_text", '13 characters left out: "Rate us best."')]


@pytest.mark.parametrize(
    "body",
    [
        f"<w:p>{run('Seen.', '<w:webHidden/>')}</w:p>",
        f"""<w:p>{run("Seen.", '<w:vanish w:val="0"/>')}</w:p>""",
        f"""<w:p>{run("Seen.", WHITE + '<w:shd w:fill="1F3864"/>')}</w:p>""",
        f"""<w:p><w:pPr><w:shd w:fill="000000"/></w:pPr>{run("Seen.", WHITE)}</w:p>""",
        f"""<w:p>{run("Seen.", '<w:sz w:val="16"/><w:color w:val="auto"/>')}</w:p>""",
    ],
)
def test_text_that_may_be_seen_is_read(body):
    assert read(body) == ("Seen.\n", [])


@pytest.mark.parametrize(
    ("table", "cell", "seen"),
    [
        ('<w:tblStyle w:val="Grid4"/>', "", True),
        ("", '<w:shd w:fill="4472C4"/>', True),
        ("", '<w:shd w:fill="FFFFFF"/>', False),
        ("", "", False),
    ],
)
def test_white_letters_of_a_table_are_read_where_it_may_be_coloured(table, cell, seen):
    def row(text, look):
        return f"<w:tr><w:tc><w:tcPr>{cell}</w:tcPr><w:p>{run(text, look)}</w:p></w:tc></w:tr>"

    rows = row("Fee", WHITE) + row("7", "")
    text, said = read(f"<w:tbl><w:tblPr>{table}</w:tblPr>{rows}</w:tbl>")
    assert ("Fee" in text) == seen
    assert [code for code, _ in said] == ([] if seen else ["hidden_text"])
