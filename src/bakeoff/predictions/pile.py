"""Pile: rankings of parts that lie beside each other until all are there, and are then sorted once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from bakeoff.core.kept import kept
from bakeoff.predictions.kernels import SORTING, in_threads
from bakeoff.predictions.ranking import Ranking

__all__ = ["Pile"]


# Not slotted: the ranking is kept when first asked for.
@dataclass(frozen=True, kw_only=True, eq=False)
class Pile:
    """Merging a hundred parts one by one would write all scores seven times, into memory that is new each time."""

    parts: tuple[Ranking, ...]

    @property
    def n(self) -> int:
        """Rows of all parts."""
        return sum(one.n for one in self.parts)

    def merge(self, other: "Pile") -> "Pile":
        """Both piles as one."""
        return Pile(parts=self.parts + other.parts)

    @kept
    def ranking(self) -> Ranking:
        """All parts together.

        >>> from bakeoff.predictions.door import predictions_of
        >>> from bakeoff.predictions.ranking import rank
        >>> halves = [rank(predictions_of([0, 1], y_score=score)) for score in ([0.3, 0.9], [0.8, 0.7])]
        >>> Pile(parts=tuple(halves)).ranking.positives.tolist()
        [0.7, 0.9]
        """
        if len(self.parts) == 1 or any(one.many is not None or one.given is not None for one in self.parts):
            return _in_pairs(self.parts)
        halves = [
            np.concatenate([one.positives for one in self.parts]),
            np.concatenate([one.negatives for one in self.parts]),
        ]
        in_threads(lambda i: halves[i].sort(), range(2), self.n * SORTING)
        return Ranking(n=self.n, positives=halves[0], negatives=halves[1])


def _in_pairs(parts: Sequence[Ranking]) -> Ranking:
    """Neighbours merged until one is left: no row is moved more than log2(parts) times."""
    while len(parts) > 1:
        parts = [reduce(Ranking.merge, parts[i : i + 2]) for i in range(0, len(parts), 2)]
    return parts[0]
