"""The law of a difference at its borders: everything wrong, and a single class."""

import numpy as np

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
    assert high < -0.8
    assert law.p_above(-1.0) >= 0.5
    single = [predictions_of(["a"] * 50, [answer] * 50, labels=["a", "b"], positive="a") for answer in "ab"]
    assert all(np.isnan(law_of_rows(*single, measure_named("f1_macro")).ends(0.9)))
