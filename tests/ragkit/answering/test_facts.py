"""Facts of a sentence against its source: faults found, and rephrasings left alone."""

import time

import pytest

from ragkit.answering import facts, identifiers


def kinds(sentence, source, question=""):
    return {fault.kind for fault in facts.check(sentence, source, question)}


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Each key may send 100,000 calls a day.", "The daily cap is 100k calls for every key."),
        ("The archive holds 2.5 million photos.", "It stores 2,500,000 photos in all."),
        ("Two engineers are on call.", "The rota lists 2 engineers on call."),
        ("Half of the seats were empty.", "50% of the seats were empty."),
        ("The lease ends on March 3, 2024.", "End of lease: 03 Mar 2024."),
        ("Tokens expire after an hour.", "Tokens are valid for 60 minutes."),
        ("The trial lasted two weeks.", "The trial took 14 days."),
        ("More than 1,000 people signed.", "1,034 people signed the letter."),
        ("The disk holds 1.5 TB.", "The disk holds 1500 GB."),
        ("The meeting starts at 3 pm.", "The meeting starts at 15:00."),
        ("Der Vertrag endet am 3. M\u00e4rz 2024.", "Vertragsende: 03.03.2024"),
        (
            "\u6a4b\u306f1931\u5e747\u67084\u65e5\u306b\u958b\u901a\u3057\u305f\u3002",
            "\u958b\u901a\u65e5\uff1a1931-07-04",
        ),
        ("The plan includes support at no extra cost.", "Support is included without any surcharge."),
        ("Guests may not open the archive.", "The archive is closed to guests."),
        ("A receipt is not required.", "A receipt is optional."),
        ("4. Turn on the pump.", "Turn on the pump."),
        ("Profit rose 20%.", "Profit rose from 50 million to 60 million."),
        ("It closed 12 years later.", "Built in 1931; closed in 1943."),
        ("The film lasts 90 minutes.", "The film lasts an hour and a half."),
        ("One in five trees died.", "20% of the trees died."),
        ("The WHO issued the rule.", "The rule was issued by the World Health Organization."),
        ("The policy prohibits pets.", "Pets are not allowed under the policy."),
        ("Athletes are paid more due to their skill.", "Athletes earn more because of skill."),
        (
            "\u30d0\u30fc\u30b8\u30e7\u30f32.1.0\u3092\u6271\u3046\u3002",
            "2.1.0\u7248\u7528\u306e\u30ac\u30a4\u30c9\u3002",
        ),
        (
            "48 months: the doors have 36, and registering adds another 12.",
            "Doors 36 months. Registering adds 12 months.",
        ),
        ('It says "wait... then press".', "Wait\u2026 then press Start."),
    ],
)
def test_saying_the_same_in_other_words_raises_nothing(sentence, source):
    assert kinds(sentence, source) == set()


@pytest.mark.parametrize(
    ("kind", "sentence", "source"),
    [
        (
            "number_mismatch",
            "Each key may send 10,000 calls a day.",
            "The daily cap is 100k calls for every key.",
        ),
        ("number_mismatch", "The lease ends on March 3, 2025.", "End of lease: 03 Mar 2024."),
        ("number_mismatch", "Fewer than 1,000 people signed.", "1,034 people signed the letter."),
        ("number_mismatch", "The guide covers version 2.1.1.", "Version 2.1.0 is covered."),
        ("unit_mismatch", "The file is 15 GB.", "The file size is 15 MB."),
        (
            "unit_mismatch",
            "The quota is 500 requests per hour.",
            "Each key may send 500 requests per minute.",
        ),
        ("unit_mismatch", "Sales rose by 5 percentage points.", "Sales rose by 5 percent."),
        ("negation_flip", "The API returns a total count.", "The API does not return a total count."),
        ("negation_flip", "A receipt is optional.", "A receipt is required."),
        ("negation_flip", "Drain the node after the upgrade.", "Drain the node before the upgrade."),
        (
            "negation_flip",
            "\u30af\u30fc\u30dd\u30f3\u306f\u4f75\u7528\u3067\u304d\u307e\u3059\u3002",
            "\u30af\u30fc\u30dd\u30f3\u306f\u4f75\u7528\u3067\u304d\u307e\u305b\u3093\u3002",
        ),
        ("entity_swap", "The plant is in Lyon.", "The plant is in Berlin."),
        ("entity_swap", "Acme sold the mill to Borel.", "Borel sold the mill to Acme."),
        ("entity_swap", "The setting lives in worker.yaml.", "The setting lives in server.yaml."),
        ("entity_swap", "Set `retry_ms` to 250.", "Set `timeout_ms` to 250; leave `retry_ms` alone."),
        ("entity_swap", "Use eth1 for the uplink.", "Use eth0 for the uplink."),
        (
            "entity_swap",
            "\u5de5\u5834\u306f\u5927\u962a\u5e9c\u306b\u3042\u308b\u3002",
            "\u5de5\u5834\u306f\u4eac\u90fd\u5e9c\u306b\u3042\u308b\u3002",
        ),
        ("quote_altered", 'It says "the office is usually closed".', "The office is closed on Monday."),
        (
            "quote_stitched",
            'It says "the gate is shut by the owner".',
            "At night the gate is shut. Cattle stay by the owner.",
        ),
    ],
)
def test_a_planted_fault_is_found_and_named_once(kind, sentence, source):
    assert kinds(sentence, source) == {kind}


def test_a_number_of_the_question_may_be_repeated():
    assert kinds("For 10 columns it costs 13 euro.", "It costs 13 euro.", "what do 10 columns cost") == set()


def test_a_hyphenated_word_of_the_source_is_no_code_that_could_stand_in_its_place():
    source = "The high-temperature alarm waits 25 minutes. The delay is parameter P-093; P-039 is the door's."
    assert facts.check("25 minutes; the delay is parameter P-093.", source) == []
    assert [fault.kind for fault in facts.check("25 minutes; the delay is parameter P-094.", source)] == [
        "entity_swap"
    ]


def test_the_fields_of_a_record_do_not_lend_each_other_their_codes():
    source = "id: NG-7\nmodel: FJ-400\nterminal: 28, raised P-090 to 55 %"
    assert facts.check("P-090 was raised to 55 % and terminal 28 used.", source) == []


@pytest.mark.parametrize(
    "piece",
    [
        "9" * 10,
        "\u4e00\u4e8c\u4e09",
        "1 ",
        "\u767e\u5206\u4e4b" + "9" * 5000,
        "9" * 5000 + " and a half hours ",
    ],
)
def test_a_source_of_nothing_but_digits_is_read_without_a_crash_or_a_long_wait(piece):
    started = time.process_time()
    facts.check("The fee is 12 euros for two hundred days.", piece * 1000 if len(piece) < 20 else piece)
    assert time.process_time() - started < 5


def test_a_word_without_end_is_looked_through_once():
    started = time.process_time()
    assert identifiers.IDENTIFIER.findall("a" * 200_000) == []
    assert (
        identifiers.IDENTIFIER.search("write to jo.doe+x@mail.example.org").group()
        == "jo.doe+x@mail.example.org"
    )
    assert time.process_time() - started < 5  # it took minutes when every letter began an address
