"""E-mail: subject and sender, the newest text, quoted replies apart; attachments are files of their own."""

import email
import email.policy
import email.utils
import re
from collections.abc import Iterator
from email.message import EmailMessage, Message

from ragkit.parsing import decode, html
from ragkit.parsing.archive import Member
from ragkit.parsing.body import DAMAGED, Body, Parsed, Warn

_ATTRIBUTION = re.compile(
    r"(?:On|Am|Le|El|Il|Op)\b.{5,120}(?:wrote|schrieb|\u00e9crit|escribi\u00f3|scritto|schreef)\s*:\s*\Z",
    re.S,
)
_FORWARDED = re.compile(
    r"-{2,}\s*(?:Original Message|Forwarded message|Urspr\u00fcngliche Nachricht|Message d'origine)", re.I
)


def read(data: bytes) -> tuple[Parsed, list[Member]]:
    """Return the message and its attachments, numbered from 1."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    warnings: list[Warn] = []
    body = Body()
    subject = _header(message, "subject")
    body.add("message", f"# {subject}" if subject else "# (no subject)", 1)
    heads = [f"{name}: {value}" for name in ("From", "To", "Cc", "Date") if (value := _header(message, name))]
    body.add("paragraph", "\n".join(heads))
    content = _body(message)
    if content is not None:
        text = _decoded(content, warnings)
        if content.get_content_type() == "text/html":
            _html(text, body)
        else:
            _plain(text, body)
    text, blocks, _ = body.finish()
    date = _date(message)
    parsed = Parsed(text, blocks, title=subject, updated=date, warnings=tuple(warnings))
    return parsed, list(_attachments(message, content))


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


def _body(message: EmailMessage) -> Message | None:
    """Return the part a reader shows: plain text before HTML."""
    try:
        best = message.get_body(preferencelist=("plain", "html"))
    except DAMAGED:
        best = None
    if best is not None:
        return best
    return next((part for part in message.walk() if part.get_content_maintype() == "text"), None)


def _decoded(part: Message, warnings: list[Warn]) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    charset = part.get_content_charset()
    try:
        return data.decode(charset or "utf-8").replace("\r\n", "\n")
    except (LookupError, UnicodeDecodeError):
        text, found = decode.decode(data)
        warnings.extend(found)
        return text


def _html(text: str, body: Body) -> None:
    parsed = html.read(text)
    body.extend(parsed.text, parsed.blocks)


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


def _attachments(message: EmailMessage, body: Message | None) -> Iterator[Member]:
    number = 0
    for part in _leaves(message):
        if part is body or _other_form(part):
            continue
        number += 1
        name = part.get_filename() or f"part{number}{_extension(part.get_content_type())}"
        payload = part.get_payload(decode=True)
        if part.get_content_type() == "message/rfc822":
            inner = part.get_payload()
            first = inner[0] if isinstance(inner, list) and inner else None
            payload = first.as_bytes() if isinstance(first, Message) else b""
            name = name if name.endswith(".eml") else f"{name}.eml"
        if isinstance(payload, bytes):
            yield Member(number, name, payload)


def _leaves(message: Message) -> Iterator[Message]:
    """Yield the parts that hold something; a message inside is one part, parsed as a file of its own."""
    payload = message.get_payload()
    if message.get_content_type() == "message/rfc822" or not isinstance(payload, list):
        yield message
        return
    for part in payload:
        if isinstance(part, Message):
            yield from _leaves(part)


def _other_form(part: Message) -> bool:
    """Return whether a part is the body in another form, e.g. HTML beside plain text."""
    text = part.get_content_type() in ("text/plain", "text/html")
    return text and part.get_content_disposition() != "attachment" and not part.get_filename()


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
