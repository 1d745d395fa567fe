"""Bayesian answers with a region of practical equivalence: correlated t, sign, and signed rank. Seeded and vectorised."""

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Posterior
from bakeoff.comparisons.significance.t import differences, spread
from bakeoff.core.checks import Array, count, vector
from bakeoff.core.errors import BadInput

__all__ = ["bayes_correlated_t", "bayes_sign", "bayes_signed_rank", "region"]

PRIOR_STRENGTH = 0.5  # of the pseudo data set at zero; the signed-rank draws below rely on one half


def region(rope: float) -> float:
    """A width of the region of equivalence: zero or more."""
    if not (np.isfinite(rope) and rope >= 0):
        raise BadInput(f"the region of equivalence must be zero or a positive number, not {rope!r}")
    return float(rope)


def bayes_correlated_t(
    d: ArrayLike, test_share: float, rope: float = 0.0, *, lower_is_better: bool = False
) -> Posterior:
    r"""How probable is it that a is better, on one data set?  The posterior of the mean difference is a t around
    :math:`\bar d` with scale :math:`s \sqrt{1/n + \rho / (1 - \rho)}`, :math:`\rho / (1 - \rho)` = n_test / n_train.

    With a flat prior; `d` are differences a minus b over splits.  Zero variance puts all weight on the one value seen.
    Reference: corani2015.

    >>> p = bayes_correlated_t([0.02, 0.03, 0.01, 0.04, 0.02], test_share=1 / 4, rope=0.01)
    >>> round(p.p_left, 4), round(p.p_rope, 4), round(p.p_right, 4)
    (0.9294, 0.0649, 0.0056)
    """
    values = vector("d", d)
    n, (mean, sd), wide = values.size, spread(values), region(rope)
    if n < 2:
        raise BadInput("a posterior of the mean difference needs at least two splits")
    if sd == 0:
        below, above = float(mean < -wide), float(mean > wide)
    else:
        scale = sd * sqrt(1 / n + test_share)
        below = float(special.stdtr(n - 1, (-wide - mean) / scale))
        above = float(special.stdtr(n - 1, (mean - wide) / scale))
    return _posterior("bayes_correlated_t", (above, below), wide, n, 0, lower_is_better=lower_is_better)


def bayes_sign(
    a: ArrayLike, b: ArrayLike, rope: float = 0.0, *, draws: int = 50_000, seed: int = 0,
    lower_is_better: bool = False,
) -> Posterior:  # fmt: skip
    """How probable is it that a is better on most data sets?  Dirichlet weights on wins, practical ties and losses.

    The prior is one pseudo data set of weight 0.5 with difference zero.  A draw counts for the outcome with the largest
    weight.  Reference: benavoli2017.

    >>> p = bayes_sign([3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 9], rope=0.5)
    >>> p.p_left > 0.9
    True
    """
    d, wide = differences(a, b), region(rope)
    rng = np.random.default_rng(seed)
    counts = np.array([np.sum(d > wide), np.sum(np.abs(d) <= wide) + PRIOR_STRENGTH, np.sum(d < -wide)], dtype=float)
    weights = rng.standard_gamma(counts, size=(count("draws", draws), 3))  # the largest share needs no dividing
    winner = np.bincount(weights.argmax(axis=1), minlength=3) / draws
    shares = (float(winner[0]), float(winner[2]))
    return _posterior("bayes_sign", shares, wide, d.size, draws, lower_is_better=lower_is_better)


def bayes_signed_rank(
    a: ArrayLike, b: ArrayLike, rope: float = 0.0, *, draws: int = 50_000, seed: int = 0,
    lower_is_better: bool = False,
) -> Posterior:  # fmt: skip
    """How probable is it that a is better over data sets?  Dirichlet weights on all pairwise means of differences.

    Each draw weighs the data sets (and one pseudo data set of weight 0.5 at zero), adds up the weights of pairs whose
    mean lies left of, inside and right of the region, and counts for the largest.  Pairs are counted by prefix sums over
    the sorted differences, so memory is linear in the data sets.  Reference: benavoli2014.

    >>> p = bayes_signed_rank([3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 9], rope=0.2)
    >>> p.p_left > 0.9
    True
    """
    d, wide = differences(a, b), region(rope)
    values = np.sort(np.append(d, 0.0))
    strength = np.ones(values.size)
    strength[int(np.searchsorted(values, 0.0))] = PRIOR_STRENGTH
    votes = _votes(np.random.default_rng(seed), strength, _reach(values, wide), count("draws", draws))
    shares = (float(votes[0] / draws), float(votes[2] / draws))
    return _posterior("bayes_signed_rank", shares, wide, d.size, draws, lower_is_better=lower_is_better)


def _reach(values: Array, rope: float) -> tuple[Array, Array]:
    """For each sorted difference: from which place on its partners give a mean above the region; up to which below."""
    above = np.searchsorted(values, 2 * rope - values, "right")
    below = np.searchsorted(values, -2 * rope - values, "left")
    return above, below


def _votes(rng: np.random.Generator, strength: Array, reach: tuple[Array, Array], draws: int) -> Array:
    """How many of the draws give the largest weight to a better, to the region, and to b better.

    Seven digits decide a vote, so float32 does; the same few buffers serve all chunks and stay in the cache.
    """
    n, (above, below) = strength.size, reach
    chunk = max(1, min(draws, max(1024, 131_072 // n)))
    weights, gathered = (np.empty((n, chunk), dtype=np.float32) for _ in range(2))
    prefix = np.zeros((n + 1, chunk), dtype=np.float32)
    half = int(np.flatnonzero(strength != 1.0)[0])
    votes = np.zeros(3)
    for start in range(0, draws, chunk):
        rng.random(out=weights, dtype=np.float32)
        np.log(np.subtract(1, weights, out=weights), out=weights)  # minus an exponential draw: signs cancel in products
        weights[half] = -np.square(rng.standard_normal(chunk, dtype=np.float32)) / 2  # gamma of strength one half
        for i in range(n):  # eight times as quick as cumsum along the first axis
            np.add(prefix[i], weights[i], out=prefix[i + 1])
        square = prefix[-1] * prefix[-1]
        np.take(prefix, above, axis=0, out=gathered, mode="clip")
        right = square - np.einsum("ij,ij->j", weights, gathered)
        np.take(prefix, below, axis=0, out=gathered, mode="clip")
        left = np.einsum("ij,ij->j", weights, gathered)
        middle = square - right - left
        kept = slice(0, min(chunk, draws - start))
        more = (right >= middle)[kept] & (right >= left)[kept]
        less = ~more & (left > middle)[kept]
        votes += (
            np.count_nonzero(more),
            more.size - np.count_nonzero(more) - np.count_nonzero(less),
            np.count_nonzero(less),
        )
    return votes


def _posterior(
    test: str, shares: tuple[float, float], rope: float, n: int, draws: int, *, lower_is_better: bool
) -> Posterior:
    """Left means a is better: more is better unless the measure says otherwise."""
    more, less = shares
    left, right = (less, more) if lower_is_better else (more, less)
    warnings = ("fewer than five blocks: the prior has a large influence",) if n < 5 else ()
    return Posterior(
        test=test, p_left=left, p_rope=max(0.0, 1 - left - right), p_right=right, rope=rope, n=n, draws=draws,
        warnings=warnings,
    )  # fmt: skip


def scores_to_posterior(
    scores: PairedScores, rope: float, *, lower_is_better: bool = False, seed: int = 0
) -> Posterior:
    """The posterior that fits the evidence: correlated t over splits, signed rank over independent blocks."""
    if scores.test_share is not None:
        return bayes_correlated_t(scores.differences, scores.test_share, rope, lower_is_better=lower_is_better)
    return bayes_signed_rank(scores.a, scores.b, rope, draws=20_000, seed=seed, lower_is_better=lower_is_better)
