"""Which passages are asked over together: the closest of the corpus, and none that only meet by chance."""

import pytest

from ragkit.worksheets.pairs import best
from ragkit.worksheets.spread import Passage


def letters(number):
    """A word of its own for each number; a digit would make it a code."""
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:04}") + "x"


def said(place, own, more=""):
    """The passage of document `place`: `own` words that only it has, then more."""
    return Passage(
        f"d{place}", f"{' '.join(letters(place * 100 + n) for n in range(own))} {more}".strip(), 0, 0
    )


def corpus(first, second):
    return [first, second, *(said(place, 10) for place in range(2, 10))]


PLAIN = "hinge damp seal rust coast"
NAMES = "`hinge` `damp` `seal` `rust` `coast`"


@pytest.mark.parametrize(
    ("shared", "own", "paired"),
    [(PLAIN, 14, True), (PLAIN, 15, False), (NAMES, 57, True), (NAMES, 58, False)],
)
def test_the_bar_is_where_the_hand_computation_puts_it_and_names_weigh_twice(shared, own, paired):
    # Ten documents: a word of two weighs ln(11/2), 1.705, one of its own ln 11, 2.398. Five shared among n:
    # 5 * 2.906 / (5 * 2.906 + (n - 5) * 5.750) is 0.153 for 14 own words and 0.144 for 15; as names, four
    # times the square: 0.1506 for 57 and 0.1484 for 58.
    passages = corpus(said(0, own, shared), said(1, own, shared))
    assert best(passages, 9) == ([(0, 1)] if paired else [])


def test_the_closest_pairs_of_all_are_taken_and_no_passage_twice():
    near, far = "hinge damp seal rust coast paint", "pulse coil bolt spring latch"
    passages = [
        said(0, 8, far),
        said(1, 8, near + " " + far),
        said(2, 8, near),
        *(said(n, 9) for n in range(3, 10)),
    ]
    assert best(passages, 9) == [(1, 2)]
    assert best(passages, 0) == []


def test_two_documents_are_one_pair_only():
    one, two = "hinge damp seal rust coast", "pulse coil bolt spring latch"
    twice = [Passage(f"d{n % 2}", said(n, 6, one if n < 2 else two).text, 0, 0) for n in range(4)]
    assert len(best([*twice, *(said(n, 9) for n in range(4, 12))], 9)) == 1


def test_passages_of_one_document_are_no_pair_and_nor_are_twins():
    same = [Passage("d0", said(n, 6, PLAIN).text, 0, 0) for n in range(2)]
    assert best([*same, *(said(n, 9) for n in range(2, 10))], 9) == []
    for own, found in (1, []), (2, [(0, 1)]):  # 14.53 / (14.53 + 5.75) is 0.72, with two own words 0.56
        assert best(corpus(said(0, own, PLAIN), said(1, own, PLAIN)), 9) == found


def test_a_sentence_that_several_documents_say_joins_nobody_however_it_is_wrapped():
    sentence = "Hinge and damp seal need rust paint. "
    wrapped = "Hinge and damp\nseal need rust paint. "
    own = [Passage(f"d{n}", text + said(n, 8).text, 0, 0) for n, text in enumerate([sentence, wrapped])]
    assert best([*own, *(said(n, 10) for n in range(2, 10))], 9) == []


def test_what_a_page_loads_and_where_its_links_lead_join_nobody():
    loads = 'import Hinge from "@damp/seal/rust/coast.astro";\n[{}](/hinge/damp/seal/rust/coast) '
    own = [Passage(f"d{n}", loads.format(letters(n)) + said(n, 8).text, 0, 0) for n in range(2)]
    assert best([*own, *(said(n, 10) for n in range(2, 10))], 9) == []
