"""The facts on several criteria that reports show, one declaration each."""

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.criteria.cherry_picking import CherryPicking, cherry_picking
from bakeoff.criteria.of_studies.study_domains import study_domains
from bakeoff.criteria.of_studies.study_efficiency import study_efficiency
from bakeoff.criteria.of_studies.study_map import study_map
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Compared, Fact
from bakeoff.study.facts.study_facts import SHAPES

__all__ = ["CHERRY_PICKING", "CLASSIFIER_MAP", "DOMAIN_EFFECTS", "EFFICIENCY"]

FEWEST = 5  # data sets below which leaving some out is no choice worth a section
MOST_DATASETS, MOST_LEARNERS = 100, 20  # that a report searches in seconds


def _cherry_picking(compared: Compared) -> CherryPicking | None:
    judgement = compared.judgement
    if judgement is None or judgement.evidence is not DATASETS:
        return None
    searchable = FEWEST <= int(judgement.matrix.ranked.sum()) <= MOST_DATASETS
    return cherry_picking(judgement.matrix) if searchable and len(judgement.matrix.names) <= MOST_LEARNERS else None


# The choice of data sets that favours each learner most; None where blocks are no data sets, few, or too many.
CHERRY_PICKING = Fact(name="cherry_picking", source=Compared, compute=_cherry_picking)

# Learners in the plane by their confusion matrices; None of two learners, and without predicted classes.
CLASSIFIER_MAP = Fact(
    name="classifier_map",
    source=Analysed,
    compute=lambda study: study_map(study.of(SHAPES).confusions, study.design.names),
)

# Which kind of data favours which learner; None of few data sets.
DOMAIN_EFFECTS = Fact(name="domain_effects", source=Analysed, compute=lambda study: study_domains(study.findings))

# Which learners give the most for what they cost; None of two learners, and where no cost is known.
EFFICIENCY = Fact(name="efficiency", source=Analysed, compute=lambda study: study_efficiency(study.findings))
