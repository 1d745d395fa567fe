"""Section: the declaration of one part of a report; when it is shown, the facts it needs, its blocks, its file and its sentences."""

import pytest

from bakeoff.report.blocks import Paragraph
from bakeoff.report.section import ReportSource, Section
from bakeoff.study.facts import study_facts
from tests.helpers.findings import finished, make_findings


def test_a_section_gets_the_facts_that_it_names_and_no_other():
    silent = Section(
        name="x", title="X", blocks=lambda source: [Paragraph(parts=(f"{source.of(study_facts.BEST_FIRST)}",))]
    )
    source = ReportSource.of_study(finished(make_findings(datasets=["Glass"])))
    with pytest.raises(LookupError, match="best_first"):
        silent.render(source)
