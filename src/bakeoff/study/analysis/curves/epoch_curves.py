"""Curves by training steps: the scores of every split as they are stored, and their means with notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError
from bakeoff.core.notes import Note, Subject
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.stored_design import StoredStudy
from bakeoff.study.notes import BEST_AT_EDGE, BEST_AT_LAST_STEP, EPOCHS_FAILED, EPOCHS_INFINITE

__all__ = ["EPOCHS", "EpochCurve", "EpochScores", "epoch_curve_from", "stored_epoch_curves", "with_edges"]

EPOCHS = "epochs"  # under this name a results file keeps the scores by training steps
MOST_STEPS = 100_000  # steps times splits of a curve that is read


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EpochScores:
    """Scores of one learner on training and validation rows: one row for each step, one column for each split."""

    dataset: str
    learner: str
    measure: str
    way: str  # "stages", "epochs", "trees" or "iterations"
    epochs: tuple[int, ...]  # ascending
    training: Array
    validation: Array
    failures: tuple[str, ...]
    test_share: float
    family: str = ""  # the learner whose parameter was varied ...
    parameter: str = ""  # ... which one ...
    value: float | None = None  # ... and its value here

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, as a results file stores it."""
        return {
            "dataset": self.dataset, "learner": self.learner, "measure": self.measure, "way": self.way, "epochs": list(self.epochs),
            "training": _numbers(self.training), "validation": _numbers(self.validation), "failures": list(self.failures),
            "test_share": self.test_share, "family": self.family, "parameter": self.parameter, "value": self.value,
        }  # fmt: skip

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "EpochScores":
        """The inverse; KeyError, TypeError or ValueError if it is something else."""
        epochs = tuple(int(epoch) for epoch in facts["epochs"])
        tables = [
            np.array([[nan if value is None else float(value) for value in row] for row in facts[name]])
            for name in ("training", "validation")
        ]
        if not epochs or any(table.ndim != 2 or len(table) != len(epochs) or not table.size for table in tables):
            raise ValueError("a table of scores has another shape than its steps")
        if tables[0].size > MOST_STEPS or any(a >= b for a, b in pairwise(epochs)):
            raise ValueError("too many steps, or not in ascending order")
        return cls(
            dataset=str(facts["dataset"]), learner=str(facts["learner"]), measure=str(facts["measure"]), way=str(facts["way"]),
            epochs=epochs, training=tables[0], validation=tables[1], failures=tuple(map(str, facts["failures"])),
            test_share=float(facts["test_share"]), family=str(facts["family"]), parameter=str(facts["parameter"]),
            value=None if facts["value"] is None else float(facts["value"]),
        )  # fmt: skip


def _numbers(table: Array) -> list[list[Any]]:
    """Undefined is null; infinite is kept as text that float() reads."""
    return [
        [None if isnan(value) else value if np.isfinite(value) else str(value) for value in row]
        for row in table.tolist()
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochCurve:
    """Scores of one learner after so many steps, ascending, mean over splits."""

    learner: str
    measure: str
    direction: Direction
    way: str  # "stages", "epochs", "trees" or "iterations"
    epochs: tuple[int, ...]
    training: tuple[Estimate, ...]
    validation: tuple[Estimate, ...]
    best: int | None  # place of the best mean validation score; None where there is none
    dataset: str = ""
    family: str = ""  # the learner whose parameter was varied
    parameter: str = ""
    value: float | None = None
    notes: tuple[Note, ...] = ()

    @property
    def best_epoch(self) -> int | None:
        """The number of steps with the best mean validation score."""
        return None if self.best is None else self.epochs[self.best]


def epoch_curve_from(scores: EpochScores) -> EpochCurve:
    """Means over splits, the best step, and notes."""
    measure, epochs = measure_named(scores.measure), scores.epochs
    training, validation = (
        tuple(mean_over_splits(row, scores.test_share, bounds=measure.bounds) if not np.isnan(row).any() else _none(row) for row in table)
        for table in (scores.training, scores.validation)
    )  # fmt: skip
    values = np.array([estimate.value for estimate in validation])
    best = None
    if np.isfinite(values).any():
        finite = np.where(np.isfinite(values), values, nan)
        best = int(np.nanargmax(finite) if measure.direction is Direction.HIGHER else np.nanargmin(finite))
    notes, about = [], Subject(learners=(scores.learner,), dataset=scores.dataset, measure=measure.name)
    if scores.failures:
        splits = scores.validation.shape[1]
        notes.append(EPOCHS_FAILED(about, n=len(scores.failures), splits=splits, why=scores.failures[0]))
    if np.isinf(values).any():
        facts = {
            "n": int(np.isinf(values).sum()),
            "steps": len(epochs),
            "numbers": any(task.numeric for task in measure.tasks),
        }
        notes.append(EPOCHS_INFINITE(about, **facts, what=scores.way))
    if best is not None and best == len(epochs) - 1 and len(epochs) > 1:
        notes.append(BEST_AT_LAST_STEP(about, epoch=epochs[best], what=scores.way))
    return EpochCurve(
        learner=scores.learner, measure=measure.name, direction=measure.direction, way=scores.way, epochs=epochs, training=training,
        validation=validation, best=best, dataset=scores.dataset, family=scores.family, parameter=scores.parameter,
        value=scores.value, notes=tuple(notes),
    )  # fmt: skip


def with_edges(curves: Sequence[EpochCurve]) -> list[EpochCurve]:
    """The same curves; the one with the best value of its parameter has a note where that is the smallest or the largest of three or more."""
    families: dict[tuple[str, str, str], list[EpochCurve]] = {}
    for curve in curves:
        if curve.parameter and curve.value is not None and curve.best is not None:
            families.setdefault((curve.dataset, curve.family, curve.parameter), []).append(curve)
    notes: dict[tuple[str, str], Note] = {}
    for (dataset, family, parameter), own in families.items():
        values = sorted({curve.value for curve in own if curve.value is not None})
        sign = 1.0 if own[0].direction is Direction.HIGHER else -1.0
        best = max(own, key=lambda curve: sign * curve.validation[curve.best or 0].value)
        if len(values) > 2 and best.value in {values[0], values[-1]}:
            low = best.value == values[0]
            about = Subject(learners=(family,), dataset=dataset, measure=best.measure)
            notes[dataset, best.learner] = BEST_AT_EDGE(
                about, parameter=parameter, value=best.value, end="smallest" if low else "largest", beyond="smaller" if low else "larger"
            )  # fmt: skip
    return [
        replace(curve, notes=(*curve.notes, notes[curve.dataset, curve.learner]))
        if (curve.dataset, curve.learner) in notes
        else curve
        for curve in curves
    ]


def _none(row: Array) -> Estimate:
    """No mean over the splits that are left."""
    return mean_over_splits(np.full(len(row), nan), None)


def stored_epoch_curves(ledger: Ledger, design: StoredStudy) -> list[EpochCurve]:
    """The curves that a results file holds, in its order; entries that cannot be read are passed over."""
    datasets = {domain.card.name for domain in design.domains}
    curves = []
    for facts in ledger.get_meta(EPOCHS) or ():
        try:
            scores = EpochScores.from_json(facts)
            if scores.dataset in datasets and design.epochs:
                curves.append(epoch_curve_from(scores))
        except (AttributeError, KeyError, TypeError, ValueError, BakeoffError):
            continue
    return with_edges(curves)
