"""Scores on training rows beside those on test rows and those of the baseline, for checks."""

from collections.abc import Iterator, Sequence
from math import isnan

from bakeoff.measures.measure import Direction
from bakeoff.study.analysis.training_error import TrainingGap, training_gaps
from bakeoff.study.checks.check import CannotCheck, CheckFinding
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["gaps_and_baselines", "per_dataset"]


def gaps_and_baselines(source: CheckSource) -> Iterator[tuple[TrainingGap, float, float]]:
    """Each gap with how much better than the baseline the training score and the test score are."""
    if source.study is None or source.measure is None:
        raise CannotCheck("scores on training rows are known in a study only")
    gaps = list(training_gaps(source.study.findings.cube, source.study.design, source.measure))
    if not gaps:
        raise CannotCheck("the study did not score training rows (training_error)")
    sign = 1.0 if source.measure.direction is Direction.HIGHER else -1.0
    for gap in gaps:
        baseline = source.baseline(gap.dataset)
        if baseline is not None and not isnan(baseline.value) and gap.learner in source.learners:
            yield gap, sign * (gap.training.value - baseline.value), sign * (gap.test.value - baseline.value)


def per_dataset(gaps: Sequence[TrainingGap]) -> Iterator[CheckFinding]:
    """One finding for each data set, with the scores of its first learner."""
    for dataset in dict.fromkeys(gap.dataset for gap in gaps):
        own = [gap for gap in gaps if gap.dataset == dataset]
        facts = {"training": own[0].training.value, "test": own[0].test.value, "measure": own[0].measure}
        yield CheckFinding(learners=tuple(gap.learner for gap in own), datasets=(dataset,), facts=facts)
