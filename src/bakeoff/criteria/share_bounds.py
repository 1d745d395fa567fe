"""Bounds on the part that a measure may have in the weighted sum of its side: checked before any programme is solved."""

from collections.abc import Mapping, Sequence

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.text import listed
from bakeoff.criteria.measures_table import MeasuresTable

__all__ = ["check_share_bounds"]

_ROUNDING = 1e-9


def check_share_bounds(table: MeasuresTable, shares: Mapping[str, tuple[float, float]]) -> None:
    """Refuse bounds that no weights meet."""
    for name, (low, high) in shares.items():
        if name not in table.columns:
            raise UnknownName("measure", name, table.columns)
        if not 0 <= low <= high <= 1:
            raise BadInput(f"the share of {name} lies between 0 and 1, the lower bound first, not {low:g} to {high:g}")
    for side, columns, values in (("positive", table.positive, table.wanted), ("negative", table.negative, table.cost)):
        if any(name in shares for name in columns):
            _check_side(side, columns, shares)
            _check_zeros(columns, values, table.learners, shares)


def _check_side(side: str, columns: Sequence[str], shares: Mapping[str, tuple[float, float]]) -> None:
    """The shares of a side add up to 1: the lower bounds may not exceed that, and the upper ones must reach it."""
    low = sum(shares[name][0] for name in columns if name in shares)
    high = sum(shares[name][1] if name in shares else 1.0 for name in columns)
    bounded = listed([name for name in columns if name in shares])
    if low > 1 + _ROUNDING:
        raise BadInput(
            f"no weights meet the bounds: the shares of the {side} measures add up to 1, but the lower bounds of {bounded} to {low:g}; lower them"
        )
    if high < 1 - _ROUNDING:
        raise BadInput(
            f"no weights meet the bounds: the shares of the {side} measures add up to 1, but the upper bounds of {bounded} to {high:g}; "
            f"raise them, or add another {side} measure"
        )


def _check_zeros(
    columns: Sequence[str], values: Array, learners: Sequence[str], shares: Mapping[str, tuple[float, float]]
) -> None:
    """A measure that is 0 for a learner has the share 0 with any weight."""
    for learner, row in zip(learners, values, strict=True):
        zero = [name for name, value in zip(columns, row, strict=True) if value == 0]
        asked = [name for name in zero if name in shares and shares[name][0] > 0]
        rest = sum(shares[name][1] if name in shares else 1.0 for name in columns if name not in zero)
        if asked or rest < 1 - _ROUNDING:
            raise BadInput(
                f"no weights of {learner} meet the bounds: its {listed(asked or zero)} is 0 and has the share 0 with any weight; "
                "widen the bounds, or leave the measure or the learner out"
            )
