"""D²: the share of a loss that is explained, against scikit-learn, by hand, and where there is nothing to explain."""

import numpy as np
import pytest
from sklearn import metrics as sk

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named
from bakeoff.measures.regression.errors import quantile

TIGHT = {"rel": 1e-12, "abs": 1e-12}
CLASSES = ["d2_log_loss", "d2_brier"]
NUMBERS = ["d2_absolute_error", "d2_pinball(0.1)", "d2_pinball(0.5)", "d2_pinball(0.9)"]


def value(name, *given, **more):
    return bo.measure(*given, **more, measures=[name], level=None)[name].value


def reason(name, *given, **more):
    made = bo.measure(*given, **more, measures=[name])[name]
    assert np.isnan(made.value)
    return made.warnings[0]


def believed(rng, y, k):
    odds = rng.normal(size=(len(y), k)) + 1.5 * np.eye(k)[y]
    return np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)


def _even(rng, n, k):
    return rng.integers(0, k, n)


def _rare(rng, n, k):
    return np.where(rng.random(n) < 2 / n, rng.integers(1, k, n), 0)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shape", [_even, _rare])
@pytest.mark.parametrize("k", [2, 3, 12])
def test_of_classes_as_scikit_learn(k, shape, dtype, weighted):
    rng = np.random.default_rng(k)
    n = 3000
    y = np.concatenate([np.arange(k), shape(rng, n - k, k)])
    proba = believed(rng, y, k).astype(dtype)
    w = rng.uniform(0.1, 3, n) if weighted else None
    wide = proba.astype(float)
    wide /= wide.sum(axis=1, keepdims=True)
    made = bo.measure(y, y_proba=proba, labels=range(k), sample_weight=w, measures=CLASSES, level=None)
    near = {"rel": 1e-12 if shape is _even else 1e-11, "abs": 1e-12}  # of rare classes the other loses a digit
    near = near if dtype is np.float64 else {"rel": 1e-6}  # rows of float32 add up to one to seven digits
    assert made["d2_log_loss"].value == pytest.approx(sk.d2_log_loss_score(y, wide, sample_weight=w), **near)
    assert made["d2_brier"].value == pytest.approx(sk.d2_brier_score(y, wide, sample_weight=w), **near)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("n", [2, 3, 10, 1001])
def test_of_numbers_as_scikit_learn(n, name, weighted):
    rng = np.random.default_rng(n)
    y = 1e6 + rng.standard_t(2, n)
    f = y + rng.normal(size=n)
    w = rng.uniform(0.1, 3, n) if weighted else None
    q = 0.5 if name == "d2_absolute_error" else float(name[len("d2_pinball(") : -1])
    expected = sk.d2_pinball_score(y, f, alpha=q, sample_weight=w)
    assert value(name, y, f, task="regression", sample_weight=w) == pytest.approx(expected, rel=1e-10, abs=1e-12)


def test_of_ties_and_levels_that_fall_between_rows():
    y, f = np.repeat([1.0, 2.0, 5.0], [4, 4, 2]), np.linspace(0, 5, 10)
    for q in (0.1, 0.4, 0.8, 0.95):
        expected = sk.d2_pinball_score(y, f, alpha=q)
        assert value(f"d2_pinball({q})", y, f, task="regression") == pytest.approx(expected, **TIGHT)


def test_no_constant_answers_better_than_the_one_that_is_taken():
    rng = np.random.default_rng(1)
    y = rng.gamma(2.0, 1.0, 57)
    for q in (0.2, 0.5, 0.9):
        best = quantile(y, q, None)
        around = [value(f"d2_pinball({q})", y, np.full(57, best + off)) for off in (-0.2, 0.0, 0.2)]
        assert around[1] == pytest.approx(0.0, abs=1e-12)
        assert max(around[0], around[2]) < 0.0


def test_by_hand():
    y, p = [0, 0, 1, 1], [0.2, 0.2, 0.8, 0.8]
    assert value("d2_log_loss", y, y_proba=p) == pytest.approx(1 - np.log(0.8) / np.log(0.5), **TIGHT)
    assert value("d2_brier", y, y_proba=p) == pytest.approx(1 - 0.04 / 0.25, **TIGHT)
    assert value("d2_absolute_error", [1.5, 2.0, 6.5], [2.0, 2.0, 5.5]) == pytest.approx(1 - 1.5 / 5, **TIGHT)
    assert value("d2_pinball(0.75)", [1.0, 2.0, 6.5], [1.0, 2.0, 2.5]) == pytest.approx(1 - 3 / (0.25 * (5.5 + 4.5)))


def test_the_shares_themselves_explain_nothing():
    y = np.repeat([0, 1, 2], [5, 3, 2])
    made = bo.measure(y, y_proba=np.tile([0.5, 0.3, 0.2], (10, 1)), measures=CLASSES, level=None)
    assert [one.value for one in made.values()] == pytest.approx([0.0, 0.0], abs=1e-14)


def test_an_impossible_answer_explains_less_than_nothing():
    made = bo.measure([0, 1, 1], y_proba=[0.2, 0.0, 0.9], measures=CLASSES)
    assert made["d2_log_loss"].value == -np.inf
    assert made["d2_log_loss"].warnings == ("infinite: no interval can be given",)
    assert np.isfinite(made["d2_brier"].value)


@pytest.mark.parametrize("name", CLASSES)
def test_one_class_leaves_nothing_to_explain(name):
    rng = np.random.default_rng(2)
    proba = rng.dirichlet(np.ones(3), 40)
    for w in (None, rng.uniform(0.1, 1, 40)):  # sums of weights are rounded
        why = reason(name, [1] * 40, y_proba=proba, labels=[0, 1, 2], sample_weight=w)
        assert why == "undefined: the truth contains one class only"


@pytest.mark.parametrize("name", NUMBERS)
def test_a_truth_that_does_not_vary_leaves_nothing_to_explain(name):
    for n, w in ((1, None), (7, None), (7, np.linspace(0.1, 0.7, 7))):
        why = reason(name, [0.1] * n, np.linspace(0, 1, n), sample_weight=w, task="regression")
        assert why == "undefined: the truth does not vary"


@pytest.mark.parametrize("q", ["0", "1", "-0.5", "True", "'a'", "float"])
def test_a_quantile_lies_between_nothing_and_everything(q):
    with pytest.raises(BadInput, match=r"d2_pinball"):
        measure_named(f"d2_pinball({q})")


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("k", [2, 5])
def test_the_delta_method_agrees_with_the_bootstrap(name, k):
    """The baseline varies with the rows too, and the interval knows it."""
    rng = np.random.default_rng(3)
    y = rng.choice(k, 2000, p=np.arange(1, k + 1) / (k * (k + 1) / 2))
    given = {"y_true": y, "y_proba": believed(rng, y, k), "measures": [name]}
    delta, drawn = bo.measure(**given)[name], bo.measure(**given, interval="bootstrap")[name]
    assert delta.method == "delta method, t, log scale"
    assert drawn.method.startswith("bootstrap percentile")
    assert delta.half_width == pytest.approx(drawn.half_width, rel=0.08)
    assert delta.low == pytest.approx(drawn.low, abs=0.1 * delta.half_width)


def test_two_are_compared_by_the_loss_that_is_explained():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, 80)
    two = {"a": believed(rng, y, 3), "b": believed(rng, y, 3)}
    pair = {name: bo.compare_predictions(y, two, name).pairs[0].pair.result for name in ("log_loss", "d2_log_loss")}
    assert pair["d2_log_loss"].p_value == pair["log_loss"].p_value
    assert pair["d2_log_loss"].statistic * pair["log_loss"].statistic < 0


def test_many_rows_of_many_classes_are_looked_at_in_blocks(monkeypatch):
    from bakeoff.predictions.summaries import means

    rng = np.random.default_rng(6)
    y = rng.integers(0, 5, 300)
    given = {"y_true": y, "y_proba": believed(rng, y, 5), "measures": [*CLASSES, "log_loss"]}
    whole = bo.measure(**given)
    monkeypatch.setattr(means, "HELD", 100)
    for name, one in bo.measure(**given).items():
        assert (one.low, one.high) == pytest.approx((whole[name].low, whole[name].high), rel=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 37, 100])
def test_quantiles_are_numpys_averaged_inverse(n):
    from bakeoff.measures.regression.errors import quantile

    values = np.round(np.random.default_rng(n).normal(size=n), 1)
    for q in (0.001, 0.07, 0.25, 0.3, 1 / 3, 0.5, 0.7, 0.9, 0.99):
        known = float(np.quantile(values, q, method="averaged_inverted_cdf"))
        assert quantile(values, q, None) == pytest.approx(known, abs=1e-15)
