"""Intervals for means of areas over classes, from placements: DeLong's variance for more than two classes.

A row takes part in the areas of several classes. Its placements, weighted as the mean weighs the areas, are one number;
how much these numbers vary within each class is what the mean varies by, and the shares of the classes add to it where
the mean depends on them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import nan, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.auc import AREAS, exact_bound, interval_ends
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import BORROWED_SPREAD, NO_TWO_ROWS, NO_VARIATION, ONE_UNIT
from bakeoff.measures.areas import roc_auc_ovo, roc_auc_ovo_weighted, roc_auc_ovr, roc_auc_ovr_weighted
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.ranking.placements import class_placements

__all__ = ["OVER_CLASSES", "Influence", "influence", "mean_area_interval"]

ROUNDING = 1e-24  # a variance that is none


class Influence(NamedTuple):
    """How much each row moves a mean of areas."""

    truth: Array  # the class of each row, among those that occur
    within: Array  # (n,) by its score, as it differs from the others of its class
    between: Array  # (classes,) by its class alone
    weight: Array  # (n,)

    def of_rows(self) -> tuple[float, float]:
        """The variance of the mean over rows of equal weight, and Satterthwaite's degrees of freedom.

        As in DeLong's formula each class has its own variance; that of a class of one row is taken to be the average.
        Reference: satterthwaite1946.
        """
        rows = np.bincount(self.truth)
        several = rows > 1
        squares = np.bincount(self.truth, weights=self.within**2)
        spread = np.divide(rows * squares, rows - 1, out=np.zeros(len(rows)), where=several)
        spread[~several] = (
            float((spread * rows)[several].mean()) if several.any() else nan
        )  # a row's is n times as much
        total = float(spread.sum() + (rows * self.between**2).sum())
        unsure = float((spread**2 / np.maximum(rows - 1, 1)).sum())
        return total, total**2 / unsure if unsure > 0 else nan

    def of_units(self, owner: Array) -> tuple[float, float]:
        """The same over groups of rows, or rows of different weight."""
        moves = self.weight * (self.within + self.between[self.truth])
        numbers, codes = np.unique(owner, return_inverse=True)
        moved = np.bincount(codes.reshape(-1), weights=moves)
        if len(numbers) < 2:
            return nan, 0.0
        shares = UnitShares.of_rows(codes, self.weight)
        assert shares is not None
        return float((shares.adjusted(moved) ** 2).sum()), shares.freedom

    def less(self, other: "Influence") -> "Influence":
        """How much each row moves the difference of two means."""
        return self._replace(within=self.within - other.within, between=self.between - other.between)


class MeanOfAreas(NamedTuple):
    """A mean of the areas of all ordered pairs of classes."""

    pairs: Callable[[Array], Array]  # how much each counts, from the sizes of the classes
    shares: Callable[[Array, Array], Array]  # how much a row of each class moves it by counting in its class


def _against_rest(sizes: Array, shares: Array) -> Array:
    """The area of class i against the rest is the mean over the others, each as large as it is."""
    weights = shares[:, None] * sizes / (sizes.sum() - sizes)[:, None]
    np.fill_diagonal(weights, 0.0)
    return np.asarray(weights)


def _moved_rest(sizes: Array, areas: Array, moves: Array) -> tuple[Array, Array]:
    """The areas against the rest, and how a row of each class moves them by being one more of the rest."""
    rest = sizes.sum() - sizes
    against = (areas * sizes).sum(axis=1) / rest
    away = areas - against[:, None]
    np.fill_diagonal(away, 0.0)
    return against, np.asarray((moves / rest) @ away)


def _alike(sizes: Array) -> Array:
    return np.full(len(sizes), 1.0 / len(sizes))


def _ovr_weighted_shares(sizes: Array, areas: Array) -> Array:
    share = sizes / sizes.sum()
    against, moved = _moved_rest(sizes, areas, share)
    return np.asarray(moved + (against - share @ against) / sizes.sum())


def _ovo_pairs(sizes: Array) -> Array:
    k = len(sizes)
    return (1.0 - np.eye(k)) / (k * (k - 1))


def _ovo_weighted_pairs(sizes: Array) -> Array:
    weights = (sizes[:, None] + sizes) / (2 * (len(sizes) - 1) * sizes.sum())
    np.fill_diagonal(weights, 0.0)
    return np.asarray(weights)


def _ovo_weighted_shares(sizes: Array, areas: Array) -> Array:
    mean = float((_ovo_weighted_pairs(sizes) * areas).sum())
    of_class = (areas.sum(axis=0) + areas.sum(axis=1)) / (2 * (len(sizes) - 1))
    return np.asarray((of_class - mean) / sizes.sum())


OVER_CLASSES: Mapping[Measure, MeanOfAreas] = {
    roc_auc_ovr: MeanOfAreas(
        lambda sizes: _against_rest(sizes, _alike(sizes)), lambda sizes, areas: _moved_rest(sizes, areas, _alike(sizes))[1]
    ),
    roc_auc_ovr_weighted: MeanOfAreas(lambda sizes: _against_rest(sizes, sizes / sizes.sum()), _ovr_weighted_shares),
    roc_auc_ovo: MeanOfAreas(_ovo_pairs, lambda sizes, _: np.zeros(len(sizes))),
    roc_auc_ovo_weighted: MeanOfAreas(_ovo_weighted_pairs, _ovo_weighted_shares),
}  # fmt: skip


def influence(pred: Predictions, measures: Sequence[Measure]) -> dict[Measure, Influence]:
    """How much each row moves these means of areas, all from one look at the scores; every row must weigh something."""
    weight = np.ones(len(pred)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
    here, truth = np.unique(pred.truth, return_inverse=True)
    score = pred.scores() if len(here) == len(pred.classes) else pred.scores()[:, here]
    sizes = np.bincount(truth, weights=weight)
    means = [OVER_CLASSES[measure] for measure in measures]
    placements = class_placements(score, truth, pred.weight, np.array([mean.pairs(sizes) for mean in means]))
    influences = {}
    for measure, mean, moved in zip(measures, means, placements.moved, strict=True):
        middle = np.bincount(truth, weights=weight * moved) / sizes
        between = mean.shares(sizes, placements.areas)
        influences[measure] = Influence(truth=truth, within=moved - middle[truth], between=between, weight=weight)
    return influences


def mean_area_interval(measure: Measure, draws: Resamples, level: float, method: str = "delong-logit") -> Estimate:
    """The mean of the areas with its interval, on the logit scale unless plain DeLong is asked for.

    Where every pair of rows is in order the exact bound is given of as many trials as the smallest class has rows: so
    many times a row of each class was drawn, and all of them were in order. References: delong1988, hand2001.
    """
    from scipy.special import stdtrit

    moved, owner = _found(measure, draws), None if draws.by_rows else _owner(draws)
    value, smallest = float(measure.compute(draws.summaries.ranking)), int(np.bincount(moved.truth).min())
    name = f"{AREAS[method]} over classes{draws.called(measure)}"
    estimate = Estimate(value=value, low=nan, high=nan, level=level, method=name, n=draws.rows)
    if owner is None and value in {0.0, 1.0}:
        return exact_bound(estimate, smallest)
    variance, freedom = moved.of_rows() if owner is None else moved.of_units(owner)
    if not freedom > 0:
        return replace(estimate, notes=(ONE_UNIT(unit="group") if owner is not None else NO_TWO_ROWS(),))
    if not variance > ROUNDING:
        return replace(estimate, notes=(NO_VARIATION(),))
    low, high = interval_ends(value, float(stdtrit(freedom, (1 + level) / 2)) * sqrt(variance), method)
    return replace(estimate, low=low, high=high, notes=(BORROWED_SPREAD(),) if smallest < 2 else ())


def _found(measure: Measure, draws: Resamples) -> Influence:
    """Made once for all measures that will be asked for."""
    kept: dict[Measure, Influence] = draws.kept.setdefault("areas", {})
    if measure not in kept:
        rows, some = _counting(draws)
        asked = dict.fromkeys([measure, *(mean for mean in OVER_CLASSES if mean in draws.wanted)])
        kept.update(influence(rows if some is None else rows.take(some), tuple(asked)))
    return kept[measure]


def _counting(draws: Resamples) -> tuple[Predictions, Array | None]:
    """The rows, and which of them weigh something if that is not all of them."""
    rows = draws.summaries.ranking.many
    assert rows is not None
    return rows, None if rows.weight is None or rows.weight.all() else np.flatnonzero(rows.weight)


def _owner(draws: Resamples) -> Array:
    """The number of the unit that each row that counts belongs to."""
    owner, (_, some) = draws.owner(), _counting(draws)
    return owner if some is None else owner[some]
