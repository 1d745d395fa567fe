"""The fixed-b law: what a mean over its standard error from Bartlett's kernel follows if the bandwidth is a fixed share of the values."""

from functools import lru_cache
from math import ceil, inf, sqrt

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["bandwidth_of", "bartlett_error", "fixed_b_quantile", "fixed_b_two_sided"]

LARGEST = 400  # values whose law is computed as it is; that of more is the law of as many with the same share
NODES = 400  # of the integral, which is smooth


def bandwidth_of(n: int, horizon: int = 1) -> int:
    """How many lags the kernel reaches, by the rule of Lazarus, Lewis, Stock and Watson (2018): 1.3 square roots of n.

    >>> bandwidth_of(100), bandwidth_of(100, horizon=24)
    (13, 24)
    """
    return min(max(ceil(1.3 * sqrt(n) - 1e-9), horizon), n)


def bartlett_error(d: Array, bandwidth: int) -> float:
    """The standard error of the mean from covariances with weights 1 - lag / bandwidth.

    >>> round(bartlett_error(np.array([1.0, 4, 2, 3, 5, 2]), 1), 4)  # no lags: the spread over the square root of n
    0.5486
    """
    n, away = d.size, d - d.mean()
    total = float(away @ away)
    total += 2 * sum((1 - lag / bandwidth) * float(away[lag:] @ away[:-lag]) for lag in range(1, bandwidth))
    return sqrt(max(total, 0.0)) / n


@lru_cache(maxsize=32)
def _weights(n: int, bandwidth: float) -> tuple[float, ...]:
    """The eigenvalues of the kernel on centred values: the squared error is their sum of squared normal values."""
    lags = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    kernel = np.maximum(0.0, 1 - lags / bandwidth)
    centred = kernel - kernel.mean(axis=0) - kernel.mean(axis=1)[:, None] + kernel.mean()
    values = np.linalg.eigvalsh(centred) / n
    return tuple(values[values > 1e-12].tolist())


def fixed_b_two_sided(t: float, n: int, bandwidth: int) -> float:
    r"""P(\|T\| >= t) of independent normal values, by Craig's form of the normal tail and the law of sums of squares.

    >>> round(fixed_b_two_sided(4.771, 400, 400), 3)
    0.05
    """
    size = min(n, LARGEST)
    weights = np.array(_weights(size, bandwidth * size / n))
    angles = (np.arange(NODES) + 0.5) * np.pi / 2 / NODES
    scale = t * t / np.sin(angles) ** 2
    return float(np.exp(-0.5 * np.log1p(np.outer(scale, weights)).sum(axis=1)).mean())


def fixed_b_quantile(level: float, n: int, bandwidth: int) -> float:
    """The critical value that a two-sided test of this confidence exceeds, by bisection.

    >>> round(fixed_b_quantile(0.95, 500, 1), 2)  # no lags: near Student's law
    1.97
    """
    low, high = 0.0, 4.0
    while fixed_b_two_sided(high, n, bandwidth) > 1 - level:
        low, high = high, 2 * high
        if high > 1e9:
            return inf
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if fixed_b_two_sided(middle, n, bandwidth) > 1 - level else (low, middle)
    return high
