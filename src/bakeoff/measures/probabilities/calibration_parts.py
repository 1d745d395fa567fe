"""Calibration apart from refinement: losses after the best monotone recalibration, smooth and debiased calibration errors."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import BINARY_ONLY, CLASSES, Direction, Measure, family
from bakeoff.measures.probabilities.calibration import MOST_BINS, equal_count_bins
from bakeoff.predictions.kinds import ROWS
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["ALL", "ece_debiased", "recalibrated"]

NAN = float("nan")
_declare = family(
    direction=Direction.LOWER, needs=Output.PROBA, reads=ROWS, undefined="there are no rows", family="probability"
)


def _believed(pred: Predictions) -> tuple[Array, Array, Array]:
    """Of each row a probability, whether it came true, and a weight: of the positive (else the second) of two classes, or of the likeliest of more."""
    proba = np.asarray(pred.probabilities(), dtype=np.float64)
    weight = np.ones(len(pred)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
    if proba.shape[1] == 2:
        code = 1 if pred.positive_code is None else pred.positive_code
        return proba[:, code], (pred.truth == code).astype(np.float64), weight
    top = proba.argmax(axis=1)
    return proba[np.arange(len(pred)), top], (pred.truth == top).astype(np.float64), weight


def _counted(pred: Predictions) -> tuple[Array, Array, Array]:
    """Of each row with a weight what `_believed` gives: an infinite loss of a row that does not count is none."""
    p, true, weight = _believed(pred)
    counts = weight > 0
    return p[counts], true[counts], weight[counts]


def recalibrated(p: Array, true: Array, weight: Array) -> Array:
    """What came true among probabilities as large as each: the best answers in the order of `p` (isotonic regression).

    >>> recalibrated(np.array([0.1, 0.4, 0.6, 0.9]), np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4)).tolist()
    [0.0, 0.5, 0.5, 1.0]
    """
    from scipy.optimize import isotonic_regression

    _, code = np.unique(p, return_inverse=True)
    heavy = np.bincount(code, weights=weight)
    share = np.bincount(code, weights=weight * true) / np.where(heavy > 0, heavy, 1.0)
    fitted = np.zeros(len(heavy))
    kept = heavy > 0
    fitted[kept] = isotonic_regression(share[kept], weights=heavy[kept]).x
    return np.asarray(np.clip(fitted, 0.0, 1.0)[code])


def _squares(p: Array, true: Array) -> Array:
    return np.asarray((p - true) ** 2)


def _logs(p: Array, true: Array) -> Array:
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(np.where(true > 0, p, 1.0 - p)))


def _refinement(loss: Callable[[Array, Array], Array]) -> Callable[[Predictions], float]:
    def compute(pred: Predictions) -> float:
        p, true, weight = _counted(pred)
        return float(np.average(loss(recalibrated(p, true, weight), true), weights=weight)) if len(p) else NAN

    return compute


def _calibration(loss: Callable[[Array, Array], Array]) -> Callable[[Predictions], float]:
    def compute(pred: Predictions) -> float:
        p, true, weight = _counted(pred)
        if not len(p):
            return NAN
        return float(np.average(loss(p, true) - loss(recalibrated(p, true, weight), true), weights=weight))

    return compute


_FITTED = "the recalibration is fitted to the same rows: the calibration part is somewhat too large, the refinement part too small, and the more so the fewer rows there are"


def _parts(name: str, title: str, loss: Callable[[Array, Array], Array], most: float) -> tuple[Measure, Measure]:
    shared: dict[str, Any] = {"tasks": BINARY_ONLY, "reference": "dimitriadis2021"}
    return (
        _declare(
            f"{name}_calibration", f"{title}: the part that the best monotone recalibration takes away", r"\frac1n\sum_i [L(p_i, y_i) - L(c_i, y_i)]",
            _calibration(loss), short=f"calibration part of the {title}", bounds=(0.0, most), caveats=(_FITTED, f"with {name}_refinement it adds up to the {title}"), **shared,
        ),
        _declare(
            f"{name}_refinement", f"{title}: the part that is left after the best monotone recalibration", r"\frac1n\sum_i L(c_i, y_i)",
            _refinement(loss), short=f"refinement part of the {title}", bounds=(0.0, 0.25 if most == 1.0 else float(np.log(2))),
            caveats=(_FITTED, "reads the order of the probabilities alone: two learners that differ in it differ in ranking, not in calibration"), **shared,
        ),
    )  # fmt: skip


GRID = 512  # cells of [0, 1] in which residuals are added up
NOTHING = 1e-12  # residuals that only rounding leaves


def _smooth(pred: Predictions) -> float:
    r"""The bandwidth at which the smoothed calibration error equals it.

    The error at a bandwidth is :math:`\int_0^1 |\frac1n\sum_i (y_i - p_i) K(t, p_i)| dt`, K normal and reflected at 0 and 1, which
    shrinks the cosine coefficients of the residuals; it falls with the bandwidth, so that there is one such point.
    """
    from scipy.fft import dct, idct
    from scipy.optimize import brentq

    p, true, weight = _believed(pred)
    if not weight.sum() > 0:
        return NAN
    gap = (true - p) * weight / weight.sum()
    place = np.clip(p, 0.0, 1.0) * GRID - 0.5
    left = np.floor(place).astype(np.int64)
    share = place - left
    cells = np.bincount(np.clip(left, 0, GRID - 1), weights=gap * (1 - share), minlength=GRID)
    cells += np.bincount(np.clip(left + 1, 0, GRID - 1), weights=gap * share, minlength=GRID)
    waves = dct(cells, norm="ortho")
    rate = -0.5 * (np.pi * np.arange(GRID)) ** 2

    def excess(width: float) -> float:
        return float(np.abs(idct(waves * np.exp(rate * width * width), norm="ortho")).sum()) - width

    if excess(0.0) <= NOTHING:
        return 0.0
    return float(brentq(excess, 0.0, 1.0, xtol=1e-14)) if excess(1.0) < 0 else 1.0


def ece_debiased(bins: int = 15) -> Measure:
    """The root mean square calibration error over bins of equal counts, less what chance adds to it.

    >>> ece_debiased().name, ece_debiased(20).name
    ('ece_debiased', 'ece_debiased(20)')
    """
    count("bins of ece_debiased", bins)
    if bins > MOST_BINS:
        raise BadInput(f"ece_debiased has at most {MOST_BINS:,} bins, not {bins:,}; take fewer")
    return _declare(
        "ece_debiased" if bins == 15 else f"ece_debiased({bins})",
        f"Debiased calibration error, root mean square over {bins} bins of about equally many rows",
        r"\sqrt{\max(0, \sum_b \frac{n_b}{n} [(p_b - \overline{y}_b)^2 - \overline{y}_b (1 - \overline{y}_b) / (n_b - 1)])}",
        lambda pred: _debiased(pred, bins),
        bounds=(0.0, 1.0), tasks=CLASSES, reference="kumar2019", short="debiased calibration error",
        undefined="there are no rows, or a bin has one row only",
        caveats=("a mean of squares, whose root relates to ece as the RMSE to the MAE", "0 where chance explains all of it"),
    )  # fmt: skip


def _debiased(pred: Predictions, bins: int) -> float:
    p, true, weight = _believed(pred)
    if not weight.sum() > 0:
        return NAN
    place = equal_count_bins(p, weight, bins)
    heavy, squared = np.bincount(place, weights=weight), np.bincount(place, weights=weight * weight)
    full = heavy > 0
    predicted, observed = (np.bincount(place, weights=weight * values)[full] / heavy[full] for values in (p, true))
    freedom = heavy[full] ** 2 / squared[full] - 1.0  # rows less one; of weighted rows those that they are worth
    with np.errstate(divide="ignore", invalid="ignore"):
        chance = observed * (1 - observed) / freedom
        error = float(((heavy[full] / heavy.sum()) * ((predicted - observed) ** 2 - chance)).sum())
    return float(np.sqrt(max(error, 0.0))) if error == error else NAN  # noqa: PLR0124 - NaN


ece_smooth = _declare(
    "ece_smooth",
    "Smooth calibration error",
    r"\sigma: \int_0^1 |\frac1n\sum_i (y_i - p_i) K_\sigma(t, p_i)| dt = \sigma",
    _smooth,
    bounds=(0.0, 1.0),
    tasks=CLASSES,
    reference="blasiok2024",
    short="smooth calibration error",
    caveats=(
        "has no bins: the bandwidth follows from the error itself",
        "of the probability of one class where there are two, else of the largest probability",
    ),
)

ALL: tuple[Measure, ...] = (
    ece_smooth,
    ece_debiased(),
    *_parts("brier", "Brier score", _squares, 1.0),
    *_parts("log_loss", "log loss", _logs, float("inf")),
)
