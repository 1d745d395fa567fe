"""Figures of efficiency scores and of domain effects: what they hold, on their own and on a user's axes, and as files."""

from pathlib import Path

import pytest
from matplotlib.figure import Figure

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.figures.drawing.svg import to_svg
from bakeoff.figures.drawing.theme import PAGE
from bakeoff.figures.efficiency_scores import efficiency_figure

TABLE = {
    "nb": {"accuracy": 0.72, "fit_seconds": 1.0},
    "tree": {"accuracy": 0.76, "fit_seconds": 2.0},
    "<svm>": {"accuracy": 0.70, "fit_seconds": 8.0},
}
SCORES = {
    "dataset": [f"d{i}" for i in range(8)],
    "tree": [0.90, 0.70, 0.88, 0.60, 0.95, 0.66, 0.81, 0.58],
    "bayes": [0.85, 0.75, 0.80, 0.69, 0.90, 0.73, 0.80, 0.66],
    "knn": [0.80, 0.72, 0.84, 0.65, 0.91, 0.70, 0.78, 0.61],
}
ROWS = {f"d{i}": {"rows": n, "gaps": g} for i, (n, g) in enumerate(zip((5000, 200, 3000, 90, 8000, 150, 900, 60), (0, 2, 10, 0, 5, 1, 0, 12), strict=True))}  # fmt: skip


def texts(figure: Figure) -> list[str]:
    ax = figure.axes[0]
    return [one.get_text() for one in (*ax.texts, *ax.get_yticklabels())]


def test_the_efficient_are_filled_and_the_best_is_on_top() -> None:
    shown = bo.efficiency(TABLE, model="bcc").plot()
    lines = shown.numbers.lines
    assert [one.efficient for one in lines] == [True, True, False]
    assert lines[-1].score == pytest.approx(bo.efficiency(TABLE, model="bcc").scores["<svm>"])
    points = [one for one in shown.ax_.lines if one.get_marker() not in ("", "None", None)]
    filled = [one.get_markerfacecolor() == one.get_color() for one in points]
    assert filled == [True, True, False]
    assert shown.ax_.get_xlim()[0] == 0
    assert "<svm>" in texts(shown.figure_)


def test_names_are_escaped() -> None:
    shown = bo.efficiency(TABLE).plot()
    svg = to_svg(efficiency_figure(shown.numbers, PAGE), name="e", title="t", description=shown.sentence)
    assert "<svm>" not in svg
    assert "&lt;svm&gt;" in svg


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_files(kind: str, tmp_path: Path) -> None:
    for name, made in (("efficiency", bo.efficiency(TABLE)), ("effects", bo.domains(SCORES, ROWS))):
        file = made.plot().save(tmp_path / f"{name}.{kind}")
        assert file.read_bytes()[:4] in (b"%PDF", b"\x89PNG", b"<svg", b"<?xm")
    with pytest.raises(BadInput, match=r"\.svg, \.pdf or \.png"):
        bo.efficiency(TABLE).plot().save(tmp_path / "x.gif")
