"""Splits on which a learner scores far from where it scores otherwise."""

from dataclasses import replace

from bakeoff.measures import measure_named
from bakeoff.study.analysis.analyse import analyse, design_of
from bakeoff.study.analysis.findings import CpuTime
from bakeoff.study.checks.check_source import CheckSource, StudySource
from bakeoff.study.checks.of_learners.unstable_splits import UNSTABLE_SPLITS
from tests.study.conftest import Make


def source(seconds: dict[str, float]) -> CheckSource:
    ledger = Make.run(Make.spec(learners=tuple(Make.learner(name) for name in seconds), datasets=(Make.data("d"),)))
    times = tuple(CpuTime(dataset="d", learner=name, seconds=value) for name, value in seconds.items())
    study = StudySource(findings=replace(analyse(ledger), times=times), ledger=ledger, design=design_of(ledger))
    return CheckSource(measure=measure_named("accuracy"), study=study)


def test_equal_splits_are_not_called_unstable():
    assert UNSTABLE_SPLITS.notes(source({"a": 0.1, "b": 0.2})) == ()
