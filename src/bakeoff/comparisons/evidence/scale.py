"""What the name of a measure says about its scores: which way is better, and between which bounds they lie."""

from math import inf

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import DIRECTION, MIXED_SCALES
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable, did_you_mean
from bakeoff.core.notes import Note
from bakeoff.measures import measures
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.naming import resolve, short_name_of

__all__ = ["check_direction", "check_scales", "direction_of", "near_bound", "range_of_differences"]

PERCENT = 1.5  # scores that are shares stay below; above they are in percent
ALIKE = 0.7  # from here on an unknown name is taken for a misspelt one
PLAINLY_HIGHER = frozenset(
    {
        "correct",
        "is_correct",
        "correctness",
        "richtig",
        "right",
        "hit",
        "pass",
        "passed",
        "pass_rate",
        "points",
        "resolved",
        "reward",
        "solved",
        "success",
        "win",
        "wins",
    }
)
LOOKS = 10  # scores of an unknown measure look like percentages from here on


def direction_of(stated: str | None, measure: str) -> tuple[Direction, tuple[Note, ...]]:
    """Return the direction asked for, else that of the measure; with a note where the two differ.

    An unknown measure has no direction, so it must be asked for; scikit-learn's neg_ scorers are better when higher.

    >>> direction_of(None, "log_loss")[0].value, str(direction_of("higher", "log_loss")[1][0])
    ('lower', 'log loss is better when lower, but it is treated as better when higher.')
    """
    declared = resolve(measure)
    if stated is None:
        return _higher(measure) if declared is None else check_direction(declared), ()
    if stated not in ("higher", "lower"):
        raise BadInput(f"direction must be 'higher' or 'lower', not {stated!r}")
    asked = Direction(stated)
    if declared is None or declared.direction is asked:
        return asked, ()
    return asked, (DIRECTION(measure=declared.name, declared=declared.direction.value, asked=asked.value),)


def _higher(name: str) -> Direction:
    """Higher is better where nothing is named, or the name tells it; any other unknown name is refused."""
    if not name or name.startswith("neg_") or name.lower() in PLAINLY_HIGHER:
        return Direction.HIGHER
    near = did_you_mean(name.lower(), measures.understood, ALIKE)
    own = "for a measure of your own, state which scores are better: direction='higher' or 'lower' (--direction)"
    raise BadInput(f"no measure called {name!r}", cure=f"{near} F{own[1:]}" if near else own)


def check_direction(measure: Measure) -> Direction:
    """The direction of a measure that has one; refuses those by which nobody is better."""
    if measure.unordered:
        raise NotApplicable(measure.unordered)
    return measure.direction


def range_of_differences(matrix: ScoreMatrix, measure: str) -> float:
    """How far two scores can lie apart; infinite where the measure is unknown, unbounded or written in percent.

    >>> range_of_differences(ScoreMatrix.of([[0.9, 0.8]]), "accuracy"), range_of_differences(ScoreMatrix.of([[90, 80]]), "accuracy")
    (1.0, inf)
    """
    declared = resolve(measure)
    low, high = (-inf, inf) if declared is None else declared.bounds
    finite = matrix.values[~np.isnan(matrix.values)]
    return float(high - low) if finite.size and low <= finite.min() and finite.max() <= high else inf


def near_bound(matrix: ScoreMatrix, measure: str) -> float | None:
    """The bound of a measure within two standard deviations of a learner's mean: a normal law would put scores beyond it.

    >>> near_bound(ScoreMatrix.of({"a": [0.97, 1.0, 0.98], "b": [0.9, 0.91, 0.9]}), "roc_auc")
    1.0
    >>> near_bound(ScoreMatrix.of({"a": [0.27, 0.3, 0.28], "b": [0.2, 0.21, 0.2]}), "roc_auc")
    """
    declared = resolve(measure)
    if declared is None:
        return None
    percent = bool(np.nanmax(np.abs(matrix.values), initial=0.0) > PERCENT)
    values = [column[np.isfinite(column)] / (100.0 if percent else 1.0) for column in matrix.values.T]
    spreads = [(float(column.mean()), 2 * float(column.std(ddof=1))) for column in values if len(column) > 1]
    bounds = (declared.bounds[1], declared.bounds[0])
    return next((bound for bound in bounds for mean, reach in spreads if abs(bound - mean) <= reach), None)


def check_scales(matrix: ScoreMatrix, measure: str, source: str) -> tuple[Note, ...]:
    """Refuse fractions beside percentages and scores that the measure cannot take; note what only looks so."""
    declared = resolve(measure)
    bounds = (-np.inf, np.inf) if declared is None else declared.bounds
    shares = bounds in {(0.0, 1.0), (-1.0, 1.0)}
    _refuse_outside(matrix, bounds, measure, source, shares=shares)
    if matrix.direction is Direction.HIGHER and bounds[1] in {1.0, inf} and (declared is None or shares):
        _refuse_whole_numbers(matrix, source)
    small = np.isnan(matrix.values) | ((matrix.values > 0) & (matrix.values <= 1))
    large = np.isnan(matrix.values) | ((matrix.values > (PERCENT if shares else LOOKS)) & (matrix.values <= 100))
    mixed = _pair(small, large, matrix.names, axis=0)
    if mixed and (shares or (declared is None and matrix.direction is Direction.HIGHER)):
        raise BadInput(
            f"{source}: column {mixed[0]!r} contains fractions and column {mixed[1]!r} percentages; bring both to one scale"
        )
    mixed = _pair(small, large, matrix.blocks, axis=1)
    if not mixed or not (shares or declared is None):
        return ()
    if shares:
        raise BadInput(
            f"{source}: row {mixed[0]!r} contains fractions and row {mixed[1]!r} percentages; bring all to one scale"
        )
    higher = matrix.direction is Direction.HIGHER
    return (MIXED_SCALES(fractions=mixed[0], percentages=mixed[1]),) if higher else ()


def _refuse_whole_numbers(matrix: ScoreMatrix, source: str) -> None:
    """Refuse one column of whole numbers where all others hold scores between 0 and 1: it may hold ids."""
    values = np.where(np.isnan(matrix.values), 0.0, matrix.values)
    whole = (values == np.round(values)).all(axis=0) & (values.max(axis=0, initial=0.0) > 1)
    others = values[:, ~whole]
    if whole.sum() != 1 or not ((others >= 0) & (others <= 1)).all() or (others == np.round(others)).all():
        return
    column = int(np.argmax(whole))
    if (values[:, column] > LOOKS).all() and values[
        :, column
    ].max() <= 100:  # percentages, which are refused by that name
        return
    raise BadInput(
        f"{source}: column {matrix.names[column]!r} contains whole numbers up to {values[:, column].max():g} beside scores between 0 and 1",
        cure="leave it out if it is not a learner, or name what it is (item=, --item; groups=, --groups)",
    )


def _refuse_outside(
    matrix: ScoreMatrix, bounds: tuple[float, float], measure: str, source: str, *, shares: bool
) -> None:
    low, high = bounds
    values = matrix.values
    percent = shares and bool(np.nanmax(np.abs(values), initial=0.0) > PERCENT)
    factor = 100.0 if percent else 1.0
    slack = 1e-9 * factor
    outside = np.argwhere((values < low * factor - slack) | (values > high * factor + slack))
    if len(outside):
        i, j = outside[0].tolist()
        also = f" (or {low * 100:g} and {high * 100:g} in percent)" if shares else ""
        raise BadInput(
            f"{source}: {short_name_of(measure)} lies between {low:g} and {high:g}{also}, but column {matrix.names[j]!r} contains "
            f"{values[i, j]:g} in row {i + 1} ({matrix.blocks[i]}); correct it or name another measure"
        )


def _pair(small: Array, large: Array, names: tuple[str, ...], *, axis: int) -> tuple[str, str] | None:
    """A line that is small throughout and one that is large throughout."""
    empty = (small & large).all(axis=axis)
    a, b = np.flatnonzero(small.all(axis=axis) & ~empty), np.flatnonzero(large.all(axis=axis) & ~empty)
    return (names[int(a[0])], names[int(b[0])]) if a.size and b.size else None
