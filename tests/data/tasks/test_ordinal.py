"""Classes that are a scale, as grades are."""

import pytest

from bakeoff.data.load import load
from bakeoff.data.tasks import MULTICLASS, ORDINAL

pd = pytest.importorskip("pandas")


pl = pytest.importorskip("polars")


pa = pytest.importorskip("pyarrow")


def test_categories_keep_their_order_and_an_ordered_one_is_a_scale():
    sizes = ["low", "mid", "high"]
    cells = ["mid", "low", "high", "mid", "low", "high"]
    plain = pd.DataFrame({"x": range(6), "y": pd.Categorical(cells, categories=sizes)})
    data = load(plain, target="y")
    assert (data.task, data.classes) == (MULTICLASS, ("low", "mid", "high"))
    scale = pd.DataFrame({"x": range(6), "y": pd.Categorical(cells, categories=sizes, ordered=True)})
    assert load(scale, target="y").task is ORDINAL
    enum = pl.DataFrame({"x": range(6), "y": pl.Series(cells, dtype=pl.Enum(sizes))})
    assert load(enum, target="y").classes == ("low", "mid", "high")
    arrow = pa.table({"x": range(6), "y": pa.array(cells).dictionary_encode()})
    assert set(load(arrow, target="y").classes) == set(sizes)
    loose = pl.DataFrame({"x": range(6), "y": pl.Series(cells, dtype=pl.Categorical)})
    assert load(loose, target="y").classes == ("high", "low", "mid")
