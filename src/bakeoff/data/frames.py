"""Any frame (pandas, polars, pyarrow) to a Table, through narwhals; and coded features back to a frame."""

from collections import Counter
from collections.abc import Sequence
from math import nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.cells import in_order, whole_text
from bakeoff.data.dataset import Column, ColumnKind
from bakeoff.data.table import Table, refuse

__all__ = ["column_of_objects", "frame_table", "is_frame", "series_column"]


def is_frame(given: object) -> bool:
    """Whether this is a frame that narwhals knows."""
    import narwhals.stable.v1 as nw

    return isinstance(nw.from_native(given, pass_through=True), (nw.DataFrame, nw.LazyFrame))


def frame_table(frame: Any, *, name: str, source: str = "", ignore: Sequence[str] = ()) -> Table:
    """The columns of a frame, coded; the index of a pandas frame plays no part, nor what a column to be ignored holds."""
    import narwhals.stable.v1 as nw

    try:
        table = nw.from_native(frame, pass_through=True)
    except Exception as error:  # noqa: BLE001 (narwhals and each backend have errors of their own)
        raise BadInput(f"the frame cannot be read: {str(error).splitlines()[0]}") from None
    if isinstance(table, nw.LazyFrame):
        raise BadInput("the frame is lazy; collect it first with .collect()")
    if not isinstance(table, nw.DataFrame):
        raise BadInput(f"a frame of pandas, polars or pyarrow is needed, not {type(frame).__name__}")
    names = [str(one) for one in table.columns]
    problems = [f"two columns are called {one!r}; rename one" for one, times in Counter(names).items() if times > 1]
    coded = []
    for label, own in zip(names, table.columns, strict=True):
        try:
            coded.append(series_column(label, table[own]))
        except BadInput as error:
            if label not in ignore:
                problems.append(str(error))
            coded.append((Column(name=label), np.full(len(table), nan), False))
    refuse(source or name, problems)
    kind = table.implementation.name.lower()
    return Table(
        name=name,
        columns=tuple(column for column, _, _ in coded),
        values=tuple(values for _, values, _ in coded),
        source=source,
        frame=kind if kind in {"pandas", "polars", "pyarrow"} else "",
        ordered=frozenset(column.name for column, _, ordered in coded if ordered),
    )


def series_column(name: str, series: Any) -> tuple[Column, Array, bool]:
    """One column: what it means, its numbers, and whether the order of its levels was stated."""
    import narwhals.stable.v1 as nw

    dtype = series.dtype
    if dtype.is_numeric():
        column = Column(name=name, stored="integer" if dtype.is_integer() else "")
        return column, _floats(series), False
    if dtype == nw.Boolean:
        levels = ("False", "True")
        column = Column(name=name, kind=ColumnKind.NOMINAL, levels=levels, stored="boolean")
        return column, _floats(series.cast(nw.Int8)), False
    if dtype in {nw.Datetime, nw.Date}:
        return Column(name=name, kind=ColumnKind.DATE), _seconds(series, name), False
    if dtype == nw.Duration:
        return Column(name=name), _floats(series.dt.total_microseconds()) / 1e6, False
    if dtype in {nw.Categorical, nw.Enum}:
        return _categories(name, series)
    if dtype in {nw.String, nw.Object, nw.Unknown}:
        return *column_of_objects(name, series.to_list(), stored="string"), False
    raise BadInput(f"column {name!r} is of type {dtype}, which a learner cannot use; convert or drop it")


def _floats(series: Any) -> Array:
    import narwhals.stable.v1 as nw

    values = series.cast(nw.Float64)
    if values.null_count():
        return np.array([nan if _gap(cell) else cell for cell in values.to_list()], dtype=np.float64)
    found: Array = values.to_numpy().astype(np.float64)
    return found


def _seconds(series: Any, name: str) -> Array:
    import narwhals.stable.v1 as nw

    try:
        moments = series.cast(nw.Datetime("us")) if series.dtype == nw.Date else series
        micro = moments.dt.timestamp("us")
    except Exception as error:  # noqa: BLE001 (each backend has errors of its own)
        raise BadInput(f"the dates of column {name!r} cannot be read: {str(error).splitlines()[0]}") from None
    return _floats(micro) / 1e6


def _categories(name: str, series: Any) -> tuple[Column, Array, bool]:
    native, cells = series.to_native(), series.to_list()
    declared, ordered = _declared(native)
    held = [cell for cell in cells if not _gap(cell)]
    levels = in_order({str(cell) for cell in held}) if declared is None else tuple(str(one) for one in declared)
    if len(set(levels)) < len(levels):
        raise BadInput(f"two categories of column {name!r} print alike; rename one")
    place = {level: float(code) for code, level in enumerate(levels)}
    values = [nan if _gap(cell) else place[str(cell)] for cell in cells]
    return Column(name=name, kind=ColumnKind.NOMINAL, levels=levels), np.array(values, dtype=np.float64), ordered


def _declared(native: Any) -> tuple[list[Any] | None, bool]:
    """The categories in the order their frame keeps them, if it keeps one, and whether that order has meaning."""
    if hasattr(native, "cat") and hasattr(native.cat, "categories"):  # pandas and its kin
        return list(native.cat.categories), bool(native.cat.ordered)
    dtype = getattr(native, "dtype", None)
    if type(dtype).__name__ == "Enum":  # polars: a list fixed by the user, not yet a scale
        return list(getattr(dtype, "categories", [])), False
    if hasattr(native, "unify_dictionaries"):  # pyarrow
        chunks = native.unify_dictionaries().chunks
        return (chunks[0].dictionary.to_pylist() if chunks else []), bool(native.type.ordered)
    return None, False


def _gap(cell: object) -> bool:
    """None, NaN, NaT and pandas' NA: all that is not equal to itself, or refuses to say."""
    if cell is None:
        return True
    try:
        return bool(cell != cell)  # noqa: PLR0124 (NaN is the value unlike itself)
    except (TypeError, ValueError):
        return type(cell).__name__ == "NAType"


def column_of_objects(name: str, cells: Sequence[Any], *, stored: str = "") -> tuple[Column, Array]:
    """A column of Python objects: numbers if all are, truth values if all are, words otherwise.

    >>> column_of_objects("x", ["a", None, "b"])[1].tolist()
    [0.0, nan, 1.0]
    """
    gaps = np.fromiter((_gap(cell) for cell in cells), bool, len(cells))
    held = [cell for cell, gap in zip(cells, gaps, strict=True) if not gap]
    values = np.full(len(cells), nan)
    if all(isinstance(cell, (bool, np.bool_)) for cell in held) and held:
        values[~gaps] = [float(cell) for cell in held]
        return Column(name=name, kind=ColumnKind.NOMINAL, levels=("False", "True"), stored=stored and "boolean"), values
    if all(isinstance(cell, (int, float, np.integer, np.floating)) for cell in held):
        values[~gaps] = [float(cell) for cell in held]
        return Column(name=name), values
    odd = next((cell for cell in held if isinstance(cell, (list, dict, tuple, set, bytes, np.ndarray))), None)
    if odd is not None:
        raise BadInput(f"column {name!r} holds a {type(odd).__name__}, which a learner cannot use; convert or drop it")
    words = [str(cell) for cell in held]
    levels = in_order(set(words))
    place = {level: float(code) for code, level in enumerate(levels)}
    values[~gaps] = [place[word] for word in words]
    kind = ColumnKind.TEXT if whole_text(levels, len(cells)) else ColumnKind.NOMINAL
    return Column(name=name, kind=kind, levels=levels, stored=stored), values
