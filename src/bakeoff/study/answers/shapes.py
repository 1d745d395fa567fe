"""Curves, calibration, score histograms and confusions of a study's stored predictions, for its report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy
from bakeoff.study.answers.averaged_curves import AnswerCurve, calibration, curves, probabilities_of
from bakeoff.study.answers.class_curves import class_curves, confidence

__all__ = [
    "AnswerPlots",
    "Confusion",
    "ScoreBins",
    "confusion",
    "score_bins",
    "shapes_of",
    "shapes_of_one",
]

MOST_DATA = 2  # data sets of a kind (two classes, more than two) whose curves are shown
MOST_LINES = 5  # classes in one frame
MOST_SPLITS = 30
ENOUGH_ROWS = 1000  # splits of leave-one-out have one each
MOST_CLASSES = 500  # of a matrix that is counted; how much of it is shown is the report's matter
BINS = 20


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
class AnswerPlots:
    """What the answers of a study look like, beyond single numbers."""

    curves: tuple[AnswerCurve, ...] = ()
    bins: tuple[ScoreBins, ...] = ()
    confusions: tuple[Confusion, ...] = ()


def shapes_of(ledger: Ledger, design: StoredStudy, *, best: str | None = None) -> AnswerPlots:
    """Read what is needed and no more: curves of a few data sets, and confusions, if `best` is named of that one only.

    About thirty splits are read; a learner with a missing unit among them is left out.
    """
    lines: list[AnswerCurve] = []
    bins: list[ScoreBins] = []
    tables: list[Confusion] = []
    shown = _shown(design)
    for domain in design.domains:
        name = domain.card.name
        curved, counted = name in shown, 2 <= len(domain.card.classes) <= MOST_CLASSES
        for learner in design.names:
            wanted = counted and best in {None, learner}
            parts = _answers(ledger, design, domain, learner) if curved or wanted else []
            if parts and curved:
                lines += _lines(name, learner, parts, best in {None, learner})
                bins += score_bins(name, learner, parts)
            if parts and wanted:
                tables += confusion(name, learner, parts)
    return AnswerPlots(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables))


def shapes_of_one(name: str, said: Mapping[str, Predictions]) -> AnswerPlots:
    """The shapes of answers that were brought as they are: one test set, the predictions of each learner."""
    lines: list[AnswerCurve] = []
    bins: list[ScoreBins] = []
    tables: list[Confusion] = []
    for learner, pred in said.items():
        lines += _lines(name, learner, [pred], whole=True)
        bins += score_bins(name, learner, [pred])
        tables += confusion(name, learner, [pred]) if 2 <= len(pred.classes) <= MOST_CLASSES else ()
    return AnswerPlots(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables))


def _shown(design: StoredStudy) -> set[str]:
    """The first data sets of either kind."""
    two = [one.card.name for one in design.domains if one.card.task == Task.BINARY and one.card.positive is not None]
    more = [one.card.name for one in design.domains if one.card.task in {Task.MULTICLASS, Task.ORDINAL}]
    return {*two[:MOST_DATA], *more[:MOST_DATA]}


def _lines(name: str, learner: str, parts: Sequence[Predictions], whole: bool) -> Iterator[AnswerCurve]:
    """Every curve that these answers have; those of single classes only where the whole is asked for."""
    yield from curves(name, learner, parts)
    yield from calibration(name, learner, parts)
    yield from class_curves(name, learner, parts, MOST_LINES) if whole else ()
    yield from confidence(name, learner, parts)


def _answers(ledger: Ledger, design: StoredStudy, domain: DomainDesign, learner: str) -> list[Predictions]:
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


def score_bins(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[ScoreBins]:
    """Shares of each class per bin of probability, and the zone in which neither class is rare."""
    said = probabilities_of(parts)
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
    if (
        not first.task.labelled
        or first.task is Task.CLUSTERING
        or any(Output.LABEL not in part.gives for part in parts)
    ):
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
