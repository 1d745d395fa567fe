"""Which kind of data favours which learner of a study, and what kinds of data it covers."""

from dataclasses import dataclass

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.criteria.domain_effects import DomainEffects, domain_effects
from bakeoff.criteria.domain_variety import DomainVariety, domain_variety
from bakeoff.data.characteristics import FEWEST
from bakeoff.study.analysis.findings import Findings

__all__ = ["DomainFacts", "study_domains"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DomainFacts:
    """The effects and the variety of the data sets of a study."""

    effects: DomainEffects
    variety: DomainVariety


def study_domains(findings: Findings) -> DomainFacts | None:
    """The effects of characteristics; None of few data sets, or where one has no characteristics."""
    judgement = findings.primary
    if judgement is None or judgement.evidence is not DATASETS or len(judgement.matrix.blocks) < FEWEST:
        return None
    characteristics = {card.name: dict(card.characteristics) for card in findings.card.datasets if card.characteristics}
    matrix = judgement.matrix
    if any(name not in characteristics for name in matrix.blocks):
        return None
    return DomainFacts(
        effects=domain_effects(matrix, characteristics),
        variety=domain_variety({name: characteristics[name] for name in matrix.blocks}, learners=len(matrix.names)),
    )
