"""MASE, RMSSE and skill: equal to sktime and to arithmetic; what they refuse."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

TRAIN, TRUTH, PRED = [5, 0.5, 4, 6, 3, 5, 2], [3, -0.5, 2, 7, 2], [2.5, 0.0, 2, 8, 1.25]
# sktime 1.2.0: mean_absolute_scaled_error(TRUTH, PRED, y_train=TRAIN, sp=...) and mean_squared_scaled_error(..., square_root=True)
EXPECTED = [
    ("mase", 1, 0.18333333333333335),
    ("mase", 2, 0.2894736842105263),
    ("rmsse", 1, 0.20568833780186058),
    ("rmsse", 2, 0.24539555436517138),
]


@pytest.mark.parametrize(("name", "season", "expected"), EXPECTED)
def test_scaled_errors_equal_sktime(name, season, expected):
    measure = getattr(bo, name)(TRAIN, season)
    assert bo.measure(TRUTH, PRED, measures=[measure], level=None)[measure.name].value == pytest.approx(
        expected, abs=1e-12
    )


@pytest.mark.parametrize(("loss", "name", "power"), [("absolute", "skill", 1), ("squared", "squared_skill", 2)])
def test_skill_is_one_less_a_ratio(loss, name, power):
    naive = np.array([2.0, 3, 0, 2, 7])
    value = bo.measure(TRUTH, PRED, measures=[bo.forecast_skill(loss=loss)], extra={"naive": naive}, level=None)[
        name
    ].value
    errors, base = (np.abs(np.subtract(TRUTH, one)) ** power for one in (PRED, naive))
    assert value == pytest.approx(1 - errors.sum() / base.sum())


def test_scaled_errors_are_compared_over_time():
    rng = np.random.default_rng(0)
    truth = rng.standard_normal(80)
    made = {"a": truth + rng.standard_normal(80), "b": truth + 2 * rng.standard_normal(80)}
    scaled = bo.compare_predictions(truth, made, bo.mase(TRAIN), time=np.arange(80)).pairs[0].pair.result
    plain = bo.compare_predictions(truth, made, "mae", time=np.arange(80)).pairs[0].pair.result
    assert scaled.p_value == pytest.approx(plain.p_value, abs=1e-12)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: bo.mase([1.0, 1.0, 1.0]), "repeats itself exactly"),
        (lambda: bo.mase([1.0, 2.0], season=2), "needs more than 2 training values"),
        (lambda: bo.rmsse([1.0, np.nan, 3.0]), "finite numbers"),
        (lambda: bo.forecast_skill(loss="log"), "loss must be one of"),
    ],
)
def test_bad_scales_are_one_sentence(ask, words):
    with pytest.raises(BadInput, match=words):
        ask()
