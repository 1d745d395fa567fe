"""Columns as a person looks at them: kinds, gaps, distinct values, ranges, the most frequent levels."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.data_preview import preview_table
from bakeoff.data.column_summaries import column_summaries

pd = pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def data():
    n = 60
    frame = pd.DataFrame(
        {
            "<b>id": [f"k{row:04d}" for row in range(n)],
            "plan": ["basic", "plus", "basic"] * 20,
            "since": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(n), "D"),
            "fee": np.where(np.arange(n) % 10 == 0, np.nan, np.arange(n) / 4),
            "calls": np.arange(n) % 7,
            "same": 1.0,
            "y": ["no", "no", "yes"] * 20,
        }
    )
    return bo.load(frame, target="y", positive="yes")


def test_every_kind_of_column(data):
    seen = {one.name: one for one in column_summaries(data)}
    assert seen["plan"].kind == "categories"
    assert seen["plan"].top == (("basic", 40), ("plus", 20))
    assert seen["since"].values == "2020-01-01 to 2020-02-29, median 2020-01-30 12:00"
    assert seen["fee"].missing == pytest.approx(0.1)
    assert seen["fee"].values == "0.25 to 14.75, median 7.5"
    assert (seen["calls"].kind, seen["calls"].distinct) == ("whole numbers", 7)
    assert seen["<b>id"].top == ()  # a name of a row is no frequent level


def test_the_profile_has_the_columns_first_and_names_what_is_odd(data):
    made = bo.profile(data)
    table = made.tables()[0]
    odd = {row.cells[0].text: row.cells[-1].text for row in table.rows}
    assert odd["same"] == "constant"
    assert odd["<b>id"] == "names single rows"
    assert [one["name"] for one in made.to_dict()["columns"]] == [one.name for one in data.columns]


def test_a_preview_has_kinds_rows_and_the_target_and_escapes(data):
    table = preview_table(data)
    assert table.columns[-1].title == "target"
    assert [cell.text for cell in table.rows[0].cells][-1] == "target, binary"
    assert len(table.rows) == 6
    page = data._repr_html_()
    assert "<b>id" not in page
    assert "&lt;b&gt;id" in page
    assert len(page) < 40_000


def test_many_columns_and_other_features_have_a_preview():
    wide = bo.load(pd.DataFrame(np.ones((30, 40))).assign(y=np.arange(30.0)), target="y", task="regression")
    assert "30 more columns not shown" in wide._repr_html_()
    texts = bo.load((["a text", "another"] * 15, ["x", "z"] * 15))
    assert "30 rows" in texts._repr_html_()
