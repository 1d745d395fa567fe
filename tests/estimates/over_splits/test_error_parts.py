"""Bias, variance and bootstrap errors against mlxtend and ipred, by hand, and where they are degenerate."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION
from bakeoff.estimates.over_splits.error_parts import error_parts
from bakeoff.predictions.predictions import Predictions

ORACLES = Path(__file__).parents[2] / "oracles"
MLXTEND = json.loads((ORACLES / "errors_mlxtend.json").read_text())


def classes(truth: list[int], label: list[int], rows: list[int] | None = None, k: int = 3) -> Predictions:
    names = tuple("abc"[:k])
    task = MULTICLASS if k > 2 else BINARY
    ids = np.arange(len(truth)) if rows is None else np.array(rows)
    return Predictions(task=task, truth=np.array(truth), label=np.array(label), rows=ids, classes=names)


def numbers(truth: list[float], label: list[float]) -> Predictions:
    return Predictions(
        task=REGRESSION, truth=np.array(truth), label=np.array(label), rows=np.arange(len(truth)), classes=()
    )


def test_zero_one_is_that_of_mlxtend() -> None:
    told = MLXTEND["zero_one"]
    made = error_parts([classes(told["truth"], said) for said in told["said"]])
    assert made.error == pytest.approx(told["loss"])
    assert made.bias == pytest.approx(told["bias"])
    assert made.variance == pytest.approx(told["variance"])
    assert made.error == pytest.approx(made.bias + made.hurts - made.helps)


def test_squared_error_is_that_of_mlxtend() -> None:
    told = MLXTEND["squared"]
    made = error_parts([numbers(told["truth"], said) for said in told["said"]])
    assert made.error == pytest.approx(told["loss"], rel=1e-5)
    assert made.bias == pytest.approx(told["bias"], rel=1e-5)
    assert made.variance == pytest.approx(told["variance"], rel=1e-9)
    assert made.error == pytest.approx(made.bias + made.variance)
    assert made.rest == 0


def test_known_noise_is_told_from_bias() -> None:
    truth, clean = [0, 1, 1, 0], np.array([0, 1, 1, 1])  # the last row is noise
    said = [[0, 1, 0, 1], [0, 1, 1, 1], [1, 1, 0, 1]]
    made = error_parts([classes(truth, one, k=2) for one in said], truth=clean, truth_rows=np.arange(4))
    assert (made.noise, made.bias) == (0.25, 0.25)  # row 2: the most frequent answer is wrong
    assert made.noise_effect == pytest.approx(0.25)
    assert made.hurts == pytest.approx((1 / 3) / 4)
    assert made.helps == pytest.approx((1 / 3) / 4)
    assert made.error == pytest.approx(made.noise_effect + made.bias + made.hurts - made.helps)
    rng = np.random.default_rng(1)
    mean = rng.normal(size=3000)
    target = mean + rng.normal(size=3000)
    said = [mean + 0.5 + rng.normal(0, 0.3, 3000) for _ in range(20)]
    parts = error_parts([numbers(target, one) for one in said], truth=mean, truth_rows=np.arange(3000))
    assert parts.noise == pytest.approx(1, abs=0.1)
    assert parts.bias == pytest.approx(0.25 + 0.09 / 20, abs=0.02)
    assert parts.variance == pytest.approx(0.09 * 19 / 20, abs=0.01)
    assert {one.code for one in parts.notes} == {"estimates.not-adding-up"}


def test_rows_need_two_trainings() -> None:
    with pytest.raises(BakeoffError, match="use a bootstrap"):
        error_parts([classes([0, 1], [0, 1], rows=[0, 1]), classes([0, 1], [0, 1], rows=[2, 3])])
    with pytest.raises(BakeoffError, match="different truths"):
        error_parts([classes([0, 1], [0, 1]), classes([1, 1], [0, 1])])
    same = error_parts([classes([0, 1], [0, 1])] * 2)
    assert (same.error, same.bias, same.variance) == (0, 0, 0)
    assert np.isnan(same.noise)
