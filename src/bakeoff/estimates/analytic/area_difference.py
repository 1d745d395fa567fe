"""Two areas under the ROC curve on the same rows: how far apart they are and how well that is known.

DeLong's variance comes from the placement of each row among the rows of the other class. Rows that come in groups, or that
have weights, add up their placements within a group (Obuchowski), with the corrections for few groups that means have: CR2
within each class, and the degrees of freedom of Bell and McCaffrey. A test and an interval read the same numbers.
"""

from dataclasses import dataclass, replace
from math import inf, isnan, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.auc import placements
from bakeoff.estimates.analytic.auc_multiclass import OVER_CLASSES, ROUNDING, influence
from bakeoff.estimates.analytic.unit_shape import NORMAL, UnitShape, shape_of
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.estimates.notes import CLASS_IN_ONE_GROUP, NEAR_BOUND, NO_VARIATION, ONE_CLASS, SINGLE_ROW
from bakeoff.measures.areas import roc_auc
from bakeoff.measures.measure import LinearIn, Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.placements import class_placements

__all__ = ["FEWEST_OF_CLASS", "AreaDifference", "area_difference", "is_area", "placement_difference"]

FEWEST_OF_CLASS = 30  # independent rows of either class from which the normal law is taken
ALONE = np.array([[[0.0, 0.0], [1.0, 0.0]]])  # the positives in their own column


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaDifference:
    """Two areas (or means of areas, or what is linear in one), the standard error of their difference and its law.

    The error is zero where no row tells the two apart, and NaN where it is unknown; then a note says why.
    """

    a: float
    b: float
    error: float
    df: float  # infinite: the normal law
    method: str
    notes: tuple[Note, ...] = ()
    spread: tuple[float, float] | None = (
        None  # of independent rows: DeLong's variances of the positives' and the negatives' placements
    )
    shape: UnitShape = NORMAL  # by what rows or groups add to the difference; of means over classes it is not looked at

    @property
    def value(self) -> float:
        """The first less the second; exactly zero where only rounding is left."""
        gap = self.a - self.b
        return 0.0 if abs(gap) < 1e-12 else gap

    def times(self, factor: float, shift: float) -> "AreaDifference":
        """The same of a measure that is linear in the area."""
        ends = {name: factor * getattr(self, name) + shift for name in ("a", "b")}
        shape = replace(self.shape, skewness=self.shape.skewness if factor > 0 else -self.shape.skewness)
        return replace(self, **ends, error=abs(factor) * self.error, spread=None, shape=shape)


def is_area(measure: Measure, pred: Predictions) -> bool:
    """Whether the measure is an area under the ROC curve, linear in one, or a mean of areas over classes."""
    if len(pred.classes) > 2:
        return measure in OVER_CLASSES
    return measure is roc_auc or (measure.on_two_classes is not None and measure.on_two_classes.of is roc_auc)


def area_difference(a: Predictions, b: Predictions, measure: Measure, units: Array | None) -> AreaDifference:
    """Of two sets of predictions whose rows stand in one order and all weigh something; `units` are the groups of the rows."""
    if len(a.classes) > 2:
        return _over_classes(a, b, measure, units)
    code = 1 if a.positive_code is None else a.positive_code
    areas = placement_difference(a.truth == code, a.scores(), b.scores(), groups=units, weight=a.weight)
    line = measure.on_two_classes or LinearIn(of=roc_auc)
    return areas if measure is roc_auc else areas.times(line.factor, line.shift)


def placement_difference(
    positive: Array, a: Array, b: Array, *, groups: Array | None = None, weight: Array | None = None, normal: bool | None = None
) -> AreaDifference:  # fmt: skip
    """Of two score vectors. The normal law is taken of independent rows of equal weight, `FEWEST_OF_CLASS` of either class or more.

    References: delong1988, obuchowski1997, bell2002.

    >>> y, s = np.array([1, 1, 1, 0, 0, 0]) == 1, np.array([0.9, 0.8, 0.3, 0.4, 0.2, 0.1])
    >>> made = placement_difference(y, s, s[::-1].copy(), groups=np.array([1, 2, 3, 1, 2, 3]))
    >>> round(made.value, 4), round(made.error, 4), made.df
    (0.7778, 0.2222, 2.0)
    """
    m, n = int(np.count_nonzero(positive)), int(np.count_nonzero(~positive))
    spread, shape = None, NORMAL
    if groups is None and weight is None:
        placed = [placements(score, positive) for score in (a, b)]
        area_a, area_b = (float(shares[positive].mean()) if m and n else nan for shares in placed)
        away = placed[0] - placed[1]
        up, down = (float(away[of].var(ddof=1)) if min(m, n) > 1 else nan for of in (positive, ~positive))
        areas, spread = (area_a, area_b), (up, down)
        variance, freedom = up / max(m, 1) + down / max(n, 1), inf
        if min(m, n) > 1:
            shape = shape_of(np.concatenate([(away[of] - away[of].mean()) / of.sum() for of in (positive, ~positive)]))  # fmt: skip
        plenty = min(m, n) >= FEWEST_OF_CLASS if normal is None else normal
        if not plenty and min(m, n) > 1:
            freedom = (1 / m + 1 / n) ** 2 / (1 / (m * m * (m - 1)) + 1 / (n * n * (n - 1)))
        method = "paired DeLong" + ("" if freedom == inf else ", t")
    else:
        areas, variance, freedom, shape = _by_units(positive, a, b, groups, weight)
        method = f"paired DeLong, t{'' if groups is None else ' over groups'}"
    notes: tuple[Note, ...] = ()
    if isnan(variance):
        notes = (ONE_CLASS() if not m or not n else SINGLE_ROW() if min(m, n) < 2 else CLASS_IN_ONE_GROUP(),)
    elif variance > ROUNDING and min(m, n) * min(min(area, 1 - area) for area in areas) < 1:
        notes = (NEAR_BOUND(),)
    return replace(_made(areas, variance, freedom, method, notes), spread=spread, shape=shape)


def _made(
    areas: tuple[float, float], variance: float, freedom: float, method: str, notes: tuple[Note, ...]
) -> AreaDifference:
    error = nan if isnan(variance) else sqrt(variance) if variance > ROUNDING else 0.0
    difference = AreaDifference(a=areas[0], b=areas[1], error=error, df=freedom, method=method, notes=notes)
    if error == 0 and difference.value:
        return replace(difference, notes=(NO_VARIATION(),))
    return difference


def _by_units(
    positive: Array, a: Array, b: Array, groups: Array | None, weight: Array | None
) -> tuple[tuple[float, float], float, float, UnitShape]:
    r"""Both areas, and the variance of their difference over groups, or over rows that have weights, with its degrees of freedom and shape.

    What a group adds is the sum over both classes of its placements, counted from the mean of the class. A group that holds
    much of a class pulls that mean towards itself: what it adds is divided by the root of what is left (CR2, HC2 of
    single rows). The variance is known as well as one of independent placements that spread alike would be, which gives
    :math:`(\mathrm{tr} K)^2 / \mathrm{tr} K^2` degrees of freedom with their covariance K over the groups.
    """
    truth = positive.astype(np.int64)
    heavy = np.ones(len(truth)) if weight is None else np.asarray(weight, dtype=np.float64)
    codes = np.arange(len(truth)) if groups is None else np.unique(groups, return_inverse=True)[1].reshape(-1)
    if not 0 < np.count_nonzero(positive) < len(truth):
        return (nan, nan), nan, nan, NORMAL
    first, two = (class_placements(np.column_stack([score, score]), truth, heavy, ALONE) for score in (a, b))
    away = (first.moved - two.moved)[0]  # what a row adds to the difference for each unit of its weight
    many = int(codes.max()) + 1
    moved, parts = np.zeros(many), []
    for mark in (positive, ~positive):
        owner, part = codes[mark], heavy[mark] / heavy[mark].sum()
        total, squares = (np.bincount(owner, weights=by, minlength=many) for by in (part, part * part))
        here = total > 0
        if np.count_nonzero(here) < 2:
            return (float(first.areas[1, 0]), float(two.areas[1, 0])), nan, nan, NORMAL
        shares, moves = UnitShares.of(total, squares), heavy[mark] * away[mark]
        apart = np.bincount(owner, weights=moves - part * moves.sum(), minlength=many)[here]
        moved[here] += shares.adjusted(apart)
        parts.append((here, shares))
    areas = float(first.areas[1, 0]), float(two.areas[1, 0])
    return areas, float(moved @ moved), _freedom(parts, many), shape_of(moved)


def _freedom(parts: list[tuple[Array, UnitShares]], many: int) -> float:
    """The degrees of freedom of a sum of squares over units, of which each class adds a covariance: a diagonal, and two directions."""
    covariances = []
    for here, shares in parts:
        u, v, diagonal = (np.zeros(many) for _ in range(3))
        u[here], v[here] = shares.adjusted(shares.share), shares.adjusted(shares.squares)
        diagonal[here] = shares.adjusted(shares.adjusted(shares.squares))
        middle = np.array([[float(shares.squares.sum()), -1.0], [-1.0, 0.0]])
        covariances.append((diagonal, np.column_stack([u, v]), middle))
    trace = sum(float(diagonal.sum() + np.einsum("ij,jk,ik->", z, middle, z)) for diagonal, z, middle in covariances)
    squared = 0.0
    for first, z, middle in covariances:
        for second, other, inner in covariances:
            across = z.T @ other
            squared += float(first @ second) + float(np.trace(middle @ across @ inner @ across.T))
            squared += float(first @ np.einsum("ij,jk,ik->i", other, inner, other))
            squared += float(second @ np.einsum("ij,jk,ik->i", z, middle, z))
    return float(f"{trace**2 / squared:.12g}")  # 19, not 19.000000000000004


def _over_classes(a: Predictions, b: Predictions, measure: Measure, units: Array | None) -> AreaDifference:
    """A mean of areas over classes, from what each row adds to the difference."""
    first, two = (influence(pred, (measure,))[measure] for pred in (a, b))
    moved, owner = first.less(two), units if units is not None or a.weight is None else a.rows
    variance, freedom = moved.of_rows() if owner is None else moved.of_units(owner)
    areas, sizes = (float(measure(a)), float(measure(b))), np.bincount(moved.truth)
    method = "paired DeLong over classes" + ("" if units is None else ", by group")
    if not freedom > 0 and np.any(moved.within):
        return _made(areas, nan, nan, method, (NO_VARIATION(),))
    near = min(min(area, 1 - area) for area in areas) * sizes.min() < 1
    return _made(areas, variance if freedom > 0 else 0.0, freedom, method, (NEAR_BOUND(),) if near else ())
