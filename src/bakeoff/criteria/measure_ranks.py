"""Learners down, measures across: values, ranks by each measure, and how often a learner is among the first or last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import nan
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.cells import CellKind, TypedCell, parse_cell
from bakeoff.comparisons.evidence.types import significant_digits
from bakeoff.comparisons.midranks import midranks
from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Name, Note
from bakeoff.criteria.measures_table import column_directions, learners_and_columns, rows_are_data_sets
from bakeoff.criteria.notes import BROUGHT_SIGNS, FAILED_CELLS, MEASURE_GAPS, SAME_COLUMNS
from bakeoff.measures.measure import Direction

__all__ = ["TIES", "LearnersByMeasures", "gaps_of", "measure_ranks", "rank_columns"]

TIES = ("mid", "min")
TOP = 3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LearnersByMeasures:
    """Values and ranks of several learners by several measures; rank 1 is best."""

    learners: tuple[str, ...]
    directions: dict[str, Direction]  # of the measures, in the order of the table
    values: Array  # learners x measures; NaN where there is none
    failed: Array  # learners x measures: whether the learner failed there
    ties: str = "mid"
    low: Array | None = None  # ends of intervals, where there are any
    high: Array | None = None
    marks: Mapping[tuple[str, str], str] = field(
        default_factory=dict
    )  # signs of learner and measure, as of planned pairs
    legend: str = ""  # what the signs mean
    starless: frozenset[tuple[str, str]] = frozenset()  # learners and measures that never stand out as the best
    order: Array | None = None  # learners x measures, smaller is better; None: the values order the learners
    one_learner: bool = False  # rows are the data sets of one learner, so that nothing is ranked
    datasets: int = 1  # of more, values are means over them and `order` holds mean ranks over them
    geometric: tuple[str, ...] = ()  # measures whose means over data sets are geometric ones
    in_bytes: tuple[
        str, ...
    ] = ()  # measures of a study whose values are bytes; in a table that somebody brings the unit is not known
    notes: tuple[Note, ...] = ()

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures."""
        return tuple(self.directions)

    @property
    def losses(self) -> Array:
        """Smaller is better; infinite where a learner failed, NaN where there is nothing to rank."""
        if self.order is not None:
            return np.where(self.failed, np.inf, np.round(self.order, 9) if self.datasets > 1 else self.order)
        sign = np.array([-1.0 if way is Direction.HIGHER else 1.0 for way in self.directions.values()])
        size = np.max(np.abs(self.values), axis=0, keepdims=True, initial=0.0, where=~np.isnan(self.values))
        found: Array = np.where(self.failed, np.inf, sign * significant_digits(self.values, scale=size))
        return found

    @property
    def places(self) -> Array:
        """One more than the number of learners that are better; NaN where there is no value."""
        losses = self.losses
        better: Array = (losses[None, :, :] < losses[:, None, :]).sum(axis=1) + 1.0
        return np.where(np.isnan(losses), nan, better)

    @property
    def ranks(self) -> Array:
        """Places, or mid-ranks of learners that tie; over several data sets mean ranks."""
        if self.datasets > 1 and self.order is not None:
            return self.order
        return self.places if self.ties == "min" else midranks(self.losses.T).T

    @property
    def mean_rank(self) -> dict[str, float]:
        """Over the measures by which every learner has a rank; NaN if there is none."""
        ranks = self.ranks
        whole = ~np.isnan(ranks).any(axis=0)
        means = ranks[:, whole].mean(axis=1) if whole.any() else np.full(len(self.learners), nan)
        return dict(zip(self.learners, means.tolist(), strict=True))

    @property
    def first(self) -> dict[str, int]:
        """By how many measures no other learner is better."""
        return self._count(self.places == 1)

    @property
    def in_top(self) -> dict[str, int]:
        """By how many measures at most two learners are better."""
        return self._count(self.places <= TOP)

    @property
    def last(self) -> dict[str, int]:
        """By how many measures no other learner is worse, and one is better."""
        losses = self.losses
        worse = (losses[None, :, :] > losses[:, None, :]).any(axis=1)
        return self._count(~worse & (self.places > 1))

    def _count(self, where: Array) -> dict[str, int]:
        return dict(zip(self.learners, where.sum(axis=1).tolist(), strict=True))

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff compare --columns measures --json` prints."""
        ranks = self.ranks
        rows = []
        for i, name in enumerate(self.learners):
            cells = {}
            for j, measure in enumerate(self.measures):
                cell = {"value": self.values[i, j], "rank": ranks[i, j], "failed": bool(self.failed[i, j])}
                if self.low is not None and self.high is not None:
                    cell |= {"low": self.low[i, j], "high": self.high[i, j]}
                if (name, measure) in self.marks:
                    cell["mark"] = self.marks[name, measure]
                cells[measure] = cell
            counts = {"first": self.first[name], "in_top_three": self.in_top[name], "last": self.last[name]}
            rows.append({"learner": name, "measures": cells, "mean_rank": self.mean_rank[name], **counts})
        ways = {name: way.value for name, way in self.directions.items()}
        made: dict[str, Any] = json_safe({
            **({"rows": "datasets"} if self.one_learner else {}), "ties": self.ties, "datasets": self.datasets, "geometric_means": list(self.geometric), "directions": ways, "learners": rows, "notes": [note.as_dict() for note in self.notes],
        })  # fmt: skip
        return made


def measure_ranks(
    table: Any, positive: Sequence[str] = (), negative: Sequence[str] = (), ties: str = "mid", source: str = "the table"
) -> LearnersByMeasures:
    """Rank learners by each measure of a table: {learner: {measure: value}}, a frame, or columns.

    A measure of bakeoff has its own direction; `positive` and `negative` name the others. Learners that
    tie share the mean of their ranks ("mid") or the best of them ("min").

    >>> made = measure_ranks({"nb": {"accuracy": .72, "rmse": .45}, "tree": {"accuracy": .75, "rmse": .45}})
    >>> made.ranks.tolist(), made.mean_rank
    ([[2.0, 1.5], [1.0, 1.5]], {'nb': 1.75, 'tree': 1.25})
    """
    learners, columns = learners_and_columns(table, source)
    if not columns:
        raise BadInput(f"{source} has no column of values beside the names of the learners")
    ways = column_directions(columns, positive, negative, source)
    problems: list[str] = []
    cells = {
        name: [_checked(parse_cell(cell), f"{name} of {learners[i]}", problems) for i, cell in enumerate(columns[name])]
        for name in ways
    }
    if problems:
        raise Problems(source, problems)
    values = np.array([[cell.value for cell in column] for column in cells.values()]).T
    words = {
        name: [cell.text if cell.kind is CellKind.FAILURE else "" for cell in column] for name, column in cells.items()
    }
    ranked = rank_columns(learners, ways, values, words=words, ties=ties, source=source)
    result = replace(ranked, one_learner=rows_are_data_sets(table))
    marks = {
        (learners[i], name): cell.marks for name, column in cells.items() for i, cell in enumerate(column) if cell.marks
    }
    if not marks:
        return result
    return replace(
        result,
        marks=marks,
        legend="Signs are those of the table that was read; nothing is tested here.",
        notes=(*result.notes, BROUGHT_SIGNS()),
    )


def rank_columns(
    learners: Sequence[str],
    directions: Mapping[str, Direction],
    values: Array,
    *,
    words: Mapping[str, Sequence[str]] | None = None,
    low: Array | None = None,
    high: Array | None = None,
    order: Array | None = None,
    ties: str = "mid",
    source: str = "the table",
) -> LearnersByMeasures:
    """The table of these values (learners x measures); `words` say for each measure who failed and how."""
    if ties not in TIES:
        raise UnknownName("rule for ties", ties, TIES)
    if len(learners) < 2:
        raise BadInput(f"{source} has one learner only; several are needed to compare")
    how = np.array([list((words or {}).get(name, [""] * len(learners))) for name in directions], dtype=object).T
    failed = how != ""
    notes: list[Note] = []
    for i, name in enumerate(learners):
        for reason in dict.fromkeys(word for word in how[i] if word):
            columns = tuple(measure for measure, word in zip(directions, how[i], strict=True) if word == reason)
            notes.append(FAILED_CELLS(learner=Name(name), columns=columns, reason=reason))
    if order is None and (gaps := gaps_of(learners, tuple(directions), np.isnan(values) & ~failed)):
        notes.append(MEASURE_GAPS(gaps=gaps))
    for (i, a), (j, b) in combinations(enumerate(directions), 2):
        present = ~np.isnan(values[:, i])
        if (
            directions[a] is directions[b]
            and present.any()
            and np.array_equal(values[:, i], values[:, j], equal_nan=True)
        ):
            notes.append(SAME_COLUMNS(a=Name(a), b=Name(b)))
    return LearnersByMeasures(
        learners=tuple(learners), directions=dict(directions), values=frozen(values, np.float64), failed=frozen(failed, bool),
        ties=ties, low=low, high=high, order=order, notes=tuple(notes),
    )  # fmt: skip


def gaps_of(
    learners: Sequence[str], measures: Sequence[str], missing: Array
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Learners with the measures that they lack, those with the same measures together.

    >>> gaps_of(["a", "b", "c"], ["f1", "auc"], np.array([[True, False], [False, False], [True, False]]))
    ((('a', 'c'), ('f1',)),)
    """
    learners_by_gap: dict[tuple[str, ...], list[str]] = {}
    for name, row in zip(learners, missing.tolist(), strict=True):
        lacked = tuple(measure for measure, gone in zip(measures, row, strict=True) if gone)
        if lacked:
            learners_by_gap.setdefault(lacked, []).append(name)
    return tuple((tuple(names), lacked) for lacked, names in learners_by_gap.items())


def _checked(cell: TypedCell, where: str, problems: list[str]) -> TypedCell:
    """The cell, if it is a number, a number as papers print it, a failure or nothing."""
    if cell.kind in {CellKind.WORD, CellKind.DURATION} or np.isinf(cell.value):
        problems.append(
            f"{where} is {cell.text!r}, which is not a number; leave the cell empty, or write failed if the learner failed"
        )
    return cell
