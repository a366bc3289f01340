"""Text of a Word document that nobody sees: taken out before it is read, and quoted."""

from xml.etree import ElementTree

from ragkit.parsing.body import Warn, quoted

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TINY = 4  # half points, as large as PDF text that counts as tiny
_OFF = ("0", "false", "off", "none")
_PLAIN = (None, "auto", "FFFFFF", "ffffff")


def take_out(root: ElementTree.Element) -> list[Warn]:
    """Empty the runs that are hidden, white on nothing, or tiny; return what is said of them.

    White letters count as seen on any shading, in tables with a style and in text boxes: only the layout
    knows what is under them. A style that hides is not followed.
    """
    said: list[str] = []
    waiting = [(root, root.find(f"{_W}background") is not None)]
    while waiting:
        node, dark = waiting.pop()
        dark = dark or _is_ground(node)
        look = node.find(f"{_W}rPr") if node.tag == f"{_W}r" else None
        if look is not None and _hides(look, dark):
            for part in node.findall(f"{_W}t"):
                said.append(part.text or "")
                node.remove(part)
        waiting.extend((child, dark) for child in reversed(node))
    text = " ".join(" ".join(said).split())
    if not text:
        return []
    return [Warn("hidden_text", f"{len(text)} characters left out: {quoted(text)}")]


def _is_ground(node: ElementTree.Element) -> bool:
    """Return whether what is in the element may stand on something dark."""
    if node.tag == f"{_W}txbxContent" or node.find(f"{_W}tblPr/{_W}tblStyle") is not None:
        return True
    shades = (node.find(f"{_W}{properties}/{_W}shd") for properties in ("pPr", "tcPr", "tblPr", "rPr"))
    return any(shade is not None and shade.get(f"{_W}fill") not in _PLAIN for shade in shades)


def _hides(look: ElementTree.Element, on_dark: bool) -> bool:
    vanish, size, colour = (look.find(_W + name) for name in ("vanish", "sz", "color"))
    if vanish is not None and (vanish.get(f"{_W}val") or "1").lower() not in _OFF:
        return True
    half_points = size.get(f"{_W}val") or "" if size is not None else ""
    if half_points.isdecimal() and int(half_points) <= _TINY:
        return True
    return colour is not None and (colour.get(f"{_W}val") or "").upper() == "FFFFFF" and not on_dark
