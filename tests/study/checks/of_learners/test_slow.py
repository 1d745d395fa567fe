"""A learner that takes far more processor time than the others is named; times are made up, not measured."""

from dataclasses import replace

from bakeoff.measures import measure_named
from bakeoff.study.analysis.analyse import analyse, design_of
from bakeoff.study.analysis.findings import CpuTime
from bakeoff.study.checks.check_source import CheckSource, StudySource
from bakeoff.study.checks.of_learners.slow import SLOW
from tests.study.conftest import Make


def source(seconds: dict[str, float]) -> CheckSource:
    ledger = Make.run(Make.spec(learners=tuple(Make.learner(name) for name in seconds), datasets=(Make.data("d"),)))
    times = tuple(CpuTime(dataset="d", learner=name, seconds=value) for name, value in seconds.items())
    study = StudySource(findings=replace(analyse(ledger), times=times), ledger=ledger, design=design_of(ledger))
    return CheckSource(measure=measure_named("accuracy"), study=study)


def test_much_slower_than_the_rest():
    (note,) = SLOW.notes(source({"a": 0.1, "b": 0.2, "c": 9.0}))
    assert note.about.learners == ("c",)
    assert note.facts["ratio"] > 50
    assert "60 times as much" in str(note)


def test_a_slow_learner_that_nobody_waits_for_is_none():
    assert SLOW.notes(source({"a": 0.001, "b": 0.002, "c": 0.2})) == ()
    assert SLOW.notes(source({"a": 1.0, "b": 2.0, "c": 9.0})) == ()
