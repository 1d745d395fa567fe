"""A figure for a slide: the finding above it, both learners, the sign of the headline, letters that can be read."""

import pytest

import bakeoff as bo
from bakeoff.figures.drawing.finding_title import SLIDE

HIGH = [0.91, 0.88, 0.93, 0.90, 0.87, 0.92, 0.89, 0.94]
TABLE = {"tree": [one - 0.03 - 0.01 * (at % 3) for at, one in enumerate(HIGH)], "svm": HIGH}


def test_the_title_is_the_headline_and_the_sign_is_that_of_it():
    made = bo.compare(TABLE, rows="datasets", measure="accuracy")
    shown = made.plot()
    assert shown.finding == made.headline
    assert any(" ".join(text.get_text().split()) == made.headline for text in shown.figure_.texts)
    (line,) = shown.numbers.lines
    assert line.name == "svm"
    assert line.value > 0
    assert shown.numbers.axis == "Accuracy of svm minus that of tree (points)"


def test_letters_are_large_beside_the_figure():
    shown = bo.compare(TABLE, rows="datasets").plot()
    width = float(shown.figure_.get_size_inches()[0])
    assert width == pytest.approx(SLIDE)
    assert 480 * 9 / 72 / width > 10  # pixels of a letter on a quarter of a slide 1,920 wide


def test_plain_forms_are_short_and_axes_of_others_stay_without_a_title():
    pyplot = pytest.importorskip("matplotlib.figure")
    made = bo.compare({**TABLE, "nb": HIGH[::-1]}, rows="datasets")
    for kind in ("ranks", "matrix", "differences"):
        assert len(repr(made.plot(kind))) < 200
    own = pyplot.Figure().add_subplot()
    assert not made.plot("differences", own).figure_.texts
    curve = bo.CurveDisplay.from_predictions([0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8]})
    assert len(repr(curve)) < 200


def test_a_picture_is_not_transparent(tmp_path):
    image = pytest.importorskip("PIL.Image")
    file = bo.compare(TABLE, rows="datasets").plot().save(tmp_path / "a.png")
    assert image.open(file).convert("RGBA").getpixel((1, 1)) == (255, 255, 255, 255)


def test_the_region_is_named():
    shown = bo.compare(TABLE, rows="datasets", measure="accuracy", rope=0.01).plot()
    assert "region of equivalence" in [text.get_text() for text in shown.ax_.texts]
