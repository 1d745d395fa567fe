"""Differences in points, in the unit of the measure, or in percent of the other learner."""

from math import log, nan

import pytest

from bakeoff.comparisons.wording.difference_format import DifferenceFormat, rope_words
from bakeoff.comparisons.wording.measure_names import words_for


@pytest.mark.parametrize("ratio", [0.5, 0.9, 1.0, 1.25, 3.0])
def test_the_logarithm_of_a_ratio_is_shown_as_percent_of_the_other(ratio: float) -> None:
    form = DifferenceFormat(words=words_for("rmse"), relative=True, decimals=2)
    assert form.number(log(ratio)) == pytest.approx(100 * (ratio - 1))
    assert form.sign == "against"
    assert form.unit == ""


def test_shares_are_shown_in_points_and_others_in_their_unit() -> None:
    shares = DifferenceFormat(words=words_for("accuracy"), relative=False, decimals=1)
    assert shares.number(0.025) == pytest.approx(2.5)
    assert (shares.text(-0.025), shares.text(0.025, sign=False), shares.unit) == ("−2.5", "2.5", " (points)")
    errors = DifferenceFormat(words=words_for("rmse"), relative=False, decimals=3)
    assert (errors.number(0.025), errors.unit) == (0.025, "")
    assert errors.span(-0.5, 0.25) == "[−0.500, 0.250]"


def test_what_is_undefined_has_no_percent() -> None:
    assert "%" not in DifferenceFormat(words=words_for("rmse"), relative=True, decimals=1).text(nan)


def test_regions_of_equivalence() -> None:
    shares, errors = words_for("accuracy"), words_for("rmse")
    assert [rope_words(0.02, shares), rope_words(0.01, shares), rope_words(0.5, errors), rope_words(0.1, errors, relative=True)] == [
        "±2 points", "±1 point", "±0.5", "±10%",
    ]  # fmt: skip
