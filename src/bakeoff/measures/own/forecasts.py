"""Measures of forecasts: errors scaled by those of the naive forecast of the training series, and skill against another forecast."""

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import Direction, Measure, mean_of
from bakeoff.measures.own.own_function import OwnFunction, ReturnedForm
from bakeoff.measures.own.own_measure import measure_of_function, with_answer
from bakeoff.measures.own.session import declare
from bakeoff.measures.regression.errors import declare as regression
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = ["forecast_skill", "mase", "rmsse"]

LOSSES = ("absolute", "squared")


def mase(y_train: Any, season: int = 1) -> Measure:
    r"""Mean absolute scaled error: errors in units of the mean error of the (seasonal) naive forecast over the training series.

    Below 1 a forecast errs less than that of one step does in training. Reference: hyndman2006.

    Parameters
    ----------
    y_train : array of float
        The training series, the earliest value first.
    season : int
        How many steps a season has: 12 for months; 1 is the naive forecast.

    Returns
    -------
    Measure
        Named "mase", or "mase(12)" of 12 seasons; give it in place of a name wherever a measure is named.

    Examples
    --------
    >>> import bakeoff as bo
    >>> scaled = bo.mase([3, -0.5, 2, 7, 2])
    >>> round(bo.measure([3, -0.5, 2, 7, 2], [2.5, 0.0, 2, 8, 1.25], measures=[scaled], level=None)["mase"].value, 6)
    0.1375
    """
    steps = _steps(y_train, season)
    scale = _scale("mase", float(np.mean(np.abs(steps))))
    return declare(
        regression(
            _named("mase", season), "Mean absolute scaled error", r"\frac1n\sum_i |y_i - f_i| \,/\, \frac{1}{T-m}\sum_{t>m} |y_t - y_{t-m}|",
            **mean_of(RowQuantity(_absolute, (scale,))), reference="hyndman2006", short="MASE",
            caveats=("the scale is that of the training series that was given: learners are compared with one scale",),
        )
    )  # fmt: skip


def rmsse(y_train: Any, season: int = 1) -> Measure:
    r"""Root mean squared scaled error: as `mase`, with squares. Reference: hyndman2006.

    Parameters
    ----------
    y_train : array of float
        The training series, the earliest value first.
    season : int
        How many steps a season has; 1 is the naive forecast.

    Returns
    -------
    Measure
        Named "rmsse", or "rmsse(12)" of 12 seasons.

    Examples
    --------
    >>> import bakeoff as bo
    >>> scaled = bo.rmsse([3, -0.5, 2, 7, 2])
    >>> round(bo.measure([3, -0.5, 2, 7, 2], [2.5, 0.0, 2, 8, 1.25], measures=[scaled], level=None)["rmsse"].value, 6)
    0.155202
    """
    steps = _steps(y_train, season)
    quantity = RowQuantity(_squared, (_scale("rmsse", float(np.mean(steps**2))),))
    return declare(
        regression(
            _named("rmsse", season), "Root mean squared scaled error", r"\sqrt{\frac1n\sum_i (y_i - f_i)^2 \,/\, \frac{1}{T-m}\sum_{t>m} (y_t - y_{t-m})^2}",
            lambda means: np.sqrt(means[quantity]), per_row=lambda pred: quantity.rows(pred, *quantity.parameters), after=np.sqrt,
            reference="hyndman2006", short="RMSSE",
            caveats=("the scale is that of the training series that was given: learners are compared with one scale",),
        )
    )  # fmt: skip


def forecast_skill(column: str = "naive", loss: str = "absolute") -> Measure:
    r"""Skill against another forecast of the same rows: 1 is perfect, 0 is as good as that forecast, below 0 is worse.

    Parameters
    ----------
    column : str
        The column of `extra` (`--extra`) with the other forecast, such as the naive or seasonal-naive one.
    loss : "absolute" or "squared"
        Of what the share is taken: one minus the ratio of the sums of absolute, or of squared, errors.

    Returns
    -------
    Measure
        Named "skill" of absolute and "squared_skill" of squared errors, with the column where it is not "naive".

    Examples
    --------
    >>> import bakeoff as bo
    >>> y, naive = [3.0, 5.0, 4.0, 6.0], [2.0, 3.0, 5.0, 4.0]
    >>> round(bo.measure(y, [3.0, 4.0, 4.0, 5.0], measures=[bo.forecast_skill()], extra={"naive": naive}, level=None)["skill"].value, 3)
    0.667
    """
    if loss not in LOSSES:
        raise BadInput(f"loss must be one of {', '.join(LOSSES)}, not {loss!r}")
    power = 1 + LOSSES.index(loss)

    def columns(y_true: Array, y_pred: Array, **named: Array) -> list[Array]:
        other = np.abs(y_true - np.asarray(named[column], dtype=np.float64)) ** power
        return [other - np.abs(y_true - y_pred) ** power, other]

    base = "skill" if power == 1 else "squared_skill"
    name = base if column == "naive" else f"{base}_{column}"
    own = OwnFunction(call=columns, name=name, extra=(column,), source=f"forecast_skill {loss} {column}")
    made = with_answer(measure_of_function(own, name, Direction.HIGHER, (-inf, 1.0)), ReturnedForm.RATIO)
    return declare(_titled(made, f"Skill against the column {column}, of {loss} errors"))


def _titled(made: Measure, title: str) -> Measure:
    return replace(made, title=title, short="", family="regression", undefined="the other forecast has no error, so that no share of it can be taken")  # fmt: skip


def _named(name: str, season: int) -> str:
    return name if season == 1 else f"{name}({season})"


def _steps(y_train: Any, season: int) -> Array:
    """The differences of the training series from one season before."""
    season = count("season", season, least=1)
    series = np.asarray(y_train, dtype=np.float64)
    if series.ndim != 1 or not np.isfinite(series).all():
        raise BadInput("y_train is one series of finite numbers, the earliest first")
    if len(series) <= season:
        raise BadInput(
            f"a season of {season} steps needs more than {season} training values, and there are {len(series)}"
        )
    return np.asarray(series[season:] - series[:-season])


def _scale(name: str, scale: float) -> float:
    if not scale > 0:
        raise BadInput(f"the training series repeats itself exactly, so that {name} has no scale; take mae or rmse")
    return scale


def _absolute(pred: Predictions, scale: float) -> Array:
    return np.asarray(np.abs(pred.truth - pred.labels()) / scale)


def _squared(pred: Predictions, scale: float) -> Array:
    return np.asarray((pred.truth - pred.labels()) ** 2 / scale)
