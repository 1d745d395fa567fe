"""Gather: one pass through the study file that scores every unit of the study and notes what failed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.measures.measure import Measure, Pooling, Reads, not_for
from bakeoff.predictions.resources import Resources
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.study.analysis.findings import FailureRow
from bakeoff.study.analysis.score import score_pooled, score_units
from bakeoff.study.analysis.score_cube import MissingScore, ScoreCube
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["StudyScores", "gather"]

CHUNK = 2_000_000  # test rows held in memory at once


@dataclass(slots=True, eq=False)
class CubeBuilder:
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudyScores:
    """Boards in the order of the study, and what went along."""

    boards: tuple[ScoreCube, ...]
    failures: tuple[FailureRow, ...]
    warnings: tuple[tuple[str, str, int], ...]  # learner, text, how often
    unit_seconds: float
    grown: tuple[ScoreCube, ...] = ()  # the same for smaller training parts, sizes ascending within a data set
    grown_failures: tuple[FailureRow, ...] = ()


def gather(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> StudyScores:
    """Score all units of the study; units of other learners, data sets or schemes in the file are passed over."""
    filling = {
        (one.card.name, size): _empty(one, design, measures, size) for one in design.domains for size in (0, *one.sizes)
    }
    learners = {name: at for at, name in enumerate(design.names)}
    failures: list[FailureRow] = []
    warned: Counter[tuple[str, str]] = Counter()
    seconds = 0.0
    for (dataset, learner), runs in groupby(_wanted(ledger, design, filling, learners), key=_owner):
        for chunk in _chunks(runs):
            for size in sorted({run.key.size for run in chunk}):
                alike = [run for run in chunk if run.key.size == size]
                _fill(filling[dataset, size], learners[learner], alike, measures)
            failures += [_failure(run) for run in chunk if run.status is not Status.DONE]
            for run in chunk:
                if run.key.size:
                    continue  # what is heard of a few rows is no news of the study
                for text, times in zip(run.warnings, run.warning_counts or (1,) * len(run.warnings), strict=True):
                    warned[learner, text] += times
            seconds += float(np.nansum([(run.resources.fit_seconds, run.resources.predict_seconds) for run in chunk]))
    boards = [_board(ledger, one, design, measures) for one in filling.values()]
    counted = tuple((learner, text, times) for (learner, text), times in sorted(warned.items()))
    return StudyScores(
        boards=tuple(one for one in boards if not one.size),
        failures=tuple(one for one in failures if not one.size),
        warnings=counted,
        unit_seconds=seconds,
        grown=tuple(one for one in boards if one.size),
        grown_failures=tuple(one for one in failures if one.size),
    )


def _owner(run: Run) -> tuple[str, str]:
    return run.key.dataset, run.key.learner


def _empty(domain: DomainDesign, design: StoredStudy, measures: Sequence[Measure], size: int) -> CubeBuilder:
    shape = (len(design.learners), len(domain.splits))
    task = Task(domain.card.task)
    reasons = {
        (learner, at): (MissingScore.TASK, not_for(measure, task))
        for at, measure in enumerate(measures)
        if task not in measure.tasks
        for learner in range(len(design.learners))
    }
    return CubeBuilder(
        domain=domain,
        at={split: at for at, split in enumerate(domain.splits)},
        done=np.zeros(shape, dtype=bool),
        failed=np.zeros(shape, dtype=bool),
        values=np.full((*shape, len(measures)), np.nan),
        reasons=reasons,
        spent=np.full((3, *shape), np.nan),
        size=size,
    )


def _wanted(
    ledger: Ledger, design: StoredStudy, filling: dict[tuple[str, int], CubeBuilder], learners: dict[str, int]
) -> Iterator[Run]:
    for run in ledger:
        key = run.key
        place = key.dataset, key.size
        ours = place in filling and key.learner in learners and key.scheme == design.scheme
        plain = key.role == "test" and not key.condition
        if ours and plain and (key.repeat, key.fold) in filling[place].at:
            yield run


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


def _fill(board: CubeBuilder, learner: int, runs: Sequence[Run], measures: Sequence[Measure]) -> None:
    done = [run for run in runs if run.status is Status.DONE and run.predictions is not None]
    for run in runs:
        board.failed[learner, board.at[run.key.repeat, run.key.fold]] = run.status is not Status.DONE
    if not done:
        return
    at = [board.at[run.key.repeat, run.key.fold] for run in done]
    board.done[learner, at] = True
    board.spent[:, learner, at] = np.transpose([_spent(one.resources) for one in done])
    if learner not in board.first:
        board.first[learner] = done[0]
        _note_misfits(board, learner, done[0], measures)
    fits = [(learner, one) not in board.reasons for one in range(len(measures))]
    board.values[learner, at] = score_units(done, measures, fits)


def _spent(one: Resources) -> tuple[float, float, float]:
    return one.fit_seconds, one.peak_bytes, one.fit_cpu_seconds + one.predict_cpu_seconds


def _note_misfits(board: CubeBuilder, learner: int, run: Run, measures: Sequence[Measure]) -> None:
    assert run.predictions is not None
    for at, measure in enumerate(measures):
        why = "" if measure.reads is Reads.RESOURCES else measure.fits(run.predictions)
        if why and (learner, at) not in board.reasons:
            unstated = measure.needs_positive and run.predictions.positive is None
            board.reasons[learner, at] = (MissingScore.TASK if unstated else MissingScore.OUTPUT, why)


def _board(ledger: Ledger, board: CubeBuilder, design: StoredStudy, measures: Sequence[Measure]) -> ScoreCube:
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
    return ScoreCube(
        domain=board.domain,
        learners=design.names,
        measures=tuple(one.name for one in measures),
        done=board.done,
        failed=board.failed,
        values=board.values,
        reasons=board.reasons,
        pooled=_pooled(ledger, board, design, measures, again) if again else {},
        seconds=board.spent[0],
        memory=board.spent[1],
        cpu=board.spent[2],
        size=board.size,
    )


def _pooled(
    ledger: Ledger, board: CubeBuilder, design: StoredStudy, measures: Sequence[Measure], again: Sequence[int]
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
