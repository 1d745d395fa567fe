"""Paths of straight lines in fewer words: points on the way that no eye could miss are left out."""

import re
from math import hypot

__all__ = ["straightened"]

_NEAR = 0.12  # points of a page
Point = tuple[float, float]


def straightened(path: str) -> str:
    """The same lines; a further pair of numbers is a line.

    >>> straightened("M 0 0 L 5 0.1 L 10 0 L 10 7 z")
    'M 0 0 10 0 10 7 z'
    """
    return " ".join(_part(part) for part in re.findall(r"M[^M]*", path))


def _part(part: str) -> str:
    numbers = [float(one) for one in re.findall(r"-?[\d.]+", part)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    end = " z" if part.rstrip().endswith("z") else ""
    return "M " + " ".join(f"{x:g} {y:g}" for x, y in _kept(points)) + end


def _kept(points: list[Point]) -> list[Point]:
    """Ends and corners: a line from the last point kept may pass over those that lie on it."""
    kept, start = points[:1], 0
    for at in range(1, len(points) - 1):
        if any(_off(points[one], points[start], points[at + 1]) > _NEAR for one in range(start + 1, at + 1)):
            kept.append(points[at])
            start = at
    return kept + points[1:][-1:]


def _off(point: Point, start: Point, end: Point) -> float:
    """Distance of a point from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy)
    share = 0.0 if not long else max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / long**2))
    return hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)
