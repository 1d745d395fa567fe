"""KSWIN: the recent values of a window tested against older ones by Kolmogorov-Smirnov."""

import random
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from math import isfinite

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.significance_level import is_shown
from bakeoff.kernels.reference.detection import refused_value

__all__ = ["WindowedDistributions", "distribution_alarms"]

PART = 256  # windows that are tested at a time


def _check_window(window: int, recent: int) -> None:
    if window < 2 * recent:
        raise BadInput(
            f"window must be at least twice recent ({2 * recent}), for as many older values are drawn; it is {window}"
        )


class WindowedDistributions:
    """The detector on its way along a stream; it draws the older values anew at every value."""

    __slots__ = ("critical", "draws", "drift_detected", "recent", "seed", "values", "window")

    def __init__(self, alpha: float, window: int, recent: int, seed: int) -> None:
        _check_window(window, recent)
        self.critical, self.window, self.recent, self.seed = _critical_distance(recent, alpha), window, recent, seed
        self.drift_detected = False
        self._restart()

    def _restart(self) -> None:
        self.values: deque[float] = deque(maxlen=self.window)
        self.draws = random.Random(self.seed)  # noqa: S311 - no secret; another generator would draw other rows than the published program

    def update(self, value: float) -> bool:
        """Read the next value; whether it raises an alarm."""
        if not isfinite(value):
            raise refused_value(value)
        if self.drift_detected:
            self._restart()
        self.values.append(value)
        self.drift_detected = len(self.values) == self.window and self._is_distant()
        return self.drift_detected

    def _is_distant(self) -> bool:
        values = np.array(self.values)
        older = values[self.draws.sample(range(self.window - self.recent), self.recent)]
        return bool(_distances(older[None, :], values[None, self.window - self.recent :])[0] >= self.critical)


def distribution_alarms(values: Array, alpha: float, window: int, recent: int, seed: int) -> Array:
    """The positions of the alarms of `WindowedDistributions`, many windows at a time."""
    _check_window(window, recent)
    critical = _critical_distance(recent, alpha)
    alarms: list[int] = []
    start = 0
    while start + window <= len(values):
        position = next(_first_distant(values[start:], window, recent, critical, seed), None)
        if position is None:
            break
        alarms.append(start + position)
        start += position + 1
    return np.array(alarms, dtype=np.int64)


def _first_distant(values: Array, window: int, recent: int, critical: int, seed: int) -> Iterator[int]:
    """The end of the first window whose recent values lie at least the critical number of ranks from the older ones."""
    windows = np.lib.stride_tricks.sliding_window_view(values, window)
    draws = random.Random(seed)  # noqa: S311 - no secret; another generator would draw other rows than the published program
    older = range(window - recent)
    for start in range(0, len(windows), PART):
        part = windows[start : start + PART]
        rows = np.array([draws.sample(older, recent) for _ in range(len(part))])
        distances = _distances(np.take_along_axis(part, rows, axis=1), part[:, window - recent :])
        distant = np.flatnonzero(distances >= critical)
        if distant.size:
            yield start + int(distant[0]) + window - 1


def _distances(older: Array, recent: Array) -> Array:
    """The largest distance of the two distributions in each row, in ranks."""
    both = np.concatenate([older, recent], axis=1)
    signs = np.repeat([1, -1], recent.shape[1])
    order = np.argsort(both, axis=1, kind="stable")
    ordered = np.take_along_axis(both, order, axis=1)
    steps = np.cumsum(signs[order], axis=1)
    steps[:, :-1][ordered[:, 1:] == ordered[:, :-1]] = 0  # between ties there is no step of the distributions
    return np.asarray(np.abs(steps).max(axis=1))


@lru_cache(maxsize=64)
def _critical_distance(recent: int, alpha: float) -> int:
    """The smallest distance, in ranks of `recent`, with an exact p of at most alpha; and above a tenth, as the program has it."""
    from scipy.stats import ks_2samp

    low = np.arange(recent, dtype=np.float64)
    for ranks in range(recent // 10 + 1, recent + 1):
        if is_shown(ks_2samp(low, low + ranks - 0.5, method="exact" if recent <= 10_000 else "asymp").pvalue, alpha):
            return ranks
    return recent + 1
