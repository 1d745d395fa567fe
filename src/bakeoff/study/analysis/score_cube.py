"""ScoreCube: every score of a study with named axes, as columns; it can be selected and turned into a score matrix.

A row is a unit: its data set, learner, repeat and fold, the role of the rows it was tested on, the condition it ran under,
the time and the group that the score is of, and its number of training rows. A value is there for every measure, or a
reason why not. A row whose fold is `POOLED` holds scores over all test rows of a repeat.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.measures.measure import Direction
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.dataset_scores import DatasetScores

__all__ = ["AXES", "POOLED", "ScoreCube", "Scores", "UnitScores"]

POOLED = -1  # instead of a fold: all test rows of the repeat
NAMED = ("dataset", "learner", "role", "condition", "time", "group")
NUMBERED = ("repeat", "fold", "size")
AXES = (*NAMED, *NUMBERED)
PLAIN: dict[str, str | int] = {"role": "test", "condition": "", "time": "", "group": "", "size": 0}
_THERE, _WAITING, _FAILED, _UNDEFINED, _PER_SPLIT = range(5)
_REASONS = ("", "has not run yet", "failed", "undefined", "scored on each split")


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
class UnitScores:
    """A unit that is not part of the plain study, such as one with a condition, and its scores."""

    key: UnitKey
    done: bool
    values: Array  # (measures,)
    reasons: Mapping[int, str]  # measure: why it does not fit


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreCube:
    """The scores of a study."""

    levels: Mapping[str, tuple[str, ...]]  # names along each named axis
    axes: Mapping[str, Array]  # (rows,) each: places among the levels, or numbers
    measures: tuple[str, ...]
    values: Array  # (rows, measures); NaN where there is none
    missing: Array  # (rows, measures): place among the reasons, 0 where there is a value
    reasons: tuple[str, ...]

    @classmethod
    def of(
        cls,
        boards: Sequence[DatasetScores],
        others: Sequence[UnitScores] = (),
        *,
        learners: Sequence[str],
        measures: Sequence[str],
    ) -> "ScoreCube":
        """Build the cube from the scores of each data set and of units beside them."""
        reasons = {text: place for place, text in enumerate(_REASONS)}
        parts = [part for board in boards for part in _of_board(board, reasons)]
        parts += [_of_unit(unit, reasons) for unit in others]
        levels: dict[str, tuple[str, ...]] = {}
        axes: dict[str, Array] = {}
        for axis in AXES:
            columns = [np.asarray(part.axes[axis]) for part in parts] or [np.empty(0, dtype=np.int64)]
            sizes = [len(part.values) for part in parts] or [0]
            if axis in NUMBERED:
                axes[axis] = np.concatenate([np.broadcast_to(c, n) for c, n in zip(columns, sizes, strict=True)])
                continue
            known = {name: at for at, name in enumerate(learners)} if axis == "learner" else {}
            coded = []
            for column, size in zip(columns, sizes, strict=True):
                places = [known.setdefault(str(name), len(known)) for name in np.atleast_1d(column)]
                coded.append(np.broadcast_to(np.array(places, dtype=np.int64), size) if size else np.empty(0, np.int64))
            levels[axis], axes[axis] = tuple(known), np.concatenate(coded)
        empty = np.empty((0, len(measures)))
        return cls(
            levels=levels,
            axes=axes,
            measures=tuple(measures),
            values=np.concatenate([empty, *(part.values for part in parts)]),
            missing=np.concatenate([empty.astype(np.int64), *(part.missing for part in parts)]),
            reasons=tuple(reasons),
        )

    def __len__(self) -> int:
        return len(self.values)

    def select(self, **where: str | int | Collection[str] | Collection[int]) -> "ScoreCube":
        """The rows with these values along these axes: `cube.select(dataset="iris", condition=("", "noise"))`."""
        keep = np.ones(len(self), dtype=bool)
        for axis, wanted in where.items():
            if axis not in AXES:
                raise UnknownName("axis", axis, AXES)
            chosen = (wanted,) if isinstance(wanted, str | int) else tuple(wanted)
            names = self.levels.get(axis, ())
            places = chosen if axis in NUMBERED else [names.index(str(one)) for one in chosen if one in names]
            keep &= np.isin(self.axes[axis], np.array(places, dtype=np.int64))
        axes = {axis: column[keep] for axis, column in self.axes.items()}
        return replace(self, axes=axes, values=self.values[keep], missing=self.missing[keep])

    def plain(self) -> "ScoreCube":
        """The rows of the study itself: the whole training part, no condition, the test rows of each split."""
        cube = self.select(**PLAIN)
        keep = cube.axes["fold"] != POOLED
        axes = {axis: column[keep] for axis, column in cube.axes.items()}
        return replace(cube, axes=axes, values=cube.values[keep], missing=cube.missing[keep])

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
        return self.reasons[int(self.missing[row, self._place(measure)])]

    def matrix(
        self,
        measure: str,
        direction: Direction,
        *,
        blocks: Sequence[str] = ("repeat", "fold"),
        columns: str = "learner",
    ) -> ScoreMatrix:
        """Blocks by learners (or by what else stands across); a cell that holds several rows is refused."""
        across, place = np.unique(self.axes[columns], return_inverse=True)
        rows = np.stack([self.axes[axis] for axis in blocks], axis=1)
        kept, block = np.unique(rows, axis=0, return_inverse=True)
        cell = block.reshape(-1) * len(across) + place
        if len(np.unique(cell)) < len(cell):
            raise BadInput(
                f"several scores share a cell of {', '.join(blocks)} by {columns}; select one condition first"
            )
        values = np.full((len(kept), len(across)), np.nan)
        values[block.reshape(-1), place] = self.score(measure)
        return ScoreMatrix(
            names=tuple(self._label(columns, int(one)) for one in across),
            blocks=tuple(
                ".".join(self._label(*pair) for pair in zip(blocks, map(int, one), strict=True)) for one in kept
            ),
            values=values,
            direction=direction,
        )

    def long(self) -> Scores:
        """One row per unit and measure of the plain study; units that did not finish have no row."""
        cube = self.plain()
        known = np.isin(cube.missing, (_THERE, _UNDEFINED))
        owner = cube.axes["dataset"] * (len(cube.levels["learner"]) + 1) + cube.axes["learner"]
        rows, measures = np.nonzero(known)
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Rows:
    """Rows of a cube while it is built; an axis is one value for all of them or one for each."""

    axes: Mapping[str, object]
    values: Array
    missing: Array


def _of_board(board: DatasetScores, reasons: dict[str, int]) -> Iterator[_Rows]:
    """The units of one data set, learner by learner, then its pooled repeats."""
    splits = np.array(board.domain.splits, dtype=np.int64).reshape(-1, 2)
    repeats = np.unique(splits[:, 0])
    for learner, name in enumerate(board.learners):
        place = {**PLAIN, "dataset": board.name, "learner": name, "size": board.size}
        values = board.values[learner]
        missing = np.where(np.isnan(values), _UNDEFINED, _THERE)
        misfits = {at: why for (who, at), (_, why) in board.reasons.items() if who == learner}
        for at, why in misfits.items():
            missing[:, at] = reasons.setdefault(why, len(reasons))
        missing[~board.done[learner]] = _WAITING
        missing[board.failed[learner]] = _FAILED
        yield _Rows(axes={**place, "repeat": splits[:, 0], "fold": splits[:, 1]}, values=values, missing=missing)
        if board.pooled:
            whole = np.full((len(repeats), len(board.measures)), np.nan)
            for at, table in board.pooled.items():
                whole[:, at] = table[learner]
            why_not = np.full(whole.shape, _PER_SPLIT)
            for at in board.pooled:
                why_not[:, at] = np.where(np.isnan(whole[:, at]), _UNDEFINED, _THERE)
            yield _Rows(axes={**place, "repeat": repeats, "fold": POOLED}, values=whole, missing=why_not)


def _of_unit(unit: UnitScores, reasons: dict[str, int]) -> _Rows:
    key = unit.key
    missing = np.where(np.isnan(unit.values), _UNDEFINED if unit.done else _FAILED, _THERE)
    for at, why in unit.reasons.items():
        missing[at] = reasons.setdefault(why, len(reasons))
    place = {"dataset": key.dataset, "learner": key.learner, "role": key.role, "condition": key.condition}
    numbers = {"repeat": key.repeat, "fold": key.fold, "size": key.size}
    return _Rows(axes={**PLAIN, **place, **numbers}, values=unit.values[None, :], missing=missing[None, :])
