"""Numbers at the edges: constants, weights of zero, deviations of zero, very large and very small scales."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput


def value(name, *given, **more):
    return bo.measure(*given, measures=[name], task="regression", level=None, **more)[name].value


@pytest.mark.parametrize("scale", [1e-120, 1.0, 1e100])
def test_a_correlation_does_not_depend_on_the_unit(scale):
    truth, said = np.array([1.0, 2.0, 4.0]), np.array([1.5, 2.0, 3.0])
    assert value("pearson", truth * scale, said * scale) == pytest.approx(np.corrcoef(truth, said)[0, 1], abs=1e-12)


@pytest.mark.parametrize("constant", [0.1, 1 / 3, 1e8 + 0.1])
def test_constant_predictions_have_no_correlation(constant):
    truth = np.random.default_rng(0).normal(size=7)
    assert np.isnan(value("pearson", truth, np.full(7, constant)))
    assert np.isnan(value("spearman", truth, np.full(7, constant)))


@pytest.mark.parametrize("name", ["r2", "rae", "rrse", "explained_variance", "r2_regression"])
@pytest.mark.parametrize("weight", [None, np.array([0.743, 0.997, 0.31, 0.5, 0.2])])
def test_a_constant_truth_explains_nothing(name, weight):
    truth = np.full(5, 1.0000000241531665)
    assert np.isnan(value(name, truth, truth + np.arange(5) / 10, sample_weight=weight))


def test_rows_without_weight_do_not_count():
    truth, said = np.array([1.0, 2.0, 4.0, 0.0, -3.0]), np.array([1.5, 2.0, 3.0, 9.0, -2.0])
    weight = np.array([2.0, 1.0, 3.0, 0.0, 0.0])
    for name in ("max_error", "spearman", "rae", "mape", "msle", "medae", "r2"):
        kept = value(name, truth[:3], said[:3], sample_weight=weight[:3])
        assert value(name, truth, said, sample_weight=weight) == pytest.approx(kept, rel=1e-12), name


def test_a_row_of_weight_two_ranks_as_two_rows():
    truth, said = np.array([1.0, 2.5, 4.0, 4.0]), np.array([2.0, 1.0, 3.0, 5.0])
    times = np.array([1, 3, 2, 1])
    again = value("spearman", np.repeat(truth, times), np.repeat(said, times))
    assert value("spearman", truth, said, sample_weight=times) == pytest.approx(again, abs=1e-12)


def test_an_impossible_row_without_weight_leaves_the_log_loss_alone():
    given = {"y_proba": [0.0, 0.5, 0.25], "measures": ["log_loss"]}
    panel = bo.measure([1, 1, 1], sample_weight=[0, 1, 1], labels=[0, 1], **given)
    assert panel["log_loss"].value == pytest.approx(1.5 * np.log(2))
    assert np.isfinite(panel["log_loss"].low)
    assert bo.measure([1, 1, 1], sample_weight=[1, 0, 1], labels=[0, 1], **given)["log_loss"].value == np.inf


def test_a_certain_prediction_that_is_wrong_has_no_density():
    assert value("nlpd", [1.5, 2.0], [1.5, 3.0], y_sd=[1.0, 0.0]) == np.inf
    assert np.isnan(value("nlpd", [1.5, 2.0], [1.5, 2.0], y_sd=[1.0, 0.0]))


def test_tiny_deviations():
    assert value("nlpd", [1.5], [1.5], y_sd=[1e-200]) == pytest.approx(0.5 * np.log(2 * np.pi) - 200 * np.log(10))
    assert value("crps", [1.5], [2.5], y_sd=[1e-320]) == pytest.approx(1.0)
    assert value("smape", [1.0, 5e-324], [1.0, 0.0]) == 1.0


def test_numbers_whose_squares_vanish_are_refused():
    with pytest.raises(BadInput, match="y_true and y_pred contain nothing beyond 1e-140"):
        value("rmse", [1e-200, 2e-200], [2e-200, 2e-200])
    assert value("rmse", [0.0, 1.0], [1e-200, 1.0]) == 0.0
