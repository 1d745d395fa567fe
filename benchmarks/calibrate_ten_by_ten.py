"""Which degrees of freedom make the 10x10 cross-validation tests keep their level?

Two learners of equal expected accuracy (a Gaussian naive Bayes on one half of the columns and the same on the other
half, the halves being exchangeable) on many small samples. For each way of averaging, the degrees of freedom f are
chosen so that |mean| sqrt(f + 1) / sd exceeds the 5% point of t with f degrees of freedom on 5% of the samples, as
Bouckaert (2003) does. Run: python benchmarks/calibrate_ten_by_ten.py [samples]
"""

import sys

import numpy as np
from scipy import special

from bakeoff.comparisons.significance.cross_validation import VARIANTS, averaged


def naive_bayes_hits(x, y, train, test):
    scores = np.zeros((test.size, 2))
    for c in (0, 1):
        rows = x[train][y[train] == c]
        mean, var = rows.mean(axis=0), rows.var(axis=0) + 1e-9
        scores[:, c] = np.log(len(rows)) - 0.5 * (((x[test] - mean) ** 2) / var + np.log(var)).sum(axis=1)
    return float(np.mean(scores.argmax(axis=1) == y[test]))


def differences(rng, n=200, columns=6, shift=0.4):
    y = np.arange(n) % 2
    x = rng.normal(size=(n, columns)) + shift * y[:, None]
    half = columns // 2
    d = np.empty((10, 10))
    for run in range(10):
        folds = np.array_split(rng.permutation(n), 10)
        for fold in range(10):
            test = folds[fold]
            train = np.concatenate([folds[i] for i in range(10) if i != fold])
            d[run, fold] = naive_bayes_hits(x[:, :half], y, train, test) - naive_bayes_hits(x[:, half:], y, train, test)
    return d


def calibrated(ratios, alpha=0.05):
    """The whole number of degrees of freedom whose type-I error is nearest to alpha."""
    best, gap = 1, np.inf
    for f in range(1, 100):
        rate = float(np.mean(ratios * np.sqrt(f + 1) > special.stdtrit(f, 1 - alpha / 2)))
        if abs(rate - alpha) < gap:
            best, gap = f, abs(rate - alpha)
    return best, gap


def main(samples=1000):
    rng = np.random.default_rng(20240611)
    seen = [differences(rng) for _ in range(samples)]
    for variant in VARIANTS:
        values = [averaged(d, variant) for d in seen]
        ratios = np.array([abs(v.mean()) / v.std(ddof=1) for v in values if np.ptp(v) > 0])
        df, gap = calibrated(ratios)
        print(f"{variant:12s} df = {df:3d}   type-I error within {gap:.3f} of .05   ({ratios.size} samples)")


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:]))
