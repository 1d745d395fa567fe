"""Precision, recall, F1 and Jaccard index of several labels: macro, micro, and weighted by how often a label is true."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.tasks import MULTILABEL
from bakeoff.measures.classification.accuracy import mean_defined
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import plain, ratio
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = ["FORMS", "LEFT_OUT", "Each", "averaged_over_labels", "averages_of_labels", "of_labels"]

Each = Callable[[Any, Any, Any], Any]  # of how often a label was true, predicted, and both
LEFT_OUT = "labels for which the value is undefined (never predicted, or never true) are left out of the mean"
FORMS: dict[str, tuple[str, str, Each]] = {
    "precision": ("Precision", "TP / (TP + FP)", lambda _, predicted, both: ratio(both, predicted)),
    "recall": ("Recall", "TP / (TP + FN)", lambda true, _, both: ratio(both, true)),
    "f1": ("F1", "2 TP / (2 TP + FP + FN)", lambda true, predicted, both: ratio(2 * both, true + predicted)),
    "jaccard": (
        "Jaccard index",
        "TP / (TP + FP + FN)",
        lambda true, predicted, both: ratio(both, true + predicted - both),
    ),
}


def _true(pred: Predictions, label: int) -> Array:
    return pred.truth[:, label].astype(np.float64)


def _predicted(pred: Predictions, label: int) -> Array:
    return pred.labels()[:, label].astype(np.float64)


def _both(pred: Predictions, label: int) -> Array:
    return (pred.truth[:, label] & pred.labels()[:, label]).astype(np.float64)


def _per_label(means: RowMeans, rows: Callable[..., Array]) -> Any:
    """The mean of a quantity of each label, in the last axis."""
    return np.stack([np.asarray(means[RowQuantity(rows, (label,))]) for label in range(means.classes)], axis=-1)


def _by_label(means: RowMeans, form: Each) -> tuple[Any, Any]:
    """The value of each label, and how often it is true."""
    true, predicted, both = (_per_label(means, rows) for rows in (_true, _predicted, _both))
    return form(true, predicted, both), true


def _macro(form: Each) -> Callable[[RowMeans], Any]:
    return lambda means: mean_defined(_by_label(means, form)[0])


def _micro(form: Each) -> Callable[[RowMeans], Any]:
    def compute(means: RowMeans) -> Any:
        true, predicted, both = (_per_label(means, rows).sum(axis=-1) for rows in (_true, _predicted, _both))
        return plain(np.asarray(form(true, predicted, both)))

    return compute


def _weighted(form: Each) -> Callable[[RowMeans], Any]:
    def compute(means: RowMeans) -> Any:
        values, true = _by_label(means, form)
        weight = np.where(np.isnan(values), 0.0, true)
        return plain(np.asarray(ratio((np.where(np.isnan(values), 0.0, values) * weight).sum(-1), weight.sum(-1))))

    return compute


def averaged_over_labels(kind: str, how: str) -> Measure:
    """Precision, recall, F1 or Jaccard index: "macro", "micro" or "weighted" by how often a label is true.

    >>> averaged_over_labels("f1", "micro").name
    'f1_micro'
    """
    return averages_of_labels(kind, how, *FORMS[kind])


def averages_of_labels(kind: str, how: str, title: str, formula: str, each: Each, *, parameter: str = "") -> Measure:
    """The average of any function of how often a label is true, predicted, and both."""
    words = {
        "macro": "mean over labels",
        "micro": "all labels pooled",
        "weighted": "weighted by frequency of the labels",
    }
    make = {"macro": _macro, "micro": _micro, "weighted": _weighted}[how]
    return of_labels(
        f"{kind}_{how}{parameter}", f"{title}, {words[how]}", formula, compute=make(each), short=f"{how} {title}",
        undefined="it is defined for no label", caveats=() if how == "micro" else (LEFT_OUT,),
    )  # fmt: skip


def of_labels(name: str, title: str, formula: str, **own: Any) -> Measure:
    """A measure of several labels."""
    usual = {
        "direction": Direction.HIGHER, "bounds": (0.0, 1.0), "reference": "tsoumakas2010", "undefined": "there are no rows", "family": "several labels",
        "needs": Output.LABEL, "reads": MEANS,
    }  # fmt: skip
    return Measure(
        name=name, title=title, formula=formula, tasks=frozenset({MULTILABEL}), **{**usual, **own},
    )  # fmt: skip
