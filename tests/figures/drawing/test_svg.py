"""Fewer words, the same picture."""

from xml.etree import ElementTree as ET

from bakeoff.figures.curves import CurveLine, CurvePlot, curve_figure
from bakeoff.figures.drawing.svg import shrink, to_svg
from bakeoff.figures.drawing.theme import PAGE

SVG = "http://www.w3.org/2000/svg"


def test_grid_and_ticks_are_one_path_each_and_nothing_unseen_stays():
    root = ET.fromstring(
        f'<svg xmlns="{SVG}"><path d="M 0 0 9 9" fill="none" opacity="0"/>'
        '<path d="M 1 0 1 9" stroke="grey"/><defs><path id="t" d="M 0 0 0 3" stroke="black"/></defs>'
        '<use x="1" y="9" stroke="black" href="#t"/><text>1</text><path d="M 2 0 2 9" stroke="grey"/>'
        '<use x="2" y="9" stroke="black" href="#t"/><path d="M 3 0 3 9" stroke="red"/></svg>'
    )
    shrink(root, "grey")
    assert [(one.attrib["d"], one.attrib["stroke"]) for one in root.iter(f"{{{SVG}}}path")] == [
        ("M 1 0 1 9 M 2 0 2 9", "grey"),
        ("M1 9l0 3 M2 9l0 3", "black"),
        ("M 3 0 3 9", "red"),
    ]
    assert [one.tag.removeprefix(f"{{{SVG}}}") for one in root] == ["path", "path", "text", "path"]


def test_a_legend_below_lies_below_the_axes_and_on_the_paper():
    lines = tuple(CurveLine(name=f"learner {at}", x=[0.0, 1.0], y=[0.0, at / 5]) for at in range(5))
    made = curve_figure(CurvePlot(lines=lines, x_label="x", y_label="y", legend="below"), PAGE)
    made.canvas.draw()
    (ax,) = made.axes
    box = ax.get_legend().get_window_extent()
    assert box.y1 < ax.get_window_extent().y0
    assert box.y0 > 0
    assert box.x1 < made.bbox.width
    assert "learner 4" in to_svg(made, name="x", title="x", description="x")
