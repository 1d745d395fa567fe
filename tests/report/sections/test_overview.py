"""Part two: who is best by which measure, and how much the measures disagree."""

from dataclasses import replace

from bakeoff.report.sections.overview import disagreement
from bakeoff.study.facts.measure_orders import measure_orders
from tests.helpers.findings import make_findings


def test_learners_that_share_every_first_place_are_no_disagreement():
    findings = make_findings(learners=("NB", "SVM"), baseline=None)
    tied = [replace(one, ranks=replace(one.ranks, mean_ranks=(1.5, 1.5))) for one in findings.judgements]
    said = disagreement(measure_orders(replace(findings, judgements=tuple(tied))))
    assert said.endswith("let the same learners share the first place: NB and SVM.")
