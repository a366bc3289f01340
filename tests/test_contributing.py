"""CONTRIBUTING.md states the record contracts that the code has."""

import re
from pathlib import Path

from ragkit.schema import EXAMPLES, KEYS, REQUIRED, SCHEMA

PAGE = Path(__file__).resolve().parents[1] / "CONTRIBUTING.md"


def tables() -> str:
    parts = []
    for kind, fields in SCHEMA.items():
        key = (
            f", one line for each {' and '.join(f'`{name}`' for name in KEYS[kind])}" if kind in KEYS else ""
        )
        parts.append(f"### {kind}\n\n{'A record' if kind in KEYS else 'Part of a record'}{key}.\n")
        parts.append("| field | type | default | meaning |\n|---|---|---|---|")
        for name, (form, default, meaning) in fields.items():
            shown = "required" if default is REQUIRED else f"`{default!r}`"
            parts.append(f"| `{name}` | {form} | {shown} | {meaning.replace('|', '/')} |")
        if kind in EXAMPLES:
            example = re.sub(r"\s+", " ", EXAMPLES[kind])
            parts.append(f"\n    {example}")
        parts.append("")
    return "\n".join(parts)


def test_the_record_tables_are_those_of_the_schema(golden):
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split("<!-- records -->\n")
    tail = rest.split("<!-- /records -->")[1]
    golden(f"{head}<!-- records -->\n{tables()}\n<!-- /records -->{tail}", PAGE)
