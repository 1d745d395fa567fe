"""Looking at the data more than once: the level of each look by alpha spending, so that all looks together keep alpha.

The z-values of successive looks are a random walk seen at its information times. The chance to cross a bound at a look and at none before is
found by integrating the density of the walk from look to look (Armitage, McPherson and Rowe).
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtr, ndtri

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["Looks", "bounds_of", "spent"]

POINTS = 801  # of the density between the last bound and far below zero: bounds to five decimals
REACH = 8.0  # standard deviations below zero where the density is cut


@dataclass(frozen=True, slots=True)
class Looks:
    """The look that is taken now, of so many that were planned; `planned` rows are all that there will be.

    >>> round(Looks(2, 3).level(0.05), 4)
    0.0161
    """

    look: int
    looks: int
    share: float | None = None  # of the planned rows that are there now; else looks are equally far apart

    def __post_init__(self) -> None:
        if self.looks < 1 or not 1 <= self.look <= self.looks:
            raise BadInput(
                f"look {self.look} of {self.looks} cannot be: number the looks from 1 to the number that was planned"
            )
        if self.share is not None and not 0 < self.share <= 1:
            raise BadInput(
                "more rows are there than were planned (--planned-rows); state the number that was planned beforehand"
            )

    @property
    def times(self) -> tuple[float, ...]:
        """The share of all information at each look so far."""
        even = [number / self.looks for number in range(1, self.look + 1)]
        if self.share is None:
            return tuple(even)
        return tuple(self.share * number / self.look for number in range(1, self.look + 1))

    def level(self, alpha: float) -> float:
        """The one-sided level at this look."""
        return float(ndtr(-bounds_of(self.times, alpha)[-1]))


def spent(time: float, alpha: float) -> float:
    """The part of a one-sided alpha that may be spent until this share of the information: as by O'Brien and Fleming.

    Reference: lan1983.

    >>> round(spent(0.5, 0.025), 5), round(spent(1.0, 0.025), 5)
    (0.00153, 0.025)
    """
    return float(2 * ndtr(ndtri(alpha / 2) / sqrt(time)))


def bounds_of(times: tuple[float, ...], alpha: float) -> list[float]:
    """The z-value that each look has to exceed.

    >>> [round(bound, 3) for bound in bounds_of((1 / 3, 2 / 3, 1.0), 0.025)]
    [3.71, 2.511, 1.993]
    """
    bounds: list[float] = []
    grid, density = np.empty(0), np.empty(0)
    before, used = 0.0, 0.0
    for time in times:
        part, used = spent(time, alpha) - used, spent(time, alpha)
        bound = float(-ndtri(part)) if not bounds else _bound(grid, density, before, time, part)
        bounds.append(bound)
        grid, density = _density(grid, density, before, time, bound)
        before = time
    return bounds


def _crossing(grid: Array, density: Array, before: float, time: float, bound: float) -> float:
    """The chance to be above the bound at this time, of walks that crossed none before."""
    above = ndtr((grid - bound * sqrt(time)) / sqrt(time - before))
    return float(np.trapezoid(density * above, grid))


def _bound(grid: Array, density: Array, before: float, time: float, part: float) -> float:
    low, high = 0.0, 40.0
    for _ in range(80):
        half = (low + high) / 2
        low, high = (half, high) if _crossing(grid, density, before, time, half) > part else (low, half)
    return (low + high) / 2


def _density(grid: Array, density: Array, before: float, time: float, bound: float) -> tuple[Array, Array]:
    """The density of the walk at this time, of those that have not crossed a bound."""
    points = np.linspace(-REACH * sqrt(time), min(bound, REACH) * sqrt(time), POINTS)
    step = sqrt(time - before)
    if not len(grid):
        return points, np.exp(-0.5 * (points / step) ** 2) / (step * sqrt(2 * np.pi))
    kernel = np.exp(-0.5 * ((points[:, None] - grid[None]) / step) ** 2) / (step * sqrt(2 * np.pi))
    return points, np.asarray(np.trapezoid(kernel * density[None], grid, axis=1))
