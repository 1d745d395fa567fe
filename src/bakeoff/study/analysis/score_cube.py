"""ScoreCube: every score of a study with named axes. All that comes after scoring reads it, and nothing else holds a score.

A row is a unit: its data set, learner, repeat and fold, the role of the rows it was tested on, the condition it ran under,
its number of training rows (0 is the whole training part), the group of its test rows where they are of one group, and
their place in time where the splits of the data set go forward in time. A row has a value for every measure, or a reason
why not, and the costs of the unit. A row whose fold is `POOLED` holds scores over all test rows of a repeat.

Rows of a data set stand together, and within them the rows of a cell: one learner under one condition with one number of
training rows, first its splits, then its pooled repeats.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.measures.measure import Direction
from bakeoff.study.analysis.stored_design import DomainDesign

__all__ = [
    "AXES",
    "COSTS",
    "PLAIN",
    "POOLED",
    "CellScores",
    "MissingScore",
    "ScoreCube",
    "Scores",
    "UnitGroup",
    "UnitScores",
]

POOLED = -1  # instead of a fold: all test rows of the repeat
TIMELESS = -1  # instead of a place in time
NAMED = ("dataset", "learner", "role", "condition", "group")
NUMBERED = ("repeat", "fold", "size", "time")
AXES = (*NAMED, *NUMBERED)
CELL = ("dataset", "role", "condition", "size", "learner")  # rows that agree in these are one cell
PLAIN: dict[str, str] = {"role": "test", "condition": ""}
COSTS = ("fit_seconds", "peak_bytes", "cpu_seconds")  # of a unit: to fit, at the highest moment, to fit and predict


class MissingScore(IntEnum):
    """Why there is no value."""

    NONE = 0
    TASK = 1  # the measure is not for this kind of data set
    OUTPUT = 2  # the learner does not give what the measure reads
    UNFINISHED = 3  # units failed or have not run
    UNDEFINED = 4  # the measure is undefined, even over the pooled rows
    PER_SPLIT = 5  # of pooled rows: the measure is scored on each split


Reason = tuple[MissingScore, str]
REASONS: tuple[Reason, ...] = (
    (MissingScore.NONE, ""),
    (MissingScore.UNFINISHED, "has not run yet"),
    (MissingScore.UNFINISHED, "failed"),
    (MissingScore.UNDEFINED, "undefined"),
    (MissingScore.PER_SPLIT, "scored on each split"),
)
_THERE, _WAITING, _FAILED, _UNDEFINED, _PER_SPLIT = range(5)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """One row per unit and measure, as columns of equal length."""

    dataset: tuple[str, ...]
    learner: tuple[str, ...]
    repeat: Array
    fold: Array
    measure: tuple[str, ...]
    value: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CellScores:
    """One learner on one data set by one measure. Never a mean over the units that survived."""

    dataset: str
    learner: str
    size: int
    missing: MissingScore
    reason: str
    splits: Array  # NaN where there is no value
    repeats: Array | None  # over all test rows of each repeat, where the measure is scored so
    done: Array  # by split
    failed: Array
    costs: Mapping[str, Array]  # by split

    @property
    def values(self) -> Array:
        """What the cell is estimated from: the scores of splits, or of repeats where rows are pooled."""
        return self.splits if self.repeats is None else self.repeats

    @property
    def mean(self) -> float:
        """The mean of its values; NaN where one is missing."""
        return float(self.values.mean()) if self.missing is MissingScore.NONE else np.nan

    @property
    def started(self) -> bool:
        """Whether any unit ran."""
        return bool(self.done.any() or self.failed.any())

    def cost(self, name: str) -> float:
        """The median over splits, which a hiccup of the machine does not move; NaN where a split did not finish."""
        return float(np.median(self.costs[name])) if self.done.all() else np.nan


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreCube:
    """The scores of a study."""

    levels: Mapping[str, tuple[str, ...]]  # names along each named axis
    axes: Mapping[str, Array]  # (rows,) each: places among the levels, or numbers
    measures: tuple[str, ...]
    values: Array  # (rows, measures); NaN where there is none
    missing: Array  # (rows, measures): place among the reasons, 0 where there is a value
    reasons: tuple[Reason, ...]
    done: Array  # (rows,) bool; False for pooled rows
    failed: Array  # (rows,) bool
    costs: Mapping[str, Array]  # (rows,) each, by the names in COSTS; NaN where not measured

    @classmethod
    def of(cls, sheets: Sequence["UnitScores"], *, learners: Sequence[str], measures: Sequence[str]) -> "ScoreCube":
        """The cube of these sheets; those of a data set follow each other."""
        reasons = {reason: place for place, reason in enumerate(REASONS)}
        levels: dict[str, dict[str, int]] = {axis: {} for axis in NAMED}
        levels["learner"] = {name: index for index, name in enumerate(learners)}
        parts = [sheet.rows(levels, reasons) for sheet in sheets] or [_no_rows(len(measures))]
        joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return cls(
            levels={axis: tuple(names) for axis, names in levels.items()},
            axes={axis: joined[axis] for axis in AXES},
            measures=tuple(measures),
            values=joined["values"],
            missing=joined["missing"],
            reasons=tuple(reasons),
            done=joined["done"],
            failed=joined["failed"],
            costs={name: joined[name] for name in COSTS},
        )

    def __len__(self) -> int:
        return len(self.values)

    def at(
        self, *, measure: str | Collection[str] = (), **where: str | int | Collection[str] | Collection[int]
    ) -> "ScoreCube":
        """The part with these values along these axes: `cube.at(dataset="iris", condition=("", "noise"))`."""
        cube = self
        for axis, value in where.items():
            if axis not in AXES:
                raise UnknownName("axis", axis, (*AXES, "measure"))
            chosen = (value,) if isinstance(value, str | int) else tuple(value)
            names = self.levels.get(axis, ())
            codes = chosen if axis in NUMBERED else [names.index(str(name)) for name in chosen if name in names]
            column, places = cube.axes[axis], np.array(codes, dtype=np.int64)
            if axis == "dataset" and len(places) == 1:  # rows of a data set stand together
                cube = cube.only(slice(*np.searchsorted(column, [places[0], places[0] + 1]).tolist()))
            else:
                cube = cube.only(np.isin(column, places))
        if measure:
            wanted = (measure,) if isinstance(measure, str) else tuple(measure)
            columns = [self._place(name) for name in wanted]
            cube = replace(cube, measures=wanted, values=cube.values[:, columns], missing=cube.missing[:, columns])
        return cube

    def only(self, keep: Array | slice) -> "ScoreCube":
        """These rows."""
        return replace(
            self,
            axes={axis: column[keep] for axis, column in self.axes.items()},
            values=self.values[keep],
            missing=self.missing[keep],
            done=self.done[keep],
            failed=self.failed[keep],
            costs={name: column[keep] for name, column in self.costs.items()},
        )

    def column(self, axis: str) -> Array:
        """The names or numbers along an axis, row by row."""
        if axis in NUMBERED:
            return self.axes[axis]
        return np.array(self.levels[axis], dtype=object)[self.axes[axis]]

    def score(self, measure: str) -> Array:
        """The (rows,) values by one measure."""
        return np.asarray(self.values[:, self._place(measure)])

    def reason(self, row: int, measure: str) -> str:
        """Why a value is missing; empty where there is one."""
        return self.reasons[int(self.missing[row, self._place(measure)])][1]

    def gaps(self, measure: str) -> Array:
        """The (rows,) kinds of missing scores by one measure, as MissingScore."""
        kinds = np.array([kind for kind, _ in self.reasons])
        return np.asarray(kinds[self.missing[:, self._place(measure)]])

    def splits(self) -> "ScoreCube":
        """The rows of single splits, without pooled repeats."""
        return self.only(self.axes["fold"] != POOLED)

    def cells(self, measure: str) -> Iterator[CellScores]:
        """The scores by one measure, cell by cell."""
        if not len(self):
            return
        index = self._place(measure)
        owner = np.stack([self.axes[axis] for axis in CELL])
        starts = np.concatenate([[0], np.flatnonzero((owner[:, 1:] != owner[:, :-1]).any(axis=0)) + 1])
        counts = np.add.reduceat(self.axes["fold"] != POOLED, starts, dtype=np.int64)
        values, codes = self.values[:, index], self.missing[:, index]
        for start, stop, n in zip(starts.tolist(), [*starts[1:].tolist(), len(self)], counts.tolist(), strict=True):
            rows = slice(start, start + n)
            by_repeat = stop > rows.stop and codes[rows.stop] != _PER_SPLIT
            repeats = values[rows.stop : stop] if by_repeat else None
            done, failed = self.done[rows], self.failed[rows]
            missing, reason = self.reasons[codes[start]]
            if missing not in {MissingScore.TASK, MissingScore.OUTPUT}:
                missing, reason = _gap(done, failed, values[rows] if repeats is None else repeats)
            yield CellScores(
                dataset=self.levels["dataset"][self.axes["dataset"][start]],
                learner=self.levels["learner"][self.axes["learner"][start]],
                size=int(self.axes["size"][start]),
                missing=missing,
                reason=reason,
                splits=values[rows],
                repeats=repeats,
                done=done,
                failed=failed,
                costs={name: column[rows] for name, column in self.costs.items()},
            )

    def matrix(
        self,
        measure: str,
        direction: Direction,
        *,
        blocks: Sequence[str] = ("repeat", "fold"),
        columns: str = "learner",
    ) -> ScoreMatrix:
        """Splits (or what else is a block) by learners (or what else stands across); a cell of several rows is refused."""
        cube = self.splits()
        across, place = np.unique(cube.axes[columns], return_inverse=True)
        rows = np.stack([cube.axes[axis] for axis in blocks], axis=1)
        kept, block = np.unique(rows, axis=0, return_inverse=True)
        cell = block.reshape(-1) * len(across) + place
        if len(np.unique(cell)) < len(cell):
            raise BadInput(
                f"several scores share a cell of {', '.join(blocks)} by {columns}; select one condition first"
            )
        values = np.full((len(kept), len(across)), np.nan)
        values[block.reshape(-1), place] = cube.score(measure)
        return ScoreMatrix(
            names=tuple(self._label(columns, int(code)) for code in across),
            blocks=tuple(
                ".".join(self._label(*pair) for pair in zip(blocks, map(int, codes), strict=True)) for codes in kept
            ),
            values=values,
            direction=direction,
        )

    def long(self) -> Scores:
        """One row per unit and measure of the study itself; units that did not finish have no row."""
        cube = self.at(**PLAIN, size=0).splits()
        present = np.isin(cube.missing, (_THERE, _UNDEFINED))
        owner = cube.axes["dataset"] * (len(cube.levels["learner"]) + 1) + cube.axes["learner"]
        rows, measures = np.nonzero(present)
        order = np.lexsort((rows, measures, owner[rows]))  # learner by learner, measure by measure, split by split
        rows, measures = rows[order], measures[order]
        return Scores(
            dataset=tuple(cube.column("dataset")[rows]),
            learner=tuple(cube.column("learner")[rows]),
            repeat=cube.axes["repeat"][rows],
            fold=cube.axes["fold"][rows],
            measure=tuple(np.array(self.measures, dtype=object)[measures]),
            value=cube.values[rows, measures],
        )

    def _place(self, measure: str) -> int:
        if measure not in self.measures:
            raise UnknownName("measure of this study", measure, self.measures)
        return self.measures.index(measure)

    def _label(self, axis: str, place: int) -> str:
        return self.levels[axis][place] if axis in NAMED else f"{place + 1}" if axis != "size" else f"{place}"


def _gap(done: Array, failed: Array, values: Array) -> Reason:
    """Why a cell has no value although the measure fits."""
    if not done.all():
        return REASONS[_FAILED if failed.any() else _WAITING]
    return REASONS[_UNDEFINED if np.isnan(values).any() else _THERE]


class UnitGroup(NamedTuple):
    """What the units of a sheet have in common."""

    dataset: str
    role: str = "test"
    condition: str = ""
    size: int = 0

    @property
    def plain(self) -> bool:
        """Whether the study plans these units: tested on test rows, under no condition."""
        return self.role == PLAIN["role"] and self.condition == PLAIN["condition"]


@dataclass(slots=True, kw_only=True, eq=False)
class UnitScores:
    """Part of a cube while units come in. Axes: learners (L), splits (S), measures (M), repeats (R)."""

    place: UnitGroup
    domain: DomainDesign
    done: Array  # (L, S) bool
    failed: Array  # (L, S) bool
    values: Array  # (L, S, M)
    costs: Array  # (costs, L, S)
    misfits: dict[tuple[int, int], Reason]  # learner and measure: does not fit, and why
    pooled: dict[int, Array] = field(default_factory=dict)  # measure: (L, R), scored over all test rows of a repeat

    @classmethod
    def empty(cls, place: UnitGroup, domain: DomainDesign, learners: int, measures: int) -> "UnitScores":
        """No unit is in yet."""
        shape = (learners, len(domain.splits))
        return cls(
            place=place,
            domain=domain,
            done=np.zeros(shape, dtype=bool),
            failed=np.zeros(shape, dtype=bool),
            values=np.full((*shape, measures), np.nan),
            costs=np.full((len(COSTS), *shape), np.nan),
            misfits={},
        )

    @property
    def repeats(self) -> list[int]:
        """The numbers of the repeats."""
        return sorted({repeat for repeat, _ in self.domain.splits})

    def rows(self, levels: Mapping[str, dict[str, int]], reasons: dict[Reason, int]) -> dict[str, Array]:
        """The columns of the cube, learner by learner; names and reasons that are new are added to those known."""
        learners, splits = self.done.shape
        repeats = np.array(self.repeats if self.pooled else [], dtype=np.int64)
        more = ((0, 0), (0, len(repeats)))
        names, numbers = self._by_split(levels, len(repeats))
        numbers["repeat"][splits:], numbers["fold"][splits:] = repeats, POOLED
        shape = learners, splits + len(repeats)
        columns = {axis: np.broadcast_to(entries, shape) for axis, entries in (names | numbers).items()}
        columns["learner"] = np.broadcast_to(np.arange(learners)[:, None], shape)
        columns["done"], columns["failed"] = np.pad(self.done, more), np.pad(self.failed, more)
        for name, cost in zip(COSTS, self.costs, strict=True):
            columns[name] = np.pad(cost, more, constant_values=np.nan)
        keep = np.ones(shape, dtype=bool)
        if not self.place.plain:  # nobody planned what is not there
            keep = np.hstack(
                [self.done | self.failed, np.repeat(self.done.all(axis=1, keepdims=True), len(repeats), 1)]
            )
        values = np.concatenate([self.values, np.full((learners, len(repeats), self.values.shape[2]), np.nan)], axis=1)
        for index, table in self.pooled.items():
            values[:, splits:, index] = table
        columns |= {"values": values, "missing": self._missing(values, reasons)}
        return {name: column[keep] for name, column in columns.items()}

    def _by_split(self, levels: Mapping[str, dict[str, int]], more: int) -> tuple[dict[str, Array], dict[str, Array]]:
        """Places and numbers along the axes for each split, and for so many pooled repeats."""
        code = {
            axis: levels[axis].setdefault(getattr(self.place, axis), len(levels[axis])) for axis in ("dataset", *PLAIN)
        }
        none = levels["group"].setdefault("", 0)
        n = len(self.domain.splits) + more
        group, time = np.full(n, none), np.full(n, TIMELESS)
        if self.place.role == PLAIN["role"]:
            for index, name in enumerate(self.domain.test_groups):
                group[index] = levels["group"].setdefault(name, len(levels["group"]))
            time[: len(self.domain.test_times)] = self.domain.test_times
        splits = np.array([*self.domain.splits, *[(0, 0)] * more], dtype=np.int64).reshape(n, 2)
        names = {axis: np.full(n, place) for axis, place in code.items()} | {"group": group}
        numbers = {"repeat": splits[:, 0], "fold": splits[:, 1], "size": np.full(n, self.place.size), "time": time}
        return names, numbers

    def _missing(self, values: Array, reasons: dict[Reason, int]) -> Array:
        """Why a value is missing; that a measure does not fit comes before that a unit has not run."""
        splits = self.done.shape[1]
        missing = np.where(np.isnan(values), _UNDEFINED, _THERE)
        missing[:, :splits][~self.done] = _WAITING
        missing[:, :splits][self.failed] = _FAILED
        missing[~self.done.all(axis=1), splits:] = _WAITING
        missing[self.failed.any(axis=1), splits:] = _FAILED
        for (learner, measure), reason in self.misfits.items():
            missing[learner, :, measure] = reasons.setdefault(reason, len(reasons))
        per_split = [measure for measure in range(values.shape[2]) if measure not in self.pooled]
        missing[:, splits:, per_split] = _PER_SPLIT
        return missing


def _no_rows(measures: int) -> dict[str, Array]:
    whole = dict.fromkeys(AXES, np.empty(0, dtype=np.int64)) | dict.fromkeys(COSTS, np.empty(0))
    flags = dict.fromkeys(("done", "failed"), np.empty(0, dtype=bool))
    return whole | flags | {"values": np.empty((0, measures)), "missing": np.empty((0, measures), dtype=np.int64)}
