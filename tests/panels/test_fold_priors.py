"""Priors of folds: WEKA's figures from the shell, in one piece and in parts, and what is refused."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.api.measuring.panel_by_group import Layout, measure_file, measure_parts
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput
from bakeoff.measures.classification.weka import weka_prior

WEKA = tomllib.loads((Path(__file__).parents[1] / "oracles" / "measures_weka_labor_j48.toml").read_text())
FIGURES = {"kb_information": "KB_mean", "mae_proba": "MAE", "rmse_proba": "RMSE", "rae_proba": "RAE_pct", "rrse_proba": "RRSE_pct"}  # fmt: skip
LAYOUT = Layout(truth="y", proba=("p_bad", "p_good"), labels=("bad", "good"), folds="fold")
NAMES = [*FIGURES, "kb_relative", "complexity_prior", "complexity_gain"]


@pytest.fixture
def file(tmp_path):
    frame = pd.DataFrame({name: WEKA[name] for name in ("fold", "p_bad", "p_good")})
    frame["y"] = np.array(WEKA["classes"])[WEKA["y"]]
    frame.to_csv(tmp_path / "labor.csv", index=False)
    frame.to_parquet(tmp_path / "labor.parquet", row_group_size=10)
    return tmp_path / "labor.csv"


def run(path, *args, level="0"):
    options = ("--truth", "y", "--proba", "p_bad,p_good", "--labels", "bad,good", "--level", level, "--json")
    return CliRunner().invoke(cli, ["measure", str(path), *options, *map(str, args)])


def check(values):
    for name, figure in FIGURES.items():
        assert values[name] == pytest.approx(WEKA["expected"][figure], rel=1e-9), name
    assert values["kb_relative"] == pytest.approx(WEKA["expected_39"]["KB_rel_pct"], rel=1e-9)
    assert 57 * values["complexity_prior"] == pytest.approx(WEKA["expected"]["SF_prior"], rel=1e-9)
    assert 57 * values["complexity_gain"] == pytest.approx(WEKA["expected"]["SF_gain"], rel=1e-9)


def test_wekas_figures_from_the_shell(file):
    done = run(file, "--folds", "fold", "--measures", ",".join(NAMES))
    check({name: one["value"] for name, one in json.loads(done.stdout)["measures"].items()})


def test_in_parts_too(file):
    check({name: one.value for name, one in measure_file(str(file), LAYOUT, NAMES, level=None, rows=8).items()})
    made = measure_parts(str(file.with_suffix(".parquet")), LAYOUT, NAMES, level=None, rows=10)
    check({name: one.value for name, one in made.items()})
    bare = Layout(truth="y", proba=("p_bad", "p_good"), folds="fold")
    check({name: one.value for name, one in measure_file(str(file), bare, NAMES, level=None, rows=8).items()})


@pytest.mark.slow
def test_on_a_cluster(file, tmp_path):
    """A fold spans several files: its counts are added up before any part is summarized."""
    from distributed import LocalCluster

    frame, where = pd.read_csv(file), tmp_path / "many"
    where.mkdir()
    for i in range(4):
        frame.iloc[15 * i : 15 * i + 15].to_parquet(where / f"{i}.parquet", row_group_size=6)
    names = ("--measures", ",".join(NAMES))
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0") as cluster:
        dask = ("--dask", cluster.scheduler_address)
        done = run(where, "--folds", "fold", *names, *dask)
        stated, alone = (run(one, "--prior", "0.35,0.65", *names, *more, level="0.9")
                         for one, more in ((where, dask), (file, ())))  # fmt: skip
        sure, whole = (run(one, "--folds", "fold", *names, *more, level="0.9")
                       for one, more in ((where, dask), (file, ())))  # fmt: skip
        both = run(where, "--prior", "0.5,0.5", "--folds", "fold", *dask)
        gone = run(where, "--folds", "nope", *dask)
    check({name: one["value"] for name, one in json.loads(done.stdout)["measures"].items()})
    for parts, want in ((stated, alone), (sure, whole)):
        for name, one in json.loads(want.stdout)["measures"].items():
            made = json.loads(parts.stdout)["measures"][name]
            assert made["method"] == one["method"]
            for end in ("value", "low", "high"):
                assert made[end] == pytest.approx(one[end], rel=1e-8), (name, end)
    assert (both.exit_code, gone.exit_code) == (2, 2)
    assert "give one of them" in both.output
    assert "nope" in gone.output


@pytest.mark.parametrize("rows", [8, 1000])
def test_classes_and_folds_that_are_numbers(tmp_path, rows):
    rng = np.random.default_rng(0)
    y, fold, p = rng.integers(0, 3, 60), rng.integers(0, 4, 60) + 0.0, rng.dirichlet(np.ones(3), 60)
    frame = pd.DataFrame(p, columns=list("abc")).assign(y=y + 0.0, fold=fold)
    frame.to_parquet(tmp_path / "p.parquet", row_group_size=10)
    layout = Layout(truth="y", proba=("a", "b", "c"), folds="fold")
    made = measure_file(str(tmp_path / "p.parquet"), layout, ["kb_relative"], level=None, rows=rows)
    whole = bo.measure(y, y_proba=p, prior=weka_prior(y, fold, 3), measures=["kb_relative"], level=None)
    assert made["kb_relative"].value == pytest.approx(whole["kb_relative"].value, rel=1e-12)


def test_a_prior_that_is_stated(file):
    done = run(file, "--prior", "0.35,0.65", "--measures", "information_score")
    value = json.loads(done.stdout)["measures"]["information_score"]["value"]
    proba = np.column_stack([WEKA["p_bad"], WEKA["p_good"]])
    mine = bo.measure(WEKA["y"], y_proba=proba, prior=[0.35, 0.65], measures=["information_score"], level=None)
    assert value == pytest.approx(mine["information_score"].value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--prior", "a,b"), "--prior is numbers"),
        (("--prior", "0.5,0.4"), "sum to 1"),
        (("--prior", "nan,nan"), "sum to 1"),
        (("--prior", "0.5,0.5", "--folds", "fold"), "give one of them"),
        (("--folds", "one"), "one value only"),
        (("--folds", "gap"), "column 'gap', row 3 is missing; drop the row or name its fold"),
        (("--folds", "nope"), "nope"),
    ],
)
def test_what_is_refused(file, options, words):
    frame = pd.read_csv(file).assign(one=1)
    frame["gap"] = frame["fold"].where(frame.index != 3)
    frame.to_csv(file, index=False)
    done = run(file, *options, "--measures", "kb_relative")
    assert done.exit_code == 2
    assert words in done.output


def test_numbers_have_no_class_priors(tmp_path):
    path = tmp_path / "n.csv"
    path.write_text("y,f,fold\n1.5,1.4,0\n2.5,2.6,1\n3.5,3.0,1\n")
    with pytest.raises(BadInput, match="--folds gives priors of classes"):
        measure_file(str(path), Layout(truth="y", pred="f", folds="fold"), ["rae"])
    made = measure_file(str(path), Layout(truth="y", pred="f", prior=(2.0,)), ["rae"], level=None)
    assert made["rae"].value == pytest.approx(100 * 0.7 / 2.5)
