"""The correction CR2 of a weighted mean, from the whole matrices: what rows and groups add, if rows are independent and spread alike."""

import numpy as np


def cr2(weight, groups):
    """(what is left of each group's variance, how much the resamples are short of it, the degrees of freedom)."""
    h = np.asarray(weight, dtype=float) / np.sum(weight)
    kinds, codes = np.unique(groups, return_inverse=True)
    of_group = (codes == np.arange(len(kinds))[:, None]) * h  # sums of weighted rows
    residual = np.eye(len(h)) - np.ones((len(h), 1)) * h
    seen, true = of_group @ residual @ residual.T @ of_group.T, of_group @ of_group.T
    left = np.diag(seen) / np.diag(true)
    scaled = seen / np.sqrt(np.outer(left, left))
    return left, np.trace(true) / np.trace(seen), np.trace(scaled) ** 2 / np.sum(scaled**2)
