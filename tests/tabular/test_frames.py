"""Frames of the user's own kind."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.core.errors import BadInput, MissingPackage, UnknownName
from bakeoff.tabular import frames
from bakeoff.tabular.frames import PlainTable, frame_of, frame_table, is_frame

COLUMNS = {"learner": ("nb", "svm"), "fold": np.array([0, 1]), "value": np.array([0.5, np.nan])}


@pytest.mark.parametrize(("kind", "module"), [("pandas", "pandas"), ("polars", "polars"), ("pyarrow", "pyarrow")])
def test_of_each_kind(kind, module):
    frame = frame_of(COLUMNS, kind)
    assert type(frame).__module__.split(".")[0] == module
    assert frame.shape == (2, 3)


def test_pandas_is_preferred_then_polars_then_plain(monkeypatch):
    installed = {"pandas", "polars"}
    monkeypatch.setattr(frames, "find_spec", lambda name: name in installed or None)
    assert type(frame_of(COLUMNS)).__module__.startswith("pandas")
    installed.remove("pandas")
    assert type(frame_of(COLUMNS)).__module__.startswith("polars")
    installed.clear()
    table = frame_of(COLUMNS)
    assert isinstance(table, PlainTable)
    assert table.shape == (2, 3)
    assert table.columns == ("learner", "fold", "value")
    with pytest.raises(MissingPackage, match="pip install polars"):
        frame_of(COLUMNS, "polars")


def test_an_unknown_kind_is_refused():
    with pytest.raises(UnknownName, match="did you mean 'polars'"):
        frame_of(COLUMNS, "polar")


def test_a_long_plain_table_is_cut():
    text = repr(PlainTable({"a": list(range(40))}))
    assert text.endswith("... 10 more rows")
    assert len(text.splitlines()) == 32


def test_a_plain_table_is_a_mapping():
    table = PlainTable(COLUMNS)
    assert dict(table) == {"learner": ["nb", "svm"], "fold": [0, 1], "value": table["value"]}
    assert repr(PlainTable({})) == ""


def test_names_of_columns_may_be_numbers() -> None:
    """`pd.DataFrame(array)` has the columns 0, 1, ...; narwhals takes a number in brackets for a row."""
    frame = pd.DataFrame(np.arange(6.0).reshape(3, 2)).assign(x=["a", "b", None])
    frame.columns = [1, 0, 7]
    table = frame_table(frame, name="numbers")
    assert table.names == ("1", "0", "7")
    assert table.values[1].tolist() == [1.0, 3.0, 5.0]  # noqa: PD011  # of a Table
    nested = pd.DataFrame(np.ones((2, 2)), columns=pd.MultiIndex.from_tuples([("a", 1), ("a", 2)]))
    assert frame_table(nested, name="nested").names == ("('a', 1)", "('a', 2)")


def test_two_columns_of_one_name_are_refused() -> None:
    frame = pd.DataFrame(np.ones((2, 2)), columns=["a", "a"])
    assert is_frame(frame)
    with pytest.raises(BadInput, match="two columns are called 'a'; rename one"):
        frame_table(frame, name="doubled")
