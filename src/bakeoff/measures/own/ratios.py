"""Ratios of sums: measures that users make of two functions, each of which gives one number per row."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import clean
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.own.own_function import OwnFunction, ReturnedForm, source_hash
from bakeoff.measures.own.own_measure import check_name, measure_of_function, with_answer
from bakeoff.measures.own.session import declare

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
        Give it in place of a name wherever a measure is named; its name stands for it from then on.

    Examples
    --------
    >>> import bakeoff as bo
    >>> share = bo.ratio_measure("off_share", lambda y, p: abs(p - y), lambda y, p: abs(y), direction="lower")
    >>> bo.measure([10.0, 20.0, 30.0], [11.0, 18.0, 33.0], measures=[share])["off_share"].value
    0.1
    """
    check_name(name)
    if direction not in {Direction.HIGHER, Direction.LOWER, Direction.NEITHER}:
        raise BadInput(f"the direction of a ratio is higher, lower or neither, not {clean(repr(direction))}")
    parts = {"numerator": numerator, "denominator": denominator}
    for part, function in parts.items():
        if not callable(function):
            raise BadInput(
                f"the {part} of {name!r} is a function of the true and the predicted values, not {clean(repr(function))}"
            )

    def columns(y_true: Array, y_pred: Array) -> list[Array]:
        return [
            _column(f"the {part} of {name!r}", function(y_true, y_pred), len(y_true))
            for part, function in parts.items()
        ]

    own = OwnFunction(call=columns, name=clean(name), source=source_hash(numerator) + source_hash(denominator))
    declared = with_answer(measure_of_function(own, name, Direction(direction), bounds), ReturnedForm.RATIO)
    return declare(
        replace(
            declared, title=title or name, short="", formula=r"\sum_i a_i / \sum_i b_i", family="ratios",
            undefined="the denominator adds up to zero",
        )
    )  # fmt: skip


def _column(part: str, returned: Any, n: int) -> Array:
    """What a function gives for each of n rows."""
    try:
        column = np.asarray(returned, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise NotApplicable(f"{part} gives no numbers: {clean(str(problem))}") from None
    if column.shape != (n,):
        raise NotApplicable(f"{part} gives one number per row: {n} are expected, its shape is {column.shape}")
    return column
