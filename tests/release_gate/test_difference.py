"""The law of a difference at its borders: everything wrong, a single class, and ends beyond the range of the measure."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.release_gate.difference import law_of_rows


def test_an_interval_holds_the_value_that_was_seen_and_one_class_has_none():
    truth = ["a"] * 25 + ["b"] * 25
    wrong = ["b"] * 25 + ["a"] * 25
    base, new = (predictions_of(truth, answers, labels=["a", "b"], positive="a") for answers in (truth, wrong))
    law = law_of_rows(base, new, measure_named("f1_macro"))
    low, high = law.ends(0.9)
    assert low <= law.value == -1.0 <= high
    assert high < -0.7
    assert law.p_above(-1.0) >= 0.5
    single = [predictions_of(["a"] * 50, [answer] * 50, labels=["a", "b"], positive="a") for answer in "ab"]
    assert all(np.isnan(law_of_rows(*single, measure_named("f1_macro")).ends(0.9)))


@pytest.mark.parametrize("margin", [0.5, "50%"])
@pytest.mark.parametrize("measure", ["f1", "balanced_accuracy", "kappa"])
def test_an_interval_ends_where_the_measure_does(measure, margin):
    truth = [0, 1] * 6
    gate = bo.gate(truth, base=truth, new=[1 - label for label in truth], measure=measure, margin=margin)
    low, high = measure_named(measure).bounds
    factor = gate.first.margin.factor(gate.first.direction)
    assert low - factor * high <= gate.estimate.low <= gate.estimate.value <= gate.estimate.high <= high - factor * low
    assert (gate.first.p_worse < 0.05) == (gate.outcome.value == "fail")


def test_what_few_numbers_of_skewed_losses_show():
    rng = np.random.default_rng(5)
    truth = np.zeros(40)
    base, new = rng.normal(size=40), rng.normal(size=40)
    new[0] = 8.0  # one row with a large error: the upper end is further away than the lower one
    law = law_of_rows(
        *(predictions_of(truth, y_pred=side, task="regression") for side in (base, new)), measure_named("mse")
    )
    low, high = law.ends(0.9)
    assert high - law.value > 1.5 * (law.value - low)
