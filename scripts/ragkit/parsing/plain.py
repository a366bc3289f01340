"""Plain text and source code: the file's own text, in paragraphs; nothing in it is markup."""

import re

from ragkit.parsing.body import Block, Parsed, lines_of, span


def read(text: str) -> Parsed:
    """Return plain text with one paragraph block for each run of non-blank lines; a `#` is text."""
    starts = lines_of(text)
    return Parsed(text=text, blocks=[_block("paragraph", text, starts, *run) for run in _runs(text)])


def read_code(text: str) -> Parsed:
    """Return source code in `code` blocks that begin where a line without indent follows a blank line."""
    starts = lines_of(text)
    blocks: list[Block] = []
    lines = text.split("\n")
    for first, last in _runs(text):
        line = lines[first]
        if blocks and (line[:1].isspace() or line[:1] in ")}]"):
            blocks[-1][2] = span(text, starts, first, last)[1]  # still inside the definition above
        else:
            blocks.append(_block("code", text, starts, first, last))
    return Parsed(text=text, blocks=blocks)


def _runs(text: str) -> list[tuple[int, int]]:
    """Return the runs of non-blank lines as [first, last)."""
    runs: list[tuple[int, int]] = []
    for number, line in enumerate(text.split("\n")):
        if not line.strip():
            continue
        if runs and runs[-1][1] == number:
            runs[-1] = (runs[-1][0], number + 1)
        else:
            runs.append((number, number + 1))
    return runs


def _block(kind: str, text: str, starts: list[int], first: int, last: int) -> Block:
    return [kind, *span(text, starts, first, last), 0]


CODE = re.compile(
    r"\.(?:py|pyi|js|jsx|ts|tsx|mjs|cjs|java|kt|kts|scala|go|rs|c|h|cc|cpp|cxx|hpp|hh|cs|swift|m|mm|rb|php|pl|pm|"
    r"lua|r|jl|sh|bash|zsh|fish|ps1|bat|cmd|sql|css|scss|less|vue|svelte|dart|ex|exs|erl|hs|ml|clj|lisp|el|vim|"
    r"yaml|yml|toml|ini|cfg|conf|properties|env|json5?|xml|proto|graphql|gql|tf|hcl|gradle|cmake|mk|nix|tex)\Z"
    r"|(?:\A|/)(?:Makefile|Dockerfile|Jenkinsfile|Vagrantfile|CMakeLists\.txt)\Z",
    re.IGNORECASE,
)
