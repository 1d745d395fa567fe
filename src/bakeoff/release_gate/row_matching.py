"""Rows that only one of two models predicted: refused with their number, dropped, or counted as wrong."""

from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import listed
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Output, Predictions, pool
from bakeoff.predictions.resampling.row_groups import repeated_row
from bakeoff.release_gate.notes import DROPPED_ROWS, WRONG_ROWS

__all__ = ["Missing", "matched_rows", "missing_named"]


class Missing(StrEnum):
    """What becomes of rows that one model did not predict."""

    WRONG = "wrong"
    DROP = "drop"


def missing_named(name: str | None) -> Missing | None:
    """The treatment of that name; None refuses such rows."""
    if name is not None and name not in list(Missing):
        raise UnknownName("treatment of missing rows", name, list(Missing))
    return None if name is None else Missing(name)


def matched_rows(
    base: Predictions, new: Predictions, missing: Missing | None, measures: tuple[Measure, ...] = ()
) -> tuple[Predictions, Predictions, tuple[Note, ...]]:
    """Both on the same rows, and what was done to get there.

    Parameters
    ----------
    base, new
        Predictions with row ids.
    missing
        Whether rows of one model alone are dropped or counted as wrong; None refuses them.
    measures
        What is measured: a wrong answer must have one meaning for all of them.
    """
    without_new, without_base = np.setdiff1d(base.rows, new.rows), np.setdiff1d(new.rows, base.rows)
    if not len(without_new) and not len(without_base):
        return base, new, ()
    if missing is None:
        raise BadInput(_refusal(base.rows, new.rows, without_base, without_new))
    if any(repeated_row(pred.rows) is not None for pred in (base, new)):
        raise BadInput(
            "a row id occurs twice, so that it is unknown which rows are missing; number the rows of each file"
        )
    counts = {"base": len(without_base), "new": len(without_new)}
    if missing is Missing.DROP:
        both = np.intersect1d(base.rows, new.rows)
        if not len(both):
            raise BadInput("base and new have no row in common; check the column of row ids (--row)")
        base, new = (pred.take(np.flatnonzero(np.isin(pred.rows, both))) for pred in (base, new))
        return base, new, (DROPPED_ROWS(**counts),)
    _check_wrong(base, measures)
    return _filled(base, new, without_base), _filled(new, base, without_new), (WRONG_ROWS(**counts),)


def _refusal(base: Array, new: Array, without_base: Array, without_new: Array) -> str:
    sides = (("base", without_base), ("new", without_new))
    parts = [
        f"{name} lacks {len(rows):,} ({listed(list(map(str, rows)), most=4)})" for name, rows in sides if len(rows)
    ]
    both = len(np.intersect1d(base, new))
    return (
        f"base and new are not about the same rows: {both:,} match, {' and '.join(parts)}; predict them, or state what a missing row "
        "means: --missing wrong counts it as a wrong answer, --missing drop leaves it out"
    )


def _check_wrong(pred: Predictions, measures: tuple[Measure, ...]) -> None:
    """Refuse where a wrong answer could be several things."""
    two = pred.task.classifies and len(pred.classes) == 2
    for measure in measures:
        hits = measure.per_row is not None and measure.after is None
        if not pred.task.classifies or measure.needs is not Output.LABEL or not (two or hits):
            raise NotApplicable(
                f"a missing row cannot count as wrong by {measure.name}: what was answered matters to it; use --missing drop"
            )


def _filled(pred: Predictions, other: Predictions, rows: Array) -> Predictions:
    """With the rows that only the other model has, each with a wrong answer."""
    more = other.take(np.flatnonzero(np.isin(other.rows, rows)))
    wrong = (more.truth + 1) % len(pred.classes)
    plain: dict[str, Any] = dict.fromkeys(("score", "proba", "sd", "draws", "prior"))
    return pool((replace(pred, label=pred.labels(), **plain), replace(more, label=wrong, **plain)))
