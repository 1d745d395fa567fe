"""How much more often each old row occurs among the new ones: a logistic regression of new against old rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.tabular.table import Column, ColumnKind

__all__ = ["DensityRatio", "density_ratio", "design_matrix"]

_RIDGE = 1.0  # penalty on standardized coefficients: a column that separates old from new stays finite
_MOST_LEVELS = 20  # indicators of a column of words; rarer values share one


def design_matrix(columns: Sequence[Column], features: Array) -> Array:
    """Numbers standardized, and their squares; indicators of words; indicators of missing cells."""
    parts: list[Array] = []
    for index, column in enumerate(columns):
        cells = features[:, index]
        gone = ~np.isfinite(cells)
        if gone.any() and not gone.all():
            parts.append(gone.astype(np.float64))
        if column.kind is ColumnKind.TEXT:
            continue
        if column.levels:
            counts = np.bincount(cells[~gone].astype(np.int64), minlength=len(column.levels))
            kept = np.argsort(-counts, kind="stable")[:_MOST_LEVELS]
            parts += [(cells == code).astype(np.float64) for code in kept[1:] if counts[code]]
        elif (~gone).any():
            middle, spread = float(np.mean(cells[~gone])), float(np.std(cells[~gone]))
            if spread > 0:
                scaled = np.where(gone, 0.0, (cells - middle) / spread)
                parts += [scaled, np.clip(scaled**2, 0, 25) - 1]
    design = np.column_stack(parts) if parts else np.empty((len(features), 0))
    centred = design - design.mean(axis=0)
    spread = centred.std(axis=0)
    return np.column_stack([np.ones(len(features)), centred[:, spread > 0] / spread[spread > 0]])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DensityRatio:
    """Weights of the old rows, and what is needed to draw them again."""

    weights: Array  # of the old rows, mean 1
    chance: Array  # of every row, old first: that it is a new one
    _design: Array
    _n_old: int
    _beta: Array

    @property
    def effective(self) -> float:
        """The number of old rows that the weighted ones are worth."""
        return float(self.weights.sum() ** 2 / np.sum(self.weights**2))

    @property
    def unseen(self) -> float:
        """The share of new rows that are more surely new than any old row is."""
        n = self._n_old
        return float(np.mean(self.chance[n:] > max(float(self.chance[:n].max()), 0.5)))

    def part(self, old: Array, new: Array) -> "DensityRatio":
        """The ratio for these old and these new rows, to draw the weights of fewer rows again."""
        rows = np.concatenate([old, self._n_old + new])
        return replace(
            self, weights=self.weights[old], chance=self.chance[rows], _design=self._design[rows], _n_old=len(old)
        )

    def again(self, times: Array) -> Array:
        """The weights if each row had been drawn so many times: one step from the fit at hand."""
        is_new = (np.arange(len(self._design)) >= self._n_old).astype(np.float64)
        beta = _step(self._design, is_new, times, self._beta)
        return _weights(self._design[: self._n_old] @ beta, times[: self._n_old])


def density_ratio(columns: Sequence[Column], old: Array, new: Array) -> DensityRatio:
    """Fit new against old rows, and turn the chances into weights."""
    design = design_matrix(columns, np.vstack([old, new]))
    labels = np.concatenate([np.zeros(len(old)), np.ones(len(new))])
    beta = np.zeros(design.shape[1])
    once = np.ones(len(labels))
    for _ in range(50):
        moved = _step(design, labels, once, beta)
        done = float(np.abs(moved - beta).max()) < 1e-8
        beta = moved
        if done:
            break
    chance = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
    return DensityRatio(
        weights=_weights(design[: len(old)] @ beta, np.ones(len(old))), chance=chance, _design=design, _n_old=len(old), _beta=beta
    )  # fmt: skip


def _step(design: Array, labels: Array, times: Array, beta: Array) -> Array:
    """One step of Newton's method for the penalized likelihood."""
    chance = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
    penalty = np.full(design.shape[1], _RIDGE)
    penalty[0] = 0.0
    curve = design.T @ (design * (times * np.maximum(chance * (1 - chance), 1e-9))[:, None]) + np.diag(penalty)
    slope = design.T @ (times * (labels - chance)) - penalty * beta
    change = np.linalg.solve(curve + 1e-9 * np.eye(len(beta)), slope)
    return np.asarray(beta + change * min(1.0, 5.0 / max(float(np.abs(change).max()), 1e-12)))


def _weights(log_odds: Array, times: Array) -> Array:
    """Of mean 1 over the rows, drawn so many times."""
    raw = np.exp(np.clip(log_odds - log_odds.max(), -60, 0))
    return np.asarray(raw * times.sum() / max(float((raw * times).sum()), 1e-300))
