"""Projections of points into the plane by their distances: along the minimum spanning tree, classical scaling, SMACOF."""

from collections.abc import Callable
from math import hypot, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.spanning_tree import spanning_tree

__all__ = ["PROJECTIONS", "beside", "mds", "smacof", "stress", "tree_projection"]

EVERY = (
    12  # sides of points up to which all choices are tried; of more, one or two sides are changed as long as it helps
)
TWO = 30  # points up to which two sides are changed at once
MOST = 100  # points up to which sides are changed; of more, each stays where it fits the points placed before


def tree_projection(distances: Array, root: int = 0) -> Array:
    """Every point keeps its distance to its parent in the spanning tree and to the root (Yang 2004).

    A child of the root keeps its distance to the root and to the nearest point that was placed before. Two places are
    left for each point; the sides are chosen together, so that the stress is least. Where the distances violate the
    triangle inequality, the distance to the first of the two is kept and the other missed by the least.

    >>> points = tree_projection(np.array([[0., 3., 4.], [3., 0., 5.], [4., 5., 0.]]))
    >>> [round(float(np.hypot(*(points[i] - points[j]))), 9) for i, j in ((0, 1), (0, 2), (1, 2))]
    [3.0, 4.0, 5.0]
    """
    tree = spanning_tree(distances, root)
    points = np.zeros((len(distances), 2))
    placed: list[int] = [root]
    beside_of: dict[int, int] = {}  # of each point the one that it is placed beside, seen from the root
    for point, parent in zip(tree.order[1:], tree.parent[1:], strict=True):
        first, second = (parent, root) if parent != root else (root, _nearest_other(distances, point, placed, root))
        places = _places(points, (float(distances[point, first]), float(distances[point, second])), first, second)
        points[point] = places[_fitting(points[placed], distances[point, placed], places)]
        beside_of[point] = parent if parent != root else second
        placed.append(point)
    return _best_sides(points, distances, beside_of, root)


def _fitting(points: Array, wanted: Array, places: list[Array]) -> int:
    """Which of the places has distances to known points that are nearest to the wanted ones."""
    errors = [float(np.square(np.hypot(*(points - place).T) - wanted).sum()) for place in places]
    return int(np.argmin(errors))


def _best_sides(points: Array, distances: Array, beside_of: dict[int, int], root: int) -> Array:
    """The same points with the sides chosen by least stress.

    To change the side of a point is to mirror it in the line from the root through the point beside which it was placed.
    Seen from the root its angle changes its sign, and all that was placed beside it turns along.
    """
    if len(points) > MOST:
        return points
    radius = np.hypot(*points.T)
    angle = np.arctan2(points[:, 1], points[:, 0])
    order = list(beside_of)  # a point comes after the one it is placed beside
    offset = {point: 0.0 if beside_of[point] == root else angle[point] - angle[beside_of[point]] for point in order}
    free = [point for point in order if abs(np.sin(offset[point])) > 1e-12]
    turned = np.zeros((len(free), len(points)))  # how each angle changes if a side does
    for row, point in enumerate(free):
        moved = {point}
        for other in order:
            if beside_of[other] in moved:
                moved.add(other)
        turned[row, list(moved)] = -2 * offset[point]
    upper = np.triu_indices(len(points), 1)

    def errors(choices: Array) -> Array:
        """The squared errors of all distances, of each choice of sides."""
        angles = angle + choices @ turned
        cosine = np.cos(angles[:, upper[0]] - angles[:, upper[1]])
        a, b = radius[upper[0]], radius[upper[1]]
        apart = np.sqrt(np.maximum(a * a + b * b - 2 * a * b * cosine, 0.0))
        return np.asarray(np.square(apart - distances[upper]).sum(axis=1))

    best = _searched(errors, len(free), pairs=len(points) <= TWO)
    if not best.any():
        return points
    angles = angle + best @ turned
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles)])


def _searched(errors: Callable[[Array], Array], many: int, *, pairs: bool) -> Array:
    """The choice of least error: of all, or from none on by changes of one or two as long as they help."""
    if many <= EVERY:
        every = (np.arange(2**many)[:, None] >> np.arange(many) & 1).astype(float)
        return np.asarray(every[_least(errors(every))])
    steps = np.eye(many)
    if pairs:
        steps = np.vstack([steps, *(np.eye(many)[step] + np.eye(many)[step + 1 :] for step in range(many - 1))])
    chosen = np.zeros(many)
    while True:
        near = np.vstack([chosen, np.abs(chosen - steps)])
        best = _least(errors(near))
        if best == 0:
            return chosen
        chosen = near[best]


def _least(errors: Array) -> int:
    """The first of the least errors; rounding does not decide."""
    return int(np.argmax(errors <= errors.min() + 1e-9 * errors.max(initial=0.0)))


def beside(points: Array, neighbour: int, near: float, far: float, wanted: Array) -> Array:
    """A place at the distance `far` from the origin and, if that can be, `near` from the point at `at`.

    Of two such places it is the one that fits the wanted distances to all points better.
    """
    origin = np.vstack([points, np.zeros((1, 2))])
    places = _places(origin, (far, near), len(points), neighbour)
    return places[_fitting(points, wanted, places)]


def _nearest_other(distances: Array, point: int, placed: list[int], root: int) -> int:
    others = [point_placed for point_placed in placed if point_placed != root]
    return min(others, key=lambda candidate: float(distances[point, candidate])) if others else root


def _places(points: Array, distances: tuple[float, float], first: int, second: int) -> list[Array]:
    """Where two circles meet: around the first and the second point, by the distances of the new one."""
    near, far = distances
    step = points[second] - points[first]
    apart = hypot(*step)
    if apart == 0:  # one point, or two on the same spot: any direction keeps both distances
        return [
            points[first] + (near, 0.0),
            points[first] - (near, 0.0),
            points[first] + (0.0, near),
            points[first] - (0.0, near),
        ]
    along = (near * near - far * far + apart * apart) / (2 * apart)
    along = min(max(along, -near), near)
    aside = sqrt(max(near * near - along * along, 0.0))
    direction = step / apart
    normal = np.array([-direction[1], direction[0]])
    foot = points[first] + along * direction
    return [foot + aside * normal, foot - aside * normal]


def mds(distances: Array, root: int = 0) -> Array:
    """Classical multidimensional scaling: the plane through the widest spread, the root in the origin."""
    n = len(distances)
    centre = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * centre @ np.square(distances) @ centre)
    points = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0.0))
    if points.shape[1] < 2:
        points = np.column_stack([points, np.zeros(n)])
    centred: Array = points - points[root]
    return centred


def smacof(distances: Array, root: int = 0, *, most: int = 300, close: float = 1e-6) -> Array:
    """Least squares of the distances by majorisation, from the classical solution (de Leeuw 1977)."""
    points = mds(distances, root)
    n, before = len(distances), np.inf
    for _ in range(most):
        drawn = _drawn(points)
        error = float(np.square(drawn - distances).sum())
        if before - error <= close * error:
            break
        before = error
        ratio = np.divide(distances, drawn, out=np.zeros_like(drawn), where=drawn > 0)
        guttman = np.diag(ratio.sum(axis=1)) - ratio
        points = guttman @ points / n
    centred: Array = points - points[root]
    return centred


def _drawn(points: Array) -> Array:
    distances: Array = np.hypot(points[:, None, 0] - points[None, :, 0], points[:, None, 1] - points[None, :, 1])
    return distances


def stress(distances: Array, points: Array) -> tuple[float, tuple[int, int], float, float]:
    """Kruskal's stress, and the pair that is drawn worst with its distance and how far apart it is drawn.

    >>> stress(np.array([[0., 1.], [1., 0.]]), np.array([[0., 0.], [0., 1.]]))[0]
    0.0
    """
    drawn = _drawn(points)
    upper = np.triu_indices(len(points), 1)
    wanted, shown = distances[upper], drawn[upper]
    whole = float(np.square(wanted).sum())
    worst = int(np.argmax(np.abs(shown - wanted)))
    pair = (int(upper[0][worst]), int(upper[1][worst]))
    value = sqrt(float(np.square(shown - wanted).sum()) / whole) if whole else 0.0
    return value, pair, float(wanted[worst]), float(shown[worst])


PROJECTIONS = {"mcst": tree_projection, "mds": mds, "smacof": smacof}
