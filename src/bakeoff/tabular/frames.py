"""Frames (pandas, polars, pyarrow) to a Table through narwhals, coded features back to a frame, and columns as a frame for users."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from math import nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage, UnknownName
from bakeoff.tabular.table import Column, ColumnKind, ColumnTable, is_free_text, refuse, sorted_levels

__all__ = [
    "PlainTable",
    "coded_frame",
    "column_of_objects",
    "frame_kind",
    "frame_of",
    "frame_table",
    "is_frame",
    "series_column",
    "to_frame",
]


def to_frame(columns: Sequence[Column], features: Array, kind: str) -> Any:
    """The features as a frame of that kind ("pandas", "polars", "pyarrow"): what was brought is given back alike.

    Nominal columns become categories (or words or truth values, if they came as such), texts strings, dates datetimes.

    >>> to_frame((Column(name="x"),), np.array([[1.5]]), "pandas").to_dict("list")
    {'x': [1.5]}
    """
    makers: dict[str, Callable[[Sequence[Column], Array], Any]] = {
        "pandas": _pandas,
        "polars": _polars,
        "pyarrow": _pyarrow,
    }
    if kind not in makers:
        raise UnknownName("kind of frame", kind, makers)
    if features.ndim != 2 or features.shape[1] != len(columns):
        raise BadInput(f"features have shape {features.shape} for {len(columns)} columns")
    try:
        return makers[kind](columns, features)
    except ImportError:
        raise MissingPackage(kind, f"giving an estimator a {kind} frame") from None


def frame_kind() -> str:
    """The kind of frame that columns of a file become: that of the first package that is installed."""
    kind = next((name for name in ("pandas", "polars", "pyarrow") if find_spec(name)), "")
    if not kind:
        raise MissingPackage("pandas", "handing columns of a file to an estimator by name")
    return kind


def _codes(values: Array) -> Array:
    return np.where(np.isnan(values), -1, values).astype(np.int64)


def _words(column: Column, values: Array) -> list[str | None]:
    levels = np.array([*column.levels, None], dtype=object)
    words: list[str | None] = levels[_codes(values)].tolist()
    return words


def _plain(column: Column, values: Array) -> Array | None:
    """Columns that every kind of frame takes as a NumPy vector; None for the others."""
    whole = not np.isnan(values).any()
    if column.kind is ColumnKind.NUMERIC:
        return values.astype(np.int64) if column.stored == "integer" and whole else values
    if column.kind is ColumnKind.DATE:
        micro = np.where(np.isnan(values), 0, np.rint(values * 1e6)).astype("datetime64[us]")
        micro[np.isnan(values)] = np.datetime64("NaT")
        return micro
    if column.stored == "boolean" and whole:
        return values.astype(bool)
    return None


def _text(column: Column) -> bool:
    return column.kind is ColumnKind.TEXT or column.stored == "string"


def _pandas(columns: Sequence[Column], features: Array) -> Any:
    import pandas as pd

    series = {}
    for index, column in enumerate(columns):
        values = features[:, index]
        plain = _plain(column, values)
        if plain is not None:
            series[column.name] = plain
        elif _text(column):
            series[column.name] = pd.Series(_words(column, values), dtype=None if len(values) else object)
        else:
            series[column.name] = pd.Categorical.from_codes(_codes(values), categories=list(column.levels))
    return pd.DataFrame(series)


def _polars(columns: Sequence[Column], features: Array) -> Any:
    import polars as pl

    series = []
    for index, column in enumerate(columns):
        values = features[:, index]
        plain = _plain(column, values)
        if plain is not None:
            series.append(pl.Series(column.name, plain, nan_to_null=plain.dtype.kind == "f"))
        else:
            dtype = pl.String() if _text(column) else pl.Enum(list(column.levels))
            series.append(pl.Series(column.name, _words(column, values), dtype=dtype))
    return pl.DataFrame(series)


def _pyarrow(columns: Sequence[Column], features: Array) -> Any:
    import pyarrow as pa

    arrays = []
    for index, column in enumerate(columns):
        values = features[:, index]
        plain = _plain(column, values)
        if plain is not None:
            arrays.append(pa.array(plain, from_pandas=True))
        elif _text(column):
            arrays.append(pa.array(_words(column, values), type=pa.string()))
        else:
            codes = pa.array(_codes(values), type=pa.int32(), mask=np.isnan(values))
            arrays.append(pa.DictionaryArray.from_arrays(codes, pa.array(list(column.levels), type=pa.string())))
    return pa.table(arrays, names=[column.name for column in columns])


def is_frame(source: object) -> bool:
    """Whether this is a frame that narwhals knows."""
    import narwhals.stable.v1 as nw

    try:
        return isinstance(nw.from_native(source, pass_through=True), (nw.DataFrame, nw.LazyFrame))
    except Exception:  # noqa: BLE001  # a frame that is not as it should be; `frame_table` says why
        return True


def frame_table(
    frame: Any, *, name: str, source: str = "", ignore: Sequence[str] = (), uncoded: dict[str, str] | None = None
) -> ColumnTable:
    """The columns of a frame, coded; the index of a pandas frame plays no part, nor what a column to be ignored holds.

    A column whose cells have no code is refused; or it comes out empty, and `uncoded` gets its name and the reason.
    """
    import narwhals.stable.v1 as nw

    try:
        table = nw.from_native(frame, pass_through=True)
    except Exception as error:  # noqa: BLE001 (narwhals and each backend have errors of their own)
        refuse(source or name, _doubles(map(str, getattr(frame, "columns", ()))))
        raise BadInput(f"the frame cannot be read: {str(error).splitlines()[0]}") from None
    if isinstance(table, nw.LazyFrame):
        raise BadInput("the frame is lazy; collect it first with .collect()")
    if not isinstance(table, nw.DataFrame):
        raise BadInput(f"a frame of pandas, polars or pyarrow is needed, not {type(frame).__name__}")
    names = [str(column) for column in table.columns]
    refuse(source or name, _doubles(names))
    problems: list[str] = []
    coded = []
    for label, series in zip(names, table.iter_columns(), strict=True):  # not by name: pandas' may be numbers
        try:
            coded.append(series_column(label, series))
        except BadInput as error:
            if uncoded is not None:
                uncoded[label] = str(error)
            elif label not in ignore:
                problems.append(str(error))
            coded.append((Column(name=label), np.full(len(table), nan), False))
    refuse(source or name, problems)
    kind = table.implementation.name.lower()
    return ColumnTable(
        name=name,
        columns=tuple(column for column, _, _ in coded),
        values=tuple(values for _, values, _ in coded),
        source=source,
        frame=kind if kind in {"pandas", "polars", "pyarrow"} else "",
        ordered=frozenset(column.name for column, _, ordered in coded if ordered),
    )


def _doubles(names: Iterable[str]) -> list[str]:
    return [f"two columns are called {name!r}; rename one" for name, times in Counter(names).items() if times > 1]


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
        return Column(name=name, stored="duration"), _floats(series.dt.total_microseconds()) / 1e6, False
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
    floats: Array = values.to_numpy().astype(np.float64)
    return floats


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
    levels = (
        sorted_levels({str(cell) for cell in held})
        if declared is None
        else tuple(str(category) for category in declared)
    )
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
    except (ArithmeticError, TypeError, ValueError):  # ArithmeticError: a Decimal that signals
        return isinstance(cell, Decimal) or type(cell).__name__ == "NAType"


# Types of cells that are numbers; a truth value is none, as all of a column must be.
_NUMBERS = (int, float, np.integer, np.floating, Decimal, Fraction)


def _moment(cell: Any) -> float:
    """Seconds since 1970 in UTC; a time without a zone is taken as UTC, a day as its midnight."""
    if isinstance(cell, np.datetime64):
        return float(cell.astype("datetime64[us]").astype(np.int64)) / 1e6
    if not isinstance(cell, datetime):
        cell = datetime(cell.year, cell.month, cell.day, tzinfo=UTC)
    return float((cell if cell.tzinfo else cell.replace(tzinfo=UTC)).timestamp())


def _duration(cell: Any) -> float:
    """Seconds."""
    return float(cell / np.timedelta64(1, "us")) / 1e6 if isinstance(cell, np.timedelta64) else cell.total_seconds()


def column_of_objects(name: str, cells: Sequence[Any], *, stored: str = "") -> tuple[Column, Array]:
    """A column of Python objects: numbers, truth values, dates or times if all are, words otherwise; other types are refused.

    >>> column_of_objects("x", ["a", None, "b"])[1].tolist()
    [0.0, nan, 1.0]
    >>> column_of_objects("x", [date(1970, 1, 2)])[1].tolist()
    [86400.0]
    """
    gaps = np.fromiter((_gap(cell) for cell in cells), bool, len(cells))
    held = [cell for cell, gap in zip(cells, gaps, strict=True) if not gap]
    values = np.full(len(cells), nan)
    if all(isinstance(cell, (bool, np.bool_)) for cell in held) and held:
        values[~gaps] = [float(cell) for cell in held]
        return Column(name=name, kind=ColumnKind.NOMINAL, levels=("False", "True"), stored=stored and "boolean"), values
    if all(isinstance(cell, _NUMBERS) for cell in held):
        values[~gaps] = [float(cell) for cell in held]
        return Column(name=name), values
    if all(isinstance(cell, (date, np.datetime64)) for cell in held):
        values[~gaps] = [_moment(cell) for cell in held]
        return Column(name=name, kind=ColumnKind.DATE), values
    if all(isinstance(cell, (timedelta, np.timedelta64)) for cell in held):
        values[~gaps] = [_duration(cell) for cell in held]
        return Column(name=name, stored="duration"), values
    odd = next((cell for cell in held if not isinstance(cell, (str, bool, np.bool_, *_NUMBERS))), None)
    if odd is not None:
        raise BadInput(
            f"column {name!r} contains a cell of type {type(odd).__name__}, which a learner cannot use; convert it to numbers, words or dates, or drop it"
        )
    words = [str(cell) for cell in held]
    levels = sorted_levels(set(words))
    place = {level: float(code) for code, level in enumerate(levels)}
    values[~gaps] = [place[word] for word in words]
    kind = ColumnKind.TEXT if is_free_text(levels, len(cells)) else ColumnKind.NOMINAL
    return Column(name=name, kind=kind, levels=levels, stored=stored), values


def coded_frame(frame: Any, *, name: str, source: str) -> ColumnTable:
    """The columns of a file that was read as a frame; a learner gets them as a frame, with their categories."""
    return replace(frame_table(frame, name=name, source=source), frame=frame_kind())


KINDS = ("pandas", "polars", "pyarrow", "plain")


class PlainTable(Mapping[str, Sequence[Any]]):
    """Named columns of equal length: what is handed out where neither pandas nor polars is installed.

    >>> table = PlainTable({"learner": ["nb", "svm"], "value": [0.75, 0.8125]})
    >>> table["learner"]
    ['nb', 'svm']
    >>> table
    learner   value
    nb       0.7500
    svm      0.8125
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self._columns: dict[str, list[Any]] = {name: np.asarray(values).tolist() for name, values in columns.items()}

    def __getitem__(self, name: str) -> Sequence[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._columns)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(next(iter(self._columns.values()), [])), len(self._columns)

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {name: list(values) for name, values in self._columns.items()}

    def __repr__(self) -> str:
        rows, _ = self.shape
        shown = min(rows, 30)
        texts = {name: [_cell_text(value) for value in values[:shown]] for name, values in self._columns.items()}
        widths = {name: max(map(len, [name, *values])) for name, values in texts.items()}
        lines = ["  ".join(_aligned(name, widths[name], self._numeric(name)) for name in texts)]
        for row in range(shown):
            cells = (_aligned(values[row], widths[name], self._numeric(name)) for name, values in texts.items())
            lines.append("  ".join(cells))
        if shown < rows:
            lines.append(f"... {rows - shown} more rows")
        return "\n".join(line.rstrip() for line in lines)

    def _numeric(self, name: str) -> bool:
        return all(isinstance(value, (int, float)) for value in self._columns[name])


def _cell_text(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _aligned(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def frame_of(columns: Mapping[str, Any], kind: str | None = None) -> Any:
    """These columns as a frame: of that kind, else pandas if installed, else polars, else a plain table.

    >>> frame_of({"a": [1, 2]}, "plain").to_dict()
    {'a': [1, 2]}
    """
    chosen = kind or next((package for package in ("pandas", "polars") if find_spec(package)), "plain")
    if chosen not in KINDS:
        raise UnknownName("kind of frame", chosen, KINDS)
    if chosen == "plain":
        return PlainTable(columns)
    if not find_spec(chosen):
        raise MissingPackage(chosen, f"a {chosen} frame")
    import narwhals as nw

    arrays = {name: _column(values) for name, values in columns.items()}
    backend = nw.Implementation.from_string(chosen)
    return nw.from_dict(arrays, backend=backend).to_native()  # type: ignore[arg-type]  # wants three literals


def _column(values: Any) -> Any:
    """A list for text, so that every library makes its own kind of text column; an array for numbers."""
    array = np.asarray(values)
    return array.tolist() if array.dtype.kind in "OUS" else array
