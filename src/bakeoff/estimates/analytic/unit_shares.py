"""UnitShares: how much each independent unit (a group of rows, a row with its weight) counts, and how well a spread is known from them."""

# docs/intervals.md, "Units that count differently", derives what is computed here.

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.resampling.draws import Resamples

__all__ = ["UnitShares", "shares_of"]


@dataclass(frozen=True, slots=True, eq=False)
class UnitShares:
    r"""What units add to the weights of a mean and to the squares of these weights.

    A unit that counts much pulls the mean towards itself, so that what it adds to the variance is too small: of rows that
    are independent and spread alike :math:`1 - 2 h_j + h_j^2 \sum q / q_j` is left, with the share :math:`h_j` of the
    weights and the sum :math:`q_j` of their squares. Divided by that, the squares of what units add are an unbiased
    variance (CR2, HC2 of single rows), with the degrees of freedom of Bell and McCaffrey.
    References: bell2002, pustejovsky2018.

    >>> even, uneven = (UnitShares.of_rows(None, one) for one in (np.ones(12), np.r_[11.0, np.ones(11)]))
    >>> even.freedom, round(even.inflation, 4), round(uneven.freedom, 1), round(uneven.inflation, 1)
    (11.0, 1.0909, 1.1, 2.9)
    """

    share: Array  # all positive, their sum is one
    squares: Array

    @classmethod
    def of(cls, weight: Array, squares: Array) -> "UnitShares":
        """From the weight of each unit and the sum of the squared weights of its rows; what has none does not count."""
        some = np.asarray(weight) > 0
        heavy = np.asarray(weight, dtype=np.float64)[some]
        return cls(heavy / heavy.sum() if heavy.size else heavy, np.asarray(squares, dtype=np.float64)[some])

    @classmethod
    def of_rows(cls, groups: Array | None, weight: Array | None) -> "UnitShares | None":
        """Of rows with their groups and weights; None where single rows count alike."""
        if groups is None:
            return None if weight is None else cls.of(weight, np.asarray(weight, dtype=np.float64) ** 2)
        codes = np.unique(groups, return_inverse=True)[1].reshape(-1)
        heavy = np.ones(len(codes)) if weight is None else np.asarray(weight, dtype=np.float64)
        return cls.of(np.bincount(codes, weights=heavy), np.bincount(codes, weights=heavy * heavy))

    def __len__(self) -> int:
        return len(self.share)

    @property
    def _left(self) -> Array:
        return np.asarray(1 - 2 * self.share + self.share**2 * self.squares.sum() / self.squares)

    def adjusted(self, parts: Array) -> Array:
        """What units add to a mean (in the last axis), so that the squares add up to its variance."""
        return np.asarray(parts / np.sqrt(self._left))

    @property
    def inflation(self) -> float:
        """How many times larger the variance of the mean is than that of its resamples, in the mean."""
        return float(self.squares.sum() / (self.squares @ self._left))

    @property
    def freedom(self) -> float:
        """One less than there are units where they count alike, fewer where not."""
        total = float(self.squares.sum())
        root = np.sqrt(self._left)
        u, v, q = self.share / root, self.squares / total / root, self.squares / total
        own = u * u - 2 * u * v  # the diagonal of u u' - u v' - v u'
        uu, uv, vv = float(u @ u), float(u @ v), float(v @ v)
        whole = uu**2 + 2 * uu * vv + 2 * uv**2 - 4 * uu * uv
        return float(f"{1 / (float(q @ q) + whole - float(own @ own)):.12g}")  # 19, not 19.000000000000004


def shares_of(draws: Resamples) -> UnitShares | None:
    """How much each group that is drawn counts; None where single rows count alike."""
    if draws.by_rows:
        return None
    if "shares" not in draws.kept:
        draws.kept["shares"] = UnitShares.of(draws.bare.weight, draws.bare.squares)
    shares: UnitShares = draws.kept["shares"]
    return shares
