"""Cells of tables as what they mean: their unit from the header, their row apart from the row before."""

from ragkit.answering import facts


def test_the_unit_of_a_header_over_two_columns_is_that_of_both():
    source = (
        "| Tank | Volume (m3) Full | Alarm | Rate (m3/h) |\n| --- | --- | --- | --- |\n"
        "| bunker aft | 71.5 | 66.9 | 35 |\n| fresh water | 44.0 | 41.2 | 19 |\n"
    )
    assert facts.check("The alarm volume of the bunker aft is 66.9 m3.", source) == []
    assert [fault.kind for fault in facts.check("The alarm volume of the bunker aft is 65.9 m3.", source)]


def test_a_row_without_outer_bars_is_no_part_of_the_row_before():
    source = (
        "Correct colours | Y/N | Strongly advised to keep on\nFade | Y/N | Not affected by the time\n"
        "Target brightness | 0..255 | What brightness the light should have after time is over. 0=off.\n"
    )
    said = "The target brightness is the brightness after time is over, 0=off."
    assert facts.check(said, source) == []
