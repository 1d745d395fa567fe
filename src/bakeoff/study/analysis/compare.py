"""Judgements of a study: which table of scores may be compared, what is left out of it, and the marks beside scores."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, ORIGINS, ROWS, RUNS, TIMED_ROWS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.question import Question
from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError
from bakeoff.core.notes import Note, NoteKind, Subject
from bakeoff.core.text import listed
from bakeoff.data.tasks import task_named
from bakeoff.estimates.in_time import is_timed
from bakeoff.measures.measure import NEEDED, Direction, Measure, intended_tasks
from bakeoff.predictions.predictions import Predictions
from bakeoff.study.analysis.score_cube import CellScores, MissingScore, ScoreCube
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy
from bakeoff.study.notes import (
    BASELINE_MISSING,
    FEW_DATASETS,
    LEFT_OUT,
    NO_COMPARISON,
    REGION_OF_PRIMARY,
    SINGLE_SPLIT,
    SINGLE_TEST_PART,
    UNDEFINED_ON_SPLITS,
    WITHHELD,
    WORST_COUNTS,
)
from bakeoff.study.spec.options import Policy

__all__ = [
    "BETTER",
    "WORSE",
    "ComparisonOutcome",
    "SignificanceMark",
    "marks_of",
    "marks_on",
    "on_dataset",
    "over_datasets",
]

BETTER, WORSE = "●", "○"
FEW = 6  # a two-sided Wilcoxon test over fewer domains cannot reach 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class SignificanceMark:
    """Whether a learner is significantly better or worse than the reference on one data set."""

    dataset: str
    learner: str
    reference: str
    symbol: str  # "●" better, "○" worse, "" not shown to differ
    judged: JudgedPair


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOutcome:
    """A judgement, or None where the comparison is withheld, and the notes about it."""

    judgement: Judgement | None = None
    notes: tuple[Note, ...] = ()


@dataclass(slots=True)
class _Table:
    """Data sets x learners while rows and columns are being taken out, each with its note."""

    design: StoredStudy
    measure: Measure
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

    def matrix(self) -> ScoreMatrix:
        names, blocks = tuple(self.columns), tuple(self.rows)
        return ScoreMatrix(names=names, blocks=blocks, values=self.values, direction=self.measure.direction)

    def keep(self, rows: Array, columns: Array) -> None:
        self.values, self.holes = self.values[rows][:, columns], self.holes[rows][:, columns]
        self.rows = [name for name, stays in zip(self.rows, rows, strict=True) if stays]
        self.columns = [name for name, stays in zip(self.columns, columns, strict=True) if stays]


def over_datasets(scores: ScoreCube, measure: Measure, design: StoredStudy) -> ComparisonOutcome:
    """Compare the learners over the data sets by one measure."""
    cells, shape = list(scores.cells(measure.name)), (len(design.domains), len(design.names))
    table = _Table(
        design=design,
        measure=measure,
        about=Subject(measure=measure.name),
        values=np.array([cell.mean for cell in cells]).reshape(shape),
        holes=np.array([cell.missing for cell in cells]).reshape(shape),
        rows=[domain.card.name for domain in design.domains],
        columns=list(design.names),
    )
    if len(table.columns) < 2:
        return table.nothing("there is one learner only")
    if measure.unordered:
        return table.nothing(measure.unordered)
    _leave_out_misfits(table)
    _leave_out_undefined(table)
    unfinished = _fill_unfinished(table)
    if unfinished is not None:
        return unfinished
    if len(table.rows) < 2 or len(table.columns) < 2:
        what = "data sets" if len(table.columns) >= 2 else "learners"
        return table.nothing(f"fewer than two {what} have a value")
    if len(table.rows) < FEW and measure.name == design.primary:
        table.note(FEW_DATASETS, n=len(table.rows))
    return _judged(table, DATASETS)


def on_dataset(
    scores: ScoreCube,
    domain: DomainDesign,
    measure: Measure,
    design: StoredStudy,
    answers: Mapping[str, Predictions] | None = None,
) -> ComparisonOutcome:
    """Compare the learners on one data set: over its splits, corrected for overlapping training sets, or over rows.

    `answers` are the predictions of all that finished where there is a single test part: then its rows are compared.
    """
    own = scores.at(dataset=domain.card.name, measure=measure.name)
    cells = list(own.cells(measure.name))
    table = _on_one(cells, domain, measure, design)
    if isinstance(table, ComparisonOutcome):
        return table
    if answers is not None and not measure.reads.from_run:
        timed = all(map(is_timed, answers.values()))
        return _judged(table, TIMED_ROWS if timed else ROWS, answers=answers)
    if any(cell.repeats is not None for cell in cells) or np.isnan(table.values).any():
        return table.withheld(UNDEFINED_ON_SPLITS)
    if len(domain.splits) < 2:
        return table.withheld(SINGLE_SPLIT)
    if domain.test_times:
        return _judged(table, ORIGINS, own, order=np.argsort(domain.test_times, kind="stable"))
    return _judged(table, FOLDS if domain.overlapping else RUNS, own, test_share=domain.share)


def _on_one(
    cells: Sequence[CellScores], domain: DomainDesign, measure: Measure, design: StoredStudy
) -> _Table | ComparisonOutcome:
    """Splits x learners of one data set, learners without a value left out; or why there is nothing to compare."""
    alone = len(design.domains) == 1
    holes = np.array([[cell.missing for cell in cells]])
    table = _Table(
        design=design,
        measure=measure,
        about=Subject(measure=measure.name, dataset="" if alone else domain.card.name),
        values=np.column_stack([cell.splits for cell in cells]),
        holes=holes,
        rows=[domain.card.name],
        columns=list(design.names),
    )
    if len(table.columns) < 2:
        return table.nothing("there is one learner only")
    if measure.unordered:
        return table.nothing(measure.unordered)
    keep = holes[0] == MissingScore.NONE
    gone = [name for name, stays in zip(table.columns, keep, strict=True) if not stays]
    if gone and (design.policy == Policy.WITHHOLD or keep.sum() < 2) and (holes == MissingScore.UNFINISHED).any():
        late = [name for name, hole in zip(table.columns, holes[0], strict=True) if hole == MissingScore.UNFINISHED]
        return table.withheld(WITHHELD, learners=tuple(late), where=())
    if keep.sum() < 2:
        why = {cell.reason for cell, stays in zip(cells, keep, strict=True) if not stays}
        if measure.own is not None and (holes[0][~keep] == MissingScore.UNDEFINED).all():
            why = {measure.undefined}
        return table.nothing(f"fewer than two learners have a value{f' ({why.pop()})' if len(why) == 1 else ''}")
    table.leave_out(gone)
    table.values, table.columns = table.values[:, keep], [name for name in table.columns if name not in gone]
    return table


def _question(table: _Table, evidence: Evidence, test_share: float | None = None) -> Question:
    """What the study asks about this table; baseline and planned pairs as far as they have values."""
    design = table.design
    baseline = design.baseline if design.baseline in table.columns else None
    if baseline != design.baseline:
        table.note(BASELINE_MISSING, baseline=design.baseline)
    # A region of equivalence is in the units of the measure that it was stated for.
    rope = design.rope if table.measure.name == design.primary else None
    if rope != design.rope:
        table.note(REGION_OF_PRIMARY, rope=design.rope, primary=design.primary)
    return Question(
        evidence=evidence, measure=table.measure.name, test_share=test_share,
        scheme=design.scheme if evidence is FOLDS else "", baseline=baseline,
        pairs=tuple(pair for pair in design.pairs if set(pair) <= set(table.columns)) or None,
        alpha=design.alpha, rope=rope,
    )  # fmt: skip


def _judged(
    table: _Table,
    evidence: Evidence,
    splits: ScoreCube | None = None,
    *,
    answers: Mapping[str, Predictions] | None = None,
    test_share: float | None = None,
    order: Array | None = None,
) -> ComparisonOutcome:
    """Ask the study's question of what is left of the table, of its splits, or of the rows of its only test part."""
    from bakeoff.comparisons.judging.judge import judge
    from bakeoff.comparisons.judging.judge_rows import judge_predictions

    _leave_out_infinite(table)
    if len(table.columns) < 2:
        return table.nothing("fewer than two learners have a finite value")
    question, measure = _question(table, evidence, test_share), table.measure
    try:
        if answers is not None:
            judgement = judge_predictions({name: answers[name] for name in table.columns}, question)
            if len(table.design.domains) > 1:  # else the verdict is about these rows, and its own note states it
                table.note(SINGLE_TEST_PART)
        elif splits is not None:
            matrix = splits.at(learner=table.columns).matrix(measure.name, measure.direction)
            judgement = judge(matrix if order is None else replace(matrix.only(order), horizon=1), question)
        else:
            judgement = judge(table.matrix(), question)
    except BakeoffError as error:
        return table.nothing(str(error).removesuffix("."))
    return ComparisonOutcome(judgement=judgement, notes=(*table.left_out, *table.notes))


def _leave_out_misfits(table: _Table) -> None:
    """Data sets of another kind or without a positive class, and learners that do not give what the measure reads.

    One learner that names the data set's lack is enough: a learner that failed there has another reason and no value either.
    """
    lacking = (table.holes == MissingScore.TASK).any(axis=1)
    tasks = {domain.card.name: task_named(domain.card.task) for domain in table.design.domains}
    unfit = np.array([not table.measure.is_for(tasks[name]) for name in table.rows], dtype=bool)
    columns = ~(table.holes == MissingScore.OUTPUT).any(axis=0)
    needs = "" if table.measure.needs is None else NEEDED[table.measure.needs]
    _drop(table, table.rows, ~(lacking & unfit), f"it is for {intended_tasks(table.measure.tasks)}")
    _drop(table, table.rows, ~(lacking & ~unfit), "it needs a positive class, and none is stated")
    _drop(table, table.columns, columns, f"it needs {needs}")
    table.keep(~lacking, columns)


def _leave_out_undefined(table: _Table) -> None:
    """A data set where nobody has a defined value goes; a learner that alone has none goes, not the data set."""
    undefined = table.holes == MissingScore.UNDEFINED
    rows = ~undefined.all(axis=1)
    columns = ~undefined[rows].any(axis=0)
    why = f"undefined: {table.measure.undefined}" if table.measure.undefined else "undefined there"
    _drop(table, table.rows, rows, why)
    _drop(table, table.columns, columns, why)
    table.keep(rows, columns)


def _leave_out_infinite(table: _Table) -> None:
    """One infinite score makes every mean and difference infinite: a class that was ruled out did occur."""
    keep: Array = np.asarray(~np.isinf(table.values).any(axis=0))
    cure = f"; add {table.measure.clipped} to the measures to compare all learners" if table.measure.clipped else ""
    _drop(table, table.columns, keep, f"infinite: a class that was given probability zero did occur{cure}")
    table.values = table.values[:, keep]
    table.columns = [name for name, stays in zip(table.columns, keep, strict=True) if stays]


def _drop(table: _Table, names: Sequence[str], keep: Array, why: str) -> None:
    table.leave_out([name for name, stays in zip(names, keep, strict=True) if not stays], why)


def _fill_unfinished(table: _Table) -> ComparisonOutcome | None:
    """Apply the stated policy to units that failed or have not run; an outcome where that withholds the comparison."""
    unfinished, policy = table.holes == MissingScore.UNFINISHED, Policy(table.design.policy)
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
    worst = np.nanmin if table.measure.direction is Direction.HIGHER else np.nanmax
    if len(table.rows):
        table.values = np.where(unfinished, worst(table.values, axis=1, keepdims=True), table.values)
    table.note(WORST_COUNTS, learners=who, where=where)
    return None


def marks_of(dataset: str, judgement: Judgement) -> Iterator[SignificanceMark]:
    """One mark per learner.

    With a baseline every other learner is compared with it. Without one, each is compared with the best learner of this
    data set, and the best itself with its runner-up.
    """
    if judgement.baseline is not None:
        others = [name for name in judgement.matrix.names if name != judgement.baseline]
        wanted = [(name, judgement.baseline) for name in others]
    else:
        best, *rest = _by_mean(judgement)
        wanted = [(best, rest[0]), *((name, best) for name in rest)]
    for learner, reference in wanted:
        judged = _pair(judgement, learner, reference)
        if judged is not None:
            yield SignificanceMark(
                dataset=dataset, learner=learner, reference=reference, symbol=_symbol(judged, learner), judged=judged
            )


def marks_on(
    scores: ScoreCube,
    domain: DomainDesign,
    measure: Measure,
    design: StoredStudy,
    *,
    answers: Mapping[str, Predictions] | None = None,
    judgement: Judgement | None = None,
) -> tuple[SignificanceMark, ...]:
    """The marks of one data set by any measure; a learner without a score there is left out, whatever the policy of verdicts.

    The others ran on the same splits, so that their marks do not depend on it. Where the baseline itself has no score there are none.
    `judgement` is the comparison on this data set where it was made before.
    """
    judgement = (
        judgement or on_dataset(scores, domain, measure, replace(design, policy=Policy.COMPLETE), answers).judgement
    )
    marks = () if judgement is None else tuple(marks_of(domain.card.name, judgement))
    return tuple([mark for mark in marks if design.baseline in {None, mark.reference}])


def _by_mean(judgement: Judgement) -> list[str]:
    """Best first."""
    means = judgement.matrix.means()
    sign = -1.0 if judgement.matrix.direction is Direction.HIGHER else 1.0
    order = sorted(range(len(means)), key=lambda position: (sign * means[position], position))
    return [judgement.matrix.names[position] for position in order]


def _pair(judgement: Judgement, a: str, b: str) -> JudgedPair | None:
    """The pair, None if the study names its pairs and this is not among them."""
    try:
        return judgement.pair(a, b)
    except KeyError:
        return None


def _symbol(judged: JudgedPair, learner: str) -> str:
    winner = judged.verdict.winner
    if winner is None:
        return ""
    return BETTER if winner == learner else WORSE
