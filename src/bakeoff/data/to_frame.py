"""Coded features back to a frame, for estimators that were given one."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage, UnknownName
from bakeoff.data.dataset import Column, ColumnKind

__all__ = ["to_frame"]


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


def _codes(values: Array) -> Array:
    return np.where(np.isnan(values), -1, values).astype(np.int64)


def _words(column: Column, values: Array) -> list[str | None]:
    levels = np.array([*column.levels, None], dtype=object)
    found: list[str | None] = levels[_codes(values)].tolist()
    return found


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

    made = {}
    for at, column in enumerate(columns):
        values = features[:, at]
        plain = _plain(column, values)
        if plain is not None:
            made[column.name] = plain
        elif _text(column):
            made[column.name] = pd.Series(_words(column, values), dtype=None if len(values) else object)
        else:
            made[column.name] = pd.Categorical.from_codes(_codes(values), categories=list(column.levels))
    return pd.DataFrame(made)


def _polars(columns: Sequence[Column], features: Array) -> Any:
    import polars as pl

    made = []
    for at, column in enumerate(columns):
        values = features[:, at]
        plain = _plain(column, values)
        if plain is not None:
            made.append(pl.Series(column.name, plain, nan_to_null=plain.dtype.kind == "f"))
        else:
            dtype = pl.String() if _text(column) else pl.Enum(list(column.levels))
            made.append(pl.Series(column.name, _words(column, values), dtype=dtype))
    return pl.DataFrame(made)


def _pyarrow(columns: Sequence[Column], features: Array) -> Any:
    import pyarrow as pa

    made = []
    for at, column in enumerate(columns):
        values = features[:, at]
        plain = _plain(column, values)
        if plain is not None:
            made.append(pa.array(plain, from_pandas=True))
        elif _text(column):
            made.append(pa.array(_words(column, values), type=pa.string()))
        else:
            codes = pa.array(_codes(values), type=pa.int32(), mask=np.isnan(values))
            made.append(pa.DictionaryArray.from_arrays(codes, pa.array(list(column.levels), type=pa.string())))
    return pa.table(made, names=[column.name for column in columns])
