"""The same picture in fewer words: nothing that cannot be seen, one path for all lines of a grid and one for all ticks."""

import re
from math import hypot
from xml.etree import ElementTree as ET  # reads only what Matplotlib wrote a moment before

__all__ = ["shrink", "simplify_paths"]


_NEAR = 0.12  # points of a page
Point = tuple[float, float]


def simplify_paths(path: str) -> str:
    """The same lines; a further pair of numbers is a line.

    >>> simplify_paths("M 0 0 L 5 0.1 L 10 0 L 10 7 z")
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


_SVG = "{http://www.w3.org/2000/svg}"
_TICK = re.compile(r"M 0 0 (-?[\d.]+) (-?[\d.]+)")


def shrink(root: ET.Element, grid: str) -> None:
    """Shorten the tree in place; `grid` is the colour of lines behind everything, which may be drawn in any order."""
    for parent in list(root.iter()):
        _unseen(parent)
        _one_grid(parent, grid)
    _one_row_of_ticks(root)


def _unseen(parent: ET.Element) -> None:
    """Matplotlib's background patches."""
    for child in list(parent):
        if child.attrib.get("opacity") == "0":
            parent.remove(child)


def _one_grid(parent: ET.Element, grid: str) -> None:
    alike: dict[tuple[tuple[str, str], ...], ET.Element] = {}
    for child in list(parent):
        if child.tag != f"{_SVG}path" or child.attrib.get("stroke") != grid:
            continue
        look = tuple(sorted((key, value) for key, value in child.attrib.items() if key != "d"))
        first = alike.setdefault(look, child)
        if first is not child:
            first.set("d", f"{first.attrib['d']} {child.attrib['d']}")
            parent.remove(child)


def _one_row_of_ticks(root: ET.Element) -> None:
    """Ticks are one short line, placed again and again."""
    parents = {child: parent for parent in root.iter() for child in parent}
    for shape in [one for one in root.iter(f"{_SVG}path") if "id" in one.attrib]:
        line = _TICK.fullmatch(shape.attrib["d"])
        link = f"#{shape.attrib['id']}"
        uses = [one for one in root.iter(f"{_SVG}use") if one.attrib.get("href") == link]
        known = {"x", "y", "href", "fill", "stroke", "stroke-width"}
        if line is None or not uses or any(set(one.attrib) - known for one in uses):
            continue
        places = " ".join(f"M{one.attrib['x']} {one.attrib['y']}l{line[1]} {line[2]}" for one in uses)
        look = {key: value for key, value in shape.attrib.items() if key not in {"id", "d"}}
        first = parents[uses[0]]
        first.insert(list(first).index(uses[0]), ET.Element(f"{_SVG}path", {"d": places, **look}))
        for one in uses:
            parents[one].remove(one)
        parents[shape].remove(shape)
        if not len(parents[shape]):
            parents[parents[shape]].remove(parents[shape])
