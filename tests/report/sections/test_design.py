"""The design card: what was compared, on what, how, with which versions, and what went wrong."""

from dataclasses import replace

from bakeoff.report.sections.design import data_table
from tests.helpers.findings import make_findings


def test_a_remark_on_a_data_set_can_be_silenced():
    findings = make_findings()
    first, *others = findings.card.datasets
    card = replace(first, warnings=("columns are constant", "no codes here"), codes=("data.constant",))
    findings = replace(findings, card=replace(findings.card, datasets=(card, *others)))
    shown = [str(data_table(replace(findings, silence=codes))) for codes in ((), ("data.constant",), ("data.*",))]
    assert ["columns are constant" in text for text in shown] == [True, False, False]
    assert all("no codes here" in text for text in shown)
