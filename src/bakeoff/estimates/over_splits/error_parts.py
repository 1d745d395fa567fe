"""Noise, bias and variance of a learner from the predictions of a study, where every row is predicted by several trainings."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Note
from bakeoff.estimates.notes import FEW_TRAININGS, NOISE_IN_BIAS, NOT_ADDING_UP
from bakeoff.predictions.predictions import Predictions

__all__ = ["ErrorParts", "error_parts"]

ENOUGH = 10  # trainings for a row
TINY = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorParts:
    """Where the error comes from.

    Squared error: error = noise + bias + variance + rest; the rest is 0 where noise is not known, else the chance correlation of
    noise and error. Zero-one loss, Domingos: error = effect of noise + bias + variance that hurts - variance that helps, exactly.
    """

    loss: str  # "squared" or "zero-one"
    error: float
    bias: float  # of the main prediction: the mean, or the most frequent class
    variance: float  # around the main prediction
    hurts: float  # zero-one: variance on rows where the main prediction is right
    helps: float  # zero-one: deviations to the truth on rows where the main prediction is wrong
    noise: float  # NaN where it is not known; it is then in the bias. Zero-one: the share of rows whose class is not the most probable
    noise_effect: float  # what noise adds to the error; zero-one: less than the noise, where wrong answers meet wrong classes
    rest: float
    rows: int
    trainings: float  # for a row, on average
    dataset: str = ""
    learner: str = ""
    notes: tuple[Note, ...] = ()


def error_parts(
    trainings: Sequence[Predictions], *, truth: Array | None = None, truth_rows: Array | None = None
) -> ErrorParts:
    """Decompose the error; each part holds rows that one or several trainings predicted, and every row may come up often.

    `truth` is what the target would be without noise (the mean of a number, the most probable class) of the rows whose ids are
    `truth_rows`. Rows that only one training predicted are left out. Reference: domingos2000.
    """
    if not trainings:
        raise BadInput("there are no predictions to decompose; run the study first")
    said = np.concatenate([one.labels() for one in trainings])
    ids = np.concatenate([one.rows for one in trainings])
    target = np.concatenate([one.truth for one in trainings])
    rows, at = np.unique(ids, return_inverse=True)
    at = at.reshape(-1)
    many = np.bincount(at)
    kept = many >= 2
    if not kept.any():
        raise NotApplicable(
            "no row was predicted by two trainings, so variance cannot be seen; use repeats or a bootstrap, such as 10x10"
        )
    first = np.zeros(len(rows), dtype=np.int64)
    first[at[::-1]] = np.arange(len(at))[::-1]
    answers = target[first]
    if not np.array_equal(answers[at], target):
        raise BadInput("the same row has different truths in two trainings")
    best = None if truth is None or truth_rows is None else _matched(truth, truth_rows, rows)
    parts = _squared if not trainings[0].task.labelled else _zero_one
    made = parts(said, at, many, kept, answers, best, len(trainings[0].classes))
    notes: list[Note] = [] if best is not None else [NOISE_IN_BIAS()]
    trained = float(many[kept].mean())
    if trained < ENOUGH:
        notes.append(FEW_TRAININGS(n=round(trained)))
    if abs(made["rest"]) > TINY:
        notes.append(NOT_ADDING_UP(rest=made["rest"]))
    loss = "zero-one" if trainings[0].task.labelled else "squared"
    return ErrorParts(loss=loss, rows=int(kept.sum()), trainings=trained, notes=tuple(notes), **made)


def _matched(truth: Array, truth_rows: Array, rows: Array) -> Array:
    order = np.argsort(truth_rows, kind="stable")
    at = np.searchsorted(truth_rows[order], rows)
    if len(truth) != len(truth_rows) or (at >= len(order)).any() or not np.array_equal(truth_rows[order][at], rows):
        raise BadInput("truth must have one value for each row of the data set")
    return np.asarray(truth)[order[at]]


def _squared(
    said: Array, at: Array, many: Array, kept: Array, answers: Array, best: Array | None, _: int
) -> dict[str, float]:
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = np.bincount(at, weights=said) / many
        spread = np.bincount(at, weights=(said - middle[at]) ** 2) / many
        error = np.bincount(at, weights=(said - answers[at]) ** 2) / many
    clean = answers if best is None else best
    bias, noise = (middle - clean) ** 2, (answers - clean) ** 2
    found = {"error": error, "bias": bias, "variance": spread, "noise": noise}
    means = {name: float(values[kept].mean()) for name, values in found.items()}
    rest = means["error"] - means["bias"] - means["variance"] - means["noise"]
    noise_or_not = nan if best is None else means["noise"]
    rest = rest if abs(rest) > TINY * means["error"] else 0.0
    return {**means, "noise": noise_or_not, "noise_effect": noise_or_not, "hurts": nan, "helps": nan, "rest": rest}


def _zero_one(
    said: Array, at: Array, many: Array, kept: Array, answers: Array, best: Array | None, classes: int
) -> dict[str, float]:
    shares = np.bincount(at * classes + said, minlength=len(many) * classes).reshape(-1, classes) / many[:, None]
    main = shares.argmax(axis=1)
    every = np.arange(len(many))
    clean = answers if best is None else best.astype(np.int64)
    wrong = main != clean
    away = 1 - shares[every, main]
    hurts, helps = np.where(wrong, 0.0, away), np.where(wrong, shares[every, clean], 0.0)
    found = {
        "error": 1 - shares[every, answers],
        "bias": wrong.astype(np.float64),
        "variance": away,
        "hurts": hurts,
        "helps": helps,
        "noise": (answers != clean).astype(np.float64),
        "noise_effect": shares[every, clean] - shares[every, answers],
    }
    means = {name: float(values[kept].mean()) for name, values in found.items()}
    unknown = {"noise": nan, "noise_effect": nan} if best is None else {}
    return {**means, **unknown, "rest": 0.0}
