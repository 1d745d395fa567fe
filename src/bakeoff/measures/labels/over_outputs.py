"""Any measure of numbers averaged over several outputs: by weights of the user's own, or by the variance of each output."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import elide
from bakeoff.data.tasks import MULTIOUTPUT, REGRESSION
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import IntervalRule, Invariance, Measure
from bakeoff.predictions.kinds import MEANS, ROWS
from bakeoff.predictions.predictions import Predictions

__all__ = ["over_outputs"]

VARIANCE = "variance"


def over_outputs(measure: str, weights: str | Sequence[float], named: Callable[[str], Measure]) -> Measure:
    """Average a measure of numbers over outputs: "variance" weighs each by the variance of its truth, a list states a weight for each.

    >>> from bakeoff.measures import measure_named
    >>> measure_named('over_outputs("rmse", [0.5, 1.5])').name
    'over_outputs("rmse", [0.5,1.5])'
    """
    if not isinstance(measure, str):
        raise BadInput('over_outputs takes the name of a measure in quotes: over_outputs("r2", "variance")')
    inner = named(measure)
    if REGRESSION not in inner.tasks or inner.needs is None:
        raise BadInput(f"over_outputs takes a measure of numbers, such as rmse or r2, and {inner.name} is none")
    stated = None if weights == VARIANCE else _checked(weights)
    text = '"variance"' if stated is None else "[" + ",".join(map(parameter_text, stated)) + "]"
    words = "weighted by their variance" if stated is None else "with stated weights"

    def over_rows(pred: Predictions) -> float:
        shares = _variances(pred) if stated is None else _of_columns(stated, pred)
        used = np.flatnonzero(shares > 0)
        if not used.size:
            return float("nan")
        return float(np.average([inner(pred.column(j)) for j in used.tolist()], weights=shares[used]))

    def per_row(pred: Predictions) -> Array:
        assert stated is not None
        assert inner.per_row is not None
        shares = _of_columns(stated, pred)
        values = [inner.per_row(pred.column(j)) for j in range(len(shares))]
        return np.asarray(np.average(values, axis=0, weights=shares))

    column = lambda pred, _: per_row(pred)  # noqa: E731
    of_rows = stated is not None and inner.per_row is not None and inner.after is None
    how: dict[str, Any] = (
        {"reads": MEANS, "compute": lambda means: means[column], "per_row": per_row}
        if of_rows
        else {"reads": ROWS, "compute": over_rows, "per_row": None}
    )
    return replace(
        inner, name=f'over_outputs("{inner.name}", {text})', title=f"{inner.title}, mean over outputs {words}",
        short=f"{inner.short} over outputs {words}", tasks=frozenset({MULTIOUTPUT}), after=None, interval=IntervalRule.USUAL,
        paired_test="", variants={}, instead={}, slopes=None, explains="", invariant=Invariance.NONE, cautions=frozenset(), caveats=(),
        undefined=f"{inner.undefined}, or no output varies" if stated is None else inner.undefined, **how,
    )  # fmt: skip


def _checked(weights: Any) -> tuple[float, ...]:
    """Weights that are numbers of 0 or more, and not all 0."""
    wrong = BadInput(
        f'over_outputs weighs outputs by "variance" or by a list with one number of 0 or more for each, such as [0.3, 0.7], not '
        f"{elide(repr(weights), 40)}"
    )
    if isinstance(weights, (str, bytes)) or not isinstance(weights, Sequence):
        raise wrong
    try:
        numbers = tuple(float(weight) for weight in weights)
    except (TypeError, ValueError):
        raise wrong from None
    if not all(0 <= weight < np.inf for weight in numbers) or not sum(numbers):
        raise wrong
    return numbers


def _of_columns(stated: tuple[float, ...], pred: Predictions) -> Array:
    """The stated weights, one for each output of these predictions."""
    width = pred.truth.shape[1]
    if len(stated) != width:
        raise NotApplicable(f"{len(stated)} weights for {width} outputs; state one for each output")
    return np.asarray(stated, dtype=np.float64)


def _variances(pred: Predictions) -> Array:
    """How much the truth of each output varies."""
    truth = np.asarray(pred.truth, dtype=np.float64)
    return np.average((truth - np.average(truth, axis=0, weights=pred.weight)) ** 2, axis=0, weights=pred.weight)
