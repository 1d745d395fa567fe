"""What may leave hidden rows: numbers and yes-or-no answers on which one label has a bounded effect, whatever a team submits.

A rule without chance cannot do that: a team that knows the total of all other rows puts it at the edge of a rounding or of a step, and one label decides on
which side the answer falls. Here the edge is drawn from a secret key and the digest of the submission, so that no team knows it and the same submission
always gets the same answer.
"""

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from math import exp, floor, log, log10, sqrt
from secrets import token_bytes

from scipy.optimize import brentq
from scipy.special import log_ndtr, ndtr, ndtri, stdtrit

__all__ = ["KEY_BYTES", "Release", "new_key", "round_number"]

KEY_BYTES = 32
DRAW_BYTES = 8  # of a digest that make one draw


def new_key() -> bytes:
    """The secret of one challenge, from the generator of the operating system."""
    return token_bytes(KEY_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """How numbers about hidden rows are released; nothing here depends on what a team submits.

    One label moves a mean by at most `width / rows`. A released number then differs with a chance of at most `effect`, and the chance of an answer to "is it
    clearly better?" changes by a factor of at most exp(2 * width / rows / scale) = exp(8 / sqrt(rows)).
    """

    width: float  # between the worst and the best value that one row can have
    rows: float  # independent rows behind a number; with groups, as many as would bound a mean as tightly
    key: bytes = field(repr=False)  # known to the owner's process only

    @property
    def floor(self) -> float:
        """The largest standard error that a mean of so many rows can have; a step never rests on a smaller one."""
        return self.width / (2 * sqrt(self.rows))

    @property
    def grid(self) -> float:
        """Released numbers are multiples of this round number: about two of the largest standard errors."""
        return round_number(2 * self.floor)

    @property
    def effect(self) -> float:
        """The largest chance that one label changes a released number: at most 2.5 / sqrt(rows)."""
        return self.width / self.rows / self.grid

    @property
    def scale(self) -> float:
        """The scale of the Laplace noise in answers."""
        return self.floor / 2

    def number(self, value: float, digest: str) -> float:
        """The value as a multiple of the grid: one of its two neighbours by chance, so that it is right on average."""
        grid = self.grid
        return round(floor(value / grid + self._draw("number", digest)) * grid, 12)

    def noise(self, digest: str) -> float:
        """What is added to a difference before it is compared with a step (Laplace's distribution)."""
        draw = self._draw("noise", digest)
        return self.scale * (log(2 * draw) if draw < 0.5 else -log(2 * (1 - draw)))

    def step(self, level: float, spread: float, n: int) -> float:
        """The difference that noise and the spread of n values together exceed with the chance `level`.

        The spread counts as normal, widened as Student's t with n - 1 degrees of freedom would widen it.
        """
        wide = max(spread, self.floor) * float(stdtrit(n - 1, level) / ndtri(level))
        most = -wide * float(ndtri(level / 2)) + self.scale * log(1 / level)
        return float(brentq(lambda step: _tail(step, wide, self.scale) - level, 0.0, most, xtol=1e-12 * most))

    def _draw(self, purpose: str, digest: str) -> float:
        """A number between 0 and 1, both excluded, that only the holder of the key can know."""
        drawn = hmac.new(self.key, f"{purpose} {digest}".encode(), sha256).digest()[:DRAW_BYTES]
        return (int.from_bytes(drawn) // 2**11 + 0.5) / 2**53


def _tail(step: float, spread: float, scale: float) -> float:
    """The chance that the sum of a normal and a Laplace variable exceeds the step."""
    z, ratio = step / spread, spread / scale
    above = exp(ratio**2 / 2 - step / scale + float(log_ndtr(z - ratio)))
    below = exp(ratio**2 / 2 + step / scale + float(log_ndtr(-z - ratio)))
    return float(ndtr(-z)) + (above - below) / 2


def round_number(spread: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that is not above the spread.

    >>> round_number(0.0079), round_number(0.02), round_number(0.0)
    (0.005, 0.02, 0.0)
    """
    if not spread > 0:
        return 0.0
    power = 10.0 ** floor(log10(spread) + 1e-12)
    return next(digit * power for digit in (5.0, 2.0, 1.0) if digit * power <= spread * (1 + 1e-9))
