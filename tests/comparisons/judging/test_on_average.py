"""The mean difference beside the estimate of a rank test over data sets: a claim about a typical data set may not hold on average."""

import numpy as np
import pytest

from bakeoff.comparisons.judging.on_average import mean_difference


@pytest.mark.parametrize("differences", [[0.1], [np.inf, 0.1], [np.nan, 0.1]])
def test_a_mean_that_is_not_defined_is_none(differences):
    assert mean_difference(np.array(differences), 0.95) is None


def test_equal_differences_have_a_mean_and_no_interval():
    seen = mean_difference(np.full(5, 0.1), 0.95)
    assert seen.value == pytest.approx(0.1)
    assert not seen.has_interval
