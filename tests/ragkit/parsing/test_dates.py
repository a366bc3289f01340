"""Days as people write them: what can only be one day is read, the rest is null and noted."""

import pytest

from ragkit.parsing import dates, files, parse


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2020-02-12", "2020-02-12"),
        ("2020-02-12T10:30:00Z", "2020-02-12T10:30:00Z"),
        ("2020-02-12 10:30", "2020-02-12 10:30"),
        ("2020/2/12", "2020-02-12"),
        ("12.02.2020", "2020-02-12"),
        ("12. 2. 2020", "2020-02-12"),
        ("12.02.2020 10:30 Uhr", "2020-02-12"),
        ("12 Feb 2020", "2020-02-12"),
        ("12-Feb-2020", "2020-02-12"),
        ("February 12, 2020", "2020-02-12"),
        ("Sept. 2nd, 2020", "2020-09-02"),
        ("Wed, 12 Feb 2020 10:30:00 +0100", "2020-02-12"),
        ("12. M\u00e4rz 2020", "2020-03-12"),
        ("1er ao\u00fbt 2022", "2022-08-01"),
        ("12 juin 2020", "2020-06-12"),
        ("12 juillet 2020", "2020-07-12"),
        ("12 de mayo de 2020", "2020-05-12"),
        ("30/01/2026", "2026-01-30"),
        ("01/30/2026", "2026-01-30"),
        ("04/04/2020", "2020-04-04"),
    ],
)
def test_a_day_is_read_however_it_is_written(written, meant):
    assert dates.iso(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "", "03/04/2020", "31.02.2020", "2020-13-01", "12.02.20", "2020", "spring 2020", "5 parks 2020",
        "12.02.2020 to 13.02.2020", "version 1.2.2020.4", "30/13/2026", "until 12.02.2020",
    ],
)  # fmt: skip
def test_what_is_no_day_or_two_is_none(written):
    assert dates.iso(written) is None


def head(*lines: str):
    data = "\n".join(["---", *lines, "---", "text", ""]).encode()
    [record] = parse.parse_bytes(files.Source("a.md", "a.md", "a.md"), data, parse.Options())
    return record["updated"], [(warning["code"], warning["detail"]) for warning in record["warnings"]]


@pytest.mark.parametrize(
    "key",
    [
        "updated", "edited", "modified", "last_modified", "Last-Modified", "lastmod", "updated_at",
        "updatedAt", "date_modified", "dateModified", "Stand", "revised", "last updated", "date",
        "effective", "zuletzt ge\u00e4ndert",
    ],
)  # fmt: skip
def test_the_usual_keys_of_front_matter_state_the_last_change(key):
    assert head("title: T", f"{key}: 12.02.2020") == ("2020-02-12", [])


def test_a_change_is_told_before_a_date_and_a_date_before_the_day_it_applies_from():
    assert head("effective: 2027-01-01", "date: 2026-05-04", "edited: 6 May 2026") == ("2026-05-06", [])
    assert head("effective: 2027-01-01", "date: 2026-05-04") == ("2026-05-04", [])


def test_a_day_that_may_be_two_stays_null_and_is_noted():
    assert head("edited: 03/04/2020") == (None, [("date_unclear", "edited: '03/04/2020'")])
    assert head("edited: 03/04/2020", "date: 2020-04-03") == ("2020-04-03", [])
