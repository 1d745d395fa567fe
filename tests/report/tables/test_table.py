"""Table: what is to be shown, as cells; how it is written down is the emitters' matter."""

from bakeoff.report.tables.plain_text import Table, without_empty


def test_empty_columns_go():
    assert [c.title for c in without_empty(Table.of(["a", "b", "c"], [["x", "–", "1"], ["y", "", "–"]])).columns] == [
        "a",
        "c",
    ]
