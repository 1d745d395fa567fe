"""The report as Markdown: the same blocks, the same numbers; a picture is told in words."""

from dataclasses import replace

from bakeoff.core.notes import Subject
from bakeoff.report.render import markdown
from bakeoff.study.notes import WITHHELD
from tests.helpers.findings import compose, make_findings


def test_why_there_is_no_verdict_is_not_silenced():
    why = WITHHELD(Subject(measure="accuracy"), learners=("SVM",), where=())
    findings = replace(make_findings(), notes=(why,), judgements=(), silence=("study.*",))
    assert "comparison is withheld" in markdown.render(compose(findings))
