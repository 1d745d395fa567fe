"""Facts are declared, typed and finished: nothing reads the study file while a report is worded, and a misspelt fact is an error."""

from dataclasses import FrozenInstanceError

import pytest

import bakeoff as bo
from bakeoff.core.errors import UnknownName
from bakeoff.report.blocks import Paragraph
from bakeoff.report.compose import SECTIONS, compose, fact_named, report_facts
from bakeoff.report.render import html, json, markdown
from bakeoff.report.section import ReportSource, Section
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.study.analysis.analyse import analyse, analysed
from bakeoff.study.facts import study_facts
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Compared, Fact, Facts, finish
from tests.helpers.findings import compose_judgement, finished, make_findings


@pytest.fixture
def study(make, tmp_path):
    """A study in a file, with learning curves and errors on training rows."""
    path = tmp_path / "s.bakeoff"
    with FileLedger.create(path) as ledger:
        data = (make.data("one"), make.data("two"))
        make.run(make.spec(datasets=data, train_sizes=(10, 0.25, 0.5), training_error=True), ledger)
    return path


def test_no_file_is_needed_after_the_analysis(study):
    with FileLedger.open(study) as ledger:
        findings = analyse(ledger, facts=report_facts())
        whole = markdown.render(compose(findings))
    study.unlink()
    assert markdown.render(compose(findings)) == whole
    assert "Learning curves on one" in whole
    for form in (html, json):
        assert form.render(compose(findings))


def test_the_file_is_read_for_the_facts_that_are_asked_for_only(study, monkeypatch):
    asked = []
    monkeypatch.setattr(study_facts, "shapes_of", lambda *_, **__: asked.append("shapes"))
    monkeypatch.setattr(study_facts, "best_on_each", lambda *_: asked.append("selection") or ())
    with FileLedger.open(study) as ledger:
        analyse(ledger, facts=(study_facts.LEARNING, study_facts.SELECTION))
    assert asked == ["selection"]


def test_a_fact_is_computed_once(study):
    calls = []
    counted = Fact(name="counted", source=Analysed, compute=lambda source: calls.append(source) or len(calls))
    twice = Fact(name="twice", source=Analysed, compute=lambda source: 2 * source.of(counted))
    with FileLedger.open(study) as ledger:
        source = analysed(ledger)
        found = source.finished((twice, counted))
        assert source.finished((counted,)).of(counted) == 1
    assert (found.of(twice), found.of(counted), len(calls)) == (2, 1, 1)


def test_a_fact_that_was_not_computed_is_an_error(study):
    with FileLedger.open(study) as ledger:
        findings = analyse(ledger)
    with pytest.raises(LookupError, match="'learning_curves' was not computed"):
        findings.of(study_facts.LEARNING)
    with pytest.raises(AttributeError):
        study_facts.LERNING  # noqa: B018 - a misspelt fact
    with pytest.raises(FrozenInstanceError):
        findings.facts = Facts()


def test_a_section_gets_the_facts_that_it_names_and_no_other():
    silent = Section(
        name="x", title="X", blocks=lambda source: [Paragraph(parts=(f"{source.of(study_facts.BEST_FIRST)}",))]
    )
    source = ReportSource.of_study(finished(make_findings(datasets=["Glass"])))
    with pytest.raises(LookupError, match="best_first"):
        silent.render(source)


def test_every_fact_has_one_name_and_a_shape_that_cannot_change():
    facts = report_facts()
    assert len({fact.name for fact in facts}) == len(facts) > 25
    assert all(fact.name.isidentifier() for fact in facts)
    assert {fact for section in SECTIONS for fact in section.needs} == set(facts)
    with pytest.raises(FrozenInstanceError):
        facts[0].name = "another"


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
