"""The prompt templates in templates/prompts: what a user copies is what the code uses."""

from functools import lru_cache

from ragkit import env, records


@lru_cache(maxsize=32)
def load(name: str) -> str:
    """Return the text of templates/prompts/NAME.md."""
    return records.text(str(env.SKILL / "templates" / "prompts" / f"{name}.md"))
