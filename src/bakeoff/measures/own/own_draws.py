"""Resamples and exchanges of a user's function that returns one number: each draw calls it, and a budget of time bounds the draws."""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.measures.own.own_function import WEIGHT, Arguments, OwnFunction, number_of
from bakeoff.predictions.kinds import ROWS
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.kind import Reader

__all__ = ["BUDGET", "OWN_ROWS", "affordable_draws", "exchanged"]

BUDGET = 20.0  # seconds for all draws of one interval or one test: a function of 10 ms is drawn 2,000 times
STEPS = (
    10_000,
    5_000,
    2_000,
    1_000,
    500,
    200,
)  # numbers of draws: few, so that a busy machine seldom changes the number
TIMED = 5  # draws that are timed; the quickest counts, for a busy machine only adds to them, and must not change an interval


def affordable_draws(seconds: float, planned: int, budget: float = BUDGET) -> int:
    """As many of the planned draws as the budget allows if one takes so long, and no fewer than the last step.

    >>> affordable_draws(0.001, 2000), affordable_draws(0.05, 2000), affordable_draws(1.0, 2000), affordable_draws(1.0, 99)
    (2000, 200, 200, 99)
    """
    if planned * seconds <= budget:
        return planned
    return next((step for step in STEPS if step < planned and step * seconds <= budget), min(planned, STEPS[-1]))


def _number(own: OwnFunction, arguments: Arguments) -> float:
    """The value on one draw; NaN where the function fails on it, as where a class is missing."""
    try:
        kind, values = own(arguments)
    except NotApplicable:
        return float("nan")
    return number_of(kind, values, arguments.named.get(WEIGHT))


def _drawn(values: Iterator[float], planned: int) -> Array:
    """As many values as the budget allows; the first ones are the same however many there are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the function, about draws that nobody sees
        first, quickest = [], inf
        for _ in range(min(TIMED, planned)):
            begun = perf_counter()
            first.append(next(values))
            quickest = min(quickest, perf_counter() - begun)
        many = affordable_draws(quickest, planned)
        return np.fromiter(chain(first, islice(values, many - len(first))), dtype=np.float64)


def _resampled(draws: Resamples, measure: Any) -> Array:
    own: OwnFunction = measure.own
    if own.by_query and draws.pred.query is not None:  # a query that is drawn twice is two queries
        return _drawn((_number(own, own.arguments(rows)) for rows in draws.taken()), draws.n_resamples)
    arguments = own.arguments(draws.pred)
    return _drawn((_number(own, arguments.take(rows)) for rows in draws.positions()), draws.n_resamples)


def exchanged(own: OwnFunction, a: Predictions, b: Predictions, swaps: Iterable[Array], planned: int) -> Array:
    """The difference of the function on copies in which some rows have exchanged their two predictions."""
    first, second = own.arguments(a), own.arguments(b)

    def difference(swap: Array) -> float:
        mask = swap if first.predicted.ndim == 1 else swap[:, None]
        sides = (
            np.where(mask, *pair) for pair in ((second.predicted, first.predicted), (first.predicted, second.predicted))
        )
        first_value, two = (_number(own, first.predicting(side)) for side in sides)
        return first_value - two

    return _drawn((difference(swap) for swap in swaps), planned)


def _cost(_: Resamples, __: Reader) -> float:
    """Nothing: the budget bounds the draws."""
    return 0.0


OWN_ROWS = replace(ROWS, title="the rows themselves, for a function", resample=_resampled, by_content=None, cost=_cost)
