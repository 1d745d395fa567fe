"""One table in five forms."""

import csv
import io

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.report.tables.latex import split_over_pages
from bakeoff.report.tables.plain_text import (
    Cell,
    ColumnHeading,
    Row,
    Table,
    to_csv,
    to_html,
    to_latex,
    to_markdown,
    to_text,
    transpose,
)


@pytest.fixture
def table():
    return Table(
        columns=(
            ColumnHeading(title="Data set"),
            ColumnHeading(title="NB", align="right"),
            ColumnHeading(title="SVM_1", align="right"),
        ),
        rows=(
            Row(cells=(Cell(text="iris & co"), Cell(text="95.3 ± 0.4"), Cell(text="97.1 ± 0.3", bold=True, mark="●"))),
            Row(cells=(Cell(text="wine"), Cell(text="−1.0", bold=True), Cell(text="−2.0", mark="○"))),
            Row(cells=(Cell(text="Average"), Cell(text="47.2"), Cell(text="47.6")), summary=True),
        ),
        caption="Accuracy (%)",
        notes=("● better",),
        label="tab:acc",
    )


def test_bold_and_marks_survive_everywhere(table):
    assert "*97.1 ± 0.3 ●" in to_text(table)
    assert '<b>97.1</b> <span class="rest">± 0.3</span>' in to_html(table)
    assert 'class="spoken"> better' in to_html(table)
    assert "**97.1 ± 0.3** ●" in to_markdown(table)
    assert r"\textbf{97.1 $\pm$ 0.3}~$\bullet$" in to_latex(table)
    assert "97.1 ± 0.3 ●" in to_csv(table)


def test_text_is_aligned(table):
    lines = to_text(table).splitlines()
    assert len({len(line) for line in lines if set(line) == {"-"}}) == 1
    assert lines[-1] == "● better"


def test_wide_letters_take_two_columns():
    wide = Table.of(["a", "b"], [["漢字", "1"], ["ab", "2"]])
    lines = to_text(wide).splitlines()
    assert lines[2].endswith("漢字  1")
    assert lines[3].endswith("ab    2")


def test_latex_is_booktabs_with_label(table):
    text = to_latex(table)
    for part in (
        r"\toprule",
        r"\midrule",
        r"\bottomrule",
        r"\label{tab:acc}",
        r"iris \& co",
        r"SVM\_1",
        r"\begin{tabular}{lrr}",
    ):
        assert part in text
    assert text.count(r"\midrule") == 2


def test_csv_reads_back(table):
    rows = list(csv.reader(io.StringIO(to_csv(table))))
    assert rows[0] == ["Data set", "NB", "SVM_1"]
    assert rows[1][0] == "iris & co"


def test_html_has_scopes_and_a_name(table):
    text = to_html(table)
    assert text.count('scope="col"') == 3
    assert text.count('scope="row"') == 3
    assert 'aria-label="Accuracy (%)"' in text


def test_transpose_twice_keeps_the_cells(table):
    back = transpose(transpose(table))
    assert [[cell.text for cell in row.cells] for row in back.rows] == [
        [c.text for c in row.cells] for row in table.rows
    ]


def test_rows_must_fit_the_columns():
    with pytest.raises(BadInput, match="2 cells for 1"):
        Table(columns=(ColumnHeading(title="a"),), rows=(Row(cells=(Cell(), Cell())),))


def test_a_table_without_rows_is_still_a_table():
    empty = Table.of(["a"], [])
    assert to_text(empty) == "a\n-"
    assert "<tbody></tbody>" in to_html(empty)


def test_long_headings_are_broken_and_tall_tables_go_on():
    names = [f"a learner with a long name, number {at}" for at in range(3)]
    cells = [Row(cells=(Cell(text=f"set {at}"), *(Cell(text="0.5") for _ in names))) for at in range(120)]
    wide = Table(columns=tuple(ColumnHeading(title=one, align="right") for one in ("Data set", *names)), rows=tuple(cells), caption="Scores")  # fmt: skip
    text = to_latex(wide)
    assert r"\begin{tabular}[b]{@{}r@{}}a learner with\\a long name,\\number 0\end{tabular}" in text
    parts = list(split_over_pages(wide))
    assert [len(one.rows) for one in parts] == [48, 48, 24]
    assert [one.caption for one in parts] == ["Scores", "Scores (continued)", "Scores (continued)"]


def test_what_is_far_too_wide_is_split_by_columns():
    names = [f"{at}" for at in range(1, 31)]
    rows = [[f"learner {at}", *("+0.1 (3/2/0)" for _ in names)] for at in names]
    table = Table.of(["Learner", *names], rows, align="l" + "r" * 30)
    parts = list(split_over_pages(table))
    assert sum(len(one.columns) - 1 for one in parts) == 30
    assert all(one.columns[0].title == "Learner" and len(one.columns) < 8 for one in parts)
