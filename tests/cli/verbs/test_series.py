"""Several series in one file: compare, gate and measure take them from the shell, as from Python."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli

N = 40


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(9)
    rows = [(day, name, *rng.standard_normal(3).round(4)) for name in ("x", "y") for day in range(N)]
    path = tmp_path / "series.csv"
    path.write_text("day,name,y,a,b\n" + "\n".join(",".join(map(str, row)) for row in rows))
    return path, rows


def run(*words):
    return CliRunner().invoke(cli, list(map(str, words)))


def test_compare_adds_up_the_rows_of_a_time(table):
    path, rows = table
    words = ("compare", path, "--truth", "y", "--pred", "a,b", "--measure", "mae", "--time", "day")
    shown = json.loads(run(*words, "--series", "name", "--horizon", "2", "--json").stdout)
    day, name, truth, a, b = map(list, zip(*rows, strict=True))
    python = bo.compare_predictions(truth, {"a": a, "b": b}, "mae", time=day, series=name, horizon=2)
    assert shown["pairs"][0]["p_value"] == pytest.approx(python.pairs[0].pair.result.p_value)
    assert python.pairs[0].pair.result.n == N
    refused = run(*words)
    assert refused.exit_code == 2
    assert "name the series of each row" in refused.stderr


def test_gate_and_measure_take_series(table):
    path, _ = table
    shared = ("--time", "day", "--series", "name")
    assert run("measure", path, "--truth", "y", "--pred", "a", *shared).exit_code == 0
    gated = run("gate", path, "--truth", "y", "--pred", "a,b", "--base", "a", "--margin", "mae=1", *shared)
    assert gated.exit_code in {0, 4, 5}
    assert "cosine series" in gated.stdout
