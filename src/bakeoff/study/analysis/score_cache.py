"""Scores kept in the study file, so that opening a large one is a matter of a second.

They are a copy of what the predictions say and can be thrown away at any time: they stand under a mark made of the seal
over all units, the design and the version that computed them, and are ignored as soon as any of these differs.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.version import __version__
from bakeoff.measures.measure import Measure
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.store.records import values_of
from bakeoff.runs.store.score_table import RepeatScore, ScoreColumn, ScoreTable, StoredScores
from bakeoff.study.analysis.dataset_scores import DatasetScores
from bakeoff.study.analysis.gather import DatasetScoresBuilder, Gathering, StudyScores, gather, is_plain
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["load_or_score", "store_scores"]

FORMAT = 3  # raised when the same predictions would be scored otherwise


def load_or_score(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> StudyScores:
    """The scores: from the file if they are kept there and still hold, else from the predictions."""
    mark = _mark(ledger, design)
    stored = ledger.scores(mark) if mark else None
    return gather(ledger, design, measures) if stored is None else _read(design, measures, stored)


def store_scores(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> None:
    """Keep the scores of all units in the file, unless they are there already."""
    mark = _mark(ledger, design)
    if mark and not ledger.has_scores(mark) and _all_plain(ledger):
        ledger.put_scores(mark, _table(ledger, design, measures, gather(ledger, design, measures)))


def _all_plain(ledger: Ledger) -> bool:
    """Whether no unit has a condition or another role; scores of such units are not kept."""
    return all(map(is_plain, ledger.keys()))


def _mark(ledger: Ledger, design: StoredStudy) -> str:
    """Empty where a ledger has no seal: then nothing is kept."""
    seal = ledger.seal()
    if not seal:
        return ""
    domains = [(domain.card.name, domain.card.fingerprint, domain.splits, domain.sizes) for domain in design.domains]
    parts = [FORMAT, __version__, seal, design.scheme, design.names, design.measures, domains]
    return sha256(json.dumps(parts).encode()).hexdigest()


def _table(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure], scores: StudyScores) -> ScoreTable:
    """The boards as rows: a score for every unit that is done, by every measure."""
    cubes = {(cube.name, cube.size): cube for cube in (*scores.boards, *scores.grown)}
    known = {values_of(key): number for number, key in enumerate(ledger.keys())}
    numbers = {place: _numbers(known, design, board) for place, board in Gathering(design, measures).boards.items()}
    return ScoreTable(
        by_unit={name: _column(at, cubes, numbers) for at, name in enumerate(design.measures)},
        by_repeat=[row for cube in cubes.values() for row in _repeat_rows(cube)],
    )


def _numbers(known: Mapping[tuple[Any, ...], int], design: StoredStudy, board: DatasetScoresBuilder) -> Array:
    """The (learners, splits) numbers of the board's units in key order; -1 for one that has not run."""
    name, scheme, size = board.domain.card.name, design.scheme, board.size
    return np.array(
        [
            [
                known.get((name, learner, scheme, repeat, fold, "test", "", size), -1)
                for repeat, fold in board.domain.splits
            ]
            for learner in design.names
        ],
        dtype=np.int64,
    ).reshape(board.done.shape)


def _column(
    at: int, cubes: Mapping[tuple[str, int], DatasetScores], numbers: Mapping[tuple[str, int], Array]
) -> ScoreColumn:
    units, values = [np.empty(0, dtype=np.int64)], [np.empty(0)]
    reasons: dict[int, str] = {}
    for place, cube in cubes.items():
        units.append(numbers[place][cube.done])
        values.append(cube.values[:, :, at][cube.done])
        for (learner, measure), (_, why) in cube.reasons.items():
            if measure == at:
                reasons |= dict.fromkeys(numbers[place][learner][cube.done[learner]].tolist(), why)
    return ScoreColumn(units=np.concatenate(units), values=np.concatenate(values), reasons=reasons)


def _repeat_rows(cube: DatasetScores) -> list[RepeatScore]:
    repeats = _repeats(cube.domain)
    return [
        (cube.name, cube.learners[learner], cube.size, repeats[column], cube.measures[at], float(value))
        for at, table in cube.pooled.items()
        for (learner, column), value in np.ndenumerate(table)
    ]


def _repeats(domain: DomainDesign) -> list[int]:
    return sorted({repeat for repeat, _ in domain.splits})


def _read(design: StoredStudy, measures: Sequence[Measure], stored: StoredScores) -> StudyScores:
    """The boards from the scores and from how the units ended; no predictions are read."""
    gathering = Gathering(design, measures)
    for run in stored.notable.values():
        if gathering.belongs(run.key):
            gathering.note(run)
    numbers = {place: _numbers(stored.numbers, design, board) for place, board in gathering.boards.items()}
    cpu = stored.resources["fit_cpu_seconds"] + stored.resources["predict_cpu_seconds"]
    spent = (stored.resources["fit_seconds"], stored.resources["peak_bytes"], cpu)
    for place, board in gathering.boards.items():
        at, there = numbers[place], numbers[place] >= 0
        board.done[there] = stored.done[at[there]]
        board.failed[there] = ~stored.done[at[there]]
        for row, values in zip(board.spent, spent, strict=True):
            row[board.done] = values[at[board.done]]
        for name in ("fit_seconds", "predict_seconds"):
            gathering.spend(stored.resources[name][at[there]].tolist())
    for column, measure in enumerate(measures):
        scores = stored.table.by_unit[measure.name]
        whole = np.full(len(stored.done), np.nan)
        whole[scores.units] = scores.values
        for place, board in gathering.boards.items():
            board.values[:, :, column][board.done] = whole[numbers[place][board.done]]
            _enter_reasons(board, column, measure, scores, numbers[place])
    pooled = _pooled(gathering, stored.table)
    return gathering.scores([board.cube(design, pooled[place]) for place, board in gathering.boards.items()])


def _enter_reasons(board: DatasetScoresBuilder, at: int, measure: Measure, column: ScoreColumn, numbers: Array) -> None:
    if column.reasons:
        for learner, done in enumerate(board.done):
            first = numbers[learner][done][:1].tolist()
            if first and first[0] in column.reasons:
                board.misfit(learner, at, measure, column.reasons[first[0]])


def _pooled(gathering: Gathering, table: ScoreTable) -> dict[tuple[str, int], dict[int, Array]]:
    """Scores over all test rows of a repeat, by data set and size, then by measure: (learners, repeats)."""
    found: dict[tuple[str, int], dict[int, Array]] = {place: {} for place in gathering.boards}
    measures = {name: at for at, name in enumerate(gathering.design.measures)}
    columns = {
        place: {repeat: at for at, repeat in enumerate(_repeats(one.domain))} for place, one in gathering.boards.items()
    }
    for dataset, learner, size, repeat, measure, value in table.by_repeat:
        place = dataset, size
        shape = len(gathering.learners), len(columns[place])
        scores = found[place].setdefault(measures[measure], np.full(shape, np.nan))
        scores[gathering.learners[learner], columns[place][repeat]] = value
    return found
