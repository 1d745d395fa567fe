"""The board: released scores with intervals, groups and ranks that they allow, and what the number of submissions means."""

import numpy as np
import pytest


def test_the_bounds_of_a_mean_are_hoeffdings_and_hold():
    """Theorem 1 of Hoeffding (1963) by a root finder of scipy; and its promise for binomial draws, exactly."""
    from scipy.optimize import brentq
    from scipy.special import rel_entr
    from scipy.stats import binom

    from bakeoff.challenges.leaderboard import mean_bounds

    n, strictness, grid = 400, float(np.log(2 / 0.05)), 0.05  # the largest standard error is .025
    for mean in (0.1, 0.25, 0.5, 0.9):
        divergence = lambda q, p: rel_entr(p, q) + rel_entr(1 - p, 1 - q) - strictness / n  # noqa: E731
        want = (
            brentq(divergence, 1e-12, mean - grid, args=(mean - grid,)),
            brentq(divergence, mean + grid, 1 - 1e-12, args=(mean + grid,)),
        )
        assert mean_bounds(mean, n, strictness, grid) == pytest.approx(want, abs=1e-9)
    for truth in (0.02, 0.1, 0.3, 0.5):
        counts = np.arange(n + 1)
        bounds = np.array([mean_bounds(k / n, n, strictness, 0.0) for k in counts])
        covered = (bounds[:, 0] <= truth) & (truth <= bounds[:, 1])
        assert binom.pmf(counts, n, truth)[covered].sum() >= 0.95
