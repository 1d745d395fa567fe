"""The error of a learner from bootstrap samples: on the rows left out (e0), .632 and .632+."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.estimates.notes import FEW_SAMPLES, LOW_TRAINING_ERROR, MEMORISED_ROWS, ROWS_NEVER_LEFT_OUT
from bakeoff.estimates.over_splits.optimism import e632, e632plus, no_information_rate
from bakeoff.predictions.predictions import Predictions

__all__ = ["ENOUGH", "BootstrapError", "bootstrap_error"]

ENOUGH = 200  # samples
LOW = 0.5  # training error over e0, below which .632 is too good
NEAR_ZERO = 0.05  # training error over e0, up to which a learner knows its training rows by heart: one error in twenty may be a row that contradicts another


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapError:
    """Estimates of one learner's error: the share of wrong classes, or the mean squared error of numbers."""

    e0: float  # mean over rows of the mean error of the models that did not train on the row
    e0_over_samples: float  # mean over samples of the error on the rows left out, as some books have it
    training: float  # of the model trained on all rows, on these rows
    no_information: float  # if the answers had nothing to do with the truth
    e632: float
    e632plus: float
    overfitting: float  # relative overfitting rate, 0 to 1
    samples: int
    rows: int  # that were left out at least once
    dataset: str = ""
    learner: str = ""
    notes: tuple[Note, ...] = ()


def bootstrap_error(outside: Sequence[Predictions], whole: Predictions) -> BootstrapError:
    """From the predictions of the rows that each sample left out, and of all rows by the model trained on all of them.

    The error is that of classes, or the squared error of numbers. e0 averages rows, as Efron and Tibshirani do: a row counts once,
    with the mean over the models that did not train on it. References: efron1983, efron1997.
    """
    if not outside:
        raise BadInput("there are no bootstrap samples; give the predictions of the rows that each of them left out")
    rows, by_row, means = _errors(outside)
    e0, over = float(np.mean(by_row)), float(np.mean(means))
    training = float(np.mean(_loss(whole)))
    gamma = _no_information(whole)
    notes: list[Note] = []
    if len(outside) < ENOUGH:
        notes.append(FEW_SAMPLES(n=len(outside), enough=ENOUGH))
    if len(rows) < len(whole):
        notes.append(ROWS_NEVER_LEFT_OUT(n=len(whole) - len(rows), rows=len(whole)))
    if training < LOW * e0:
        kind = MEMORISED_ROWS if training <= NEAR_ZERO * e0 else LOW_TRAINING_ERROR
        notes.append(kind(training=training, e0=e0))
    overfitting = min(max((min(e0, gamma) - training) / (gamma - training), 0.0), 1.0) if gamma > training else 0.0
    undefined = isnan(e0) or isnan(training)
    return BootstrapError(
        e0=e0,
        e0_over_samples=over,
        training=training,
        no_information=gamma,
        e632=nan if undefined else e632(e0, training),
        e632plus=nan if undefined else e632plus(e0, training, gamma),
        overfitting=nan if undefined else overfitting,
        samples=len(outside),
        rows=len(rows),
        notes=tuple(notes),
    )


def _errors(outside: Sequence[Predictions]) -> tuple[Array, Array, list[float]]:
    """Rows that were left out, the mean error of each, and the mean error of each sample."""
    ids = np.concatenate([part.rows for part in outside])
    losses = [_loss(part) for part in outside]
    rows, row_codes = np.unique(ids, return_inverse=True)
    sums = np.bincount(row_codes.reshape(-1), weights=np.concatenate(losses))
    return rows, sums / np.bincount(row_codes.reshape(-1)), [float(loss.mean()) for loss in losses if len(loss)]


def _loss(predictions: Predictions) -> Array:
    labels = predictions.labels()
    return predictions.task.wrong(labels, predictions.truth) ** 2


def _no_information(whole: Predictions) -> float:
    """The mean error over all pairs of a truth and an answer."""
    labels, truth = whole.labels(), whole.truth
    if whole.task.coded:
        return no_information_rate(truth, labels)
    return float(np.var(labels) + np.var(truth) + (labels.mean() - truth.mean()) ** 2)
