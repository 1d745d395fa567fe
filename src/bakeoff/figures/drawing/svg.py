"""SVG for a page: text as text, colours as CSS variables, a title and description for screen readers, and no element that cannot be seen."""

import re
from collections import Counter
from io import BytesIO, StringIO
from math import hypot
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET  # reads only what Matplotlib wrote a moment before
from zlib import crc32

from bakeoff.core.text import clean
from bakeoff.figures.drawing.canvas import settings
from bakeoff.figures.drawing.theme import PAGE, VARIABLES, sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["paper_bytes", "plain_svg", "shrink", "to_svg"]

_NEAR = 0.12  # points of a page
Point = tuple[float, float]


def simplify_paths(path: str) -> str:
    """The same lines; a further pair of numbers is a line.

    >>> simplify_paths("M 0 0 L 5 0.1 L 10 0 L 10 7 z")
    'M 0 0 10 0 10 7 z'
    """
    return " ".join(_part(part) for part in re.findall(r"M[^M]*", path))


def _part(part: str) -> str:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", part)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    end = " z" if part.rstrip().endswith("z") else ""
    return "M " + " ".join(f"{x:g} {y:g}" for x, y in _kept(points)) + end


def _kept(points: list[Point]) -> list[Point]:
    """Ends and corners: a line from the last point kept may pass over those that lie on it."""
    kept, start = points[:1], 0
    for index in range(1, len(points) - 1):
        if any(
            _off(points[between], points[start], points[index + 1]) > _NEAR for between in range(start + 1, index + 1)
        ):
            kept.append(points[index])
            start = index
    return kept + points[1:][-1:]


def _off(point: Point, start: Point, end: Point) -> float:
    """Distance of a point from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy)
    share = 0.0 if not long else max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / long**2))
    return hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)


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
        if child.tag != f"{{{_SVG}}}path" or child.attrib.get("stroke") != grid:
            continue
        look = tuple(sorted((key, value) for key, value in child.attrib.items() if key != "d"))
        first = alike.setdefault(look, child)
        if first is not child:
            first.set("d", f"{first.attrib['d']} {child.attrib['d']}")
            parent.remove(child)


def _one_row_of_ticks(root: ET.Element) -> None:
    """Ticks are one short line, placed again and again."""
    parents = {child: parent for parent in root.iter() for child in parent}
    for shape in [path for path in root.iter(f"{{{_SVG}}}path") if "id" in path.attrib]:
        line = _TICK.fullmatch(shape.attrib["d"])
        link = f"#{shape.attrib['id']}"
        uses = [use for use in root.iter(f"{{{_SVG}}}use") if use.attrib.get("href") == link]
        attributes = {"x", "y", "href", "fill", "stroke", "stroke-width"}
        if line is None or not uses or any(set(use.attrib) - attributes for use in uses):
            continue
        places = " ".join(f"M{use.attrib['x']} {use.attrib['y']}l{line[1]} {line[2]}" for use in uses)
        look = {key: value for key, value in shape.attrib.items() if key not in {"id", "d"}}
        first = parents[uses[0]]
        first.insert(list(first).index(uses[0]), ET.Element(f"{{{_SVG}}}path", {"d": places, **look}))
        for use in uses:
            parents[use].remove(use)
        parents[shape].remove(shape)
        if not len(parents[shape]):
            parents[parents[shape]].remove(parents[shape])


_SVG = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"
_DROP = {f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"}
_VARIABLE = re.compile(r"var\((--[a-z0-9-]+)\)")
_FIXED = dict(VARIABLES.values())
_LEARNER = "learner-"  # how the id of a learner's ink begins; see theme.learner_id
_URL = re.compile(r"url\(#([^()]++)\)")
_TAG = re.compile(r"<[^<>]*>")  # in texts and attributes both signs are escaped
_NUMBER = re.compile(r"-?(?<!\d)\d++\.\d++")
_ROUND = re.compile(r"M 0 ([\d.]+) C ")  # how Matplotlib begins a circle around the origin
_INHERITED = {"fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "clip-path"}
_USUAL = {
    ("stroke-linejoin", "miter"),
    ("stroke-linecap", "butt"),
    ("stroke-dashoffset", "0"),
}  # what a browser does anyway
_GEOMETRY = {"d", "x", "y", "width", "height", "transform", "points"}


def to_svg(drawing: "Figure", *, name: str, title: str, description: str, zoom: float = 1.0) -> str:
    """The figure as one `svg` element to stand in a page; `name` makes its ids unique there, `zoom` makes it larger."""
    with settings():
        buffer = StringIO()
        drawing.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    root = ET.fromstring(buffer.getvalue())  # noqa: S314 - see the import
    prefix = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "figure"
    _prune(root)
    short = f"{crc32(name.encode()) % 36**4:x}"  # ids are repeated by hundreds of marks
    names = {name: f"f{short}-{index}" for index, name in enumerate(sorted(_references(root)))}
    for element in root.iter():
        _rewrite(element, names)
    _hoist(root)
    _join_dots(root)
    _flatten(root)
    shrink(root, f"var({VARIABLES[PAGE.grid][0]})")
    _shorten_texts(root, f"var({VARIABLES[PAGE.ink][0]})")
    _describe(root, prefix, clean(title), clean(description), zoom)
    ET.register_namespace("", _SVG)
    text = ET.tostring(root, encoding="unicode").replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")
    return re.sub(r">\s+<", "><", text).replace(" />", "/>")


def plain_svg(svg: str) -> str:
    """The same picture with fixed colours, to stand alone in a file.

    >>> plain_svg('<path fill="var(--ink)"/>')
    "<path fill='#1b1f24'/>"
    """
    return _TAG.sub(_single_quoted, _VARIABLE.sub(lambda hit: _FIXED[hit.group(1)], svg))


def _single_quoted(tag: re.Match[str]) -> str:
    """A quotation mark takes three letters in the address of a file that travels inside a page, an apostrophe one."""
    return tag.group() if "'" in tag.group() else tag.group().replace('"', "'")


def paper_bytes(drawing: "Figure", kind: str) -> bytes:
    """The figure as "pdf" or "png" for a paper; draw it in the PAPER theme."""
    with settings():
        buffer = BytesIO()
        dates = {"CreationDate": None, "Creator": None, "Producer": None} if kind == "pdf" else {"Software": None}
        if kind == "png":
            drawing.patch.set_alpha(1.0)  # dark letters must not stand on somebody's dark slide
        drawing.savefig(buffer, format=kind, dpi=200, metadata=dates, facecolor="white")
    return buffer.getvalue()


def _prune(root: ET.Element) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in _DROP or (child.tag == f"{{{_SVG}}}defs" and not _useful(child)):
                parent.remove(child)


def _useful(element: ET.Element) -> bool:
    return any(child.tag not in _DROP for child in element)


def _references(root: ET.Element) -> set[str]:
    """The ids that something in the picture points to; Matplotlib writes many more."""
    links = {element.attrib[_LINK].removeprefix("#") for element in root.iter() if _LINK in element.attrib}
    return links | {hit for element in root.iter() for value in element.attrib.values() for hit in _URL.findall(value)}


def _rewrite(element: ET.Element, names: dict[str, str]) -> None:
    """Style attributes become plain ones (a strict content policy forbids the former), ids and links get new names."""
    style = element.attrib.pop("style", "")
    for part in filter(None, (piece.strip() for piece in style.split(";"))):
        key, _, value = part.partition(":")
        for name, setting in _presentation(key.strip(), value.strip()):
            element.set(name, setting)
    _name_learner(element)
    for key, value in list(element.attrib.items()):
        if (key == "id" and value not in names) or (key == "transform" and value.startswith("rotate(-0 ")):
            del element.attrib[key]
        elif key == "id":
            element.set(key, names[value])
        elif key in _GEOMETRY:
            short = _NUMBER.sub(_short, " ".join(value.split()))
            straight = key == "d" and not {"C", "Q"} & set(short)
            element.set(key, simplify_paths(short) if straight else short)
        elif key == _LINK:
            del element.attrib[key]
            element.set("href", "#" + names[value.removeprefix("#")])
        elif value in VARIABLES:
            element.set(key, f"var({VARIABLES[value][0]})")
        elif "url(#" in value:
            element.set(key, _URL.sub(lambda hit: f"url(#{names[hit.group(1)]})", value))


def _name_learner(element: ET.Element) -> None:
    """What is drawn for a learner bears the learner's class, so that a page can hide it."""
    name = element.attrib.get("id", "")
    if name.startswith(_LEARNER):
        element.set("class", f"l{name.removeprefix(_LEARNER)}")


def _hoist(root: ET.Element) -> None:
    """What all children of a group say alike is said once by the group: thousands of dots need one colour."""
    for group in root.iter(f"{{{_SVG}}}g"):
        children = list(group)
        if len(children) > 2:
            for key in [key for key in children[-1].attrib if key in _INHERITED]:
                values = {child.attrib.get(key) for child in children if child.tag != f"{{{_SVG}}}defs"}
                if len(values) == 1 and key not in group.attrib:
                    group.set(key, str(values.pop()))
                    for child in children:
                        child.attrib.pop(key, None)


def _join_dots(root: ET.Element) -> None:
    """Hundreds of equal round marks without a rim become one path of points with round ends, a third as long."""
    shapes = {f"#{path.attrib['id']}": path for path in root.iter(f"{{{_SVG}}}path") if "id" in path.attrib}
    for group in list(root.iter(f"{{{_SVG}}}g")):
        dots = [dot for dot in group if dot.tag == f"{{{_SVG}}}use"]
        links = {dot.attrib.get("href", "") for dot in dots}
        round_one = _ROUND.match(shapes[next(iter(links))].attrib["d"]) if len(links) == 1 and len(dots) > 2 else None
        bare = all(set(dot.attrib) <= {"href", "x", "y"} for dot in dots)
        if round_one is None or not bare or "fill" not in group.attrib or "stroke" in group.attrib:
            continue
        places = "".join(f"M{dot.attrib['x']} {dot.attrib['y']}h0" for dot in dots)
        for dot in dots:
            group.remove(dot)
        joined = {"d": places, "fill": "none", "stroke": group.attrib["fill"], "stroke-linecap": "round"}
        joined["stroke-width"] = f"{2 * float(round_one.group(1)):g}"
        if "fill-opacity" in group.attrib:
            joined["stroke-opacity"] = group.attrib["fill-opacity"]
        group.append(ET.Element(f"{{{_SVG}}}path", joined))


_MOVED = re.compile(r"translate\(([\d.-]+)[ ,]+([\d.-]+)\)")


def _shorten_texts(root: ET.Element, ink: str) -> None:
    """The colour and size that most texts have are said once, by the root; a text that is only moved has its place instead."""
    texts = list(root.iter(f"{{{_SVG}}}text"))
    if not texts:
        return
    sizes = Counter(text.attrib.get("font-size", "") for text in texts)
    common = sizes.most_common(1)[0][0]
    root.set("fill", ink)
    if common:
        root.set("font-size", common)
    for text in texts:
        if text.attrib.get("fill") == ink:
            del text.attrib["fill"]
        if common and text.attrib.get("font-size") == common:
            del text.attrib["font-size"]
        moved = _MOVED.fullmatch(text.attrib.get("transform", ""))
        if moved is not None and not {"x", "y"} & set(text.attrib):
            del text.attrib["transform"]
            text.set("x", moved[1])
            text.set("y", moved[2])


def _flatten(root: ET.Element) -> None:
    """A group that says nothing holds nothing together."""
    for parent in list(root.iter()):
        children = []
        for child in parent:
            empty = child.tag == f"{{{_SVG}}}g" and not child.attrib
            children += list(child) if empty else [child]
        parent[:] = children
    if any(element.tag == f"{{{_SVG}}}g" and not element.attrib for element in root.iter()):
        _flatten(root)


def _short(number: re.Match[str]) -> str:
    """A tenth of a point moves nothing that an eye could see, but thousands of points weigh."""
    return f"{float(number.group()):.1f}".removesuffix(".0")


def _presentation(key: str, value: str) -> list[tuple[str, str]]:
    """The font is the page's own; only its size and weight are kept."""
    if key == "font-family" or (key, value) in _USUAL:
        return []
    if key.endswith("opacity"):
        value = f"{float(value):.2g}"
    return [(key, value.removesuffix("px") if key == "font-size" else value)]


def _describe(root: ET.Element, prefix: str, title: str, description: str, zoom: float) -> None:
    root.set("role", "img")
    root.set("aria-labelledby", f"{prefix}-title {prefix}-desc")
    root.set(
        "font-family", f"{sheet().family}, {sheet().fallback}"
    )  # for a file of its own; the page's style sheet wins
    root.attrib.pop("version", None)
    width = float(root.attrib.pop("width").removesuffix("pt"))
    root.attrib.pop("height")
    root.set("width", f"{zoom * width * 96 / 72:.0f}")  # the reader's style sheet lets it shrink
    for index, (tag, text) in enumerate((("title", title), ("desc", description))):
        element = ET.Element(f"{{{_SVG}}}{tag}", {"id": f"{prefix}-{tag}"})
        element.text = text
        root.insert(index, element)
