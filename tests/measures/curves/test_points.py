"""Curves, hulls, cost curves and the uncertainty zone: scikit-learn, definitions, and constructed cases."""

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.calibration import calibration_curve

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures import measure_named
from bakeoff.measures.curves.cost import CostCurve, better_where, cost_curve
from bakeoff.measures.curves.hull import crossings, operating_point, roc_hull, uncertainty_zone
from bakeoff.measures.curves.points import (
    RocPoints,
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


def test_hull_is_above_every_point_and_convex(pred):
    roc = roc_points(pred)
    hull = roc_hull(roc.fpr, roc.tpr)
    assert np.all(np.interp(roc.fpr, hull.fpr, hull.tpr) >= roc.tpr - 1e-12)
    slopes = np.diff(hull.tpr) / np.where(np.diff(hull.fpr) > 0, np.diff(hull.fpr), 1e-300)
    assert np.all(np.diff(slopes) < 0)
    assert hull.area >= roc.area
    with pytest.raises(BadInput):
        roc_hull([0.2, 1.2], [0.3, 0.4])


def test_operating_points_against_all_thresholds(pred):
    y, p = pred.truth, pred.scores()
    for cost_fp, cost_fn in ((1, 1), (5, 1), (1, 5)):
        point = operating_point(pred, cost_fp=cost_fp, cost_fn=cost_fn)
        costs = [np.mean(np.where(p >= t, (y == 0) * cost_fp, (y == 1) * cost_fn)) for t in [np.inf, *np.unique(p)]]
        assert point.cost == pytest.approx(min(costs))
        assert np.mean(np.where(p >= point.threshold, (y == 0) * cost_fp, (y == 1) * cost_fn)) == pytest.approx(
            point.cost
        )
    assert operating_point(pred, prevalence=1e-9).tpr == 0.0
    with pytest.raises(BadInput):
        operating_point(pred, cost_fp=-1.0)


def made(points):
    fpr, tpr = np.array(points, dtype=float).T
    return RocPoints(fpr=fpr, tpr=tpr, threshold=np.full(len(fpr), np.nan))


def test_crossings():
    a = made([(0, 0), (0, 0.6), (1, 1)])
    b = made([(0, 0), (0.4, 1), (1, 1)])
    (crossing,) = crossings(a, b)
    assert crossing.above == "b"
    assert crossing.tpr == pytest.approx(0.6 + 0.4 * crossing.fpr)
    assert crossing.tpr == pytest.approx(2.5 * crossing.fpr)
    assert [one.above for one in crossings(b, a)] == ["a"]
    assert crossings(a, a) == ()
    assert crossings(a, made([(0, 0), (1, 1)])) == ()


def test_reversed_scores_are_noticed():
    assert "reversed" in roc_points(predictions_of([0, 0, 1, 1], y_score=[4, 3, 2, 1])).note
    with pytest.raises(NotApplicable, match="one class only"):
        roc_points(predictions_of([1, 1], y_score=[1, 2]))


def test_cost_curve_is_the_least_cost_of_any_threshold(pred):
    roc, curve = roc_points(pred), cost_curve(pred)
    for x in np.linspace(0, 1, 41):
        assert curve.at(x) == pytest.approx((roc.fpr * (1 - x) + (1 - roc.tpr) * x).min(), abs=1e-12)
    assert curve.area == pytest.approx(measure_named("cost_curve_area")(pred))


def test_where_one_beats_the_other():
    y = np.repeat([0, 1], 50)
    rng = np.random.default_rng(0)
    early = predictions_of(y, y_score=np.where((y == 1) & (rng.random(100) < 0.5), 2.0, rng.random(100)))
    late = predictions_of(y, y_score=np.where((y == 0) & (rng.random(100) < 0.5), -2.0, rng.random(100)))
    wins = better_where(cost_curve(early), cost_curve(late))
    assert wins.a
    assert wins.b
    assert wins.a[0][0] < wins.b[0][0]  # finding positives without alarms pays where positives are cheap
    for side, sign in ((wins.a, -1), (wins.b, 1)):
        for low, high in side:
            middle = (low + high) / 2
            assert np.sign(cost_curve(early).at(middle) - cost_curve(late).at(middle)) == sign
    nothing = better_where(cost_curve(early), cost_curve(early))
    assert (nothing.a, nothing.b) == ((), ())


def test_wins_end_where_costs_are_equal_for_one_point():
    """Both leave one threshold's line, which touches the other's envelope in its corner."""
    one = CostCurve(x=np.array([0.0, 0.2, 0.5, 0.8, 1.0]), cost=np.array([0.0, 0.1, 0.3, 0.1, 0.0]))
    two = CostCurve(x=np.array([0.0, 0.5, 1.0]), cost=np.array([0.0, 0.3, 0.0]))
    assert better_where(one, two).a == ((0.0, 0.5), (0.5, 1.0))
    assert better_where(two, one).b == ((0.0, 0.5), (0.5, 1.0))
    lower = CostCurve(x=one.x, cost=np.where(one.x == 0.5, 0.29, one.cost))
    assert better_where(lower, two).a == ((0.0, 1.0),)


@pytest.mark.parametrize("max_error", [0.0, 0.05, 0.2])
def test_outside_the_zone_decisions_are_good_enough(pred, max_error):
    zone = uncertainty_zone(pred, max_error)
    said = zone.decide(pred.scores())
    y = pred.truth
    assert np.mean(said == -1) == pytest.approx(zone.rejected)
    for side, other in ((1, 0), (0, 1)):
        taken = said == side
        if taken.any():
            assert np.mean(y[taken] == other) <= max_error
    assert uncertainty_zone(pred, 0.3).rejected <= zone.rejected + 1e-12


@pytest.mark.parametrize("seed", range(150))
def test_no_smaller_zone_is_good_enough(seed):
    """All pairs of cuts tried, ties and sides that would overlap included."""
    rng = np.random.default_rng(seed)
    y = np.append([0, 1], rng.integers(0, 2, rng.integers(1, 10)))
    score = rng.integers(0, 8, len(y)).astype(float)
    max_error = float(rng.choice([0.0, 0.1, 0.2, 0.3, 0.4, 0.45]))
    cuts = [-np.inf, *np.unique(score), np.inf]
    rejected = [
        1 - np.mean(score >= high) - np.mean(score <= low)
        for high in cuts[1:]
        for low in cuts[:-1]
        if low < high
        and (score < high).sum() + (y[score >= high] == 1).sum() >= len(y) - max_error * (score >= high).sum()
        and (score > low).sum() + (y[score <= low] == 0).sum() >= len(y) - max_error * (score <= low).sum()
    ]
    zone = uncertainty_zone(predictions_of(y, y_score=score), max_error)
    said = zone.decide(score)
    assert zone.rejected == pytest.approx(min(rejected), abs=1e-12) == pytest.approx(np.mean(said == -1))
    for side, share in ((1, zone.error_above), (0, zone.error_below)):
        if (said == side).any():
            assert np.mean(y[said == side] != side) == pytest.approx(share)
            assert share <= max_error


def test_zones_at_their_borders():
    perfect = uncertainty_zone(predictions_of([0, 0, 1, 1], y_score=[1, 2, 3, 4]), 0.0)
    assert (perfect.rejected, perfect.error_above, perfect.error_below) == (0.0, 0.0, 0.0)
    hopeless = uncertainty_zone(predictions_of([0, 1, 0, 1], y_score=[1, 1, 1, 1]), 0.1)
    assert hopeless.rejected == 1.0
    with pytest.raises(BadInput):
        uncertainty_zone(predictions_of([0, 1], y_score=[1, 2]), 0.7)


def test_lobes_are_the_areas_between_two_curves():
    from bakeoff.measures.curves.hull import areas_between

    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 200)
    a, b = (roc_points(predictions_of(y, y_score=score)) for score in (rng.normal(size=200) + y, rng.normal(size=200)))
    above, below = areas_between(a, b)
    assert above - below == pytest.approx(a.area - b.area)
    assert (below, above) == pytest.approx(areas_between(b, a))
    assert areas_between(a, a) == (0.0, 0.0)


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


def test_what_follows_from_weighted_curves(weighed):
    for find in (operating_point, lambda pred: uncertainty_zone(pred, 0.3)):
        light, heavy = map(find, weighed)
        for name in light.__dataclass_fields__:
            assert getattr(light, name) == pytest.approx(getattr(heavy, name), nan_ok=True), name


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
