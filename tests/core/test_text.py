"""Numbers, lists and p-values as text."""

from math import inf, nan

from bakeoff.core.text import fixed, format_p, four_places, short_p, significant


def test_numbers_have_a_dash_where_undefined():
    assert [fixed(nan, 3), fixed(None, 3), fixed(1 / 3, 2)] == ["–", "–", "0.33"]
    assert [significant(nan), four_places(nan), short_p(nan), format_p(nan)] == ["–"] * 3 + ["p undefined"]


def test_infinity_is_shown():
    assert [fixed(-inf, 3, minus="-"), significant(-inf), four_places(inf)] == ["-∞", "-∞", "∞"]


def test_no_minus_before_nothing():
    assert fixed(-0.0001, 2) == "0.00"


def test_whole_numbers_from_a_thousand_up():
    assert [significant(999.95), significant(1000.4), significant(-123456.0)] == ["1000", "1000", "-123456"]
