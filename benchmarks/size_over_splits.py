"""How often do tests over splits reject two learners of equal expected accuracy?

The same method learns from one half of the columns and from the other half; the halves are exchangeable, so both
have the same expected accuracy on every sample size. One sample of rows gives ten differences of 5x2 and a hundred of 10x10
cross-validation; the table shows the share of samples on which each test rejects at .05, and its power where the second
half is made weaker. Run: python benchmarks/size_over_splits.py [samples]
"""

import sys

import numpy as np

from bakeoff.comparisons import corrected_t, five_by_two_f, five_by_two_t

COLUMNS = 6
ROWS = (40, 100, 300)


def nearest_neighbour(x, y, train, test):
    gaps = ((x[test][:, None, :] - x[train][None, :, :]) ** 2).sum(axis=2)
    return y[train][gaps.argmin(axis=1)]


def naive_bayes(x, y, train, test):
    scores = np.zeros((test.size, 2))
    for c in (0, 1):
        rows = x[train][y[train] == c]
        if len(rows) < 2:
            scores[:, c] = -np.inf
            continue
        mean, var = rows.mean(axis=0), rows.var(axis=0) + 1e-9
        scores[:, c] = np.log(len(rows)) - 0.5 * (((x[test] - mean) ** 2) / var + np.log(var)).sum(axis=1)
    return scores.argmax(axis=1)


def least_squares(x, y, train, test):
    design = np.column_stack([np.ones(len(x)), x])
    gram = design[train].T @ design[train] + 1e-6 * np.eye(design.shape[1])
    weights = np.linalg.solve(gram, design[train].T @ (2.0 * y[train] - 1))
    return (design[test] @ weights > 0).astype(int)


LEARNERS = {"1-NN": nearest_neighbour, "naive Bayes": naive_bayes, "linear": least_squares}


def differences(rng, learner, n, repeats, folds, *, weaker=0.0, shift=0.5):
    y = np.arange(n) % 2
    x = rng.normal(size=(n, COLUMNS)) + shift * y[:, None]
    half = COLUMNS // 2
    x[:, half:] -= weaker * y[:, None]
    d = np.empty((repeats, folds))
    for run in range(repeats):
        parts = np.array_split(rng.permutation(n), folds)
        for fold, test in enumerate(parts):
            train = np.concatenate([part for i, part in enumerate(parts) if i != fold])
            a, b = (np.mean(learner(one, y, train, test) == y[test]) for one in (x[:, :half], x[:, half:]))
            d[run, fold] = a - b
    return d


def rejections(d, share):
    zero = np.zeros(d.size)
    made = {
        "corrected t, n - 1 df": corrected_t(d.ravel(), zero, share),
        "corrected t, 10 df": corrected_t(d.ravel(), zero, share, df=10),
    }
    if d.shape == (5, 2):
        made |= {"5x2cv t": five_by_two_t(d), "5x2cv F": five_by_two_f(d)}
    return {name: one.p_value <= 0.05 for name, one in made.items()}


def main(samples=1000):
    for (repeats, folds), share in {(5, 2): 1.0, (1, 10): 1 / 9, (10, 10): 1 / 9}.items():
        for name, learner in LEARNERS.items():
            for n in ROWS:
                for weaker in (0.0, 0.3):
                    many = (
                        max(samples // 5, 1)
                        if (repeats, folds) == (10, 10) and learner is nearest_neighbour
                        else samples
                    )
                    rng = np.random.default_rng(20261117)
                    seen = [
                        rejections(differences(rng, learner, n, repeats, folds, weaker=weaker), share)
                        for _ in range(many)
                    ]
                    rates = "  ".join(f"{test} {np.mean([one[test] for one in seen]):.3f}" for test in seen[0])
                    print(
                        f"{repeats}x{folds}  {name:12s} {n:4d} rows  {'power' if weaker else 'size '}  {rates}",
                        flush=True,
                    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
