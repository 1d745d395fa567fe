"""GivenTarget: the target in the container that it came in, such as a series of pandas, for estimators that look at it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["GivenTarget"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GivenTarget:
    """The values as they came, and the codes that a data set has for them; with other codes they say nothing.

    >>> given = GivenTarget(native=np.array([1.5, 2.5], dtype=np.float32), coded=np.array([1.5, 2.5]))
    >>> given.take(np.array([1])).native
    array([2.5], dtype=float32)
    """

    native: Any
    coded: Array

    def take(self, positions: Array) -> "GivenTarget":
        """These rows, in this order."""
        if hasattr(self.native, "iloc"):
            rows = self.native.iloc[positions]
        elif hasattr(self.native, "take") and not isinstance(self.native, np.ndarray):
            rows = self.native.take(positions)
        else:
            rows = self.native[positions]
        return GivenTarget(native=rows, coded=self.coded[positions])

    def fits(self, target: Array) -> bool:
        """Whether these are still the codes of the data set."""
        return np.array_equal(self.coded, target)

    @property
    def type_name(self) -> str:
        """Container and type of the values."""
        return f"{type(self.native).__module__.partition('.')[0]} {getattr(self.native, 'dtype', getattr(self.native, 'type', ''))!r}"
