"""The minimum-cost spanning tree of points whose distances are known."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["Tree", "spanning_tree"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A minimum-cost spanning tree, in the order in which it grew from its root."""

    order: tuple[int, ...]
    parent: tuple[int, ...]  # of each point of `order`; the root is its own

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Parent and child of each edge."""
        return tuple(zip(self.parent[1:], self.order[1:], strict=True))


def spanning_tree(distances: Array, root: int = 0) -> Tree:
    """Prim's algorithm from a root.

    >>> spanning_tree(np.array([[0., 1., 4.], [1., 0., 2.], [4., 2., 0.]])).edges
    ((0, 1), (1, 2))
    """
    n = len(distances)
    nearest, from_ = distances[root].astype(float), np.full(n, root)
    inside = np.zeros(n, dtype=bool)
    inside[root] = True
    order, parent = [root], [root]
    for _ in range(n - 1):
        point = int(np.argmin(np.where(inside, np.inf, nearest)))
        order.append(point)
        parent.append(int(from_[point]))
        inside[point] = True
        closer = distances[point] < nearest
        nearest, from_ = np.where(closer, distances[point], nearest), np.where(closer, point, from_)
    return Tree(order=tuple(order), parent=tuple(parent))
