"""Rows on their way to a served model: arrays and JSON only, nothing is pickled."""

from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput
from bakeoff.core.isolation.messages import Frame
from bakeoff.data.blocks import ArrayRows, ColumnMatrix, Rows, SharedRows, SparseRows, TextRows
from bakeoff.data.dataset import Dataset
from bakeoff.runs.store.arrays import npy_bytes, read_array

__all__ = ["refuse_undeployable", "rows_in", "rows_parts"]

_KINDS: dict[str, Any] = {kind.__name__: kind for kind in (ColumnMatrix, ArrayRows, SparseRows, TextRows)}
_PART = "features "  # before the name of each array


def refuse_undeployable(data: Dataset) -> None:
    """Refuse features that cannot be handed to a saved model without pickle: objects, and containers of other packages."""
    rest = data.block.share().rest if isinstance(data.block, TextRows) else ("list",)
    if type(data.block).__name__ not in _KINDS or rest[0] not in {"list", "array"}:
        raise BadInput(
            f"a deployed model takes columns, arrays, sparse matrices or lists of texts; {data.name!r} is {data.block.describe()}"
        )


def rows_parts(rows: Rows) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What a message says of the rows in its header, and their arrays as bytes.

    >>> rows_parts(ColumnMatrix([[1.0]]))[0]
    {'kind': 'ColumnMatrix', 'rest': None}
    """
    shared = rows.share()
    arrays = {_PART + part: npy_bytes(np.ascontiguousarray(values)) for part, values in shared.arrays.items()}
    return {"kind": type(rows).__name__, "rest": shared.rest}, arrays


def rows_in(message: Frame) -> Rows | None:
    """The rows again; None if an array of the message is none."""
    arrays = {}
    for name, data in message.parts.items():
        if name.startswith(_PART):
            values = read_array(data)
            if values is None:
                return None
            arrays[name.removeprefix(_PART)] = values
    facts = message.header["features"]
    rows: Rows = _KINDS[facts["kind"]].restored(SharedRows(arrays=arrays, rest=facts["rest"]))
    return rows.take(np.arange(len(rows))) if isinstance(rows, TextRows) else rows
