"""E-mail: subject and sender, the newest text, quoted replies apart; attachments are files of their own."""

import email
import email.policy
import email.utils
import re
from collections.abc import Iterator
from email.message import Message

from ragkit.parsing import decode, html
from ragkit.parsing.archive import Member
from ragkit.parsing.body import DAMAGED, Body, Parsed, Warn

_ATTRIBUTION = re.compile(
    r"(?:On|Am|Le|El|Il|Op)\b.{5,120}(?:wrote|schrieb|\u00e9crit|escribi\u00f3|scritto|schreef)\s*:\s*\Z",
    re.S,
)
_STUB = 40  # words: a form that says less may stand in for the other; taste
_LONGEST = 1 << 16  # characters of a header; taste: two thousand readers in `To`
_FORWARDED = re.compile(
    r"-{2,}\s*(?:Original Message|Forwarded message|Urspr\u00fcngliche Nachricht|Message d'origine)", re.I
)


def read(data: bytes) -> tuple[Parsed, list[Member]]:
    """Return the message and its attachments, numbered from 1."""
    warnings: list[Warn] = []
    message = email.message_from_bytes(data, policy=_policy(warnings))
    body = Body()
    subject = _header(message, "subject")
    body.add("message", f"# {subject}" if subject else "# (no subject)", 1)
    heads = [f"{name}: {value}" for name in ("From", "To", "Cc", "Date") if (value := _header(message, name))]
    body.add("paragraph", "\n".join(heads))
    shown, attached = _sorted_out(message)
    for part in shown:
        text = _decoded(part, warnings)
        if part.get_content_type() == "text/html":
            warnings.extend(_html(text, body))
        else:
            _plain(text, body)
    text, blocks, _ = body.finish()
    date = _date(message)
    parsed = Parsed(text, blocks, title=subject, updated=date, warnings=tuple(warnings))
    return parsed, list(_members(attached))


def _policy(warnings: list[Warn]) -> email.policy.EmailPolicy:
    """Return how the standard library is to parse a mail: as by default, a header without end cut and named.

    It takes time by the square of a header's length: 16 seconds for half a megabyte.
    """

    class Bounded(email.policy.EmailPolicy):
        def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
            name, value = super().header_source_parse(sourcelines)
            if len(value) > _LONGEST:
                warnings.append(
                    Warn("too_large", f"the header {name[:40]} is cut after {_LONGEST:,} characters")
                )
            return name, value[:_LONGEST]

    return Bounded()


def _header(message: Message, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())
    except DAMAGED:  # the standard library fails on some broken headers
        return ""


def _date(message: Message) -> str | None:
    try:
        return email.utils.parsedate_to_datetime(_header(message, "date")).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError, RecursionError):
        return None


def _sorted_out(message: Message) -> tuple[list[Message], list[Message]]:
    """Return (the text parts a reader shows, in order; the other parts, which are files of their own).

    Of the forms in one multipart/alternative one is shown, plain text before HTML; the texts of the others
    say the same again. A message inside is one part, parsed as a file of its own.
    """
    shown: list[Message] = []
    attached: list[Message] = []
    stack = [(message, False)]
    while stack:
        part, again = stack.pop()
        if not _inside(part):
            if not _is_inline(part):
                attached.append(part)
            elif not again:
                shown.append(part)
            continue
        best = _best_form(part) if part.get_content_type() == "multipart/alternative" else None
        stack.extend((each, again or best not in (None, each)) for each in reversed(_inside(part)))
    if not shown and (other := [part for part in attached if part.get_content_maintype() == "text"][:1]):
        shown, attached = other, [part for part in attached if part is not other[0]]
    return shown, attached


def _inside(part: Message) -> list[Message]:
    """Return the parts of a multipart; none for a leaf, and for a message inside, which is one file."""
    payload = part.get_payload()
    if part.get_content_type() == "message/rfc822" or not isinstance(payload, list):
        return []
    return [each for each in payload if isinstance(each, Message)]


def _best_form(alternative: Message) -> Message | None:
    """Return the form to show: one with plain text that says something, else one with HTML.

    Plain text that is next to nothing beside the HTML ("This message is in HTML.") stands in for it.
    """
    plain, form = _first_form(alternative, "text/plain")
    if plain >= _STUB:
        return form
    rich, other = _first_form(alternative, "text/html")
    return form if plain and rich <= 2 * plain else other


def _first_form(alternative: Message, wanted: str) -> tuple[int, Message | None]:
    """Return (words, form) of the first form with text of this type; (0, None) without one."""
    for form in _inside(alternative):
        parts = [part for part in form.walk() if _is_inline(part) and part.get_content_type() == wanted]
        text = " ".join(_decoded(part, []) for part in parts)
        if wanted == "text/html":
            text = html.read(text).text
        if count := len(text.split()):
            return count, form
    return 0, None


def _is_inline(part: Message) -> bool:
    """Return whether a part is text to be shown, not a file."""
    text = part.get_content_type() in ("text/plain", "text/html")
    return text and part.get_content_disposition() != "attachment" and not part.get_filename()


def _decoded(part: Message, warnings: list[Warn]) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    charset = part.get_content_charset()
    if (text := decode.declared_as(data, charset or "utf-8")) is not None:
        return text.replace("\r\n", "\n")
    text, found = decode.decode(data)
    warnings.extend(found)
    return text


def _html(text: str, body: Body) -> tuple[Warn, ...]:
    """Write the text of an HTML part; return what its reader says, but for a part without text."""
    parsed = html.read(text)
    body.extend(parsed.text, parsed.blocks)
    return tuple(warning for warning in parsed.warnings if warning.code != "no_text")


def _plain(text: str, body: Body) -> None:
    """Write paragraphs, and quoted replies as quotes with the depth of their marks."""
    forwarded = 0
    for paragraph in re.split(r"\n[ \t]*\n", text):
        if _FORWARDED.search(paragraph):
            forwarded = 1
        for depth, lines in _by_depth(paragraph.split("\n")):
            content = "\n".join(line.rstrip() for line in lines)
            quoted = depth or forwarded or bool(_ATTRIBUTION.match(content.strip(" >\n")))
            body.add("quote" if quoted else "paragraph", content, int(quoted and (depth or 1)))


def _by_depth(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    run: list[str] = []
    last = 0
    for line in lines:
        marks = re.match(r"[> ]*", line)
        depth = marks.group().count(">") if marks else 0
        if run and depth != last:
            yield last, run
            run = []
        run.append(line)
        last = depth
    if run:
        yield last, run


def _members(attached: list[Message]) -> Iterator[Member]:
    for number, part in enumerate(attached, start=1):
        name = part.get_filename() or f"part{number}{_extension(part.get_content_type())}"
        payload = part.get_payload(decode=True)
        if part.get_content_type() == "message/rfc822":
            inner = part.get_payload()
            first = inner[0] if isinstance(inner, list) and inner else None
            payload = first.as_bytes() if isinstance(first, Message) else b""
            name = name if name.endswith(".eml") else f"{name}.eml"
        if isinstance(payload, bytes):
            yield Member(number, name, payload)


def _extension(content_type: str) -> str:
    return {
        "message/rfc822": ".eml",
        "text/csv": ".csv",
        "text/html": ".html",
        "application/pdf": ".pdf",
    }.get(content_type, "")


def messages(data: bytes) -> Iterator[Member]:
    """Yield the messages of an mbox, numbered from 1."""
    parts = re.split(rb"(?m)^From .*\d{4}\r?\n", data)
    for number, part in enumerate(parts[1:] if not parts[0].strip() else parts, start=1):
        yield Member(number, f"message{number}.eml", re.sub(rb"(?m)^>(>*From )", rb"\1", part))
