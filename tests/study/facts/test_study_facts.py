"""The facts that reports of studies show, one declaration each. A package or a feature declares its own in the same way."""

import pytest

import bakeoff as bo
from bakeoff.core.errors import UnknownName
from bakeoff.report.compose import fact_named, report_facts
from bakeoff.report.render import markdown
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.facts import study_facts
from bakeoff.study.facts.fact import Compared, finish
from tests.helpers.findings import compose_judgement, make_findings


@pytest.fixture
def study(make, tmp_path):
    """A study in a file, with learning curves and errors on training rows."""
    path = tmp_path / "s.bakeoff"
    with FileLedger.create(path) as ledger:
        data = (make.data("one"), make.data("two"))
        make.run(make.spec(datasets=data, train_sizes=(10, 0.25, 0.5), training_error=True), ledger)
    return path


def test_the_file_is_read_for_the_facts_that_are_asked_for_only(study, monkeypatch):
    asked = []
    monkeypatch.setattr(study_facts, "shapes_of", lambda *_, **__: asked.append("shapes"))
    monkeypatch.setattr(study_facts, "best_on_each", lambda *_: asked.append("selection") or ())
    with FileLedger.open(study) as ledger:
        analyse(ledger, facts=(study_facts.LEARNING, study_facts.SELECTION))
    assert asked == ["selection"]


def test_a_comparison_without_a_study_has_no_facts_of_a_study():
    compared = Compared(judgement=make_findings(datasets=["Glass"]).primary)
    facts = finish(compared, report_facts())
    assert study_facts.ROBUSTNESS in facts
    assert study_facts.LEARNING not in facts
    assert "Scores" in markdown.render(compose_judgement(compared.judged, "x"))


def test_users_ask_for_a_fact_by_name(study):
    with bo.open(study) as results:
        curves = results.fact("learning_curves")
        assert {curve.measure for curve in results.fact("learning_curves", "kappa")} == {"kappa"}
        assert results.fact(study_facts.LEARNING) is curves
        with pytest.raises(UnknownName, match="did you mean 'learning_curves'"):
            results.fact("lerning_curves")
    assert fact_named("learning_curves") is study_facts.LEARNING
