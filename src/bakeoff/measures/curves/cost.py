"""Cost curves after Drummond and Holte: normalized expected cost over the probability-cost of the positive class."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import Ranking, rank

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
    """For which probability-costs is a strictly cheaper than b, and the other way round?

    Where both cost the same an interval ends, be it for one point only: neither is better there.

    >>> flat = CostCurve(x=np.array([0.0, 0.5, 1.0]), cost=np.array([0.0, 0.2, 0.0]))
    >>> bent = CostCurve(x=np.array([0.0, 0.25, 0.5, 0.75, 1.0]), cost=np.array([0.0, 0.05, 0.2, 0.05, 0.0]))
    >>> better_where(bent, flat)
    Wins(a=((0.0, 0.5), (0.5, 1.0)), b=())
    """
    grid = np.union1d(a.x, b.x)
    gap = a.at(grid) - b.at(grid)
    cross = [
        grid[i] + gap[i] / (gap[i] - gap[i + 1]) * (grid[i + 1] - grid[i])
        for i in range(len(grid) - 1)
        if gap[i] * gap[i + 1] < 0
    ]
    edges = np.union1d(grid, cross)
    middle = (edges[1:] + edges[:-1]) / 2
    here, at_edges = (_sign(a.at(x) - b.at(x)) for x in (middle, edges))
    return Wins(a=_joined(edges, here < 0, at_edges < 0), b=_joined(edges, here > 0, at_edges > 0))


def _sign(gap: Array) -> Array:
    """Which way the costs differ, zero where only by rounding."""
    return np.sign(np.where(np.abs(gap) < 1e-12, 0.0, gap))


def _joined(edges: Array, wins: Array, at_edges: Array) -> tuple[tuple[float, float], ...]:
    """The pieces that are won, as one where the edge between them is won too."""
    pieces: list[tuple[float, float]] = []
    for i in np.flatnonzero(wins).tolist():
        if pieces and pieces[-1][1] == edges[i] and at_edges[i]:
            pieces[-1] = (pieces[-1][0], float(edges[i + 1]))
        else:
            pieces.append((float(edges[i]), float(edges[i + 1])))
    return tuple(pieces)
