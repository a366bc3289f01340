"""What a rule allows, forbids or asks for, against sentences about its own subject and about another."""

import pytest

from ragkit.answering import facts

VPN = "Employees may connect from managed laptops. Contractors must not connect from personal laptops."
GRILL = "Elektrogrills sind erlaubt. Das Grillen mit Holzkohle ist auf den Balkonen untersagt."
FARES = "Standard tickets are refundable until the day before. Saver tickets are not refundable."
CHANGES = "Amendments to this agreement are valid only if made in writing. E-mail does not satisfy this."
GARAGES = "North garage: 320 spaces, 12 charging stations. South garage: 180 spaces, no charging stations."
DOGS = (
    "Dogs on a leash are allowed in the garden. They are not permitted in the hall, except assistance dogs."
)


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        ("Employees may connect from managed laptops.", "Contractors may connect from personal laptops too.",
         VPN),
        ("Auf den Balkonen darf nicht mit Holzkohle gegrillt werden.",
         "Auf den Balkonen darf mit Holzkohle gegrillt werden.", GRILL),
        ("Standard tickets are refundable until the day before.",
         "Saver tickets are refundable until the day before.", FARES),
        ("An amendment that is not in writing is not valid.",
         "An amendment to the agreement is valid even without writing.", CHANGES),
        ("The north garage has charging stations.", "The south garage has charging stations.", GARAGES),
        ("Assistance dogs are permitted in the hall.", "Dogs are not allowed in the garden.", DOGS),
    ],
)  # fmt: skip
def test_a_rule_is_compared_with_what_is_said_of_its_own_subject(right, wrong, source):
    assert facts.check(right, source) == []
    assert "negation_flip" in {fault.kind for fault in facts.check(wrong, source)}


def test_can_of_what_may_happen_allows_nothing():
    source = "A decline in output cannot be reversed at once. It may lead to a recession."
    assert facts.check("A decline in output can lead to a recession.", source) == []


def test_a_count_is_no_measure():
    source = "Failover started at 03:09 and completed at 03:13. 14 customers reported errors."
    assert facts.check("14 customers reported errors.", source) == []
    assert facts.check("The failover took 14 minutes.", source) != []
