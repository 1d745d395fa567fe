"""Measures of predicted quantiles and intervals: losses that only the right quantiles make smallest, coverage and width."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import NUMBERS, Direction, Measure, family, mean_of
from bakeoff.measures.regression.errors import pinball_cost
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.quantiles import EQUAL
from bakeoff.predictions.summaries.pivot import Pivot
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = [
    "ALL",
    "interval_coverage",
    "interval_score",
    "interval_width",
    "of_shares",
    "quantile_coverage",
    "quantile_loss",
]

INF = float("inf")
USUAL = 0.9
_declare = family(
    direction=Direction.LOWER, bounds=(0.0, INF), tasks=NUMBERS, needs=Output.QUANTILES, reads=MEANS, undefined="there are no rows, or that level is not predicted",
    family="regression",
)  # fmt: skip
_IN_UNITS = "in the unit of the target: for one data set, not for a mean over several"


def _loss_at(pred: Predictions, level: float) -> Array:
    return pinball_cost(pred.truth - pred.quantile_table().at(level), level)


def _mean_loss(pred: Predictions, _: Pivot) -> Array:
    table = pred.quantile_table()
    if not len(pred):
        return np.empty(0)
    return np.asarray(
        np.mean([pinball_cost(pred.truth - table.at(level), level) for level in table.levels.tolist()], axis=0)
    )


def quantile_loss(level: float) -> Measure:
    """The pinball loss of one predicted quantile.

    >>> quantile_loss(0.9).name
    'quantile_loss(0.9)'
    """
    share = _level("quantile_loss", level)
    return _declare(
        f"quantile_loss({parameter_text(share)})", f"Pinball loss of the predicted {parameter_text(share)} quantile",
        r"\frac1n\sum_i \max(q (y_i - f_i), (q - 1)(y_i - f_i))", **mean_of(RowQuantity(_loss_at, (share,))), reference="koenker1978", in_units=True,
        caveats=("pinball is the same where the prediction itself (y_pred) is meant as that quantile", _IN_UNITS),
    )  # fmt: skip


def _below(pred: Predictions, level: float) -> Array:
    return np.asarray(pred.truth <= pred.quantile_table().at(level), dtype=np.float64)


def quantile_coverage(level: float) -> Measure:
    """The share of truths that are not above one predicted quantile.

    >>> quantile_coverage(0.5).name
    'quantile_coverage(0.5)'
    """
    share = _level("quantile_coverage", level)
    below = RowQuantity(_below, (share,))
    return _declare(
        f"quantile_coverage({parameter_text(share)})", f"Share of truths up to the predicted {parameter_text(share)} quantile", r"\frac1n\sum_i [y_i \le f_i]",
        **mean_of(below), direction=Direction.TARGET, target=share, bounds=(0.0, 1.0), reference="gneiting2007b",
        proportion=lambda m: (round(float(m[below]) * m.n), m.n),
        caveats=(f"more than {parameter_text(share)} means that the quantile is predicted too high, less that it is predicted too low",),
    )  # fmt: skip


def _score(pred: Predictions, share: float) -> Array:
    low, high = pred.quantile_table().central(share)
    fine = 2 / (1 - share)
    return np.asarray(high - low + fine * np.maximum(low - pred.truth, 0.0) + fine * np.maximum(pred.truth - high, 0.0))


def interval_score(share: float) -> Measure:
    """Winkler's score of the central interval: its width, and a fine for each truth outside.

    >>> interval_score(0.9).name
    'interval_score(0.9)'
    """
    level = _level("interval_score", share)
    text = _percent(level)
    return _declare(
        f"interval_score({parameter_text(level)})", f"Interval score of the predicted {text} interval",
        r"\frac1n\sum_i \left[u_i - l_i + \frac{2}{a} \max(l_i - y_i, 0) + \frac{2}{a} \max(y_i - u_i, 0)\right]",
        **mean_of(RowQuantity(_score, (level,))), bounds=(-INF, INF), reference="gneiting2007", in_units=True, short=f"interval score of {text}",
        caveats=(_IN_UNITS, "below zero only where an upper end lies below its lower end"),
    )  # fmt: skip


def _inside(pred: Predictions, share: float) -> Array:
    low, high = pred.quantile_table().central(share)
    return np.asarray((low <= pred.truth) & (pred.truth <= high), dtype=np.float64)


def interval_coverage(share: float) -> Measure:
    """The share of truths inside the central interval, its ends included.

    >>> interval_coverage(0.9).name, interval_coverage(0.9).target
    ('interval_coverage(0.9)', 0.9)
    """
    level = _level("interval_coverage", share)
    text, inside = _percent(level), RowQuantity(_inside, (level,))
    return _declare(
        f"interval_coverage({parameter_text(level)})", f"Share of truths inside the predicted {text} interval", r"\frac1n\sum_i [l_i \le y_i \le u_i]",
        **mean_of(inside), direction=Direction.TARGET, target=level, bounds=(0.0, 1.0), reference="gneiting2007b",
        short=f"coverage of the {text} interval", proportion=lambda m: (round(float(m[inside]) * m.n), m.n),
        caveats=(f"more than {parameter_text(level)} means intervals that are too wide, less that they are too narrow", "read it beside interval_width: intervals that contain everything cover too"),
    )  # fmt: skip


def _width(pred: Predictions, share: float) -> Array:
    low, high = pred.quantile_table().central(share)
    return np.asarray(high - low)


def interval_width(share: float) -> Measure:
    """The mean width of the central interval.

    >>> interval_width(0.9).name
    'interval_width(0.9)'
    """
    level = _level("interval_width", share)
    return _declare(
        f"interval_width({parameter_text(level)})", f"Mean width of the predicted {_percent(level)} interval", r"\frac1n\sum_i (u_i - l_i)",
        **mean_of(RowQuantity(_width, (level,))), bounds=(-INF, INF), reference="gneiting2007b", in_units=True, short=f"width of the {_percent(level)} interval",
        caveats=("narrower is better only where the coverage is right: interval_score weighs both", _IN_UNITS),
    )  # fmt: skip


def _weighted(pred: Predictions, pivot: Pivot) -> Array:
    """Twice the mean pinball loss, which the weighted interval score is for a median and pairs that mirror each other."""
    if len(pred) and not pred.quantile_table().mirrored:
        raise NotApplicable(
            "the weighted interval score needs the median and pairs of levels that mirror each other, as 0.05, 0.5 and 0.95; quantile_loss takes any"
        )
    return 2.0 * _mean_loss(pred, pivot)


quantile_loss_mean = _declare(
    "quantile_loss", "Pinball loss, mean over the predicted quantiles", r"\frac1{nm}\sum_i\sum_j \max(q_j (y_i - f_{ij}), (q_j - 1)(y_i - f_{ij}))",
    **mean_of(_mean_loss), reference="koenker1978", in_units=True, undefined="there are no rows",
    caveats=("learners compare only with the same levels", _IN_UNITS), short="pinball loss over all levels",
)  # fmt: skip
wis = _declare(
    "wis", "Weighted interval score", r"\frac1n\sum_i \frac{1}{K + 1/2} \left[\frac12 |y_i - m_i| + \sum_k \frac{a_k}{2} S_{ik}\right]",
    **mean_of(_weighted), reference="bracher2021", in_units=True, undefined="there are no rows, or the levels are not a median and pairs that mirror each other",
    caveats=("approaches the CRPS as levels become more", _IN_UNITS), short="weighted interval score",
)  # fmt: skip


def of_shares(pred: Predictions) -> tuple[Measure, ...]:
    """The usual measures of these quantiles: their loss, then score, coverage and width of up to three intervals."""
    table = pred.quantile_table()
    usual = [wis if table.mirrored else quantile_loss_mean]
    for share in table.shares[:3]:
        usual += [interval_score(share), interval_coverage(share), interval_width(share)]
    return tuple(usual)


def _level(name: str, value: float) -> float:
    if not EQUAL < value < 1 - EQUAL:
        raise BadInput(f"the level of {name} must lie strictly between 0 and 1, not {value!r}")
    return float(value)


def _percent(level: float) -> str:
    return f"{100 * level:.10g}%"


ALL: tuple[Measure, ...] = (
    quantile_loss_mean, wis, quantile_loss(USUAL), quantile_coverage(USUAL), interval_score(USUAL), interval_coverage(USUAL), interval_width(USUAL),
)  # fmt: skip
