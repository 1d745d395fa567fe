"""Shapes: curves, calibration, score histograms and confusions of a study's stored predictions, for its report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.data.dataset import Task
from bakeoff.estimates.proportion import proportion
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.ranking import rank
from bakeoff.runs.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.design import Design, DomainDesign
from bakeoff.study.points import GRID, READERS, auc

__all__ = [
    "AnswerCurve",
    "Confusion",
    "ScoreBins",
    "Shapes",
    "calibration",
    "confusion",
    "curves",
    "score_bins",
    "shapes_of",
    "shapes_of_one",
]

MOST_DATA = 2  # binary data sets whose curves are shown
MOST_SPLITS = 30
ENOUGH_ROWS = 1000  # splits of leave-one-out have one each
MOST_CLASSES = 500  # of a matrix that is counted; how much of it is shown is the report's matter
BINS = 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerCurve:
    """A curve of one learner on one data set: the mean over splits and one standard deviation to either side."""

    dataset: str
    learner: str
    kind: str  # "roc", "pr", "lift", "cost", "calibration"
    x: Array
    y: Array
    low: Array
    high: Array
    splits: int
    value: float  # the area under a ROC curve, else NaN


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreBins:
    """How the predicted probabilities of the two classes lie."""

    dataset: str
    learner: str
    edges: Array
    negative: Array  # shares of the class per bin
    positive: Array
    negative_name: str
    positive_name: str
    zone: tuple[float, float] | None  # from the 5% quantile of the positives to the 95% quantile of the negatives
    splits: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Confusion:
    """How often which class was taken for which: rows are the truth, columns what was predicted."""

    dataset: str
    learner: str
    classes: tuple[str, ...]
    matrix: Array
    splits: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shapes:
    """What the answers of a study look like, beyond single numbers."""

    curves: tuple[AnswerCurve, ...] = ()
    bins: tuple[ScoreBins, ...] = ()
    confusions: tuple[Confusion, ...] = ()


def shapes_of(ledger: Ledger, design: Design, *, best: str | None = None) -> Shapes:
    """Read what is needed and no more: curves of a few data sets, and confusions, if `best` is named of that one only.

    About thirty splits are read; a learner with a missing unit among them is left out.
    """
    lines: list[AnswerCurve] = []
    bins: list[ScoreBins] = []
    tables: list[Confusion] = []
    binary = [one.card.name for one in design.domains if one.card.task == Task.BINARY and one.card.positive is not None]
    for domain in design.domains:
        name = domain.card.name
        curved, counted = name in binary[:MOST_DATA], 2 <= len(domain.card.classes) <= MOST_CLASSES
        for learner in design.names:
            wanted = counted and best in {None, learner}
            parts = _answers(ledger, design, domain, learner) if curved or wanted else []
            if parts and curved:
                lines += [*curves(name, learner, parts), *calibration(name, learner, parts)]
                bins += score_bins(name, learner, parts)
            if parts and wanted:
                tables += confusion(name, learner, parts)
    return Shapes(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables))


def shapes_of_one(name: str, said: Mapping[str, Predictions]) -> Shapes:
    """The shapes of answers that were brought as they are: one test set, the predictions of each learner."""
    lines: list[AnswerCurve] = []
    bins: list[ScoreBins] = []
    tables: list[Confusion] = []
    for learner, pred in said.items():
        lines += [*curves(name, learner, [pred]), *calibration(name, learner, [pred])]
        bins += score_bins(name, learner, [pred])
        tables += confusion(name, learner, [pred]) if 2 <= len(pred.classes) <= MOST_CLASSES else ()
    return Shapes(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables))


def _answers(ledger: Ledger, design: Design, domain: DomainDesign, learner: str) -> list[Predictions]:
    """The answers on the first splits, on more of them where each has few rows; none if one of these is missing."""
    found: list[Predictions] = []
    rows = 0
    for repeat, fold in domain.splits:
        if len(found) >= MOST_SPLITS and rows >= ENOUGH_ROWS:
            break
        key = UnitKey(dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=repeat, fold=fold)
        run = ledger.get(key)
        if run is None or run.predictions is None:
            return []
        found.append(run.predictions)
        rows += len(run.predictions)
    return found


def curves(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """ROC, precision-recall, lift and cost curves; splits without both classes are passed over."""
    try:
        found = [rank(part).curve for part in parts]
    except NotApplicable:
        return
    usable = [one for one in found if len(one.tp) and one.tp[-1] > 0 and one.fp[-1] > 0]
    if not usable:
        return
    area = float(np.mean([auc(one) for one in usable]))
    for kind, read in READERS.items():
        points = np.array([read(one) for one in usable])
        mean, spread = points.mean(axis=0), points.std(axis=0, ddof=1) if len(points) > 1 else np.zeros(len(GRID))
        top = np.inf if kind == "lift" else 1.0
        yield AnswerCurve(
            dataset=dataset, learner=learner, kind=kind, x=GRID, y=mean, low=np.clip(mean - spread, 0.0, None),
            high=np.clip(mean + spread, None, top), splits=len(usable), value=area if kind == "roc" else np.nan,
        )  # fmt: skip


def _chances(parts: Sequence[Predictions]) -> tuple[Array, Array] | None:
    """Probabilities of the positive class and whether it came true, all splits together."""
    if any(Output.PROBA not in part.gives or part.positive_code is None for part in parts):
        return None
    said = [(part.probabilities()[:, part.positive_code], part.truth == part.positive_code) for part in parts]
    return np.concatenate([one for one, _ in said]), np.concatenate([two for _, two in said])


def calibration(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """How often the positive class came true where its probability was said to be so and so, in ten bins."""
    said = _chances(parts)
    if said is None:
        return
    chance, true = said
    place = np.minimum((chance * 10).astype(int), 9)
    count = np.bincount(place, minlength=10)
    full = np.flatnonzero(count)
    hits = np.bincount(place, weights=true, minlength=10)[full]
    ends = [proportion(int(hit), int(n)) for hit, n in zip(hits, count[full], strict=True)]
    yield AnswerCurve(
        dataset=dataset, learner=learner, kind="calibration",
        x=np.bincount(place, weights=chance, minlength=10)[full] / count[full], y=hits / count[full],
        low=np.array([one.low for one in ends]), high=np.array([one.high for one in ends]), splits=len(parts), value=np.nan,
    )  # fmt: skip


def score_bins(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[ScoreBins]:
    """Shares of each class per bin of probability, and the zone in which neither class is rare."""
    said = _chances(parts)
    if said is None:
        return
    chance, true = said
    if not true.any() or true.all():
        return
    edges = np.linspace(0.0, 1.0, BINS + 1)
    sides = [np.histogram(chance[mask], edges)[0] / mask.sum() for mask in (~true, true)]
    start, stop = float(np.quantile(chance[true], 0.05)), float(np.quantile(chance[~true], 0.95))
    first = parts[0]
    other = next(name for name in first.classes if name != first.positive)
    yield ScoreBins(
        dataset=dataset, learner=learner, edges=edges, negative=sides[0], positive=sides[1], negative_name=other,
        positive_name=str(first.positive), zone=(start, stop) if start < stop else None, splits=len(parts),
    )  # fmt: skip


def confusion(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[Confusion]:
    """The confusion matrices of all splits added up."""
    first = parts[0]
    if not first.task.labelled or first.task is Task.CLUSTERING or any(part.label is None for part in parts):
        return
    k = len(first.classes)
    cells = sum(np.bincount(part.truth * k + part.labels(), minlength=k * k) for part in parts)
    yield Confusion(
        dataset=dataset,
        learner=learner,
        classes=first.classes,
        matrix=np.asarray(cells).reshape(k, k),
        splits=len(parts),
    )
