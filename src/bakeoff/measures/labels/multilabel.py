"""Measures of several labels: of the set of labels of each row, averaged over labels, and of their order by score."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.measures.areas import average_precision, roc_auc
from bakeoff.measures.classification.accuracy import mean_defined
from bakeoff.measures.labels.label_averages import FORMS, LEFT_OUT, Each, of_labels
from bakeoff.measures.measure import Direction, Measure, mean_of
from bakeoff.predictions.kinds import ROWS
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.pivot import Pivot

__all__ = ["ALL", "mean_over_labels"]

CELLS = 1 << 17  # of a block of rows: what stays in the processor's cache is quick

_EMPTY = "a row for which it is undefined (no true or no predicted labels) counts as 0, as in scikit-learn"


def mean_over_labels(measure: Measure) -> Measure:
    """The mean of a measure of two classes over the labels, each label against its absence."""

    def compute(pred: Predictions) -> float:
        return float(mean_defined(np.array([measure(pred.column(label)) for label in range(pred.truth.shape[1])])))

    return of_labels(
        f"{measure.name}_of_labels", f"{measure.title}, mean over labels", measure.formula, needs=measure.needs, reads=ROWS, compute=compute,
        short=f"{measure.short} averaged over labels",
        direction=measure.direction, bounds=measure.bounds, undefined="it is defined for no label", caveats=(LEFT_OUT,),
        reference=measure.reference,
    )  # fmt: skip


def _hamming(pred: Predictions, _: Pivot) -> Array:
    return np.asarray((pred.truth != pred.labels()).mean(axis=1))


def _subset(pred: Predictions, _: Pivot) -> Array:
    return np.asarray((pred.truth == pred.labels()).all(axis=1), dtype=np.float64)


def _of_sets(form: Each) -> Callable[[Predictions, Pivot], Array]:
    """The value of each row's set of labels."""

    def rows(pred: Predictions, _: Pivot) -> Array:
        true, predicted = pred.truth.sum(axis=1), pred.labels().sum(axis=1)
        return np.asarray(np.nan_to_num(form(true, predicted, (pred.truth & pred.labels()).sum(axis=1)), nan=0.0))

    return rows


def _of_ranking(of_rows: Callable[[Array, Array], Array]) -> Callable[[Predictions, Pivot], Array]:
    """A quantity of each row's labels by their scores; rows are taken in blocks, for tables that fill the memory are slow."""

    def column(pred: Predictions, _: Pivot) -> Array:
        score, true = np.asarray(pred.scores(), dtype=np.float64), pred.truth
        step = max(1, CELLS // max(score.shape[1], 1))
        blocks = [
            of_rows(score[start : start + step], true[start : start + step])
            for start in range(0, max(len(score), 1), step)
        ]
        return np.concatenate(blocks)

    column.__name__ = of_rows.__name__
    return column


def _sorted(score: Array, true: Array) -> tuple[Array, Array]:
    """Scores of each row from the highest to the lowest, and whether each of these labels is true."""
    order = np.argsort(-score, axis=1)
    return np.take_along_axis(score, order, axis=1), np.take_along_axis(true, order, axis=1)


def _tie_ends(score: Array) -> Array:
    """The place at which the tie of each label ends: how many labels score at least as high."""
    width = score.shape[1]
    ends = np.full(score.shape, width)
    ends[:, :-1] = np.where(score[:, 1:] != score[:, :-1], np.arange(1, width), width)
    return np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]


@_of_ranking
def _ranking_precision(score: Array, true: Array) -> Array:
    score, true = _sorted(score, true)
    ends, hits = _tie_ends(score), np.cumsum(true, axis=1)
    share = np.take_along_axis(hits, ends - 1, axis=1) / ends
    many = true.sum(axis=1)
    trivial = (many == 0) | (many == true.shape[1])
    return np.where(trivial, 1.0, (share * true).sum(axis=1) / np.maximum(many, 1))


@_of_ranking
def _ranking_loss(score: Array, true: Array) -> Array:
    score, true = _sorted(score, true)
    ends, false = _tie_ends(score), np.cumsum(1 - true, axis=1)
    ahead = np.take_along_axis(false, ends - 1, axis=1)  # false labels that score at least as high
    pairs = true.sum(axis=1) * (1 - true).sum(axis=1)
    return np.where(pairs > 0, (ahead * true).sum(axis=1) / np.maximum(pairs, 1), 0.0)


@_of_ranking
def _coverage(score: Array, true: Array) -> Array:
    least = np.where(true, score, np.inf).min(axis=1)  # of the true labels
    return np.where(true.any(axis=1), np.count_nonzero(score >= least[:, None], axis=1), 0.0)


def _mean(name: str, title: str, formula: str, column: Callable[[Predictions, Pivot], Array], **own: Any) -> Measure:
    """A mean over rows."""
    return of_labels(name, title, formula, **mean_of(column), **own)


_RANKED = {"needs": Output.SCORE}
ALL: tuple[Measure, ...] = (
    _mean("hamming_loss", "Hamming loss", "w / m", _hamming, direction=Direction.LOWER),
    _mean("subset_accuracy", "Subset accuracy", "r / n", _subset),
    *(
        _mean(f"{kind}_samples", f"{title}, mean over rows", formula, _of_sets(form), short=f"{title} of each row", caveats=(_EMPTY,))
        for kind, (title, formula, form) in FORMS.items()
    ),
    _mean(
        "label_ranking_precision", "Label ranking average precision", r"\sum_i h_i / (r_i R)", _ranking_precision,
        caveats=("labels of equal score share the last of their ranks", "a row with no label, or with all of them, counts as 1"), **_RANKED,
    ),
    _mean(
        "label_ranking_loss", "Label ranking loss", "p / q",
        _ranking_loss, direction=Direction.LOWER, **_RANKED,
    ),
    _mean(
        "coverage_error", "Coverage error", r"\max_i r_i", _coverage, direction=Direction.LOWER,
        bounds=(0.0, np.inf), **_RANKED,
    ),
    mean_over_labels(roc_auc),
    mean_over_labels(average_precision),
)  # fmt: skip
