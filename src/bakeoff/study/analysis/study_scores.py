"""StudyScores: the scores of a study, from its predictions or from the copy of them in the results file.

From the predictions they come in one pass, which also notes what failed. The copy makes opening a large file a matter of a
second. It can be thrown away at any time: it stands under a mark made of the seal over all units, the design and the
version that computed it, and is ignored as soon as any of these differs.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby
from math import fsum, isnan
from typing import Any

import numpy as np

from bakeoff.core import __version__
from bakeoff.core.checks import Array
from bakeoff.data.tasks import task_named
from bakeoff.measures.measure import Measure, Pooling, not_for
from bakeoff.runs.inner import INNER
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.store.records import values_of
from bakeoff.runs.store.score_table import RepeatScore, ScoreColumn, ScoreTable, StoredScores
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.study.analysis.own_measures import sources_of
from bakeoff.study.analysis.score import score_pooled, score_units
from bakeoff.study.analysis.score_cube import MissingScore, ScoreCube, UnitGroup, UnitScores
from bakeoff.study.analysis.stored_design import StoredStudy

__all__ = [
    "FailureRow",
    "ScoreCollector",
    "StudyScores",
    "failures_by_role",
    "gather",
    "load_or_score",
    "store_scores",
    "unit_group_of",
]

CHUNK = 2_000_000  # test rows held in memory at once
FORMAT = 3  # raised when the same predictions would be scored otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureRow:
    """One unit that did not finish."""

    dataset: str
    learner: str
    repeat: int
    fold: int
    status: str
    kind: str
    stage: str
    message: str
    size: int = 0  # training rows of a learning curve's unit; 0 is the study's own unit
    condition: str = ""  # "trained under > tested under"; empty for the study's own unit


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudyScores:
    """All scores of a study, and what else its units left."""

    cube: ScoreCube
    failures: tuple[FailureRow, ...]
    warnings: tuple[tuple[str, str, int], ...]  # learner, text, how often
    unit_seconds: float


def unit_group_of(key: UnitKey) -> UnitGroup:
    """The sheet that a unit belongs on."""
    return UnitGroup(key.dataset, key.role, key.condition, key.size)


class ScoreCollector:
    """What is known of a study's units while they come in."""

    def __init__(self, design: StoredStudy, measures: Sequence[Measure]) -> None:
        self.design, self.measures = design, measures
        self.learners = {name: index for index, name in enumerate(design.names)}
        self.domains = {domain.card.name: domain for domain in design.domains}
        self.splits = {
            name: {split: index for index, split in enumerate(domain.splits)} for name, domain in self.domains.items()
        }
        self.sheets: dict[UnitGroup, UnitScores] = {}
        for name, domain in self.domains.items():
            for size in (0, *domain.sizes):
                self.sheet(UnitGroup(name, size=size))
        self._failures: list[FailureRow] = []
        self._warned: Counter[tuple[str, str]] = Counter()
        self._seconds: list[float] = []

    def belongs(self, key: UnitKey) -> bool:
        """Whether the study names this unit, under whatever condition; the file may hold others, and fits inside training parts."""
        if key.role == INNER:
            return False
        ours = UnitGroup(key.dataset, size=key.size) in self.sheets and key.learner in self.learners
        return ours and key.scheme == self.design.scheme and (key.repeat, key.fold) in self.splits[key.dataset]

    def sheet(self, place: UnitGroup) -> UnitScores:
        """The units of that place; an empty sheet where there is none yet."""
        if place not in self.sheets:
            domain = self.domains[place.dataset]
            sheet = UnitScores.empty(place, domain, len(self.learners), len(self.measures))
            task = task_named(domain.card.task)
            for index, measure in enumerate(self.measures):
                if not measure.is_for(task):
                    reason = MissingScore.TASK, not_for(measure, task)
                    sheet.misfits |= {(learner, index): reason for learner in range(len(self.learners))}
            self.sheets[place] = sheet
        return self.sheets[place]

    def misfit(self, sheet: UnitScores, learner: int, index: int, why: str) -> None:
        """Note that a measure does not fit a learner's answers, and why."""
        unstated = self.measures[index].needs_positive and sheet.domain.card.positive is None
        sheet.misfits.setdefault((learner, index), (MissingScore.TASK if unstated else MissingScore.OUTPUT, why))

    def note(self, run: Run) -> None:
        """Count its warnings, and list it if it failed."""
        if not unit_group_of(run.key).plain:
            grid = self.domains[
                run.key.dataset
            ].grid  # a file may hold units of conditions that the study no longer has
            if run.status is not Status.DONE and run.key.condition in {key for key, _, _ in grid}:
                self._failures.append(_failure(run))
            return
        if run.status is not Status.DONE:
            self._failures.append(_failure(run))
        if not run.key.size:  # a warning about a few rows is no news of the study
            for text, times in zip(run.warnings, run.warning_counts or (1,) * len(run.warnings), strict=True):
                self._warned[run.key.learner, text] += times

    def spend(self, seconds: Iterable[float]) -> None:
        """Count what units took; NaN is what was not measured."""
        self._seconds += [value for value in seconds if not isnan(value)]

    def scores(self) -> StudyScores:
        """All of it, when all units are in."""
        order = {name: index for index, name in enumerate(self.domains)}
        sheets = sorted(self.sheets.values(), key=lambda sheet: order[sheet.place.dataset])
        return StudyScores(
            cube=ScoreCube.of(sheets, learners=self.design.names, measures=self.design.measures),
            failures=tuple(self._failures),
            warnings=tuple((learner, text, times) for (learner, text), times in sorted(self._warned.items())),
            unit_seconds=fsum(self._seconds),  # exact, in whatever order they came
        )


def gather(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> StudyScores:
    """The scores of all units of the study; units of other learners, data sets or schemes in the file are passed over."""
    return _scored(ledger, design, measures).scores()


def _scored(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> ScoreCollector:
    gathering = ScoreCollector(design, measures)
    named = (run for run in ledger.outer() if gathering.belongs(run.key))
    for _, runs in groupby(named, key=lambda run: (run.key.dataset, run.key.learner)):
        for chunk in _chunks(runs):
            for place in sorted({unit_group_of(run.key) for run in chunk}):
                _enter(gathering, place, [run for run in chunk if unit_group_of(run.key) == place])
            for run in chunk:
                gathering.note(run)
    for sheet in gathering.sheets.values():
        _pool(ledger, sheet, gathering)
    return gathering


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


def _enter(gathering: ScoreCollector, place: UnitGroup, runs: Sequence[Run]) -> None:
    """Put units of one learner on their sheet: how they ended, what they took, and their scores."""
    sheet, splits = gathering.sheet(place), gathering.splits[place.dataset]
    learner = gathering.learners[runs[0].key.learner]
    fresh = not sheet.done[learner].any()
    for run in runs:
        index, spent = splits[run.key.repeat, run.key.fold], run.resources
        done = run.status is Status.DONE
        sheet.done[learner, index], sheet.failed[learner, index] = done, not done
        if done:
            cpu = spent.fit_cpu_seconds + spent.predict_cpu_seconds
            sheet.costs[:, learner, index] = spent.fit_seconds, spent.peak_bytes, cpu
        if place.plain:
            gathering.spend((spent.fit_seconds, spent.predict_seconds))
    scored = [run for run in runs if run.status is Status.DONE and run.predictions is not None]
    if not scored:
        return
    first = scored[0].predictions
    for index, measure in enumerate(gathering.measures if fresh else ()):
        why = "" if measure.reads.from_run or first is None else measure.fits(first)
        if why:
            gathering.misfit(sheet, learner, index, why)
    fits = [(learner, index) not in sheet.misfits for index in range(len(gathering.measures))]
    places = [splits[run.key.repeat, run.key.fold] for run in scored]
    sheet.values[learner, places] = score_units(scored, gathering.measures, fits)


def _pool(ledger: Ledger, sheet: UnitScores, gathering: ScoreCollector) -> None:
    """Where a measure asks for pooled rows, or is undefined on a split, score repeats instead.

    All learners are then scored that way, for a mean over folds and a score over pooled rows cannot be compared.
    """
    measures, (learners, _) = gathering.measures, sheet.done.shape
    fits = np.array(
        [[(learner, measure) not in sheet.misfits for measure in range(len(measures))] for learner in range(learners)]
    )
    finished = sheet.done[:, :, None] & fits.reshape(learners, 1, len(measures))
    undefined = (np.isnan(sheet.values) & finished).any(axis=(0, 1))
    asked = np.array([measure.across_folds is Pooling.POOLED for measure in measures])
    counted = np.array([not measure.reads.from_run for measure in measures])
    again = np.flatnonzero((undefined | asked) & counted).tolist()
    sheet.pooled = {index: np.full((learners, len(sheet.repeats)), np.nan) for index in again}
    for name, learner in gathering.learners.items() if again else ():
        if sheet.done[learner].all():
            fitting = [index for index in again if fits[learner, index]]
            runs = (ledger.get(key) for key in _keys(sheet, gathering.design.scheme, name))
            scored = score_pooled([run for run in runs if run is not None], [measures[index] for index in fitting])
            for index, values in zip(fitting, scored.T, strict=True):
                sheet.pooled[index][learner] = values


def _keys(sheet: UnitScores, scheme: str, learner: str) -> Iterator[UnitKey]:
    """The units of one learner, in order of repeat and fold."""
    any_split = UnitKey(learner=learner, scheme=scheme, repeat=0, fold=0, **sheet.place._asdict())
    return (replace(any_split, repeat=repeat, fold=fold) for repeat, fold in sorted(sheet.domain.splits))


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
        condition=run.key.condition,
    )


def failures_by_role(
    rows: Iterable[FailureRow],
) -> tuple[tuple[FailureRow, ...], tuple[FailureRow, ...], tuple[FailureRow, ...]]:
    """Units that did not finish: of the study itself, of its learning curves, and under other conditions."""
    every = tuple(rows)
    return (
        tuple(row for row in every if not (row.size or row.condition)),
        tuple(row for row in every if row.size),
        tuple(row for row in every if row.condition),
    )


def load_or_score(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> StudyScores:
    """The scores: from the file if they are kept there and still hold, else from the predictions."""
    mark = _mark(ledger, design)
    stored = ledger.scores(mark) if mark else None
    if stored is None:
        return gather(ledger, design, measures)
    gathering = ScoreCollector(design, measures)
    for run in stored.notable.values():
        if gathering.belongs(run.key):
            gathering.note(run)
    for key in stored.numbers:
        place = UnitGroup(key[0], *key[-3:])
        if not place.plain and UnitGroup(place.dataset, size=place.size) in gathering.sheets:
            gathering.sheet(place)
    by_unit = np.full((len(stored.done), len(measures)), np.nan)
    for index, name in enumerate(design.measures):
        column = stored.table.column(name)
        by_unit[column.units, index] = column.values
    for sheet in gathering.sheets.values():
        _enter_stored(gathering, sheet, stored, by_unit)
    for dataset, learner, size, number, measure, value in stored.table.by_repeat:
        sheet, index = gathering.sheets[UnitGroup(dataset, size=size)], design.measures.index(measure)
        scores = sheet.pooled.setdefault(index, np.full((len(gathering.learners), len(sheet.repeats)), np.nan))
        scores[gathering.learners[learner], sheet.repeats.index(number)] = value
    return gathering.scores()


def store_scores(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> None:
    """Keep the scores of all units in the file, unless they are there already or its tables cannot hold them."""
    mark = _mark(ledger, design)
    if mark and not ledger.has_scores(mark):
        table = _table(ledger, _scored(ledger, design, measures))
        if table is not None:
            ledger.put_scores(mark, table)


def _mark(ledger: Ledger, design: StoredStudy) -> str:
    """Empty where a ledger has no seal: then nothing is kept."""
    seal = ledger.seal()
    if not seal:
        return ""
    domains = [(domain.card.name, domain.card.fingerprint, domain.splits, domain.sizes) for domain in design.domains]
    parts = [
        FORMAT,
        __version__,
        seal,
        design.scheme,
        design.names,
        design.measures,
        domains,
        *sources_of(design.measures),
    ]
    return sha256(json.dumps(parts).encode()).hexdigest()


def _table(ledger: Ledger, gathering: ScoreCollector) -> ScoreTable | None:
    """A score for every unit that is done, by every measure; None where a repeat has a condition: it has no column."""
    numbers_by_unit = {values_of(key): number for number, key in enumerate(ledger.keys())}
    units, reasons = [], defaultdict[str, dict[int, str]](dict)
    repeats: list[RepeatScore] = []
    names, measures = gathering.design.names, gathering.design.measures
    for sheet in gathering.sheets.values():
        numbers, place = _numbers(sheet, gathering.design, numbers_by_unit), sheet.place
        units.append(numbers[sheet.done])
        for (learner, index), (_, why) in sheet.misfits.items():
            reasons[measures[index]] |= dict.fromkeys(numbers[learner, sheet.done[learner]].tolist(), why)
        if sheet.pooled and not place.plain and sheet.done.all(axis=1).any():
            return None
        for index, scores in sheet.pooled.items() if place.plain else ():
            for name, row in zip(names, scores.tolist(), strict=True):
                where = (place.dataset, name, place.size)
                repeats += [
                    (*where, repeat, measures[index], value) for repeat, value in zip(sheet.repeats, row, strict=True)
                ]
    numbers = np.concatenate(units)
    values = np.concatenate([sheet.values[sheet.done] for sheet in gathering.sheets.values()])
    by_unit = {
        name: ScoreColumn(units=numbers, values=values[:, index], reasons=reasons[name])
        for index, name in enumerate(measures)
    }
    return ScoreTable(by_unit=by_unit, by_repeat=repeats)


def _enter_stored(gathering: ScoreCollector, sheet: UnitScores, stored: StoredScores, by_unit: Array) -> None:
    """Put the stored units of a sheet on it: how they ended, what they took, and their scores."""
    numbers, spent = _numbers(sheet, gathering.design, stored.numbers), stored.resources
    there = numbers >= 0
    sheet.done[there] = stored.done[numbers[there]]
    sheet.failed[there] = ~stored.done[numbers[there]]
    units = numbers[sheet.done]
    cpu = spent["fit_cpu_seconds"][units] + spent["predict_cpu_seconds"][units]
    sheet.costs[:, sheet.done] = spent["fit_seconds"][units], spent["peak_bytes"][units], cpu
    if sheet.place.plain:
        gathering.spend([*spent["fit_seconds"][numbers[there]], *spent["predict_seconds"][numbers[there]]])
    sheet.values[sheet.done] = by_unit[units]
    for index, measure in enumerate(gathering.design.measures):
        _enter_reasons(gathering, sheet, index, stored.table.column(measure), numbers)


def _numbers(sheet: UnitScores, design: StoredStudy, numbers_by_unit: Mapping[tuple[Any, ...], int]) -> Array:
    """The (learners, splits) numbers of the sheet's units in key order; -1 for one that has not run."""
    dataset, *rest = sheet.place
    numbers = [
        numbers_by_unit.get((dataset, learner, design.scheme, *split, *rest), -1)
        for learner in design.names
        for split in sheet.domain.splits
    ]
    return np.array(numbers, dtype=np.int64).reshape(sheet.done.shape)


def _enter_reasons(
    gathering: ScoreCollector, sheet: UnitScores, index: int, column: ScoreColumn, numbers: Array
) -> None:
    if column.reasons:
        for learner, done in enumerate(sheet.done):
            first = numbers[learner][done][:1].tolist()
            if first and first[0] in column.reasons:
                gathering.misfit(sheet, learner, index, column.reasons[first[0]])
