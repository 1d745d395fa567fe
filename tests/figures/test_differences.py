"""What all figures promise: nothing global changes, the same numbers give the same bytes, extremes do not break them."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest

from bakeoff.figures.box_plot import Box, BoxPlot, box_figure
from bakeoff.figures.curves import CurveLine, CurvePlot, ScoreHistogram, curve_figure, histogram_figure
from bakeoff.figures.differences import Difference, DifferencePlot, difference_figure
from bakeoff.figures.drawing.svg import paper_bytes, plain_svg, to_svg
from bakeoff.figures.drawing.theme import PAGE, PAPER, VARIABLES
from bakeoff.figures.null_law import NullLawPlot, null_law_figure
from bakeoff.figures.scatter import ScatterPlot, TradeOff, scatter_figure, trade_off_figure


def differences(count=3, *, name="learner {}", dots=20, rope=0.01, scale=1.0):
    rng = np.random.default_rng(1)
    lines = [
        Difference(
            name=name.format(at),
            detail="p = .03",
            dots=scale * rng.normal(0, 0.02, dots),
            value=scale * 0.01,
            low=scale * -0.01,
            high=scale * 0.03,
            clear=at % 2 == 0,
        )
        for at in range(count)
    ]
    return DifferencePlot(lines=tuple(lines), rope=rope, axis="accuracy minus that of nb", better="better to the right")


def scatter(n=12, **options):
    rng = np.random.default_rng(2)
    x = rng.uniform(0.5, 0.9, n)
    return ScatterPlot(
        a="nb",
        b="svm",
        x=x,
        y=x + rng.normal(0, 0.05, n),
        names=tuple(f"data {at}" for at in range(n)),
        measure="accuracy",
        higher=True,
        **options,
    )


def rocs(count=4, **options):
    x = np.linspace(0, 1, 21)
    lines = tuple(
        CurveLine(name=f"learner {at}", x=x, y=x ** (0.2 + at / 10), low=x**2, high=np.sqrt(x), note="0.9")
        for at in range(count)
    )
    return CurvePlot(lines=lines, x_label="false", y_label="true", reference=((0, 0), (1, 1)), unit=True, **options)


def histogram(zone=(0.4, 0.6)):
    edges = np.linspace(0, 1, 11)
    return ScoreHistogram(
        edges=edges,
        negative=edges[1:][::-1],
        positive=edges[1:],
        negative_name="no",
        positive_name="yes",
        zone=zone,
        axis="probability of yes",
    )


def trade_off(n=6, *, higher=False):
    rng = np.random.default_rng(3)
    return TradeOff(
        names=tuple(f"learner {at}" for at in range(n)),
        cost=10 ** rng.uniform(-3, 2, n),
        quality=rng.uniform(1, 5, n),
        cost_label="seconds",
        quality_label="rank",
        higher=higher,
    )


def boxes():
    low = Box(name="a", low=1.0, first_quartile=2.0, median=2.5, third_quartile=3.0, high=4.0, apart=(7.0,))
    return BoxPlot(boxes=(low, replace(low, name="b $x$", apart=())), axis="accuracy")


def region(*, discrete=False):
    x = np.linspace(-4, 4, 9)
    return NullLawPlot(
        x=x,
        height=np.exp(-x * x / 2),
        rejected=np.abs(x) > 2,
        statistic=2.5,
        letter="t",
        discrete=discrete,
        region="|t| >= 2",
    )


FIGURES = {
    "roc": lambda theme: curve_figure(rocs(), theme),
    "many curves": lambda theme: curve_figure(rocs(12, dots=True), theme),
    "learning": lambda theme: curve_figure(
        CurvePlot(
            lines=(CurveLine(name="a", x=[10, 100, 1000], y=[0.5, 0.7, 0.8]),),
            x_label="rows",
            y_label="accuracy",
            log_x=True,
            log_y=True,
        ),
        theme,
    ),
    "histogram": lambda theme: histogram_figure(histogram(), theme),
    "no zone": lambda theme: histogram_figure(histogram(None), theme),
    "trade-off": lambda theme: trade_off_figure(trade_off(), theme),
    "crowded trade-off": lambda theme: trade_off_figure(trade_off(30, higher=True), theme),
    "differences": lambda theme: difference_figure(differences(), theme),
    "no dots": lambda theme: difference_figure(differences(dots=0, rope=None), theme),
    "one line": lambda theme: difference_figure(differences(1), theme),
    "boxes": lambda theme: box_figure(boxes(), theme),
    "null law": lambda theme: null_law_figure(region(), theme),
    "discrete law": lambda theme: null_law_figure(region(discrete=True), theme),
    "scatter": lambda theme: scatter_figure(scatter(), theme),
    "many points": lambda theme: scatter_figure(scatter(400), theme),
    "log": lambda theme: scatter_figure(scatter(log=True), theme),
}


@pytest.mark.parametrize("make", FIGURES.values(), ids=FIGURES)
def test_svg_is_text_with_variables(make):
    svg = to_svg(make(PAGE), name="a b", title="T <1>", description="D & d")
    root = ET.fromstring(svg)
    assert root.find("{http://www.w3.org/2000/svg}title").text == "T <1>"
    assert root.findall(".//{http://www.w3.org/2000/svg}text")
    assert not any(standin in svg for standin in VARIABLES)
    assert "var(--ink)" in svg
    assert " style=" not in svg
    assert "var(" not in plain_svg(svg)
    assert all(re.match(r"a-b-|f[0-9a-f]+-", one.attrib["id"]) for one in root.iter() if "id" in one.attrib)


@pytest.mark.parametrize("make", FIGURES.values(), ids=FIGURES)
def test_same_bytes_twice(make):
    one, two = (to_svg(make(PAGE), name="x", title="t", description="d") for _ in range(2))
    assert one == two


def test_nothing_global_changes():
    mpl.rcParams["font.size"] = 13.0
    before = dict(mpl.rcParams)
    try:
        for make in FIGURES.values():
            to_svg(make(PAGE), name="x", title="t", description="d")
        assert dict(mpl.rcParams) == before
    finally:
        mpl.rcdefaults()


def test_a_users_style_does_not_reach_the_report():
    usual = to_svg(FIGURES["scatter"](PAGE), name="x", title="t", description="d")
    with mpl.rc_context({"axes.facecolor": "pink", "lines.linewidth": 9.0}):
        assert to_svg(FIGURES["scatter"](PAGE), name="x", title="t", description="d") == usual


@pytest.mark.parametrize(("kind", "head"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_for_papers(kind, head):
    assert paper_bytes(FIGURES["differences"](PAPER), kind).startswith(head)


def test_dollar_signs_are_no_formulas():
    numbers = differences(2, name="$x_{}$")
    assert "$x_0$" in to_svg(difference_figure(numbers, PAGE), name="x", title="t", description="d")


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_any_scale(scale):
    difference_figure(differences(scale=scale, rope=None))


def test_undefined_values_leave_a_gap():
    nothing = Difference(name="a", detail="", dots=np.array([]), value=np.nan, low=np.nan, high=np.nan, clear=False)
    plot = DifferencePlot(lines=(nothing,), rope=None, axis="x", better="")
    assert "a: undefined" in plot.sentence()
    difference_figure(plot)


def test_letters_without_a_glyph_raise_no_warning():
    to_svg(difference_figure(differences(2, name="漢字 {} 🎉"), PAGE), name="x", title="t", description="d")


def test_long_names_are_not_cut():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    for width in (5.2, 7.4):
        made = difference_figure(differences(4, name="a learner with a name that goes on and on {}"), width=width)
        FigureCanvasAgg(made).draw()
        edges = [text.get_window_extent().x0 for ax in made.axes for text in ax.texts]
        assert min(edges) >= -0.5


def test_nobody_beats_the_front_in_both():
    numbers = trade_off(20)
    front = set(numbers.front())
    for at in range(20):
        beaten = any(
            numbers.cost[o] <= numbers.cost[at] and numbers.quality[o] < numbers.quality[at] for o in range(20)
        )
        assert (at in front) == (not beaten)


def test_who_is_beaten_by_nobody_is_a_sentence_of_its_own():
    numbers = replace(trade_off(), quality_label="Acc. at 3")
    assert numbers.front_sentence().startswith("No learner is both cheaper and better than learner")
    assert numbers.sentence() == f"Acc. at 3 against seconds. {numbers.front_sentence()}"


def test_log_axes_have_plain_numbers():
    svg = to_svg(FIGURES["trade-off"](PAGE), name="x", title="t", description="d")
    assert "mathdefault" not in svg
