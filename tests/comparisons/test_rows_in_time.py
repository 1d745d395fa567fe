"""Rows in time: Diebold and Mariano's test against R, its size, and what compare_predictions refuses."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.comparisons import diebold_mariano
from bakeoff.core.errors import BadInput
from bakeoff.estimates.in_time import timed_values
from bakeoff.predictions.from_arrays import predictions_of

# R 4, forecast::dm.test(a, b, h = h, power = 2) of these errors, set.seed(1); a <- rnorm(20); b <- rnorm(20) * 1.2
ERRORS_A = [
    -0.626453810742332418, 0.183643324222082238, -0.835628612410047156, 1.595280802137791554, 0.329507771815360506, -0.820468384118015259, 0.487429052428485277,
    0.738324705129217329, 0.575781351653492313, -0.305388387156356023, 1.511781168450847979, 0.389843236411431093, -0.621240580541803755, -2.214699887177499882,
    1.124930918143108194, -0.044933609015230851, -0.016190263098946087, 0.943836210685299215, 0.821221195098088552, 0.593901321217508826,
]  # fmt: skip
ERRORS_B = [
    1.102772845929861800, 0.938563560877280434, 0.089477980038228724, -2.387222035036047352, 0.743790897473652235, -0.067354487434800936, -0.186954608046395160,
    -1.764902860679129271, -0.573780066130344379, 0.501529872239642849, 1.630415461834852753, -0.123345272811594617, 0.465205933871242927, -0.064566048699486137,
    -1.652471468194327775, -0.497993475959615683, -0.473147944452419145, -0.071176076053422799, 1.320030446380659583, 0.915810898149053032,
]  # fmt: skip


ORACLE = json.loads((Path(__file__).parents[1] / "oracles" / "dm_test_r.json").read_text())["cases"]


@pytest.mark.parametrize("case", ORACLE, ids=lambda case: f"n={len(case['a'])}, h={case['h']}, power={case['power']}")
def test_hln_equals_r_on_random_input(case):
    losses = [np.abs(case[name]) ** case["power"] for name in ("a", "b")]
    result = diebold_mariano(*losses, case["h"], variant="hln")
    assert result.statistic == pytest.approx(case["statistic"], abs=1e-10)
    assert result.p_value == pytest.approx(case["p"], abs=1e-10)


def _forecasts(n=120):
    rng = np.random.default_rng(3)
    truth = rng.standard_normal(n)
    return truth, {"a": truth + rng.standard_normal(n), "b": truth + 3 * rng.standard_normal(n)}


@pytest.mark.parametrize("measure", ["mae", "mse", "rmse"])
def test_compare_in_time_ignores_the_order_of_rows(measure):
    truth, made = _forecasts()
    times, order = np.arange(len(truth)), np.random.default_rng(1).permutation(len(truth))
    whole = bo.compare_predictions(truth, made, measure, time=times)
    mixed = bo.compare_predictions(
        truth[order], {name: pred[order] for name, pred in made.items()}, measure, time=times[order]
    )
    result = whole.pairs[0].pair.result
    assert result.test == "diebold_mariano"
    assert whole.verdict.winner == "a"
    assert mixed.pairs[0].pair.result.p_value == pytest.approx(result.p_value)


def test_series_of_one_time_count_together():
    truth, made = _forecasts()
    times, series = np.repeat(np.arange(40), 3), np.tile(["x", "y", "z"], 40)
    assert bo.compare_predictions(truth, made, "mae", time=times, series=series).pairs[0].pair.result.n == 40


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"time": [1] * 120}, "--series"),
        ({"time": ["soon", *map(str, range(119))]}, "have no order"),
        ({"time": [1, 2]}, "give the time of each row"),
        ({"series": ["x"] * 120}, "--time"),
        ({"time": range(120), "groups": [0, 1] * 60}, "not both"),
    ],
)
def test_bad_times_are_one_sentence(options, words):
    truth, made = _forecasts()
    options = {name: list(values) for name, values in options.items()}
    with pytest.raises(BadInput, match=words):
        bo.compare_predictions(truth, made, "mae", **options)


def run(*words):
    return CliRunner().invoke(cli, list(words))


def _file(tmp_path, header=("day", "y", "a", "b")):
    truth, made = _forecasts()
    lines = [",".join(header)]
    for row, y in enumerate(truth):
        day = np.datetime64("2024-01-01") + row
        lines.append(f"{day},{y},{made['a'][row]},{made['b'][row]}")
    path = tmp_path / "forecasts.csv"
    path.write_text("\n".join(lines))
    return path, truth, made


def test_the_shell_gives_the_same_numbers_as_python(tmp_path):
    path, truth, made = _file(tmp_path)
    days = np.datetime64("2024-01-01") + np.arange(len(truth))
    python = bo.compare_predictions(truth, made, "rmse", time=days, horizon=2).to_dict()["pairs"][0]
    done = run("compare", str(path), "--truth", "y", "--pred", "a,b", "--time", "day", "--horizon", "2", "--json")
    shell = json.loads(done.stdout)["pairs"][0]
    assert shell["p_value"] == pytest.approx(python["p_value"], abs=1e-12)
    panel = json.loads(run("measure", str(path), "--truth", "y", "--pred", "a", "--time", "day", "--json").stdout)
    low = bo.measure(truth, made["a"], time=days)["rmse"].low
    assert panel["measures"]["rmse"]["low"] == pytest.approx(low, abs=1e-12)
    gated = run(
        "gate", str(path), "--truth", "y", "--pred", "a,b", "--base", "b", "--time", "day", "--margin", "mae=0.1"
    )
    assert gated.exit_code == 0
    assert "cosine series" in gated.stdout


def test_a_table_of_losses_and_predictions_agree():
    truth, made = _forecasts()
    losses = {name: np.abs(pred - truth) for name, pred in made.items()}
    days = np.arange(len(truth))
    table = bo.compare({"day": days, **losses}, rows="rows", time="day", measure="mae")
    rows = bo.compare_predictions(truth, made, "mae", time=days)
    assert table.pairs[0].pair.result.p_value == pytest.approx(rows.pairs[0].pair.result.p_value, abs=1e-12)
    assert table.scores["a"].low == pytest.approx(rows.scores["a"].low, abs=1e-12)
    gate = bo.gate({"day": days, **losses}, base="b", new="a", rows="rows", time="day", measure="mae", margin=0.1)
    both = bo.gate(truth, base=made["b"], new=made["a"], time=days, measure="mae", margin=0.1)
    assert gate.endpoints[0].p_value == pytest.approx(both.endpoints[0].p_value, abs=1e-12)


def test_any_measure_is_a_mean_over_time():
    rng = np.random.default_rng(4)
    truth = (rng.random(150) < 0.4).astype(int)
    pred = predictions_of(truth, y_score=truth + rng.standard_normal(150), y_pred=(truth ^ (rng.random(150) < 0.2)))
    for name in ("accuracy", "f1", "mcc", "roc_auc"):
        measure = bo.measures[name]
        timed = timed_values(measure, replace(pred, time=np.arange(150)))
        assert timed.values.mean() == pytest.approx(measure(pred), abs=1e-12)
    accuracy, left_out = bo.measures["accuracy"], replace(bo.measures["accuracy"], per_row=None)
    rows = replace(pred, time=np.arange(150))
    assert timed_values(left_out, rows).values == pytest.approx(timed_values(accuracy, rows).values, abs=1e-9)


def test_a_median_is_left_out_in_stretches():
    truth, made = _forecasts(400)
    pred = replace(predictions_of(truth, made["a"]), time=np.arange(400))
    assert len(timed_values(bo.measures["medae"], pred).values) == 20


@pytest.mark.parametrize(("name", "words"), [("gaps", "have gaps"), ("none", "")])
def test_gaps_are_noted(name, words):
    truth, made = _forecasts()
    times = np.arange(len(truth))
    times[60:] += 9 if name == "gaps" else 0
    notes = " ".join(map(str, bo.compare_predictions(truth, made, "mae", time=times).notes))
    panel = " ".join(bo.measure(truth, made["a"], measures=["mae"], time=times).warnings)
    assert (words in notes and words in panel) if words else ("gaps" not in notes + panel)


def test_measures_that_rest_on_one_time_have_no_interval():
    truth = np.array([1] + [0] * 39)
    score = np.linspace(1, 0, 40)
    panel = bo.measure(truth, y_score=score, positive=1, measures=["roc_auc"], time=np.arange(40))
    assert np.isnan(panel["roc_auc"].low)
    assert "rests on them alone" in panel["roc_auc"].warnings[0]


def test_an_interval_of_few_persistent_rows_is_withheld():
    walk = np.cumsum(np.r_[ERRORS_A, ERRORS_B])
    panel = bo.measure(np.zeros(40), walk, measures=["mae"], time=np.arange(40))
    assert np.isnan(panel["mae"].low)
    assert "gather more of them" in panel["mae"].warnings[0]


def test_intervals_of_persistent_values_print_what_was_simulated():
    rng, values = np.random.default_rng(1), np.zeros(400)
    for row in range(1, 400):
        values[row] = 0.9 * values[row - 1] + rng.standard_normal()
    panel = bo.measure(np.zeros(400), values, measures=["mae"], time=np.arange(400))
    assert np.isfinite(panel["mae"].low)
    assert "in simulations" in panel["mae"].warnings[0]
