"""Twelve functions as users write them, and the coverage of the intervals that their measures get. None of them knows bakeoff.

A business, a speech and a vision team measure so. The true value is that of a very large sample; of a function that returns one number for all
rows it is the mean over samples of the same size, for such a number may depend on how many rows there are.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import bakeoff as bo
from bakeoff.core.calibration import Kind
from calibration.case import Case, Counts, Simulation, generator

__all__ = ["SENTENCES", "TWELVE", "sample", "simulations"]

SIZES = (100, 500)  # rows
LARGE = 200_000  # rows from which the true value of a mean or a ratio is taken
SAMPLES = 2000  # whose mean is the true value of a number that depends on the rows
DRAWS = 500  # resamples, where an interval takes some


def profit(y_true, y_pred):
    """What a mailing earns: 20 for a buyer, less 5 for every letter."""
    return np.where(y_pred == 1, 20.0 * (y_true == 1) - 5.0, 0.0)


def word_error_rate(y_true, y_pred):
    """Wrong words and words in all, sentence by sentence."""
    wrong = [
        sum(a != b for a, b in zip(t.split(), p.split(), strict=False)) for t, p in zip(y_true, y_pred, strict=True)
    ]
    words = [len(t.split()) for t in y_true]
    return wrong, words


def iou(y_true, y_pred):
    """Intersection and union of marked pixels."""
    return (y_true == 1) & (y_pred == 1), (y_true == 1) | (y_pred == 1)


def asymmetric_loss(y_true, y_pred):
    """Too little stock costs three times as much as too much."""
    off = y_pred - y_true
    return np.where(off < 0, -3.0 * off, off)


def top_decile_capture(y_true, y_score):
    """The share of all positives among the tenth of the rows with the highest scores."""
    first = np.argsort(-y_score, kind="stable")[: max(1, len(y_score) // 10)]
    return y_true[first].sum() / y_true.sum()


def quantile_coverage(y_true, y_pred):
    """Whether the truth lies below the predicted upper end."""
    return y_true <= y_pred


def cost_matrix(y_true, y_pred):
    """A missed case costs 10, a false alarm 1."""
    return np.select([(y_true == 1) & (y_pred == 0), (y_true == 0) & (y_pred == 1)], [10.0, 1.0], 0.0)


def f2_by_hand(y_true, y_pred):
    """F2 as one types it."""
    hit = ((y_true == 1) & (y_pred == 1)).sum()
    return 5 * hit / (5 * hit + 4 * ((y_true == 1) & (y_pred == 0)).sum() + ((y_true == 0) & (y_pred == 1)).sum())


def weighted_mape(y_true, y_pred):
    """Sum of absolute errors over the sum of sizes."""
    return np.abs(y_pred - y_true), np.abs(y_true)


def revenue(y_true, y_pred, amount):
    """What each accepted and paid order brings."""
    return amount * ((y_pred == 1) & (y_true == 1)) - 0.3 * amount * ((y_pred == 1) & (y_true == 0))


def ndcg_of_all(y_true, y_score):
    """Discounted gain of all rows as one list, over the best possible."""
    discount = 1 / np.log2(np.arange(len(y_true)) + 2)
    return (y_true[np.argsort(-y_score, kind="stable")] * discount).sum() / (np.sort(y_true)[::-1] * discount).sum()


def gini_coefficient(y_true, y_score):
    """Twice the area under the ROC curve, less one, from ranks."""
    rank = np.argsort(np.argsort(y_score, kind="stable"), kind="stable") + 1
    positive = y_true == 1
    m, n = positive.sum(), (~positive).sum()
    return 2 * (rank[positive].sum() - m * (m + 1) / 2) / (m * n) - 1


# function, what is better, what it reads, what is returned, the data that it is for
TWELVE = [
    (profit, "higher", "label", "rows", "classes"),
    (word_error_rate, "lower", "label", "ratio", "sentences"),
    (iou, "higher", "label", "ratio", "classes"),
    (asymmetric_loss, "lower", "label", "rows", "numbers"),
    (top_decile_capture, "higher", "score", "number", "scores"),
    (quantile_coverage, "higher", "label", "share", "numbers"),
    (cost_matrix, "lower", "label", "rows", "classes"),
    (f2_by_hand, "higher", "label", "number", "classes"),
    (weighted_mape, "lower", "label", "ratio", "numbers"),
    (revenue, "higher", "label", "rows", "classes"),
    (ndcg_of_all, "higher", "score", "number", "scores"),
    (gini_coefficient, "higher", "score", "number", "scores"),
]
SENTENCES = np.array(["turn left now", "turn right now", "stop", "go on straight ahead", "turn around"])


def sample(kind, n, rng, quality=0.8):
    """Truth, predictions and a column of amounts for a kind of data."""
    amount = rng.gamma(2.0, 20.0, n)
    if kind == "numbers":
        truth = rng.gamma(3.0, 10.0, n)
        return truth, truth + rng.normal(2.0, 4.0 / quality, n), amount
    if kind == "sentences":
        truth = rng.integers(0, len(SENTENCES), n)
        guess = np.where(rng.random(n) < quality, truth, rng.integers(0, len(SENTENCES), n))
        return SENTENCES[truth], SENTENCES[guess], amount
    truth = (rng.random(n) < 0.4).astype(int)
    if kind == "scores":
        return truth, truth * 1.5 * quality + rng.normal(size=n), amount
    return truth, np.where(rng.random(n) < quality, truth, 1 - truth), amount


def panel(at: int, data: tuple[Any, Any, Any], **how: Any) -> Any:
    """The estimate of one of the twelve on these data."""
    function, direction, needs, _, _ = TWELVE[at]
    truth, predicted, amount = data
    measure = bo.own_measure(function, direction=direction, needs=needs)
    named = {"y_score" if needs == "score" else "y_pred": predicted}
    return bo.measure(truth, measures=[measure], extra={"amount": amount}, **named, **how)[measure.name]


@cache
def true_value(at: int, n: int) -> float:
    """What the function gives in the population."""
    function, _, _, answer, kind = TWELVE[at]
    rng = generator(f"truth of {function.__name__}")
    if answer != "number":
        return float(panel(at, sample(kind, LARGE, rng), level=None).value)
    return float(np.nanmean([panel(at, sample(kind, n, rng), level=None).value for _ in range(SAMPLES)]))


def simulations() -> Iterator[Simulation]:
    for at in range(len(TWELVE)):
        for n in SIZES:
            yield coverage(at, n)


def coverage(at: int, n: int) -> Simulation:
    """How many 95 % intervals of the function hold its true value."""
    function, *_, kind = TWELVE[at]
    name = f"own function {function.__name__}: {n} rows"

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        held = trials = 0
        for _ in range(repeats):
            made = panel(at, sample(kind, n, rng), n_resamples=DRAWS)
            if np.isfinite([made.low, made.high]).any():
                held += not (made.low > true_value(at, n) or made.high < true_value(at, n))
                trials += 1
        return {name: (held, trials)}

    return Simulation(name=name, run=run, repeats=1000, cases=(Case(name=name, kind=Kind.COVERAGE),))
