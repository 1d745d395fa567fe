"""Surrogate: a model of the inner score over the space, what it guesses between the trials, and where it would try next."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["Guess", "guess"]

_MOST = 150  # trials that the model is fitted to: its cost grows with their cube
_GRID = 61
_FEWEST = 5
_DRAWS = 512


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Guess:
    """The model along one parameter, all others at its best point; places run from 0 to 1."""

    parameter: str
    places: Array
    mean: Array
    low: Array  # two standard deviations of the model
    high: Array
    next: float  # where the expected improvement is largest


def guess(names: Sequence[str], places: Array, gains: Array) -> tuple[Guess, ...]:
    """A Gaussian process over the trials, `places` (trials, parameters) and `gains`, the larger the better.

    The next point to try is where the expected improvement over the best mean is largest. Reference: jones1998.
    """
    finite = np.isfinite(gains) & np.isfinite(places).all(axis=1)
    places, gains = places[finite], gains[finite]
    if len(gains) < _FEWEST or not names or float(np.ptp(gains)) == 0.0:
        return ()
    from scipy.stats import norm
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

    rng = np.random.default_rng(0)
    if len(gains) > _MOST:
        kept = np.sort(rng.permutation(len(gains))[:_MOST])
        places, gains = places[kept], gains[kept]
    kernel = ConstantKernel(1.0, (1e-2, 1e2)) * Matern(np.full(len(names), 0.3), (0.05, 10.0), nu=2.5) + WhiteKernel(
        0.1, (1e-4, 1.0)
    )
    model = GaussianProcessRegressor(kernel, normalize_y=True, random_state=0)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a kernel at the end of its range is no news to anybody
        model.fit(places, gains)
        points = np.vstack([places, rng.random((_DRAWS, len(names)))])
        mean, sd = model.predict(points, return_std=True)
        best, peak = points[int(np.argmax(mean))], float(mean.max())
        score = (mean - peak) / np.maximum(sd, 1e-12)
        following = points[int(np.argmax((mean - peak) * norm.cdf(score) + sd * norm.pdf(score)))]
        guesses = []
        for number, name in enumerate(names):
            line = np.tile(best, (_GRID, 1))
            line[:, number] = np.linspace(0, 1, _GRID)
            mean, sd = model.predict(line, return_std=True)
            guesses.append(
                Guess(
                    parameter=name,
                    places=line[:, number],
                    mean=mean,
                    low=mean - 2 * sd,
                    high=mean + 2 * sd,
                    next=float(following[number]),
                )
            )
    return tuple(guesses)
