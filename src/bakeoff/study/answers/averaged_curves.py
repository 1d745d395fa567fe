"""Curves of a learner's predictions on one data set, averaged over splits, and the calibration of its probabilities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.measures.curves.at_places import GRID, READERS, auc
from bakeoff.measures.probability.bins import binned, even_bins
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.ranking.ranking import Curve, rank

__all__ = ["AnswerCurve", "calibration", "curves", "kept", "mean_curve", "mirrored", "probabilities_of"]

BINS = 10  # of predicted probabilities


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerCurve:
    """A curve of one learner on one data set: the mean over splits and one standard deviation to either side."""

    dataset: str
    learner: str
    kind: str  # "roc", "pr", "lift", "cost", "calibration", "confidence"
    x: Array
    y: Array
    low: Array
    high: Array
    splits: int
    value: float  # the area under a ROC curve, else NaN
    against: str = ""  # the class that stands against the rest, where there are more than two
    among: int = 2  # classes


def curves(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """ROC, precision-recall, lift and cost curves; splits without both classes are passed over."""
    try:
        found = [rank(part).curve for part in parts]
    except NotApplicable:
        return
    usable = mirrored(found)
    for kind in READERS if usable else ():
        yield mean_curve(usable, kind, dataset, learner)


def mirrored(found: Sequence[Curve]) -> list[Curve]:
    """Those with positives and negatives."""
    return [one for one in found if len(one.tp) and one.tp[-1] > 0 and one.fp[-1] > 0]


def mean_curve(found: Sequence[Curve], kind: str, dataset: str, learner: str) -> AnswerCurve:
    """The mean of the curves of several splits, read off at the same places, with one standard deviation."""
    points = np.array([READERS[kind](one) for one in found])
    mean, spread = points.mean(axis=0), points.std(axis=0, ddof=1) if len(points) > 1 else np.zeros(len(GRID))
    top = np.inf if kind == "lift" else 1.0
    area = float(np.mean([auc(one) for one in found])) if kind == "roc" else np.nan
    return AnswerCurve(
        dataset=dataset, learner=learner, kind=kind, x=GRID, y=mean, low=np.clip(mean - spread, 0.0, None),
        high=np.clip(mean + spread, None, top), splits=len(found), value=area,
    )  # fmt: skip


def probabilities_of(parts: Sequence[Predictions]) -> tuple[Array, Array] | None:
    """Probabilities of the positive class and whether it came true, all splits together."""
    if any(Output.PROBA not in part.gives or part.positive_code is None for part in parts):
        return None
    said = [(part.probabilities()[:, part.positive_code], part.truth == part.positive_code) for part in parts]
    return np.concatenate([one for one, _ in said]), np.concatenate([two for _, two in said])


def calibration(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """How often the positive class came true where its probability was said to be so and so, in ten bins."""
    said = probabilities_of(parts)
    if said is not None:
        yield kept(*said, kind="calibration", dataset=dataset, learner=learner, splits=len(parts))


def kept(chance: Array, true: Array, *, kind: str, dataset: str, learner: str, splits: int) -> AnswerCurve:
    """How often what was said with a probability came true, as a curve: promises kept."""
    bins = binned(chance, true, even_bins(chance, BINS))
    hits = np.rint(bins.observed * bins.rows)
    ends = [proportion(int(hit), int(n)) for hit, n in zip(hits, bins.rows, strict=True)]
    return AnswerCurve(
        dataset=dataset, learner=learner, kind=kind,
        x=bins.predicted, y=bins.observed,
        low=np.array([one.low for one in ends]), high=np.array([one.high for one in ends]), splits=splits, value=np.nan,
    )  # fmt: skip
