"""A cell is parsed once, into a typed cell."""

from math import isnan

import pytest

from bakeoff.comparisons.evidence import cells
from bakeoff.comparisons.evidence.cells import CellKind, parse_cell, parse_column
from bakeoff.comparisons.evidence.score_table import score_table

KINDS = {
    CellKind.NUMBER: ["0.9", " .9 ", "1e-3", "90%", "90 %", "**0.9**", "**90%**", "<b>0.9</b>", r"\textbf{0.9}", "−0.5", 0.9, 3, True],
    CellKind.PRINTED: ["99.2 ± 0.1*", "93.9 ± 1.9 (0.02*)", "0.8 ◊", "0.8 [0.7, 0.9]", "0.8 (0.7-0.9)", "82.1 (3.5 s)", "80% ± 2%", "0.8+/-0.1", r"$0.8 \pm 0.1$"],
    CellKind.DURATION: ["3s", "1m 20s", "00:02:10", "1.2'", "5 days"],
    CellKind.MISSING: ["", "-", "–", "n/a", "None", None, float("nan")],
    CellKind.FAILURE: ["OUT OF MEMORY", "timeout", "Failed", "oom"],
    CellKind.WORD: ["iris", ">24h", "0,9", "1,200", "7/0/1", "~0.8", (1, 2)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "cell"), [(kind, cell) for kind, examples in KINDS.items() for cell in examples], ids=str
)
def test_the_kind_of_a_cell(kind: CellKind, cell: object):
    assert parse_cell(cell).kind is kind


def test_score_error_and_bracket_of_a_printed_cell():
    cell = parse_cell("93.9 ± 1.9 (0.02*)")
    assert (cell.value, cell.deviation, cell.bracket, cell.marks) == (93.9, 1.9, "0.02*", "*")
    assert isnan(parse_cell("93.9 (0.02)").deviation)
    assert parse_cell("0.8 [0.7, 0.9]").bracket == "0.7, 0.9"
    assert parse_cell("80 %").percent


def test_every_cell_is_parsed_once(monkeypatch: pytest.MonkeyPatch):
    calls = []
    monkeypatch.setattr(cells, "parse_cell", lambda cell: calls.append(cell) or parse_cell(cell))
    table = {
        "data": ["iris", "wine", "Average"], "svm": ["0.91 ± 0.1", "oom", "0.9"], "tree": ["0.7", "-", "0.71"],
        "svm_std": ["0.11", "0.12 ", "0.13*"],
    }  # fmt: skip
    score_table(table)
    assert len(calls) == 12


def test_rows_of_a_column():
    column = parse_column("svm", ["0.9", "oom", "0.7"])
    taken = column.take([2, 1, -1], "tree")
    assert taken.name == "tree"
    assert taken.numbers[0] == 0.7
    assert {row: cell.kind for row, cell in taken.odd.items()} == {1: CellKind.FAILURE, 2: CellKind.MISSING}


def test_bold_percentages_are_numbers():
    read = score_table({"data": ["x", "y"], "a": ["**90%**", "80%"], "b": ["70%", "**85%**"]})
    assert read.matrix.values.tolist() == [[90, 70], [80, 85]]


def test_only_the_word_is_wrong_in_a_column_of_printed_cells():
    with pytest.raises(Exception, match="column 'a' contains 'tbd' in row 2") as caught:
        score_table({"data": ["x", "y"], "a": ["0.9 ± 0.1", "tbd"], "b": ["0.8 ± 0.1", "0.7 ± 0.1"]})
    assert "published" not in str(caught.value)
