"""Word documents: mammoth to HTML, then the HTML walker; what mammoth would drop is mended first or named."""

import re
import zipfile
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from ragkit.parsing import archive, docx_hidden, html
from ragkit.parsing.body import DAMAGED, Parsed, Warn, quoted

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Quote'] => blockquote > p:fresh
p[style-name='Intense Quote'] => blockquote > p:fresh
p[style-name='Source Code'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
p[style-name='Preformatted Text'] => pre:separator('\\n')
p[style-name='Code'] => pre:separator('\\n')
"""
# Elements mammoth skips that hold no words of their own.
_SILENT = re.compile(
    r"(?:v|o|w10|w14|w15|wp|wp14|wps|wpg|a|pic|a14|mc):(?!txbx|textbox)|w:(?:proofErr|sectPr|object|pict)\b"
)
_FIELDS = re.compile(
    r"\s*(?:REF|PAGEREF|NOTEREF|SEQ|MERGEFIELD|DOCPROPERTY|DOCVARIABLE|QUOTE|STYLEREF|=)", re.I
)
_UNREAD = {
    "word/charts/chart": "charts", "word/diagrams/data": "diagrams", "word/embeddings/": "embedded files",
    "word/afchunk": "embedded documents",
}  # fmt: skip
_LONGEST_PART = 32 << 20  # bytes of a part of XML: a minute to read; a book of 1,000 pages has a fifth of it


def read(data: bytes) -> Parsed:
    """Return the document in its accepted view: insertions in, deletions out, each text box once.

    Equations become their characters in a row; charts, SmartArt, embedded documents and fields without a
    stored value are named as lost. A file mammoth cannot open is broken.
    """
    import mammoth

    try:
        if large := archive.oversize(data, _LONGEST_PART):
            return Parsed(warnings=(Warn("too_large", large),))
        mended, warnings = _mended(data)
        result = mammoth.convert_to_html(
            BytesIO(mended), style_map=_STYLES, convert_image=mammoth.images.img_element(_no_image)
        )
    except DAMAGED as err:
        return Parsed(warnings=(Warn("broken", f"no readable Word document: {_short(err)}"),))
    parsed = html.read(f"<html><body><main>{result.value}</main></body></html>")
    dropped = sorted({_element(message.message) for message in result.messages} - {""})
    if dropped:
        warnings.append(Warn("dropped_content", "elements without a reader: " + ", ".join(dropped)))
    return parsed._replace(warnings=(*warnings, *parsed.warnings))


def _short(err: Exception) -> str:
    return " ".join(str(err).split())[:100] or type(err).__name__


def _no_image(_: Any) -> dict[str, str]:
    return {"src": ""}


def _element(message: str) -> str:
    match = re.search(r"unrecognised element was ignored: (\S+)", message)
    return match.group(1) if match and not _SILENT.match(match.group(1)) else ""


def _mended(data: bytes) -> tuple[bytes, list[Warn]]:
    """Return the file with equations, moves and text boxes as mammoth reads them, and what stays lost."""
    warnings: list[Warn] = []
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        names = source.namelist()
        for folder, what in _UNREAD.items():
            if count := sum(name.lower().startswith(folder) for name in names):
                warnings.append(Warn("dropped_content", f"{count} {what}"))
        for name in names:
            part = source.read(name)
            if re.fullmatch(r"word/(?:document\d*|footnotes|endnotes)\.xml", name):
                part = _mended_part(part, warnings)
            target.writestr(name, part)
    return out.getvalue(), warnings


def _mended_part(part: bytes, warnings: list[Warn]) -> bytes:
    if b"<!DOCTYPE" in part[:2048] or b"<!ENTITY" in part[:2048]:
        raise ValueError("its XML declares entities")
    root = ElementTree.fromstring(part)  # noqa: S314  no entities: see the line above
    warnings.extend(_tracked(root))
    warnings.extend(docx_hidden.take_out(root))
    empty = 0
    for parent in list(root.iter()):
        for index, child in enumerate(list(parent)):
            if child.tag in (f"{_M}oMath", f"{_M}oMathPara"):
                parent[index] = _equation(child)
            elif child.tag == f"{_W}moveFrom":
                child.tag = f"{_W}del"
            elif child.tag == f"{_W}moveTo":
                child.tag = f"{_W}ins"
            elif child.tag == f"{_MC}AlternateContent":
                _one_alternative(child)
    for paragraph in root.iter(f"{_W}p"):
        empty += _empty_fields(paragraph)
    if empty:
        warnings.append(Warn("dropped_content", f"{empty} fields without a stored value"))
    done: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return done


def _tracked(root: ElementTree.Element) -> list[Warn]:
    """Return what is said of changes that were tracked and not accepted; moved text is both."""

    def texts(*tags: str) -> list[str]:
        each = (
            "".join(text.text or "" for kind in ("t", "delText") for text in node.iter(_W + kind)).strip()
            for tag in tags
            for node in root.iter(_W + tag)
        )
        return [text for text in each if text]

    put, cut = texts("ins", "moveTo"), texts("del", "moveFrom")
    said = ", ".join(
        f"{len(found)} {what}" + (f" ({quoted('; '.join(found))})" if found else "")
        for found, what in ((put, "insertions read as text"), (cut, "deletions left out"))
    )
    return [Warn("tracked_changes", said)] if put or cut else []


def _equation(node: ElementTree.Element) -> ElementTree.Element:
    """Return a run with the equation's characters in a row; a fraction's parts are divided by "/"."""
    run = ElementTree.Element(f"{_W}r")
    text = ElementTree.SubElement(run, f"{_W}t")
    text.text = " " + _linear(node) + " "
    return run


def _linear(node: ElementTree.Element) -> str:
    if node.tag == f"{_M}t":
        return node.text or ""
    joint = {f"{_M}f": "/", f"{_M}sSup": "^", f"{_M}sSub": "_"}.get(node.tag, "")
    parts = [part for child in node if (part := _linear(child))]
    return joint.join(f"({part})" if joint and len(part) > 1 else part for part in parts)


def _one_alternative(node: ElementTree.Element) -> None:
    """Make the fallback, which mammoth reads, hold the text of the choice when it has none of its own."""
    fallback = node.find(f"{_MC}Fallback")
    choice = node.find(f"{_MC}Choice")
    if choice is None or _words(choice) == "":
        return
    if fallback is None or _words(fallback) == "":
        boxes = [paragraph for box in choice.iter(f"{_W}txbxContent") for paragraph in box]
        if fallback is None:
            fallback = ElementTree.SubElement(node, f"{_MC}Fallback")
        picture = ElementTree.SubElement(fallback, f"{_W}pict")
        shape = ElementTree.SubElement(picture, "{urn:schemas-microsoft-com:vml}textbox")
        ElementTree.SubElement(shape, f"{_W}txbxContent").extend(boxes)


def _words(node: ElementTree.Element) -> str:
    return "".join(text.text or "" for text in node.iter(f"{_W}t")).strip()


def _empty_fields(paragraph: ElementTree.Element) -> int:
    """Return how many fields of the paragraph that show a value have none stored."""
    empty, code, shown, inside = 0, "", "", False
    for node in paragraph.iter():
        if node.tag == f"{_W}fldChar":
            kind = node.get(f"{_W}fldCharType")
            if kind == "begin":
                code, shown, inside = "", "", False
            elif kind == "separate":
                inside = True
            elif kind == "end":
                empty += bool(_FIELDS.match(code)) and not shown.strip()
        elif node.tag == f"{_W}instrText":
            code += node.text or ""
        elif node.tag == f"{_W}t" and inside:
            shown += node.text or ""
    return empty
