"""Forgetting: over which of the examples so far a running mean is taken, and with which weights."""

from dataclasses import dataclass, field

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput

__all__ = ["Forgetting", "RunningSums", "forgetting_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """All examples so far; or the last `window` of them; or all, each weighing `fading` times the next one."""

    window: int | None = None
    fading: float | None = None

    def weights(self, start: int, stop: int) -> Array:
        """The sum of the weights at the examples numbered start + 1 to stop.

        >>> Forgetting(window=2).weights(0, 4).tolist(), Forgetting(fading=0.5).weights(0, 3).tolist()
        ([1.0, 2.0, 2.0, 2.0], [1.0, 1.5, 1.75])
        """
        examples = np.arange(start + 1, stop + 1, dtype=np.float64)
        if self.window is not None:
            return np.minimum(examples, self.window)
        if self.fading is None or self.fading == 1:
            return examples
        return np.asarray(-np.expm1(examples * np.log(self.fading)) / (1.0 - self.fading))


def forgetting_of(window: object = None, fading: object = None) -> Forgetting:
    """The forgetting that a user asks for; raises BadInput with the cure."""
    if window is not None and fading is not None:
        raise BadInput("window and fading are two ways to forget old examples; give one of them")
    if window is not None:
        return Forgetting(window=count("window", window))
    if fading is None:
        return Forgetting()
    if isinstance(fading, bool) or not isinstance(fading, int | float | np.number) or not 0 < fading <= 1:
        raise BadInput(f"fading must be a number above 0 and at most 1, for example 0.99, not {fading!r}")
    return Forgetting(fading=float(fading))


@dataclass(slots=True, kw_only=True)
class RunningSums:
    """Running weighted sums of columns whose rows arrive in parts.

    A window keeps its last rows and adds up prefixes and suffixes of blocks; nothing is ever subtracted, so that a large
    value leaves no trace when it has left the window.
    """

    forgetting: Forgetting
    carry: Array = field(default_factory=lambda: np.empty((0, 0)))  # (1, columns) sums, or the last rows of a window

    def push(self, rows: Array) -> Array:
        """The sums at each of these rows, (rows, columns)."""
        carry = self.carry if self.carry.size else np.empty((0, rows.shape[1]))
        if not len(rows):
            return rows
        if self.forgetting.window is not None:
            together = np.concatenate([carry, rows])
            self.carry = together[len(together) - min(self.forgetting.window - 1, len(together)) :].copy()
            return _window_sums(together, self.forgetting.window)[len(carry) :]
        fading = self.forgetting.fading
        sums = _running_sums(rows) if fading is None or fading == 1 else _faded_sums(rows, fading)
        if len(carry):
            sums += carry if fading is None else carry * fading ** np.arange(1.0, len(rows) + 1)[:, None]
        self.carry = sums[-1:].copy()
        return sums


def _running_sums(rows: Array) -> Array:
    """Cumulative sums by blocks: rounding grows with the root of their number."""
    n, columns = rows.shape
    size = max(1, int(np.sqrt(n)))
    full = n - n % size
    sums = np.empty((columns, n))
    np.cumsum(rows.T[:, full:], axis=1, out=sums[:, full:])
    blocks = sums[:, :full].reshape(columns, -1, size) if columns == 1 else np.empty((columns, full // size, size))
    np.cumsum(rows.T[:, :full].reshape(columns, -1, size), axis=2, out=blocks)
    totals = np.cumsum(blocks[:, :, -1], axis=1)
    blocks[:, 1:] += totals[:, :-1, None]
    sums[:, :full] = blocks.reshape(columns, full)
    sums[:, full:] += totals[:, -1:]
    return sums.T


def _window_sums(rows: Array, window: int) -> Array:
    """Sums over the last `window` rows, or over all where they are fewer."""
    n = len(rows)
    if window >= n:
        return _running_sums(rows)
    blocks = _in_blocks(rows, window)
    sums = np.cumsum(blocks, axis=2).reshape(len(blocks), -1)
    suffix = np.cumsum(blocks[:, :, ::-1], axis=2)[:, :, ::-1]
    suffix[:, :, 0] = 0.0  # a window that begins where a block begins ends where it ends: it is its prefix
    sums[:, window:] += suffix.reshape(len(blocks), -1)[:, 1 : 1 + sums.shape[1] - window]
    return sums[:, :n].T


def _in_blocks(rows: Array, size: int) -> Array:
    """(columns, blocks, size), with zeros at the end."""
    n, columns = rows.shape
    padded = np.zeros((columns, -(-n // size) * size))
    padded[:, :n] = rows.T
    return padded.reshape(columns, -1, size)


def _faded_sums(rows: Array, alpha: float) -> Array:
    from scipy.signal import lfilter

    return np.asarray(lfilter([1.0], [1.0, -alpha], rows.T, axis=1)).T
