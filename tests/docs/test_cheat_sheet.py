"""The cheat sheet shows what the declarations of the tests say today, and nothing on it overlaps."""

import sys
from pathlib import Path

import bakeoff as bo
from bakeoff.comparisons.choosing.rules import recommended
from bakeoff.comparisons.evidence.kinds import EVIDENCE

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))

import cheat_sheet  # noqa: E402

sys.path.remove(str(DOCS))


def test_pictures_are_those_of_today():
    """`python docs/cheat_sheet.py` draws them again."""
    svg, pdf = cheat_sheet.PICTURES
    assert cheat_sheet.key() in svg.read_text(encoding="utf-8")
    assert cheat_sheet.key().encode() in pdf.read_bytes()


def test_the_table_is_what_compare_takes():
    shown = {situation.name: situation for situation in cheat_sheet.situations()}
    assert set(shown) == {evidence.name for evidence in EVIDENCE}
    for evidence in EVIDENCE:
        for learners, (title, _) in zip((2, 3), shown[evidence.name].taken, strict=True):
            assert bo.tests[recommended(evidence, learners).take].title == title


def test_texts_do_not_overlap():
    """Neither each other nor the edge of the page."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = cheat_sheet.drawing()
    renderer = FigureCanvasAgg(figure).get_renderer()
    boxes = [text.get_window_extent(renderer) for text in figure.texts]
    width, height = figure.bbox.width, figure.bbox.height
    assert all(0 <= box.x0 and box.x1 <= width and 0 <= box.y0 and box.y1 <= height for box in boxes)
    pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :]]
    deep = [min(a.y1, b.y1) - max(a.y0, b.y0) for a, b in pairs if a.x0 < b.x1 and b.x0 < a.x1]
    assert max(deep) < 2, "a pixel or two is the space under letters"
