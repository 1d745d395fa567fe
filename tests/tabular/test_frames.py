"""Frames of the user's own kind."""

import numpy as np
import pytest

from bakeoff.core.errors import MissingPackage, UnknownName
from bakeoff.tabular import frames
from bakeoff.tabular.frames import PlainTable, frame_of

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
