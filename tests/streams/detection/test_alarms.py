"""Alarms scored against known changes, beside two rules that know nothing: always alarm, never alarm."""

from math import inf

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.streams.detection.alarms import score_alarms


def test_alarms_are_counted_as_by_hand():
    made = score_alarms([5, 130, 140, 560, 700], [100, 500, 690], 1000, 50)
    # 130 (delay 30) and 700 (delay 10) detect; 5, 140 and 560 are false: 560 is 60 after its change
    row = made.detector
    assert (row.alarms, row.detected, row.delay) == (5, 2, 20)
    assert (row.false_per_1000, row.precision, row.recall) == (3, 0.4, pytest.approx(2 / 3))
    assert (made.always.recall, made.always.delay, made.always.precision) == (1, 0, 0.003)
    assert (made.never.recall, made.never.false_per_1000) == (0, 0)
    assert np.isnan(made.never.precision)
    assert np.isnan(made.never.delay)


def test_an_alarm_after_the_next_change_belongs_to_that_one():
    row = score_alarms([120], [100, 110], 200, 50).detector
    assert (row.detected, row.delay, row.recall) == (1, 10, 0.5)


def test_a_stream_without_changes_has_no_recall():
    made = score_alarms([10], [], 100, 5)
    assert np.isnan(made.detector.recall)
    assert made.detector.false_per_1000 == 10
    assert made.to_dict()["detector"]["recall"] is None
    assert list(made.to_frame()["rule"]) == ["detector", "always alarm", "never alarm"]
    assert "0 changes in 100 examples" in str(made)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (([5], [3], 0, 5), "n must be a whole number of at least 1"),
        (([5], [3], 10, -1), "tolerance must be a whole number of at least 0"),
        (([50], [3], 10, 1), "alarms must be positions from 0 to 9"),
        (([5], [0.5], 10, 1), "changes must be positions from 0 to 9"),
        (([inf], [5], 10, 1), "alarms must be finite"),
    ],
)
def test_impossible_positions_are_refused(given, words):
    with pytest.raises(BadInput, match=words):
        score_alarms(*given)
