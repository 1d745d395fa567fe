"""What other conditions change: errors of a train x test grid, performance deterioration, and tests of who loses more."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import nan

import numpy as np

from bakeoff.comparisons.posthoc.adjust import adjust
from bakeoff.comparisons.significance.t import MOST_DF, corrected_t, paired_t
from bakeoff.comparisons.significance.wilcoxon import wilcoxon
from bakeoff.core.checks import Array
from bakeoff.core.significance_level import is_shown
from bakeoff.estimates.deterioration import (
    average_deterioration,
    deterioration_over_splits,
    deteriorations_by_split,
    is_learned,
    performance_deterioration,
)
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VALUE
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.constant_answers import constant_answers, share_of_each_class
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Run, UnitKey
from bakeoff.splits.condition_grid import BASE
from bakeoff.study.analysis.score import score_pooled, score_units
from bakeoff.study.analysis.score_cube import CellScores, MissingScore, ScoreCube
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = [
    "ConditionCell",
    "ConditionFindings",
    "ConditionTests",
    "DropTest",
    "LeaderTest",
    "LossPair",
    "compare_conditions",
    "conditions_of",
]

LEVEL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConditionCell:
    """One learner, trained under one condition and tested under another."""

    learner: str
    train: str
    test: str
    score: Estimate
    ideal: Estimate  # trained under the test condition
    deterioration: Estimate  # NaN with a reason where it is undefined, and where nothing differs
    splits: Array  # (splits,) scores
    losses: Array  # (splits,) what each split adds to pD; empty where it is undefined

    @property
    def same(self) -> bool:
        """Whether it was trained under the condition that it is tested under."""
        return self.train == self.test


@dataclass(frozen=True, slots=True, kw_only=True)
class DropTest:
    """Is the learner worse than if it had been trained under the test condition?"""

    learner: str
    train: str
    test: str
    change: float  # of the error; above 0 it is worse
    p_value: float
    p_adjusted: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LossPair:
    """Two learners: whose average pD is larger, over repetitions and over conditions."""

    a: str
    b: str
    difference: float  # of average pD, a less b
    p_value: float  # over splits
    p_adjusted: float
    p_conditions: float  # Wilcoxon over conditions


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderTest:
    """The best learner without a change against another one, under a changed condition."""

    other: str
    train: str
    test: str
    lead: float  # of the error: above 0 the leader stays ahead
    p_value: float
    p_adjusted: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConditionFindings:
    """All that other conditions change on one data set by one measure."""

    dataset: str
    measure: str
    direction: Direction
    alpha: float
    conditions: tuple[tuple[str, str, str], ...]  # name, what differs, what it is used for
    learners: tuple[str, ...]
    trivial: Mapping[str, float]  # test condition: score of its most frequent class
    cells: tuple[ConditionCell, ...]
    averages: Mapping[str, Estimate]  # learner: mean pD over all changes
    drops: tuple[DropTest, ...]
    pairs: tuple[LossPair, ...]
    leader: str  # best without a change; empty where scores are missing
    leads: tuple[LeaderTest, ...]
    failed: int  # units under other conditions that did not finish
    splits: int
    overlapping: bool

    def shows(self, p: float) -> bool:
        """Whether an adjusted p of these findings shows what it is about."""
        return is_shown(p, self.alpha)

    def cell(self, learner: str, train: str, test: str) -> ConditionCell:
        """The cell at that address."""
        for cell in self.cells:
            if (cell.learner, cell.train, cell.test) == (learner, train, test):
                return cell
        raise KeyError((learner, train, test))

    def name(self, condition: str) -> str:
        """What a condition is called; the data set as it is has the name of the data set."""
        return condition or self.dataset

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        """Pairs of conditions to train and to test under, without those that are the same."""
        return tuple(dict.fromkeys((cell.train, cell.test) for cell in self.cells if not cell.same))

    @property
    def trains(self) -> tuple[str, ...]:
        """Conditions that learners were trained under and tested under another one."""
        return tuple(dict.fromkeys(train for train, _ in self.changes))

    @property
    def tests(self) -> tuple[str, ...]:
        """Conditions that learners were tested under."""
        return tuple(dict.fromkeys(cell.test for cell in self.cells))


def conditions_of(
    ledger: Ledger, cube: ScoreCube, design: StoredStudy, measure: Measure
) -> Iterator[ConditionFindings]:
    """The findings of every data set that has conditions."""
    for domain in design.domains:
        if domain.grid:
            yield _findings(ledger, cube, design, domain, measure)


def _findings(
    ledger: Ledger, cube: ScoreCube, design: StoredStudy, domain: DomainDesign, measure: Measure
) -> ConditionFindings:
    name = domain.card.name
    sign = 1.0 if measure.direction is Direction.LOWER else -1.0
    keys = {(BASE, BASE): ""} | {(train, test): key for key, train, test in domain.grid}
    own = cube.at(dataset=name, role="test", size=0, measure=measure.name)
    sheets = {pair: _by_learner(own.at(condition=key), measure.name) for pair, key in keys.items()}
    tests = dict.fromkeys(test for _, test in keys)
    trivial = {
        test: _trivial(ledger, design, domain, measure, next(keys[pair] for pair in keys if pair[1] == test))
        for test in tests
    }
    under = own.only(own.column("condition") != "")
    tested = compare_conditions(sheets, trivial, design.names, domain.share, sign)
    return ConditionFindings(
        dataset=name,
        measure=measure.name,
        direction=measure.direction,
        alpha=design.alpha,
        conditions=domain.conditions,
        learners=tested.learners,
        trivial={test: float(values.mean()) if len(values) else nan for test, values in trivial.items()},
        cells=tested.cells,
        averages=tested.averages,
        drops=tested.drops,
        pairs=tested.pairs,
        leader=tested.leader,
        leads=tested.leads,
        failed=int(under.failed.sum()),
        splits=len(domain.splits),
        overlapping=domain.overlapping,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConditionTests:
    """Cells and tests of a grid of scores, whatever they come from."""

    learners: tuple[str, ...]
    cells: tuple[ConditionCell, ...]
    averages: Mapping[str, Estimate]
    drops: tuple[DropTest, ...]
    pairs: tuple[LossPair, ...]
    leader: str
    leads: tuple[LeaderTest, ...]


def compare_conditions(
    sheets: Mapping[tuple[str, str], Mapping[str, CellScores]],
    trivial: Mapping[str, Array],
    names: Sequence[str],
    share: float | None,
    sign: float = 1.0,
) -> ConditionTests:
    """Cells and tests from scores by (training, test) condition and learner.

    `trivial` has the scores of the most frequent class by test condition and split; `share` is the test share where training
    parts overlap, else None; `sign` is -1 for a measure of which more is better.
    """
    cells = tuple(
        _cell(learner, pair, sheets, trivial, share, sign)
        for learner in names
        for pair in sheets
        if learner in sheets[pair] and sheets[pair][learner].started
    )
    learners = tuple(dict.fromkeys(cell.learner for cell in cells))
    moved = {learner: [cell for cell in cells if cell.learner == learner and not cell.same] for learner in learners}
    leader = _leader(cells, learners, sign)
    return ConditionTests(
        learners=learners,
        cells=cells,
        averages={learner: _average(moved[learner], share) for learner in learners},
        drops=tuple(_drops(cells, share, sign)),
        pairs=tuple(_pairs(moved, share)),
        leader=leader,
        leads=tuple(_leads(cells, leader, share, sign)),
    )


def _by_learner(sheet: ScoreCube, measure: str) -> dict[str, CellScores]:
    return {cell.learner: cell for cell in sheet.cells(measure)}


def _cell(  # noqa: PLR0917 - the parts of one computation
    learner: str,
    pair: tuple[str, str],
    sheets: Mapping[tuple[str, str], Mapping[str, CellScores]],
    trivial: Mapping[str, Array],
    share: float | None,
    sign: float,
) -> ConditionCell:
    train, test = pair
    here = sheets[pair][learner]
    best = sheets.get((test, test), {}).get(learner)
    score = _mean(here, share)
    ideal = score if train == test else _mean(best, share) if best is not None else _none("was not trained under it")
    zero = trivial[test]
    losses = np.empty(0)
    if train == test:
        lost = _none("nothing differs")
    elif best is None or np.isnan([score.value, ideal.value]).any() or not len(zero) or np.isnan(zero).any():
        lost = _none(here.reason or (best.reason if best is not None else "") or "an error is missing")
    elif here.repeats is not None or best.repeats is not None or len(here.values) != len(zero):
        value = performance_deterioration(sign * score.value, sign * ideal.value, sign * zero.mean())
        lost = Estimate.alone(float(value), len(here.values), level=LEVEL)
    else:
        error, least, most = sign * here.values, sign * best.values, sign * zero
        lost = deterioration_over_splits(error, least, most, share, LEVEL)
        if is_learned(least, most, share, LEVEL):
            losses = deteriorations_by_split(error, least, most)
    return ConditionCell(
        learner=learner,
        train=train,
        test=test,
        score=score,
        ideal=ideal,
        deterioration=lost,
        splits=here.splits,
        losses=losses if not np.isnan(losses).any() else np.empty(0),
    )


def _none(why: str) -> Estimate:
    return Estimate.alone(nan, 0, NO_VALUE(why=why), level=LEVEL)


def _mean(cell: CellScores, share: float | None) -> Estimate:
    if cell.missing is not MissingScore.NONE:
        return _none(cell.reason)
    if cell.repeats is not None:
        return Estimate.alone(cell.mean, len(cell.values), level=LEVEL)
    return mean_over_splits(cell.splits, share, LEVEL)


def _trivial(ledger: Ledger, design: StoredStudy, domain: DomainDesign, measure: Measure, condition: str) -> Array:
    """By split: the score of the class that is most frequent among all test rows of the condition; of their mean for numbers.

    Probabilities, where the measure reads them, are the shares of the classes.
    """
    for learner in design.names:
        runs = []
        for repeat, fold in sorted(domain.splits):
            key = UnitKey(
                dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=repeat, fold=fold,
                condition=condition,
            )  # fmt: skip
            run = ledger.get(key)
            if run is None or run.predictions is None:
                break
            runs.append(run)
        if len(runs) == len(domain.splits):
            return _constant_scores(runs, measure)
    return np.empty(0)


def _constant_scores(runs: Sequence[Run], measure: Measure) -> Array:
    answers = [run.predictions for run in runs if run.predictions is not None]
    truth = np.concatenate([answer.truth for answer in answers])
    usual = share_of_each_class(truth, len(answers[0].classes)) if answers[0].task.coded else truth.mean()
    constant = [constant_answers(answer, usual) for answer in answers]
    if measure.fits(constant[0]):
        return np.empty(0)
    constant_runs = [replace(run, predictions=answer) for run, answer in zip(runs, constant, strict=True)]
    values = score_units(constant_runs, [measure], [True])[:, 0]
    return score_pooled(constant_runs, [measure])[:, 0] if np.isnan(values).any() else values


def _average(cells: Sequence[ConditionCell], share: float | None) -> Estimate:
    if cells and all(len(cell.losses) for cell in cells):
        return average_deterioration([cell.losses for cell in cells], share, LEVEL)
    values = [cell.deterioration.value for cell in cells]
    if values and not np.isnan(values).any():
        return Estimate.alone(float(np.mean(values)), len(values), level=LEVEL)
    return _none("pD is undefined under a condition" if values else "there is no change")


def _p_value(differences: Array, share: float | None) -> float:
    """Two-sided, of a mean over splits, as everywhere in a study."""
    if len(differences) < 2 or np.isnan(differences).any():
        return nan
    zero = np.zeros(len(differences))
    if share is None:
        return float(paired_t(differences, zero).p_value)
    return float(corrected_t(differences, zero, share, df=MOST_DF).p_value)


def _adjusted(p_values: Sequence[float]) -> list[float]:
    """Holm's, over all tests of the question that have a p-value."""
    defined = [p_value for p_value in p_values if not np.isnan(p_value)]
    values = iter(adjust(defined, "holm").tolist() if defined else [])
    return [nan if np.isnan(p_value) else next(values) for p_value in p_values]


def _drops(cells: Sequence[ConditionCell], share: float | None, sign: float) -> Iterator[DropTest]:
    ideal = {(cell.learner, cell.test): cell.splits for cell in cells if cell.same}
    moved = [cell for cell in cells if not cell.same and (cell.learner, cell.test) in ideal]
    changes = [sign * (cell.splits - ideal[cell.learner, cell.test]) for cell in moved]
    p_values = [_p_value(change, share) for change in changes]
    for cell, change, p, adjusted in zip(moved, changes, p_values, _adjusted(p_values), strict=True):
        yield DropTest(
            learner=cell.learner, train=cell.train, test=cell.test, change=float(change.mean()), p_value=p, p_adjusted=adjusted
        )  # fmt: skip


def _pairs(moved: Mapping[str, Sequence[ConditionCell]], share: float | None) -> Iterator[LossPair]:
    whole = {name: cells for name, cells in moved.items() if cells and all(len(cell.losses) for cell in cells)}
    average = {name: np.mean([cell.losses for cell in cells], axis=0) for name, cells in whole.items()}
    pairs = list(combinations(whole, 2))
    p_values = [_p_value(average[a] - average[b], share) for a, b in pairs]
    for (a, b), p, adjusted in zip(pairs, p_values, _adjusted(p_values), strict=True):
        deteriorations = [np.array([cell.deterioration.value for cell in whole[name]]) for name in (a, b)]
        yield LossPair(
            a=a,
            b=b,
            difference=float(average[a].mean() - average[b].mean()),
            p_value=p,
            p_adjusted=adjusted,
            p_conditions=float(wilcoxon(*deteriorations).p_value) if len(deteriorations[0]) > 1 else nan,
        )


def _leader(cells: Sequence[ConditionCell], learners: Sequence[str], sign: float) -> str:
    plain = {cell.learner: sign * cell.score.value for cell in cells if (cell.train, cell.test) == (BASE, BASE)}
    scores = {name: value for name, value in plain.items() if not np.isnan(value)}
    return min(scores, key=lambda name: scores[name]) if len(scores) == len(learners) and len(scores) > 1 else ""


def _leads(cells: Sequence[ConditionCell], leader: str, share: float | None, sign: float) -> Iterator[LeaderTest]:
    """The leader against each other learner, adjusted over all pairs of learners.

    The leader is chosen by scores of the same models, often on the same rows, so that it stands for whichever pair is furthest apart.
    """
    under: dict[tuple[str, str], list[ConditionCell]] = {}
    for cell in cells:
        if not cell.same:
            under.setdefault((cell.train, cell.test), []).append(cell)
    pairs = [pair for some in under.values() for pair in combinations(some, 2)] if leader else []
    p_values = [_p_value(a.splits - b.splits, share) for a, b in pairs]
    for (a, b), p, adjusted in zip(pairs, p_values, _adjusted(p_values), strict=True):
        if leader in {a.learner, b.learner}:
            first, other = (a, b) if a.learner == leader else (b, a)
            lead = float((sign * (other.splits - first.splits)).mean())
            yield LeaderTest(
                other=other.learner, train=a.train, test=a.test, lead=lead, p_value=p, p_adjusted=adjusted
            )  # fmt: skip
