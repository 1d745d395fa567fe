"""Files read in parts give the numbers of the whole: by group, for clusters, in directories; what cannot be, is said."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.api.measuring.panel_by_group import Layout, measure_file
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling import row_groups

N = 400
DRAWS = tuple(f"d{i}" for i in range(4))


@pytest.fixture
def file(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, N)
    p = np.round(np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0.01, 0.99), 3)
    value = rng.normal(50, 3, N)
    frame = pd.DataFrame({
        "y": y, "p": p, "fold": rng.integers(0, 3, N), "site": rng.choice(["a", "b"], N), "value": value,
        "guess": value + rng.normal(size=N), "whole": np.where(np.arange(N) < 300, np.round(value), value),
        "site_day": rng.integers(0, 40, N), "cls": rng.choice(["x", "y", "z"], N), "found": rng.choice(["c1", "c2", "c3"], N), "w": rng.integers(1, 4, N),
        "id": np.arange(N) % 200, **{name: value + rng.normal(size=N) for name in DRAWS},
    })  # fmt: skip
    frame.to_parquet(tmp_path / "p.parquet", row_group_size=50)
    frame.to_csv(tmp_path / "p.csv", index=False)
    return tmp_path / "p.parquet"


def both(path, layout, measures="all", **more):
    """The same file in one piece and in pieces of seventy rows."""
    return [measure_file(str(path), layout, measures, n_resamples=50, rows=rows, **more) for rows in (10_000, 70)]


def same(parts, whole, *, intervals=True):
    assert list(parts) == list(whole)
    assert parts.n == whole.n
    for name, one in whole.items():
        assert parts[name].value == pytest.approx(one.value, rel=1e-11, abs=1e-13, nan_ok=True), name
        if intervals and one.method.startswith(("Wilson", "logit", "delta")):
            assert (parts[name].low, parts[name].high) == pytest.approx((one.low, one.high), rel=1e-6), name


LAYOUTS = {
    "binary": Layout(truth="y", proba=("p",)),
    "numbers": Layout(truth="value", pred="guess", sd="w", draws=DRAWS),
    "numbers that begin whole": Layout(truth="whole", pred="guess"),
    "clusters with names": Layout(truth="cls", pred="found", task="clustering"),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_whole_files(file, layout):
    whole, parts = both(file, layout)
    same(parts, whole)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize(
    "how", [{}, {"interval": "bootstrap", "auc_interval": "bootstrap"}], ids=["usual", "resampled"]
)
def test_every_measure_has_its_interval_in_parts_too(file, layout, how):
    """Means of single rows are resampled otherwise once the rows are gone: near the others."""
    whole, parts = (measure_file(str(file), layout, "all", n_resamples=1500, rows=rows, **how) for rows in (10_000, 70))
    for name, one in whole.items():
        made = parts[name]
        assert np.array_equal(np.isnan([made.low, made.high]), np.isnan([one.low, one.high])), (name, made.warnings)
        if np.isnan(one.high):  # none, or open
            assert made.low == pytest.approx(one.low, nan_ok=True)
        else:
            width = one.high - one.low
            assert abs(made.low - one.low) + abs(made.high - one.high) < 0.25 * width, name
        assert made.method == one.method


@pytest.mark.parametrize("by", ["fold", "site"])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_by_group(file, layout, by):
    whole, parts = both(file, replace(layout, by=by), test_share=0.5)
    same(parts.pooled, whole.pooled)
    assert list(parts.groups) == list(whole.groups)
    for name, one in whole.groups.items():
        same(parts.groups[name], one)
    for name, one in whole.mean.items():
        made = parts.mean[name]
        assert (made.value, made.low, made.high) == pytest.approx((one.value, one.low, one.high), rel=1e-9, nan_ok=True)
    assert [one for one in parts.warnings if "resample" not in one] == [
        one for one in whole.warnings if "resample" not in one
    ]


def test_each_part_is_told(file):
    seen = []
    measure_file(str(file), LAYOUTS["binary"], ["accuracy"], rows=150, watch=lambda *told: seen.append(told))
    assert seen == [("read", 150), ("looked through", 150), ("looked through", 300), ("looked through", 400),
                    ("read", 300), ("read", 400)]  # fmt: skip


def test_the_interval_of_the_mean_is_in_the_text(file):
    layout = Layout(truth="y", proba=("p",), by="fold")
    made = measure_file(str(file), layout, ["accuracy"], test_share=0.5)
    lines = {
        line.split("  ")[0]: line.split() for line in str(made).splitlines() if line.startswith(("mean", "pooled"))
    }
    assert lines["mean, 95% low"][-1] == f"{made.mean['accuracy'].low:.4f}"
    assert lines["mean, 95% high"][-1] == f"{made.mean['accuracy'].high:.4f}"
    assert lines["pooled, 95% low"][-1] == f"{made.pooled['accuracy'].low:.4f}"
    unsure = measure_file(str(file), layout, ["accuracy"])
    assert "mean, 95%" not in str(unsure)


def test_what_does_not_fit_says_why_in_parts_too(file):
    whole, parts = both(file, Layout(truth="y", pred="y"), ["accuracy", "log_loss", "rmse"])
    for name in ("log_loss", "rmse"):
        assert parts[name].warnings == whole[name].warnings != ()


def test_very_many_groups_are_thrown_into_buckets(monkeypatch):
    """As wide as with the groups themselves, in one piece and after a merge."""
    rng = np.random.default_rng(5)
    groups = rng.integers(0, 3000, 9000)
    easy = rng.random(3000)[groups]
    y = rng.integers(0, 2, 9000)
    p = np.where(rng.random(9000) < 0.4 + 0.6 * easy, 0.8 * y + 0.1, 0.9 - 0.8 * y)
    given = {"y_true": y, "y_proba": p, "groups": groups, "measures": ["accuracy", "ece"], "n_resamples": 2000}
    want = bo.measure(**given)
    monkeypatch.setattr(row_groups, "MANY", 2000)
    made = bo.measure(**given)
    for name, one in want.items():
        assert one.method.endswith("by group")
        assert made[name].method.endswith("by group, in random buckets")
        assert made[name].half_width == pytest.approx(one.half_width, rel=0.1)


def test_merged_units_are_those_of_the_whole():
    rng = np.random.default_rng(1)
    pred = predictions_of(rng.integers(0, 3, 90), rng.integers(0, 3, 90), labels=range(3), sample_weight=rng.random(90))
    groups = rng.choice(list("abcdefg"), 90)
    whole, *parts = (
        row_groups.units_in(pred.take(some), groups[some], {}, width=3)
        for some in (np.arange(90), np.arange(40), np.arange(40, 90))
    )
    for made in (parts[0].merge(parts[1]), parts[1].merge(parts[0])):
        assert made.ids.tolist() == whole.ids.tolist()
        for name in ("weight", "owner", "place", "amount"):
            assert getattr(made, name) == pytest.approx(getattr(whole, name))
    mixed, thrown = parts[0].in_buckets().merge(parts[1]), whole.in_buckets()
    assert mixed.bucketed
    assert mixed.weight == pytest.approx(thrown.weight)
    assert mixed.amount == pytest.approx(thrown.amount)


def test_buckets_hold_about_as_much_and_keep_ids_together():
    for ids in (np.arange(100_000), np.array([f"row {i}" for i in range(100_000)])):
        bucket = row_groups.bucket_of(ids)
        held = np.bincount(bucket, minlength=row_groups.BUCKETS)
        assert len(held) == row_groups.BUCKETS
        assert held.std() == pytest.approx(np.sqrt(100_000 / row_groups.BUCKETS), rel=0.1)
        assert row_groups.bucket_of(ids[::-1])[::-1].tolist() == bucket.tolist()


def test_an_infinite_loss_counts_its_rows_in_parts_too(tmp_path):
    frame = pd.DataFrame({"y": [0, 1] * 100, "p": [0.2, 0.8] * 99 + [0.2, 0.0]})
    frame.to_parquet(tmp_path / "zero.parquet")
    whole, parts = both(tmp_path / "zero.parquet", Layout(truth="y", proba=("p",)), ["log_loss"])
    assert parts.warnings == whole.warnings
    assert parts.warnings[0].startswith("1 row had probability zero")


def test_directories(file, tmp_path):
    where = tmp_path / "many"
    (where / "year=1").mkdir(parents=True)
    frame = pd.read_parquet(file)
    frame.iloc[:150].to_parquet(where / "year=1" / "a.parquet")
    frame.iloc[150:].to_parquet(where / "b.parquet")
    same(measure_file(str(where), Layout(truth="y", proba=("p",))), bo.measure(frame["y"], y_proba=frame["p"]))
    (tmp_path / "none").mkdir()
    with pytest.raises(BadInput, match="contains no Parquet files"):
        measure_file(str(tmp_path / "none"), Layout(truth="y"))


def test_a_missing_group_and_a_bad_row_are_named(tmp_path):
    frame = pd.DataFrame({"y": [0, 1] * 60, "p": [0.2, 0.8] * 60, "fold": ["a"] * 119 + [None]})
    frame.to_parquet(tmp_path / "f.parquet")
    for rows in (1000, 50):
        with pytest.raises(BadInput, match="column 'fold', row 119 is missing"):
            measure_file(str(tmp_path / "f.parquet"), Layout(truth="y", proba=("p",), by="fold"), rows=rows)
    with pytest.raises(BadInput, match="column 'y' contains numbers, but column 'fold' words"):
        measure_file(str(tmp_path / "f.parquet"), Layout(truth="y", pred="fold"), rows=50)
    frame.loc[110, "p"] = 1.5
    frame.to_parquet(tmp_path / "g.parquet")
    with pytest.raises(BadInput, match=r"column 'p', row 110: 1\.5 is not a probability"):
        measure_file(str(tmp_path / "g.parquet"), Layout(truth="y", proba=("p",)), rows=50)


@pytest.mark.slow
def test_on_a_cluster_from_the_command_line(file):
    from distributed import LocalCluster

    where = file.parent / "many"
    where.mkdir()
    frame = pd.read_parquet(file)
    for i in range(4):
        frame.iloc[100 * i : 100 * i + 100].to_parquet(where / f"{i}.parquet")
    options = ["--truth", "y", "--proba", "p", "--measures", "all", "--by", "site", "--resamples", "50", "--json"]
    alone = CliRunner().invoke(cli, ["measure", str(file), *options])
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address
        done = CliRunner().invoke(cli, ["measure", str(where), *options, "--dask", address])
        numbers = CliRunner().invoke(
            cli, ["measure", str(where), "--truth", "value", "--draws", ",".join(DRAWS), "--dask", address]
        )
        bad = CliRunner().invoke(cli, ["measure", str(where), "--truth", "nope", "--pred", "y", "--dask", address])
    assert done.exit_code == 0, done.output
    made, expected = json.loads(done.stdout), json.loads(alone.stdout)
    assert list(made["groups"]) == list(expected["groups"])
    for mine, theirs in ((made, expected), (made["groups"]["a"], expected["groups"]["a"])):
        assert mine["undefined"] == theirs["undefined"]
        for name, one in theirs["measures"].items():
            if name not in theirs["undefined"]:
                assert mine["measures"][name]["value"] == pytest.approx(one["value"], rel=1e-11), name
    assert numbers.exit_code == 0, numbers.output
    assert bad.exit_code == 2
    assert "no column of" in bad.output


def test_a_cluster_elsewhere_needs_encryption(file):
    done = CliRunner().invoke(
        cli, ["measure", str(file), "--truth", "y", "--pred", "y", "--dask", "tcp://10.0.0.9:8786"]
    )
    assert done.exit_code == 2
    assert "the connection is not encrypted" in done.output
    done = CliRunner().invoke(cli, ["measure", "-", "--truth", "y", "--pred", "y", "--dask", "tcp://127.0.0.1:1"])
    assert "standard input cannot be read on a cluster" in done.output
