"""Signed ranks of differences, and how likely their sum is where each sign is a fair coin."""

from dataclasses import dataclass
from functools import lru_cache
from math import nan

import numpy as np
from scipy import special

from bakeoff.comparisons.distributions import normal_two_sided
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import Alternative
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["EXACT_UP_TO", "SignedRanks", "rank_sum_p", "signed_rank_law", "signed_ranks"]

EXACT_UP_TO = 50  # differences; scipy's "auto" has the same border, and up to 53 every probability is an exact double
REPRESENTABLE = 1000  # differences; of more than 1,074 the probability of one pattern of signs is no double any more
KEPT = 256  # laws that are kept, at most 20 kB each: rows without ties share one law for each number of differences


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedRanks:
    """Ranks of absolute differences and the signs they count with; one row for each pair of learners."""

    ranks: Array  # (pairs, blocks); 0 where a difference has no rank
    signs: Array  # the same shape; 0 where a rank counts for nobody

    @property
    def sizes(self) -> Array:
        """How many differences of each row have a rank."""
        return np.asarray(np.count_nonzero(self.ranks, axis=1))

    @property
    def plus(self) -> Array:
        """The sum of the ranks of positive differences, W+."""
        return np.asarray(np.einsum("ij,ij->i", self.ranks, np.maximum(self.signs, 0.0)))

    @property
    def minus(self) -> Array:
        """The sum of the ranks of negative differences, W-."""
        return np.asarray(np.einsum("ij,ij->i", self.ranks, np.maximum(-self.signs, 0.0)))

    @property
    def untied(self) -> Array:
        """Whether the ranks of a row are 1, 2, ..., n: only these have tables of critical values."""
        n, squares = self.sizes, np.einsum("ij,ij->i", self.ranks, self.ranks)
        whole = (self.ranks.sum(axis=1) == n * (n + 1) / 2) & (squares == n * (n + 1) * (2 * n + 1) / 6)
        return np.asarray(whole)


def signed_ranks(d: Array, zeros: str = "drop") -> SignedRanks:
    """Rank the absolute differences of each row; NaN is a missing block.

    Zeros are dropped before ranking, ranked and then dropped ("pratt": their ranks are lost to both sides), or split
    between the sides, an odd one left out ("split", Demšar 2006).

    >>> signed = signed_ranks(np.array([[1.0, -3.0, 0.0, 3.0, np.nan]]))
    >>> (signed.ranks * signed.signs).tolist()
    [[1.0, -2.5, 0.0, 2.5, 0.0]]
    """
    zero, signs = d == 0, np.nan_to_num(np.sign(d))
    place = np.cumsum(zero, axis=1)
    left_out = zero if zeros == "drop" else zero & (place == 1) & (place[:, -1:] % 2 == 1) & (zeros == "split")
    ranks = np.nan_to_num(midranks(np.where(left_out, nan, np.abs(d))))
    if zeros == "pratt":
        ranks[zero] = 0.0
    if zeros == "split":
        turn = np.where((place - place[:, -1:] % 2) % 2 == 1, -1.0, 1.0)
        differ = np.any(signs, axis=1, keepdims=True)  # where nothing differs no zero is for anybody
        signs = np.where(zero & differ, turn, signs)
    return SignedRanks(ranks=ranks, signs=signs)


def signed_rank_law(doubled_ranks: Array) -> Array:
    """Probability of every value of twice the positive rank sum when each rank's sign is a fair coin.

    Mid-ranks are halves. Twice the ranks are whole numbers, so that one law serves ranks with and without ties; a law of
    the ranks 1, ..., n that is read at a rounded sum gives two sides of one test different p (scipy issue 19872).
    Each rank adds the patterns of signs in which it is positive (Streitberg and Röhmel 1986).

    >>> signed_rank_law(np.array([2, 4, 6])).tolist()[::2]
    [0.125, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125]
    """
    if len(doubled_ranks) > REPRESENTABLE:
        raise BadInput(f"the exact law is computed for at most {REPRESENTABLE:,} differences; use method='normal'")
    law = np.zeros(int(doubled_ranks.sum()) + 1)
    law[0], top = 0.5 ** len(doubled_ranks), 0
    for rank in np.sort(doubled_ranks).astype(int).tolist():
        top += rank
        law[rank : top + 1] += law[: top + 1 - rank]
    return law


def rank_sum_p(
    signed: SignedRanks, side: Alternative, method: str = "auto", *, correction: bool = True
) -> tuple[Array, Array]:
    """P of each row, and the z it comes from; z is NaN where p is exact. Exact up to `EXACT_UP_TO` ranks with "auto".

    >>> rank_sum_p(signed_ranks(np.array([[5.0, -5.0, 5.0, 10.0, 0.0]])), Alternative.TWO_SIDED)[0].tolist()
    [0.5]
    """
    p, z = _normal_p(signed, side, correction=correction)
    sizes = signed.sizes
    exact = np.flatnonzero((sizes <= EXACT_UP_TO) if method == "auto" else np.full(len(p), method == "exact"))
    z[exact] = nan
    # The law is symmetric, so the small sum is read from below: 1 less the other tail would lose small p (scipy issue 26026).
    plus, minus = signed.plus[exact], signed.minus[exact]
    end = {Alternative.GREATER: minus, Alternative.LESS: plus}.get(side, np.minimum(plus, minus))
    doubled = np.sort(np.rint(2 * signed.ranks[exact]).astype(np.int64), axis=1)  # ranks of 0 come first
    times = 2 if side is Alternative.TWO_SIDED else 1
    ends, first = np.rint(2 * end).astype(np.int64).tolist(), (doubled.shape[1] - sizes[exact]).tolist()
    for row, ranks, start, last in zip(exact.tolist(), doubled, first, ends, strict=True):
        below = _cumulative_law if len(ranks) - start <= EXACT_UP_TO else _cumulative_law.__wrapped__
        p[row] = min(1.0, times * float(below(ranks[start:].tobytes())[last]))
    return p, z


@lru_cache(maxsize=KEPT)
def _cumulative_law(doubled_ranks: bytes) -> Array:
    """The probability of at most each value of twice the positive rank sum."""
    return np.cumsum(signed_rank_law(np.frombuffer(doubled_ranks, dtype=np.int64)))


def _normal_p(signed: SignedRanks, side: Alternative, *, correction: bool) -> tuple[Array, Array]:
    """P and z by the normal law; the mean and the variance are those of the ranks that are there.

    With Pratt's zeros the mean of the ranks 1, ..., n is wrong: p of a balanced table went to 0 (scipy issue 10223).
    """
    centred = (signed.plus - signed.minus) / 2
    # A sign is a fair coin, so the variance of W+ is a quarter of the squares; ties need no correction of their own.
    deviation = np.sqrt(np.einsum("ij,ij->i", signed.ranks, signed.ranks) / 4)
    signs = {Alternative.GREATER: np.ones_like(centred), Alternative.LESS: -np.ones_like(centred)}
    shift = 0.5 * signs.get(side, np.sign(centred)) if correction else np.zeros_like(centred)
    z = np.divide(centred - shift, deviation, out=np.zeros_like(centred), where=deviation > 0)  # rows without ranks: 0
    if side is not Alternative.TWO_SIDED:
        return np.asarray(special.ndtr(z if side is Alternative.LESS else -z)), z
    middle = np.abs(centred) <= np.abs(shift)
    return np.where(middle, 1.0, normal_two_sided(z)), np.where(middle, 0.0, z)
