"""Noise, bias and variance of a learner from the predictions of a study, where every row is predicted by several trainings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Name, Note
from bakeoff.estimates.notes import FEW_TRAININGS, NO_PARTS, NOISE_IN_BIAS, NOT_ADDING_UP, SHARED_ROWS
from bakeoff.predictions.predictions import Predictions

__all__ = ["ErrorParts", "error_parts", "no_parts"]

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
    noise_effect: (
        float  # what noise adds to the error; zero-one: less than the noise, where wrong answers meet wrong classes
    )
    rest: float
    rows: int = 0
    trainings: float = nan  # for a row, on average
    dataset: str = ""
    learner: str = ""
    notes: tuple[Note, ...] = ()


def error_parts(
    trainings: Sequence[Predictions],
    *,
    truth: Array | None = None,
    truth_rows: Array | None = None,
    shared: float = 0.0,
) -> ErrorParts:
    """Decompose the error; each part holds rows that one or several trainings predicted, and every row may come up often.

    `truth` is what the target would be without noise (the mean of a number, the most probable class) of the rows whose ids are
    `truth_rows`. `shared` is the part of their rows that two training sets have in common: what the trainings have in common because of
    it is in the bias. Rows that only one training predicted are left out. Reference: domingos2000.
    """
    if not trainings:
        raise NotApplicable("there are no predictions of classes or numbers; run the study first")
    labels = np.concatenate([training.labels() for training in trainings])
    ids = np.concatenate([training.rows for training in trainings])
    target = np.concatenate([training.truth for training in trainings])
    rows, row_codes = np.unique(ids, return_inverse=True)
    row_codes = row_codes.reshape(-1)
    many = np.bincount(row_codes)
    kept = many >= 2
    if not kept.any():
        raise NotApplicable(
            "no row was predicted by two trainings, so variance cannot be seen; use a bootstrap, such as bootstrap(200), or repeats"
        )
    first = np.zeros(len(rows), dtype=np.int64)
    first[row_codes[::-1]] = np.arange(len(row_codes))[::-1]
    answers = target[first]
    if not np.array_equal(answers[row_codes], target):
        raise BadInput("the same row has different truths in two trainings")
    best = None if truth is None or truth_rows is None else _matched(truth, truth_rows, rows)
    answered = _Answered(said=labels, at=row_codes, many=many, kept=kept, answers=answers, best=best)
    numeric = trainings[0].task.numeric
    parts = _squared(answered) if numeric else _zero_one(answered, len(trainings[0].classes))
    notes: list[Note] = [SHARED_ROWS(share=shared)] if shared > 0 else []
    notes += [] if best is not None else [NOISE_IN_BIAS()]
    trained = float(many[kept].mean())
    if trained < ENOUGH:
        notes.append(FEW_TRAININGS(n=round(trained)))
    if abs(parts.rest) > TINY:
        notes.append(NOT_ADDING_UP(rest=parts.rest))
    return replace(parts, rows=int(kept.sum()), trainings=trained, notes=tuple(notes))


def no_parts(loss: str, *, dataset: str, learner: str, why: str) -> ErrorParts:
    """Parts without values, and the reason."""
    note = NO_PARTS(learner=Name(learner), dataset=Name(dataset), why=why)
    return ErrorParts(
        loss=loss, dataset=dataset, learner=learner, notes=(note,),
        error=nan, bias=nan, variance=nan, hurts=nan, helps=nan, noise=nan, noise_effect=nan, rest=nan,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Answered:
    """What trainings said, one entry for each answer, and what is known of the rows."""

    said: Array
    at: Array  # the row of each answer
    many: Array  # answers of each row
    kept: Array  # rows with two or more
    answers: Array  # the target of each row
    best: Array | None  # without noise

    def mean(self, values: Array) -> float:
        return float(values[self.kept].mean())


def _matched(truth: Array, truth_rows: Array, rows: Array) -> Array:
    order = np.argsort(truth_rows, kind="stable")
    positions = np.searchsorted(truth_rows[order], rows)
    if (
        len(truth) != len(truth_rows)
        or (positions >= len(order)).any()
        or not np.array_equal(truth_rows[order][positions], rows)
    ):
        raise BadInput("truth must have one value for each row of the data set")
    return np.asarray(truth)[order[positions]]


def _squared(all_: _Answered) -> ErrorParts:
    row_codes, many = all_.at, all_.many
    middle = np.bincount(row_codes, weights=all_.said) / many
    spread = np.bincount(row_codes, weights=(all_.said - middle[row_codes]) ** 2) / many
    error = all_.mean(np.bincount(row_codes, weights=(all_.said - all_.answers[row_codes]) ** 2) / many)
    clean = all_.answers if all_.best is None else all_.best
    bias, variance = all_.mean((middle - clean) ** 2), all_.mean(spread)
    noise = all_.mean((all_.answers - clean) ** 2)
    rest = error - bias - variance - noise
    known_noise = nan if all_.best is None else noise
    return ErrorParts(
        loss="squared", error=error, bias=bias, variance=variance, hurts=nan, helps=nan, noise=known_noise, noise_effect=known_noise,
        rest=rest if abs(rest) > TINY * error else 0.0,
    )  # fmt: skip


def _zero_one(all_: _Answered, classes: int) -> ErrorParts:
    many, every = all_.many, np.arange(len(all_.many))
    shares = (
        np.bincount(all_.at * classes + all_.said, minlength=len(many) * classes).reshape(-1, classes) / many[:, None]
    )
    main = shares.argmax(axis=1)
    clean = all_.answers if all_.best is None else all_.best.astype(np.int64)
    wrong, away = main != clean, 1 - shares[every, main]
    unknown = all_.best is None
    return ErrorParts(
        loss="zero-one",
        error=all_.mean(1 - shares[every, all_.answers]),
        bias=all_.mean(wrong.astype(np.float64)),
        variance=all_.mean(away),
        hurts=all_.mean(np.where(wrong, 0.0, away)),
        helps=all_.mean(np.where(wrong, shares[every, clean], 0.0)),
        noise=nan if unknown else all_.mean((all_.answers != clean).astype(np.float64)),
        noise_effect=nan if unknown else all_.mean(shares[every, clean] - shares[every, all_.answers]),
        rest=0.0,
    )
