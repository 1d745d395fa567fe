"""The score table: data sets by learners, with its summary rows, the signs beside scores and the notes that explain them."""

from bakeoff.report.sections.scores import score_table
from tests.helpers.findings import make_findings


def test_ties_are_all_best():
    row = next(row for row in score_table(make_findings()).rows if row.cells[0].text == "Contact Lenses")
    assert all(cell.bold for cell in row.cells[1:])
