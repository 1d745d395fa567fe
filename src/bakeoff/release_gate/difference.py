"""The difference of two models on the same rows, by any measure, with its law; the base may be multiplied by a factor first.

Shares of rows are compared by Tango's score test, means over rows and transformed means by Student's t (groups with the standard error CR2),
areas under the ROC curve by DeLong's variance, measures of counts by the delta method on the joint table of truth and both answers, all other
measures by resamples of the rows.
"""

from math import inf, isfinite, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.estimates.analytic.area_difference import area_difference, is_area
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.estimates.analytic.unit_shape import shape_of
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.estimates.in_time import is_timed, series_mean, timed_values
from bakeoff.estimates.resampling.class_posterior import LEAST
from bakeoff.estimates.resampling.paired import aligned, resampled_differences
from bakeoff.estimates.resampling.tails import tails_of
from bakeoff.measures.measure import IntervalRule, Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.release_gate.law import InvertedLaw, Law, ScoreLaw, StudentLaw

__all__ = ["law_of_rows", "law_of_values", "law_over_time"]

DRAWS = 2_000  # resamples where no formula is known: an end then varies by about 3 % of the width of the interval
CELLS = 1_000  # of truth and both answers: a table of ten classes
STEP = 1e-4  # share of the rows that is moved into a cell to see how a measure follows it
APART = 2 / 3  # of a row for each class, where answers differ; half as much where they agree: as in paired intervals (decision 9)  # fmt: skip


def law_of_rows(base: Predictions, new: Predictions, measure: Measure, *, factor: float = 1.0, seed: int = 0) -> Law:
    """The law of the measure of the new model less `factor` times that of the base.

    Parameters
    ----------
    base, new
        Predictions of the same rows; they are matched by row id. Rows that carry a group count together.
    measure
        Any measure that both sets of predictions allow.
    factor
        By what the base is multiplied: 1.02 asks whether the new model is within 2 % of it.
    seed
        Of the resamples, where the measure needs them.
    """
    (base, new), units = aligned((base, new))
    for pred in (base, new):
        if reason := measure.fits(pred):
            raise NotApplicable(reason)
    if measure.interval is IntervalRule.LARGEST:
        raise NotApplicable(
            f"no interval is known for {measure.name}, which rests on a single row; use a mean over rows"
        )
    if is_timed(base):
        return _in_time(base, new, measure, factor)
    if measure.per_row is not None:
        first, second = measure.per_row(base), measure.per_row(new)
        if measure.after is None:
            return law_of_values(first, second, factor=factor, groups=units, weight=base.weight)
        return _of_transformed(measure, first, second, factor, units, base.weight)
    if is_area(measure, base) and factor == 1.0:
        area = area_difference(new, base, measure, units)
        method = (
            f"{area.method}, t" if area.df == inf else area.method
        )  # the kurtosis of the placements limits the degrees of freedom
        return StudentLaw(value=area.value, error=area.error, df=area.df, method=method, shape=area.shape)
    if measure.reads.tabulated and not base.task.clusters and 1 < len(base.classes) ** 3 <= CELLS:
        return _of_tables(base, new, measure, factor, units)
    return _of_draws(base, new, measure, factor, units, seed)


def _in_time(base: Predictions, new: Predictions, measure: Measure, factor: float) -> Law:
    """Of rows in time, by the mean of what each time contributes; no interval where times cannot show how much it varies."""
    value = float(measure(new)) - factor * float(measure(base))
    try:
        sides = [timed_values(measure, pred).values for pred in (new, base)]
    except NotApplicable as problem:
        return StudentLaw(value=value, error=nan, method=f"no interval: {problem}")
    return law_over_time(sides[0] - factor * sides[1], value)


def law_over_time(differences: Array, value: float | None = None) -> Law:
    """The law of the mean of one difference for each time, the earliest first."""
    mean = series_mean(differences)
    method = f"no interval: {mean.withheld}" if mean.withheld else "cosine series, t"
    return StudentLaw(value=mean.value if value is None else value, error=mean.error, df=mean.df, method=method)


def law_of_values(base: Array, new: Array, *, factor: float = 1.0, groups: Array | None = None, weight: Array | None = None) -> Law:  # fmt: skip
    """The law of the mean of one score per row, of two models on the same rows.

    >>> law = law_of_values(np.zeros(400), np.zeros(400))
    >>> [round(end, 4) for end in law.ends(0.9)], law.method
    ([-0.0067, 0.0067], "Tango's score interval")
    """
    alone = groups is None and weight is None
    hits = bool(np.isin(base, (0, 1)).all() and np.isin(new, (0, 1)).all())
    if hits and alone:
        return _of_hits(base, new, factor, len(base))
    mean = clustered_mean(new - factor * base, groups, weight)
    if hits and mean.error == 0:
        return _of_hits(base, new, factor, _independent(groups, weight))
    method = "paired t" if alone else "paired t, CR2"
    return StudentLaw(value=mean.value, error=mean.error, df=mean.df, method=method, shape=mean.shape)


def _independent(groups: Array | None, weight: Array | None) -> float:
    """As how many independent rows these count at least: their groups, or the effective number of weighted rows."""
    if groups is not None:
        return float(len(np.unique(groups)))
    assert weight is not None
    return float(weight.sum() ** 2 / (weight @ weight))


def _of_hits(base: Array, new: Array, factor: float, rows: float) -> Law:
    """Of hits and misses, which agree on few rows by chance: no row that tells two models apart is no proof that none does.

    With a factor, a row more is shared by the four kinds of rows, as in the joint table of counts.
    """
    only_new, only_base = float((new > base).sum()), float((base > new).sum())
    share = rows / len(base) if len(base) else 1.0
    if factor == 1.0:
        return ScoreLaw(only_new=only_new * share, only_base=only_base * share, rows=rows)
    both = float((new * base).sum())
    counts = share * np.array([both, only_new, only_base, len(base) - both - only_new - only_base])
    parts = counts + APART * np.array([1 / 4, 1 / 2, 1 / 2, 1 / 4])
    contrast = np.array([1.0 - factor, 1.0, -factor, 0.0])
    centre = float(parts @ contrast / parts.sum())
    error = sqrt(float(parts @ (contrast - centre) ** 2)) / float(parts.sum())
    value = float(np.mean(new) - factor * np.mean(base))
    return StudentLaw(
        value=value, error=error, df=max(rows - 1.0, 1.0), centre=centre, method="paired t of hits", shape=shape_of(contrast - centre, parts)
    )  # fmt: skip


def _of_transformed(  # noqa: PLR0917 - private, called in one place
    measure: Measure, base: Array, new: Array, factor: float, units: Array | None, weight: Array | None
) -> Law:
    """Of a function of a mean, such as the root of the mean squared error: the function is taken as straight near the mean."""
    assert measure.after is not None
    sides = []
    for values in (new, base):
        mean = float(np.average(values, weights=weight))
        step = STEP * max(abs(mean), 1e-300)
        slope = (measure.after(mean + step) - measure.after(mean - step)) / (2 * step)
        sides.append(measure.after(mean) + slope * (values - mean))  # its mean is the value, its spread that of the value  # fmt: skip
    contrast = clustered_mean(sides[0] - factor * sides[1], units, weight)
    return StudentLaw(
        value=contrast.value, error=contrast.error, df=contrast.df, method="delta method, paired t", shape=contrast.shape
    )  # fmt: skip


def _of_tables(base: Predictions, new: Predictions, measure: Measure, factor: float, units: Array | None) -> Law:
    """By how the measure follows each cell of the joint table of truth and both answers.

    Rows that stand alone share part of a row more with the cells that were not seen, so that a cell without rows is no proof that it stays
    empty. Rows with groups or weights carry the influence of their cell to their group.
    """
    k = len(base.classes)
    cells = (base.truth * k + new.labels()) * k + base.labels()
    weight = np.ones(len(base)) if base.weight is None else base.weight
    joint = np.bincount(cells, weight, k**3).reshape(k, k, k)
    value = float(measure(new)) - factor * float(measure(base))
    rows = float(len(base))
    if (
        len(base) - np.bincount(base.truth).max(initial=0) < LEAST
    ):  # nearly one class: the measure rests on rows that are not there
        return StudentLaw(
            value=value, error=nan, method=f"no interval: fewer than {LEAST} rows outside the most frequent class"
        )
    if units is not None or base.weight is not None:
        influence = _influence(joint, measure, factor, base)[1]
        mean = clustered_mean(influence[cells], units, base.weight)
        if mean.error != 0:
            return StudentLaw(value=value, error=mean.error, df=mean.df, method="delta method, CR2", shape=mean.shape)  # fmt: skip
        rows = _independent(units, base.weight)
        joint = joint * (rows / joint.sum())
    table = joint + _unseen(joint)
    centre, influence = _influence(table, measure, factor, base)
    shares = table.reshape(-1) / table.sum()
    error = float(np.sqrt((shares * influence**2).sum() / table.sum())) if isfinite(centre) and rows > 1 else nan
    return StudentLaw(
        value=value, error=error, df=rows - 1.0, centre=centre, method="delta method on the joint table",
        shape=shape_of(influence, table.reshape(-1)),
    )  # fmt: skip


def _unseen(joint: Array) -> Array:
    """Parts of a row that are added to each cell of the classes that occur."""
    k = len(joint)
    here = joint.sum(axis=(1, 2)) > 0
    more = np.where(np.eye(k) > 0, APART / (2 * k), APART / (k * (k - 1))) * min(1.0, 2 / np.count_nonzero(here))
    return np.asarray(more[None] * here[:, None, None])


def _influence(table: Array, measure: Measure, factor: float, base: Predictions) -> tuple[float, Array]:
    """The contrast on a joint table, and how it moves for each share of the rows that enters a cell."""
    total, cells = table.sum(), table.size
    moved = np.repeat(table.reshape(1, -1) * (1 - STEP), cells + 1, axis=0)
    moved[0] = table.reshape(-1)
    moved[np.arange(1, cells + 1), np.arange(cells)] += STEP * total
    tables = moved.reshape(-1, *table.shape)
    new, old = (
        np.asarray(
            measure.compute(
                Counts.of(tables.sum(axis=axis), classes=base.classes, positive=base.positive_code, n=len(base))
            )
        )
        for axis in (3, 2)
    )
    contrast = new - factor * old
    influence = (contrast[1:] - contrast[0]) / STEP
    return float(contrast[0]), np.where(table.reshape(-1) > 0, influence, 0.0)


def _of_draws(  # noqa: PLR0917 - private, called in one place
    base: Predictions, new: Predictions, measure: Measure, factor: float, units: Array | None, seed: int
) -> Law:
    value = float(measure(new)) - factor * float(measure(base))
    draws = resampled_differences(new, base, measure, n_resamples=DRAWS, groups=units, seed=seed, factor=factor)
    draws = draws[np.isfinite(draws)]
    rows = UnitShares.of_rows(units, base.weight) or len(base)

    def interval(level: float) -> tuple[float, float]:
        if len(draws) <= DRAWS / 2 or not isfinite(value):
            return nan, nan
        low, high = tails_of(level, rows).ends(draws)
        return float(low), float(high)

    return InvertedLaw(value=value, interval=interval, method=f"paired bootstrap percentile, {DRAWS} resamples")
