"""Ratios of sums: measures that users make of two functions, each of which gives one number per row."""

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean
from bakeoff.measures.measure import CLASSES, NUMBERS, Direction, Measure
from bakeoff.predictions.kinds import SUMS
from bakeoff.predictions.kinds.row_sums import ratio_of_sums
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.pivot import Pivot
from bakeoff.predictions.summaries.row_quantities import Column

__all__ = ["ratio_measure"]

RowFunction = Callable[[Array, Array], Any]


def ratio_measure(
    name: str,
    numerator: RowFunction,
    denominator: RowFunction,
    *,
    direction: Direction | str,
    title: str = "",
    bounds: tuple[float, float] = (-inf, inf),
) -> Measure:
    r"""A measure of your own that is a sum over the rows, divided by another sum over the rows.

    It has intervals by the delta method or the bootstrap, also with groups and weights, and values along a stream.
    Reference: cochran1977.

    Parameters
    ----------
    name : str
        How tables call it; no other measure has that name.
    numerator, denominator : function
        Each takes the true and the predicted values as two arrays and returns one number per row. Classes come as their
        names, and as whole numbers where all names are whole numbers.
    direction : "higher", "lower" or "neither"
        Which way is better.
    title : str
        As a heading has it; the name where there is none.
    bounds : tuple of two floats
        Between which values it lies. Ratios that are never negative are `(0, math.inf)`: their intervals are made on
        the scale of the logarithm.

    Returns
    -------
    Measure
        Give it to `bo.measure` and `bo.prequential` in place of a name. Questions that name their measure,
        as `bo.compare_predictions` does, take measures of the catalogue only.

    Examples
    --------
    >>> import bakeoff as bo
    >>> share = bo.ratio_measure("off_share", lambda y, p: abs(p - y), lambda y, p: abs(y), direction="lower")
    >>> bo.measure([10.0, 20.0, 30.0], [11.0, 18.0, 33.0], measures=[share])["off_share"].value
    0.1
    """
    from bakeoff.measures import measures

    if not str(name).strip():
        raise BadInput("a measure needs a name")
    if name in measures:
        raise BadInput(f"another measure is called {name!r}; take another name")
    if direction not in {Direction.HIGHER, Direction.LOWER, Direction.NEITHER}:
        raise BadInput(f"the direction of a ratio is higher, lower or neither, not {clean(repr(direction))}")
    above, below = (
        _column(name, part, function) for part, function in (("numerator", numerator), ("denominator", denominator))
    )
    return Measure(
        name=name,
        title=title or name,
        formula=r"\sum_i a_i / \sum_i b_i",
        direction=Direction(direction),
        bounds=bounds,
        tasks=CLASSES | NUMBERS,
        needs=Output.LABEL,
        reads=SUMS,
        compute=lambda sums: ratio_of_sums(sums, above, below),
        reference="cochran1977",
        undefined="the denominator adds up to zero",
        family="ratios",
    )


def _column(name: str, part: str, function: RowFunction) -> Column:
    """The function as a quantity of each row."""
    if not callable(function):
        raise BadInput(
            f"the {part} of {name!r} is a function of the true and the predicted values, not {clean(repr(function))}"
        )

    def values(pred: Predictions, _: Pivot) -> Array:
        try:
            column = np.asarray(function(_spelled(pred, pred.truth), _spelled(pred, pred.labels())), dtype=np.float64)
        except (TypeError, ValueError) as problem:
            raise BadInput(f"the {part} of {name!r} gives no numbers: {clean(str(problem))}") from None
        if column.shape != (len(pred),):
            raise BadInput(
                f"the {part} of {name!r} gives one number per row: {len(pred)} are expected, its shape is {column.shape}"
            )
        if not np.isfinite(column).all():
            row = pred.rows[int(np.argmin(np.isfinite(column)))]
            raise BadInput(
                f"the {part} of {name!r} is not a number on row {clean(str(row))}; give a finite number for every row"
            )
        return column

    values.__name__ = f"{part} of {name}"
    return values


def _spelled(pred: Predictions, codes: Array) -> Array:
    """Values as users write them; names of classes that are whole numbers are numbers, as in a file."""
    if not pred.task.coded:
        return codes
    names = np.array(pred.classes)
    if all(one.lstrip("-").isdecimal() for one in pred.classes):
        names = names.astype(np.int64)
    return names[codes]
