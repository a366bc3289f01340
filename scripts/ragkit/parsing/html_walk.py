"""Walk an HTML tree and write its blocks as normalised Markdown."""

import re
from typing import Any

from ragkit.parsing import html_sites
from ragkit.parsing.body import Body
from ragkit.parsing.body import table as add_table
from ragkit.parsing.html_table import grid, is_layout

_INLINE = {
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
    "i", "ins", "kbd", "label", "mark", "math", "nobr", "q", "rp", "rt", "ruby", "s", "samp", "small",
    "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "#text",
}  # fmt: skip
_GAP = re.compile(r"[ \t\r\f\n\u00a0]+")
_DEEPEST = 150  # taste: a page nested deeper is generated nonsense; its text is still kept, flat


class Walker:
    """Feeds one Body from one tree; the state is where in lists and quotes the walk stands."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self._inline: list[str] = []
        self._lists: list[int | None] = []  # the next number of each open list; None for bullets
        self._marker = ""
        self._quotes = 0
        self._tight = False

    def walk(self, root: Any) -> None:
        """Write everything under the element."""
        self._children(root, 0)
        self._flush()

    def _children(self, node: Any, depth: int) -> None:
        for child in node.iter(include_text=True):
            self._node(child, depth + 1)

    def _node(self, node: Any, depth: int) -> None:
        tag = node.tag
        if tag == "-text":
            self._inline.append(node.text_content or "")
        elif tag == "br":
            self._inline.append("\x00")
        elif depth > _DEEPEST:
            self._inline.append(" " + node.text(deep=True, separator=" "))
        elif tag in _INLINE or tag == "img":
            self._inline_node(node, tag, depth)
        else:
            self._block(node, tag, depth)

    def _inline_node(self, node: Any, tag: str, depth: int) -> None:
        if tag == "a" and is_pilcrow(node):
            return
        if tag in ("code", "kbd", "samp", "tt") and node.css_first("pre") is None:
            text = _GAP.sub(" ", node.text(deep=True)).strip()
            self._inline.append(f"`{text}`" if text and "`" not in text else text)
            return
        self._children(node, depth)

    def _block(self, node: Any, tag: str, depth: int) -> None:
        if tag == "pre":
            self._flush()
            self._fence(node)
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self._flush()
            self._heading(node, int(tag[1]))
        elif tag in ("ul", "ol", "menu"):
            self._flush()
            self._list(node, tag, depth)
        elif tag == "li":
            self._flush()
            self._item(node, depth)
        elif tag == "blockquote":
            self._flush()
            self._quotes += 1
            self._children(node, depth)
            self._flush()
            self._quotes -= 1
        elif tag == "table":
            self._flush()
            self._table(node, depth)
        elif tag == "hr":
            self._flush()
        else:
            self._flush()
            self._children(node, depth)
            self._flush()

    def _heading(self, node: Any, level: int) -> None:
        for link in node.css("a"):
            if is_pilcrow(link):
                link.decompose(recursive=True)
        text = words(node)
        if self._lists or self._quotes:
            self._inline.append(text)
            self._flush()
        elif text:
            self.body.add("heading", "#" * level + " " + text, level)

    def _list(self, node: Any, tag: str, depth: int) -> None:
        start = node.attributes.get("start") or "1"
        first = int(start) if re.fullmatch(r"\d{1,9}", start) else 1
        self._tight = bool(self._lists)
        self._lists.append(first if tag == "ol" else None)
        self._children(node, depth)
        self._flush()
        self._lists.pop()

    def _item(self, node: Any, depth: int) -> None:
        if not self._lists:  # an item outside any list
            self._lists.append(None)
            self._item(node, depth)
            self._lists.pop()
            return
        number = self._lists[-1]
        self._marker = "- " if number is None else f"{number}. "
        if number is not None:
            self._lists[-1] = number + 1
        self._children(node, depth)
        self._flush()
        self._marker = ""

    def _fence(self, node: Any) -> None:
        code = code_text(node).rstrip()
        lead = re.match(r"(?:[ \t]*\n)+", code)
        code = code[lead.end() :] if lead else code
        if not code.strip():
            return
        runs = [len(run) for run in re.findall("`{3,}", code)]
        mark = "`" * max(3, max(runs, default=0) + 1)
        self.body.add("fence", f"{mark}{language(node)}\n{code}\n{mark}", len(self._lists) + self._quotes)
        self._tight = False

    def _table(self, node: Any, depth: int) -> None:
        code = node.css("td.code pre, td.rouge-code pre, td.blob-code pre, .highlighttable pre")
        if code:
            self._fence(code[0])
        elif numbered := without_gutter(node.css("pre")):
            for pre in numbered:
                self._fence(pre)
        elif is_layout(node):
            self._children(node, depth)
            self._flush()
        else:
            caption = node.css_first("caption")
            if caption is not None:
                self._inline.append(words(caption))
                self._flush()
            rows, header = grid(node)
            add_table(self.body, rows, header)

    def _flush(self) -> None:
        """Write the collected inline text as a paragraph, an item or a quote."""
        if not self._inline:
            return
        found = "".join(self._inline)
        self._inline.clear()
        if found.isspace():  # what stands between two tags
            return
        lines = [_GAP.sub(" ", line).strip() for line in found.split("\x00")]
        text = "\n".join(line for line in lines if line)
        if not text:
            return
        if self._quotes:
            self.body.add(
                "quote", "\n".join("> " * self._quotes + line for line in text.split("\n")), self._quotes
            )
        elif self._lists:
            indent = "   " * (len(self._lists) - 1)
            inner = indent + " " * len(self._marker or "- ")
            lead = indent + self._marker if self._marker else inner
            self.body.add(
                "item", lead + text.replace("\n", "\n" + inner), len(self._lists), tight=self._tight
            )
            self._tight = True
        else:
            self.body.add("paragraph", text)
        self._marker = ""


def is_pilcrow(link: Any) -> bool:
    """Return whether a link only marks its own heading."""
    if not (link.attributes.get("href") or "#").startswith("#") and "#" not in (
        link.attributes.get("href") or ""
    ):
        return False
    return words(link).lower() in html_sites.PILCROWS and link.css_first("code, img") is None


def words(node: Any) -> str:
    """Return the text of an element on one line; "" for no element."""
    return " ".join(node.text(deep=True).replace("\u200b", "").split()) if node is not None else ""


def code_text(pre: Any) -> str:
    """Return the text of a <pre> byte for byte: every space and newline, <br> as newline, no line numbers."""
    if pre.css_first("br, div, p, li") is None:
        return str(pre.text(deep=True)).replace("\r\n", "\n").replace("\u200b", "")
    parts: list[str] = []
    stack = [pre]
    while stack:
        node = stack.pop()
        if node.tag == "-text":
            parts.append(node.text_content or "")
        elif node.tag == "br":
            parts.append("\n")
        else:
            stack.extend(reversed(list(node.iter(include_text=True))))
            if node.tag in ("div", "p", "li") and parts and not parts[-1].endswith("\n"):
                parts.append("\n")
    return "".join(parts).replace("\r\n", "\n").replace("\u200b", "")


def without_gutter(pres: list[Any]) -> list[Any]:
    """Return the code blocks of a table that has line numbers in a cell of their own; [] when it has none."""
    lines = [code_text(pre).strip("\n").split("\n") for pre in pres]

    def counts(each: list[str]) -> bool:
        first = each[0].strip()
        return first.isdecimal() and [line.strip() for line in each] == [
            str(number) for number in range(int(first), int(first) + len(each))
        ]

    code = [pre for pre, each in zip(pres, lines, strict=True) if not counts(each)]
    lengths = [len(each) for each in lines if not counts(each)]
    numbers = [len(each) for each in lines if counts(each)]
    return code if numbers and numbers == lengths else []


def language(pre: Any) -> str:
    """Return the language a code block's classes name, looking at it, its <code>, and three elements up."""
    node: Any = pre.css_first("code")
    chain = [node] if node is not None else []
    up = pre
    for _ in range(4):
        if up is None:
            break
        chain.append(up)
        up = up.parent
    for each in chain:
        attributes = each.attributes
        named = attributes.get("data-lang") or attributes.get("data-language") or attributes.get("lang")
        match = html_sites.LANGUAGE.search(attributes.get("class") or "")
        found = (match.group(1) if match else named or "").lower()
        if found and found not in html_sites.NO_LANGUAGE:
            return found
    return ""
