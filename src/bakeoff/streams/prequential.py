"""Prequential values: a measure after every example of a stream, each predicted before its label was known."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import NotApplicable
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.streams.forgetting import forgetting_of
from bakeoff.streams.running_measure import has_running_sums, running_measure

__all__ = ["prequential"]


@suggest_arguments
def prequential(
    y_true: Any,
    y_pred: Any = None,
    measure: str | Measure = "error",
    window: int | None = None,
    fading: float | None = None,
    *,
    every: int | None = None,
    y_score: Any = None,
    y_proba: Any = None,
    y_sd: Any = None,
    y_draws: Any = None,
    task: str | None = None,
    labels: Sequence[Any] | None = None,
    positive: Any = None,
) -> Array:
    r"""How good were the predictions so far, after every example?

    Without window and fading this is the measure on all examples so far. With fading :math:`\alpha` it reads
    :math:`S_n / B_n`, where :math:`S_n = L_n + \alpha S_{n-1}` and :math:`B_n = 1 + \alpha B_{n-1}`: an example weighs
    :math:`\alpha` times the next one.  Reference: gama2013.

    Parameters
    ----------
    y_true, y_pred, y_score, y_proba, y_sd, y_draws, task, labels, positive
        Truth and predictions in the order of time, as in `bo.measure`.
    measure
        The name of a measure. Any that reads losses, confusion counts or means of row quantities works with or without
        window and fading. One that ranks examples or needs them at once (ROC AUC, median error) needs `window` and `every`.
    window
        The value is computed over this many of the last examples, or over all while there are fewer.
    fading
        A factor above 0 and at most 1; it forgets as a window of about 1 / (1 - fading) examples does.
    every
        The number of examples between two values; by default a value follows each example.

    Returns
    -------
    An array with one value for each example, or for every `every`-th; NaN where the measure is undefined.

    >>> prequential([1, 1, 0, 1], [1, 0, 0, 0]).tolist()
    [0.0, 0.5, 0.3333333333333333, 0.5]
    >>> prequential([1, 1, 0, 1], [1, 0, 0, 0], window=2).tolist()
    [0.0, 0.5, 0.5, 0.5]
    >>> prequential([1, 1, 0, 1], [1, 0, 0, 0], fading=0.5).tolist()
    [0.0, 0.6666666666666666, 0.2857142857142857, 0.6666666666666666]
    """
    forgetting = forgetting_of(window, fading)
    step = None if every is None else count("every", every)
    pred = predictions_of(
        y_true, y_pred, y_score, y_sd, y_proba=y_proba, y_draws=y_draws, task=task, labels=labels, positive=positive
    )
    declared = measure if isinstance(measure, Measure) else measure_named(measure)
    if reason := declared.fits(pred):
        raise NotApplicable(reason)
    if not has_running_sums(declared) and forgetting.window is not None and step is not None:
        ends = range(step, len(pred) + 1, step)
        windows = (pred.take(slice(max(0, end - forgetting.window), end)) for end in ends)
        return np.array([declared(part) for part in windows], dtype=np.float64)
    values = running_measure(declared, forgetting).extend(pred)
    return values if step is None else values[step - 1 :: step]
