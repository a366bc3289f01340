"""Garble detectors: clean pages of real PDFs, each corrupted in three ways; caught, and false alarms."""

import random
import sys
from pathlib import Path
from typing import Any

SHARED = Path(__file__).parents[3] / "shared"


def pages() -> list[str]:
    """Return the prose of every page with at least 60 words of it, tables left out."""
    import pypdfium2

    from ragkit.parsing import pdf

    out = []
    for path in sorted([*(SHARED / "data").rglob("*.pdf"), *(SHARED / "dirty").rglob("*.pdf")]):
        try:
            parsed = pdf.read(path.read_bytes())
        except pypdfium2.PdfiumError:
            continue
        if any(warning.code == "garbled" for warning in parsed.warnings):
            continue
        for start, end, *_ in parsed.pages:
            prose = [
                parsed.text[b[1] : b[2]] for b in parsed.blocks if start <= b[1] < end and b[0] == "paragraph"
            ]
            text = "\n\n".join(each for each in prose if len(each.split()) >= 10)
            if len(text.split()) >= 60:
                out.append(text)
    return out


def shifted(text: str, by: int) -> str:
    def move(char: str) -> str:
        if not char.isascii() or not char.isalpha():
            return char
        base = 97 if char.islower() else 65
        return chr((ord(char) - base + by) % 26 + base)

    return "".join(map(move, text))


def main(verbose: bool = False) -> None:
    from ragkit.parsing import garble

    rng = random.Random(7)
    clean = [
        text
        for text in pages()
        if sum("a" <= c.lower() <= "z" for c in text) > 0.6 * sum(c.isalpha() for c in text)
    ]
    alarms = [text for text in clean if garble.reasons(text)]
    kinds: dict[str, Any] = {
        "letters shifted": lambda text: shifted(text, rng.randint(1, 25)),
        "letters spaced": lambda text: "  ".join(" ".join(word) for word in text.split()),
        "spaces removed": lambda text: " ".join("".join(p.split()) for p in text.split(". ")),
    }
    caught = 0
    for name, corrupt in kinds.items():
        hits = sum(bool(garble.reasons(corrupt(text))) for text in clean)
        caught += hits
        print(f"garble, {name}: {hits} of {len(clean)} pages caught")
    total = len(kinds) * len(clean)
    told = f"{len(alarms)} false alarms on {len(clean)} pages of prose"
    print(f"garble: {caught / total:.1%} of {total} caught; {told}")
    if verbose:
        for text in alarms:
            print(garble.reasons(text), garble.signals(text), repr(text[:200]))
        print(sorted(round(garble.signals(text).pairs or 1, 2) for text in clean)[:20])
        print(
            sorted(
                (
                    round(garble.signals(shifted(t, by)).pairs or 0, 2)
                    for t in clean[:40]
                    for by in range(1, 26)
                ),
                reverse=True,
            )[:40]
        )


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
    main(verbose=True)
