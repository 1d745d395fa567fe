"""Resamples of n rows with replacement, from a seed each: how often every row is drawn, and what follows from it.

Drawing n times one of n rows gives the same law of counts as this: every row gets a Poisson count of a mean a little
below one, and the few draws that are then missing are made one by one. (Given their number, the points of a Poisson
process are independent and uniform; should there be more than n, all is drawn anew.) That needs no jumping about in
memory. A Poisson count is read off sixteen random bits through a law rounded to 1/65536, and a few rows in ten
thousand get a count of the law that makes up for the rounding, so that the mixture of the two is Poisson's law to the
last bit of a float.

The compiled twins draw the same counts from the same seed.
"""

from functools import lru_cache
from math import exp, log1p, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["Law", "draw_counts", "in_tiles", "law_of", "resampled_means", "resampled_sweeps"]

GAMMA = np.uint64(0x9E3779B97F4A7C15)
BLOCK = 256  # rows whose random words are made together
PLAIN = 256  # up to here rows are drawn one by one
LANES, STEPS = 32, 128
SPARE = 4.0  # standard deviations kept free for the last draws: more than n come up once in thirty thousand times


class Law(NamedTuple):
    """The count of one row: above how many `cuts` its random bits lie, or rarely (every 1 / `scale` rows) by `rest`."""

    cuts: Array
    rest: Array  # cumulative; empty where rows are drawn one by one
    scale: float


@lru_cache(maxsize=32)
def law_of(n: int) -> Law:
    """How the counts of n rows are drawn.

    >>> law_of(10_000).cuts.tolist()
    [-7660, 16441, 28009, 31710, 32598]
    """
    if n < PLAIN:
        return Law(np.zeros(5, dtype=np.int16), np.empty(0), 0.0)
    mean = 1 - SPARE / sqrt(n)
    chance = exp(-mean) * np.cumprod(np.concatenate([[1.0], mean / np.arange(1, 32)]))
    parts = np.floor(65536 * chance[:6] / chance[:6].sum())
    parts[0] += 65536 - parts.sum()
    kept = float((65536 * chance[:6] / parts).min())
    chance[:6] = np.maximum(chance[:6] - kept * parts / 65536, 0.0)
    rest = np.cumsum(chance) / chance.sum()
    rest[-1] = 1.0
    return Law((np.cumsum(parts[:5]) - 32768).astype(np.int16), rest, 1 / log1p(-chance.sum()))


class _Words:
    """SplitMix64: the words of one seed, in order."""

    def __init__(self, seed: int) -> None:
        self.seed, self.used = np.uint64(seed), 0

    def take(self, many: int) -> Array:
        """The next words."""
        with np.errstate(over="ignore"):
            state = self.seed + np.arange(self.used + 1, self.used + many + 1, dtype=np.uint64) * GAMMA
            self.used += many
            state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.asarray(state ^ (state >> np.uint64(31)))

    def uniform(self, many: int) -> Array:
        """The next words as numbers in [0, 1)."""
        return np.asarray((self.take(many) >> np.uint64(11)) * 2.0**-53)


def draw_counts(seed: int, n: int) -> Array:
    """How often each of n rows is drawn in n draws with replacement: the same for the same seed, here and compiled.

    >>> int(draw_counts(7, 1000).sum())
    1000
    """
    law, words = law_of(n), _Words(seed)
    counts = np.zeros(n, dtype=np.int64)
    while len(law.rest):
        counts = _poisson(law, words, n)
        if counts.sum() <= n:
            break
    missing = (words.uniform(n - int(counts.sum())) * n).astype(np.int64)
    return counts + np.bincount(missing, minlength=n)


def _poisson(law: Law, words: _Words, n: int) -> Array:
    bits = words.take(-(-n // BLOCK) * BLOCK // 4).view(np.int16)[:n]
    counts = np.zeros(n, dtype=np.uint8)
    for cut in law.cuts:
        counts += bits >= cut
    guess, start = int(20 - 2 * n / law.scale), words.used
    at = np.empty(0)
    while not len(at) or at[-1] < n:
        words.used, guess = start, 2 * guess
        drawn = words.uniform(2 * guess)
        at = np.cumsum(1 + np.floor(np.log(drawn[0::2] + 2.0**-54) * law.scale)) - 1
    many = int(np.searchsorted(at, n))
    words.used = start + 2 * many + 1
    made = counts.astype(np.int64)
    made[at[:many].astype(np.int64)] = np.searchsorted(law.rest, drawn[1 : 2 * many : 2], "right")
    return made


def in_tiles(ranked: Array) -> Array:
    """Ranked rows as the compiled walk takes them: 32 lanes of a tile side by side, each some rows of the ranking.

    >>> in_tiles(np.arange(70))[:4].tolist()
    [0, 2, 4, 6]
    """
    return _turned(ranked, LANES, STEPS)


def in_line(tiles: Array) -> Array:
    """From tiles back into the order of the ranking.

    >>> in_line(in_tiles(np.arange(70)))[:4].tolist()
    [0, 1, 2, 3]
    """
    return _turned(tiles, STEPS, LANES)


def _turned(values: Array, across: int, along: int) -> Array:
    made = values.copy()
    whole = len(values) // (LANES * STEPS) * LANES * STEPS
    made[:whole] = values[:whole].reshape(-1, across, along).transpose(0, 2, 1).reshape(-1)
    steps = (len(values) - whole) // LANES
    part = slice(whole, whole + steps * LANES)
    made[part] = values[part].reshape((LANES, steps) if across == LANES else (steps, LANES)).T.reshape(-1)
    return made


def resampled_means(rows: Array, seeds: Array) -> Array:
    """(B, d): means of the rows in resamples of n rows."""
    made = [draw_counts(seed, len(rows)).astype(np.float64) @ rows / len(rows) for seed in seeds.tolist()]
    return np.array(made).reshape(len(seeds), rows.shape[1])


def resampled_sweeps(is_positive: Array, last: Array, seeds: Array) -> Array:
    """(B, 4): area under ROC, average precision, trapezoid PR area and largest gap of resamples of ranked rows.

    `is_positive` is in the order of falling scores and `last` marks the last row of each distinct score.
    """
    made = np.empty((len(seeds), 4))
    ends = np.flatnonzero(last)
    for b, seed in enumerate(seeds.tolist()):
        drawn = in_line(draw_counts(seed, len(is_positive)))
        tp = np.cumsum(np.where(is_positive, drawn, 0))[ends]
        made[b] = _four(tp, np.cumsum(drawn)[ends] - tp)
    return made


def _four(tp: Array, fp: Array) -> tuple[float, float, float, float]:
    m, n = int(tp[-1]), int(fp[-1])
    if not m or not n:
        nan = float("nan")
        area = 1.0 if m else nan  # without negatives every answer is right
        return nan, area, area, nan
    before_tp = np.concatenate([[0], tp[:-1]])
    doubled = int((np.diff(fp, prepend=0) * (tp + before_tp)).sum())
    some = tp + fp > 0
    precision = np.ones(len(tp))
    precision[some] = tp[some] / (tp + fp)[some]
    gain = (tp - before_tp) / m
    before = np.concatenate([[1.0], precision[:-1]])
    areas = [float((gain * one).sum()) for one in (precision, (precision + before) / 2)]
    return doubled / (2 * m * n), areas[0], areas[1], float(np.abs(tp / m - fp / n).max())
