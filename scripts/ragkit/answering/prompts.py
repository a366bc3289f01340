"""The prompt templates in templates/prompts: what a user copies is what the code uses."""

from functools import lru_cache

from ragkit import env


@lru_cache(maxsize=32)
def load(name: str) -> str:
    """Return the text of templates/prompts/NAME.md."""
    return env.shipped(f"templates/prompts/{name}.md")
