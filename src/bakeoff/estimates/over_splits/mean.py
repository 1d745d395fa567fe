"""Intervals for a mean over splits: Student's, corrected for overlapping training sets."""

# docs/intervals.md, "Means over splits", derives what is computed here.

from math import inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import ALL_UNDEFINED, INFINITE_SPLIT, NONE_GIVEN, ONE_SPLIT, SOME_UNDEFINED

__all__ = ["mean_over_splits"]


def mean_over_splits(
    values: ArrayLike,
    test_share: float | None,
    level: float = 0.95,
    repeats: int = 1,
    bounds: tuple[float, float] = (-inf, inf),
) -> Estimate:
    r"""How sure is a mean over splits?  :math:`\bar v \pm t_{m-1} \sqrt{(1/m + n_{test}/n_{train})\, s^2}`.

    `test_share` is n_test / n_train where training sets overlap (cross-validation, repeated subsampling), and None
    for independent values: then it is Student's interval. Undefined splits (NaN) are left out and reported. The ends are
    clipped to the measure's bounds. Reference: nadeau2003.

    >>> print(mean_over_splits([0.70, 0.60, 0.74, 0.66, 0.80], None))
    0.700 [0.605, 0.795] (95%, t over splits, n = 5)
    """
    array = np.asarray(values, dtype=np.float64).reshape(-1)
    probability("level", level)
    count("repeats", repeats)
    if test_share is not None and not test_share > 0:
        raise BadInput(f"test_share is n_test / n_train and must be positive, not {test_share}")
    kept = array[~np.isnan(array)]
    notes = [SOME_UNDEFINED(n=len(array) - len(kept), planned=len(array))] if len(kept) < len(array) else []
    method = "t over splits" if test_share is None else "corrected t over splits"
    if repeats > 1:
        method += f", {repeats} repeats"
    value = float(kept.mean()) if len(kept) else nan
    low, high, why = _ends(kept, test_share, level, bounds)
    return Estimate(value=value, low=low, high=high, level=level, method=method, n=len(kept), notes=(*notes, *why))


def _ends(
    kept: np.ndarray, test_share: float | None, level: float, bounds: tuple[float, float]
) -> tuple[float, float, tuple[Note, ...]]:
    from scipy.special import stdtrit

    m = len(kept)
    if m == 0:
        return nan, nan, (ALL_UNDEFINED(),)
    if m == 1:
        return nan, nan, (ONE_SPLIT(),)
    if not np.isfinite(kept).all():
        return nan, nan, (INFINITE_SPLIT(),)
    spread = float(kept.std(ddof=1))
    mean = float(kept.mean())
    if spread <= 1e-14 * max(1.0, abs(mean)):
        return nan, nan, (NONE_GIVEN(why="zero variance between splits"),)
    reach = float(stdtrit(m - 1, (1 + level) / 2)) * sqrt(1 / m + (test_share or 0.0)) * spread
    return max(mean - reach, bounds[0]), min(mean + reach, bounds[1]), ()
