"""Ligatures that a font does not name: fi, fl, ff, ffi or ffl, told by the word around the glyph.

Such glyphs come as a bare code, often a control character, and a code means one thing in one font and another
in the next; the word is the better witness.
"""

from typing import Any

# Beginnings and inner parts of common words with the ligature written out; English, German, French, Spanish
# and Italian. A word may go on to both sides of them.
_STEMS = {
    "fi": """
    final find first fifth fifty five fiel field figur file fill film filter find fine finger finish
    fire firm fiscal fish fit fix fibr fiber fict fiduc fight finit finan defin specifi specific
    scientifi signifi certifi identifi modifi notifi verifi classifi qualifi quantifi clarifi justifi
    simplifi benefi profi config confid confirm confin refin affirm defici unifi diversifi amplifi
    ratifi rectifi infini prefi infiltr sufficien artifici pacific magnifi acidifi fossilifi finden
    firma finger fisch fichier fiche fixe confi sp\u00e9cifi v\u00e9rifi oficin fijo figura ficher
    espec\u00edfic beneficio notific verific filtr fila fiche profil outfit retrofit
    """,
    "fl": """
    flow flat floor float fluid flexi flag flash flight flood flour flavo fleet influ conflict reflect
    inflat workflow overflow flame floral reflex deflect fluctu flaw flesh flip leaflet briefly chiefly
    fluor flux pflicht pfleg pflanz fl\u00e4che flug fluss fl\u00fcss flasch fleisch flie\u00df einfluss
    fleur fleuve conflit r\u00e9fl flujo reflej flusso flora flor fluv flint flock flora safely pamphl
    """,
    "ff": """
    off offer offen offset offend effect effort differ affect staff afford buffer suffer coffee tariff
    cutoff stuff begriff schiff stoff \u00f6ffn betreff treff griff schaff hoff l\u00f6ffel koffer
    affich effet diff\u00e9r offre chiffre effett offert diffus diffract stiff cliff sheriff effusi
    affair affor puff buff
    """,
    "ffi": """
    offic effici suffici difficul coeffici affili traffic suffix affirm affin graffi offici efficac
    difficil uffici affich suffis effizi \u00f6ffi diffi affid
    """,
    "ffl": """
    affluen effluen baffl shuffl offline waffle raffle ruffl souffl muffl scuffl snuffl offload stoffl
    schaffl
    """,
}
_PIECES = sorted(
    {
        (stem[:at], stem[at + len(name) :], name)
        for name, stems in _STEMS.items()
        for stem in stems.split()
        if (at := stem.find(name)) >= 0
    }
)
# What is left when no word tells: TeX's code, and the two of Monotype's fonts.
_CODED = {0x0B: "ff", 0x0C: "fi", 0x0D: "fl", 0x0E: "ffi", 0x0F: "ffl", 0xF001: "fi", 0xF002: "fl"}
_HYPHEN = 2  # PDFium's mark of a hyphen at a line's end


def write_out(text: list[str], codes: list[int], bad: Any, fonts: list[str]) -> tuple[int, int]:
    """Replace unnamed glyphs inside words by the ligatures they stand for.

    Return (glyphs written out, glyphs in words that stay unknown). `text` and `bad` are changed in place; an
    unknown control character becomes U+FFFD: it must be seen.

    text, codes, bad, fonts  of each glyph of a page: what it stands for, its code, whether its font does not
                             name it, and the font
    """
    suspects = [
        n for n, code in enumerate(codes) if (code < 32 or code >= 0xE000 or bad[n]) and code != _HYPHEN
    ]
    unnamed = [n for n in suspects if bad[n] or codes[n] in _CODED]
    in_words = [n for n in unnamed if _letters(text, n, -1) or _letters(text, n, 1)]
    found = {n: told(_letters(text, n, -1), _letters(text, n, 1)) for n in in_words}
    same = {(codes[n], fonts[n]): name for n, name in found.items() if name}
    written = 0
    for n in in_words:
        name = (
            found[n] or (same.get((codes[n], fonts[n])) if codes[n] > 1 else "") or _CODED.get(codes[n], "")
        )
        if name:
            text[n], bad[n] = name, False
            written += 1
    for n in unnamed:
        if bad[n] and codes[n] < 32:
            text[n] = "\ufffd"
    return written, len(in_words) - written


def told(before: str, after: str) -> str:
    """Return the ligature that makes a known word between these letters, "" when none or several do.

    >>> told("o", "ce"), told("con", "rmed"), told("", "ow"), told("x", "q")
    ('ffi', 'fi', 'fl', '')
    """
    best: dict[int, set[str]] = {}
    for left, right, name in _PIECES:
        whole = before == left and after == right
        if before.endswith(left) and after.startswith(right) and (len(left + right) > 1 or whole):
            best.setdefault(len(left + right), set()).add(name)
    names = best[max(best)] if best else set()
    return names.pop() if len(names) == 1 else ""


def _letters(text: list[str], n: int, step: int) -> str:
    """Return up to 8 letters beside a glyph, in lower case."""
    out = ""
    at = n + step
    while 0 <= at < len(text) and len(out) < 8 and text[at].isalpha():
        out = out + text[at] if step > 0 else text[at] + out
        at += step
    return out.lower()
