"""Learners at chance level: not shown to be better than always predicting the majority class, or the mean."""

from collections import defaultdict
from collections.abc import Iterator
from math import isnan

import numpy as np

from bakeoff.core.notes import Note, Severity
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.naming import score_text
from bakeoff.panels.constant_baseline import Baseline
from bakeoff.study.analysis.score_cube import PLAIN, CellScores, MissingScore
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost, about_learners
from bakeoff.study.checks.check_source import CheckSource, StudySource

__all__ = ["CHANCE_LEVEL"]

FEWEST_SPLITS = 5  # with fewer splits nearly nothing is shown by a t-test, so values alone are compared
LEVEL = 0.90  # its lower end is the one-sided bound at .05


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    if source.measure is None or source.measure.direction not in {Direction.HIGHER, Direction.LOWER}:
        raise CannotCheck("the scores are not of a measure that a baseline has")
    baselines = [known_baseline for name in source.datasets if (known_baseline := source.baseline(name)) is not None]
    if not any(not isnan(baseline.value) for baseline in baselines):
        raise CannotCheck(baselines[0].reason if baselines else "a baseline needs true values and rows")
    where: dict[str, dict[str, float]] = defaultdict(dict)
    for baseline in baselines:
        for learner, value in _not_better(source, source.measure, baseline):
            where[learner][baseline.dataset] = value
    alike = defaultdict[tuple[str, ...], list[str]](list)
    for learner, places in where.items():
        alike[tuple(places)].append(learner)
    values = {baseline.dataset: baseline.value for baseline in baselines}
    sign = -1.0 if source.measure.direction is Direction.HIGHER else 1.0
    for datasets, learners in alike.items():
        scores = {learner: where[learner][datasets[0]] for learner in learners}
        best_first = sorted(scores.items(), key=lambda pair: sign * pair[1])
        facts = {
            "scores": dict(best_first), "baseline": values[datasets[0]],
            "name": baselines[0].name, "measure": source.measure.name, "of": len(source.datasets),
        }  # fmt: skip
        yield CheckFinding(learners=tuple(learners), datasets=datasets, facts=facts)


def _not_better(source: CheckSource, measure: Measure, baseline: Baseline) -> Iterator[tuple[str, float]]:
    """Learners that do not beat the baseline, with their scores."""
    if isnan(baseline.value):
        return
    sign = 1.0 if measure.direction is Direction.HIGHER else -1.0
    for learner, value, least in _ahead(source, measure, baseline, sign):
        if not isnan(value) and least <= 0:
            yield learner, value


def _ahead(
    source: CheckSource, measure: Measure, baseline: Baseline, sign: float
) -> Iterator[tuple[str, float, float]]:
    """Each learner, its score, and by how much it is better than the baseline at least."""
    if source.study is None:
        for learner, score in source.scores.items():
            end = score.low if sign > 0 else score.high
            yield learner, score.value, sign * ((score.value if isnan(end) else end) - baseline.value)
        return
    for cell in _cells(source.study, measure, baseline):
        if cell.learner in source.learners and cell.missing is MissingScore.NONE:
            yield cell.learner, cell.mean, _bound(source.study, cell, baseline, sign)


def _cells(study: StudySource, measure: Measure, baseline: Baseline) -> list[CellScores]:
    cube = study.findings.cube.at(**PLAIN, size=0)
    return [cell for cell in cube.cells(measure.name) if cell.dataset == baseline.dataset]


def _bound(study: StudySource, cell: CellScores, baseline: Baseline, sign: float) -> float:
    domain = next(domain for domain in study.domains if domain.card.name == cell.dataset)
    paired = cell.repeats is None and len(baseline.splits) == len(cell.splits) >= FEWEST_SPLITS
    if not paired:
        return sign * (cell.mean - baseline.value)
    ahead = sign * (cell.splits - baseline.splits)
    if np.ptp(ahead) == 0:
        return float(ahead[0])
    return mean_over_splits(ahead, domain.share, LEVEL).low


def _words(note: Note) -> str:
    facts = note.facts
    who = about_learners(note, "is", "are")
    values = (next(iter(facts["scores"].values())), facts["baseline"])
    best, baseline = (score_text(value, facts["measure"]) for value in values)
    beyond = f"{best} against {baseline}"
    if len(facts["scores"]) > 1:
        beyond = f"the best of them has {best}, against {baseline}"
    usual = "the majority class" if facts["name"] == "majority class" else f"the {facts['name']}"
    only = f" ({len(facts['where'])} of {facts['of']} data sets)" if facts["of"] > 1 else ""
    return f"{who} not shown to be better than always predicting {usual}{facts['on']}{only}: {beyond}."


CHANCE_LEVEL = Check(
    code="check.chance_level",
    title="At chance level",
    severity=Severity.CAVEAT,
    means="A learner is not shown to be better than always predicting the majority class, or the mean.",
    cure="Look at preparation and settings before you read ranks, or decide by another measure.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.SCORES,
    doubt="But is it better than a constant answer?",
    doubts_winner=True,
)
