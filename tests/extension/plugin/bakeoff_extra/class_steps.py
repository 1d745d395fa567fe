"""A kind of summary of its own: how many steps off the rows of each class are; and a measure that averages over classes."""

from dataclasses import dataclass

import numpy as np

from bakeoff.data.tasks import ORDINAL
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.summaries.kind import SummaryKind

__all__ = ["CLASS_STEPS", "MACRO_STEPS"]


@dataclass(frozen=True)
class ClassSteps:
    """The weight of each true class, and the steps from it that were predicted, summed by weight."""

    n: int
    weight: np.ndarray
    steps: np.ndarray

    def merge(self, other):
        return ClassSteps(self.n + other.n, self.weight + other.weight, self.steps + other.steps)


def _count(pred, _pivot):
    weight = np.ones(len(pred)) if pred.weight is None else pred.weight
    off, k = np.abs(pred.labels() - pred.truth), len(pred.classes)
    return ClassSteps(
        len(pred), np.bincount(pred.truth, weight, minlength=k), np.bincount(pred.truth, weight * off, minlength=k)
    )


def _mean_over_classes(summary):
    some = summary.weight > 0
    return float(np.mean(summary.steps[some] / summary.weight[some])) if some.any() else float("nan")


CLASS_STEPS = SummaryKind(
    name="class_steps", title="steps off by class", outputs=frozenset({Output.LABEL}), compute=_count
)
MACRO_STEPS = Measure(
    name="macro_steps", title="Steps off, averaged over classes", formula=r"\frac{1}{K}\sum_k \bar d_k",
    direction=Direction.LOWER, bounds=(0.0, float("inf")), tasks=frozenset({ORDINAL}), needs=Output.LABEL,
    reads=CLASS_STEPS, compute=_mean_over_classes, reference="japkowicz2011", undefined="no rows", family="ordinal",
)  # fmt: skip
