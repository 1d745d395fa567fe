"""Frames of every kind in and out, arrays, lists and Parquet."""

import datetime as dt
import sys

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bakeoff.core.errors import BadInput, MissingPackage, UnknownName
from bakeoff.data.dataset import Column, ColumnKind
from bakeoff.data.load import load
from bakeoff.data.tasks import REGRESSION
from bakeoff.tabular.frames import to_frame

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

DAYS = [dt.datetime(2020, 1, 1), dt.datetime(2020, 1, 2, 12, 30), None, dt.datetime(1969, 12, 31)]
CELLS = {
    "whole": [1, 2, 3, 4],
    "real": [1.5, None, -0.25, 3.0],
    "word": ["a", "b", None, "a"],
    "truth": [True, False, True, True],
    "gap": [True, None, False, True],
    "day": DAYS,
    "y": ["p", "q", "p", "q"],
}
FRAMES = {
    "pandas": lambda: pd.DataFrame(CELLS),
    "polars": lambda: pl.DataFrame(CELLS),
    "pyarrow": lambda: pa.table(CELLS),
}
KINDS = sorted(FRAMES)


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_means_the_same_whatever_its_kind(kind):
    data = load(FRAMES[kind](), target="y", positive="q")
    assert data.frame == kind
    assert [column.kind.value for column in data.columns] == [
        "numeric",
        "numeric",
        "nominal",
        "nominal",
        "nominal",
        "date",
    ]
    np.testing.assert_array_equal(
        data.features,
        [
            [1, 1.5, 0, 1, 1, 1577836800],
            [2, np.nan, 1, 0, np.nan, 1577968200],
            [3, -0.25, np.nan, 1, 0, np.nan],
            [4, 3.0, 0, 1, 1, -86400],
        ],
    )
    assert data.columns[3].levels == ("False", "True")
    assert (data.classes, data.positive, data.target.tolist()) == (("p", "q"), "q", [0, 1, 0, 1])


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_comes_back_alike(kind):
    data = load(FRAMES[kind](), target="y", positive="q")
    back = to_frame(data.columns, data.features, kind)
    again = load(back, target="whole", task="regression")
    assert again.frame == kind
    np.testing.assert_array_equal(again.features, data.features[:, 1:])
    rows = {
        "pandas": lambda: back.to_dict("list"),
        "polars": lambda: back.to_dict(as_series=False),
        "pyarrow": lambda: {name: back[name].to_pylist() for name in back.column_names},
    }[kind]()
    assert rows["whole"] == [1, 2, 3, 4]
    assert all(isinstance(one, int) for one in rows["whole"])
    assert rows["truth"] == [True, False, True, True]
    assert [rows["word"][i] for i in (0, 1, 3)] == ["a", "b", "a"]


@pytest.mark.parametrize("kind", KINDS)
def test_part_of_the_rows_and_none_of_them(kind):
    data = load(FRAMES[kind](), target="y", positive="q")
    assert len(to_frame(data.columns, data.features[[2]], kind)) == 1
    assert len(to_frame(data.columns, data.features[:0], kind)) == 0


def test_categories_come_back_as_categories_and_texts_as_strings():
    columns = (
        Column(name="c", kind=ColumnKind.NOMINAL, levels=("u", "v")),
        Column(name="t", kind=ColumnKind.TEXT, levels=("some text", "more")),
    )
    features = np.array([[1.0, 0.0], [np.nan, np.nan]])
    assert str(to_frame(columns, features, "pandas")["c"].dtype) == "category"
    assert to_frame(columns, features, "polars")["c"].dtype == pl.Enum(["u", "v"])
    assert to_frame(columns, features, "pyarrow").to_pydict() == {"c": ["v", None], "t": ["some text", None]}


@pytest.mark.parametrize("kind", ["polars", "pyarrow"])
def test_days_without_a_time(kind):
    frame = pl.DataFrame({"d": [dt.date(2020, 1, 1), None], "y": ["a", "b"]})
    data = load(frame if kind == "polars" else frame.to_arrow(), target="y")
    np.testing.assert_array_equal(data.features, [[1577836800], [np.nan]])


def test_times_with_a_zone_and_durations():
    zone = pd.Series(pd.to_datetime(["2020-01-01 00:00"]).tz_localize("Europe/Vienna").repeat(2))
    frame = pd.DataFrame({"t": zone.array, "d": pd.to_timedelta([1.5, 2], unit="s"), "y": ["a", "b"]})
    data = load(frame, target="y")
    np.testing.assert_array_equal(data.features, [[1577833200, 1.5], [1577833200, 2]])


def test_nullable_and_decimal_columns():
    frame = pd.DataFrame(
        {
            "i": pd.array([1, None, 3], dtype="Int64"),
            "b": pd.array([True, None, False], dtype="boolean"),
            "y": ["a", "b", "a"],
        }
    )
    np.testing.assert_array_equal(load(frame, target="y").features, [[1, 1], [np.nan, np.nan], [3, 0]])


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        (lambda: pl.DataFrame({"x": [1, 2], "y": [[1], [2]]}), "column 'y' is of type List"),
        (lambda: pl.DataFrame({"x": [1, 2], "y": ["a", "b"]}).lazy(), "collect it first"),
        (lambda: pd.DataFrame([[1, 2, "a"], [3, 4, "b"]], columns=["x", "x", "y"]), "x"),
        (lambda: pd.DataFrame({"x": [1, 2], "y": [{"a": 1}, {}]}), "contains a cell of type dict"),
        (lambda: {"x": [1, 2]}, "a frame of pandas, polars or pyarrow is needed, not dict"),
        (lambda: pd.DataFrame({"y": ["a", "b"]}), "no column left to learn from"),
        (lambda: pd.DataFrame({"x": [], "y": []}), "no rows"),
    ],
)
def test_frames_that_cannot_be_used(frame, sentence):
    with pytest.raises(BadInput, match=sentence):
        load(frame(), target="y")


def test_what_an_ignored_column_holds_does_not_matter():
    frame = pl.DataFrame({"x": [[1], [2]], "z": [1.0, 2.0], "y": ["a", "b"]})
    assert [column.name for column in load(frame, target="y", ignore=["x"]).columns] == ["z"]


def test_to_frame_refuses_what_it_does_not_know():
    with pytest.raises(UnknownName, match="did you mean 'polars'"):
        to_frame((Column(name="x"),), np.zeros((1, 1)), "polar")
    with pytest.raises(BadInput, match="shape"):
        to_frame((Column(name="x"),), np.zeros((1, 2)), "polars")


def test_without_the_package_the_pip_line_is_given(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingPackage, match="pip install polars"):
        to_frame((Column(name="x"),), np.zeros((1, 1)), "polars")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    with pytest.raises(MissingPackage, match=r"\[parquet\]"):
        load(tmp_path / "x.parquet", target="y")


def test_arrays_lists_and_mixed_objects():
    data = load((np.array([[1, 2], [3, 4]]), np.array([0, 1])))
    assert data.positive == "1"
    assert data.frame == ""
    data = load(([[1.0, "red", None], [2.0, "blue", True], [3, "red", False]], ["a", "b", "a"]))
    assert [column.kind.value for column in data.columns] == ["numeric", "nominal", "nominal"]
    np.testing.assert_array_equal(data.features, [[1, 1, np.nan], [2, 0, 1], [3, 1, 0]])
    data = load((np.array([["x", "1"], ["y", "2"]]), [1.5, 2.5]))
    assert [column.levels for column in data.columns] == [("x", "y"), ("1", "2")]
    assert data.task is REGRESSION


def test_sparse_matrices_dates_and_column_vectors():
    from scipy.sparse import csr_array

    data = load((csr_array(np.eye(3)), np.array([["a"], ["b"], ["a"]])))
    np.testing.assert_array_equal(data.features.toarray(), np.eye(3))
    days = np.array([["2020-01-01"], ["NaT"]], dtype="datetime64[D]")
    np.testing.assert_array_equal(load((days, [0, 1])).features, [[1577836800], [np.nan]])


@pytest.mark.parametrize(
    ("X", "y", "sentence"),
    [
        ([1, 2, 3], [0, 1, 0], "reshape"),
        ([[1], [2]], [0, 1, 1], "3 values for 2 rows"),
        ([[1], [2]], np.zeros((2, 2, 2)), "one value per row"),
        (np.zeros((2, 1), complex), [0, 1], "type complex128"),
        (5, [0, 1], "rows of equal length"),
    ],
)
def test_arrays_that_cannot_be_used(X, y, sentence):
    with pytest.raises(BadInput, match=sentence):
        load((X, y))


def test_a_frame_with_a_separate_target():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0], "target": ["u", "v", "u"]})
    data = load((frame, pd.Series(["a", "b", "a"], name="x")), name="mine")
    assert [column.name for column in data.columns] == ["x", "target"]
    assert (data.name, data.frame, data.classes) == ("mine", "pandas", ("a", "b"))


def test_parquet_round_trip(tmp_path):
    from pyarrow import parquet

    table = pa.table({**CELLS, "c": pa.array(["u", "v", "u", "v"]).dictionary_encode()})
    parquet.write_table(table, tmp_path / "t.parquet")
    data = load(tmp_path / "t.parquet", target="y", positive="p")
    same = load(table, target="y", positive="p")
    np.testing.assert_array_equal(data.features, same.features)
    assert (data.frame, data.name, data.source) == ("pandas", "t", "t.parquet")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 nonsense PAR1")
    with pytest.raises(BadInput, match="cannot be read as Parquet"):
        load(tmp_path / "bad.parquet", target="y")
    with pytest.raises(BadInput, match="no file called"):
        load(tmp_path / "none.parquet", target="y")


@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.floats(-1e9, 1e9) | st.none(),
            st.sampled_from(["a", "b", "c d"]) | st.none(),
            st.integers(-(2**31), 2**31).map(lambda s: dt.datetime(1970, 1, 1) + dt.timedelta(seconds=s)) | st.none(),
        ),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from(KINDS),
)
def test_round_trips_through_every_kind_of_frame(rows, kind):
    schema = {"n": pl.Float64, "w": pl.String, "d": pl.Datetime("us")}
    frame = pl.DataFrame({name: [row[i] for row in rows] for i, name in enumerate(schema)}, schema=schema)
    native = {"polars": lambda: frame, "pyarrow": frame.to_arrow, "pandas": frame.to_pandas}[kind]()
    y = np.arange(len(rows)) + 0.5
    data = load((native, y))
    back = load((to_frame(data.columns, data.features, kind), y))
    np.testing.assert_array_equal(back.features, data.features)
    assert [column.levels for column in back.columns] == [column.levels for column in data.columns]
