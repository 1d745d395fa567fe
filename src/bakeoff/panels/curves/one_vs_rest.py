"""One class against the rest: what a curve needs of a truth with more than two classes."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Name
from bakeoff.panels.curves.curve_set import CurveValues
from bakeoff.panels.notes import AGAINST_REST
from bakeoff.predictions.class_labels import ArgumentNames, ClassLabels, first_missing
from bakeoff.predictions.from_arrays import guess_task

__all__ = ["UNASKED", "OneVsRest", "against", "against_rest"]

UNASKED = frozenset({"y_pred", "y_score", "y_proba", "labels", "task"})  # a curve has no other choice


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OneVsRest:
    """The truth as two classes, and how many others stand together; None where there were two in the first place."""

    truth: Any
    positive: Any = None
    rest: int | None = None


def against(sides: OneVsRest, values: CurveValues) -> CurveValues:
    """The curves with the class by its own name, and with what it stood against."""
    if sides.rest is None:
        return values
    note = AGAINST_REST(name=Name(str(sides.positive)), others=sides.rest)
    return replace(values, positive=str(sides.positive), notes=(note, *values.notes))


def against_rest(truth: Any, positive: Any, say: ArgumentNames) -> OneVsRest:
    """The truth itself where it has two classes; what is missing or unknown is complained about by those who read on.

    >>> against_rest(["a", "b", "c"], "a", ArgumentNames()).truth.tolist()
    [True, False, False]
    """
    values = np.asarray(truth)
    if values.ndim != 1 or first_missing(values) is not None:
        return OneVsRest(truth=truth)
    if guess_task(values).numeric:
        raise BadInput(f"{say('y_true')} contains numbers with fractions, and a curve needs two classes")
    mine = np.asarray(values == positive) if positive is not None else np.zeros(len(values), dtype=bool)
    others = _distinct(values[~mine])
    if positive is None and others > 2:
        asked = say.asked("positive")
        raise BadInput(f"{say('y_true')} has {others} classes, and a curve needs a positive one: name it with {asked}")
    if not mine.any() or others < 2:
        return OneVsRest(truth=truth)
    return OneVsRest(truth=mine, positive=positive, rest=others)


def _distinct(values: Array) -> int:
    return len(set(values.tolist()) if values.dtype.kind == "O" else ClassLabels.found({"": values}).values)
