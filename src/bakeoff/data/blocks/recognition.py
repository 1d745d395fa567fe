"""block_of: which kind of block a user brings as X; a table with columns is none."""

from collections.abc import Iterator, Sequence
from numbers import Number
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, unmasked
from bakeoff.core.errors import BadInput
from bakeoff.data.blocks.array_rows import ArrayRows
from bakeoff.data.blocks.frame_rows import FrameRows
from bakeoff.data.blocks.object_rows import ObjectRows
from bakeoff.data.blocks.rows import Rows
from bakeoff.data.blocks.sparse_rows import SparseRows
from bakeoff.data.blocks.text_rows import TextRows, text_container

__all__ = ["block_of"]

_NUMBERS = "biufc"  # kinds of NumPy's dtypes
_SEQUENCES = (list, tuple, np.ndarray)


def block_of(X: Any) -> Rows | None:
    """The block that holds these rows as they came; None for what has columns, or is refused where columns are read.

    >>> block_of(["a text", "another"]).describe(), block_of([[1.0], [2.0]])
    ('a list of texts', None)
    """
    if isinstance(X, Iterator):
        raise BadInput(f"X is a {type(X).__name__}, which can be read only once; give list(X)")
    if hasattr(X, "tocsr"):
        return _sparse(X)
    if _sparse_frame(X):
        return FrameRows(X)
    X = unmasked(X)
    if isinstance(X, np.ndarray):
        return _array(X)
    if isinstance(X, (list, tuple)):
        return _sequence(list(X))
    if text_container(X):
        return _series(X)
    return None


def _sparse(X: Any) -> SparseRows:
    if len(X.shape) != 2 or X.dtype.kind not in _NUMBERS:
        raise BadInput(f"X is a sparse array of shape {X.shape} and type {X.dtype}; give rows and columns of numbers")
    return SparseRows(X.tocsr())


def _sparse_frame(X: Any) -> bool:
    """Whether all columns of a pandas frame are sparse: scikit-learn takes such a frame for a sparse matrix."""
    kinds = list(X.dtypes) if hasattr(X, "iloc") and X.ndim == 2 else []
    return bool(kinds) and all(type(kind).__name__ == "SparseDtype" for kind in kinds)


def _array(X: Array) -> Rows | None:
    if X.ndim == 1 and X.dtype.kind == "U":
        return ArrayRows(X)
    if X.ndim == 1 and X.dtype.kind in "OT":
        return _cells(X.tolist(), X.astype(object, copy=False))
    if X.ndim < 3:
        return None
    if X.dtype.kind not in _NUMBERS:
        raise BadInput(
            f"X is an array of shape {X.shape} and type {X.dtype}; convert it to numbers, or give a list of objects"
        )
    return ArrayRows(X)


def _sequence(X: list[Any]) -> Rows | None:
    first = X[0] if X else None
    if isinstance(first, _SEQUENCES) and not _nested(first):
        lengths = {len(row) if isinstance(row, _SEQUENCES) and _sized(row) else -1 for row in X}
        return None if len(lengths) == 1 else ObjectRows(X)
    return _cells(X, X)


def _sized(row: Any) -> bool:
    """Whether it has a length: an array of rank 0 has none."""
    return not isinstance(row, np.ndarray) or row.ndim > 0


def _nested(row: Sequence[Any] | Array) -> bool:
    """Whether a row has rows itself, such as an image."""
    return row.ndim > 1 if isinstance(row, np.ndarray) else any(isinstance(cell, (*_SEQUENCES, dict)) for cell in row)


def _cells(cells: list[Any], native: Any) -> Rows | None:
    """Texts or objects; None for single numbers, which are no rows."""
    texts = [isinstance(cell, str) for cell in cells]
    if cells and all(texts):
        return TextRows(native)
    if any(texts):
        row = texts.index(not texts[0]) if texts[0] else 0
        raise BadInput(
            f"X contains texts, but row {row} is {cells[row]!r:.60}, a {type(cells[row]).__name__}; make every row a text, for "
            "example '' where it is missing, or leave such rows out of X and y"
        )
    if all(cell is None or isinstance(cell, (Number, np.generic)) for cell in cells):
        return None
    return ObjectRows(native)


def _series(X: Any) -> Rows | None:
    cells = X.to_list()
    return _cells(cells, X) if any(isinstance(cell, str) for cell in cells) else None
