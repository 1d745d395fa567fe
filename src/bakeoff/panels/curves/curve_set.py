"""Curves of one or several scores on the same rows, with what follows from them: areas, hull, threshold, zone, crossings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isinf
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, probability, vector
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Name, Note, Subject, texts
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.select import estimate
from bakeoff.estimates.values import values_only
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.curves.cost import CostCurve, Wins, better_where
from bakeoff.measures.curves.hull import (
    OperatingPoint,
    RocCrossing,
    Zone,
    areas_between,
    crossings,
    local_zone,
    operating_point,
    uncertainty_zone,
)
from bakeoff.measures.curves.points import RocPoints, known_binning
from bakeoff.panels.curves.kinds import KINDS, CurveColumns, CurveKind, CurveOptions, score_columns
from bakeoff.panels.notes import EVERYTHING_POSITIVE, NOTHING_POSITIVE, REVERSED
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.ranking.ranking import Ranking
from bakeoff.predictions.summaries.summaries import Summaries, summarize

__all__ = ["CurvePair", "CurveValues", "ScoreCurve", "curves_of", "hull_corners", "kind_named", "parse_request"]

RESAMPLES = 2000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreCurve:
    """The curve of one score."""

    name: str
    points: dict[str, Array]
    facts: dict[str, float]
    area: Estimate | None
    hull: dict[str, Array] | None  # corners of a ROC curve's convex hull
    best: OperatingPoint
    zone: Zone | None
    by_class: CurveColumns | None = None  # the scores of each class in bins, where thresholds are read off the curve
    local: Zone | None = None  # scores at which a decision errs more often than that, instead of all decisions together
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePair:
    """Two curves against each other: where ROC curves cross, or where cost curves are cheaper."""

    a: str
    b: str
    crossings: tuple[RocCrossing, ...] = ()
    lobes: tuple[float, float] = (0.0, 0.0)  # areas that lie below a only, and below b only
    wins: Wins | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CurveValues:
    """Curves of the same rows, and how they stand to each other."""

    kind: CurveKind
    ask: CurveOptions
    n: int
    positive: str
    positives: int
    share: float  # of the positives, weights included
    curves: tuple[ScoreCurve, ...]
    met: tuple[CurvePair, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def prior(self) -> float:
        """The share of positives that costs are weighed with."""
        return self.share if self.ask.prior is None else self.ask.prior

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return texts(self.notes)


def kind_named(kind: str) -> CurveKind:
    """The kind of that name."""
    return KINDS[kind]


def parse_request(
    *, cost: Sequence[float], prior: float | None, max_error: Any, level: float | None, bins: int, binning: str
) -> CurveOptions:
    """What is wanted, checked."""
    costs = vector("cost", cost)
    if len(costs) != 2 or costs.min() < 0 or not costs.any():
        raise BadInput("cost is two numbers, of a false alarm and of a miss, zero or more and not both zero: 1,5")
    if prior is not None:
        probability("prior", prior)
    if max_error is not None and not (isinstance(max_error, (int, float)) and 0 <= max_error < 0.5):
        raise BadInput(f"max_error must lie in [0, 0.5), not {max_error!r}")
    if level is not None:
        probability("level", level)
    return CurveOptions(
        cost_fp=float(costs[0]), cost_fn=float(costs[1]), prior=prior, max_error=max_error, level=level,
        bins=count("bins", bins), binning=known_binning(binning),
    )  # fmt: skip


def curves_of(
    predictions: Mapping[str, Predictions], kind: str, ask: CurveOptions, say: ArgumentNames | None = None
) -> CurveValues:
    """The curves of predictions that are already checked, all of the same rows."""
    what = kind_named(kind)
    if not predictions:
        raise BadInput("a curve needs scores: name at least one column of them")
    if what.alone and len(predictions) > 1:
        raise BadInput(f"curve {what.name} is about one column of scores, and {len(predictions)} are named")
    if any(pred.positive is None for pred in predictions.values()):
        raise NotApplicable(
            f"a curve needs the positive class: name it with {(say or ArgumentNames()).asked('positive')}"
        )
    curves = tuple(_one(name, pred, what, ask) for name, pred in predictions.items())
    first = next(iter(predictions.values()))
    true = first.truth == first.positive_code
    return CurveValues(
        kind=what,
        ask=ask,
        n=len(first),
        positive=str(first.positive),
        positives=int(true.sum()),
        share=float(np.average(true, weights=first.weight)),
        curves=curves,
        met=tuple(_met(a, b, kind) for a, b in combinations(curves, 2)) if kind in {"roc", "cost"} else (),
        notes=tuple(note for curve in curves for note in curve.notes),
    )


def _one(name: str, pred: Predictions, kind: CurveKind, ask: CurveOptions) -> ScoreCurve:
    summaries = summarize(pred)
    ranking = summaries.ranking
    best = operating_point(ranking, cost_fp=ask.cost_fp, cost_fn=ask.cost_fn, prevalence=ask.prior)
    read = kind.read(summaries, ask)
    hull = hull_corners(ranking) if kind.name == "roc" else None
    area = None
    if kind.measure:
        area = _area(measure_named(kind.measure), summaries, ask.level)
    return ScoreCurve(
        name=name,
        points=read.points,
        facts=read.facts
        | ({} if hull is None else {"area under the hull": float(np.trapezoid(hull["tpr"], hull["fpr"]))}),
        area=area,
        by_class=score_columns(summaries, ask) if kind.decides or kind.alone else None,
        hull=hull,
        best=best,
        zone=None if ask.max_error is None else uncertainty_zone(ranking, ask.max_error),
        local=None if ask.max_error is None else local_zone(ranking, ask.max_error),
        notes=_notes(name, ranking, best if kind.decides or ask.weighs else None),
    )


def _area(measure: Measure, summaries: Summaries, level: float | None) -> Estimate:
    if level is None:
        return values_only([measure], summaries)[measure.name]
    return estimate(measure, Resamples(summaries=summaries, n_resamples=RESAMPLES, seed=0), IntervalChoice(level=level))


def _notes(name: str, ranking: Ranking, best: OperatingPoint | None) -> tuple[Note, ...]:
    area = ranking.totals.doubled_wins / (2.0 * ranking.positive_weight * ranking.negative_weight)
    about = Subject(learners=(name,))
    kinds = [REVERSED] if area < 0.5 else []
    if best is not None and isinf(best.threshold):
        kinds.append(NOTHING_POSITIVE)
    if best is not None and best.fpr == 1:
        kinds.append(EVERYTHING_POSITIVE)
    return tuple(kind(about, name=Name(name)) for kind in kinds)


def hull_corners(ranking: Ranking) -> dict[str, Array]:
    """The corners of the convex hull of the ROC points, with the threshold of each."""
    fp, tp = ranking.hull
    reached = np.asarray(ranking.curve.tp + ranking.curve.fp, dtype=np.float64)
    positions = np.searchsorted(reached, fp + tp - 1e-9 * reached[-1:])
    threshold = np.asarray(ranking.curve.threshold, dtype=np.float64)[np.minimum(positions, len(reached) - 1)]
    return {
        "threshold": np.where(fp + tp > 0, threshold, np.inf),
        "fpr": np.asarray(fp / ranking.negative_weight),
        "tpr": np.asarray(tp / ranking.positive_weight),
    }


def _met(a: ScoreCurve, b: ScoreCurve, kind: str) -> CurvePair:
    if kind == "cost":
        envelopes = (CostCurve(x=curve.points["x"], cost=curve.points["cost"]) for curve in (a, b))
        return CurvePair(a=a.name, b=b.name, wins=better_where(*envelopes))
    both = tuple(RocPoints(**curve.points) for curve in (a, b))
    return CurvePair(a=a.name, b=b.name, crossings=crossings(*both), lobes=areas_between(*both))
