"""Measure: the one declaration format, and when a measure applies to some predictions."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from math import isnan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import listed
from bakeoff.data.tasks import ALL, BINARY, MULTICLASS, ORDINAL, REGRESSION, TargetForm, TaskKind
from bakeoff.predictions.kinds.row_means import MEANS
from bakeoff.predictions.kinds.score_order import Sweep
from bakeoff.predictions.kinds.whole_rows import ROWS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.kind import SummaryKind
from bakeoff.predictions.summaries.pivot import ORIGIN, Pivot
from bakeoff.predictions.summaries.ranking.first_rows import positives_among_first
from bakeoff.predictions.summaries.summaries import summarize

__all__ = [
    "BINARY_ONLY", "CLASSES", "NEEDED", "NUMBERS", "Caution", "Direction", "IntervalRule", "Invariance", "LinearIn", "Measure", "OfFirst", "Pooling",
    "Sweep", "family", "has_required_output", "intended_tasks", "lowered", "mean_of", "misfits", "not_for",
]  # fmt: skip

CLASSES = frozenset({BINARY, MULTICLASS, ORDINAL})
BINARY_ONLY = frozenset({BINARY})
NUMBERS = frozenset({REGRESSION})
NEEDED = {
    Output.LABEL: "predicted classes or numbers",
    Output.SCORE: "scores or probabilities",
    Output.PROBA: "probabilities",
    Output.SD: "predicted standard deviations",
    Output.DRAWS: "draws of the predicted numbers",
    Output.QUANTILES: "predicted quantiles",
}
_PEOPLE = frozenset({"Brier", "Gini", "Jaccard", "Matthews", "Pearson", "Poisson", "Rand", "Spearman", "Tweedie"})


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"
    TARGET = "target"  # one value is right, and both more and less are worse
    NEITHER = "neither"  # it describes the rows and does not judge predictions


class Pooling(StrEnum):
    """How folds of one repeat are combined."""

    MEAN = "mean"  # score each fold, then average
    POOLED = "pooled"  # score all test rows of a repeat at once


class IntervalRule(StrEnum):
    """Which interval a measure gets if nothing else is chosen."""

    USUAL = "usual"  # Wilson's of a proportion, the delta method of a function of means, else resamples
    AREA = "area"  # DeLong's, of the area under the ROC curve
    MEAN_OF_AREAS = "mean of areas"  # DeLong's, of a mean of areas over classes
    AVERAGE_PRECISION = "average precision"  # the delta method where rows are many, else resamples
    BINNED_GAPS = "binned gaps"  # of a sum of absolute gaps: not smooth, so the delta method would be wrong
    LARGEST = "largest"  # of a maximum, which no resample exceeds: a tolerance limit


class Invariance(StrEnum):
    """Which changes of all predictions of a learner leave a measure as it is: its scale is not seen, and two learners may have two."""

    NONE = "none"
    SHIFT = "shift"  # a constant that is added
    LINEAR = "linear"  # the same, and a positive factor
    MONOTONE = "monotone"  # any increasing function: the order alone is seen


class Caution(StrEnum):
    """What about the rows at hand can make a measure mislead."""

    MAJORITY = "majority"  # one class holds most rows: always saying it scores high
    NO_NEGATIVES = "no negatives"  # it does not see the true negatives
    SCALE = "scale"  # it counts steps from class to class, in the order in which they are given
    RARE_POSITIVES = "rare positives"  # it flatters where few rows are positive
    ZERO_PROBABILITY = "zero probability"  # infinite where a class that came true had probability zero


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinearIn:
    """On two classes a measure is `factor * of + shift`, so that it has the interval of the other measure."""

    of: "Measure"
    factor: float = 1.0
    shift: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OfFirst:
    """A measure that depends only on how many positives are among the k rows that score highest, and among all rows."""

    k: int
    value: Callable[[Any, Any], Any]  # of these two numbers, or of arrays of them

    def __call__(self, pred: Predictions) -> float:
        """The value on these predictions."""
        return float(self.value(*positives_among_first(pred, self.k)))


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
    tasks: frozenset[TaskKind]
    needs: Output | None  # None: reads resources, not predictions
    reads: SummaryKind  # made once for a whole panel
    compute: Callable[[Any], float]
    reference: str
    undefined: str = ""
    caveats: tuple[str, ...] = ()
    per_row: Callable[[Predictions], Array] | None = None
    after: Callable[[float], float] | None = None
    across_folds: Pooling = Pooling.MEAN
    needs_positive: bool = False
    family: str = ""
    short: str = ""  # inside a sentence; empty: made of the title
    interval: IntervalRule = IntervalRule.USUAL
    paired_test: str = ""  # the test that compares two on one test set; empty: row by row, or permutations
    on_two_classes: LinearIn | None = None  # what it is on two classes, where another measure says the same
    sweep: Sweep | None = None
    of_first: OfFirst | None = None  # where it reads the first rows by score only
    per_list: Callable[[Any], Array] | None = None  # the value of each query's list, where it is their mean
    variants: Mapping[str, "Measure"] = field(
        default_factory=dict
    )  # of the same name, by the name of the task they are for
    cautions: frozenset[Caution] = frozenset()
    chance: float | None = None  # the value of scores that know nothing, where less means that classes are reversed
    optimizes_threshold: bool = False  # on the rows themselves: too good there, and more so on resamples of them
    instead: Mapping[TaskKind, tuple[str, ...]] = field(default_factory=dict)  # for tasks it is not for
    clipped: str = ""  # the measure that says the same and stays finite, where this one can be infinite
    in_units: bool = False  # of the target or of the machine: not to be averaged over data sets
    target: float | None = None  # the right value, where the direction is TARGET
    proportion: Callable[[Any], tuple[float, float]] | None = None  # successes and trials, where it is a proportion
    shares: Callable[[Any], tuple[float, float, float, float]] | None = (
        None  # hits, other rows, all rows and a factor, where it is the share of hits less that factor times the other
    )
    fewest_rare: int = 0  # rows outside the most frequent class that its interval needs, where it is a mean over rows
    slopes: Callable[[Any], dict[Any, float]] | None = None  # by each mean it reads, where it reads very many
    least: float = 0.0  # that can be measured; what is below is undefined and not ranked
    median: bool = False  # over splits, where a hiccup of the machine moves a mean
    invariant: Invariance = Invariance.NONE  # of scores, or of predicted numbers; what reads a ranking is monotone
    own: Any = None  # OwnFunction, where a user's function computes it
    unit: str = ""  # of its values, as a user stated it
    explains: str = (
        ""  # the loss of which it tells a share: on the same rows it falls with that loss in a straight line
    )

    def __post_init__(self) -> None:
        if (self.direction is Direction.TARGET) != (self.target is not None):
            raise BadInput(f"{self.name}: a target goes with the direction TARGET, and with no other")
        if self.needs is not None and self.needs not in self.reads.outputs:
            raise BadInput(f"{self.name}: {self.reads.title} is not made of {NEEDED[self.needs]}")
        if self.reads.by_order or self.of_first is not None:
            object.__setattr__(self, "invariant", Invariance.MONOTONE)
        if not self.short:
            object.__setattr__(self, "short", lowered(re.split(r" \(|, in ", self.title)[0]))

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
    def describes(self) -> bool:
        """Whether it describes the rows and does not judge predictions."""
        return self.direction is Direction.NEITHER

    @property
    def unordered(self) -> str:
        """Why values are not compared as higher or lower is better; empty if they are."""
        if self.target is not None:
            return (
                f"{self.short} is right at {self.target:g}, and neither more nor less of it is better; "
                "compare by another measure and read it beside"
            )
        if self.direction is Direction.NEITHER:
            return f"{self.short} describes the rows and does not judge predictions; compare by another measure"
        return ""

    def is_for(self, task: TaskKind) -> bool:
        """Whether it is declared for this task, or for one that this task is measured as."""
        return bool(self.tasks & {task, *task.measured_as}) or self.for_task(task) is not self

    @property
    def of_numbers(self) -> bool:
        """Whether it measures predicted numbers, and nothing else."""
        return all(task.numeric or task.target is TargetForm.NUMBER_MATRIX for task in self.tasks)

    def for_task(self, task: TaskKind) -> "Measure":
        """The measure of this name for that task: of one list or over queries, of one target or over several."""
        if task.name in self.variants:
            return self.variants[task.name]
        if task.in_lists and self.own is not None and self.needs is Output.SCORE:
            return by_order_of_items(self)
        several = task.target is TargetForm.NUMBER_MATRIX and self.tasks == NUMBERS
        return mean_over_outputs(self, task) if several else self

    def fits(self, pred: Predictions) -> str:
        """Why the measure does not apply to these predictions; empty if it does."""
        return _misfit(self, pred.task, pred.gives, pred.positive is not None)

    def __call__(self, pred: Predictions) -> float:
        """The value on these predictions; raises NotApplicable if it does not fit, NaN if it is undefined."""
        reason = self.fits(pred)
        if reason:
            raise NotApplicable(reason)
        measure = self.for_task(pred.task)
        return float(measure.compute(summarize(pred).get(measure.reads)))


@lru_cache(maxsize=512)
def by_order_of_items(measure: Measure) -> Measure:
    """The measure of a user's function for ranked lists, where the scores of items are what is predicted of them."""
    return replace(measure, needs=Output.LABEL)


@lru_cache(maxsize=512)
def mean_over_outputs(measure: Measure, task: TaskKind) -> Measure:
    """The mean of a measure of numbers over several outputs, each counted alike."""

    def per_row(pred: Predictions) -> Array:
        assert measure.per_row is not None
        return np.asarray(np.mean([measure.per_row(pred.column(j)) for j in range(pred.truth.shape[1])], axis=0))

    def over_rows(pred: Predictions) -> float:
        return float(np.mean([measure(pred.column(j)) for j in range(pred.truth.shape[1])]))

    shared: dict[str, Any] = {
        "tasks": frozenset({task}),
        "slopes": None,
        "explains": "",
        "title": f"{measure.title}, mean over outputs",
    }
    if measure.per_row is not None and measure.after is None:
        column = lambda pred, _: per_row(pred)  # noqa: E731
        return replace(measure, reads=MEANS, compute=lambda means: means[column], per_row=per_row, **shared)
    return replace(measure, reads=ROWS, compute=over_rows, per_row=None, after=None, **shared)


def family(**common: Any) -> Callable[..., Measure]:
    """Build a function that declares measures with these fields in common.

    >>> from bakeoff.predictions.kinds import CONFUSION
    >>> declare = family(direction=Direction.LOWER, bounds=(0.0, 1.0), tasks=CLASSES, needs=Output.LABEL, reads=CONFUSION)
    >>> declare("miss", "Misses", "m", lambda counts: counts.misses, reference="japkowicz2011").short
    'misses'
    """

    def declare(name: str, title: str, formula: str, compute: Callable[[Any], float], **own: Any) -> Measure:
        return Measure(name=name, title=title, formula=formula, compute=compute, **{**common, **own})

    return declare


def mean_of(column: Callable[[Predictions, Pivot], Array]) -> dict[str, Any]:
    """The fields `compute` and `per_row` of a measure that is the mean of a quantity of each row."""
    return {"compute": lambda means: means[column], "per_row": lambda pred: column(pred, ORIGIN)}


def lowered(title: str) -> str:
    """A title inside a sentence; names of people and abbreviations keep their capitals.

    >>> lowered("Error rate"), lowered("F1"), lowered("H-measure"), lowered("Brier score")
    ('error rate', 'F1', 'H-measure', 'Brier score')
    """
    first = title.partition(" ")[0].rstrip(",")
    kept = first in _PEOPLE or "-" in first or "'" in first or not first[1:].islower()
    return title if kept else title[:1].lower() + title[1:]


def intended_tasks(wanted: Iterable[TaskKind]) -> str:
    """What a measure is for, in words.

    >>> intended_tasks([BINARY]), intended_tasks(CLASSES), intended_tasks([REGRESSION, ORDINAL])
    ('two classes', 'classes', 'ordered classes or numbers')
    """
    kinds = frozenset(wanted)
    classes = ["classes"] if kinds >= CLASSES else []
    left = kinds - CLASSES if classes else kinds
    return listed([*classes, *(task.title for task in sorted(left, key=_place))], last="or")


def _place(task: TaskKind) -> tuple[int, str]:
    """The place of a task in a list: bakeoff's own in their order, then those of packages by name."""
    return (ALL.index(task), "") if task in ALL else (len(ALL), task.name)


def not_for(measure: Measure, task: TaskKind) -> str:
    """That the measure is not for such a target, and its relatives that are; empty if it is.

    >>> from bakeoff.measures import measure_named
    >>> not_for(measure_named("f1"), MULTICLASS)
    'F1 is for two classes, not for more than two classes; take f1_macro, f1_micro, f1_weighted or f1_of_averages'
    """
    if measure.is_for(task):
        return ""
    instead = measure.instead.get(task, ())
    cure = f"; take {listed(instead, last='or')}" if instead else ""
    return f"{measure.short} is for {intended_tasks(measure.tasks)}, not for {task.title}{cure}"


def has_required_output(measure: Measure, outputs: frozenset[Output]) -> bool:
    """Whether outputs of these kinds hold what the measure reads; probabilities rank as scores do."""
    ranks = measure.needs is Output.SCORE and Output.PROBA in outputs
    return measure.needs is None or measure.needs in outputs or ranks


def misfits(measures: tuple[Measure, ...], pred: Predictions) -> dict[Measure, str]:
    """Those of the measures that do not apply to these predictions, and why."""
    return _misfits(measures, pred.task, pred.gives, pred.positive is not None)


@lru_cache(maxsize=256)
def _misfits(
    measures: tuple[Measure, ...], task: TaskKind, outputs: frozenset[Output], positive: bool
) -> dict[Measure, str]:
    return {measure: why for measure in measures if (why := _misfit(measure, task, outputs, positive))}


@lru_cache(maxsize=4096)
def _misfit(measure: Measure, task: TaskKind, outputs: frozenset[Output], positive: bool) -> str:
    """The whole catalogue asks this at every call, and the answers are few."""
    measure = measure.for_task(task)
    if measure.reads.from_run:
        return f"{measure.short} is measured while a study runs; it cannot be computed from predictions"
    if why := not_for(measure, task):
        return why
    if measure.needs is not None and not has_required_output(measure, outputs):
        return f"{measure.short} needs {NEEDED[measure.needs]}, and these predictions have none"
    if measure.needs_positive and not positive:
        return f"{measure.short} needs a positive class, and none was stated; name it"
    return ""
