"""Notes can be silenced by code; what was silenced is counted, and a reason for no verdict stays."""

from dataclasses import replace

import pytest

from bakeoff.api.comparison import compare
from bakeoff.comparisons.assumption_notes import TIED_DIFFERENCES
from bakeoff.core.errors import UnknownName
from bakeoff.core.notes import Subject
from bakeoff.report.render import json, markdown
from bakeoff.report.silence import checked_codes, note_kinds
from bakeoff.study.notes import SHARED_BEST, UNITS_WAITING
from tests.helpers.findings import compose, make_findings

NOTES = (SHARED_BEST(Subject(measure="accuracy"), where=("iris",), of=1), UNITS_WAITING(waiting=1, planned=2))


def test_codes_are_unique_and_explained():
    kinds = note_kinds()
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert all(kind.means.endswith(".") for kind in kinds)


def test_a_silenced_note_is_left_out_and_counted():
    findings = replace(make_findings(), notes=NOTES, silence=("study.shared_best",))
    text = markdown.render(compose(findings))
    assert "share the best" not in text
    assert "1 note silenced by study.shared" in text
    assert [note["code"] for note in json.as_object(compose(findings))["notes"]] == [
        "study.shared_best",
        "study.units_waiting",
    ]


def test_an_unknown_code_is_refused():
    with pytest.raises(UnknownName, match=r"check\.leak"):
        checked_codes(["check.leaks"])


def test_the_report_of_a_table_leaves_silenced_notes_out_and_counts_them(tmp_path):
    comparison = compare({"a": [0.9, 0.8, 0.9, 0.8, 0.9], "b": [0.8, 0.7, 0.6, 0.7, 0.7]}, rows="datasets")
    code = TIED_DIFFERENCES.code
    (tied,) = [str(note) for note in comparison.notes if note.code == code]
    plain = comparison.report(tmp_path / "plain.md").read_text()
    assert tied in plain
    assert "silenced" not in plain
    for silence in ([code], "comparison.*"):
        page = comparison.report(tmp_path / "page.md", silence=silence).read_text()
        assert tied not in page
        assert "1 note silenced by comparison." in page
    with pytest.raises(UnknownName, match=code):
        comparison.report(tmp_path / "page.md", silence=[code[:-1]])
