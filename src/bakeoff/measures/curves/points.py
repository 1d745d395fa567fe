"""Curves as points: ROC, precision-recall, DET, gain and lift, calibration, decision curves; and their values at fixed places, so that splits can be averaged."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures.probabilities.calibration import binned, distinct_bins, even_bins, quantile_bins
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import Curve, Ranking, rank

__all__ = [
    "GRID",
    "READERS",
    "CalibrationPoints",
    "RocPoints",
    "auc",
    "calibration_points",
    "cost_at",
    "decision_curve",
    "det_points",
    "gain_points",
    "known_binning",
    "lift_at",
    "pr_points",
    "precision_at",
    "roc_points",
    "true_rate_at",
]

ROUNDING = 1e-15  # what sums of shares lose in their last digits


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RocPoints:
    """False against true positive rate, from (0, 0) at an infinite threshold to (1, 1)."""

    fpr: Array
    tpr: Array
    threshold: Array

    @property
    def area(self) -> float:
        """Area under the points joined by straight lines."""
        return float(np.trapezoid(self.tpr, self.fpr))

    @property
    def note(self) -> str:
        """What the area says about the direction of the scores; empty if nothing is odd."""
        return "the area is below one half: the classes may be reversed" if self.area < 0.5 else ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PrPoints:
    """Recall against precision, from recall 0 (precision 1 by convention) upward; the baseline is the prevalence."""

    recall: Array
    precision: Array
    threshold: Array
    baseline: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DetPoints:
    """False positive against false negative rate, also as normal deviates (infinite at 0 and 1)."""

    fpr: Array
    fnr: Array
    fpr_deviate: Array
    fnr_deviate: Array
    threshold: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GainPoints:
    """Share of rows taken from the top against the share of positives found (gain), and their ratio (lift)."""

    taken: Array
    gain: Array
    lift: Array
    threshold: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CalibrationPoints:
    """Mean predicted probability and share of positives per bin, with the Murphy decomposition of the Brier score."""

    predicted: Array
    observed: Array
    count: Array
    reliability: float
    resolution: float
    uncertainty: float
    brier: float

    @property
    def within(self) -> float:
        """What the bins hide of the Brier score: nothing where each holds one probability only."""
        hidden = self.brier - (self.reliability - self.resolution + self.uncertainty)
        return hidden if abs(hidden) > ROUNDING else 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DecisionCurve:
    """Net benefit over thresholds, with the two policies that need no model."""

    threshold: Array
    net_benefit: Array
    treat_all: Array


BINNINGS = ("uniform", "quantile", "exact")


def _ranked(of: Ranking | Predictions) -> Ranking:
    ranking = of if isinstance(of, Ranking) else rank(of)
    if ranking.many is not None:
        raise NotApplicable("curves are for two classes; choose one class as the positive one")
    if not ranking.positive_weight or not ranking.negative_weight:
        raise NotApplicable(f"{_why_none(ranking)}: there is no curve")
    return ranking


def _why_none(ranking: Ranking) -> str:
    if not ranking.n:
        return "there are no rows"
    if not ranking.positive_weight + ranking.negative_weight:
        return "the sample weights are zero on every row"
    return "the truth contains one class only, and a curve needs both"


def roc_points(of: Ranking | Predictions) -> RocPoints:
    """The ROC points of every distinct threshold."""
    r = _ranked(of)
    return RocPoints(
        fpr=np.concatenate([[0.0], r.curve.fp / r.negative_weight]),
        tpr=np.concatenate([[0.0], r.curve.tp / r.positive_weight]),
        threshold=np.concatenate([[np.inf], np.asarray(r.curve.threshold, dtype=np.float64)]),
    )


def pr_points(of: Ranking | Predictions) -> PrPoints:
    """Precision and recall at every distinct threshold."""
    r = _ranked(of)
    return PrPoints(
        recall=np.concatenate([[0.0], r.curve.tp / r.positive_weight]),
        precision=np.concatenate([[1.0], r.curve.tp / (r.curve.tp + r.curve.fp)]),
        threshold=np.concatenate([[np.inf], np.asarray(r.curve.threshold, dtype=np.float64)]),
        baseline=r.positive_weight / (r.positive_weight + r.negative_weight),
    )


def det_points(of: Ranking | Predictions) -> DetPoints:
    """Detection error trade-off."""
    from scipy.special import ndtri

    points = roc_points(of)
    fnr = 1.0 - points.tpr
    return DetPoints(
        fpr=points.fpr, fnr=fnr, fpr_deviate=ndtri(points.fpr), fnr_deviate=ndtri(fnr), threshold=points.threshold
    )


def gain_points(of: Ranking | Predictions) -> GainPoints:
    """Cumulative gain and lift from the highest score down."""
    r = _ranked(of)
    taken = (r.curve.tp + r.curve.fp) / (r.positive_weight + r.negative_weight)
    gain = r.curve.tp / r.positive_weight
    return GainPoints(
        taken=np.concatenate([[0.0], taken]),
        gain=np.concatenate([[0.0], gain]),
        lift=np.concatenate([[np.nan], gain / taken]),
        threshold=np.concatenate([[np.inf], np.asarray(r.curve.threshold, dtype=np.float64)]),
    )


def calibration_points(pred: Predictions, bins: int = 10, strategy: str = "uniform") -> CalibrationPoints:
    """How often do things come true that were given this probability?

    "uniform" bins have equal width, "quantile" bins equal numbers, "exact" one bin per distinct probability: then
    Brier = reliability - resolution + uncertainty holds exactly.
    """
    count("bins", bins)
    known_binning(strategy)
    p, y, weight = _weighed(pred, "calibration")
    code = (
        even_bins(p, bins)
        if strategy == "uniform"
        else quantile_bins(p, bins)
        if strategy == "quantile"
        else distinct_bins(p)
    )
    predicted, observed, rows, heavy = binned(p, y, code, weight)
    share, base = heavy / weight.sum(), float(y @ weight / weight.sum())
    return CalibrationPoints(
        predicted=predicted,
        observed=observed,
        count=rows,
        reliability=float((share * (predicted - observed) ** 2).sum()),
        resolution=float((share * (observed - base) ** 2).sum()),
        uncertainty=base * (1 - base),
        brier=float(((p - y) ** 2) @ weight / weight.sum()),
    )


def known_binning(strategy: str) -> str:
    """The way of binning, if there is one of that name."""
    if strategy not in BINNINGS:
        raise BadInput(f"no way of binning called {strategy!r}; known are {', '.join(BINNINGS)}")
    return strategy


def _weighed(pred: Predictions, what: str) -> tuple[Array, Array, Array]:
    """Probability of the positive class, whether it came true, and the weight, of all rows that have one."""
    if pred.positive_code is None or len(pred.classes) != 2:
        raise NotApplicable(f"a {what} curve needs two classes and a stated positive one")
    p = np.asarray(pred.probabilities()[:, pred.positive_code], dtype=np.float64)
    y = (pred.truth == pred.positive_code).astype(np.float64)
    weight = np.ones(len(p)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
    kept = weight > 0
    if not kept.any():
        raise NotApplicable(f"there are no rows: there is no {what} curve")
    return p[kept], y[kept], weight[kept]


def decision_curve(pred: Predictions, thresholds: Array | None = None) -> DecisionCurve:
    """Net benefit at each threshold probability, every hundredth by default; treating none has zero."""
    cuts = np.arange(1, 100) / 100 if thresholds is None else np.asarray(thresholds, dtype=np.float64)
    if len(cuts) and not (cuts.min() > 0 and cuts.max() < 1):
        raise BadInput("thresholds of a decision curve lie strictly between 0 and 1")
    p, y, weight = _weighed(pred, "decision")
    order = np.argsort(p)
    first = np.searchsorted(p[order], cuts)
    right, wrong = (_from(weight[order] * hits[order]) / weight.sum() for hits in (y, 1 - y))
    odds = cuts / (1 - cuts)
    return DecisionCurve(
        threshold=cuts, net_benefit=right[first] - wrong[first] * odds, treat_all=right[0] - wrong[0] * odds
    )


def _from(values: Array) -> Array:
    """The sum of all values from each place on; nothing after the last."""
    return np.append(np.cumsum(values[::-1])[::-1], 0.0)


GRID = np.linspace(0.0, 1.0, 41)


def _rates(curve: Curve) -> tuple[Array, Array]:
    """False and true positive rates from (0, 0) on."""
    return np.append(0.0, curve.fp / curve.fp[-1]), np.append(0.0, curve.tp / curve.tp[-1])


def auc(curve: Curve) -> float:
    """Area under the ROC points.

    >>> auc(Curve(threshold=np.array([2.0, 1.0]), tp=np.array([1.0, 1.0]), fp=np.array([0.0, 1.0])))
    1.0
    """
    false, true = _rates(curve)
    return float(np.trapezoid(true, false))


def true_rate_at(curve: Curve) -> Array:
    """True positive rate at each false positive rate of the grid."""
    false, true = _rates(curve)
    return np.asarray(np.interp(GRID, false, true))


def precision_at(curve: Curve) -> Array:
    """Precision at the first threshold that reaches each recall; points between thresholds are not attainable.

    A recall of nothing is reached with the first positive: before it precision is zero or has no meaning.
    """
    reached = np.searchsorted(curve.tp / curve.tp[-1], np.maximum(GRID - 1e-12, 1e-300))
    return np.asarray(curve.tp[reached] / (curve.tp[reached] + curve.fp[reached]))


def lift_at(curve: Curve) -> Array:
    """How many times more positives than by chance among the first share of rows; rows of equal score share alike."""
    depth = np.append(0.0, curve.tp + curve.fp)
    caught = np.interp(GRID[1:] * depth[-1], depth, np.append(0.0, curve.tp)) / curve.tp[-1]
    lift = caught / GRID[1:]
    return np.append(lift[0], lift)


def cost_at(curve: Curve) -> Array:
    """Smallest expected cost over all thresholds, as a share of the largest, at each probability-times-cost."""
    false, true = _rates(curve)
    return np.asarray(((1 - true)[:, None] * GRID + false[:, None] * (1 - GRID)).min(axis=0))


READERS: dict[str, Callable[[Curve], Array]] = {
    "roc": true_rate_at,
    "pr": precision_at,
    "lift": lift_at,
    "cost": cost_at,
}
