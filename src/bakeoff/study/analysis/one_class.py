"""Learners that rank first by a measure and name one class only: a measure of one class or of costs rewards that."""

from collections.abc import Iterator, Sequence
from math import isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.standing import ranking_line
from bakeoff.core.notes import Note
from bakeoff.measures import measure_named
from bakeoff.predictions.summaries.confusion import only_class
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy
from bakeoff.study.notes import ONE_CLASS_FIRST

__all__ = ["one_class_notes"]


def one_class_notes(ledger: Ledger, design: StoredStudy, judgements: Sequence[Judgement]) -> Iterator[Note]:
    """A note for each learner that is first by some measure of classes and names one class only on some data set."""
    measures: dict[str, list[str]] = {}
    for judgement in judgements:
        if measure_named(judgement.measure).reads.tabulated:
            for learner in _first(judgement):
                measures.setdefault(learner, []).append(judgement.measure)
    for learner, names in measures.items():
        where = tuple(
            domain.card.name for domain in design.domains if _names_one_class(ledger, design, domain, learner)
        )
        if where:
            yield ONE_CLASS_FIRST(learners=(learner,), measures=tuple(names), where=where)


def _first(judgement: Judgement) -> list[str]:
    """The learners that share the first place."""
    line = {name: place for name, place in ranking_line(judgement).items() if not isnan(place)}
    return [name for name, place in line.items() if place <= min(line.values()) + 1e-9]


def _names_one_class(ledger: Ledger, design: StoredStudy, domain: DomainDesign, learner: str) -> bool:
    """Whether the learner names one class on each split; predictions are read only until a split has two."""
    several = False
    for repeat, fold in domain.splits:
        key = UnitKey(dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=repeat, fold=fold)
        run = ledger.get(key)
        if run is None or run.predictions is None or len(set(run.predictions.truth.tolist())) < 2:
            continue
        if not only_class(run.predictions):
            return False
        several = True
    return several
