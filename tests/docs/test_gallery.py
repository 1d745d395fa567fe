"""Every example of the gallery runs, makes a picture, and has the parts that the gallery needs. The site shows them; they are run here as scripts."""

import ast
import re
import warnings
from pathlib import Path

import pytest

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
EXAMPLES = sorted(GALLERY.glob("plot_*.py"))


def test_there_are_enough():
    assert len(EXAMPLES) >= 20


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_example_runs_and_draws(example, tmp_path, monkeypatch, capsys):
    from matplotlib.figure import Figure

    from bakeoff.api.figure_display import FigureDisplay

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names = {"__name__": "__main__"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(example.read_text(encoding="utf-8"), str(example), "exec"), names)
    figure = names["figure"]
    drawing = figure.figure_ if isinstance(figure, FigureDisplay) else figure
    assert isinstance(drawing, Figure)
    assert drawing.axes
    assert capsys.readouterr().out, "an example prints what it found"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_example_has_title_text_and_cells(example):
    text = example.read_text(encoding="utf-8")
    title, line, *rest = (ast.get_docstring(ast.parse(text)) or "").splitlines()
    assert line == "=" * len(title)
    assert len(" ".join(rest).split()) >= 20
    assert len(re.findall(r"^# %%$", text, re.MULTILINE)) >= 2
    assert text.rstrip().endswith("\nfigure"), "a notebook shows the last line"
