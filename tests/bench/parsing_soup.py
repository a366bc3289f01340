"""Files made of nothing but the marks of their format, in random order: what no writer ever wrote."""

import random

MARKS: dict[str, list[str]] = {
    "a.rst": ["---\n", "===\n", "****\n", "~~~\n", "\n", "   ", ".. code::\n", ".. note::\n", ".. ", "x\n",
              "::\n", "* a\n", "1. b\n", "#.", "+--+\n", "| a |\n", "=== ===\n", "Title\n", "\t", "``",
              ":acl: x\n"],
    "a.adoc": ["= T\n", "== S\n", "=\n", "----\n", "....\n", "****\n", "====\n", "|===\n", "|a |b\n", "* x\n",
               ". y\n", "\n", "[source,py]\n", "x", "+\n", ":acl: z\n", "//", "////\n", "a::\n"],
    "a.md": ["# ", "\n", "---\n", "+++\n", "```\n", "~~~", "> ", "- ", "1. ", "|a|b|\n", "|-|-|\n", "<div>",
             "</div>", "[a]: b\n", "    ", "\t", "***\n", "===\n", "x", "<!--", "-->", "acl: [", "a: b\n"],
    "a.csv": ["a,b\n", '"', '""', ";", "\t", "\n", "\r", "acl", "path,groups\n", "1,2\n", ",", "|", "x"],
    "a.jsonl": ['{"a":1}\n', "{", "}", "[", "]", "\n", "null\n", '"x"\n', '{"acl":["a"]}\n', "1\n", ",",
                '{"id":"7","text":"x"}\n', '{"messages":[{"role":"user","content":"x"}]}\n'],
    "a.json": ["{", "}", "[", "]", '"a":', "1", '"x"', ",", "null", "true", "\n", '{"a":[1,2,{"b":"c"}]}',
               "1e999"],
    "a.ipynb": ['{"cells":[', '{"cell_type":"code","source":["x"],"outputs":[]}', ",", "]", "}", "null",
                '{"cell_type":"markdown","source":"# a"}', '"metadata":{}', '{"cell_type":1}', '"nbformat":4',
                '{"cell_type":"code","source":[1],"outputs":[{"text":[null]}]}'],
    "a.eml": ["From: a@b.c\n", "Subject: =?utf-8?q?x?=\n", "Content-Type: multipart/mixed; boundary=b\n",
              "Content-Type: text/html\n", "Content-Transfer-Encoding: base64\n", "\n", "--b\n", "--b--\n",
              "> q\n", "On x, y wrote:\n", "<p>x</p>\n", "Date: Mon, 99 Foo 2026\n", "YQ==\n",
              'Content-Disposition: attachment; filename="a"\n', "Content-Type: text/plain; charset=zz\n",
              "Content-Type: message/rfc822\n"],
    "a.mbox": ["From a@b Thu Jan  1 00:00:00 2026\n", "Subject: x\n", "\n", "x\n", "--b\n", "--b--\n",
               'Content-Type: multipart/alternative; boundary="b"\n'],
    "a.html": ["<table>", "<tr>", "<td rowspan=3>", "<td colspan=9>", "<th>", "</table>", "<pre>", "</pre>",
               "<code>", "<ul>", "<li>", "<ol start=-4>", "<h1>", "</h1>", "<button>", "<div hidden>",
               "</div>", "x", "<br>", "<!--", "-->", "<script>", "</script>", '<meta name=acl content="a">',
               "<head>", "<body>", "<main>", "<article>", '<a href="#">', "&nbsp;", "<template>", "<svg>",
               '<div class="CanvasZone">', '<p style="font-size:0">', "<caption>", "<blockquote>", "<dl><dt>",
               "<select><option>", "<details><summary>"],
    "a.txt": ["---\n", "acl: a\n", "x\n", "\n", "\x0c", "\x00", "\ufeff", "title: [", "\r", "\u2028", "- "],
}  # fmt: skip
_REPEATED = 2_000  # times one mark, now and then: what takes time by the square shows


def soup(rng: random.Random) -> tuple[str, bytes]:
    """Return (name, bytes) of a file."""
    name = rng.choice(sorted(MARKS))
    marks = [rng.choice(MARKS[name]) for _ in range(rng.randint(1, 60))]
    if rng.random() < 0.2:
        at = rng.randrange(len(marks))
        marks[at] *= _REPEATED
    return name, "".join(marks).encode("utf-8")
