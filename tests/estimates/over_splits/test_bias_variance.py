"""Bias and variance add up; .632 and .632+ at their borders."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.estimates import bias_variance
from bakeoff.predictions.from_arrays import predictions_of


def runs(task, models=15, n=60, classes=2):
    rng = np.random.default_rng(1)
    if task == "regression":
        y = rng.normal(size=n)
        return [
            predictions_of(y, y + 0.3 + rng.normal(0, 0.5, n), row_id=np.arange(n), task=task) for _ in range(models)
        ]
    y = rng.integers(0, classes, n)
    tables = [np.where(rng.random(n) < 0.6, y, rng.integers(0, classes, n)) for _ in range(models)]
    return [predictions_of(y, one, labels=range(classes), row_id=np.arange(n)) for one in tables]


def test_squared_loss_adds_up():
    made = bias_variance(runs("regression"))
    assert made.error == pytest.approx(made.bias + made.variance)
    assert made.bias == pytest.approx(0.3**2, abs=0.05)


@pytest.mark.parametrize("method", ["domingos", "kohavi-wolpert"])
@pytest.mark.parametrize("classes", [2, 3])
def test_zero_one_loss_adds_up(method, classes):
    made = bias_variance(runs("classes", classes=classes), method)
    assert made.error == pytest.approx(made.bias + made.variance)
    assert made.models == 15


def test_models_that_never_change_have_no_variance():
    same = [runs("classes")[0]] * 3
    assert bias_variance(same).variance == 0.0
    assert bias_variance(same, "kohavi-wolpert").variance == 0.0


def test_only_common_rows_count_and_their_order_does_not_matter():
    models = runs("classes")
    shuffled = [
        one.take(np.random.default_rng(i).permutation(60)[:59] if i else np.arange(60)) for i, one in enumerate(models)
    ]
    assert bias_variance(shuffled).n < 60
    again = [one.take(np.random.default_rng(i).permutation(60)) for i, one in enumerate(models)]
    assert bias_variance(again) == bias_variance(models)
    with pytest.raises(BadInput, match="at least two"):
        bias_variance(models[:1])
    with pytest.raises(BadInput, match="no decomposition"):
        bias_variance(models, "mine")
