"""ROC points over any setting: convex hull, crossings of two curves, the operating point that costs decide, the zone without a decision."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.measures.curves.hull import crossings, operating_point, roc_hull, uncertainty_zone
from bakeoff.measures.curves.points import RocPoints, roc_points
from bakeoff.predictions.from_arrays import predictions_of


@pytest.fixture(params=[1, 6])
def pred(request):
    rng = np.random.default_rng(request.param)
    y = rng.integers(0, 2, 200)
    return predictions_of(y, y_proba=np.round(1 / (1 + np.exp(-rng.normal(size=200) - y)), request.param))


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


def test_what_follows_from_weighted_curves(weighed):
    for find in (operating_point, lambda pred: uncertainty_zone(pred, 0.3)):
        light, heavy = map(find, weighed)
        for name in light.__dataclass_fields__:
            assert getattr(light, name) == pytest.approx(getattr(heavy, name), nan_ok=True), name
