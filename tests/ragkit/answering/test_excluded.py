"""What a source takes out, asks for or does without, against sentences that turn it round or repeat it."""

import pytest

from ragkit.answering import facts

COVER = (
    "Covered: burst pipes, leaking appliances. Not covered: groundwater, flooding from rivers, slow seepage."
)
PLANS = "5G is included in Flex and Max but not in Start. Roaming is included in all plans."
METER = "Prices are fixed until February. A smart meter is required. Payment is by direct debit."
MEALS = "Meal allowance: 45 euros a day, without receipts. Alcohol is not reimbursed."
DRIVING = "You may drive after taking Norivex unless you feel dizzy. Do not store above 25 degrees."
LEAVE = "Carried-over days are not paid out, except when the employment ends."
QUOTA = "Requests over the limit receive 429; rejected requests do not count against the daily quota."
RESTORE = (
    "Restores are started from ops-02. Never restore straight into production; restore into staging first."
)
REMOTE = "Mobiles Arbeiten ist im EU-Ausland erlaubt; au\u00dferhalb der EU ist es nicht gestattet."
HTTPS = "Webhooks need HTTPS. Deliveries are repeated five times."


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        ("Damage by a river flooding your home is not covered.",
         "The policy pays for damage by a river flooding your home.", COVER),
        ("The Flex plan comes with 5G, the Start plan does not.", "The Start plan comes with 5G.", PLANS),
        ("You need a smart meter to sign up.", "You don't need a smart meter to sign up.", METER),
        ("You don't have to hand in receipts for the meal allowance.",
         "You have to hand in receipts for the meal allowance.", MEALS),
        ("You may drive after taking Norivex if you don't feel dizzy.",
         "You must not drive after taking Norivex, even if you don't feel dizzy.", DRIVING),
        ("Days carried over are only paid out when the employment ends.",
         "Days carried over are paid out even while the employment goes on.", LEAVE),
        ("A rejected request does not use up the daily quota.",
         "A rejected request still counts against your daily quota.", QUOTA),
        ("You must not restore straight into production.", "You can restore straight into production.",
         RESTORE),
        ("Au\u00dferhalb der EU darf nicht mobil gearbeitet werden.",
         "Auch au\u00dferhalb der EU darf mobil gearbeitet werden.", REMOTE),
        ("No, not over plain HTTP: webhooks need HTTPS.", "Webhooks do not need HTTPS.", HTTPS),
    ],
)  # fmt: skip
def test_a_sentence_that_turns_a_rule_round_is_told_from_one_that_says_it(right, wrong, source):
    assert facts.check(right, source) == []
    assert [fault.kind for fault in facts.check(wrong, source)] == ["negation_flip"]


def test_what_is_asked_for_above_an_amount_may_be_waived_below_it():
    source = "Receipts are required for all expenses of $25 or more."
    assert facts.check("Expenses below $25 don't need a receipt.", source) == []


def test_another_exception_than_the_source_makes_is_a_swap():
    source = "Extra Dry can be combined with every programme except Quick. The programmes: Eco, Glass, Quick."
    assert facts.check("Extra Dry can be combined with any programme apart from Quick.", source) == []
    found = facts.check("Extra Dry can be combined with any programme apart from Eco.", source)
    assert [(fault.kind, fault.said, fault.source) for fault in found] == [("entity_swap", "Eco", "Quick")]
