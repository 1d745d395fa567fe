"""Judgements of a study: which table of scores may be compared, and what is left out of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, ROWS, RUNS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.question import Question
from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError
from bakeoff.core.notes import Note, NoteKind, Subject
from bakeoff.core.text import listed
from bakeoff.data.dataset import Task
from bakeoff.measures.measure import NEEDED, Direction, Measure, intended_tasks
from bakeoff.predictions.predictions import Predictions
from bakeoff.study.analysis.dataset_scores import DatasetScores, MissingScore
from bakeoff.study.analysis.stored_design import StoredStudy
from bakeoff.study.notes import (
    BASELINE_MISSING,
    FEW_DATASETS,
    LEFT_OUT,
    NO_COMPARISON,
    SINGLE_SPLIT,
    SINGLE_TEST_PART,
    UNDEFINED_ON_SPLITS,
    WITHHELD,
    WORST_COUNTS,
)
from bakeoff.study.spec.options import Policy

__all__ = ["ComparisonOutcome", "over_datasets", "over_rows", "over_splits"]

FEW = 6  # a two-sided Wilcoxon test over fewer domains cannot reach 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOutcome:
    """A judgement, or None where the comparison is withheld, and the notes about it."""

    judgement: Judgement | None = None
    notes: tuple[Note, ...] = ()


@dataclass(slots=True)
class _Table:
    """Data sets x learners while rows and columns are being taken out, each with its note."""

    about: Subject  # the measure, and the data set where it is only one
    values: Array
    holes: Array
    rows: list[str]
    columns: list[str]
    left_out: list[Note] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def note(self, kind: NoteKind, **facts: object) -> None:
        self.notes.append(kind(self.about, **facts))

    def leave_out(self, names: Sequence[str], reason: str = "") -> None:
        if names:
            self.left_out.append(LEFT_OUT(self.about, names=tuple(names), reason=reason))

    def nothing(self, reason: str) -> ComparisonOutcome:
        """No comparison; what was left out before is part of the reason."""
        return self.withheld(NO_COMPARISON, reason=reason, left_out=tuple(self.left_out))

    def withheld(self, kind: NoteKind, **facts: object) -> ComparisonOutcome:
        """No comparison for a reason that has its own kind of note."""
        return ComparisonOutcome(notes=(*self.notes, kind(self.about, **facts)))

    def judged(self, judgement: Judgement) -> ComparisonOutcome:
        return ComparisonOutcome(judgement=judgement, notes=(*self.left_out, *self.notes))

    def keep(self, rows: Array, columns: Array) -> None:
        self.values, self.holes = self.values[rows][:, columns], self.holes[rows][:, columns]
        self.rows = [name for name, stays in zip(self.rows, rows, strict=True) if stays]
        self.columns = [name for name, stays in zip(self.columns, columns, strict=True) if stays]


def over_datasets(boards: Sequence[DatasetScores], at: int, measure: Measure, design: StoredStudy) -> ComparisonOutcome:
    """Compare the learners over the data sets by one measure."""
    table = _Table(
        about=Subject(measure=measure.name),
        values=np.array([[board.mean(l, at) for l in range(len(board.learners))] for board in boards]),
        holes=np.array([[board.hole(l, at) for l in range(len(board.learners))] for board in boards]),
        rows=[board.name for board in boards],
        columns=list(design.names),
    )
    if len(table.columns) < 2:
        return table.nothing("there is one learner only")
    if measure.unordered:
        return table.nothing(measure.unordered)
    _leave_out_misfits(table, measure, _why_not(boards, measure))
    _leave_out_undefined(table, measure)
    unfinished = _fill_unfinished(table, measure, Policy(design.policy))
    if unfinished is not None:
        return unfinished
    if len(table.rows) < 2 or len(table.columns) < 2:
        what = "data sets" if len(table.columns) >= 2 else "learners"
        return table.nothing(f"fewer than two {what} have a value")
    if len(table.rows) < FEW and measure.name == design.primary:
        table.note(FEW_DATASETS, n=len(table.rows))
    return _judged(table, measure, design, evidence=DATASETS, test_share=None)


def over_splits(board: DatasetScores, at: int, measure: Measure, design: StoredStudy) -> ComparisonOutcome:
    """Compare the learners on one data set, over its splits, corrected for overlapping training sets."""
    table = _on_one(board, at, measure, design)
    if isinstance(table, ComparisonOutcome):
        return table
    if at in board.pooled or np.isnan(table.values).any():
        return table.withheld(UNDEFINED_ON_SPLITS)
    table.rows = [f"{repeat + 1}.{fold + 1}" for repeat, fold in board.domain.splits]
    if len(table.rows) < 2:
        return table.withheld(SINGLE_SPLIT)
    share = board.domain.test_share if board.domain.overlapping else None
    evidence = FOLDS if board.domain.overlapping else RUNS
    return _judged(table, measure, design, evidence=evidence, test_share=share)


def over_rows(
    board: DatasetScores, at: int, measure: Measure, design: StoredStudy, said: Mapping[str, Predictions]
) -> ComparisonOutcome:
    """Compare the learners on the rows of a single test part; `said` are the stored predictions of all that finished."""
    from bakeoff.comparisons.judging.judge_rows import judge_predictions

    table = _on_one(board, at, measure, design)
    if isinstance(table, ComparisonOutcome):
        return table
    _leave_out_infinite(table)
    if len(table.columns) < 2:
        return table.nothing("fewer than two learners have a finite value")
    question = _question(table, measure, design, ROWS)
    try:
        judgement = judge_predictions({name: said[name] for name in table.columns}, question)
    except BakeoffError as error:
        return table.nothing(str(error).removesuffix("."))
    table.note(SINGLE_TEST_PART)
    return table.judged(judgement)


def _on_one(board: DatasetScores, at: int, measure: Measure, design: StoredStudy) -> _Table | ComparisonOutcome:
    """Splits x learners of one data set, learners without a value left out; or why there is nothing to compare."""
    alone = len(design.domains) == 1
    holes = np.array([[board.hole(l, at) for l in range(len(board.learners))]])
    table = _Table(
        about=Subject(measure=measure.name, dataset="" if alone else board.name),
        values=board.splits_of(at).T,
        holes=holes,
        rows=[board.name],
        columns=list(design.names),
    )
    if len(table.columns) < 2:
        return table.nothing("there is one learner only")
    if measure.unordered:
        return table.nothing(measure.unordered)
    keep = np.isin(holes[0], [MissingScore.NONE])
    gone = [name for name, stays in zip(table.columns, keep, strict=True) if not stays]
    if gone and (design.policy == Policy.WITHHOLD or keep.sum() < 2) and (holes == MissingScore.UNFINISHED).any():
        late = [name for name, hole in zip(table.columns, holes[0], strict=True) if hole == MissingScore.UNFINISHED]
        return table.withheld(WITHHELD, learners=tuple(late), where=())
    if keep.sum() < 2:
        return table.nothing("fewer than two learners have a value")
    table.leave_out(gone)
    table.values, table.columns = table.values[:, keep], [name for name in table.columns if name not in gone]
    return table


def _question(
    table: _Table, measure: Measure, design: StoredStudy, evidence: Evidence, test_share: float | None = None
) -> Question:
    """What the study asks about this table; baseline and planned pairs as far as they have values."""
    baseline = design.baseline if design.baseline in table.columns else None
    if baseline != design.baseline:
        table.note(BASELINE_MISSING, baseline=design.baseline)
    return Question(
        evidence=evidence, measure=measure.name, test_share=test_share, scheme=design.scheme if evidence is FOLDS else "",
        baseline=baseline, pairs=tuple(pair for pair in design.pairs if set(pair) <= set(table.columns)) or None,
        alpha=design.alpha, rope=design.rope,
    )  # fmt: skip


def _judged(
    table: _Table, measure: Measure, design: StoredStudy, *, evidence: Evidence, test_share: float | None
) -> ComparisonOutcome:
    from bakeoff.comparisons.judging.judge import judge

    _leave_out_infinite(table)
    if len(table.columns) < 2:
        return table.nothing("fewer than two learners have a finite value")
    matrix = ScoreMatrix(
        names=tuple(table.columns),
        blocks=tuple(table.rows),
        values=table.values,
        direction=Direction(measure.direction),
    )
    question = _question(table, measure, design, evidence, test_share)
    try:
        judgement = judge(matrix, question)
    except BakeoffError as error:
        return table.nothing(str(error).removesuffix("."))
    return table.judged(judgement)


def _why_not(boards: Sequence[DatasetScores], measure: Measure) -> str:
    """What the targets of some data sets lack that the measure is for."""
    kinds = {Task(board.domain.card.task) for board in boards}
    if kinds <= measure.tasks:
        return "it needs a positive class, and none is stated"
    return f"it is for {intended_tasks(measure.tasks)}"


def _leave_out_misfits(table: _Table, measure: Measure, why_not: str) -> None:
    """Data sets of another kind, and learners that do not give what the measure reads."""
    rows = ~(table.holes == MissingScore.TASK).all(axis=1)
    columns = ~(table.holes == MissingScore.OUTPUT).any(axis=0)
    needs = "" if measure.needs is None else NEEDED[measure.needs]
    _drop(table, table.rows, rows, why_not)
    _drop(table, table.columns, columns, f"it needs {needs}")
    table.keep(rows, columns)


def _leave_out_undefined(table: _Table, measure: Measure) -> None:
    """A data set where nobody has a defined value goes; a learner that alone has none goes, not the data set."""
    undefined = table.holes == MissingScore.UNDEFINED
    rows = ~undefined.all(axis=1)
    columns = ~undefined[rows].any(axis=0)
    why = f"undefined: {measure.undefined}" if measure.undefined else "undefined there"
    _drop(table, table.rows, rows, why)
    _drop(table, table.columns, columns, why)
    table.keep(rows, columns)


def _leave_out_infinite(table: _Table) -> None:
    """One infinite score makes every mean and difference infinite: a class that was ruled out did occur."""
    keep: Array = np.asarray(~np.isinf(table.values).any(axis=0))
    _drop(table, table.columns, keep, "infinite: a class that was given probability zero did occur")
    table.values = table.values[:, keep]
    table.columns = [name for name, stays in zip(table.columns, keep, strict=True) if stays]


def _drop(table: _Table, names: Sequence[str], keep: Array, why: str) -> None:
    table.leave_out([name for name, stays in zip(names, keep, strict=True) if not stays], why)


def _fill_unfinished(table: _Table, measure: Measure, policy: Policy) -> ComparisonOutcome | None:
    """Apply the stated policy to units that failed or have not run; an outcome where that withholds the comparison."""
    unfinished = table.holes == MissingScore.UNFINISHED
    if not unfinished.any():
        return None
    who = tuple(name for name, hole in zip(table.columns, unfinished.any(axis=0), strict=True) if hole)
    where = tuple(name for name, hole in zip(table.rows, unfinished.any(axis=1), strict=True) if hole)
    if policy is Policy.WITHHOLD:
        return table.withheld(WITHHELD, learners=who, where=where)
    everything = np.ones(len(table.columns), dtype=bool)
    if policy is Policy.COMPLETE:
        table.leave_out(where, f"units of {listed(who)} did not finish there")
        table.keep(~unfinished.any(axis=1), everything)
        return None
    table.keep(~unfinished.all(axis=1), everything)
    unfinished = table.holes == MissingScore.UNFINISHED
    worst = np.nanmin if measure.direction is Direction.HIGHER else np.nanmax
    if len(table.rows):
        table.values = np.where(unfinished, worst(table.values, axis=1, keepdims=True), table.values)
    table.note(WORST_COUNTS, learners=who, where=where)
    return None
