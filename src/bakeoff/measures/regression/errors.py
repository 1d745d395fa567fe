"""Measures of predicted numbers."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import BINARY, MULTICLASS, ORDINAL
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import NUMBERS, Direction, IntervalRule, Invariance, Measure, family, mean_of
from bakeoff.predictions.kinds import MEANS, ROWS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = [
    "ALL",
    "declare",
    "level_of",
    "mae",
    "max_error",
    "mse",
    "pinball",
    "pinball_cost",
    "quantile",
    "r2",
    "rmse",
    "variance",
    "variance_from_means",
    "weighted_rows",
    "weighted_sum",
]


def weighted_sum(values: Array, weight: Array | None) -> float:
    """The weighted sum; a product of vectors would wait for threads, which costs much where others use them too.

    >>> weighted_sum(np.array([1.0, 2.0]), np.array([3.0, 1.0])), weighted_sum(np.array([1.0, 2.0]), None)
    (5.0, 3.0)
    """
    return float(np.sum(values if weight is None else values * weight))


def quantile(values: Array, q: float, weight: Array | None) -> float:
    """The number with a share q of the weight below it; the middle of two where the share falls between them.

    >>> quantile(np.array([1.0, 2.0, 4.0, 8.0]), 0.5, None), quantile(np.array([1.0, 2.0, 4.0]), 0.9, np.ones(3))
    (3.0, 4.0)
    """
    if weight is None:
        n = len(values)
        first, part = divmod(n * q - 1, 1.0)
        around = [min(max(int(first), 0), n - 1), min(int(first) + 1, n - 1)]
        below, above = np.partition(values, around)[around].tolist()  # a resample asks thousands of times
        return float(above if part or below == above else (below + above) / 2)
    order = np.argsort(values)
    below = np.cumsum(np.asarray(weight)[order])
    ends = [
        np.searchsorted(below, q * below[-1] * (1 + slack)) for slack in (-1e-12, 1e-12)
    ]  # a share met but for rounding is met
    return float(values[order][np.minimum(ends, len(values) - 1)].mean())


def pinball_cost(gap: Array, q: float) -> Array:
    """What each gap between truth and predicted quantile costs: q of it where the truth lies above, else 1 - q.

    >>> pinball_cost(np.array([2.0, -2.0]), 0.75).tolist()
    [1.5, 0.5]
    """
    return np.maximum(q * gap, (q - 1) * gap)


def level_of(name: str, q: Any) -> float:
    """The quantile that a measure is asked for."""
    if isinstance(q, bool) or not isinstance(q, (int, float)) or not 0 < q < 1:
        raise BadInput(f"the quantile of {name} must lie strictly between 0 and 1, not {q!r}")
    return float(q)


INF = float("inf")
NO_ROWS = "there are no rows"
CONSTANT = "the truth does not vary"
BASELESS = f"{CONSTANT}, or never differs from the prior that was given"
ROUNDING = 1e-14  # of a mean of squares: a variance below it is what subtracting leaves of numbers that are all alike


def variance(m: RowMeans) -> Any:
    """How much the truth varies."""
    return variance_from_means(m[row_quantities.truth_squared], m[row_quantities.truth])


def variance_from_means(squared: Any, mean: Any) -> Any:
    """A variance from the mean of squares and the mean; exactly zero where nothing but rounding is left."""
    variance = squared - mean * mean
    return variance * (variance > ROUNDING * squared)


def _r2(m: RowMeans) -> Any:
    return 1.0 - ratio(m[row_quantities.squared_error], variance(m))


def _r2_regression(m: RowMeans) -> Any:
    varies, bias = (
        variance_from_means(m[row_quantities.predicted_squared], m[row_quantities.predicted]),
        m[row_quantities.signed_error] + m.pivot.bias,
    )
    return ratio(varies + bias**2, variance(m))


def _ss_reg(pred: Predictions) -> float:
    kept, weight = weighted_rows(pred)
    if not len(kept):
        return float("nan")
    mean = float(np.average(kept.truth, weights=weight))
    return weighted_sum((kept.labels() - mean) ** 2, weight)


def _explained(m: RowMeans) -> Any:
    return 1.0 - ratio(
        variance_from_means(m[row_quantities.signed_error_squared], m[row_quantities.signed_error]), variance(m)
    )


def _rrse(m: RowMeans) -> Any:
    base = m[row_quantities.baseline_squared]
    return 100.0 * np.sqrt(ratio(m[row_quantities.squared_error], np.where(np.isnan(base), variance(m), base)))


def _rae(pred: Predictions) -> float:
    kept, weight = weighted_rows(pred)
    if not len(kept) or (kept.prior is None and kept.truth.min() == kept.truth.max()):
        return float("nan")
    off, away = (
        weighted_sum(np.abs(differences), weight)
        for differences in (row_quantities.errors(kept), _from_baseline(kept, weight))
    )
    return 100.0 * float(ratio(off, away))


def _from_baseline(pred: Predictions, weight: Array) -> Array:
    """How far the truth lies from the training mean, or from its own; counted from the heaviest row, which may be all."""
    if pred.prior is not None:
        return np.asarray(pred.truth - np.asarray(pred.prior).reshape(-1))
    away = pred.truth - pred.truth[np.argmax(weight)]
    return np.asarray(away - np.average(away, weights=weight))


def weighted_rows(pred: Predictions) -> tuple[Predictions, Array]:
    """The rows that have a weight, and their weights."""
    if pred.weight is None:
        return pred, np.ones(len(pred))
    weight = np.asarray(pred.weight, dtype=np.float64)
    return (pred, weight) if weight.all() else (pred.take(np.flatnonzero(weight)), weight[weight > 0])


def _largest(pred: Predictions) -> float:
    kept, _ = weighted_rows(pred)
    return float(np.abs(row_quantities.errors(kept)).max()) if len(kept) else float("nan")


def _median(pred: Predictions) -> float:
    return quantile(np.abs(row_quantities.errors(pred)), 0.5, pred.weight) if len(pred) else float("nan")


declare = family(
    direction=Direction.LOWER, bounds=(0.0, INF), tasks=NUMBERS, needs=Output.LABEL, reads=MEANS, undefined=NO_ROWS,
    reference="hastie2009", family="regression",
)  # fmt: skip


mae = declare(
    "mae",
    "Mean absolute error",
    r"\frac1n\sum_i |y_i - f_i|",
    **mean_of(row_quantities.absolute_error),
    in_units=True,
    short="MAE",
    instead={BINARY: ("mae_proba",), MULTICLASS: ("mae_proba",), ORDINAL: ("mae_proba", "mae_ordinal")},
)
mse = declare(
    "mse",
    "Mean squared error",
    r"\frac1n\sum_i (y_i - f_i)^2",
    **mean_of(row_quantities.squared_error),
    in_units=True,
    short="MSE",
    instead={ORDINAL: ("mse_ordinal",)},
)
rmse = declare(
    "rmse",
    "Root mean squared error",
    r"\sqrt{\frac1n\sum_i (y_i - f_i)^2}",
    lambda m: np.sqrt(m[row_quantities.squared_error]),
    per_row=lambda pred: row_quantities.squared_error(pred, ORIGIN),
    after=np.sqrt,
    in_units=True,
    short="RMSE",
    instead=dict.fromkeys((BINARY, MULTICLASS, ORDINAL), ("rmse_proba",)),
)
rss = declare(
    "rss",
    "Residual sum of squares",
    r"\sum_i (y_i - f_i)^2",
    lambda m: m[row_quantities.squared_error] * m.weight,
    caveats=("grows with the number of rows: compare on the same rows only",),
    in_units=True,
)
_SUMS = family(
    direction=Direction.NEITHER, bounds=(0.0, INF), tasks=NUMBERS, needs=Output.LABEL, reads=MEANS, undefined=NO_ROWS,
    reference="hastie2009", family="regression", in_units=True,
)  # fmt: skip
ss_reg = _SUMS(
    "ss_reg",
    "Regression sum of squares",
    r"\sum_i (f_i - \bar y)^2",
    _ss_reg,
    reads=ROWS,
    caveats=(
        "grows with the number of rows",
        "rss and ss_reg add up to ss_tot only for least squares with intercept on its own training rows",
    ),
)
ss_tot = _SUMS(
    "ss_tot",
    "Total sum of squares",
    r"\sum_i (y_i - \bar y)^2",
    lambda m: variance(m) * m.weight,
    caveats=("grows with the number of rows", "describes the truth alone: it is the same for every learner"),
)
r2 = declare(
    "r2",
    "Coefficient of determination",
    r"1 - SS_{res} / SS_{tot}",
    _r2,
    direction=Direction.HIGHER,
    bounds=(-INF, 1.0),
    undefined=CONSTANT,
    caveats=("negative if the mean of the truth predicts better",),
    explains="mse",
    short="R²",
)
r2_regression = declare(
    "r2_regression",
    "Regression sum of squares over total sum of squares",
    r"SS_{reg} / SS_{tot}",
    _r2_regression,
    direction=Direction.TARGET,
    target=1.0,
    undefined=CONSTANT,
    caveats=(
        "equals r2 only for least squares with intercept on its own training rows; above 1 the predictions vary more than the truth",
    ),
    short="R² by the regression's sum of squares",
)
explained_variance = declare(
    "explained_variance",
    "Explained variance",
    r"1 - \mathrm{Var}(y - f) / \mathrm{Var}(y)",
    _explained,
    direction=Direction.HIGHER,
    bounds=(-INF, 1.0),
    undefined=CONSTANT,
    invariant=Invariance.SHIFT,
    caveats=("ignores a constant bias",),
)
max_error = declare(
    "max_error",
    "Largest error",
    r"\max_i |y_i - f_i|",
    _largest,
    reads=ROWS,
    caveats=(
        "one row decides; it grows with the number of rows",
        "no resample exceeds it, so its interval is open above, and gives the share of other rows with no larger error",
    ),
    in_units=True,
    interval=IntervalRule.LARGEST,
)
medae = declare("medae", "Median absolute error", r"\mathrm{median}_i |y_i - f_i|", _median, reads=ROWS, in_units=True)
mape = declare(
    "mape",
    "Mean absolute percentage error, as a fraction",
    r"\frac1n\sum_i |y_i - f_i| / |y_i|",
    **mean_of(row_quantities.relative_error),
    undefined="truth and prediction of a row are both zero, or there are no rows",
    reference="hyndman2006",
    caveats=("very large for a truth near zero, infinite for zero, and penalises low predictions less",),
    short="MAPE",
)
smape = declare(
    "smape",
    "Symmetric mean absolute percentage error, as a fraction",
    r"\frac1n\sum_i \frac{|y_i - f_i|}{(|y_i| + |f_i|)/2}",
    **mean_of(row_quantities.symmetric_error),
    bounds=(0.0, 2.0),
    reference="hyndman2006",
    caveats=(
        "not symmetric in spite of its name: too low costs more than too high by as much",
        "some leave out the half, so that theirs is half of this and at most 1, or print percent",
    ),
    short="symmetric MAPE",
)
msle = declare(
    "msle",
    "Mean squared logarithmic error",
    r"\frac1n\sum_i (\ln(1+y_i) - \ln(1+f_i))^2",
    **mean_of(row_quantities.squared_log_error),
    undefined="a truth or prediction is below -1, or both of a row are -1",
    short="MSLE",
)
rmsle = declare(
    "rmsle",
    "Root mean squared logarithmic error",
    r"\sqrt{\frac1n\sum_i (\ln(1+y_i) - \ln(1+f_i))^2}",
    lambda m: np.sqrt(m[row_quantities.squared_log_error]),
    per_row=lambda pred: row_quantities.squared_log_error(pred, ORIGIN),
    after=np.sqrt,
    undefined=msle.undefined,
    short="RMSLE",
)
rae = declare(
    "rae",
    "Relative absolute error, in percent",
    r"100 \sum_i |y_i - f_i| / \sum_i |y_i - \bar y|",
    _rae,
    reads=ROWS,
    undefined=BASELESS,
    reference="witten2016",
    caveats=("against the training mean where it is given (prior, --prior), else against the mean of these rows",),
    instead=dict.fromkeys((BINARY, MULTICLASS, ORDINAL), ("rae_proba",)),
)
rrse = declare(
    "rrse",
    "Root relative squared error, in percent",
    r"100 \sqrt{\sum_i (y_i - f_i)^2 / \sum_i (y_i - \bar y)^2}",
    _rrse,
    undefined=BASELESS,
    reference="witten2016",
    caveats=("against the training mean where it is given (prior, --prior), else against the mean of these rows",),
    instead=dict.fromkeys((BINARY, MULTICLASS, ORDINAL), ("rrse_proba",)),
)


def _pinball(pred: Predictions, q: float) -> Array:
    return pinball_cost(pred.truth - pred.labels(), q)


def pinball(q: float) -> Measure:
    """Loss of a predicted quantile.

    >>> pinball(0.9).name
    'pinball(0.9)'
    """
    level = level_of("pinball", q)
    return declare(
        f"pinball({parameter_text(level)})",
        f"Pinball loss of the {parameter_text(level)} quantile",
        r"\frac1n\sum_i \max(q (y_i - f_i), (q-1)(y_i - f_i))",
        **mean_of(RowQuantity(_pinball, (level,))),
        reference="koenker1978",
        in_units=True,
    )


ALL: tuple[Measure, ...] = (
    mae,
    mse,
    rmse,
    rss,
    ss_reg,
    ss_tot,
    r2,
    r2_regression,
    explained_variance,
    max_error,
    medae,
    mape,
    smape,
    msle,
    rmsle,
    pinball(0.5),
    rae,
    rrse,
)
