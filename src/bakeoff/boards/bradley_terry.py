"""The strengths of systems from votes on pairs: Bradley and Terry's model, with Davidson's tie parameter."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable

__all__ = ["BradleyTerry", "fit_votes", "is_connected", "voter_influence"]

STEPS, ENOUGH = 200, 1e-10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BradleyTerry:
    """Logarithms of strengths with mean 0, their covariance, and the tie parameter (0 without ties)."""

    strengths: Array
    covariance: Array  # of the model
    tie: float
    influence: Array  # (votes, k) of each vote on the strengths


def is_connected(wins: Array) -> bool:
    """Whether every system can be reached from every other by chains of wins; else strengths have no finite estimate.

    >>> is_connected(np.array([[0, 1], [0, 0]])), is_connected(np.array([[0, 1], [1, 0]]))
    (False, True)
    """
    from scipy.sparse.csgraph import connected_components

    return bool(connected_components(wins > 0, directed=True, connection="strong")[0] == 1)


def fit_votes(first: Array, second: Array, result: Array, k: int, *, prior: float = 0.0) -> BradleyTerry:
    r"""Fit by maximum likelihood: `result` is 1 where the first won, 0 where the second won, .5 for a tie.

    The chances of a win, a loss and a tie are as :math:`\pi_i`, :math:`\pi_j` and :math:`\nu \sqrt{\pi_i \pi_j}`. `prior` adds so many wins and
    losses to every pair that met.  References: bradley1952, davidson1970.

    >>> votes = fit_votes(np.array([0, 0, 0, 0]), np.array([1, 1, 1, 1]), np.array([1, 1, 1, 0]), 2)
    >>> round(float(votes.strengths[0] - votes.strengths[1]), 4)
    1.0986
    """
    pairs = first.astype(np.int64) * k + second
    met, place = np.unique(pairs, return_inverse=True)
    counts = np.zeros((len(met), 3))
    np.add.at(counts, (place, (2 * result).astype(np.int64)), 1.0)  # losses, ties, wins of the first
    i, j = met // k, met % k
    counts[:, [0, 2]] += prior
    ties = bool(counts[:, 1].any())
    point = np.zeros(k + 1)  # strengths, logarithm of the tie parameter
    for _ in range(STEPS):
        gradient, information = _derivatives(point, i, j, counts, ties=ties)
        step = _solve(information, gradient, ties=ties)
        size = float(np.abs(step).max())
        point = point + step * min(1.0, 2.0 / max(size, 1e-300))
        if size < ENOUGH:
            break
    else:
        raise NotApplicable("the strengths did not settle: some systems won or lost every vote; add votes between them")
    _, information = _derivatives(point, i, j, counts, ties=ties)
    covariance = _inverse(information, ties=ties)
    influence = _vote_scores(point, first, second, result, ties=ties) @ covariance
    return BradleyTerry(
        strengths=point[:k], covariance=covariance[:k, :k], tie=float(np.exp(point[k])) if ties else 0.0, influence=influence[:, :k]
    )  # fmt: skip


def voter_influence(influence: Array, voters: Array | None = None) -> Array:
    """What each voter adds to the strengths; without voters each vote alone.

    The fit takes k - 1 degrees of freedom, so that what is left over is too small by that share: of few voters this matters.

    >>> voter_influence(np.array([[0.5, -0.5], [0.5, -0.5], [-1.0, 1.0]]), np.array([0, 0, 1])).round(3).tolist()
    [[1.414, -1.414], [-1.414, 1.414]]
    """
    units = influence
    if voters is not None:
        units = np.zeros((int(voters.max()) + 1, influence.shape[1]))
        np.add.at(units, voters, influence)
    n, k = units.shape
    if n < k:
        raise NotApplicable(
            f"{n} {'votes' if voters is None else 'voters'} cannot tell {k} systems apart; at least as many as systems are needed"
        )
    return np.asarray(units * np.sqrt(n / (n - k + 1)))


def _chances(point: Array, i: Array, j: Array, *, ties: bool) -> Array:
    """Of a loss, a tie and a win of the first, for each pair."""
    half = (point[i] - point[j]) / 2
    logs = np.stack([-half, np.full(len(half), point[-1] if ties else -np.inf), half], axis=1)
    logs -= logs.max(axis=1, keepdims=True)
    shares = np.exp(logs)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _derivatives(point: Array, i: Array, j: Array, counts: Array, *, ties: bool) -> tuple[Array, Array]:
    """The gradient of the logarithm of the likelihood and the information."""
    k = len(point) - 1
    chance = _chances(point, i, j, ties=ties)
    votes = counts.sum(axis=1)
    mean = (chance[:, 2] - chance[:, 0]) / 2
    surplus = (counts[:, 2] - counts[:, 0]) / 2 - votes * mean
    gradient = np.zeros(k + 1)
    np.add.at(gradient, i, surplus)
    np.add.at(gradient, j, -surplus)
    gradient[k] = (counts[:, 1] - votes * chance[:, 1]).sum()
    spread = votes * ((chance[:, 2] + chance[:, 0]) / 4 - mean**2)
    both = -votes * mean * chance[:, 1]
    information = np.zeros((k + 1, k + 1))
    np.add.at(information, (i, i), spread)
    np.add.at(information, (j, j), spread)
    np.add.at(information, (i, j), -spread)
    np.add.at(information, (j, i), -spread)
    np.add.at(information[k], i, both)
    np.add.at(information[k], j, -both)
    information[:k, k] = information[k, :k]
    information[k, k] = (votes * chance[:, 1] * (1 - chance[:, 1])).sum()
    return gradient, information


def _inverse(information: Array, *, ties: bool) -> Array:
    """With strengths that sum to zero."""
    size = len(information)
    k = size - 1
    used = size if ties else k
    inverse = np.zeros((size, size))
    inverse[:used, :used] = np.linalg.pinv(information[:used, :used], rcond=1e-13, hermitian=True)
    return inverse


def _solve(information: Array, gradient: Array, *, ties: bool) -> Array:
    """One step of Newton; a constant is added to the strengths' part so that it can be solved, which changes no difference."""
    k = len(gradient) - 1
    used = k + 1 if ties else k
    step = np.zeros(k + 1)
    matrix = information[:used, :used].copy()
    matrix[:k, :k] += max(float(np.trace(matrix[:k, :k])) / k, 1e-300) / k
    step[:used] = np.linalg.lstsq(matrix, gradient[:used], rcond=None)[0]
    step[:k] -= step[:k].mean()
    return step


def _vote_scores(point: Array, first: Array, second: Array, result: Array, *, ties: bool) -> Array:
    """The gradient of each vote."""
    k = len(point) - 1
    chance = _chances(point, first, second, ties=ties)
    surplus = result - 0.5 - (chance[:, 2] - chance[:, 0]) / 2
    scores = np.zeros((len(first), k + 1))
    rows = np.arange(len(first))
    scores[rows, first] = surplus
    scores[rows, second] -= surplus
    scores[:, k] = (result == 0.5) - chance[:, 1]
    return scores
