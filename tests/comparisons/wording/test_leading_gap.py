"""The gap on a card: the estimate and the sign of the sentence, in every direction and unit."""

from math import isclose

import pytest

import bakeoff as bo
from bakeoff.comparisons.wording.leading_gap import leading_gap
from bakeoff.comparisons.wording.verdict_text import verdict_text

HIGH = [0.91, 0.88, 0.93, 0.90, 0.87, 0.92, 0.89, 0.94]
LOW = [one - 0.03 - 0.01 * (at % 3) for at, one in enumerate(HIGH)]


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
@pytest.mark.parametrize("direction", ["higher", "lower"])
def test_who_is_ahead_is_first_and_above_zero(order, direction):
    table = {"a": HIGH, "b": LOW}
    gap = leading_gap(bo.compare({name: table[name] for name in order}, direction, rows="datasets").judgement)
    assert gap.first == ("a" if direction == "higher" else "b")
    assert gap.value > 0
    assert gap.low <= gap.value <= gap.high
    assert gap.better == "right"
    assert gap.amount.startswith("+")


def test_it_is_the_number_of_the_sentence():
    judged = bo.compare({"a": HIGH, "b": LOW, "c": LOW[::-1]}, rows="datasets", measure="accuracy").judgement
    gap, text = leading_gap(judged), dict(verdict_text(judged).facts)["By how much"]
    assert gap.amount.removeprefix("+") in text
    assert gap.interval in text
    assert gap.unit == "points accuracy"


def test_ratios_are_in_percent_and_better_to_the_left():
    table = {"a": [1.0, 20.0, 300.0, 4.0, 55.0, 6.0, 71.0], "b": [1.5, 28.0, 450.0, 6.5, 80.0, 8.5, 99.0]}
    gap = leading_gap(bo.compare(table, rows="datasets", measure="rmse").judgement)
    assert gap.first == "a"
    assert gap.better == "left"
    assert gap.amount.endswith("%")
    assert gap.value < 0


def test_identical_learners_have_none_and_the_region_is_on_the_scale():
    assert leading_gap(bo.compare({"a": HIGH, "b": HIGH}, rows="datasets").judgement) is None
    gap = leading_gap(bo.compare({"a": HIGH, "b": LOW}, rows="datasets", measure="accuracy", rope=0.01).judgement)
    assert isclose(gap.rope, 1.0)
