"""Curves of more than two classes: each against the rest, against scikit-learn; and whether confidence is earned."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import roc_auc_score, roc_curve
from sklearn.preprocessing import label_binarize

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.tasks import MULTICLASS
from bakeoff.measures.curves.points import GRID
from bakeoff.predictions.one_vs_rest import against_rest
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.blocks import Columns, Heading, Part, Report
from bakeoff.report.render import html, markdown
from bakeoff.report.sections.curves import curve_blocks
from bakeoff.splits import scheme_from
from bakeoff.study.analysis.stored_design import design_of
from bakeoff.study.answers import (
    MOST_LINES,
    AnswerPlots,
    areas,
    class_curves,
    confidence,
    curves,
    shapes_of,
    shapes_of_one,
)


def answers(n=300, k=4, seed=0, *, scored=False, task=MULTICLASS):
    """Class 0 is easy and each further one harder."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, n)
    raw = rng.normal(0, 1, (n, k))
    raw[np.arange(n), truth] += 3.0 / (1 + truth)
    proba = np.round(np.exp(raw), 1) + 0.1  # ties
    proba /= proba.sum(axis=1, keepdims=True)
    names = tuple(f"class {code}" for code in range(k))
    return Predictions(
        task=task, rows=np.arange(n), truth=truth, classes=names, label=proba.argmax(axis=1),
        score=raw if scored else None, proba=None if scored else proba,
    )  # fmt: skip


@pytest.mark.parametrize("scored", [False, True])
def test_areas_and_roc_points_against_scikit_learn(scored):
    part = answers(scored=scored)
    sides = label_binarize(part.truth, classes=range(4))
    expected = [roc_auc_score(sides[:, code], part.scores()[:, code]) for code in range(4)]
    assert areas([part]) == pytest.approx(expected, abs=1e-12)
    lines = [one for one in class_curves("d", "l", [part]) if one.kind == "roc"]
    assert [one.against for one in lines] == list(part.classes)
    assert [one.value for one in lines] == pytest.approx(expected, abs=1e-12)
    for code, line in enumerate(lines):
        false, true, _ = roc_curve(sides[:, code], part.scores()[:, code], drop_intermediate=False)
        assert line.y == pytest.approx(np.interp(GRID, false, true), abs=1e-12)


def test_confidence_against_scikit_learn():
    part = answers(2000)
    lean = np.random.default_rng(5).uniform(0.99, 1.01, part.proba.shape) * part.proba  # nothing on the edge of a bin
    part = replace(part, proba=lean / lean.sum(axis=1, keepdims=True))
    found = next(confidence("d", "l", [part]))
    sure = part.proba.max(axis=1)
    true, mean = calibration_curve(part.proba.argmax(axis=1) == part.truth, sure, n_bins=10)
    assert found.x == pytest.approx(mean, abs=1e-12)
    assert found.y == pytest.approx(true, abs=1e-12)
    assert ((found.low <= found.y) & (found.y <= found.high)).all()


def test_of_many_classes_the_worst_and_the_best_are_shown():
    parts = [answers(2000, 12, seed) for seed in range(3)]
    place = np.argsort(areas(parts))
    wanted = {parts[0].classes[at] for at in (*place[:3], *place[-2:])}
    lines = list(class_curves("d", "l", parts, 5))
    assert {one.against for one in lines} == wanted
    assert all((one.among, one.splits) == (12, 3) for one in lines)


def test_weights_count():
    part = answers()
    doubled = replace(part, weight=np.where(part.truth == 0, 2.0, 1.0))
    twice = part.take(np.concatenate([np.arange(300), np.flatnonzero(part.truth == 0)]))
    weighed, repeated = ([line.y for line in class_curves("d", "l", [one])] for one in (doubled, twice))
    assert np.array(weighed) == pytest.approx(np.array(repeated), abs=1e-12)


def test_a_split_without_a_class_says_nothing_of_it():
    whole, part = answers(), answers(seed=1)
    without = part.take(np.flatnonzero(part.truth != 2))
    splits = {one.against: one.splits for one in class_curves("d", "l", [whole, without])}
    assert splits == {"class 0": 2, "class 1": 2, "class 2": 1, "class 3": 2}
    never = {one.against for one in class_curves("d", "l", [without])}
    assert never == {"class 0", "class 1", "class 3"}


def test_two_classes_and_bare_labels_have_no_such_curves():
    bare = replace(answers(), proba=None)
    assert list(class_curves("d", "l", [bare])) == list(confidence("d", "l", [bare])) == []
    two = against_rest(answers(), 1)
    assert list(class_curves("d", "l", [two])) == list(confidence("d", "l", [two])) == []
    assert next(curves("d", "l", [two])).value == pytest.approx(areas([answers()])[1])


def test_a_page_shows_classes_of_the_best_and_the_confidence_of_all():
    shapes = shapes_of_one("test rows", {"plain": answers(seed=1), "best": answers(400, 12)})
    blocks = curve_blocks(shapes, ["best", "plain"])
    heading, shown = blocks
    assert isinstance(heading, Heading)
    assert isinstance(shown, Columns)
    roc, pr, sure = (column[0] for column in shown.columns)
    assert roc.title == "ROC, each class against the rest"
    assert "of 12 classes those with the smallest and the largest areas" in roc.caption
    assert roc.description.count("class ") == pr.description.count("class ") == MOST_LINES
    assert "for best, plain." in sure.description
    report = Report(title="x", subtitle="", lead=(), sections=(Part(name="c", title="Curves", blocks=tuple(blocks)),))
    assert len(html.render(report)) < 60_000
    assert "Calibration of the confidence" in markdown.render(report)


def test_a_data_set_of_either_kind_is_shown_in_full():
    two = against_rest(answers(), 1)
    lines = [*curves("two", "l", [two]), *class_curves("many", "l", [answers()]), *curves("other", "l", [two])]
    kinds = [type(one).__name__ for one in curve_blocks(AnswerPlots(curves=tuple(lines)), ["l"])]
    assert kinds == ["Heading", "Columns", "Heading", "Columns", "Fold"]


def test_a_learner_keeps_its_colour_in_every_frame(monkeypatch):
    """The best learner gives scores only: in the frame of calibration the second stays the second."""
    from bakeoff.report.sections import curves as page

    looks = {}
    monkeypatch.setattr(page, "picture", lambda name, *_: name)
    draw = page.curve_plot
    monkeypatch.setattr(page, "curve_plot", lambda lines, given: looks.setdefault(lines[0].kind, draw(lines, given)))
    scored, sure = against_rest(answers(scored=True), 1), against_rest(answers(), 1)
    curve_blocks(shapes_of_one("rows", {"scores": scored, "chances": sure}), ["scores", "chances"])
    seen = {kind: {line.name: line.look for line in plot.lines} for kind, plot in looks.items()}
    assert seen["roc"] == {"scores": 0, "chances": 1}
    assert seen["calibration"] == {"chances": 1}


def test_a_study_of_three_classes_has_them(make):
    spec = make.spec(datasets=(bo.load("iris"),), scheme=scheme_from("3-fold"), measures=("accuracy",))
    ledger = make.run(spec)
    names = [one.name for one in spec.learners]
    found = shapes_of(ledger, design_of(ledger), best=names[0])
    assert {one.learner for one in found.curves if one.against} == {names[0]}
    assert {one.against for one in found.curves if one.against} == {"setosa", "versicolor", "virginica"}
    assert {one.learner for one in found.curves if one.kind == "confidence"} <= set(names)


def test_a_display_asks_for_the_class_that_stands_against_the_rest(tmp_path):
    from sklearn.naive_bayes import GaussianNB

    study = bo.Study(datasets=["iris"], learners={"bayes": GaussianNB()}, scheme="3-fold", measures=["accuracy"])
    results = study.run(tmp_path / "s.bakeoff", progress=False)
    shown = bo.CurveDisplay.from_results(results, "iris", positive="virginica")
    assert shown.numbers.lines[0].name == "bayes"
    with pytest.raises(BadInput, match="there are 3 classes: name the one to compare with the rest as positive"):
        bo.CurveDisplay.from_results(results, "iris")
    with pytest.raises(UnknownName, match="virginica"):
        bo.CurveDisplay.from_results(results, "iris", positive="virginca")
