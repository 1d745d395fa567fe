"""How readers meet a measure: its title, its unit, the factor of that unit, and which way is better."""

from dataclasses import replace

from bakeoff.comparisons.wording.measure_names import words_for
from tests.helpers.findings import compose, make_findings


def test_without_a_comparison_the_other_measures_are_still_shown():
    findings = replace(make_findings(), judgements=())
    found = {one.name: one for one in compose(findings).sections}
    (shown,) = found["scores"].blocks
    others = [one for one in findings.card.measures if one != "fit_seconds"]
    assert len(shown.items) == len(others) > 1
    (table,) = found["overview"].blocks
    assert [row.cells[0].text for row in table.rows] == [words_for(one).short for one in findings.card.measures]
