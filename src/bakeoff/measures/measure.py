"""Direction, Pooling and Measure: the one declaration format."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import isnan
from typing import Any

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.data.dataset import Task
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["BINARY_ONLY", "CLASSES", "NUMBERS", "Direction", "Measure", "Pooling", "Reads"]

CLASSES = frozenset({Task.BINARY, Task.MULTICLASS, Task.ORDINAL})
BINARY_ONLY = frozenset({Task.BINARY})
NUMBERS = frozenset({Task.REGRESSION})


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"
    TARGET = "target"  # one value is right, and both more and less are worse
    NEITHER = "neither"  # it describes the rows and judges nobody


class Pooling(StrEnum):
    """How folds of one repeat are combined."""

    MEAN = "mean"  # score each fold, then average
    POOLED = "pooled"  # score all test rows of a repeat at once


class Reads(StrEnum):
    """Which summary a measure reads; each is made once for a whole panel."""

    COUNTS = "counts"
    RANKING = "ranking"
    MOMENTS = "moments"
    ROWS = "rows"
    RESOURCES = "resources"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measure:
    """What a number says about predictions, declared once; tables, help pages and tests are made from the fields.

    `compute` takes the summary named in `reads` and returns NaN where the measure is undefined; `undefined` says when.
    """

    name: str
    title: str
    formula: str
    direction: Direction
    bounds: tuple[float, float]
    tasks: frozenset[Task]
    needs: Output | None  # None: reads resources, not predictions
    reads: Reads
    compute: Callable[[Any], float]
    reference: str
    undefined: str = ""
    caveats: tuple[str, ...] = ()
    per_row: Callable[[Predictions], Array] | None = None
    after: Callable[[float], float] | None = None
    across_folds: Pooling = Pooling.MEAN
    needs_positive: bool = False
    family: str = ""
    seeks: bool = False  # the best thresholds on the rows themselves: too good there, and more so on resamples of them
    in_units: bool = False  # of the target or of the machine: not to be averaged over data sets
    target: float | None = None  # the right value, where the direction is TARGET
    proportion: Callable[[Any], tuple[float, float]] | None = None  # successes and trials, where it is a proportion
    slopes: Callable[[Any], dict[Any, float]] | None = None  # by each mean it reads, where it reads very many
    explains: str = (
        ""  # the loss of which it tells a share: on the same rows it falls with that loss in a straight line
    )

    def __post_init__(self) -> None:
        if (self.direction is Direction.TARGET) != (self.target is not None):
            raise BadInput(f"{self.name}: a target goes with the direction TARGET, and with no other")

    def better(self, a: float, b: float) -> bool:
        """Whether a is strictly better than b."""
        if isnan(a) or isnan(b) or self.direction is Direction.NEITHER:
            return False
        if self.target is not None:
            return abs(a - self.target) < abs(b - self.target)
        return a > b if self.direction is Direction.HIGHER else a < b

    @property
    def wish(self) -> str:
        """What is wished for, in a word or two: "higher", "lower", "near 0.95", "neither"."""
        return self.direction.value if self.target is None else f"near {self.target:g}"

    @property
    def unordered(self) -> str:
        """Why values are not compared as higher or lower is better; empty if they are."""
        from bakeoff.measures.naming import short_name  # it imports this file

        if self.target is not None:
            return (
                f"{short_name(self)} is right at {self.target:g}, and neither more nor less of it is better; "
                "compare by another measure and read it beside"
            )
        if self.direction is Direction.NEITHER:
            return f"{short_name(self)} describes the rows and does not judge predictions; compare by another measure"
        return ""

    def fits(self, pred: Predictions) -> str:
        """Why the measure does not apply to these predictions; empty if it does."""
        from bakeoff.measures.applicability import why_not_applicable  # its sentences name other measures

        return why_not_applicable(self, pred)

    def __call__(self, pred: Predictions) -> float:
        """The value on these predictions; raises NotApplicable if it does not fit, NaN if it is undefined."""
        from bakeoff.predictions.summaries.summaries import (
            summarize,  # the summaries import NumPy kernels; declarations stay light
        )

        reason = self.fits(pred)
        if reason:
            raise NotApplicable(reason)
        return float(self.compute(summarize(pred).get(self.reads)))
