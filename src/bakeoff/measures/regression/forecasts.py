"""Measures of predicted distributions: numbers that come with a standard deviation, and ensembles of draws."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import NUMBERS, Direction, Measure, family, mean_of
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.pivot import Pivot
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = ["ALL", "ENSEMBLES", "coverage"]

INF = float("inf")


def _nlpd(pred: Predictions, _: Pivot) -> Array:
    sd = np.asarray(pred.deviations(), dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a point that is missed has no density
        off = row_quantities.errors(pred) / sd
        return np.where(np.isinf(off), INF, 0.5 * np.log(2 * np.pi) + np.log(sd) + off * off / 2)


def _crps(pred: Predictions, _: Pivot) -> Array:
    from scipy.special import ndtr

    sd = np.asarray(pred.deviations(), dtype=np.float64)
    off = pred.truth - pred.labels()
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # far out in the tails z is infinite
        z = off / sd
        scores = off * (2 * ndtr(z) - 1) + sd * (2 * np.exp(-0.5 * z * z) / np.sqrt(2 * np.pi) - 1 / np.sqrt(np.pi))
    return np.asarray(np.where(sd > 0, scores, np.abs(off)))


def _inside(pred: Predictions, level: float) -> Array:
    from scipy.special import ndtri

    reach = float(ndtri((1 + level) / 2)) * np.asarray(pred.deviations(), dtype=np.float64)
    return np.asarray(np.abs(row_quantities.errors(pred)) <= reach, dtype=np.float64)


_declare = family(
    direction=Direction.LOWER, bounds=(-INF, INF), tasks=NUMBERS, needs=Output.SD, reads=MEANS, undefined="there are no rows",
    family="regression",
)  # fmt: skip


nlpd = _declare(
    "nlpd",
    "Negative log predictive density, in nats",
    r"\frac1n\sum_i \left[\tfrac12 \ln(2\pi s_i^2) + (y_i - f_i)^2 / (2 s_i^2)\right]",
    **mean_of(_nlpd),
    reference="rasmussen2006",
    undefined="a standard deviation is zero where the prediction is exact",
    caveats=("may be negative; one overconfident row can dominate it",),
    short="NLPD",
)
crps = _declare(
    "crps",
    "Continuous ranked probability score of the predicted normal distribution",
    r"\frac1n\sum_i s_i \left[z_i (2\Phi(z_i) - 1) + 2\varphi(z_i) - 1/\sqrt{\pi}\right]",
    **mean_of(_crps),
    reference="gneiting2007",
    bounds=(0.0, INF),
    in_units=True,
    caveats=("in the unit of the target; with zero deviations it is the mean absolute error",),
    short="CRPS",
)


def coverage(level: float = 0.95) -> Measure:
    """Share of rows whose truth lies inside the central interval of that level.

    >>> coverage(0.9).name, coverage().name
    ('coverage(0.9)', 'coverage')
    """
    if not 0 < level < 1:
        raise BadInput(f"the level of coverage must lie strictly between 0 and 1, not {level}")

    inside = RowQuantity(_inside, (level,))
    return _declare(
        "coverage" if level == 0.95 else f"coverage({parameter_text(level)})",
        f"Share of truths inside the predicted {100 * level:.10g}% interval",
        r"\frac1n\sum_i [|y_i - f_i| \le z s_i]",
        **mean_of(inside),
        direction=Direction.TARGET,
        target=level,
        short="coverage" if level == 0.95 else "",
        bounds=(0.0, 1.0),
        reference="gneiting2007",
        proportion=lambda m: (round(float(m[inside]) * m.n), m.n),
        caveats=(
            f"more than {parameter_text(level)} means intervals that are too wide, less that they are too narrow",
        ),
    )


ALL: tuple[Measure, ...] = (nlpd, crps, coverage())


CELLS = 1 << 20  # draws sorted at a time, which bounds the memory


def _score(truth: Array, draws: Array, pairs: int) -> Array:
    """Mean distance from the truth, minus half the mean distance between the draws, over that many ordered pairs."""
    away = np.sort(draws.astype(np.float64) - truth[:, None], axis=1)  # from the truth: large levels cancel
    m = away.shape[1]
    if not pairs:
        return np.full(len(away), np.nan)
    between = away @ (2.0 * np.arange(m) + 1.0 - m)  # half the sum of distances over all ordered pairs
    return np.asarray(np.abs(away).mean(axis=1) - between / pairs)


def _row_scores(pred: Predictions, fair: bool) -> Array:
    draws = pred.ensembles()
    m = draws.shape[1]
    step = max(1, CELLS // m)
    parts = [
        _score(pred.truth[start : start + step], draws[start : start + step], m * (m - 1) if fair else m * m)
        for start in range(0, len(pred), step)
    ]
    return np.concatenate(parts) if parts else np.empty(0)


_declare_ensemble = family(
    direction=Direction.LOWER,
    tasks=NUMBERS,
    needs=Output.DRAWS,
    reads=MEANS,
    family="regression",
    in_units=True,
)


crps_ensemble = _declare_ensemble(
    "crps_ensemble",
    "Continuous ranked probability score of an ensemble of draws",
    r"\frac1n\sum_i \left[\frac1m\sum_j |x_{ij} - y_i| - \frac1{2m^2}\sum_{j,k} |x_{ij} - x_{ik}|\right]",
    **mean_of(RowQuantity(_row_scores, (False,))),
    reference="gneiting2007",
    bounds=(0.0, float("inf")),
    undefined="there are no rows",
    caveats=(
        "judges the draws themselves: fewer draws look worse; crps_ensemble_fair judges what they are drawn from",
        "with one draw it is the mean absolute error",
    ),
    short="CRPS of the ensemble",
)
crps_ensemble_fair = _declare_ensemble(
    "crps_ensemble_fair",
    "Continuous ranked probability score of the distribution behind an ensemble of draws",
    r"\frac1n\sum_i \left[\frac1m\sum_j |x_{ij} - y_i| - \frac1{2m(m-1)}\sum_{j,k} |x_{ij} - x_{ik}|\right]",
    **mean_of(RowQuantity(_row_scores, (True,))),
    reference="ferro2014",
    bounds=(-float("inf"), float("inf")),
    undefined="there is one draw only, or there are no rows",
    caveats=("fair to ensembles of any size if the draws are independent; may be negative on a few rows",),
    short="fair CRPS of the ensemble",
)

ENSEMBLES: tuple[Measure, ...] = (crps_ensemble, crps_ensemble_fair)
