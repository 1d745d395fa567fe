"""What WEKA prints: totals in bits, errors relative to the prior, and the block per class with its weighted average."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.measures.areas import average_precision, ovr_areas
from bakeoff.predictions.one_vs_rest import against_rest
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import Counts, ratio
from bakeoff.predictions.summaries.ranking.ranking import Curve, Ranking, ThresholdRanking, rank
from bakeoff.predictions.summaries.summaries import summarize

__all__ = ["ClassLine", "WekaSummary", "class_lines", "per_class", "prior_of_others", "weka_prior", "weka_summary"]


def weka_prior(truth: ArrayLike, folds: ArrayLike, k: int) -> Array:
    """(n, k): for each row the prior (n_c + 1) / (n + k) of the training rows of its fold, all rows of other folds.

    >>> weka_prior([0, 0, 1, 1], [0, 1, 0, 1], 2).tolist()[0]
    [0.5, 0.5]
    """
    codes, fold = np.asarray(truth), np.asarray(folds)
    if len(codes) != len(fold):
        raise BadInput(f"lengths differ: truth has {len(codes)}, folds has {len(fold)}")
    values, place = np.unique(fold, return_inverse=True)
    table = np.zeros((len(values), k))
    np.add.at(table, (place.reshape(-1), codes), 1)
    return prior_of_others(table)[place.reshape(-1)]


def prior_of_others(counts: Array) -> Array:
    """(folds, k): the prior (n_c + 1) / (n + k) of all rows outside each fold, from the counts of each fold.

    >>> prior_of_others(np.array([[3, 1], [1, 1], [0, 2]]))[0].tolist()
    [0.3333333333333333, 0.6666666666666666]
    """
    rows_of_others = counts.sum(axis=0) - counts
    return np.asarray((rows_of_others + 1) / (rows_of_others.sum(axis=1, keepdims=True) + counts.shape[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLine:
    """One line of the block per class; the weighted average is called "weighted avg."."""

    name: str
    n: float
    tp_rate: float
    fp_rate: float
    precision: float
    f1: float
    mcc: float
    auc: float  # under the ROC curve
    average_precision: float  # WEKA's "PRC area"


@dataclass(frozen=True, slots=True, kw_only=True)
class WekaSummary:
    """WEKA's summary of a nominal class. Totals are in bits over all rows; relative errors in percent."""

    n: int
    correct: float
    kappa: float
    kb_bits: float
    kb_relative: float  # percent, as WEKA 3.9
    complexity_prior: float
    complexity_scheme: float
    complexity_gain: float
    mae: float
    rmse: float
    rae: float
    rrse: float
    classes: tuple[ClassLine, ...]


def per_class(pred: Predictions) -> tuple[ClassLine, ...]:
    """Rates of each class against the rest, and their average weighted by class size (undefined entries left out)."""
    ranked = pred.proba is not None or (pred.score is not None and pred.score.ndim == 2)
    return class_lines(summarize(pred).counts, rank(pred) if ranked else None)


def class_lines(counts: Counts, ranking: Ranking | None) -> tuple[ClassLine, ...]:
    """The same from counts, with the areas under each class's curves where scores are known (NaN where not)."""
    rest = counts.total - counts.truth
    areas, steps = np.full((2, len(counts.classes)), np.nan)
    if ranking is not None and len(ranking.sizes) == len(counts.classes):
        areas, steps = class_areas(ranking), class_precisions(ranking, counts.positive)
    top = counts.right * counts.total - counts.truth * counts.predicted
    columns = {
        "tp_rate": ratio(counts.right, counts.truth),
        "fp_rate": ratio(counts.predicted - counts.right, rest),
        "precision": ratio(counts.right, counts.predicted),
        "f1": ratio(2 * counts.right, counts.truth + counts.predicted),
        "mcc": ratio(top, np.sqrt(counts.truth * rest) * np.sqrt(counts.predicted * (counts.total - counts.predicted))),
        "auc": areas,
        "average_precision": steps,
    }
    lines = [
        ClassLine(name=name, n=float(counts.truth[i]), **{key: float(values[i]) for key, values in columns.items()})
        for i, name in enumerate(counts.classes)
    ]
    mean = {key: _weighted(np.asarray(values), counts.truth) for key, values in columns.items()}
    return (*lines, ClassLine(name="weighted avg.", n=float(counts.total), **mean))


def class_areas(ranking: Ranking) -> Array:
    """The area under the ROC curve of each class against the rest; of two classes both have the same."""
    areas = ovr_areas(ranking)
    return areas if len(areas) != 2 else np.repeat(areas[1], 2)


def class_precisions(ranking: Ranking, positive: int | None) -> Array:
    """The average precision of each class against the rest; of two classes the scores of one, turned, rank the other."""
    if ranking.many is not None:
        rankings = [rank(against_rest(ranking.many, k)) for k in range(len(ranking.many.classes))]
    else:
        rankings = [ranking, _turned(ranking)] if positive == 0 else [_turned(ranking), ranking]
    return np.array([average_precision.compute(ranking) for ranking in rankings])


def _turned(ranking: Ranking) -> Ranking:
    """Negatives as positives, the lowest score first."""
    curve = ranking.curve
    tp, fp = (
        (counts[-1:] - np.append(0, counts[:-1]))[::-1] if len(counts) else counts for counts in (curve.fp, curve.tp)
    )
    turned = Curve(
        threshold=-curve.threshold[::-1].astype(np.float64), tp=tp.astype(np.float64), fp=fp.astype(np.float64)
    )
    return ThresholdRanking(n=ranking.n, counts=turned)


def _weighted(values: Array, weight: Array) -> float:
    defined = ~np.isnan(values)
    return float(ratio(float((values[defined] * weight[defined]).sum()), float(weight[defined].sum())))


def weka_summary(pred: Predictions) -> WekaSummary:
    """All of it; needs probabilities, and a prior for everything that is relative to it."""
    from bakeoff.measures import measure_named

    summaries = summarize(pred)

    def value(name: str) -> float:
        declared = measure_named(name)
        return float(declared.compute(summaries.get(declared.reads)))

    n = len(pred)
    return WekaSummary(
        n=n,
        correct=value("accuracy"),
        kappa=value("kappa"),
        kb_bits=n * value("kb_information"),
        kb_relative=value("kb_relative"),
        complexity_prior=n * value("complexity_prior"),
        complexity_scheme=n * value("complexity_scheme"),
        complexity_gain=n * value("complexity_gain"),
        mae=value("mae_proba"),
        rmse=value("rmse_proba"),
        rae=value("rae_proba"),
        rrse=value("rrse_proba"),
        classes=per_class(pred),
    )
