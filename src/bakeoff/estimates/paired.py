"""The difference of a measure between two sets of predictions on the same rows, with its interval."""

from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import Reads
from bakeoff.predictions import kernels
from bakeoff.predictions.counts import Counts
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summary import summarize

__all__ = ["matched", "paired_difference"]


def matched(a: Predictions, b: Predictions) -> tuple[Predictions, Predictions]:
    """Both about the same rows in the same order, matched by row id; refuses ids that differ or repeat."""
    if a.classes != b.classes or a.positive != b.positive or a.task is not b.task:
        raise BadInput("the two sets of predictions have different classes, positive class or task")
    if not np.array_equal(a.rows, b.rows):
        for pred in (a, b):
            if len(np.unique(pred.rows)) != len(pred):
                raise BadInput("a row id occurs twice; compare one repeat at a time or give unique ids")
        order_a, order_b = np.argsort(a.rows, kind="stable"), np.argsort(b.rows, kind="stable")
        if len(a) != len(b) or not np.array_equal(a.rows[order_a], b.rows[order_b]):
            raise BadInput("the two sets of predictions are not about the same rows; keep the rows both have")
        a, b = a.take(order_a), b.take(order_b)
    if not np.array_equal(a.truth, b.truth):
        at = int(np.argmax(a.truth != b.truth))
        raise BadInput(f"row {a.rows[at]} has a different truth in the two sets of predictions")
    return a, b


def paired_difference(
    a: Predictions,
    b: Predictions,
    measure: Measure | str,
    *,
    level: float = 0.95,
    n_resamples: int = 2000,
    groups: Any = None,
    random_state: int = 0,
) -> Estimate:
    """A minus b, in the measure's own units, with an interval that respects the pairing.

    Means of row losses get Student's interval of the row differences, the area under the ROC curve DeLong's, count
    measures a bootstrap over the joint table, the rest a bootstrap of rows.
    """
    probability("level", level)
    count("n_resamples", n_resamples, least=2)
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    a, b = matched(a, b)
    for pred in (a, b):
        reason = what.fits(pred)
        if reason:
            raise NotApplicable(reason)
    if groups is None and a.weight is None:
        if what.per_row is not None and what.after is None:
            return _mean_difference(what.per_row(a) - what.per_row(b), what(a) - what(b), level)
        if what.name == "roc_auc":
            return _area_difference(a, b, level)
    value = what(a) - what(b)
    units = None if groups is None else np.asarray(groups)
    seen = _resampled(a, b, what, n_resamples=n_resamples, groups=units, seed=random_state)
    kept = seen[np.isfinite(seen)]
    low, high = (nan, nan)
    if np.isfinite(value) and len(kept) > len(seen) / 2:
        low, high = (float(one) for one in np.quantile(kept, [(1 - level) / 2, (1 + level) / 2]))
    name = f"paired bootstrap percentile, {n_resamples} resamples" + ("" if groups is None else ", by group")
    return Estimate(value=value, low=low, high=high, level=level, method=name, n=len(a))


def _mean_difference(rows: Array, value: float, level: float) -> Estimate:
    from scipy.special import stdtrit

    n = len(rows)
    low = high = nan
    warnings: tuple[str, ...] = ()
    if n > 1 and np.isfinite(rows).all():
        reach = float(stdtrit(n - 1, (1 + level) / 2)) * float(rows.std(ddof=1)) / sqrt(n)
        low, high = value - reach, value + reach
    else:
        warnings = ("one row, or an infinite loss: no interval can be given",)
    return Estimate(value=value, low=low, high=high, level=level, method="paired t over rows", n=n, warnings=warnings)


def _area_difference(a: Predictions, b: Predictions, level: float) -> Estimate:
    from scipy.special import ndtri

    positive = a.truth == a.positive_code
    gap = kernels.area_gap(a.scores(), b.scores(), positive)
    m = int(positive.sum())
    value, low, high = gap.a - gap.b, nan, nan
    if not isnan(gap.positive):
        reach = float(ndtri((1 + level) / 2)) * sqrt(gap.positive / m + gap.negative / (len(a) - m))
        low, high = max(value - reach, -1.0), min(value + reach, 1.0)
    return Estimate(value=value, low=low, high=high, level=level, method="paired DeLong", n=len(a))


def _resampled(
    a: Predictions, b: Predictions, measure: Measure, *, n_resamples: int, groups: Array | None, seed: int
) -> Array:
    rng = rng_for(seed, "paired bootstrap")
    k = len(a.classes)
    if measure.reads is Reads.COUNTS and groups is None and a.weight is None and 0 < k <= 32:
        joint = np.bincount((a.truth * k + a.labels()) * k + b.labels(), minlength=k**3)
        drawn = rng.multinomial(len(a), joint / len(a), size=n_resamples).reshape(n_resamples, k, k, k)
        sides = [
            measure.compute(Counts.of(drawn.sum(axis=axis), classes=a.classes, positive=a.positive_code, n=len(a)))
            for axis in (3, 2)
        ]
        return np.asarray(sides[0] - sides[1])
    made = np.empty(n_resamples)
    parts = None
    if groups is not None:
        _, codes = np.unique(groups, return_inverse=True)
        parts = np.split(np.argsort(codes, kind="stable"), np.cumsum(np.bincount(codes))[:-1])
    for i in range(n_resamples):
        if parts is None:
            chosen = rng.integers(len(a), size=len(a))
        else:
            chosen = np.concatenate([parts[g] for g in rng.integers(len(parts), size=len(parts))])
        one, two = (summarize(pred.take(chosen)).get(measure.reads) for pred in (a, b))
        made[i] = float(measure.compute(one)) - float(measure.compute(two))
    return made
