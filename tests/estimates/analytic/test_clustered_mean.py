"""The mean over rows that come in groups, with the standard error CR2 and the degrees of freedom of Bell and McCaffrey."""

import numpy as np
import pytest

from bakeoff.estimates.analytic.area_difference import placement_difference
from bakeoff.estimates.analytic.clustered_mean import clustered_mean


def test_the_other_side_has_the_other_sign():
    values = np.random.default_rng(2).exponential(size=60)
    groups = np.arange(60) // 3
    first, second = clustered_mean(values, groups).shape, clustered_mean(-values, groups).shape
    assert first.skewness == pytest.approx(-second.skewness)
    assert first.freedom == pytest.approx(second.freedom)
    positive, scores = np.arange(60) % 2 == 0, np.random.default_rng(3).random((2, 60))
    for more in ({}, {"groups": groups}):
        area, turned = (placement_difference(positive, *pair, **more).shape for pair in (scores, scores[::-1]))
        assert area.skewness == pytest.approx(-turned.skewness)
