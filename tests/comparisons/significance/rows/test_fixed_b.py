"""The fixed-b law: the printed critical values, its exactness for independent values, and the variant of the Diebold-Mariano test."""

import numpy as np
import pytest

from bakeoff.comparisons import diebold_mariano
from bakeoff.comparisons.significance.rows.fixed_b import (
    bandwidth_of,
    bartlett_error,
    fixed_b_quantile,
    fixed_b_two_sided,
)

# Kiefer and Vogelsang (2005), table 1, Bartlett: critical values of one tail as polynomials of b, fitted to simulated ones.
PRINTED = {
    0.90: (1.2816, 1.3040, 0.5135, -0.3386),
    0.95: (1.6449, 2.1859, 0.3142, -0.3427),
    0.975: (1.9600, 2.9694, 0.4160, -0.5324),
    0.99: (2.3263, 4.1618, 0.5368, -0.9060),
}  # fmt: skip


@pytest.mark.parametrize("quantile", PRINTED)
@pytest.mark.parametrize("b", [0.02, 0.1, 0.2, 0.5, 1.0])
def test_critical_values_equal_the_printed_ones(quantile, b):
    printed = sum(part * b**power for power, part in enumerate(PRINTED[quantile]))
    ours = fixed_b_quantile(2 * quantile - 1, 400, round(400 * b))
    assert ours == pytest.approx(printed, rel=0.02)  # the printed curves are fits to simulated values


def test_the_law_is_exact_for_independent_normal_values():
    rng, n, runs = np.random.default_rng(8), 25, 4000
    bandwidth = bandwidth_of(n)
    t = [abs(d.mean()) / bartlett_error(d, bandwidth) for d in rng.standard_normal((runs, n))]
    for level in (0.8, 0.95, 0.99):
        share = np.mean(np.array(t) > fixed_b_quantile(level, n, bandwidth))
        assert share == pytest.approx(1 - level, abs=4 * np.sqrt(level * (1 - level) / runs))


def test_more_values_keep_the_law_of_their_share():
    assert fixed_b_two_sided(2.5, 4000, 400) == pytest.approx(fixed_b_two_sided(2.5, 400, 40), abs=1e-12)


def test_the_error_is_the_weighted_sum_of_covariances():
    d = np.random.default_rng(2).standard_normal(40)
    away = d - d.mean()
    by_hand = sum(max(0, 1 - abs(i - j) / 8) * away[i] * away[j] for i in range(40) for j in range(40))
    assert bartlett_error(d, 8) == pytest.approx(np.sqrt(by_hand) / 40)


def test_p_interval_and_sides_agree():
    rng = np.random.default_rng(4)
    a, b = rng.standard_normal(80) + 0.25, rng.standard_normal(80)
    both = diebold_mariano(a, b, variant="fixed-b")
    at_edge = diebold_mariano(a, b, variant="fixed-b", level=1 - both.p_value)
    assert min(abs(at_edge.difference.low), abs(at_edge.difference.high)) == pytest.approx(0, abs=1e-6)
    greater, less = (diebold_mariano(a, b, variant="fixed-b", alternative=side).p_value for side in ("greater", "less"))
    assert greater + less == pytest.approx(1)
    assert 2 * min(greater, less) == pytest.approx(both.p_value)
    assert diebold_mariano(b, a, variant="fixed-b").p_value == pytest.approx(both.p_value)
    assert diebold_mariano(a, a, variant="fixed-b").p_value == 1.0
    assert np.isnan(diebold_mariano(a + 1, a, variant="fixed-b").p_value)
