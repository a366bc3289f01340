"""The prompt templates in templates/prompts, read once each; what a user copies is what the code uses."""

from ragkit import env, records


def load(name: str) -> str:
    """Return the text of templates/prompts/NAME.md without its HTML comment at the top."""
    return records.read_text(str(env.SKILL / "templates" / "prompts" / f"{name}.md"))
