"""Curves, hulls, cost curves and the uncertainty zone: scikit-learn, definitions, and constructed cases."""

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.calibration import calibration_curve

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures import measure_named
from bakeoff.measures.curves.cost import cost_curve
from bakeoff.measures.curves.points import (
    calibration_points,
    decision_curve,
    det_points,
    gain_points,
    pr_points,
    roc_points,
)
from bakeoff.predictions.from_arrays import predictions_of


@pytest.fixture(params=[1, 6])
def pred(request):
    rng = np.random.default_rng(request.param)
    y = rng.integers(0, 2, 200)
    return predictions_of(y, y_proba=np.round(1 / (1 + np.exp(-rng.normal(size=200) - y)), request.param))


def test_roc_pr_and_det(pred):
    y, p = pred.truth, pred.scores()
    roc, expected = roc_points(pred), sk.roc_curve(y, p, drop_intermediate=False)
    assert roc.fpr == pytest.approx(expected[0])
    assert roc.tpr == pytest.approx(expected[1])
    assert roc.threshold[1:] == pytest.approx(expected[2][1:])
    assert roc.area == pytest.approx(measure_named("roc_auc")(pred))
    precision, recall, _ = sk.precision_recall_curve(y, p)
    pr = pr_points(pred)
    assert pr.recall[::-1] == pytest.approx(recall)
    assert pr.precision[::-1] == pytest.approx(precision)
    assert pr.baseline == y.mean()
    det = det_points(pred)
    assert det.fnr == pytest.approx(1 - roc.tpr)
    assert det.fpr_deviate[0] == -np.inf


def test_gain_and_lift(pred):
    gain = gain_points(pred)
    assert gain.gain[-1] == gain.taken[-1] == gain.lift[-1] == 1.0
    pr = pr_points(pred)
    assert gain.lift[1:] == pytest.approx(pr.precision[1:] / pr.baseline)
    assert np.all(np.diff(gain.gain) >= 0)


def test_calibration(pred):
    y, p = pred.truth, pred.scores()
    points = calibration_points(pred, bins=10)
    rebuilt = (points.count * points.observed).sum() / len(y)
    assert rebuilt == pytest.approx(y.mean())
    quantile = calibration_points(pred, bins=5, strategy="quantile")
    assert quantile.count.sum() == 200
    shifted = np.clip(p - 1e-9, 0, 1)  # their bins are closed on the left, ours on the right
    observed, said = calibration_curve(y, shifted, n_bins=10)
    assert points.observed == pytest.approx(observed)
    assert points.predicted == pytest.approx(said, abs=1e-8)
    with pytest.raises(BadInput, match="no way of binning"):
        calibration_points(pred, strategy="magic")


def test_decision_curves(pred):
    curve = decision_curve(pred, np.array([0.2, 0.5]))
    assert curve.net_benefit[0] == pytest.approx(measure_named("net_benefit(0.2)")(pred))
    assert curve.treat_all[1] == pytest.approx(2 * pred.truth.mean() - 1)
    with pytest.raises(BadInput):
        decision_curve(pred, np.array([0.0]))


def test_reversed_scores_are_noticed():
    assert "reversed" in roc_points(predictions_of([0, 0, 1, 1], y_score=[4, 3, 2, 1])).note
    with pytest.raises(NotApplicable, match="one class only"):
        roc_points(predictions_of([1, 1], y_score=[1, 2]))


@pytest.fixture
def weighed():
    """The same rows twice: with whole weights, zero among them also at the top, and repeated as often."""
    rng = np.random.default_rng(2)
    y, p, weight = rng.integers(0, 2, 80), np.round(rng.random(80), 2), rng.integers(0, 4, 80)
    weight[np.argsort(p)[-3:]] = 0
    often = np.repeat(np.arange(80), weight)
    return predictions_of(y, y_proba=p, sample_weight=weight), predictions_of(y[often], y_proba=p[often])


@pytest.mark.parametrize(
    "points", [roc_points, pr_points, det_points, gain_points, calibration_points, decision_curve, cost_curve]
)
def test_weights_are_repeated_rows(points, weighed):
    light, heavy = map(points, weighed)
    for name in light.__dataclass_fields__:
        if name != "count":  # of rows, not of weights
            assert getattr(light, name) == pytest.approx(getattr(heavy, name), nan_ok=True, abs=1e-12), name


def test_an_edge_belongs_to_the_bin_below_it():
    p = np.arange(1, 100) / 100  # 0.07 * 100 is more than 7
    points = calibration_points(predictions_of([0, *[1] * 98], y_proba=p), bins=100)
    assert points.count.tolist() == [1] * 99
    assert points.predicted == pytest.approx(p)


def test_a_probability_at_the_threshold_is_treated():
    p = np.arange(1, 100) / 100  # 0.29 of a decision curve is the 0.29 that was predicted
    pred = predictions_of(np.arange(99) % 2, y_proba=p)
    curve = decision_curve(pred)
    expected = [measure_named(f"net_benefit({at})")(pred) for at in (0.07, 0.29, 0.57)]
    assert curve.net_benefit[[6, 28, 56]] == pytest.approx(expected, abs=1e-12)


def test_no_rows_is_told_from_one_class():
    with pytest.raises(NotApplicable, match="there are no rows"):
        roc_points(predictions_of([], y_score=[], labels=[0, 1], task="binary"))


@pytest.mark.parametrize(
    ("truth", "weight", "why"),
    [
        ([1, 0], [0.0, 0.0], "weights are zero on every row"),
        ([1, 1], None, "one class only"),
        ([1, 0], [1.0, 0.0], "one class only"),
    ],
)
def test_why_there_is_no_curve(truth, weight, why):
    with pytest.raises(NotApplicable, match=why):
        roc_points(predictions_of(truth, y_score=[0.1, 0.2], sample_weight=weight))
