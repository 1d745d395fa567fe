r"""What the rows of a printed confusion matrix are: the true or the predicted classes, by the words of its corner cell."""

import re
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean

__all__ = ["AXES", "frame_axis", "is_asymmetric", "row_axis", "settled_axis", "truth_down"]

AXES = ("true", "predicted")
_OTHER = dict(zip(AXES, reversed(AXES), strict=True))
_WORDS = {
    "true": ("true", "truth", "actual", "actually", "observed", "gold", "reference"),
    "predicted": (
        "predicted", "prediction", "predictions", "pred", "preds", "hypothesized", "hypothesised", "hypothesis",
        "classified",
    ),
}  # fmt: skip
_AXIS_OF = {word: axis for axis, words in _WORDS.items() for word in words}
_PIECE = re.compile(r"[^\W\d_]+|<[-=]{1,4}|[-=]{1,4}>|[←⇐→⇒↓⇓]")
_DOWN = frozenset("↓⇓")
_RIGHT = re.compile(r"[→⇒]|[-=]{1,4}>")
_LEFT = re.compile(r"[←⇐]|<[-=]{1,4}")


def row_axis(corner: str) -> str | None:
    r"""The axis that runs down, or None where the words do not say.

    One word names the rows, of two the first. An arrow decides otherwise: "true class →" and "<-- classified as" name the columns.

    >>> [row_axis(corner) for corner in ("Predicted", "actual", r"true \ predicted", "Hypothesized / true class", "")]
    ['predicted', 'true', 'true', 'predicted', None]
    >>> [row_axis(corner) for corner in ("True class →", "Predicted -> Actual", "<-- classified as")]
    ['predicted', 'true', 'true']
    """
    axes: list[str] = []
    down: set[str] = set()  # what arrows put on the rows
    left_arrow = False  # stands before the next word
    for piece in _PIECE.findall(corner.casefold()):
        if piece in _AXIS_OF:
            axes.append(_AXIS_OF[piece])
            down |= {_OTHER[axes[-1]]} if left_arrow else set()
            left_arrow = False
        elif _LEFT.fullmatch(piece):
            left_arrow = True
        elif axes and piece in _DOWN:
            down.add(axes[-1])
        elif axes and _RIGHT.fullmatch(piece):
            down.add(_OTHER[axes[-1]])
    if not axes or len(down) > 1:
        return None
    return down.pop() if down else axes[0]


def frame_axis(frame: Any) -> str | None:
    """The axis that runs down in a frame whose index or columns have a name, as `pandas.crosstab` makes it; else None."""
    index, columns = (row_axis(str(getattr(getattr(frame, part, None), "name", ""))) for part in ("index", "columns"))
    across = None if columns is None else _OTHER[columns]
    return None if index and across and index != across else index or across


def settled_axis(stated: str | None, printed: str | None, source: str) -> str | None:
    """What the rows are: as stated, else as printed; refuses an unknown word and a contradiction."""
    if stated is not None and stated not in AXES:
        raise BadInput(f"the rows of a confusion matrix are 'true' or 'predicted' classes, not {clean(str(stated))!r}")
    if stated and printed and stated != printed:
        raise BadInput(
            f"rows ({stated}) contradicts {source}, by which the rows are the {printed} classes",
            cure="leave rows (--rows) out, or correct the heading",
        )
    return stated or printed


def truth_down(matrix: Any, rows: str | None) -> Any:
    """A confusion matrix, or a list with one for each domain, with the true classes down; a vector as it is.

    >>> truth_down([[5, 1], [2, 7]], "predicted").tolist()
    [[5.0, 2.0], [1.0, 7.0]]
    """
    axis = settled_axis(rows, frame_axis(matrix), "the names of the frame's index and columns")
    frames = isinstance(matrix, list | tuple) and any(frame_axis(part) for part in matrix)
    if axis != "predicted" and not frames:
        return matrix
    try:
        array = None if frames else np.asarray(matrix, dtype=float)
    except (TypeError, ValueError):  # matrices of several sizes, or not numbers, which the reader of matrices refuses
        array = None
    if array is None:
        return [truth_down(part, rows) for part in matrix] if isinstance(matrix, list | tuple) else matrix
    return array if array.ndim < 2 else np.swapaxes(array, -1, -2)


def is_asymmetric(table: Array) -> bool:
    """Whether it matters what the rows are."""
    return not np.array_equal(table, table.T)
