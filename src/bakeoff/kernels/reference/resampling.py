"""Resamples of n rows with replacement, from a seed each: how often every row is drawn, and what follows from it.

Drawing n times one of n rows gives the same law of counts as this: every row gets a Poisson count of a mean a little
below one, and the few draws that are then missing are made one by one. (Given their number, the points of a Poisson
process are independent and uniform; should there be more than n, all is drawn anew.) That needs no jumping about in
memory. A Poisson count is read off sixteen random bits through a law rounded to 1/65536, and a few rows in ten
thousand get a count of the law that makes up for the rounding, so that the mixture of the two is Poisson's law to the
last bit of a float.

The compiled kernels draw the same counts from the same seed.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import exp, log1p, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels.reference.ranking import RocSteps, steps_of_curve

__all__ = [
    "CountLaw", "count_distribution", "draw_counts", "from_tiles", "resample_counts", "resampled_class_wins", "resampled_means",
    "resampled_steps", "resampled_steps_of_seeds", "resampled_totals", "sign_flip_sums", "to_tiles",
]  # fmt: skip

_SIGNS = ((np.arange(256)[:, None] >> np.arange(8)) & 1) * 2.0 - 1.0  # (256, 8): the eight signs that a byte stands for
GAMMA = np.uint64(0x9E3779B97F4A7C15)
BLOCK = 256  # rows whose random words are made together
PLAIN = 256  # up to here rows are drawn one by one
LANES, STEPS = 32, 128
SPARE = 4.0  # standard deviations kept free for the last draws: more than n come up once in thirty thousand times


class CountLaw(NamedTuple):
    """The count of one row: above how many `cuts` its random bits lie, or rarely (every 1 / `scale` rows) by `rest`."""

    cuts: Array
    rest: Array  # cumulative; empty where rows are drawn one by one
    scale: float


@lru_cache(maxsize=32)
def count_distribution(n: int) -> CountLaw:
    """How the counts of n rows are drawn.

    >>> count_distribution(10_000).cuts.tolist()
    [-7660, 16441, 28009, 31710, 32598]
    """
    if n < PLAIN:
        return CountLaw(np.zeros(5, dtype=np.int16), np.empty(0), 0.0)
    mean = 1 - SPARE / sqrt(n)
    chance = exp(-mean) * np.cumprod(np.concatenate([[1.0], mean / np.arange(1, 32)]))
    parts = np.floor(65536 * chance[:6] / chance[:6].sum())
    parts[0] += 65536 - parts.sum()
    kept = float((65536 * chance[:6] / parts).min())
    chance[:6] = np.maximum(chance[:6] - kept * parts / 65536, 0.0)
    rest = np.cumsum(chance) / chance.sum()
    rest[-1] = 1.0
    return CountLaw((np.cumsum(parts[:5]) - 32768).astype(np.int16), rest, 1 / log1p(-chance.sum()))


class _Words:
    """SplitMix64: the words of one seed, in order."""

    def __init__(self, seed: int) -> None:
        self.seed, self.used = np.uint64(seed), 0

    def take(self, many: int) -> Array:
        """The next words."""
        with np.errstate(over="ignore"):
            state = self.seed + np.arange(self.used + 1, self.used + many + 1, dtype=np.uint64) * GAMMA
            self.used += many
            return _mix(state)

    def uniform(self, many: int) -> Array:
        """The next words as numbers in [0, 1)."""
        return np.asarray((self.take(many) >> np.uint64(11)) * 2.0**-53)


def draw_counts(seed: int, n: int) -> Array:
    """How often each of n rows is drawn in n draws with replacement: the same for the same seed, here and compiled.

    >>> int(draw_counts(7, 1000).sum())
    1000
    """
    law, words = count_distribution(n), _Words(seed)
    counts = np.zeros(n, dtype=np.int64)
    while len(law.rest):
        counts = _poisson(law, words, n)
        if counts.sum() <= n:
            break
    missing = (words.uniform(n - int(counts.sum())) * n).astype(np.int64)
    return counts + np.bincount(missing, minlength=n)


def _poisson(law: CountLaw, words: _Words, n: int) -> Array:
    bits = words.take(-(-n // BLOCK) * BLOCK // 4).view(np.int16)[:n]
    counts = np.zeros(n, dtype=np.uint8)
    for cut in law.cuts:
        counts += bits >= cut
    guess, start = int(20 - 2 * n / law.scale), words.used
    positions = np.empty(0)
    while not len(positions) or positions[-1] < n:
        words.used, guess = start, 2 * guess
        drawn = words.uniform(2 * guess)
        positions = np.cumsum(1 + np.floor(np.log(drawn[0::2] + 2.0**-54) * law.scale)) - 1
    many = int(np.searchsorted(positions, n))
    words.used = start + 2 * many + 1
    drawn_counts = counts.astype(np.int64)
    drawn_counts[positions[:many].astype(np.int64)] = np.searchsorted(law.rest, drawn[1 : 2 * many : 2], "right")
    return drawn_counts


def to_tiles(ranked: Array) -> Array:
    """Ranked rows as the compiled walk takes them: 32 lanes of a tile side by side, each some rows of the ranking.

    >>> to_tiles(np.arange(70))[:4].tolist()
    [0, 2, 4, 6]
    """
    return _turned(ranked, LANES, STEPS)


def from_tiles(tiles: Array) -> Array:
    """From tiles back into the order of the ranking.

    >>> from_tiles(to_tiles(np.arange(70)))[:4].tolist()
    [0, 1, 2, 3]
    """
    return _turned(tiles, STEPS, LANES)


def _turned(values: Array, across: int, along: int) -> Array:
    turned = values.copy()
    whole = len(values) // (LANES * STEPS) * LANES * STEPS
    turned[:whole] = values[:whole].reshape(-1, across, along).transpose(0, 2, 1).reshape(-1)
    steps = (len(values) - whole) // LANES
    part = slice(whole, whole + steps * LANES)
    turned[part] = values[part].reshape((LANES, steps) if across == LANES else (steps, LANES)).T.reshape(-1)
    return turned


def resampled_means(rows: Array, seeds: Array) -> Array:
    """(B, d): means of the rows in resamples of n rows."""
    if not len(rows):
        return np.full((len(seeds), rows.shape[1]), np.nan)
    means = [draw_counts(seed, len(rows)).astype(np.float64) @ rows / len(rows) for seed in seeds.tolist()]
    return np.array(means).reshape(len(seeds), rows.shape[1])


def resampled_totals(is_positive: Array, last: Array, seeds: Array, _which: int | None = None) -> Array:
    """(B, 4): area under ROC, average precision, trapezoid PR area and largest gap of resamples of ranked rows.

    `is_positive` is in the order of falling scores and `last` marks the last row of each distinct score.
    """
    totals = np.full((len(seeds), 4), np.nan)
    if not len(is_positive):
        return totals
    ends = np.flatnonzero(last)
    for b, seed in enumerate(seeds.tolist()):
        drawn = from_tiles(draw_counts(seed, len(is_positive)))
        tp = np.cumsum(np.where(is_positive, drawn, 0))[ends]
        totals[b] = _totals_of_curve(tp, np.cumsum(drawn)[ends] - tp)
    return totals


def _totals_of_curve(tp: Array, fp: Array) -> tuple[float, float, float, float]:
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
    areas = [float((gain * heights).sum()) for heights in (precision, (precision + before) / 2)]
    return doubled / (2 * m * n), areas[0], areas[1], float(np.abs(tp / m - fp / n).max())


def resample_counts(n: int, seeds: Array) -> Array:
    """Return (B, n) bytes: how often each of n rows is drawn in n draws with replacement.

    >>> resample_counts(300, np.array([7, 8], dtype=np.uint64)).sum(axis=1).tolist()
    [300, 300]
    """
    return np.array([draw_counts(seed, n) for seed in seeds.tolist()], dtype=np.uint8).reshape(len(seeds), n)


def resampled_steps(
    times: Array, unit: Array, positive: Array, weight: Array | None, stops: Array
) -> Iterator[RocSteps]:
    """Return the ROC steps of each resample: rows from the highest score down, `times` how often each unit is drawn.

    `stops` are the numbers of rows down to the end of each distinct score.
    """
    for drawn in times:
        often = drawn[unit].astype(np.float64)
        often = often if weight is None else often * weight
        tp, fp = (np.cumsum(np.where(flags, often, 0.0))[stops - 1] for flags in (positive, ~positive))
        yield steps_of_curve(tp, fp)


def resampled_steps_of_seeds(seeds: Array, unit: Array, positive: Array, stops: Array) -> Iterator[RocSteps]:
    """Return the same of single rows, each drawn for itself; a seed stands for a resample."""
    return resampled_steps(resample_counts(len(unit), seeds), unit, positive, None, stops)


def resampled_class_wins(often: Array, truth: Array, order: Array, last: Array) -> Array:
    """Return (B, K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once.

    `often` is how much each row counts in each resample; `order` has the rows of each column from the highest score
    down, and `last` marks the last of each score.
    """
    k = len(order)
    return np.array([_wins(counts, truth, order, last, k) for counts in often]).reshape(-1, k, k)


def _wins(often: Array, truth: Array, order: Array, last: Array, k: int) -> Array:
    """Return the table of one resample."""
    wins = np.zeros((k, k))
    for i in range(k):
        rows, ends = order[i], np.flatnonzero(last[i])
        mine = np.where(truth[rows] == i, often[rows], 0.0)
        upto = np.cumsum(mine)[ends]
        doubled = upto + np.concatenate([[0.0], upto[:-1]])  # twice what lies above, and once what is level
        wins[i] = np.bincount(truth[rows], often[rows] * np.repeat(doubled, np.diff(ends, prepend=-1)), minlength=k)
        wins[i, i] = 0.0
    return wins


def sign_flip_sums(values: Array, draws: int, seed: int) -> Array:
    """Return (draws,) sums of the values with fair random signs.

    Eight rows at a time share one random byte, which finds their signed sum in a table of 256: an eighth of the random
    bits and of the additions that flipping row by row would take.

    >>> sums = sign_flip_sums(np.ones(100), 4000, seed=1)
    >>> bool(abs(sums.mean()) < 1), bool(9 < sums.std() < 11)
    (True, True)
    """
    total, count = np.zeros(draws), np.arange(1, draws + 1, dtype=np.uint64)
    start = first_word(seed)
    for block, rows in enumerate(in_blocks(values).reshape(-1, 8, 8)):
        with np.errstate(over="ignore"):
            bits = _mix(start + (np.uint64(block * draws) + count) * GAMMA)
        lanes = bits.astype("<u8").view(np.uint8).reshape(draws, 8)
        parts = [(_SIGNS @ rows[byte])[lanes[:, byte]] for byte in range(8)]
        total += ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
    return total


def in_blocks(values: Array) -> Array:
    """Return the values, filled up with zeros to a multiple of 64."""
    wide = np.zeros(-(-values.size // 64) * 64)
    wide[: values.size] = values
    return wide


def first_word(seed: int) -> np.uint64:
    """Return the word from which the random signs of a seed are counted."""
    return np.uint64(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def _mix(state: Array) -> Array:
    """SplitMix64's finisher: the words of one counter are as good as independent."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(state ^ (state >> np.uint64(31)))
