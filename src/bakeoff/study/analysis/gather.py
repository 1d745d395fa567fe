"""Gather: one pass through the study file that scores every unit of the study and notes what failed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import fsum, isnan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.measures.measure import Measure, Pooling, Reads, not_for
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.study.analysis.cards import FailureRow
from bakeoff.study.analysis.dataset_scores import DatasetScores, MissingScore
from bakeoff.study.analysis.score import score_pooled, score_units
from bakeoff.study.analysis.score_cube import ScoreCube, UnitScores
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["DatasetScoresBuilder", "Gathering", "StudyScores", "gather", "is_plain"]

CHUNK = 2_000_000  # test rows held in memory at once


@dataclass(slots=True, eq=False)
class DatasetScoresBuilder:
    """A board while units come in."""

    domain: DomainDesign
    at: dict[tuple[int, int], int]
    done: Array
    failed: Array
    values: Array
    reasons: dict[tuple[int, int], tuple[MissingScore, str]]
    spent: Array  # (3, learners, splits): seconds to fit, bytes at the highest moment, processor seconds
    size: int = 0
    first: dict[int, Run] = field(default_factory=dict)

    def enter(self, learner: int, run: Run) -> int:
        """Note how a unit ended and what it took; returns the place of its split."""
        at = self.at[run.key.repeat, run.key.fold]
        if run.status is Status.DONE:
            spent = run.resources
            self.done[learner, at] = True
            self.spent[:, learner, at] = (
                spent.fit_seconds, spent.peak_bytes, spent.fit_cpu_seconds + spent.predict_cpu_seconds,
            )  # fmt: skip
        else:
            self.failed[learner, at] = True
        return at

    def misfit(self, learner: int, at: int, measure: Measure, why: str) -> None:
        """Note that a measure does not fit a learner's answers, and why."""
        unstated = measure.needs_positive and self.domain.card.positive is None
        self.reasons.setdefault((learner, at), (MissingScore.TASK if unstated else MissingScore.OUTPUT, why))

    def cube(self, design: StoredStudy, pooled: dict[int, Array]) -> DatasetScores:
        """The board when all units are in."""
        return DatasetScores(
            domain=self.domain,
            learners=design.names,
            measures=design.measures,
            done=self.done,
            failed=self.failed,
            values=self.values,
            reasons=self.reasons,
            pooled=pooled,
            seconds=self.spent[0],
            memory=self.spent[1],
            cpu=self.spent[2],
            size=self.size,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudyScores:
    """Boards in the order of the study, and what went along."""

    cube: ScoreCube  # every score there is, those of units with a condition or another role too
    boards: tuple[DatasetScores, ...]  # of the plain study
    failures: tuple[FailureRow, ...]
    warnings: tuple[tuple[str, str, int], ...]  # learner, text, how often
    unit_seconds: float
    grown: tuple[DatasetScores, ...] = ()  # the same for smaller training parts, sizes ascending within a data set
    grown_failures: tuple[FailureRow, ...] = ()


class Gathering:
    """What is known of a study's units while they come in."""

    def __init__(self, design: StoredStudy, measures: Sequence[Measure]) -> None:
        self.design = design
        self.learners = {name: at for at, name in enumerate(design.names)}
        self.boards = {
            (domain.card.name, size): _empty(domain, design, measures, size)
            for domain in design.domains
            for size in (0, *domain.sizes)
        }
        self._failures: list[FailureRow] = []
        self._warned: Counter[tuple[str, str]] = Counter()
        self._seconds: list[float] = []

    def belongs(self, key: UnitKey) -> bool:
        """Whether the study names this unit; the file may hold others."""
        board = self.boards.get((key.dataset, key.size))
        ours = board is not None and key.learner in self.learners and key.scheme == self.design.scheme
        return ours and board is not None and (key.repeat, key.fold) in board.at

    def note(self, run: Run) -> None:
        """Count its warnings, and list it if it failed."""
        if run.status is not Status.DONE:
            self._failures.append(_failure(run))
        if not run.key.size:  # a warning about a few rows is no news of the study
            for text, times in zip(run.warnings, run.warning_counts or (1,) * len(run.warnings), strict=True):
                self._warned[run.key.learner, text] += times

    def spend(self, seconds: Iterable[float]) -> None:
        """Count what units took; NaN is what was not measured."""
        self._seconds += [one for one in seconds if not isnan(one)]

    def scores(self, cubes: Sequence[DatasetScores], others: Sequence[UnitScores] = ()) -> StudyScores:
        """All of it, with the finished boards and the units beside them."""
        return StudyScores(
            cube=ScoreCube.of(cubes, others, learners=self.design.names, measures=self.design.measures),
            boards=tuple(cube for cube in cubes if not cube.size),
            failures=tuple(row for row in self._failures if not row.size),
            warnings=tuple((learner, text, times) for (learner, text), times in sorted(self._warned.items())),
            unit_seconds=fsum(self._seconds),  # exact, in whatever order they came
            grown=tuple(cube for cube in cubes if cube.size),
            grown_failures=tuple(row for row in self._failures if row.size),
        )


def gather(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> StudyScores:
    """Score all units of the study; units of other learners, data sets or schemes in the file are passed over."""
    gathering = Gathering(design, measures)
    named = (run for run in ledger if gathering.belongs(run.key))
    others: list[UnitScores] = []
    for (dataset, learner), runs in groupby(named, key=_owner):
        for chunk in _chunks(runs):
            plain = [run for run in chunk if is_plain(run.key)]
            others += [_beside(run, measures) for run in chunk if not is_plain(run.key)]
            for size in sorted({run.key.size for run in plain}):
                alike = [run for run in plain if run.key.size == size]
                _fill(gathering.boards[dataset, size], gathering.learners[learner], alike, measures)
            for run in plain:
                gathering.note(run)
                gathering.spend((run.resources.fit_seconds, run.resources.predict_seconds))
    boards = [_cube(ledger, board, design, measures) for board in gathering.boards.values()]
    return gathering.scores(boards, others)


def is_plain(key: UnitKey) -> bool:
    """Whether a unit is one of the plain study: tested on test rows, under no condition."""
    return key.role == "test" and not key.condition


def _beside(run: Run, measures: Sequence[Measure]) -> UnitScores:
    """The scores of a unit with a condition or another role."""
    predictions = run.predictions
    if run.status is not Status.DONE or predictions is None:
        return UnitScores(key=run.key, done=False, values=np.full(len(measures), np.nan), reasons={})
    reasons = {
        at: why
        for at, measure in enumerate(measures)
        if measure.reads is not Reads.RESOURCES and (why := measure.fits(predictions))
    }
    values = score_units([run], measures, [at not in reasons for at in range(len(measures))])[0]
    return UnitScores(key=run.key, done=True, values=values, reasons=reasons)


def _owner(run: Run) -> tuple[str, str]:
    return run.key.dataset, run.key.learner


def _empty(domain: DomainDesign, design: StoredStudy, measures: Sequence[Measure], size: int) -> DatasetScoresBuilder:
    shape = (len(design.learners), len(domain.splits))
    task = Task(domain.card.task)
    reasons = {
        (learner, at): (MissingScore.TASK, not_for(measure, task))
        for at, measure in enumerate(measures)
        if task not in measure.tasks
        for learner in range(len(design.learners))
    }
    return DatasetScoresBuilder(
        domain=domain,
        at={split: at for at, split in enumerate(domain.splits)},
        done=np.zeros(shape, dtype=bool),
        failed=np.zeros(shape, dtype=bool),
        values=np.full((*shape, len(measures)), np.nan),
        reasons=reasons,
        spent=np.full((3, *shape), np.nan),
        size=size,
    )


def _chunks(runs: Iterator[Run]) -> Iterator[list[Run]]:
    """Lists of units that together hold no more rows than memory should."""
    chunk: list[Run] = []
    rows = 0
    for run in runs:
        chunk.append(run)
        rows += 0 if run.predictions is None else len(run.predictions)
        if rows >= CHUNK:
            yield chunk
            chunk, rows = [], 0
    if chunk:
        yield chunk


def _fill(board: DatasetScoresBuilder, learner: int, runs: Sequence[Run], measures: Sequence[Measure]) -> None:
    for run in runs:
        board.enter(learner, run)
    done = [run for run in runs if run.status is Status.DONE and run.predictions is not None]
    if not done:
        return
    if learner not in board.first:
        board.first[learner] = done[0]
        for at, measure in enumerate(measures):
            said = done[0].predictions
            why = "" if measure.reads is Reads.RESOURCES or said is None else measure.fits(said)
            if why:
                board.misfit(learner, at, measure, why)
    fits = [(learner, at) not in board.reasons for at in range(len(measures))]
    board.values[learner, [board.at[run.key.repeat, run.key.fold] for run in done]] = score_units(done, measures, fits)


def _cube(
    ledger: Ledger, board: DatasetScoresBuilder, design: StoredStudy, measures: Sequence[Measure]
) -> DatasetScores:
    """Close the board; where a measure asks for pooled rows, or is undefined on a split, score repeats instead.

    All learners are then scored that way, for a mean over folds and a score over pooled rows cannot be compared.
    """
    finished = board.done[:, :, None] & np.array(
        [[(learner, at) not in board.reasons for at in range(len(measures))] for learner in range(len(design.learners))]
    ).reshape(len(design.learners), 1, len(measures))
    undefined = (np.isnan(board.values) & finished).any(axis=(0, 1))
    asked = np.array([one.across_folds is Pooling.POOLED for one in measures])
    counted = np.array([one.reads is not Reads.RESOURCES for one in measures])
    again = [int(at) for at in np.flatnonzero((undefined | asked) & counted)]
    return board.cube(design, _pooled(ledger, board, design, measures, again) if again else {})


def _pooled(
    ledger: Ledger, board: DatasetScoresBuilder, design: StoredStudy, measures: Sequence[Measure], again: Sequence[int]
) -> dict[int, Array]:
    repeats = len({repeat for repeat, _ in board.domain.splits})
    table = np.full((len(again), len(design.learners), repeats), np.nan)
    for learner, first in board.first.items():
        if not board.done[learner].all():
            continue
        fitting = [which for which, at in enumerate(again) if (learner, at) not in board.reasons]
        runs = (ledger.get(_at(first, split)) for split in sorted(board.domain.splits))
        scored = score_pooled([run for run in runs if run is not None], [measures[again[one]] for one in fitting])
        table[fitting, learner] = scored.T
    return dict(zip(again, table, strict=True))


def _at(run: Run, split: tuple[int, int]) -> UnitKey:
    return replace(run.key, repeat=split[0], fold=split[1])


def _failure(run: Run) -> FailureRow:
    failure = run.failure
    return FailureRow(
        dataset=run.key.dataset,
        learner=run.key.learner,
        repeat=run.key.repeat,
        fold=run.key.fold,
        status=run.status.value,
        kind=failure.kind if failure else "unknown",
        stage=failure.stage if failure else "",
        message=failure.message if failure else "",
        size=run.key.size,
    )
