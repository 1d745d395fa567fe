"""The verdict of a study in words; without a comparison why there is none, or of a single learner how good it is."""

from bakeoff.comparisons.wording.headline import headline
from bakeoff.report.sections.overview import judged_measures
from bakeoff.report.sections.verdict import study_text
from bakeoff.report.study_text import measure_lines
from tests.helpers.findings import make_findings


def test_every_measure_of_a_study_has_a_line():
    findings = make_findings(baseline=None)
    found = judged_measures(findings)
    assert len(found) == len(findings.card.measures)
    assert all(text for _, _, text in found)
    lines = measure_lines(findings)
    assert all(sum(name in line for line in lines) == 1 for name, _, _ in found)
    assert len(lines) == len({text for _, _, text in found}), "measures that show the same share a line"
    assert study_text(findings).headline == headline(findings.primary)
