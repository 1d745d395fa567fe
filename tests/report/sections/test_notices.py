"""Problems and notes on the method: the notes of a study or a comparison, units that did not finish, and warnings of learners."""

import re

import bakeoff as bo
from bakeoff.report.render import html
from bakeoff.report.sections.notices import is_problem
from bakeoff.study.notes import OVERLAP, UNITS_WAITING
from tests.helpers.findings import compose_judgement

GOOD = [0.91, 0.82, 0.93, 0.84, 0.95, 0.86, 0.97, 0.88, 0.89, 0.90]


POOR = [0.71, 0.72, 0.73, 0.64, 0.75, 0.66, 0.77, 0.68, 0.60, 0.61]


def test_problems_look_different_from_notes_on_the_method():
    assert is_problem(UNITS_WAITING(waiting=1, planned=2))
    assert not is_problem(OVERLAP(text="overlap"))
    judged = bo.compare({"a": [*GOOD[:9], float("nan")], "b": POOR}, rows="datasets").judgement
    page = html.render(compose_judgement(judged, "x"))
    assert re.search(r'<ul class="notices problem">\s*<li>[^<]*missing', page)
