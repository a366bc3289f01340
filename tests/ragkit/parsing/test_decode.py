"""Encodings: declared, proved, or guessed by script and said."""
# ruff: noqa: E501  a sentence in escapes is long, and reads no better in pieces

import pytest

from ragkit.parsing.decode import decode, guess

# One sentence for each encoding, in its own script, written with escapes to keep this file ASCII.
TEXTS = {
    "cp932": "\u505c\u96fb\u6642\u306e\u5bfe\u5fdc\u3002\u6249\u3092\u9589\u3081\u305f\u307e\u307e\u306b\u3057\u3066\u304f\u3060\u3055\u3044",
    "euc_jp": "\u505c\u96fb\u6642\u306e\u5bfe\u5fdc\u3002\u6249\u3092\u9589\u3081\u305f\u307e\u307e\u306b\u3057\u3066\u304f\u3060\u3055\u3044",
    "gb18030": "\u505c\u7535\u65f6\u8bf7\u4fdd\u6301\u95e8\u5173\u95ed\uff0c\u62a5\u8b66\u54cd\u8d77\u65f6\u8bf7\u68c0\u67e5\u6e29\u5ea6\u8bb0\u5f55",
    "big5": "\u505c\u96fb\u6642\u8acb\u4fdd\u6301\u9580\u95dc\u9589\uff0c\u8b66\u5831\u97ff\u8d77\u6642\u8acb\u6aa2\u67e5\u6eab\u5ea6\u8a18\u9304",
    "euc_kr": "\uc815\uc804 \uc2dc\uc5d0\ub294 \ubb38\uc744 \ub2eb\uc544 \ub450\uc2ed\uc2dc\uc624. \uacbd\ubcf4\uac00 \uc6b8\ub9ac\uba74",
    "cp1251": "\u041f\u0440\u0438 \u043e\u0442\u043a\u043b\u044e\u0447\u0435\u043d\u0438\u0438 \u043f\u0438\u0442\u0430\u043d\u0438\u044f \u0434\u0435\u0440\u0436\u0438\u0442\u0435 \u0434\u0432\u0435\u0440\u044c",
    "koi8_r": "\u041f\u0440\u0438 \u043e\u0442\u043a\u043b\u044e\u0447\u0435\u043d\u0438\u0438 \u043f\u0438\u0442\u0430\u043d\u0438\u044f \u0434\u0435\u0440\u0436\u0438\u0442\u0435 \u0434\u0432\u0435\u0440\u044c",
    "cp1253": "\u03a3\u03b5 \u03c0\u03b5\u03c1\u03af\u03c0\u03c4\u03c9\u03c3\u03b7 \u03b4\u03b9\u03b1\u03ba\u03bf\u03c0\u03ae\u03c2 \u03c1\u03b5\u03cd\u03bc\u03b1\u03c4\u03bf\u03c2",
    "cp1255": "\u05d1\u05de\u05e7\u05e8\u05d4 \u05e9\u05dc \u05d4\u05e4\u05e1\u05e7\u05ea \u05d7\u05e9\u05de\u05dc",
    "cp1256": "\u0641\u064a \u062d\u0627\u0644\u0629 \u0627\u0646\u0642\u0637\u0627\u0639 \u0627\u0644\u062a\u064a\u0627\u0631",
    "cp874": "\u0e40\u0e21\u0e37\u0e48\u0e2d\u0e44\u0e1f\u0e14\u0e31\u0e1a\u0e43\u0e2b\u0e49\u0e1b\u0e34\u0e14\u0e1b\u0e23\u0e30\u0e15\u0e39",
    "cp1252": "La limpieza se hace cada 45 d\u00edas en Espa\u00f1a, \u00bfverdad?",
    "cp1250": "Prosz\u0119 zamkn\u0105\u0107 drzwi. \u017b\u00f3\u0142ta lampka \u015bwieci si\u0119.",
}


@pytest.mark.parametrize("name", TEXTS)
def test_an_undeclared_encoding_is_guessed_from_its_script_and_said(name):
    text, warnings = decode(TEXTS[name].encode(name))
    assert (guess(TEXTS[name].encode(name)), text) == (name, TEXTS[name])
    assert [warning.code for warning in warnings] == ["encoding_guessed"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "cp1251",
            "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440. \u041e\u0442\u0447\u0451\u0442: \u043f\u0440\u043e\u0434\u0430\u0436\u0438 \u0432\u044b\u0440\u043e\u0441\u043b\u0438 \u043d\u0430 12 %, \u0441\u043c. \u0442\u0430\u0431\u043b\u0438\u0446\u0443 4.",
        ),
        (
            "koi8_r",
            "\u041d\u0430\u0441\u0442\u043e\u044f\u0449\u0438\u0439 \u0434\u043e\u0433\u043e\u0432\u043e\u0440 \u0432\u0441\u0442\u0443\u043f\u0430\u0435\u0442 \u0432 \u0441\u0438\u043b\u0443 \u0441 1 \u044f\u043d\u0432\u0430\u0440\u044f 2026 \u0433\u043e\u0434\u0430.",
        ),
        ("gb18030", "\u7528\u6237\u624b\u518c"),
        (
            "gb18030",
            "\u672c\u4ea7\u54c1\u4f7f\u7528 config.py \u6587\u4ef6,\u8bf7\u5148\u8fd0\u884c make install \u547d\u4ee4\u3002",
        ),
        (
            "cp1251",
            "README \u0434\u043b\u044f \u043c\u043e\u0434\u0443\u043b\u044f config.py: \u0437\u0430\u043f\u0443\u0441\u043a \u0447\u0435\u0440\u0435\u0437 make install.",
        ),
        ("cp1253", "\u039f\u0394\u0397\u0393\u0399\u0395\u03a3 \u03a7\u03a1\u0397\u03a3\u0397\u03a3"),
        (
            "cp1250",
            "P\u0159\xedli\u0161 \u017elu\u0165ou\u010dk\xfd k\u016f\u0148 \xfap\u011bl \u010f\xe1belsk\xe9 \xf3dy.",
        ),
        ("cp1252", "L\u2019\xe9l\xe8ve a \xe9t\xe9 re\xe7u \xe0 l\u2019\xe9cole."),
    ],
)
def test_a_text_is_not_taken_for_another_script_that_its_bytes_could_be(name, text):
    assert decode(text.encode(name))[0] == text


def test_a_declared_encoding_is_believed():
    text, warnings = decode("<meta charset='shift_jis'>\u505c\u96fb".encode("cp932"))
    assert text.endswith("\u505c\u96fb")
    assert warnings == ()


def test_utf8_is_believed_before_a_wrong_declaration():
    assert decode("<meta charset=latin-1>\u505c".encode())[0].endswith("\u505c")


def test_bytes_that_no_encoding_explains_are_counted():
    text, warnings = decode("\ufeffa".encode("utf-16-le") + b"\x00\xd8\x62\x00")
    assert text == "a\ufffdb"
    assert [warning.code for warning in warnings] == ["undecodable"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("F\xfcr die F\xe4hre gilt: gr\xf6\xdfere R\xe4der m\xfcssen vorher gemeldet werden.", "cp850"),
        ("Les \xe9l\xe8ves pr\xe9f\xe8rent la c\xf4te apr\xe8s le d\xeener.", "cp850"),
        ("F\xfcr die F\xe4hre gilt: gr\xf6\xdfere R\xe4der m\xfcssen vorher gemeldet werden.", "cp1252"),
        (
            "It\u2019s a \u201clow\u201a quote\u201d \u2026and don\u2019t: one\u2014two, na\xefve caf\xe9s.",
            "cp1252",
        ),
    ],
)
def test_letters_of_dos_are_told_from_those_of_windows(text, name):
    decoded, [warning] = decode(text.encode(name))
    assert (decoded, name in warning.detail) == (text, True)
