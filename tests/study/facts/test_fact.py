"""Facts are declared, typed and finished: nothing reads the study file while a report is worded, and a misspelt fact is an error."""

from dataclasses import FrozenInstanceError

import pytest

from bakeoff.report.compose import SECTIONS, compose, report_facts
from bakeoff.report.render import html, json, markdown
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.study.analysis.analyse import analyse, analysed
from bakeoff.study.facts import study_facts
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact, Facts


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


def test_every_fact_has_one_name_and_a_shape_that_cannot_change():
    facts = report_facts()
    assert len({fact.name for fact in facts}) == len(facts) > 25
    assert all(fact.name.isidentifier() for fact in facts)
    assert {fact for section in SECTIONS for fact in section.needs} == set(facts)
    with pytest.raises(FrozenInstanceError):
        facts[0].name = "another"
