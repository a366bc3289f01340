"""What a document says of its own standing: in force, or superseded, withdrawn, a draft."""

import re
from collections.abc import Mapping
from typing import Any

FIELDS = ("status", "state", "draft", "superseded_by", "replaced_by")  # of front matter
OLD = re.compile(
    r"\W*(superseded|deprecated|obsolete|archived?|withdrawn|outdated|retired|replaced|expired|legacy|drafts?)\b",
    re.IGNORECASE,
)


def not_in_force(meta: Mapping[str, Any]) -> str:
    """Return why a document's metadata says that it does not hold, such as "superseded", else "".

    >>> not_in_force({"status": "Draft, for comments"}), not_in_force({"status": "in force"})
    ('draft', '')
    """
    return next((why for field in FIELDS if (why := says(field, meta.get(field)))), "")


def says(field: str, value: Any) -> str:
    """Return what one field says against the document, else ""."""
    if field in ("status", "state"):
        found = OLD.match(value) if isinstance(value, str) else None
        return found[1].lower() if found else ""
    if field == "draft":
        return "draft" if value is True or str(value).lower() == "true" else ""
    return "superseded" if value and str(value).lower() not in ("none", "false", "no", "-") else ""
