"""The continuous ranked probability score of an ensemble: against packages, its definition and its limit."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named
from bakeoff.measures.regression import forecasts
from bakeoff.predictions.from_arrays import predictions_of

CASES = tomllib.loads((Path(__file__).parents[2] / "oracles" / "measures_packages.toml").read_text())["crps_ensemble"]
BOTH = ["crps_ensemble", "crps_ensemble_fair"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_against_packages(case):
    pred = predictions_of(case["y"], y_draws=case["draws"])
    for name, rows, mean in (("crps_ensemble", "rows", "expected"), ("crps_ensemble_fair", "fair_rows", "fair")):
        assert measure_named(name).per_row(pred) == pytest.approx(case[rows], abs=case["tolerance"])
        assert measure_named(name)(pred) == pytest.approx(case[mean], abs=case["tolerance"])


@pytest.mark.parametrize("m", [1, 2, 9])
def test_the_sorted_form_is_the_definition(m, monkeypatch):
    monkeypatch.setattr(forecasts, "CELLS", 20)  # several blocks
    rng = np.random.default_rng(m)
    y, x = rng.normal(1e6, 1, 30), rng.normal(1e6, 1, (30, m)).round(1)
    pairs = np.abs(x[:, :, None] - x[:, None, :]).sum(axis=(1, 2))
    pred = predictions_of(y, y_draws=x)
    by_definition = np.abs(x - y[:, None]).mean(axis=1) - pairs / (2 * m * m)
    assert measure_named("crps_ensemble").per_row(pred) == pytest.approx(by_definition, abs=1e-9)
    if m > 1:
        fair = np.abs(x - y[:, None]).mean(axis=1) - pairs / (2 * m * (m - 1))
        assert measure_named("crps_ensemble_fair").per_row(pred) == pytest.approx(fair, abs=1e-9)


def test_many_draws_from_a_normal_tend_to_its_closed_form():
    rng = np.random.default_rng(1)
    n, m = 200, 2000
    y, f, sd = rng.normal(0, 2, n), rng.normal(0, 1, n), rng.uniform(0.5, 2, n)
    closed = measure_named("crps")(predictions_of(y, f, y_sd=sd))
    draws = f[:, None] + sd[:, None] * rng.normal(size=(n, m))
    panel = bo.measure(y, y_draws=draws, measures=BOTH, level=None)
    assert panel["crps_ensemble_fair"].value == pytest.approx(closed, abs=5e-3)  # five standard errors of the draws
    few = bo.measure(y, y_draws=draws[:, :5], measures=BOTH, level=None)
    assert few["crps_ensemble_fair"].value == pytest.approx(closed, abs=0.05)
    assert few["crps_ensemble"].value > closed + 0.1  # the plain form charges for having five draws only


def test_one_draw():
    panel = bo.measure([1.5, 2.5], y_draws=[[1.0], [4.0]], measures=["mae", *BOTH], level=None)
    assert panel["crps_ensemble"].value == panel["mae"].value == 1.0
    assert panel["crps_ensemble_fair"].warnings == ("undefined: there is one draw only, or there are no rows",)


def test_the_door():
    rng = np.random.default_rng(2)
    x = rng.normal(3, 1, (40, 6))
    panel = bo.measure(np.round(x[:, 0]), y_draws=x, measures=["mae", *BOTH])  # whole numbers with draws are numbers
    assert panel["crps_ensemble"].low < panel["crps_ensemble"].value < panel["crps_ensemble"].high
    assert panel["mae"].value == pytest.approx(np.abs(np.round(x[:, 0]) - x.mean(axis=1)).mean())
    pair = bo.compare_predictions(x[:, 0], {"a": x[:, 1:], "b": x[:, 1:] + 2}, "crps_ensemble")
    assert "a" in pair.verdict.sentence
    with pytest.raises(BadInput, match=r"y_draws, row 1 is missing or infinite"):
        bo.measure([1.5, 2.0], y_draws=[[1.0, 2.0], [np.nan, 1.0]])
    with pytest.raises(BadInput, match=r"y_draws must be one column per draw, but has shape \(2,\)"):
        bo.measure([1.5, 2.0], y_draws=[1.0, 2.0])
    with pytest.raises(BadInput, match="lengths differ: y_true has 2, y_draws has 1"):
        bo.measure([1.5, 2.0], y_draws=[[1.0, 2.0]])
    with pytest.raises(BadInput, match="y_draws must be numbers"):
        bo.measure([1.5, 2.0], y_draws=[["a", "b"], ["c", "d"]])
