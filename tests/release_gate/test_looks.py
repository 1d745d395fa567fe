"""Planned looks: bounds of the published table, and a level that all looks together keep."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.release_gate.looks import Looks, bounds_of, spent


@pytest.mark.parametrize(
    ("looks", "bounds"),
    [
        # Spending function of O'Brien-Fleming type (Lan and DeMets 1983), one-sided .025, equally far apart;
        # values as gsDesign of R prints them (sfLDOF), which other packages quote as the published table.
        (2, (2.963, 1.969)),
        (3, (3.710, 2.511, 1.993)),
        (4, (4.333, 2.963, 2.359, 2.014)),
        (5, (4.877, 3.357, 2.680, 2.290, 2.031)),
    ],
)
def test_published_bounds(looks, bounds):
    times = tuple(number / looks for number in range(1, looks + 1))
    assert bounds_of(times, 0.025) == pytest.approx(bounds, abs=1.5e-3)


def test_the_last_look_has_spent_all_of_alpha():
    assert spent(1.0, 0.05) == pytest.approx(0.05)
    assert Looks(1, 1).level(0.05) == pytest.approx(0.05)


def test_all_looks_together_keep_alpha():
    steps = np.random.default_rng(1).normal(size=(40_000, 3))
    walk = np.cumsum(steps, axis=1) / np.sqrt(np.arange(1, 4))
    crossed = (walk > bounds_of((1 / 3, 2 / 3, 1.0), 0.05)).any(axis=1)
    assert crossed.mean() == pytest.approx(0.05, abs=0.0033)  # three standard errors


@pytest.mark.parametrize("arguments", [(4, 3), (0, 3), (1, 0), (1, 2, 1.5)])
def test_impossible_looks(arguments):
    with pytest.raises(BadInput):
        Looks(*arguments)
