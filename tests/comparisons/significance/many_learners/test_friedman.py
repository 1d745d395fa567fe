"""Many learners over independent blocks by ranks: Friedman's test and Iman and Davenport's form of it."""

import numpy as np
import pytest

from bakeoff.comparisons.significance.many_learners.friedman import exact_friedman_p
from bakeoff.core.errors import BadInput


def test_exact_friedman_critical_value():
    ranks = np.array([[1, 2, 3]] * 10)
    assert exact_friedman_p(ranks) == pytest.approx(6.0**-9)
    with pytest.raises(BadInput, match="too large"):
        exact_friedman_p(np.tile(np.arange(1, 9), (30, 1)))
