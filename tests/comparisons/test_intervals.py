"""Every interval of a difference covers what it promises."""

import numpy as np
import pytest

from bakeoff.comparisons import corrected_t, delong, mcnemar, paired_t, two_proportions, unpaired_t, wald, wilcoxon
from bakeoff.comparisons.significance.pseudo_median import pseudo_median

pytestmark = pytest.mark.slow
TRIALS = 500


def covered(made, true):
    return np.mean([one.low <= true <= one.high for one in made])


@pytest.mark.parametrize("test", [paired_t, wald, unpaired_t, wilcoxon], ids=lambda one: one.__name__)
def test_means_and_pseudo_medians(test):
    rng = np.random.default_rng(5)
    made = [test(rng.normal(1, 1, 30), rng.normal(0, 1, 30)).difference for _ in range(TRIALS)]
    assert 0.925 <= covered(made, 1.0) <= 0.98


def test_corrected_t_covers_correlated_splits():
    rng = np.random.default_rng(6)
    share, n = 0.5, 15
    rho = share / (1 + share)
    made = []
    for _ in range(TRIALS):
        d = 1 + np.sqrt(rho) * rng.normal() + np.sqrt(1 - rho) * rng.normal(size=n)
        made.append(corrected_t(d, np.zeros(n), share).difference)
    assert 0.92 <= covered(made, 1.0) <= 0.985


def test_accuracies_on_one_and_on_two_test_sets():
    rng = np.random.default_rng(7)
    joint = rng.multinomial(120, [0.2, 0.1, 0.5, 0.2], size=TRIALS)
    made = [mcnemar(int(b), int(c), n=120).difference for b, c, _, _ in joint]
    assert 0.93 <= covered(made, 0.1) <= 0.98
    a, b = rng.binomial(80, 0.3, TRIALS), rng.binomial(60, 0.2, TRIALS)
    made = [two_proportions(int(x), 80, int(y), 60).difference for x, y in zip(a, b, strict=True)]
    assert 0.93 <= covered(made, 0.1) <= 0.985


def test_areas():
    rng = np.random.default_rng(8)
    truth = np.arange(120) % 2
    made = []
    for _ in range(TRIALS):
        shared = rng.normal(size=120)
        a, b = truth * 1.2 + shared, truth * 1.2 + 0.7 * shared + 0.714 * rng.normal(size=120)
        made.append(delong(truth, a, b).difference)
    assert 0.92 <= covered(made, 0.0) <= 0.98


def test_many_pairs_are_counted_instead_of_listed():
    d = np.random.default_rng(9).normal(0.2, 1, 1500)
    listed_value = np.median([(x + y) / 2 for x in d[:300] for y in d[:300]])
    assert pseudo_median(d[:300]).value == pytest.approx(listed_value, abs=0.01)
    wide = pseudo_median(d)
    assert wide.low < 0.2 < wide.high
    assert wide.value == pytest.approx(pseudo_median(d[:1000]).value, abs=0.1)
