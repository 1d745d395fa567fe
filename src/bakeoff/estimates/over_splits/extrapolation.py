"""Would more data help? A power law through a learning curve, and what it predicts beyond the sizes that were run."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, isnan, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VALUE, NOT_THE_LAW
from bakeoff.measures.measure import Direction

__all__ = ["TIMES", "Extrapolation", "extrapolate_curve"]

TIMES = (2, 10)  # of the rows that were trained on
FEWEST = 4  # sizes: the law has three parameters
SPLITS = 3  # fewer have no spread that could be relied on
SPAN = 4.0  # largest size over smallest
LOWEST, HIGHEST = 0.02, 4.0  # exponents that are searched; an end of this range is no answer
STEPS = 120
SAMPLES = 1000
MISFIT = 0.01  # p-value from which the law is not taken to hold
METHOD = "bootstrap over splits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extrapolation:
    """The law of one learning curve: score = limit + or - factor * rows ** -exponent."""

    exponent: Estimate  # NaN with the reason where the curve does not determine it
    limit: Estimate  # the score that unlimited rows would give
    factor: float
    predicted: tuple[tuple[int, Estimate], ...]  # rows, score; NaN with the reason where it is not determined
    last: float  # the score with all rows of the study
    direction: Direction
    sizes: tuple[int, ...]
    fitted: float = nan  # the exponent of the fitted law, also where its interval says that it is not determined
    notes: tuple[Note, ...] = ()
    why: str = ""  # why nothing is extrapolated
    dataset: str = ""
    learner: str = ""
    measure: str = ""

    def at(self, rows: ArrayLike) -> Array:
        """The law at these numbers of rows; NaN where nothing is extrapolated."""
        sign = -1.0 if self.direction is Direction.HIGHER else 1.0
        x = np.asarray(rows, dtype=np.float64)
        return np.asarray(self.limit.value + sign * self.factor * x**-self.fitted, dtype=np.float64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Asked:
    """What is to be predicted, and how it is answered."""

    rows: tuple[int, ...]
    level: float
    ahead: Direction
    last: float  # the score with all rows

    def nothing(self, why: str, sizes: Array) -> "Extrapolation":
        """An answer without numbers."""
        none = Estimate.alone(nan, 0, NO_VALUE(why=why), level=self.level)
        return Extrapolation(
            exponent=none, limit=none, factor=nan, predicted=tuple((rows, none) for rows in self.rows), last=self.last,
            direction=self.ahead, sizes=tuple(int(size) for size in sizes), why=why,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Loss:
    """The curve as a loss that falls: one row per size, one column per split; score = sign * loss + edge."""

    rows: Array
    table: Array
    sign: float
    edge: float
    floor: float  # the least that the limit may be
    spread: float  # factor by which resampled means are spread further, for splits that share training rows


def extrapolate_curve(
    sizes: Sequence[int],
    scores: ArrayLike,
    *,
    direction: str = "higher",
    rows: Sequence[int] | None = None,
    test_share: float | None = None,
    level: float = 0.95,
    bounds: tuple[float, float] = (-inf, inf),
    seed: int = 0,
) -> Extrapolation:
    r"""A power law through the means of a learning curve:  :math:`loss = a + b\,n^{-c}`, weighted least squares.

    `scores` has one row per training size and one column per split. `rows` are the sizes to predict, by default 2 and 10 times the largest.
    Splits are drawn again with replacement, 1000 times, and the law is fitted to each mean curve; the deviations are widened
    as in the corrected t interval (`test_share`) and for the number of splits. The limit stays within the bounds of the
    measure. Nothing is extrapolated from fewer than four sizes or three splits, from sizes within a factor of four, or where the curve
    is not shown to improve; an exponent at the end of the searched range, and a prediction whose interval is longer than the whole
    improvement that was seen, are not given.

    >>> n = np.array([50, 100, 200, 400, 800])
    >>> noise = np.random.default_rng(0).normal(0, 0.002, (5, 20))
    >>> made = extrapolate_curve(n, (0.9 - 2 * n[:, None] ** -0.7) + noise, bounds=(0, 1))
    >>> made.exponent.low < 0.7 < made.exponent.high, round(made.predicted[0][1].value, 2)
    (True, 0.89)
    """
    ahead = Direction(direction)
    places = [count("sizes", size) for size in sizes]
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or len(table) != len(places) or not places:
        raise BadInput(f"scores need one row per size and one column per split, but have shape {table.shape}")
    if len(set(places)) < len(places):
        raise BadInput("each size can be given once only")
    probability("level", level)
    order = np.argsort(places)
    x, table = np.array(places, dtype=np.float64)[order], table[order]
    asked = (
        tuple(count("rows", row) for row in rows) if rows is not None else tuple(int(x[-1]) * times for times in TIMES)
    )
    want = _Asked(rows=asked, level=level, ahead=ahead, last=float(table[-1].mean()))
    whole = np.asarray(np.isfinite(table).all(axis=1))
    x, table = x[whole], table[whole]
    why = "" if ahead is not Direction.TARGET else "one value of the measure is right, and both more and less are worse"
    why = why or _too_little(x, table, complete=bool(whole[-1]))
    if why:
        return want.nothing(why, x)
    best = bounds[1] if ahead is Direction.HIGHER else bounds[0]
    edge = best if isfinite(best) else 0.0
    sign = -1.0 if ahead is Direction.HIGHER else 1.0
    loss = _Loss(
        rows=x,
        table=sign * (table - edge),
        sign=sign,
        edge=edge,
        floor=0.0 if isfinite(best) else -inf,
        spread=_spread(table.shape[1], test_share, level),
    )
    return _fitted(loss, want, seed)


def _too_little(x: Array, table: Array, *, complete: bool) -> str:
    if not complete:
        return "the scores at the last size are not complete"
    if len(x) < FEWEST:
        return f"{len(x)} training sizes have scores on every split, and {FEWEST} are needed"
    if x[-1] / x[0] < SPAN:
        return f"the largest size is only {x[-1] / x[0]:.1f} times the smallest, and {SPAN:g} times is needed"
    if table.shape[1] < SPLITS:
        return f"the study has {table.shape[1]} splits, and {SPLITS} are needed for an interval"
    return ""


def _spread(splits: int, test_share: float | None, level: float) -> float:
    """How much wider the corrected t interval of a mean is than that of a plain bootstrap over splits."""
    from scipy.special import ndtri, stdtrit

    end = (1 + level) / 2
    small = sqrt(splits / (splits - 1)) * float(stdtrit(splits - 1, end)) / float(ndtri(end))
    return small * sqrt(1 + splits * (test_share or 0.0))


def _fitted(loss: _Loss, want: _Asked, seed: int) -> Extrapolation:
    level = want.level
    mean = loss.table.mean(axis=1)
    m = loss.table.shape[1]
    rng = rng_for(seed, "extrapolation")
    drawn = loss.table[:, rng.integers(0, m, (SAMPLES, m))].mean(axis=2).T  # resamples by sizes
    drawn = mean + loss.spread * (drawn - mean)
    tail = (1 - level) / 2
    fall = mean[0] - mean[-1]
    if not float(np.quantile(drawn[:, 0] - drawn[:, -1], tail)) > 0:
        why = "the curve is not shown to improve from the smallest to the largest size"
        return want.nothing(why, loss.rows)
    weights = _weights(loss.table)
    c, a, b = (float(parameters[0]) for parameters in _fits(loss.rows, mean[None, :], weights, loss.floor, refine=True))
    many = _fits(loss.rows, drawn, weights, loss.floor)
    exponent = _estimate(c, many[0], level, m)
    if exponent.low <= LOWEST * 1.02 or exponent.high >= HIGHEST / 1.02:
        reason = (
            f"the curve does not determine the exponent (its interval reaches the end of {LOWEST:g} to {HIGHEST:g})"
        )
        exponent = Estimate.alone(nan, m, NO_VALUE(why=reason), level=level)
    predicted = []
    for rows in want.rows:
        values = many[1] + many[2] * float(rows) ** -many[0]
        estimate = _estimate(a + b * float(rows) ** -c, values, level, m)
        if estimate.high - estimate.low > fall:
            reason = "the interval is longer than the whole improvement that was seen"
            predicted.append((rows, Estimate.alone(nan, m, NO_VALUE(why=reason), level=level)))
        else:
            predicted.append((rows, _back(estimate, loss.sign, loss.edge)))
    limit = _back(_estimate(a, many[1], level, m), loss.sign, loss.edge)
    if isnan(exponent.value):
        limit = Estimate.alone(limit.value, m, *exponent.notes, level=level)
    return Extrapolation(
        exponent=exponent, limit=limit, factor=b, predicted=tuple(predicted), last=want.last, direction=want.ahead,
        sizes=tuple(int(size) for size in loss.rows), fitted=c, notes=_misfit(loss, mean - a - b * loss.rows**-c),
    )  # fmt: skip


def _misfit(loss: _Loss, left: Array) -> tuple[Note, ...]:
    """Whether the points lie further from the law than their spread allows: an F test at 1%, approximate."""
    from scipy.special import fdtrc

    m, free = loss.table.shape[1], len(left) - 3
    error = (loss.table - loss.table.mean(axis=0)).var(axis=1, ddof=1) / m
    if free < 1 or not (error > 0).all():
        return ()
    p = float(fdtrc(free, m - 1, float((left**2 / error).sum()) / free))
    return (NOT_THE_LAW(p=p),) if p < MISFIT else ()


def _weights(table: Array) -> Array:
    """One over the variance between splits at each size, none much larger than the others."""
    level = table - table.mean(axis=0)  # the level of a split is no noise of its curve
    spread = level.var(axis=1, ddof=1)
    least = 0.1 * float(np.median(spread))
    return np.asarray(1 / np.maximum(spread, least)) if least > 0 else np.ones(len(table))


def _fits(x: Array, means: Array, weights: Array, floor: float, *, refine: bool = False) -> tuple[Array, Array, Array]:
    """Exponent, limit and factor of every curve: for each exponent the other two are a straight line's."""
    grid = np.log(np.geomspace(LOWEST, HIGHEST, STEPS))
    w = weights / weights.sum()

    def at(c: Array) -> tuple[Array, Array, Array]:
        """Limit, factor in units of the smallest size, and loss; one exponent for each curve, or one for all."""
        u = (x / x[0]) ** -c[:, None]
        middle, level = u @ w, means @ w
        apart = u - middle[:, None]
        b = np.maximum(((means - level[:, None]) * apart) @ w / (apart**2 @ w), 0.0)
        a = level - b * middle
        if isfinite(floor):
            low = a < floor
            b = np.where(low, np.maximum(((means - floor) * u) @ w, 0.0) / (u**2 @ w), b)
            a = np.where(low, floor, a)
        return a, b, ((means - a[:, None] - b[:, None] * u) ** 2) @ w

    losses = np.array([at(np.exp(exponent)[None])[2] for exponent in grid])  # exponents by curves
    best, columns = losses.argmin(axis=0), np.arange(len(means))
    inner = np.clip(best, 1, STEPS - 2)  # the lowest point of a parabola through the best and its neighbours
    before, here, after = (losses[inner + step, columns] for step in (-1, 0, 1))
    bend = before - 2 * here + after
    shift = np.where(bend > 0, 0.5 * (before - after) / np.where(bend > 0, bend, 1.0), 0.0)
    c = np.exp(np.where(best == inner, grid[inner] + np.clip(shift, -1, 1) * (grid[1] - grid[0]), grid[best]))
    if refine:
        from scipy.optimize import minimize_scalar

        near = (float(np.exp(grid[max(best[0] - 1, 0)])), float(np.exp(grid[min(best[0] + 1, STEPS - 1)])))
        optimum = minimize_scalar(
            lambda exponent: float(at(np.array([exponent]))[2][0]),
            bounds=near,
            method="bounded",
            options={"xatol": 1e-9},
        )
        c = np.array([float(optimum.x)])
    a, b, _ = at(c)
    return c, a, b * x[0] ** c


def _estimate(value: float, drawn: Array, level: float, n: int) -> Estimate:
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(
        value=value, low=min(float(low), value), high=max(float(high), value), level=level, method=METHOD, n=n
    )


def _back(loss: Estimate, sign: float, edge: float) -> Estimate:
    """The loss as a score again."""
    ends = sorted((sign * loss.low + edge, sign * loss.high + edge))
    return Estimate(
        value=sign * loss.value + edge, low=ends[0], high=ends[1], level=loss.level, method=loss.method, n=loss.n
    )
