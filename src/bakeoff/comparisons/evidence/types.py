"""Disagreement, PairedScores and ScoreMatrix: what tests read. Pairing is checked here, once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.midranks import midranks
from bakeoff.core.checks import Array, count, frozen, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import Direction
from bakeoff.predictions.predictions import Predictions

__all__ = [
    "Disagreement", "ErrorCounts", "LabelTable", "MeanDifferences", "PairedScores", "ScoreMatrix", "ScoredRows", "ScoredSets", "TwoSamples", "noise_free_difference",
    "significant_digits",
]  # fmt: skip


POWERS = 10.0 ** np.arange(291.0)


def significant_digits(values: Array, digits: int = 12, *, scale: Array | float | None = None) -> Array:
    """Round to that many significant digits of the data's own scale, so that float noise cannot split ties.

    Differences are rounded on the scale of the scores they come from: pass it as `scale`, one number or one for each
    value (data sets may differ in size by orders of magnitude).

    >>> significant_digits(np.array([0.3 - 0.2, 0.2 - 0.1])).tolist()
    [0.1, 0.1]
    >>> significant_digits(np.array([0.1 + 0.2 - 0.3]), scale=0.3).tolist()
    [0.0]
    """
    if scale is None:
        scale = float(np.max(np.abs(values), initial=0.0, where=np.isfinite(values)))
    size = np.asarray(scale, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        places = np.clip(digits - 1 - np.floor(np.log10(size)), -290, 290)
    rounds = np.isfinite(size) & (size > 1e-270)  # zeros have nothing to round, and subnormal numbers no digits left
    places = np.where(rounds, places, 0).astype(np.intp)
    up, down = POWERS[np.maximum(places, 0)], POWERS[np.maximum(-places, 0)]  # whole powers of ten, so 0.1 stays 0.1
    rounded = np.rint(values * up) / up if np.all(places >= 0) else np.rint(values / down * up) / up * down
    return np.asarray(np.where(rounds & np.isfinite(rounded), rounded, values)) + 0.0  # no negative zeros


def noise_free_difference(a: Array, b: Array) -> Array:
    """A minus b with equal differences equal to the last bit, and zero where two scores agree to 12 digits.

    Each pair is rounded on its own scale, so a data set of small scores keeps its digits beside one of large scores.

    >>> noise_free_difference(np.array([0.3, 0.1 + 0.2, 5e-9]), np.array([0.2, 0.3, 4e-9])).tolist()
    [0.1, 0.0, 1e-09]
    """
    size = np.maximum(np.abs(a), np.abs(b))
    if size.size > 1:
        least, most = np.fmin.reduce(size, axis=None), np.fmax.reduce(size, axis=None)
        if 1e-9 < least and most < 1e9 and np.floor(np.log10(least)) == np.floor(np.log10(most)):
            size = most  # all round to the same place
    return significant_digits(a - b, scale=size)


def _is_row(row: object) -> bool:
    """Whether it holds cells."""
    return isinstance(row, Iterable) and not isinstance(row, str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """How often only one of two classifiers was right, on the same rows."""

    only_a_right: int
    only_b_right: int
    both_right: int | None = None  # None: not counted, so the number of rows is unknown
    both_wrong: int | None = None
    names: tuple[str, str] = field(
        default=("a", "b"), repr=False, compare=False
    )  # of the two classifiers, where they are known

    @property
    def rows(self) -> int | None:
        """How many rows there are; None where only disagreements were counted."""
        if self.both_right is None or self.both_wrong is None:
            return None
        return self.only_a_right + self.only_b_right + self.both_right + self.both_wrong

    @classmethod
    def between(cls, a: Predictions, b: Predictions) -> "Disagreement":
        """Count from two sets of predictions; refuses different rows or a different truth."""
        if not np.array_equal(a.rows, b.rows) or not np.array_equal(a.truth, b.truth):
            raise BadInput(
                "the two sets of predictions are not about the same rows in the same order; match them by row id first"
            )
        return cls.of_hits(a.labels() == a.truth, b.labels() == b.truth)

    @classmethod
    def of_table(cls, table: Any) -> "Disagreement":
        """From a 2 x 2 table: rows a right and a wrong, columns b right and b wrong.

        >>> Disagreement.of_table([[50, 10], [25, 15]])
        Disagreement(only_a_right=10, only_b_right=25, both_right=50, both_wrong=15)
        """
        rows = [list(row) for row in table] if isinstance(table, Iterable) and all(map(_is_row, table)) else []
        if [len(row) for row in rows] != [2, 2]:
            raise BadInput(
                "counts of disagreements are two numbers (only_a_right, only_b_right), or a table of two rows (a right, a wrong) and two columns (b right, b wrong)"
            )
        (both_right, only_a), (only_b, both_wrong) = (
            [count("a cell of the table", cell, least=0) for cell in row] for row in rows
        )
        return cls(only_a_right=only_a, only_b_right=only_b, both_right=both_right, both_wrong=both_wrong)

    @classmethod
    def of_hits(cls, a: ArrayLike, b: ArrayLike, names: tuple[str, str] = ("a", "b")) -> "Disagreement":
        """Count from ones and zeros (right and wrong) on the same rows.

        >>> Disagreement.of_hits([1, 1, 0], [1, 0, 0])
        Disagreement(only_a_right=1, only_b_right=0, both_right=1, both_wrong=1)
        """
        right_a, right_b = np.asarray(a) == 1, np.asarray(b) == 1
        return cls(
            only_a_right=int(np.sum(right_a & ~right_b)),
            only_b_right=int(np.sum(~right_a & right_b)),
            both_right=int(np.sum(right_a & right_b)),
            both_wrong=int(np.sum(~right_a & ~right_b)),
            names=names,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairedScores:
    """Two learners' scores on the same splits or the same domains."""

    a: Array
    b: Array
    test_share: float | None = None  # n_test / n_train where training sets overlap; None for independent pairs
    groups: Array | None = None  # what each pair belongs to, where pairs are not independent
    weight: Array | None = None  # how much each pair counts
    names: tuple[str, str] = ("a", "b")  # of the learners
    horizon: int | None = None  # of forecasts, where pairs are in the order of time

    def __post_init__(self) -> None:
        object.__setattr__(self, "a", frozen(vector("a", self.a)))
        object.__setattr__(self, "b", frozen(vector("b", self.b)))
        same_length(a=self.a, b=self.b)
        for name in ("groups", "weight"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, frozen(getattr(self, name)))
                same_length(a=self.a, **{name: getattr(self, name)})

    @property
    def differences(self) -> Array:
        """A minus b, free of float noise."""
        return noise_free_difference(self.a, self.b)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwoSamples:
    """Two learners' scores that do not come in pairs; the lengths may differ."""

    a: Array
    b: Array
    names: tuple[str, str] = ("a", "b")  # of the learners

    def __post_init__(self) -> None:
        object.__setattr__(self, "a", frozen(vector("a", self.a)))
        object.__setattr__(self, "b", frozen(vector("b", self.b)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeanDifferences:
    """The mean difference of two learners on each data set, a minus b, and the variance of that mean."""

    differences: Array
    variances: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "differences", frozen(vector("differences", self.differences)))
        object.__setattr__(self, "variances", frozen(vector("variances", self.variances)))
        same_length(differences=self.differences, variances=self.variances)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCounts:
    """Errors of two classifiers on test sets that share no row."""

    errors_a: float  # a published rate times n need not be whole
    n_a: int
    errors_b: float
    n_b: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelTable:
    """How many rows two classifiers label so: the classes of the first down, those of the second across, in one order."""

    counts: Array
    classes: tuple[str, ...] = ()
    names: tuple[str, str] = ("a", "b")

    @classmethod
    def of(cls, table: Any) -> "LabelTable":
        """From a square table of counts.

        >>> LabelTable.of([[5, 1], [2, 4]]).counts.sum()
        np.int64(12)
        """
        try:
            counts = np.asarray(table, dtype=np.float64)
        except (TypeError, ValueError):
            counts = np.empty(0)
        if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:
            raise BadInput(
                "a table of labels is square, with one row and one column for each of two or more classes, in one order"
            )
        if not np.isfinite(counts).all():
            raise BadInput("the cells of a table of labels are finite counts")
        if (counts < 0).any() or (counts != np.round(counts)).any():
            raise BadInput("the cells of a table of labels are counts: whole numbers from 0")
        return cls(counts=frozen(counts.astype(np.int64)))

    @classmethod
    def of_labels(cls, a: ArrayLike, b: ArrayLike, names: tuple[str, str] = ("a", "b")) -> "LabelTable":
        """Count the labels of two classifiers on the same rows.

        >>> LabelTable.of_labels(["x", "y", "x"], ["x", "x", "y"]).counts.tolist()
        [[1, 1], [1, 0]]
        """
        one, two = (np.asarray([str(label) for label in np.asarray(labels).ravel().tolist()]) for labels in (a, b))
        same_length(a=one, b=two)
        if not one.size:
            raise BadInput("there are no rows")
        classes, codes = np.unique(np.concatenate([one, two]), return_inverse=True)
        k = len(classes)
        counts = np.bincount(codes[: one.size] * k + codes[one.size :], minlength=k * k).reshape(k, k)
        return cls(counts=frozen(counts), classes=tuple(map(str, classes)), names=names)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoredSets:
    """Truth (1 is positive) and ranking scores of two learners, each on rows of its own."""

    truth_a: Array
    a: Array
    truth_b: Array
    b: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoredRows:
    """Truth (1 is positive) and two learners' ranking scores on the same rows."""

    truth: Array
    a: Array
    b: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "truth", frozen(np.asarray(self.truth) == 1))
        object.__setattr__(self, "a", frozen(vector("a", self.a)))
        object.__setattr__(self, "b", frozen(vector("b", self.b)))
        same_length(truth=self.truth, a=self.a, b=self.b)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreMatrix:
    """Blocks (data sets, folds, runs) x learners."""

    names: tuple[str, ...]
    blocks: tuple[str, ...]
    values: Array  # (n blocks, k learners); NaN is a missing cell
    direction: Direction = Direction.HIGHER
    groups: Array | None = None  # (n blocks,) what each block belongs to, where blocks are rows that come in groups
    weight: Array | None = None  # (n blocks,) how much each block counts
    failed: Array | None = None  # (n blocks, k learners) where a learner failed: worse than any score; None: nowhere
    horizon: int | None = None  # steps ahead of forecasts, where blocks are in the order of time; None: they are not
    runs_of_hits: bool = False  # whether the values are means over runs that scored 0 or 1 each

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen(self.values, np.float64))
        if self.failed is not None:
            object.__setattr__(self, "failed", frozen(self.failed, bool) if np.any(self.failed) else None)
        for name in ("groups", "weight"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, frozen(getattr(self, name)))
                same_length(blocks=np.empty(len(self.blocks)), **{name: getattr(self, name)})
        object.__setattr__(self, "direction", Direction(self.direction))
        if self.direction not in {Direction.HIGHER, Direction.LOWER}:
            raise BadInput(
                "scores are compared as higher or as lower is better; a measure that is right at some value (coverage) or "
                "that only describes the rows (prevalence) is read beside a comparison by another measure"
            )
        if self.values.shape != (len(self.blocks), len(self.names)):
            raise BadInput(
                f"scores have shape {self.values.shape} for {len(self.blocks)} rows and {len(self.names)} learners"
            )
        if len(set(self.names)) != len(self.names):
            raise BadInput("two learners have the same name; rename one")
        if np.isinf(self.values).any():
            row, column = np.argwhere(np.isinf(self.values))[0]
            raise BadInput(
                f"the score of {self.names[column]} on {self.blocks[row]} is infinite; leave the cell empty or correct it"
            )

    @classmethod
    def of(
        cls, table: "ScoreMatrix | Mapping[str, ArrayLike] | ArrayLike", names: Sequence[str] | None = None
    ) -> "ScoreMatrix":
        """From a mapping learner -> scores or a 2-D array; any frame is a mapping of columns for this purpose."""
        if isinstance(table, ScoreMatrix):
            return table
        if isinstance(table, Mapping):
            values = np.column_stack([np.asarray(column, dtype=np.float64) for column in table.values()])
            names = list(table)
        else:
            values = np.asarray(table, dtype=np.float64)
            if values.ndim != 2:
                raise BadInput(f"a score table has two dimensions, not {values.ndim}")
        learners = tuple(names) if names is not None else tuple(f"learner {i + 1}" for i in range(values.shape[1]))
        return cls(names=learners, blocks=tuple(str(i + 1) for i in range(len(values))), values=values)

    @property
    def hits_only(self) -> bool:
        """Whether every score is 0 or 1, or a mean of such over runs, so that means are shares.

        >>> ScoreMatrix.of({"a": [1, 0], "b": [0, 0]}).hits_only, ScoreMatrix.of({"a": [0.5, 1]}).hits_only
        (True, False)
        """
        defined = self.values[~np.isnan(self.values)]
        return bool(defined.size) and (self.runs_of_hits or bool(np.isin(defined, (0.0, 1.0)).all()))

    @property
    def complete(self) -> bool:
        """Whether no cell is missing."""
        return not bool(np.isnan(self.values).any())

    def ranks(self) -> Array:
        """Mid-ranks per block, 1 is best by the direction; scores of a block that agree to 12 digits are ties.

        A learner that failed has the last rank; several that failed share the last ranks.
        """
        sign = -1.0 if self.direction is Direction.HIGHER else 1.0
        defined = ~np.isnan(self.values) if self.failed is None else ~np.isnan(self.values) & ~self.failed
        size = np.max(np.abs(self.values), axis=1, keepdims=True, initial=0.0, where=defined)
        losses = sign * significant_digits(self.values, scale=size)
        return midranks(losses if self.failed is None else np.where(self.failed, np.inf, losses))

    @property
    def ranked(self) -> Array:
        """The blocks in which every learner has a rank: a score, or a failure."""
        gone = np.isnan(self.values) if self.failed is None else np.isnan(self.values) & ~self.failed
        return np.asarray(~gone.any(axis=1))

    def fails(self, *names: str) -> bool:
        """Whether one of these learners failed on some block."""
        return self.failed is not None and bool(self.failed[:, [self.names.index(name) for name in names]].any())

    def complete_blocks(self) -> "ScoreMatrix":
        """The blocks in which no cell is missing."""
        return self if self.complete else self.only(np.flatnonzero(~np.isnan(self.values).any(axis=1)))

    def only(self, blocks: ArrayLike) -> "ScoreMatrix":
        """The blocks at these positions."""
        keep = np.asarray(blocks, dtype=np.intp)
        labels = tuple(self.blocks[i] for i in keep)
        groups, weight, failed = (
            None if values is None else values[keep] for values in (self.groups, self.weight, self.failed)
        )
        return replace(self, blocks=labels, values=self.values[keep], groups=groups, weight=weight, failed=failed)

    def of_learners(self, *names: str) -> "ScoreMatrix":
        """The columns of these learners."""
        columns = [self.names.index(name) for name in names]
        failed = None if self.failed is None else self.failed[:, columns]
        return replace(self, names=names, values=self.values[:, columns], failed=failed)

    def of_pair(self, a: str, b: str) -> tuple[Array, Array]:
        """The scores of two learners on the blocks that have both."""
        first, second = self.values[:, self.names.index(a)], self.values[:, self.names.index(b)]
        both = ~(np.isnan(first) | np.isnan(second))
        return first[both], second[both]

    def paired(self, a: str, b: str, test_share: float | None = None) -> PairedScores:
        """The same with what the blocks belong to and how much they count."""
        first, second = self.values[:, self.names.index(a)], self.values[:, self.names.index(b)]
        both = ~(np.isnan(first) | np.isnan(second))
        groups, weight = (None if values is None else values[both] for values in (self.groups, self.weight))
        return PairedScores(
            a=first[both],
            b=second[both],
            test_share=test_share,
            groups=groups,
            weight=weight,
            names=(a, b),
            horizon=self.horizon,
        )

    @property
    def group_count(self) -> int | None:
        """How many groups there are; None where blocks do not come in groups."""
        return None if self.groups is None else len(np.unique(self.groups))

    def means(self) -> Array:
        """The (weighted) mean score of each learner over the blocks that have one; NaN where none has."""
        heavy = np.where(np.isnan(self.values), 0.0, 1.0 if self.weight is None else self.weight[:, None])
        with np.errstate(invalid="ignore"):
            return np.asarray((np.nan_to_num(self.values) * heavy).sum(axis=0) / heavy.sum(axis=0))
