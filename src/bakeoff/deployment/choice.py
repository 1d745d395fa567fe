"""Which learner is deployed, and how good it is: the winner by the primary measure, corrected for having been picked, or one that is named."""

from dataclasses import dataclass
from math import isfinite

from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.deployment.notes import NAMED, NAMED_BEST, ONE_LEARNER
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measure_named
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.best_learner import best_in_study
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.stored_design import DomainDesign, LearnerCard, StoredStudy

__all__ = ["ChosenLearner", "chosen_domain", "chosen_learner"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenLearner:
    """A learner and its score on one data set."""

    learner: LearnerCard
    measure: str
    estimate: Estimate
    naive: Estimate | None = None
    scores: tuple[tuple[str, float | None], ...] = ()  # of all learners on the data set, in the order of the study
    picked_share: float | None = None
    notes: tuple[Note, ...] = ()


def chosen_domain(design: StoredStudy, dataset: str | None) -> DomainDesign:
    """The data set that is trained on; a study with several asks for its name."""
    names = [domain.card.name for domain in design.domains]
    if dataset is None and len(names) > 1:
        raise BadInput(
            f"this study has {len(names)} data sets, and a model is trained on one; name it with --dataset (dataset=): "
            + ", ".join(names[:12])
        )
    wanted = names[0] if dataset is None else dataset
    for domain in design.domains:
        if domain.card.name == wanted:
            return domain
    raise UnknownName("data set", wanted, names)


def chosen_learner(
    ledger: Ledger, design: StoredStudy, findings: Findings, domain: DomainDesign, name: str | None = None
) -> ChosenLearner:
    """The best learner on the data set by the primary measure, or the one of that name."""
    cards = {learner.name: learner for learner in design.learners}
    if name is not None and name not in cards:
        raise UnknownName("learner", name, cards)
    dataset = domain.card.name
    own = {learner: findings.cell(dataset, learner, design.primary).estimate for learner in cards}
    scores = tuple((learner, estimate.value if isfinite(estimate.value) else None) for learner, estimate in own.items())
    notes: tuple[Note, ...] = ()
    try:
        best = best_in_study(ledger, design, domain, measure_named(design.primary))
    except NotApplicable:
        finished = [learner for learner, value in scores if value is not None]
        if name is None and len(finished) != 1:
            raise
        best, notes = None, () if len(finished) > 1 else (ONE_LEARNER(),)
        name = name or finished[0]
    if best is not None and name in {None, best.learner}:
        choice = ChosenLearner(
            learner=cards[best.learner],
            measure=design.primary,
            estimate=best.corrected,
            naive=best.naive,
            scores=scores,
            picked_share=dict(best.picked).get(best.learner),
            notes=best.notes if name is None else (NAMED_BEST(), *best.notes),
        )
    else:
        assert name is not None
        notes = notes or (NAMED(),)
        choice = ChosenLearner(
            learner=cards[name], measure=design.primary, estimate=own[name], scores=scores, notes=notes
        )
    if choice.learner.imported_from is not None:
        raise NotApplicable(
            f"learner {choice.learner.name!r} was imported: only its predictions are known, and it cannot be trained here; "
            "name another with --learner (learner=)"
        )
    return choice
