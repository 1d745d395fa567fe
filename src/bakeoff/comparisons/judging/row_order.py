"""Whether rows that are compared as independent follow each other as rows in time do: the correlation of neighbours in the order of the file."""

from collections.abc import Mapping
from itertools import combinations, islice
from math import sqrt

import numpy as np

from bakeoff.comparisons.assumption_notes import NEIGHBOURS_ALIKE
from bakeoff.comparisons.distributions import normal_quantile
from bakeoff.comparisons.midranks import midranks
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note
from bakeoff.estimates.in_time.series_mean import lag_one_correlation

__all__ = ["FALSE_ALARMS", "neighbour_notes"]

FALSE_ALARMS = 0.005  # of files of independent rows that get the note
FEWEST = 30  # rows, or groups
FEWEST_APART = 10  # of them on which two learners differ
MOST_PAIRS = 45  # of learners that are looked at: ten learners


def neighbour_notes(
    values: Mapping[str, Array], *, truth: Array | None = None, coded: bool = False, groups: Array | None = None
) -> tuple[Note, ...]:
    """A note where neighbours have clearly similar differences of two learners; none where the file is sorted by its truth.

    Of classes the mean difference of each class is taken off first, because a file may be sorted by class in part. Rows of a group are
    averaged, and groups are neighbours in the order of their first rows.

    Parameters
    ----------
    values
        The score of each learner on each row, in the order of the file.
    truth
        What was true of each row, where it is known.
    coded
        Whether the truth is the number of a class.
    groups
        What each row belongs to.

    Returns
    -------
    tuple of Note
        One note about the pair whose neighbours are most alike, or none.

    Examples
    --------
    >>> drift = {"a": np.sin(np.arange(200) / 9), "b": np.zeros(200)}
    >>> [note.code for note in neighbour_notes(drift)], neighbour_notes({"a": np.tile([0, 1], 50), "b": np.zeros(100)})
    (['comparison.neighbours_alike'], ())
    """
    if truth is not None and _sorted(truth):
        return ()
    pairs = list(islice(combinations(values, 2), MOST_PAIRS))
    found = [
        (one, pair)
        for pair in pairs
        if (one := _excess(values[pair[0]] - values[pair[1]], truth if coded else None, groups))
    ]
    if not found:
        return ()
    (score, correlation, n), pair = max(found)
    if score <= normal_quantile(1 - FALSE_ALARMS / len(pairs)):
        return ()
    return (
        NEIGHBOURS_ALIKE(
            pair=pair, correlation=correlation, n=n, unit="row" if groups is None else "group", often=FALSE_ALARMS
        ),
    )


def _excess(difference: Array, classes: Array | None, groups: Array | None) -> tuple[float, float, int] | None:
    """By how many standard errors neighbours are more alike than those of independent rows, and the correlation of how many."""
    d = np.asarray(difference, dtype=np.float64)
    if not np.isfinite(d).all():
        return None
    if classes is not None:
        codes = np.unique(classes, return_inverse=True)[1].reshape(-1)
        d = d - (np.bincount(codes, weights=d) / np.bincount(codes))[codes]
    apart = int(np.count_nonzero(difference))
    if groups is not None:
        _, first, codes = np.unique(groups, return_index=True, return_inverse=True)
        codes = codes.reshape(-1)
        d = (np.bincount(codes, weights=d) / np.bincount(codes))[np.argsort(first)]
    correlation = lag_one_correlation(midranks(d)) if d.size >= FEWEST and apart >= FEWEST_APART else np.nan
    if not np.isfinite(correlation):
        return None
    return (correlation + 1 / d.size) * sqrt(d.size), correlation, d.size


def _sorted(truth: Array) -> bool:
    """Whether the file is in the order of its truth, so that its order is not that of time."""
    values = np.asarray(truth)
    if values.ndim != 1 or values.size < 2 or values.dtype.kind not in "biuf":
        return False
    steps = np.diff(values.astype(np.float64))
    return bool((steps >= 0).all() or (steps <= 0).all())
