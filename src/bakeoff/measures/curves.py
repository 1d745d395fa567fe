"""Curves as points: ROC, precision-recall, DET, gain and lift, calibration, decision curves. Drawing is done elsewhere."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranking import Ranking, rank

__all__ = [
    "CalibrationPoints", "DecisionCurve", "DetPoints", "GainPoints", "PrPoints", "RocPoints",
    "calibration_points", "decision_curve", "det_points", "gain_points", "pr_points", "roc_points",
]  # fmt: skip


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DecisionCurve:
    """Net benefit over thresholds, with the two policies that need no model."""

    threshold: Array
    net_benefit: Array
    treat_all: Array


def _ranked(of: Ranking | Predictions) -> Ranking:
    made = of if isinstance(of, Ranking) else rank(of)
    if made.many is not None:
        raise NotApplicable("curves are for two classes; choose one class as the positive one")
    if not made.positive_weight or not made.negative_weight:
        raise NotApplicable("the truth holds one class only: there is no curve")
    return made


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
    if pred.positive_code is None or len(pred.classes) != 2:
        raise NotApplicable("calibration needs two classes and a stated positive one")
    p = np.asarray(pred.probabilities()[:, pred.positive_code], dtype=np.float64)
    y = (pred.truth == pred.positive_code).astype(np.float64)
    code = _bins(p, bins, strategy)
    many = np.bincount(code)
    full = many > 0
    said = np.bincount(code, weights=p)[full] / many[full]
    seen = np.bincount(code, weights=y)[full] / many[full]
    share, base = many[full] / len(p), float(y.mean())
    return CalibrationPoints(
        predicted=said,
        observed=seen,
        count=many[full],
        reliability=float((share * (said - seen) ** 2).sum()),
        resolution=float((share * (seen - base) ** 2).sum()),
        uncertainty=base * (1 - base),
    )


def _bins(p: Array, bins: int, strategy: str) -> Array:
    if strategy == "uniform":
        return np.asarray(np.clip(np.ceil(p * bins).astype(np.int64) - 1, 0, bins - 1))
    if strategy == "quantile":
        edges = np.unique(np.quantile(p, np.linspace(0, 1, bins + 1)))
        return np.asarray(np.clip(np.searchsorted(edges[1:-1], p, "left"), 0, bins - 1))
    if strategy == "exact":
        return np.asarray(np.unique(p, return_inverse=True)[1]).reshape(-1)
    raise BadInput(f"no way of binning called {strategy!r}; known are uniform, quantile, exact")


def decision_curve(pred: Predictions, thresholds: Array | None = None) -> DecisionCurve:
    """Net benefit at each threshold probability; treating nobody has zero."""
    if pred.positive_code is None or len(pred.classes) != 2:
        raise NotApplicable("a decision curve needs two classes and a stated positive one")
    at = np.linspace(0.01, 0.99, 99) if thresholds is None else np.asarray(thresholds, dtype=np.float64)
    if len(at) and not (at.min() > 0 and at.max() < 1):
        raise BadInput("thresholds of a decision curve lie strictly between 0 and 1")
    p = np.asarray(pred.probabilities()[:, pred.positive_code], dtype=np.float64)
    positive = pred.truth == pred.positive_code
    ups, downs, n = np.sort(p[positive]), np.sort(p[~positive]), len(p)
    tp, fp = len(ups) - np.searchsorted(ups, at), len(downs) - np.searchsorted(downs, at)
    odds = at / (1 - at)
    return DecisionCurve(
        threshold=at, net_benefit=tp / n - fp / n * odds, treat_all=len(ups) / n - len(downs) / n * odds
    )
