"""Measure: the one declaration format, and when a measure applies to some predictions."""

import pytest
from sklearn.metrics import get_scorer_names

from bakeoff.measures import ALL, Direction, measure_named


@pytest.mark.parametrize("name", get_scorer_names())
def test_scikit_learns_scorers_are_understood(name):
    made = measure_named(name)
    assert made in tuple(ALL)
    if name.startswith("neg_"):
        assert made.direction is Direction.LOWER  # shown in its natural sign
