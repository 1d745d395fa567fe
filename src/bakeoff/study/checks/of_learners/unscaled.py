"""Learners that read scales get columns of very different scales."""

from collections import defaultdict
from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost, about_learners, times
from bakeoff.study.checks.check_source import CheckSource, StudySource
from bakeoff.study.checks.of_data.data_facts import evidences
from bakeoff.study.checks.of_learners.learner_settings import is_scaled, reads_scale

__all__ = ["UNSCALED"]

RATIO = 100  # of the largest to the smallest standard deviation: two orders of magnitude silence the smaller column
SCALING = "scal"  # how the steps of preparation that put columns on one scale begin or contain: "scaling", "scaled"


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    if source.study is None:
        raise CannotCheck("columns and estimators are known in a study only")
    study = source.study
    sensitive = [
        learner.name
        for learner in study.design.learners
        if reads_scale(learner.settings) and not is_scaled(learner.settings)
    ]
    concerned = defaultdict[tuple[str, ...], list[str]](list)
    ratios: dict[str, tuple[str, float, str, float]] = {}
    for dataset, evidence in evidences(source):
        spreads = evidence.spreads
        if len(spreads) < 2 or spreads[-1][1] < RATIO * spreads[0][1]:
            continue
        learners = tuple(name for name in sensitive if name not in _scaled_by_preparation(study, dataset))
        if learners:
            concerned[learners].append(dataset)
            ratios[dataset] = (*spreads[0], *spreads[-1])
    for learners, datasets in concerned.items():
        small, least, large, most = ratios[datasets[0]]
        facts = {"smallest": small, "smallest_sd": least, "largest": large, "largest_sd": most, "ratio": most / least}
        yield CheckFinding(learners=learners, datasets=tuple(datasets), facts=facts)


def _scaled_by_preparation(study: StudySource, dataset: str) -> set[str]:
    """Learners whose columns bakeoff itself put on one scale."""
    domain = next(domain for domain in study.domains if domain.card.name == dataset)
    return {learner for learner, steps in domain.preparations if SCALING in steps}


def _words(note: Note) -> str:
    facts = note.facts
    spread = f"{facts['largest']!r} spreads {times(facts['ratio'])} as far as {facts['smallest']!r}"
    return f"{about_learners(note, 'reads', 'read')} the scale of columns, and these were not scaled{facts['on']}: {spread}."


UNSCALED = Check(
    code="check.unscaled",
    title="Unscaled columns",
    severity=Severity.CAVEAT,
    means="An estimator that is sensitive to scale gets columns of very different scales, so preparation may decide the verdict.",
    cure="Scale them (scale=true of a learner, or StandardScaler in its pipeline) and compare again.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
    doubt="Decided by preparation?",
)
