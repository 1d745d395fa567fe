"""Class priors of the folds of a cross-validation: what the training rows of each fold, all rows of the others, say."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.measures.classification.weka import prior_of_others

__all__ = ["FoldCounts", "add_counts", "fold_counts", "fold_priors"]

FoldCounts = Mapping[str, Mapping[str, int]]  # rows of each class, by fold


def _text(value: Any) -> str:
    """What a class or a fold is called: 1.0 is the class 1."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def fold_counts(truth: Array, folds: Array) -> FoldCounts:
    """How many rows of each class are in each fold.

    >>> fold_counts(np.array(["a", "b", "a"]), np.array([0, 0, 1]))
    {'0': {'a': 1, 'b': 1}, '1': {'a': 1}}
    """
    counts_by_fold: dict[str, dict[str, int]] = {}
    for fold in np.unique(folds).tolist():
        values, often = np.unique(truth[folds == fold], return_counts=True)
        counts_by_fold[_text(fold)] = {
            _text(value): int(n) for value, n in zip(values.tolist(), often.tolist(), strict=True)
        }
    return counts_by_fold


def add_counts(a: FoldCounts, b: FoldCounts) -> FoldCounts:
    """The counts of two parts together.

    >>> add_counts({"0": {"a": 1}}, {"0": {"a": 2, "b": 1}, "1": {"a": 1}})
    {'0': {'a': 3, 'b': 1}, '1': {'a': 1}}
    """
    return {
        fold: {
            name: a.get(fold, {}).get(name, 0) + b.get(fold, {}).get(name, 0)
            for name in {**a.get(fold, {}), **b.get(fold, {})}
        }
        for fold in {**a, **b}
    }


def fold_priors(folds: Array, counts: FoldCounts, classes: Sequence[str]) -> Array:
    """(n, K): for each row the prior of the training rows of its fold."""
    if len(counts) < 2:
        raise BadInput("--folds names a column with one value only; a prior of other folds needs at least two")
    table = np.array([[counts[fold].get(name, 0) for name in classes] for fold in counts])
    prior = dict(zip(counts, prior_of_others(table), strict=True))
    values, place = np.unique(folds, return_inverse=True)
    return np.array([prior[_text(value)] for value in values.tolist()])[place.reshape(-1)]
