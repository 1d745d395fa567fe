"""The facts that reports of studies show, one declaration each. A package or a feature declares its own in the same way."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.stability import Stability, stability
from bakeoff.comparisons.significance.relative_stability import RelativeStability
from bakeoff.measures import measure_named
from bakeoff.study.analysis.best_learner import best_on_each
from bakeoff.study.analysis.columns_of_best import scores_by_column
from bakeoff.study.analysis.compare import SignificanceMark, marks_on, on_dataset
from bakeoff.study.analysis.condition_effects import conditions_of
from bakeoff.study.analysis.curves.learning import crossings_of, extrapolations_of, learning_of, scaling_of
from bakeoff.study.analysis.curves.tuning_curves import families_of
from bakeoff.study.analysis.score_cube import ScoreCube
from bakeoff.study.analysis.stability_over_repeats import stability_on_each
from bakeoff.study.analysis.training_error import bootstrap_errors, parts_of_errors, training_gaps
from bakeoff.study.answers import shapes_of
from bakeoff.study.checks.check_results import CheckResults
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.costs import qualities_for_costs, readable_complexity, stated_costs
from bakeoff.study.facts.costs_elsewhere import costs_elsewhere
from bakeoff.study.facts.fact import Compared, Fact
from bakeoff.study.facts.measure_orders import best_learners, measure_orders
from bakeoff.study.facts.trial_curves import first_trial_curves
from bakeoff.study.facts.where_learners_win import where_learners_win
from bakeoff.study.spec.options import Policy

__all__ = [
    "BEST_FIRST", "BOOTSTRAP_ERRORS", "BY_COLUMN", "CHECKS", "CONDITIONS", "COSTS_ELSEWHERE", "CROSSINGS", "ERROR_PARTS", "EXTRAPOLATIONS", "FAMILIES", "LEARNING", "MARKS", "MEASURE_ORDERS", "PLANNED", "QUALITY_FOR_COST",
    "RELATIVE_STABILITY", "ROBUSTNESS", "SCALING", "SELECTION", "SHAPES", "STATED_COSTS", "TRAINING_GAPS", "TRIALS", "WHERE_LEARNERS_WIN",
]  # fmt: skip

LARGEST = 40_000  # pairs times data sets, 50 learners on 30: above, asking in every way takes longer than the rest of the page


def _planned(study: Analysed) -> dict[str, tuple[tuple[str, Judgement], ...]]:
    """Of every measure and data set; a learner without a score there is left out, whatever the policy of verdicts."""
    if not study.design.pairs:
        return {}
    own = study.plain.at(size=0)
    by_primary = dict(study.findings.per_dataset)
    further = {
        name: tuple(_judged(study, own, name, {})) for name in study.design.measures if name != study.design.primary
    }
    return {study.design.primary: tuple(_judged(study, own, study.design.primary, by_primary)), **further}


def _marks(study: Analysed) -> dict[str, tuple[SignificanceMark, ...]]:
    """Of each further measure that tests over splits can judge; on a single test set each pair would be resampled by each measure."""
    design, own = study.design, study.plain.at(size=0)
    domains = [domain for domain in design.domains if domain.card.name not in study.test_sets]
    pairs = len(design.names) * (len(design.names) - 1) // 2
    if design.pairs or pairs * len(domains) * len(design.measures) > LARGEST:
        return {}
    measures = [measure_named(name) for name in design.measures if name != design.primary]
    return {
        measure.name: tuple(mark for domain in domains for mark in marks_on(own, domain, measure, design))
        for measure in measures
    }


def _judged(
    study: Analysed, own: ScoreCube, measure: str, judgements: Mapping[str, Judgement]
) -> Iterator[tuple[str, Judgement]]:
    """The judgement on each data set, those that are there already as they are."""
    design = replace(study.design, policy=Policy.COMPLETE)
    for domain in design.domains:
        name = domain.card.name
        answers = study.test_sets.get(name)
        judgement = judgements.get(name) or on_dataset(own, domain, measure_named(measure), design, answers).judgement
        if judgement is not None:
            yield name, judgement


def _robustness(compared: Compared) -> Stability | None:
    judgement = compared.judgement
    if judgement is None or compared.stability is not None:
        return compared.stability
    if len(judgement.pairs) * len(judgement.matrix.blocks) > LARGEST and not judgement.evidence.single_rows:
        return None
    return stability(judgement, compared.others) if compared.ask is None else compared.ask()


def _stability(study: Analysed) -> tuple[RelativeStability, ...]:
    verdict = None if study.judgement is None else study.judgement.verdict
    return tuple(stability_on_each(study.ledger, study.design, study.primary, verdict))


# The same question asked in other ways; None where that takes too long.
ROBUSTNESS = Fact(name="robustness", source=Compared, compute=_robustness)

# What may be wrong with the comparison although its numbers are right, and what a constant answer scores.
CHECKS: Fact[Compared, CheckResults] = Fact(name="checks", source=Compared, compute=lambda compared: compared.checks)

# The planned pairs on each data set by every measure; their signs are in the tables of these measures.
PLANNED = Fact(name="planned_pairs", source=Analysed, compute=_planned)

# Who is better or worse than the reference on each data set by every further measure, where no pairs are planned.
MARKS = Fact(name="marks", source=Analysed, compute=_marks)

# Who is best by which measure of quality.
MEASURE_ORDERS = Fact(name="measure_orders", source=Analysed, compute=lambda study: measure_orders(study.findings))

# Learning curves by the primary measure, per data set and learner, where the study has them.
LEARNING = Fact(
    name="learning_curves",
    source=Analysed,
    compute=lambda study: tuple(learning_of(study.plain, study.design, study.primary)),
)

# What a power law through each learning curve predicts for more rows.
EXTRAPOLATIONS = Fact(
    name="extrapolations",
    source=Analysed,
    compute=lambda study: tuple(extrapolations_of(study.plain, study.design, study.primary)),
)

# Pairs of learners whose order changes with the number of training rows.
CROSSINGS = Fact(
    name="crossings",
    source=Analysed,
    compute=lambda study: tuple(crossings_of(study.plain, study.design, study.primary)),
)

# How costs grow with the number of training rows.
SCALING = Fact(
    name="scaling", source=Analysed, compute=lambda study: tuple(scaling_of(study.plain, study.design, study.primary))
)

# The times to fit beside the complexity that the study states of learners.
STATED_COSTS = Fact(
    name="stated_costs",
    source=Analysed,
    compute=lambda study: stated_costs(study.of(SCALING), readable_complexity(study.design.complexity)),
)

# What imported learners cost where they were fitted.
COSTS_ELSEWHERE = Fact(
    name="costs_elsewhere", source=Analysed, compute=lambda study: costs_elsewhere(study.ledger, study.design)
)

# The quality of each learner beside its time, and beside its memory.
QUALITY_FOR_COST = Fact(
    name="quality_for_cost", source=Analysed, compute=lambda study: qualities_for_costs(study.findings)
)

# Tuning curves: learners that differ in one number or tuple.
FAMILIES = Fact(
    name="tuning_curves",
    source=Analysed,
    compute=lambda study: tuple(families_of(study.design.learners, study.findings.cells, study.primary)),
)

# The best learner on each data set by the primary measure, corrected for having been picked.
SELECTION = Fact(
    name="selection",
    source=Analysed,
    compute=lambda study: tuple(best_on_each(study.ledger, study.design, study.primary)),
)

# Scores on training rows beside those on test rows.
TRAINING_GAPS = Fact(
    name="training_gaps",
    source=Analysed,
    compute=lambda study: tuple(training_gaps(study.findings.cube, study.design, study.primary)),
)

# Of a bootstrap, e0, .632 and .632+ of each learner.
BOOTSTRAP_ERRORS = Fact(
    name="bootstrap_errors",
    source=Analysed,
    compute=lambda study: tuple(bootstrap_errors(study.ledger, study.design)),
)

# Noise, bias and variance of each learner.
ERROR_PARTS = Fact(
    name="error_parts", source=Analysed, compute=lambda study: tuple(parts_of_errors(study.ledger, study.design))
)

# Whether the comparison of the two learners of the verdict reacts to single training rows, on each data set.
RELATIVE_STABILITY = Fact(name="relative_stability", source=Analysed, compute=_stability)

# The candidates of searches over their parameters, with what a model expects between them.
TRIALS = Fact(name="trials", source=Analysed, compute=lambda study: first_trial_curves(study.findings.tunings))

# The differences on the data sets, and the characteristics that go along with them; None of fewer than three.
WHERE_LEARNERS_WIN = Fact(
    name="where_learners_win", source=Analysed, compute=lambda study: where_learners_win(study.findings)
)

# What other conditions change on each data set that has any, by the primary measure.
CONDITIONS = Fact(
    name="conditions",
    source=Analysed,
    compute=lambda study: tuple(conditions_of(study.ledger, study.findings.cube, study.design, study.primary)),
)

# Learners, best first; without a verdict by how often a learner has the best score.
BEST_FIRST = Fact(name="best_first", source=Analysed, compute=lambda study: tuple(best_learners(study.findings)))

# What the best learner scores on each label or output, where targets have several columns.
BY_COLUMN = Fact(
    name="by_column",
    source=Analysed,
    compute=lambda study: scores_by_column(study.ledger, study.design, study.of(BEST_FIRST)[0]),
)

# Curves, histograms of scores and confusions of stored predictions.
SHAPES = Fact(
    name="shapes",
    source=Analysed,
    compute=lambda study: shapes_of(study.ledger, study.design, best=study.of(BEST_FIRST)[0]),
)
