"""The curves that can be asked for by name: how each is read off, what its axes mean, which points a reader wants to see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import Array
from bakeoff.core.references import citation
from bakeoff.core.terminology.explanation import Explained, Explanation
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.measures.curves.cost import cost_curve
from bakeoff.measures.curves.hull import local_zone
from bakeoff.measures.curves.points import (
    CalibrationPoints,
    calibration_points,
    decision_curve,
    det_points,
    gain_points,
    pr_points,
    roc_points,
)
from bakeoff.predictions.summaries.summaries import Summaries

__all__ = ["COMMON_FROM", "COMMON_TO", "KINDS", "CurveColumns", "CurveKind", "CurveOptions", "score_columns"]


NEARER_TO_A_HALF = 0.25  # an error between a half and none: above it a decision is nearer to a coin than to being right

COMMON_FROM = "both classes common from (5% quantile of the positives)"
COMMON_TO = "to (95% quantile of the negatives)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveOptions:
    """What is wanted of a curve besides its points."""

    cost_fp: float = 1.0
    cost_fn: float = 1.0
    prior: float | None = None  # share of positives where the model will be used; None: that of the rows
    max_error: float | None = None  # of each side outside the zone of rejects; None: no zone is asked for
    bins: int = 10
    binning: str = "uniform"
    level: float | None = 0.95  # None: no intervals

    @property
    def weighs(self) -> bool:
        """Whether costs or a prior were stated."""
        return (self.cost_fp, self.cost_fn) != (1.0, 1.0) or self.prior is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveColumns:
    """The columns of a curve, in order, and single numbers that go with them."""

    points: dict[str, Array]
    facts: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CurveKind(Explained):
    """One kind of curve, declared once."""

    name: str
    title: str
    text: str  # how it is read, and when it misleads
    source: str  # key of the published source
    x: str  # the column along
    y: str  # the column drawn
    x_label: str
    y_label: str
    read: Callable[[Summaries, CurveOptions], CurveColumns]
    seen: Callable[[Array], Array]  # places of the points that a short table shows, from the values along x
    proba: bool = False  # the scores must be probabilities
    decides: bool = False  # thresholds are read off it, so the best one is always told
    measure: str = ""  # the measure that is its area, with an interval that is quickly made
    reference: tuple[tuple[float, float], tuple[float, float]] | None = None
    unit: bool = False
    dots: bool = False
    binned: bool = False  # its points are bins, whose number can be chosen
    alone: bool = False  # the picture is of one score
    floor: float | None = None  # values below are not drawn
    legend: Literal["lower right", "below"] = "below"
    also: tuple[str, ...] = ()  # other names for it

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        area = f"; its area is the measure {self.measure}" if self.measure else ""
        facts = {
            "text": self.text, "axes": f"along: {self.x_label.lower()}; upwards: {self.y_label.lower()}{area}",
            "command": f"bakeoff curve {self.name} predictions.csv --truth y --score p", "reference": citation(self.source),
        }  # fmt: skip
        return Explanation(kind="curve", name=self.name, title=self.title, facts=facts)


def _columns(of: object, *names: str) -> dict[str, Array]:
    return {name: np.asarray(getattr(of, name)) for name in names}


def _roc(summaries: Summaries, _: CurveOptions) -> CurveColumns:
    return CurveColumns(points=_columns(roc_points(summaries.ranking), "threshold", "fpr", "tpr"), facts={})


def _pr(summaries: Summaries, _: CurveOptions) -> CurveColumns:
    points = pr_points(summaries.ranking)
    return CurveColumns(
        points=_columns(points, "threshold", "recall", "precision"), facts={"baseline": points.baseline}
    )


def _det(summaries: Summaries, _: CurveOptions) -> CurveColumns:
    points = det_points(summaries.ranking)
    return CurveColumns(points=_columns(points, "threshold", "fpr", "fnr", "fpr_deviate", "fnr_deviate"), facts={})


def _gain(summaries: Summaries, _: CurveOptions) -> CurveColumns:
    return CurveColumns(points=_columns(gain_points(summaries.ranking), "threshold", "taken", "gain", "lift"), facts={})


def _calibration(summaries: Summaries, ask: CurveOptions) -> CurveColumns:
    assert summaries.source is not None
    points = calibration_points(summaries.source, ask.bins, ask.binning)
    sides = {} if ask.level is None or summaries.source.weight is not None else _wilson(points, ask.level)
    facts = {"Brier score": points.brier} | {
        name: float(getattr(points, name)) for name in ("reliability", "resolution", "uncertainty")
    }
    if ask.binning != "exact":
        facts["within bins"] = points.within
    return CurveColumns(points=_columns(points, "predicted", "observed", "count") | sides, facts=facts)


def _wilson(points: CalibrationPoints, level: float) -> dict[str, Array]:
    """Ends of the interval of each share; of weighted rows there is none."""
    hits = np.round(points.observed * points.count)
    ends = [proportion(hit, n, level) for hit, n in zip(hits.tolist(), points.count.tolist(), strict=True)]
    return {side: np.array([getattr(end, side) for end in ends]) for side in ("low", "high")}


def _cost(summaries: Summaries, ask: CurveOptions) -> CurveColumns:
    curve = cost_curve(summaries.ranking)
    r = summaries.ranking
    prior = r.positive_weight / (r.positive_weight + r.negative_weight) if ask.prior is None else ask.prior
    missed, alarms = prior * ask.cost_fn, (1 - prior) * ask.cost_fp
    here = missed / (missed + alarms)
    facts = {
        "area under the envelope": curve.area,
        "probability-cost asked for": here,
        "cost there": float(curve.at(here)),
    }
    return CurveColumns(points=_columns(curve, "x", "cost"), facts=facts)


def _decision(summaries: Summaries, _: CurveOptions) -> CurveColumns:
    assert summaries.source is not None
    return CurveColumns(
        points=_columns(decision_curve(summaries.source), "threshold", "net_benefit", "treat_all"), facts={}
    )


def score_columns(summaries: Summaries, ask: CurveOptions) -> CurveColumns:
    """Shares of each class in bins of equal width, and two zones: where both classes are common, and where decisions are often wrong."""
    pred = summaries.source
    assert pred is not None
    weight = np.ones(len(pred)) if pred.weight is None else pred.weight
    counted = weight > 0
    score, true, weight = pred.scores()[counted], (pred.truth == pred.positive_code)[counted], weight[counted]
    ends = (0.0, 1.0) if score.min() >= 0 and score.max() <= 1 else (float(score.min()), float(score.max()))
    edges = np.histogram_bin_edges(score, ask.bins, ends)
    counts = {
        side: np.histogram(score[rows], edges, weights=weight[rows])[0]
        for side, rows in (("negative", ~true), ("positive", true))
    }
    shares = {side: values / values.sum() for side, values in counts.items()}
    total = counts["negative"] + counts["positive"]
    with np.errstate(invalid="ignore"):  # a bin without rows has no share
        points = {"low": edges[:-1], "high": edges[1:], **shares, "share_positive": counts["positive"] / total}
    half = local_zone(summaries.ranking, NEARER_TO_A_HALF)
    common = {
        COMMON_FROM: _quantile(score[true], 0.05, weight[true]),
        COMMON_TO: _quantile(score[~true], 0.95, weight[~true]),
    }
    return CurveColumns(points=points, facts=common | {
        "decisions wrong nearer to half of the time than never, at scores above": half.low, "and at scores below": half.high,
    })  # fmt: skip


def _quantile(values: Array, share: float, weight: Array) -> float:
    """The smallest value with that share of the weight at or below it."""
    return float(np.quantile(values, share, method="inverted_cdf", weights=weight))


def _at_most(*places: float) -> Callable[[Array], Array]:
    return lambda x: np.unique(np.searchsorted(x, np.array(places) + 1e-12, "right") - 1)


def _reaching(*places: float) -> Callable[[Array], Array]:
    return lambda x: np.unique(np.minimum(np.searchsorted(x, np.array(places) - 1e-12), len(x) - 1))


def _evenly(most: int) -> Callable[[Array], Array]:
    return lambda x: np.unique(np.linspace(0, len(x) - 1, min(most, len(x))).round().astype(int))


_TENTHS = tuple(round(0.1 * i, 1) for i in range(1, 11))
_DIAGONAL = ((0.0, 0.0), (1.0, 1.0))
_TOP = "Share of rows, highest scores first"

_ALL = (
    CurveKind(
        name="roc", decides=True, also=("roc_analysis", "receiver_operating_characteristic"), source="provost2003",
        text="True positive rate against false positive rate, one point for each threshold. Random scores lie on the diagonal, whatever the share of "
        "positive rows. It does not show how many of the rows called positive are so: where positives are rare, read the precision-recall curve beside it.", title="ROC curve", x="fpr", y="tpr", x_label="False positive rate", y_label="True positive rate",
        read=_roc, seen=_at_most(0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7), measure="roc_auc",
        reference=_DIAGONAL, unit=True, legend="lower right",
    ),
    CurveKind(
        name="pr", decides=True, also=("pr_curve", "precision_recall"), source="davis2006",
        text="Precision against recall, one point for each threshold. Random scores lie at the share of positive rows, so that curves of data sets with "
        "other shares do not compare.", title="Precision-recall curve", x="recall", y="precision", x_label="Recall", y_label="Precision",
        read=_pr, seen=_reaching(*_TENTHS), measure="average_precision", unit=True,
    ),
    CurveKind(
        name="det", decides=True, also=("det_curve",), source="provost2003",
        text="Both error rates against each other on scales of normal deviates, so that curves near the corner can be distinguished.", title="Detection error trade-off", x="fpr", y="fnr", x_label="False positive rate, as normal deviate",
        y_label="False negative rate, as normal deviate", read=_det, seen=_at_most(0.0, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4),
    ),
    CurveKind(
        name="lift", title="Lift curve", also=("lift_chart",), source="witten2016",
        text="How many times more positives are among the rows with the highest scores than among as many rows at random.", x="taken", y="lift", x_label=_TOP, y_label="Lift", read=_gain,
        seen=_reaching(0.01, 0.05, *_TENTHS), reference=((0.0, 1.0), (1.0, 1.0)),
    ),
    CurveKind(
        name="gain", title="Cumulative gain", also=("gain_chart", "cumulative_gains_chart"), source="witten2016",
        text="Share of all positives that is found in the rows with the highest scores, by the share of rows that is looked at.", x="taken", y="gain", x_label=_TOP, y_label="Share of the positives found",
        read=_gain, seen=_reaching(0.01, 0.05, *_TENTHS), reference=_DIAGONAL, unit=True, legend="lower right",
    ),
    CurveKind(
        name="calibration", title="Calibration curve", also=("reliability_diagram", "reliability_curve"), source="murphy1973",
        text="Share of rows that came true against the predicted probability, in bins. A calibrated model lies on the diagonal; few rows in a bin leave "
        "its point uncertain.", x="predicted", y="observed", x_label="Predicted probability",
        y_label="Share that came true", read=_calibration, seen=_evenly(20), proba=True, binned=True, reference=_DIAGONAL,
        unit=True, dots=True,
    ),
    CurveKind(
        name="scores", title="Scores by class", also=("histogram_of_scores", "score_histogram", "scores_by_class"), source="provost2003",
        text="How the scores of each class are distributed, in bins of equal width. Where the classes overlap a decision is uncertain: two zones are given, "
        "where both classes are common, and where a decision is wrong nearer to half of the time than never.", x="low", y="positive",
        x_label="Score", y_label="Share of the class", read=score_columns, seen=_evenly(20), binned=True, alone=True,
    ),
    CurveKind(
        name="cost", decides=True, title="Cost curve, lower envelope", also=("cost_curve",), source="drummond2006",
        text="Expected cost for every mixture of class shares and costs, normalized. Each threshold is a straight line from its false positive rate at 0 to its "
        "false negative rate at 1; the curve is the lowest of these lines. The trivial classifiers are lines too: always negative rises from 0 to 1, always "
        "positive falls from 1 to 0, and a threshold helps only where its line is below both.", x="x", y="cost",
        x_label="Probability times cost of the positive class", y_label="Smallest expected cost, normalized",
        read=_cost, seen=_evenly(12),
    ),
    CurveKind(
        name="decision", title="Decision curve", also=("decision_curve_analysis", "dca"), source="vickers2006",
        text="Net benefit of acting on the rows above each threshold probability, beside acting on all rows and on none.", x="threshold", y="net_benefit", x_label="Threshold probability",
        y_label="Net benefit", read=_decision, seen=_at_most(0.05, *_TENTHS[:9]), proba=True,
        reference=((0.0, 0.0), (1.0, 0.0)), floor=-0.05,
    ),
)  # fmt: skip
KINDS: Catalogue[CurveKind] = Catalogue("curve", _ALL)
