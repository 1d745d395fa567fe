"""Cost curves after Drummond and Holte: normalized expected cost over the probability-cost of the positive class."""

import numpy as np
import pytest

from bakeoff.measures import measure_named
from bakeoff.measures.curves.cost import CostCurve, better_where, cost_curve
from bakeoff.measures.curves.points import roc_points
from bakeoff.predictions.from_arrays import predictions_of


@pytest.fixture(params=[1, 6])
def pred(request):
    rng = np.random.default_rng(request.param)
    y = rng.integers(0, 2, 200)
    return predictions_of(y, y_proba=np.round(1 / (1 + np.exp(-rng.normal(size=200) - y)), request.param))


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
