"""Kolmogorov and Smirnov's test of many values is scipy's, with ties, infinite cells and values in any order."""

import numpy as np
import pytest
from scipy.stats import ks_2samp

from bakeoff.shift.columns import _kolmogorov_smirnov


@pytest.mark.parametrize("kind", ["numbers", "ties", "constant", "infinite", "apart", "one value"])
@pytest.mark.parametrize("seed", range(5))
def test_many_values_are_scipys(kind, seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=3000), rng.normal(0.05, 1.1, size=int(rng.integers(50, 4000)))
    if kind == "ties":
        a, b = np.round(a), np.round(b)
    elif kind == "constant":
        a, b = np.zeros(3000), np.zeros(40)
    elif kind == "infinite":
        a[:10], b[:5] = np.inf, -np.inf
    elif kind == "apart":
        b = b + 100
    elif kind == "one value":
        b = b[:1]
    theirs = ks_2samp(a, b, method="asymp")
    for first, second in ((a, b), (np.sort(a), b)):
        assert _kolmogorov_smirnov(first, second) == pytest.approx(
            (theirs.statistic, theirs.pvalue), rel=1e-12, abs=1e-300
        )
