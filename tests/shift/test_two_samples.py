"""Can a classifier tell old rows from new ones? Trained on half of them, tested on the other half."""

import numpy as np

from bakeoff.shift.two_samples import two_samples


def test_the_classifier_keeps_its_level():
    """60 pairs of 200 rows, four columns, seed 7; about 5%."""
    rng = np.random.default_rng(7)
    seen = sum(two_samples(*rng.standard_normal((2, 200, 4)), seed=trial).p_value <= 0.05 for trial in range(60))
    assert seen <= 8  # of 60: above it with probability 0.009 at 5%
