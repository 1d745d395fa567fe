"""Deviances against scikit-learn, by hand, and where the family has no such numbers."""

import numpy as np
import pytest
from sklearn import metrics as sk

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named

TIGHT = {"rel": 1e-12, "abs": 1e-12}
POWERS = {
    "poisson_deviance": 1, "gamma_deviance": 2, "tweedie_deviance(0)": 0, "tweedie_deviance(1)": 1,
    "tweedie_deviance(1.1)": 1.1, "tweedie_deviance(1.5)": 1.5, "tweedie_deviance(1.99)": 1.99, "tweedie_deviance(2)": 2,
    "tweedie_deviance(3)": 3, "tweedie_deviance(-1.5)": -1.5,
}  # fmt: skip


def value(name, y, f, **more):
    return bo.measure(y, f, task="regression", measures=[name], level=None, **more)[name].value


def _amounts(rng, n):
    y = rng.gamma(1.5, 2.0, n) + 1e-3
    return y, y * rng.lognormal(0, 0.5, n)


def _wide(rng, n):
    y = 10.0 ** rng.uniform(-6, 6, n)
    return y, 10.0 ** rng.uniform(-6, 6, n)


def _close(rng, n):
    y = rng.gamma(1.5, 2.0, n) + 0.5
    return y, y * (1 + 1e-9 * rng.normal(size=n))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("make", [_amounts, _wide, _close])
@pytest.mark.parametrize("name", POWERS)
def test_as_scikit_learn(name, make, weighted):
    rng = np.random.default_rng(7)
    y, f = make(rng, 500)
    w = rng.uniform(0.1, 3, 500) if weighted else None
    expected = sk.mean_tweedie_deviance(y, f, power=POWERS[name], sample_weight=w)
    assert value(name, y, f, sample_weight=w) == pytest.approx(expected, **TIGHT)


@pytest.mark.parametrize("name", ["poisson_deviance", "tweedie_deviance(1.5)", "tweedie_deviance(-2)"])
def test_zeros_as_scikit_learn(name):
    rng = np.random.default_rng(8)
    y, f = rng.poisson(0.7, 300).astype(float), rng.gamma(2.0, 0.5, 300) + 0.01
    power = POWERS.get(name, -2)
    assert value(name, y, f) == pytest.approx(sk.mean_tweedie_deviance(y, f, power=power), **TIGHT)


def test_negative_truths_as_scikit_learn():
    y, f = np.array([-2.0, -0.5, 0.0, 1.5]), np.array([0.1, 1.0, 2.0, 1.5])
    assert value("tweedie_deviance(-1)", y, f) == pytest.approx(sk.mean_tweedie_deviance(y, f, power=-1), **TIGHT)


def test_by_hand():
    assert value("poisson_deviance", [2.0, 0.0], [1.0, 0.5]) == pytest.approx((2 * (2 * np.log(2) - 1) + 1) / 2)
    assert value("gamma_deviance", [1.0], [2.0]) == pytest.approx(2 * (np.log(2) - 0.5))
    assert value("tweedie_deviance(0)", [1.0, 2.0], [2.0, 4.0]) == pytest.approx(2.5)


@pytest.mark.parametrize("name", POWERS)
def test_the_truth_itself_has_none(name):
    rng = np.random.default_rng(9)
    y = 10.0 ** rng.uniform(-8, 8, 200)
    found = value(name, y, y)
    assert 0.0 <= found <= 1e-12 * (1.0 + float(np.mean(y ** (2.0 - POWERS[name]))))


def test_the_gamma_deviance_knows_no_unit():
    rng = np.random.default_rng(10)
    y, f = _amounts(rng, 100)
    assert value("gamma_deviance", 1000 * y, 1000 * f) == pytest.approx(value("gamma_deviance", y, f), rel=1e-12)
    assert [measure_named(f"{kind}_deviance").in_units for kind in ("poisson", "gamma")] == [True, False]


FOREIGN = {  # a row that the family does not know
    "poisson_deviance": [((-1.0, 1.0), "a truth is negative"), ((1.0, 0.0), "a prediction is not positive")],
    "gamma_deviance": [((0.0, 1.0), "a truth is not positive"), ((1.0, -1.0), "a prediction is not positive")],
    "tweedie_deviance(1.5)": [((-0.1, 1.0), "a truth is negative"), ((0.0, 0.0), "a prediction is not positive")],
    "tweedie_deviance(3)": [((0.0, 1.0), "a truth is not positive")],
    "tweedie_deviance(-1)": [((-3.0, -1.0), "a prediction is not positive")],
}


@pytest.mark.parametrize("name", FOREIGN)
def test_numbers_that_the_family_does_not_know_are_told(name):
    for (y, f), why in FOREIGN[name]:
        made = bo.measure([1.5, 2.0, y], [1.0, 2.5, f], task="regression", measures=[name])[name]
        assert np.isnan(made.value)
        assert why in made.warnings[0]
        assert made.warnings[0].startswith("undefined: ")


@pytest.mark.parametrize("power", ["0.5", "'a'", "True", "None"])
def test_there_is_no_such_family(power):
    with pytest.raises(BadInput, match=r"the power of tweedie_deviance is 0 or less, or 1 or more, not"):
        measure_named(f"tweedie_deviance({power})")


@pytest.mark.parametrize("power", ["1e999", "-1e300", "101", "-100.5"])
def test_a_power_that_no_mean_can_be_raised_to(power):
    with pytest.raises(BadInput, match=r"at most 100 in size|0 or 1e-12 to 1e"):
        measure_named(f"tweedie_deviance({power})")


@pytest.mark.parametrize("kind", ["tweedie_deviance", "top_k_accuracy", "d2_pinball"])
def test_too_many_parameters_are_refused(kind):
    with pytest.raises(BadInput, match=rf"is written like {kind}\("):
        measure_named(f"{kind}(1, 2)")
