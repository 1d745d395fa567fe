"""The mean over rows that come in groups, with the standard error CR2 and the degrees of freedom of Bell and McCaffrey."""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.unit_shape import NORMAL, UnitShape, shape_of

__all__ = ["ClusteredMean", "clustered_mean"]

ROUNDING = 1e-12  # of the mean: a standard error that is smaller is rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredMean:
    """A weighted mean over rows, its standard error, and what the error is based on."""

    value: float
    error: float  # zero where all groups have the same mean, NaN where there is one group
    df: float
    groups: int
    rows: int  # of positive weight
    shape: UnitShape = NORMAL  # by what the groups add to the mean


def clustered_mean(values: Array, groups: Array | None = None, weight: Array | None = None) -> ClusteredMean:
    r"""Return the mean of rows that may depend on each other within groups, and on nothing else.

    The residuals of a group are multiplied by :math:`B_j^{-1/2}`, where :math:`B_j` is the group's block of the
    covariance of residuals if rows were independent and spread alike; then the sum of squared group totals is an unbiased
    variance in that case (CR2), and it has approximately a scaled chi-squared law (Satterthwaite) with the degrees of
    freedom of Bell and McCaffrey: C - 1 for C groups of one size. Without groups every row is a group. A row without
    weight is no row.  References: bell2002, pustejovsky2018.

    >>> made = clustered_mean(np.array([1.0, 0.0, 1.0, 1.0]), np.array([1, 1, 2, 2]))
    >>> made.value, round(made.error, 12), made.df, made.groups
    (0.75, 0.25, 1.0, 2)
    """
    if weight is not None:
        kept = np.asarray(weight) > 0
        values, weight = values[kept], np.asarray(weight, dtype=np.float64)[kept]
        groups = None if groups is None else groups[kept]
        weight = weight / weight.max(initial=0.0) if weight.size else weight
    n = len(values)
    heavy = np.ones(n) if weight is None else weight
    codes = np.arange(n) if groups is None else np.unique(groups, return_inverse=True)[1].reshape(-1)
    many, total = int(codes.max(initial=-1)) + 1, float(heavy.sum())
    mean = float(heavy @ values) / total if n else nan
    if many < 2:
        return ClusteredMean(value=mean, error=nan, df=nan, groups=many, rows=n)
    share = _adjusted(codes, heavy, total)
    moved = np.bincount(codes, weights=share * (values - mean)) / total
    error = sqrt(float(moved @ moved))
    scale = max(abs(mean), float(np.abs(values).max()))
    df = _degrees_of_freedom(codes, share, heavy, total)
    error = error if error > ROUNDING * scale else 0.0
    return ClusteredMean(value=mean, error=error, df=df, groups=many, rows=n, shape=shape_of(moved) if error else NORMAL)  # fmt: skip


def _adjusted(codes: Array, heavy: Array, total: float) -> Array:
    r"""Return :math:`B_j^{-1/2} w_j`, row by row, with :math:`B_j = I - (1 w_j' + w_j 1') / W + 1 1' \sum w^2 / W^2`.

    :math:`B_j` differs from the identity in the plane of 1 and :math:`w_j` only, so a 2 x 2 root is enough.
    """
    size = np.bincount(codes).astype(np.float64)
    mean = np.bincount(codes, weights=heavy) / size
    apart = heavy - mean[codes]
    along, across = mean * np.sqrt(size), np.sqrt(np.bincount(codes, weights=apart * apart))  # w_j in the plane
    first = 1 - 2 * mean * size / total + size * float(heavy @ heavy) / total**2
    mixed = -np.sqrt(size) * across / total  # the lower right cell is 1
    root = np.sqrt(first - mixed**2)
    scale = np.sqrt(first + 1 + 2 * root)
    p, q, r = (first + root) / scale, mixed / scale, (1 + root) / scale  # the square root of B_j
    determinant = p * r - q * q
    one, two = (r * along - q * across) / determinant, (p * across - q * along) / determinant
    slope = np.divide(two, across, out=np.zeros_like(two), where=across > 0)
    return np.asarray((one / np.sqrt(size))[codes] + slope[codes] * apart)


def _degrees_of_freedom(codes: Array, share: Array, heavy: Array, total: float) -> float:
    """Twice the squared mean over the variance of the estimated variance, if rows were independent and spread alike."""
    t, v, q = (np.bincount(codes, weights=column) for column in (share, share * heavy, share * share))
    cross, square = -1 / total, float(heavy @ heavy) / total**2
    own = 2 * cross * v * t + square * t * t  # the diagonal of cross (v t' + t v') + square t t'
    tt, vt, vv = float(t @ t), float(v @ t), float(v @ v)
    squares = cross**2 * 2 * (vv * tt + vt**2) + 4 * cross * square * vt * tt + square**2 * tt**2
    squares += float(q @ q + 2 * (q @ own))
    return float(f"{float((q + own).sum()) ** 2 / squares:.12g}")  # 19, not 19.000000000000004
