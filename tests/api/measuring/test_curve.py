"""`bo.curve`: the points are scikit-learn's, and what follows from them is what the plain functions say."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn import calibration, metrics

import bakeoff as bo
from bakeoff.api.measuring.curve_export import curve_plot
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.figures.curves import SHOWN, curve_figure
from bakeoff.measures.curves.hull import operating_point, roc_hull, uncertainty_zone
from bakeoff.panels.curves.curve_set import hull_corners
from bakeoff.panels.curves.kinds import KINDS
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.ranking import rank


def rows(n=200, seed=0, digits=2):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    scores = {
        name: np.round(np.clip(rng.normal(0.4 + shift * y, 0.2), 0, 1), digits)
        for name, shift in (("a", 0.25), ("b", 0.2))
    }
    return y, scores


@pytest.mark.parametrize("digits", [1, 2, 9])
def test_points_are_scikit_learns(digits):
    y, scores = rows(digits=digits)
    p = scores["a"]
    fpr, tpr, threshold = metrics.roc_curve(y, p, drop_intermediate=False)
    points = bo.curve(y, p).curves[0].points
    assert points["fpr"] == pytest.approx(fpr)
    assert points["tpr"] == pytest.approx(tpr)
    assert points["threshold"][1:] == pytest.approx(threshold[1:])
    precision, recall, threshold = metrics.precision_recall_curve(y, p)
    points = bo.curve(y, p, kind="pr").curves[0].points
    assert points["precision"] == pytest.approx(precision[::-1])
    assert points["recall"] == pytest.approx(recall[::-1])
    false, missed, _ = metrics.det_curve(y, p)
    points = bo.curve(y, p, kind="det").curves[0].points
    mine = set(zip(points["fpr"].round(9).tolist(), points["fnr"].round(9).tolist(), strict=True))
    assert set(zip(false.round(9).tolist(), missed.round(9).tolist(), strict=True)) <= mine
    came, said = calibration.calibration_curve(y, p, n_bins=7, strategy="quantile")
    points = bo.curve(y, p, kind="calibration", bins=7, binning="quantile").curves[0].points
    if digits == 9:  # with ties the bins differ in where an edge belongs
        assert points["predicted"] == pytest.approx(said)
        assert points["observed"] == pytest.approx(came)


FORMS = [*((kind, suffix) for kind in KINDS.names for suffix in ("csv", "json", "svg")), ("roc", "pdf"), ("roc", "png")]


@pytest.mark.parametrize(("kind", "suffix"), FORMS)
def test_every_kind_in_every_form(kind, suffix, tmp_path):
    y, scores = rows(60)
    made = bo.curve(y, scores["a"] if KINDS[kind].alone else scores, kind=kind, cost=(1, 3), max_error=0.2)
    assert KINDS[kind].title in str(made)
    assert made._repr_html_().startswith("<div")
    file = tmp_path / f"curve.{suffix}"
    made.save(file)
    assert file.stat().st_size > 300
    assert json.loads(json.dumps(made.to_json(), allow_nan=False))["schema"] == "bakeoff.curve/1"
    if suffix == "svg":
        assert file.read_text().count("<svg") == 1
    if suffix == "csv":
        lines = file.read_text().splitlines()
        assert lines[0] == ",".join(["score", *made.curves[0].points])
        assert len(lines) == 1 + sum(len(one.points[made.kind.x]) for one in made.curves)


def test_what_follows_is_what_the_functions_say():
    y, scores = rows()
    made = bo.curve(y, scores["a"], cost=(1, 5), prior=0.1, max_error=0.1).curves[0]
    pred = predictions_of(y, y_score=scores["a"])
    assert made.best == operating_point(pred, cost_fn=5, prevalence=0.1)
    assert made.zone == uncertainty_zone(pred, 0.1)
    assert made.area.value == pytest.approx(metrics.roc_auc_score(y, scores["a"]))
    assert made.area.method == "logit-DeLong"


@pytest.mark.parametrize("digits", [0, 1, 2, 9])
def test_hull_corners_carry_their_thresholds(digits):
    y, scores = rows(digits=digits)
    ranking = rank(predictions_of(y, y_score=scores["a"]))
    corners = hull_corners(ranking)
    points = bo.curve(y, scores["a"]).curves[0].points
    want = roc_hull(points["fpr"], points["tpr"])
    assert np.trapezoid(corners["tpr"], corners["fpr"]) == pytest.approx(want.area)
    for threshold, fpr, tpr in zip(*corners.values(), strict=True):
        called = scores["a"] >= threshold
        assert (called[y == 0].mean(), called[y == 1].mean()) == pytest.approx((fpr, tpr))


def test_two_curves_are_held_against_each_other():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 600)
    scores = {"even": rng.normal(size=600) + y, "wide": rng.normal(size=600) * np.where(y == 1, 3, 1) + 1.5 * y}
    made = bo.curve(y, scores)
    assert made.met[0].crossings
    assert min(made.met[0].lobes) > 0.01
    assert "the ROC curves of even and wide cross" in str(made)
    assert "their areas do not order them" in str(made)
    assert "is cheaper than" in str(bo.curve(y, scores, kind="cost"))
    y, scores = [0, 0, 1, 1], {"good": [1, 2, 3, 4], "bad": [3, 1, 4, 2]}
    assert "do not cross" in str(bo.curve(y, scores))
    y, scores = rows(60)
    assert "cross once, at a false positive rate of 0." in (said := str(bo.curve(y, scores)))
    assert "no more than by chance" in said


def test_reversed_classes_and_costs_that_forbid_are_told():
    made = bo.curve([0, 0, 1, 1], [4, 3, 2, 1])
    assert "may be reversed" in str(made)
    assert "nothing should be called positive" in str(made)
    assert "everything should be called positive" in str(bo.curve([0, 0, 1, 1], [3, 4, 1, 2], cost=(1, 9), prior=0.99))
    assert made.to_json()["scores"][0]["operating_point"]["threshold"] is None
    assert any("null is infinite" in one for one in made.to_json()["warnings"])


def test_a_decision_curve_says_where_it_is_useful():
    y, scores = rows()
    assert "is better than treating all and than treating none for thresholds" in str(
        bo.curve(y, scores["a"], kind="decision")
    )
    assert "at no threshold" in str(bo.curve([0, 1, 0, 1], [0.9, 0.1, 0.9, 0.1], kind="decision"))


def test_one_class_against_the_rest():
    y = np.array(["a", "b", "c"] * 20)
    p = np.where(y == "a", 0.8, 0.3) + np.linspace(-0.1, 0.1, 60)
    made = bo.curve(y, p, positive="a")
    assert made.curves[0].area.value == 1.0
    assert made.positive == "a"
    assert made.warnings[0] == "class a is compared with the 2 others together"


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"y_true": [1, 1], "y_score": [0.1, 0.2]}, NotApplicable, "one class only"),
        ({"y_true": [1, 0], "y_score": [0.1, np.nan]}, BadInput, "row 1 is missing"),
        ({"y_true": [1, 0], "y_score": [0.1]}, BadInput, "lengths differ"),
        ({"y_true": ["a", "b"], "y_score": [0.1, 0.2]}, NotApplicable, "needs the positive class"),
        ({"y_true": ["a", "b", "c"], "y_score": [0.1, 0.2, 0.3]}, BadInput, "has 3 classes"),
        ({"y_true": [0.5, 1.5], "y_score": [0.1, 0.2]}, BadInput, "needs two classes"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "kind": "rock"}, UnknownName, "did you mean 'roc'"),
        ({"y_true": [1, 0], "y_score": {}}, BadInput, "at least one"),
        ({"y_true": [1, 0], "y_score": [1.1, 0.2], "kind": "calibration"}, BadInput, "is not a probability"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "kind": None}, BadInput, "a curve is asked for by its name"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "cost": (1,)}, BadInput, "two numbers"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "cost": "xy"}, BadInput, "cost must be"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "max_error": "x"}, BadInput, "max_error must lie"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "cost": (0, 0)}, BadInput, "not both zero"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "prior": 1.5}, BadInput, "prior must lie"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "max_error": 0.5}, BadInput, "max_error must lie"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "bins": 0}, BadInput, "bins must be a whole number"),
        ({"y_true": [1, 0], "y_score": [0.1, 0.2], "binning": "even"}, BadInput, "known are uniform, quantile, exact"),
        ({"y_true": [1, 0], "y_score": {"a": [1, 2], "b": [1]}}, BadInput, "y_true has 2, y_score 'b' has 1"),
        (
            {"y_true": [1, 0], "y_score": {"a": [1, 2], "b": ["x", 1]}},
            BadInput,
            "y_score 'b' must be numbers, but row 0",
        ),
        ({"y_true": [], "y_score": []}, NotApplicable, "there are no rows"),
        ({"y_true": [1, 0], "y_score": [1, 2], "sample_weight": [1]}, BadInput, "sample_weight has 1"),
        ({"y_true": [1, 0], "y_score": [1, 2], "sample_weight": [-1, 1]}, BadInput, "sample_weight, row 0"),
    ],
)
def test_wrong_input_is_one_sentence(given, error, words):
    with pytest.raises(error, match=words):
        bo.curve(**given)


def test_names_from_strangers_stay_text(tmp_path):
    made = bo.curve([0, 1, 0, 1], {"=1+1": [1, 2, 3, 4], "<b>$x": [1, 3, 2, 4]})
    made.save(tmp_path / "points.csv")
    assert '"\'=1+1"' in (tmp_path / "points.csv").read_text()
    assert "<b>" not in made._repr_html_()
    made.save(tmp_path / "figure.svg")
    assert "<b>" not in (tmp_path / "figure.svg").read_text()


def test_cost_curves_are_told_as_shares_of_positives():
    y, scores = rows(400, digits=9)
    made = bo.curve(y, scores, kind="cost", cost=(1, 4))
    ((low, high), *_) = made.met[0].wins.a
    place = (low + high) / 2
    share = place / (place + (1 - place) * 4)
    costs = [bo.curve(y, one, cost=(1, 4), prior=share).curves[0].best.cost for one in scores.values()]
    assert costs[0] < costs[1]
    first = low / (low + (1 - low) * 4)
    assert f"which at costs 1:4 are shares of positives {first:.3g} to" in str(made)


def test_columns_of_a_frame_are_curves_of_their_own():
    y, scores = rows(50)
    made = bo.curve(y, pd.DataFrame(scores))
    assert [one.name for one in made.curves] == ["a", "b"]
    assert str(made) == str(bo.curve(y, scores))


@pytest.mark.parametrize("kind", KINDS.names)
def test_weights_count_as_often_as_they_say(kind):
    y, scores = rows(60)
    weight = np.random.default_rng(1).integers(0, 3, 60)
    often = np.repeat(np.arange(60), weight)
    light = bo.curve(y, scores["a"], kind=kind, sample_weight=weight, cost=(1, 2), max_error=0.2, level=None)
    heavy = bo.curve(y[often], scores["a"][often], kind=kind, cost=(1, 2), max_error=0.2, level=None)
    assert light.prior == pytest.approx(heavy.prior)
    for name, values in light.curves[0].points.items():
        if name != "count":
            assert values == pytest.approx(heavy.curves[0].points[name], nan_ok=True), name
    assert light.curves[0].facts == pytest.approx(heavy.curves[0].facts)
    assert light.curves[0].best.threshold == heavy.curves[0].best.threshold
    assert light.curves[0].zone.rejected == pytest.approx(heavy.curves[0].zone.rejected)


def test_intervals_can_be_left_out():
    y, scores = rows(60)
    shown = str(bo.curve(y, scores["a"], level=None))
    assert "roc_auc" in shown
    assert "interval" not in shown
    assert "low" not in str(bo.curve(y, scores["a"], kind="calibration", level=None))
    assert bo.curve(y, scores["a"], sample_weight=np.ones(60)).curves[0].area.method.startswith("bootstrap")


def test_the_parts_of_the_brier_score_add_up():
    y, scores = rows(120)
    for binning in ("uniform", "quantile", "exact"):
        facts = bo.curve(y, scores["a"], kind="calibration", bins=4, binning=binning).curves[0].facts
        whole = facts["reliability"] - facts["resolution"] + facts["uncertainty"] + facts.get("within bins", 0.0)
        assert whole == pytest.approx(facts["Brier score"]) == pytest.approx(metrics.brier_score_loss(y, scores["a"]))


def test_row_numbers_in_front_of_a_frame_are_no_scores():
    frame = pd.DataFrame({"row_no": range(4), "a": [0.1, 0.4, 0.3, 0.8]})
    made = bo.curve([0, 0, 1, 1], frame, level=None)
    assert [one.name for one in made.curves] == ["a"]
    assert "column 'row_no' is used as row id" in made.warnings[0]
    assert [one.name for one in bo.curve([0, 0, 1, 1], frame[["row_no"]], level=None).curves] == ["row_no"]


@pytest.mark.parametrize("kind", ["roc", "decision"])
def test_of_many_curves_the_figure_says_how_many_it_leaves_out(kind):
    truth, _ = rows()[:2]
    rng = np.random.default_rng(0)
    scores = {f"s{at}": np.clip(at / 40 * truth + rng.random(len(truth)) * (1 - at / 40), 0, 1) for at in range(12)}
    made = bo.curve(truth, scores, kind=kind, level=None)
    numbers = curve_plot(made)
    drawn = curve_figure(numbers).axes[0]
    labels = [text.get_text() for text in drawn.get_legend().get_texts()]
    assert len(labels) == SHOWN + 1
    assert labels[-1] == f"{numbers.hidden} more not drawn"
    assert numbers.hidden == len(numbers.lines) - SHOWN
    assert f"; {numbers.hidden} more are not drawn." in numbers.sentence()
    if kind == "decision":
        assert "treat all" in labels
    else:
        best = sorted(made.curves, key=lambda one: -one.area.value)[:SHOWN]
        assert [one.split()[0] for one in labels[:-1]] == [one.name for one in best]
        told = [one for one in str(made).splitlines() if "the ROC curves of" in one]
        assert len(told) == SHOWN * (SHOWN - 1) // 2 < len(made.to_json()["pairs"]) == 66
        assert "38 other pairs of curves: --json lists how they cross" in str(made)


def test_what_bins_do_not_hide_is_nothing():
    made = bo.curve([1, 0, 0, 1, 1, 0, 1] * 20, [0.8, 0.2, 0.8, 0.2, 0.8, 0.2, 0.8] * 20, kind="calibration")
    assert made.curves[0].facts["within bins"] == 0.0
