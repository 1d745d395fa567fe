"""Measures of decisions over all classes: accuracy, its relatives, and top-k accuracy."""

from math import exp, inf, log, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.data.tasks import MULTICLASS, MULTILABEL, ORDINAL
from bakeoff.kernels.threads import run_jobs
from bakeoff.measures.measure import CLASSES, Caution, Direction, Measure, family
from bakeoff.predictions.kinds import CONFUSION, MEANS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.confusion import Counts, plain, ratio
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = [
    "ALL",
    "TOP_K",
    "accuracy",
    "balanced_accuracy",
    "error",
    "gmean",
    "mean_defined",
    "recall_of",
    "top_k_accuracy",
]

COSTS = "counts every error alike; where a false alarm and a miss have different costs, read expected_cost"
IMBALANCE = "under class imbalance the majority class alone scores high; read it beside balanced_accuracy or kappa"


def _accuracy(c: Counts) -> Any:
    return ratio(c.hits, c.total)


def _error(c: Counts) -> Any:
    return ratio(c.misses, c.total)


def _wrong(pred: Predictions) -> Array:
    return np.asarray(pred.labels() != pred.truth, dtype=np.float64)


def _right(pred: Predictions) -> Array:
    return np.asarray(pred.labels() == pred.truth, dtype=np.float64)


def _balanced(c: Counts) -> Any:
    return mean_defined(c.by_class(recall_of))


def recall_of(true: Any, _: Any, right: Any) -> Any:
    """The recall of a class; NaN if it does not occur."""
    return ratio(right, true)


def mean_defined(values: Array | list[float]) -> Any:
    """Mean over the classes for which the value is defined; NaN if there is none.

    >>> mean_defined([0.5, float("nan"), 1.0]), mean_defined([float("nan")])
    (0.75, nan)
    """
    if isinstance(values, list):
        defined = [value for value in values if value == value]  # noqa: PLR0124  # NaN is not itself
        return sum(defined) / len(defined) if defined else nan
    total = np.add.reduce(values, axis=-1)
    if values.ndim == 1 and total == total:  # noqa: PLR0124  # as nearly always: all are known
        return float(total) / len(values) if len(values) else nan
    here = ~np.isnan(values)
    return plain(np.asarray(ratio(np.where(here, values, 0.0).sum(-1), here.sum(-1).astype(np.float64))))


def _gmean(c: Counts) -> Any:
    """Geometric mean of the recalls of all classes that occur in the truth."""
    logs = mean_defined(c.by_class(_log_recall))
    return exp(logs) if isinstance(logs, float) else np.exp(logs)


def _log_recall(true: Any, _: Any, right: Any) -> Any:
    """Minus infinity where a class is never recognised: the mean is then zero."""
    if isinstance(true, float):
        return log(right / true) if right else -inf if true else nan
    with np.errstate(divide="ignore"):
        return np.log(ratio(right, true))


_declare = family(
    direction=Direction.HIGHER,
    bounds=(0.0, 1.0),
    tasks=CLASSES,
    needs=Output.LABEL,
    reads=CONFUSION,
    family="threshold",
)


accuracy = _declare(
    "accuracy",
    "Accuracy",
    r"\frac{1}{n}\sum_i [\hat y_i = y_i]",
    _accuracy,
    reference="japkowicz2011",
    undefined="there are no rows",
    caveats=(IMBALANCE, COSTS),
    per_row=_right,
    proportion=lambda c: (c.hits, c.total),
    cautions=frozenset({Caution.MAJORITY}),
    instead={MULTILABEL: ("subset_accuracy", "hamming_loss")},
)

error = _declare(
    "error",
    "Error rate",
    r"\frac{1}{n}\sum_i [\hat y_i \ne y_i]",
    _error,
    direction=Direction.LOWER,
    reference="japkowicz2011",
    undefined="there are no rows",
    caveats=(IMBALANCE, COSTS),
    per_row=_wrong,
    proportion=lambda c: (c.misses, c.total),
    cautions=frozenset({Caution.MAJORITY}),
)

balanced_accuracy = _declare(
    "balanced_accuracy",
    "Balanced accuracy",
    r"\frac{1}{K}\sum_k \mathrm{recall}_k",
    _balanced,
    reference="brodersen2010",
    undefined="there are no rows; classes that do not occur in the truth are left out of the mean",
)


gmean = _declare(
    "gmean",
    "Geometric mean of the recalls",
    r"\left(\prod_k \mathrm{recall}_k\right)^{1/K}",
    _gmean,
    reference="kubat1997",
    undefined="there are no rows; classes that do not occur in the truth are left out",
    caveats=(
        "zero if one class is never predicted correctly",
        "of the recalls of all classes; some give the name to the root of precision times recall",
    ),
    short="G-mean",
)

ALL: tuple[Measure, ...] = (accuracy, error, balanced_accuracy, gmean)


CELLS = 1 << 15  # scores turned and compared at a time: they stay in the cache


def _among_first(pred: Predictions, k: int) -> Array:
    """1 where the true class is among the first k, 0 where it is not; classes that tie share the places that are left."""
    if len(pred.classes) <= max(k, 2):
        return np.full(len(pred), np.nan)
    above, level = _standing(pred.scores(), pred.truth)
    return np.clip((k - above) / level, 0.0, 1.0)


def _standing(score: Array, truth: Array) -> tuple[Array, Array]:
    """How many classes score above the true one, and how many as high as it, itself among them."""
    above, level = np.empty(len(truth)), np.empty(len(truth))
    high = max(1, CELLS // score.shape[1])

    def part(i: int) -> None:
        rows = slice(i * high, (i + 1) * high)
        turned = np.ascontiguousarray(score[rows].T)  # sums over classes then run along rows
        mine = turned[truth[rows], np.arange(turned.shape[1])]
        above[rows] = (turned > mine).sum(axis=0, dtype=np.uint32)
        level[rows] = (turned == mine).sum(axis=0, dtype=np.uint32)

    run_jobs(part, range(-(-len(truth) // high)), score.size)
    return above, level


def top_k_accuracy(k: int) -> Measure:
    """The share of rows whose true class is among the k that score highest.

    >>> top_k_accuracy(3).name
    'top_k_accuracy(3)'
    """
    count("k of top_k_accuracy", k)
    column = RowQuantity(_among_first, (k,))
    return Measure(
        name=f"top_k_accuracy({k})",
        title=f"Top-{k} accuracy (the true class is among the {k} that score highest)",
        formula=rf"\frac1n\sum_i [\mathrm{{rank}}_i(y_i) \le {k}]",
        direction=Direction.HIGHER,
        bounds=(0.0, 1.0),
        tasks=frozenset({MULTICLASS, ORDINAL}),
        needs=Output.SCORE,
        reads=MEANS,
        compute=lambda m: m[column],
        reference="russakovsky2015",
        undefined=f"there are no more than {max(k, 2)} classes, or no rows",
        caveats=(
            "classes that tie share the remaining places equally: the order of the columns does not matter",
            "scikit-learn takes the later columns of a tie first",
        ),
        per_row=lambda pred: column(pred, ORIGIN),
        proportion=lambda m: (round(float(m[column]) * m.n, 6), m.n),
        family="ranking",
    )


TOP_K: tuple[Measure, ...] = (top_k_accuracy(2),)
