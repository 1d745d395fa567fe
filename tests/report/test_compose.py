"""A section is one declaration: when it is shown, the facts it needs, blocks, CSV, its sentence and its place; others are added by entry point."""

from importlib.metadata import EntryPoint

import pytest

from bakeoff.core.catalogue import Catalogue
from bakeoff.report import compose as composing
from bakeoff.report.blocks import Downloads, Paragraph
from bakeoff.report.compose import SECTIONS, in_order
from bakeoff.report.render import markdown
from bakeoff.report.section import Section, is_study
from bakeoff.report.tables.plain_text import Table
from tests.helpers.findings import compose, compose_judgement, make_findings

LARGEST = Section(
    name="largest",
    title="The largest data set",
    after="scores",
    when=(is_study,),
    facts=lambda source: max(source.study.card.datasets, key=lambda card: card.n_rows),
    blocks=lambda card: [Paragraph(parts=(f"The largest data set is {card.name}.",))],
    csv=lambda card: Table.of(("dataset", "rows"), [(card.name, f"{card.n_rows}")]),
    methods=lambda card: f"The largest data set has {card.n_rows} rows.",
)


@pytest.fixture
def installed(monkeypatch):
    point = EntryPoint(name="largest", group="bakeoff.sections", value="tests.report.test_compose:LARGEST")
    monkeypatch.setattr("bakeoff.core.catalogue.entry_points", lambda group: [point] if group == point.group else [])
    found = Catalogue("section", tuple(SECTIONS), group="bakeoff.sections")
    monkeypatch.setattr(composing, "SECTIONS", found)
    return found


def test_names_are_unique():
    assert len(set(SECTIONS.names)) == len(SECTIONS)


def test_a_section_of_another_package_is_in_the_report(installed):
    report = compose(make_findings())
    names = [part.name for part in report.sections]
    assert names[names.index("scores") + 1] == "largest"
    assert "The largest data set has" in markdown.render(report)
    files = next(block for block in report.sections[-1].blocks if isinstance(block, Downloads)).files
    assert next(one for one in files if one.name == "largest.csv").content.startswith("dataset,rows")


def test_methods_come_last_whatever_is_added():
    late = Section(name="late", title="Late", blocks=lambda _: [])
    assert [one.name for one in in_order([*SECTIONS, late])][-2:] == ["late", "methods"]


def test_a_section_whose_conditions_do_not_hold_is_left_out(installed):
    from bakeoff.api.comparison import compare

    report = compare({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6]}, rows="datasets")
    assert "largest" not in [part.name for part in compose_judgement(report.judgement, "x").sections]
