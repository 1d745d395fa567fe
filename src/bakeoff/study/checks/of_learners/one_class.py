"""Learners that name one class for all rows."""

from collections.abc import Collection, Iterator
from math import isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.standing import ranking_line
from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import listed
from bakeoff.measures.naming import resolve, short_name_of
from bakeoff.predictions.summaries.confusion import only_class
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.stored_design import DomainDesign
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost, about_learners
from bakeoff.study.checks.check_source import CheckSource, StudySource

__all__ = ["ONE_CLASS"]

MOST_CELLS = 500  # learners times data sets; each reads the predictions of one split or a few


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    tables = {table.dataset for table in source.class_tables()}
    if not tables:
        raise CannotCheck("there are no predictions of classes")
    if source.study is None:
        named = {learner: {"": name} for learner, pred in source.answers.items() if (name := only_class(pred))}
        yield from _together(named, _first_of(source.judgement))
        return
    if len(source.study.design.names) * len(tables) > MOST_CELLS:
        raise CannotCheck(f"there are more than {MOST_CELLS} learners times data sets")
    domains = [domain for domain in source.study.domains if domain.card.name in tables]
    first = _first_by(source.study.findings)
    places_by_learner = {
        learner: {domain.card.name: name for domain in domains if (name := _named(source.study, domain, learner))}
        for learner in (*source.learners, *_leading_baselines(source.study.findings, source.learners))
    }
    yield from _together({learner: places for learner, places in places_by_learner.items() if places}, first)


def _leading_baselines(findings: Findings, learners: Collection[str]) -> tuple[str, ...]:
    """Baselines that are first by a measure, alone: they are meant to be simple, but not to win."""
    alone = [name for judgement in findings.judgements if len(first := _first_of(judgement)) == 1 for name in first]
    return tuple(dict.fromkeys(name for name in alone if name not in learners))


def _first_by(findings: Findings) -> dict[str, list[str]]:
    """Learners in the first place, with the measures of classes by which they are."""
    measures_by_learner: dict[str, list[str]] = {}
    for judgement in findings.judgements:
        for name, measures in _first_of(judgement).items():
            measures_by_learner.setdefault(name, []).extend(measures)
    return measures_by_learner


def _first_of(judgement: Judgement | None) -> dict[str, list[str]]:
    measure = None if judgement is None else resolve(judgement.measure)
    if judgement is None or measure is None or not measure.reads.tabulated:
        return {}
    line = {name: place for name, place in ranking_line(judgement).items() if not isnan(place)}
    return {name: [measure.name] for name, place in line.items() if place <= min(line.values()) + 1e-9}


def _together(places_by_learner: dict[str, dict[str, str]], first: dict[str, list[str]]) -> Iterator[CheckFinding]:
    """Learners that name the same classes on the same data sets are one finding."""
    for places in {tuple(class_places.items()): class_places for class_places in places_by_learner.values()}.values():
        learners = tuple(learner for learner, own in places_by_learner.items() if own == places)
        classes = tuple(dict.fromkeys(places.values()))
        measures = tuple(dict.fromkeys(name for learner in learners for name in first.get(learner, ())))
        facts = {"classes": classes, "first_by": measures}
        yield CheckFinding(learners=learners, datasets=tuple(places), facts=facts)


def _words(note: Note) -> str:
    facts = note.facts
    who, measures = about_learners(note, "predicts", "predict"), [short_name_of(name) for name in facts["first_by"]]
    first = (
        f", yet {'ranks' if len(facts['learners']) == 1 else 'one ranks'} first by {listed(measures)}"
        if measures
        else ""
    )
    return f"{who} one class only{facts['on']} ({', '.join(facts['classes'])}){first}."


def _named(study: StudySource, domain: DomainDesign, learner: str) -> str:
    """The class that is named on every split; predictions are read until a split has two."""
    name = ""
    for repeat, fold in domain.splits:
        key = UnitKey(dataset=domain.card.name, learner=learner, scheme=study.design.scheme, repeat=repeat, fold=fold)
        run = study.ledger.get(key)
        if run is None or run.predictions is None or len(set(run.predictions.truth.tolist())) < 2:
            continue
        name = only_class(run.predictions)
        if not name:
            return ""
    return name


ONE_CLASS = Check(
    code="check.one_class",
    title="One class only",
    severity=Severity.CAVEAT,
    means="A learner predicts the same class for all rows, so it separates no classes.",
    cure="Read balanced accuracy or Matthews' correlation, weigh the classes, or lower the threshold of the rare class.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.PREDICTIONS,
)
