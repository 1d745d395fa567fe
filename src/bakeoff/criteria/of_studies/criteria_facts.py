"""The facts on several criteria that reports show, one declaration each."""

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.criteria.cherry_picking import CherryPicks, cherry_picking
from bakeoff.criteria.of_studies.study_domains import study_domains
from bakeoff.criteria.of_studies.study_efficiency import study_efficiency
from bakeoff.criteria.of_studies.study_map import study_map
from bakeoff.criteria.of_studies.study_measure_ranks import StudyMeasures, study_measure_ranks
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Compared, Fact
from bakeoff.study.facts.study_facts import SHAPES

__all__ = ["CHERRY_PICKING", "CLASSIFIER_MAP", "DOMAIN_EFFECTS", "EFFICIENCY", "MEASURES_BY_LEARNER"]

FEWEST = 5  # data sets below which leaving some out is no choice worth a section
MOST_TABLES = 30  # data sets above which a report shows their means alone
MOST_DATASETS, MOST_LEARNERS = 100, 20  # that a report searches in seconds


def _cherry_picking(compared: Compared) -> CherryPicks | None:
    judgement = compared.judgement
    if judgement is None or judgement.evidence is not DATASETS:
        return None
    searchable = FEWEST <= int(judgement.matrix.ranked.sum()) <= MOST_DATASETS
    return cherry_picking(judgement.matrix) if searchable and len(judgement.matrix.names) <= MOST_LEARNERS else None


def _measures_by_learner(study: Analysed) -> tuple[StudyMeasures, ...]:
    findings = study.findings
    if len(findings.card.measures) < 2 or len(findings.card.learners) < 2:
        return ()
    names = [card.name for card in findings.card.datasets]
    further = names if 1 < len(names) <= MOST_TABLES else []
    return tuple([study_measure_ranks(findings, name) for name in (None, *further)])


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

# Learners by measures: over all data sets, and then on each; empty of a single learner or measure.
MEASURES_BY_LEARNER = Fact(name="measures_by_learner", source=Analysed, compute=_measures_by_learner)
