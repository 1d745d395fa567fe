"""The sampling distribution of an error rate: what experiments of n rows show when the true rate is known.

The errors of n independent rows are binomial. Drawn experiments show how far single test sets lie from the true rate; the
exact columns show how close the normal approximation is at this n, and what that does to a 95% interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isclose, nan, sqrt

import numpy as np
from scipy import special

from bakeoff.core.checks import Array, count, frozen, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.analytic.proportion import METHODS

__all__ = ["NORMAL_SHARES", "RateExperiment", "draw_experiments", "interval_coverage"]

NORMAL_SHARES = tuple(float(special.erf(k / sqrt(2))) for k in (1, 2, 3))  # mass within 1, 2, 3 standard deviations
_MOST_ROWS, _MOST_DRAWS = 1_000_000, 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RateExperiment:
    """Many experiments of n rows each with one true error rate."""

    p: float
    n: int
    level: float
    errors: Array = field(repr=False)  # of each experiment

    @property
    def mean(self) -> float:
        """The mean of the observed rates."""
        return float(self.errors.mean()) / self.n

    @property
    def sd(self) -> float:
        """The standard deviation of the observed rates; NaN for one experiment."""
        return float(self.errors.std(ddof=1)) / self.n if self.errors.size > 1 else nan

    @property
    def expected_sd(self) -> float:
        """The standard deviation that theory gives, the root of p (1 - p) / n."""
        return sqrt(self.p * (1 - self.p) / self.n)

    @property
    def within(self) -> tuple[float, ...]:
        """The shares of the observed rates within 1, 2 and 3 expected standard deviations of the true rate."""
        return tuple(float(np.mean(self._inside(self.errors, k))) for k in (1, 2, 3))

    @property
    def expected_within(self) -> tuple[float, ...]:
        """The same shares by the exact binomial distribution."""
        return tuple(float(self.probabilities[self._inside(np.arange(self.n + 1), k)].sum()) for k in (1, 2, 3))

    @property
    def probabilities(self) -> Array:
        """The exact probability of 0, 1, ..., n errors."""
        return _binomial(self.n, self.p)

    @property
    def normal_gap(self) -> float:
        """The largest difference between the exact distribution function and its normal approximation."""
        if self.expected_sd == 0:
            return nan
        exact = np.cumsum(self.probabilities)
        near = special.ndtr((np.arange(self.n + 1) / self.n - self.p) / self.expected_sd)
        return float(max(np.abs(exact - near).max(), np.abs(np.append(0.0, exact[:-1]) - near).max()))

    def coverage(self, method: str = "wald") -> float:
        """How often the interval of that method holds the true rate at this n, exactly."""
        return interval_coverage(self.p, self.n, level=self.level, method=method)

    def _inside(self, errors: Array, deviations: int) -> Array:
        reach = deviations * self.expected_sd * self.n
        return np.abs(errors - self.n * self.p) <= reach + 1e-9 * self.n


def _binomial(n: int, p: float) -> Array:
    """P(X = k) for k = 0 ... n."""
    k = np.arange(n + 1.0)
    logs = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    chances: Array = np.exp(logs + special.xlogy(k, p) + special.xlog1py(n - k, -p))
    return chances


def interval_coverage(p: float, n: int, *, level: float = 0.95, method: str = "wilson") -> float:
    """The probability that an interval for a proportion holds the true rate p: a sum over all counts, nothing simulated.

    Brown, Cai and DasGupta (2001) print .946 and .928 for the Wald interval of p = .2 at n = 30 and 98.

    >>> round(interval_coverage(0.2, 30, method="wald"), 3), round(interval_coverage(0.2, 98, method="wald"), 3)
    (0.946, 0.928)
    """
    probability("level", level)
    if method not in METHODS:
        raise BadInput(f"no interval called {method!r} for a proportion; known are {', '.join(METHODS)}")
    tail, total = (1 - level) / 2, 0.0
    chances = _binomial(count("n", n), p)
    for errors in np.flatnonzero(chances > 1e-12):  # the others change no printed digit
        low, high = METHODS[method](float(errors), float(n), tail)
        if low <= p <= high or isclose(low, p, abs_tol=1e-12) or isclose(high, p, abs_tol=1e-12):
            total += float(chances[errors])
    return total


def draw_experiments(
    p: float, n: int | Sequence[int], *, experiments: int = 1000, seed: int = 0, level: float = 0.95
) -> tuple[RateExperiment, ...]:
    """Draw the errors of that many experiments for each number of rows; the same seed gives the same counts.

    >>> coin = draw_experiments(0.5, 10, experiments=1000)[0]
    >>> coin.errors[:5].tolist(), round(coin.mean, 2), round(coin.expected_within[0], 3)
    ([4, 4, 5, 4, 5], 0.5, 0.656)
    """
    if not np.isreal(p) or not 0 <= p <= 1:
        raise BadInput(f"p is the true rate, a number from 0 to 1, not {p!r}")
    probability("level", level)
    sizes = [count("n", size) for size in ([n] if np.ndim(n) == 0 else n)]  # type: ignore[union-attr]
    draws = count("experiments", experiments)
    if not sizes or max(sizes) > _MOST_ROWS or draws * len(sizes) > _MOST_DRAWS:
        raise BadInput(f"n is 1 to {_MOST_ROWS} rows, and there are at most {_MOST_DRAWS} experiments in all")
    return tuple(
        RateExperiment(
            p=float(p),
            n=size,
            level=level,
            errors=frozen(rng_for(seed, f"sampling distribution/{size}").binomial(size, p, draws), np.int64),
        )
        for size in sizes
    )
