"""Bias, variance and noise from stored predictions of models that were trained on different samples."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.predictions.predictions import Predictions

__all__ = ["Decomposition", "bias_variance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """Where the error comes from. Squared loss: error = bias + variance + noise (noise only where truths are repeated).

    Zero-one loss, Domingos: error = bias + unbiased variance - biased variance (two classes; named in `method`);
    Kohavi and Wolpert: error = bias + variance with their own definitions.
    """

    error: float
    bias: float
    variance: float
    noise: float
    method: str
    n: int
    models: int


def bias_variance(predictions: Sequence[Predictions], method: str | None = None) -> Decomposition:
    """Decompose the error of one learner from the predictions of several trainings on the same test rows.

    Squared loss for numbers; for classes "domingos" (default) or "kohavi-wolpert". Only rows that every model predicted
    are used. The noise cannot be estimated from single truths and is counted in the bias. References: domingos2000,
    kohavi1996.
    """
    if len(predictions) < 2:
        raise BadInput("a decomposition needs the predictions of at least two trainings")
    truth, table = _aligned(predictions)
    if predictions[0].task.numeric:
        return _squared(truth, table)
    if method in {None, "domingos"}:
        return _domingos(truth, table, len(predictions[0].classes))
    if method == "kohavi-wolpert":
        return _kohavi(truth, table, len(predictions[0].classes))
    raise BadInput(f"no decomposition called {method!r}; known are domingos and kohavi-wolpert")


def _aligned(predictions: Sequence[Predictions]) -> tuple[Array, Array]:
    """Truth and an (n, models) table of labels for the rows all have in common."""
    common = predictions[0].rows
    for pred in predictions:
        if len(np.unique(pred.rows)) != len(pred):
            raise BadInput("a row id occurs twice in one model's predictions; give one training at a time")
        common = np.intersect1d(common, pred.rows)
    if not len(common):
        raise BadInput("the models have no test row in common; use the same test rows for every training")
    columns, truths = [], []
    for pred in predictions:
        order = np.argsort(pred.rows, kind="stable")
        positions = order[np.searchsorted(pred.rows[order], common)]
        columns.append(pred.labels()[positions])
        truths.append(pred.truth[positions])
    if any(not np.array_equal(truths[0], other) for other in truths[1:]):
        raise BadInput("the same row has different truths in two trainings")
    return truths[0], np.stack(columns, axis=1)


def _squared(truth: Array, table: Array) -> Decomposition:
    middle = table.mean(axis=1)
    return Decomposition(
        error=float(((table - truth[:, None]) ** 2).mean()),
        bias=float(((middle - truth) ** 2).mean()),
        variance=float(table.var(axis=1).mean()),
        noise=0.0,
        method="squared loss",
        n=len(truth),
        models=table.shape[1],
    )


def _shares(table: Array, k: int) -> Array:
    return np.stack([(table == label).mean(axis=1) for label in range(k)], axis=1)


def _domingos(truth: Array, table: Array, k: int) -> Decomposition:
    """Main prediction = mode; variance helps where the main prediction is wrong and the deviating one right."""
    main = np.argmax(_shares(table, k), axis=1)
    biased = main != truth
    away = table != main[:, None]
    helps = away & biased[:, None] & (table == truth[:, None])
    hurts = away & ~biased[:, None]
    return Decomposition(
        error=float((table != truth[:, None]).mean()),
        bias=float(biased.mean()),
        variance=float(hurts.mean() - helps.mean()),
        noise=0.0,
        method="zero-one loss, Domingos: bias + (variance that hurts - variance that helps)",
        n=len(truth),
        models=table.shape[1],
    )


def _kohavi(truth: Array, table: Array, k: int) -> Decomposition:
    shares = _shares(table, k)
    target = np.eye(k)[truth]
    return Decomposition(
        error=float((table != truth[:, None]).mean()),
        bias=float(((target - shares) ** 2).sum(axis=1).mean() / 2),
        variance=float((1 - (shares**2).sum(axis=1)).mean() / 2),
        noise=0.0,
        method="zero-one loss, Kohavi and Wolpert",
        n=len(truth),
        models=table.shape[1],
    )
