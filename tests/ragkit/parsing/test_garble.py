"""Garble detectors: loud on text nobody can read, silent on whatever people do write."""

import pytest

from ragkit.parsing import garble

PROSE = (
    "The warranty covers parts and labour for every cabinet that was delivered with a signed report. When "
    "the door frame is missing from the crate, note it on the freight papers before signing, and call the "
    "planner. A clean workplace matters: foil, screws and ties near the drip tray end up in the drain."
)


def shifted(text):
    return "".join(chr((ord(c) - 97 + 3) % 26 + 97) if "a" <= c <= "z" else c for c in text.lower())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (shifted(PROSE), "letters"),
        ("  ".join(" ".join(word) for word in PROSE.split()), "single letters"),
        (" ".join("".join(part.split()) for part in PROSE.split(",")) * 2, "glued"),
        (PROSE[:100] + "\ufffd\ue001(cid:3)" * 3, "no meaning"),
    ],
)
def test_unreadable_text_is_told(text, reason):
    assert any(reason in each for each in garble.reasons(text))
    assert garble.score(text) >= 1


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "La garantie couvre les pi\u00e8ces de chaque armoire livr\u00e9e avec un rapport " * 5,
        "Der Kundendienst pr\u00fcft die Verfl\u00fcssiger und die Temperatur\u00fcberwachungsanlage " * 6,
        "Huolto tarkastaa kylm\u00e4laitteen ja l\u00e4mp\u00f6tilan ennen toimitusta " * 6,
        "\u505c\u96fb\u6642\u306e\u5bfe\u5fdc\u3092\u78ba\u8a8d\u3057\u307e\u3059 " * 20,
        "| 12 | 3.5 | x | y | a | b |\n" * 30,
        "Name: ____ Date: ____ A B C D " * 3,
        "See https://x.io/a/very/long/address/that-goes-on?and=on#part and /usr/lib/python/site-packages/one "
        * 5,
        "",
    ],
)
def test_readable_text_tables_forms_and_other_scripts_raise_no_alarm(text):
    assert garble.reasons(text) == []
