"""Parts that keep the share of each of several labels: iterative stratification. Reference: sechidis2011."""

import numpy as np

from bakeoff.splits.label_folds import label_parts


def test_iterative_stratification_keeps_shares_better_than_chance_and_sizes_exactly():
    rng = np.random.default_rng(3)
    labels = (rng.random((500, 12)) < rng.uniform(0.02, 0.4, 12)).astype(int)
    shares = np.full(10, 0.1)

    def spread(part):
        counts = np.array([labels[part == fold].sum(axis=0) for fold in range(10)])
        return np.abs(counts / labels.sum(axis=0) - 0.1).mean()

    part = label_parts(labels, shares, rng)
    assert np.bincount(part).tolist() == [50] * 10
    by_lot = np.mean([spread(rng.permutation(part)) for _ in range(20)])
    assert spread(part) < 0.4 * by_lot
