"""Columns beside the predictions that a measure of the user's own reads: the amount at stake, the cost of a row, a region."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, counted

__all__ = ["check_extra", "named_column"]


def check_extra(extra: Any, n: int) -> dict[str, Array]:
    """Return the columns by name, one value for each of `n` rows.

    Parameters
    ----------
    extra : mapping or frame
        Columns by name; None is no column.
    n : int
        How many rows there are.

    Examples
    --------
    >>> check_extra({"amount": [10, 20]}, 2)["amount"].tolist()
    [10, 20]
    """
    if extra is None:
        return {}
    names = (
        list(extra) if isinstance(extra, Mapping) else getattr(extra, "column_names", getattr(extra, "columns", None))
    )
    if names is None or isinstance(extra, (str, np.ndarray)):
        raise BadInput(
            f"extra contains columns by name, as {{'amount': [10, 20]}}, or a frame, not a {type(extra).__name__}"
        )
    return {str(name): _column(str(name), extra[name], n) for name in names}


def _column(name: str, values: Any, n: int) -> Array:
    try:
        column = np.asarray(values)
    except ValueError:
        column = np.empty((0, 0))
    if column.ndim != 1:
        raise BadInput(f"the column {clean(name)!r} of extra must contain one value per row")
    if len(column) != n:
        raise BadInput(
            f"the column {clean(name)!r} of extra has {counted(len(column), 'value')} for {counted(n, 'row')}; give one for each"
        )
    if column.dtype == object:
        column = _plain(name, column)
    return column


def _plain(name: str, column: Array) -> Array:
    """Texts, or numbers that came as objects."""
    if all(isinstance(value, str) for value in column.tolist()):
        return column.astype(str)
    try:
        return column.astype(np.float64)
    except (TypeError, ValueError):
        raise BadInput(
            f"the column {clean(name)!r} of extra contains numbers and other things; write it one way"
        ) from None


def named_column(values: Any, extra: Mapping[str, Array]) -> Any:
    """The values themselves, or the column of extra that a text names: weights, groups and slices may be columns of it.

    >>> named_column("region", {"region": np.array(["n", "s"])}).tolist(), named_column([1, 2], {})
    (['n', 's'], [1, 2])
    """
    if not isinstance(values, str):
        return values
    if values not in extra:
        raise BadInput(
            f"{clean(values)!r} is not a column of extra; give the values, or the column with extra={{{values!r}: ...}}"
        )
    return extra[values]
