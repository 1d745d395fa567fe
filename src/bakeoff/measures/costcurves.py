"""Cost curves after Drummond and Holte: normalized expected cost over the probability-cost of the positive class."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranking import Ranking, rank

__all__ = ["CostCurve", "Wins", "better_where", "cost_curve"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CostCurve:
    """Corners of the lower envelope: `x` is the share of the positive class weighted by its cost, `cost` its height."""

    x: Array
    cost: Array

    def at(self, x: Array | float) -> Array:
        """Height of the envelope."""
        return np.asarray(np.interp(x, self.x, self.cost))

    @property
    def area(self) -> float:
        """Area under the envelope: expected cost if nothing is known about x."""
        return float(np.trapezoid(self.cost, self.x))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wins:
    """Intervals of the probability-cost in which one is strictly better."""

    a: tuple[tuple[float, float], ...]
    b: tuple[tuple[float, float], ...]


def cost_curve(of: Ranking | Predictions) -> CostCurve:
    """The lower envelope over all thresholds, the two trivial classifiers included."""
    r = of if isinstance(of, Ranking) else rank(of)
    if r.many is not None or not r.positive_weight or not r.negative_weight:
        raise NotApplicable("a cost curve needs two classes, and rows of both")
    fpr, fnr = r.hull[0] / r.negative_weight, 1.0 - r.hull[1] / r.positive_weight
    meet = np.diff(fpr) / (np.diff(fpr) - np.diff(fnr))
    x = np.concatenate([[0.0], meet, [1.0]])
    heights = np.min(fpr[:, None] * (1 - x) + fnr[:, None] * x, axis=0)
    keep = np.append(np.diff(x) > 0, True)
    return CostCurve(x=x[keep], cost=heights[keep])


def better_where(a: CostCurve, b: CostCurve) -> Wins:
    """For which probability-costs is a strictly cheaper than b, and the other way round?"""
    grid = np.union1d(a.x, b.x)
    gap = a.at(grid) - b.at(grid)
    cross = [
        grid[i] + gap[i] / (gap[i] - gap[i + 1]) * (grid[i + 1] - grid[i])
        for i in range(len(grid) - 1)
        if gap[i] * gap[i + 1] < 0
    ]
    edges = np.union1d(grid, cross)
    middle = (edges[1:] + edges[:-1]) / 2
    sign = np.sign(np.where(np.abs(d := a.at(middle) - b.at(middle)) < 1e-12, 0.0, d))
    return Wins(a=_joined(edges, sign < 0), b=_joined(edges, sign > 0))


def _joined(edges: Array, wins: Array) -> tuple[tuple[float, float], ...]:
    found: list[tuple[float, float]] = []
    for i in np.flatnonzero(wins).tolist():
        if found and found[-1][1] == edges[i]:
            found[-1] = (found[-1][0], float(edges[i + 1]))
        else:
            found.append((float(edges[i]), float(edges[i + 1])))
    return tuple(found)
