"""The critical-difference diagram: its numbers, and that no label is cut or covers another."""

import re
from itertools import pairwise

import numpy as np
import pytest

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.figures.drawing.canvas import settings
from bakeoff.figures.ranks import JOINED, Clique, RankDiagram, cliques, draw_ranks, rank_diagram, rank_figure
from bakeoff.report.figures import rank_picture


def judged(k, n=40, seed=0, name="learner {}", **options):
    rng = np.random.default_rng(seed)
    values = rng.normal(0, 1, (n, k)) + np.linspace(0, 2, k)
    matrix = ScoreMatrix(
        names=tuple(name.format(at) for at in range(k)), blocks=tuple(map(str, range(n))), values=values
    )
    return judge(matrix, Question(evidence=DATASETS, measure="accuracy", **options))


def boxes(figure):
    """Every text of the figure in pixels."""
    with settings():
        figure.canvas.draw()
        renderer = figure.canvas.get_renderer()
        return [(text.get_text(), text.get_window_extent(renderer)) for ax in figure.axes for text in ax.texts]


def with_canvas(figure):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(figure)
    return figure


@pytest.mark.parametrize("k", [2, 5, 13, 30])
@pytest.mark.parametrize(
    "name", ["L{}", "gradient boosting with early stopping {}", "W" * 60 + "{}", "длинное имя алгоритма {}"]
)
def test_no_label_is_cut_or_covered(k, name):
    figure = with_canvas(rank_figure(rank_diagram(judged(k, name=name))))
    found = boxes(figure)
    width, height = figure.get_size_inches() * figure.dpi
    for text, box in found:
        assert box.x0 >= -0.5, text
        assert box.y0 >= -0.5, text
        assert box.x1 <= width + 0.5, text
        assert box.y1 <= height + 0.5, text
    for at, (text, box) in enumerate(found):
        for other, second in found[at + 1 :]:
            apart = box.x1 <= second.x0 or second.x1 <= box.x0 or box.y1 <= second.y0 + 0.5 or second.y1 <= box.y0 + 0.5
            assert apart, (text, other)


def test_bars_say_what_the_claims_say():
    found = judged(6, n=25)
    diagram = rank_diagram(found)
    joined = {(a, b) for bar in diagram.bars for a in bar.members for b in bar.members if a < b}
    for one in found.pairs:
        places = tuple(sorted(diagram.names.index(name) for name in (one.pair.a, one.pair.b)))
        assert (places in joined) == (one.verdict.winner is None)


def test_against_a_baseline_one_bar_holds_the_baseline():
    diagram = rank_diagram(judged(5, baseline="learner 0"))
    assert diagram.against == "learner 0"
    assert all(diagram.names.index("learner 0") in bar.members for bar in diagram.bars)
    assert len(diagram.bars) <= 1


def test_a_gap_in_a_group_is_not_a_line():
    assert Clique(members=(0, 1, 2)).solid
    assert not Clique(members=(0, 2)).solid


def test_cliques_of_nothing_and_of_everything():
    assert cliques([[False] * 4] * 4) == []
    assert cliques([[True] * 4] * 4) == [(0, 1, 2, 3)]


def test_equal_ranks_can_be_drawn():
    numbers = RankDiagram(
        names=("a", "b", "c"),
        ranks=(2.0, 2.0, 2.0),
        bars=(Clique(members=(0, 1, 2)),),
        critical_difference=1.0,
        against=None,
    )
    assert "a 2.00, b 2.00, c 2.00" in numbers.sentence()
    rank_figure(numbers)


def test_own_axes_are_accepted():
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    draw_ranks(rank_diagram(judged(4)), ax)
    assert ax.texts


def test_long_names_stay_distinct():
    diagram = rank_diagram(judged(12, name="gradient boosting with a very long name, depth {}, and early stopping"))
    texts = [text for text, _ in boxes(with_canvas(rank_figure(diagram))) if "boosting" in text]
    assert len({re.sub(r"[\d.]+ · | · [\d.]+", "", text) for text in texts}) == 12


def test_bars_on_one_level_do_not_touch():
    figure = rank_figure(rank_diagram(judged(30)))
    wide = [line for line in figure.axes[0].lines if line.get_linewidth() > 3]
    by_level = {}
    for line in wide:
        by_level.setdefault(round(float(line.get_ydata()[0]), 6), []).append(sorted(line.get_xdata()))
    for spans in by_level.values():
        spans.sort()
        assert all(after[0] - before[1] > 0.1 for before, after in pairwise(spans))


@pytest.mark.parametrize("width", [3.3, 5.2, 7.4])
def test_many_learners_stand_in_a_list(width):
    numbers = rank_diagram(judged(JOINED + 10, n=30))
    made = with_canvas(rank_figure(numbers, width=width))
    found = [(text, box) for text, box in boxes(made) if text.startswith("learner")]
    assert [text for text, _ in found] == list(numbers.names)  # whole, best first
    assert all(one.y0 >= two.y1 - 1 for (_, one), (_, two) in pairwise(found))
    assert not numbers.bars
    assert "differ" not in numbers.sentence()
    caption = rank_picture(judged(JOINED + 10, n=30)).caption
    assert "table of pairs" in caption
    assert "bar" not in caption
