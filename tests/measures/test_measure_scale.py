"""Which value of a measure is better, and which mean may be taken."""

from math import inf, isnan, nan

import pytest
from scipy.stats import gmean

from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.measures.measure_scale import best_of, geometric_mean, has_own_units, is_cost, is_time, loss_of


def test_costs_and_times() -> None:
    assert [name for name in ("fit_seconds", "predict_seconds", "accuracy", "rmse", "nonsense") if is_cost(name)] == [
        "fit_seconds",
        "predict_seconds",
    ]
    assert is_time("fit_seconds")
    assert not is_time("accuracy")


def test_a_smaller_loss_is_a_better_value() -> None:
    values = [0.2, 0.9, 0.5]
    assert best_of(values, Direction.HIGHER) == 0.9
    assert best_of(values, Direction.LOWER) == 0.2
    coverage = measure_named("coverage")
    assert best_of([0.8, 1.0, coverage.target + 0.01], Direction.TARGET, coverage) == coverage.target + 0.01
    assert isnan(loss_of(0.5, Direction.TARGET))
    assert isnan(best_of([], Direction.HIGHER))
    assert best_of([nan, 0.3], Direction.HIGHER) == 0.3


def test_means_of_other_units_are_geometric() -> None:
    assert has_own_units("rmse")
    assert has_own_units("fit_seconds")
    assert not has_own_units("accuracy")
    assert geometric_mean([1.0, 10.0, 2.5]) == pytest.approx(gmean([1.0, 10.0, 2.5]))
    assert geometric_mean([1.0, 0.0]) == 0.0
    assert all(isnan(geometric_mean(values)) for values in ([], [1.0, inf], [nan]))
