"""The shape of what units add to an estimate: signs, limits, and counts in place of repeats."""

from math import inf

import numpy as np
import pytest

from bakeoff.estimates.analytic.unit_shape import NORMAL, shape_of


def test_counts_are_repeats():
    parts, often = np.array([3.0, -1.0, 0.5]), np.array([1, 4, 2])
    counted, repeated = shape_of(parts, often), shape_of(np.repeat(parts, often))
    assert (counted.skewness, counted.freedom) == pytest.approx((repeated.skewness, repeated.freedom))


def test_normal_units_are_known_as_well_as_their_number():
    parts = np.random.default_rng(1).normal(size=20_000)
    shape = shape_of(parts - parts.mean())
    assert abs(shape.skewness) < 0.001
    assert shape.freedom == pytest.approx(20_000, rel=0.1)


def test_nothing_that_varies_has_no_shape():
    assert shape_of(np.zeros(4)) is NORMAL
    assert shape_of(np.array([1.0, -1.0])).freedom == inf
