"""Rows that are drawn together (groups, repeated ids) or weigh something: in parts and on a cluster as in one piece."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.api.measuring.panel_by_group import Layout, measure_file, measure_parts
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling import binned_row_groups, row_groups
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize

N = 360
TWO = Layout(truth="y", proba=("p",))
THREE = Layout(truth="cls", proba=("p_x", "p_y", "p_z"), labels=("x", "y", "z"))
NUMBERS = Layout(truth="value", pred="guess")
RANKED = ["roc_auc", "gini", "average_precision", "pr_auc", "ks", "h_measure", "partial_auc(0.2)"]
MIXED = ["accuracy", "kappa", "brier", "ece", "log_loss", *RANKED]
CASES = {
    "two classes": (TWO, MIXED),
    "single precision": (Layout(truth="y", score="s"), RANKED),
    "three classes": (THREE, ["accuracy", "log_loss", "roc_auc_ovr", "roc_auc_ovo"]),
    "clusters": (Layout(truth="cls", pred="found", task="clustering"), ["purity", "nmi"]),
    "numbers": (NUMBERS, ["mae", "rmse", "r2", "medae", "spearman"]),
}
TOGETHER = {
    "weights": {"weight": "w"},
    "groups": {"cluster": "patient"},
    "groups that are words": {"cluster": "name"},
    "groups with weights": {"cluster": "patient", "weight": "w"},
    "repeated ids": {"row": "id"},
    "ids that are words": {"row": "word"},
    "repeated ids with weights": {"row": "id", "weight": "w"},
    "single ids with weights": {"row": "single", "weight": "w"},
    "single ids": {"row": "single"},
}


@pytest.fixture(autouse=True)
def order_of_the_file(monkeypatch):
    """Rows in one piece are drawn in the order of what they hold, which rows in parts cannot have; here both keep that of the file."""
    monkeypatch.setattr(Resamples, "in_order", lambda self, _: self)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    where, rng = tmp_path_factory.mktemp("rows"), np.random.default_rng(0)
    y, value = rng.integers(0, 2, N), rng.normal(50, 3, N)
    proba = rng.dirichlet(np.ones(3), N)
    frame = pd.DataFrame({
        "y": y, "p": np.round(np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0.01, 0.99), 2), "value": value,
        "s": rng.normal(y, 1.0).astype(np.float32), "guess": value + rng.normal(size=N), "w": np.round(rng.random(N), 3),
        "cls": np.array(["x", "y", "z"])[[rng.choice(3, p=one) for one in proba]],
        "p_x": proba[:, 0], "p_y": proba[:, 1], "p_z": 1 - proba[:, 0] - proba[:, 1],
        "patient": rng.integers(0, 60, N), "id": np.arange(N) % 120, "single": rng.permutation(N), "fold": np.arange(N) % 3,
    })  # fmt: skip
    frame.loc[::17, "w"] = 0.0
    frame["few"], frame["none"] = np.arange(N) // 100, 0.0  # a group spans several parts
    frame["found"] = np.where(np.arange(N) < 90, rng.integers(-1, 2, N), rng.integers(0, 5, N))
    frame["name"] = "patient " + frame["patient"].astype(str)
    frame["word"] = "row " + frame["id"].astype(str)
    frame.to_parquet(where / "p.parquet", row_group_size=50)
    frame.to_csv(where / "p.csv", index=False)
    many = where / "many"
    many.mkdir()
    for i in range(3):
        frame.iloc[120 * i : 120 * i + 120].to_parquet(many / f"{i}.parquet", row_group_size=40)
    return where / "p.parquet"


def whole_and_parts(file, layout, names, **how):
    """In one piece, in pieces of seventy rows, and as parts of three files."""
    how = {"n_resamples": 40, **how}
    whole, parts = (measure_file(str(file), layout, names, rows=rows, **how) for rows in (10_000, 70))
    return whole, parts, measure_parts(str(file.parent / "many"), layout, names, rows=70, **how)


def equal(made, want, but=()):
    assert made.n == want.n
    assert made.warnings == want.warnings
    for name, one in want.items():
        if name in but:
            continue
        mine = made[name]
        assert mine.method == one.method, name
        assert mine.warnings == one.warnings, name
        assert (mine.value, mine.low, mine.high) == pytest.approx(
            (one.value, one.low, one.high), rel=1e-9, nan_ok=True
        ), name


@pytest.mark.parametrize("together", TOGETHER.values(), ids=TOGETHER)
@pytest.mark.parametrize(("layout", "names"), CASES.values(), ids=CASES)
@pytest.mark.parametrize("how", [{}, {"bootstrap": "bca"}], ids=["percentile", "bca"])
def test_the_very_intervals_of_one_piece(file, layout, names, together, how):
    whole, *others = whole_and_parts(file, replace(layout, **together), names, **how)
    alone = together == TOGETHER["single ids"]  # then rows are drawn, in the order of their ids once they are gone
    for one in others:
        equal(one, whole, but={"ece"} if alone else ())
    assert all(np.isfinite([one.low, one.high]).all() for one in whole.values())


@pytest.mark.parametrize("layout", [TWO, NUMBERS], ids=["probabilities", "numbers"])
@pytest.mark.parametrize("how", [{}, {"bootstrap": "bca"}], ids=["percentile", "bca"])
def test_functions_of_means_of_single_rows(file, layout, how):
    """So few rows are buckets of their own: the very intervals of one piece, all of them resampled."""
    names = [name for name, one in measure_file(str(file), layout, "all", level=None).items() if np.isfinite(one.value)]
    whole, *others = whole_and_parts(file, layout, names, interval="bootstrap", auc_interval="bootstrap", **how)
    for one in others:
        equal(one, whole)


@pytest.mark.parametrize("how", [{}, {"bootstrap": "bca"}], ids=["percentile", "bca"])
def test_functions_of_means_of_very_many_rows(tmp_path, how):
    """In buckets the resamples are others, of the same distribution: skewed losses in a ratio of means."""
    rng = np.random.default_rng(2)
    value = rng.exponential(size=30_000)
    frame = pd.DataFrame({"value": value, "guess": value + rng.exponential(size=30_000) ** 2})
    frame.to_parquet(tmp_path / "f.parquet")
    path, names = str(tmp_path / "f.parquet"), ["mae", "rmse", "r2"]
    whole, parts = (
        measure_file(path, NUMBERS, names, rows=rows, interval="bootstrap", n_resamples=4000, **how)
        for rows in (100_000, 7_000)
    )
    for name, one in whole.items():
        made, wide = parts[name], one.high - one.low
        assert made.method == f"{one.method}, in random buckets"
        assert (made.low, made.high) == pytest.approx((one.low, one.high), abs=0.06 * wide), name


@pytest.mark.parametrize("together", [{"weight": "w"}, {"cluster": "patient"}, {"row": "id"}], ids=str)
def test_all_resampled_and_by_fold(file, together):
    layout = replace(TWO, by="fold", **together)
    whole, *others = whole_and_parts(file, layout, MIXED, interval="bootstrap", auc_interval="bootstrap")
    for one in others:
        equal(one.pooled, whole.pooled)
        for name, panel in whole.groups.items():
            equal(one.groups[name], panel)


def test_csv_too(file):
    layout = replace(TWO, cluster="name", weight="w")
    want = measure_file(str(file), layout, RANKED, n_resamples=40)
    equal(measure_file(str(file.with_suffix(".csv")), layout, RANKED, n_resamples=40, rows=70), want)


@pytest.mark.parametrize("together", [{"weight": "w"}, {"cluster": "patient"}, {"row": "id"}], ids=str)
def test_buckets_too(file, together, monkeypatch):
    """The same rows are thrown together in one piece, in parts, and as parts of files."""
    monkeypatch.setattr(row_groups, "MANY", 50)
    whole, *others = whole_and_parts(file, replace(TWO, **together), RANKED)
    for one in others:
        equal(one, whole)
    assert whole["ks"].method.endswith(", in random buckets")


@pytest.mark.parametrize("name", RANKED)
@pytest.mark.parametrize("weighted", [False, True])
def test_a_walk_along_sorted_rows_is_a_resample_of_them(name, weighted):
    """As if the rows of the drawn groups had been written down as often as they were drawn, and sorted anew."""
    rng = np.random.default_rng(1)
    y, groups = rng.integers(0, 2, 80), rng.integers(0, 12, 80)
    score = np.round(rng.normal(y, 1.0), 1)
    pred = predictions_of(y, y_score=score, sample_weight=rng.random(80) if weighted else None)
    draws = Resamples(summaries=summarize(pred.in_groups(groups)), n_resamples=5, seed=3)
    made = draws.of(measure_named(name))
    drawn = np.concatenate(list(draws.drawn_groups(12, [5]))).astype(int)
    assert (drawn.sum(axis=1) == 12).all()
    for value, times in zip(made, drawn, strict=True):
        rows = np.repeat(np.arange(80), times[groups])
        again = bo.measure(
            y[rows], y_score=score[rows], measures=[name], level=None,
            sample_weight=pred.weight[rows] if weighted else None,
        )  # fmt: skip
        assert value == pytest.approx(again[name].value, rel=1e-12)


def test_few_groups_and_no_weight_are_told_in_parts_too(file):
    whole, *others = whole_and_parts(file, replace(TWO, cluster="few"), ["accuracy", "roc_auc"])
    assert whole.warnings[0].startswith("4 groups are few")
    for one in others:
        equal(one, whole)
    for rows in (70, 1000):
        for level in (None, 0.9):
            with pytest.raises(BadInput, match="zero on every row"):
                measure_file(str(file), replace(TWO, weight="none"), ["accuracy"], rows=rows, level=level)


@pytest.mark.parametrize("column", ["row", "cluster", "by"])
def test_ids_are_words_in_all_parts_or_in_none(tmp_path, column):
    for i, kind in enumerate((int, str)):
        ids = [kind(one) for one in range(40)]
        pd.DataFrame({"y": [0, 1] * 20, "p": [0.2, 0.8] * 20, "id": ids}).to_parquet(tmp_path / f"{i}.parquet")
    layout = replace(TWO, **{column: "id"})
    for read in (lambda: measure_file(str(tmp_path), layout, rows=30), lambda: measure_parts(str(tmp_path), layout)):
        with pytest.raises(BadInput, match="column 'id' contains words in one part and numbers in another"):
            read()


@pytest.mark.parametrize("together", TOGETHER.values(), ids=TOGETHER)
@pytest.mark.parametrize("how", [{}, {"bootstrap": "bca"}], ids=["percentile", "bca"])
def test_bins_too(file, together, how):
    """Of scores that fall into bins of their own the intervals are those of the scores themselves."""
    layout = replace(TWO, **together)
    binned = whole_and_parts(file, layout, MIXED, bins=True, **how)
    want = measure_file(str(file), layout, MIXED, n_resamples=40, **how)
    alone = together == TOGETHER["single ids"]  # then rows are drawn, or how many of them fall into each bin
    for one in binned:
        assert one.warnings[0].startswith("scores were ranked in bins")
        equal(replace(one, notes=one.notes[1:]), want, but={"ece", *RANKED[2:]} if alone else ())


@pytest.mark.parametrize("together", [{"weight": "w"}, {"cluster": "g"}, {"row": "id"}], ids=str)
def test_a_few_hundred_bins_tell_the_intervals_of_all_scores(tmp_path, together, monkeypatch):
    """Every score is another, near zero and near one; in whatever parts they are read the intervals are the same."""
    rng = np.random.default_rng(5)
    y, g = rng.random(6000) < 0.3, rng.integers(0, 200, 6000)
    s = 5 * rng.normal(size=6000) + 6 * y + 2 * rng.normal(size=200)[g]
    ids = np.arange(6000) // 2
    pd.DataFrame({"y": y.astype(int), "p": 1 / (1 + np.exp(-s)), "g": g, "id": ids, "w": rng.random(6000)}).to_parquet(
        tmp_path / "f.parquet"
    )
    monkeypatch.setattr(binned_row_groups, "MOST", 256)
    path, layout = str(tmp_path / "f.parquet"), replace(TWO, **together)
    whole, parts, others = (
        measure_file(path, layout, RANKED, rows=rows, bins=rows < 10_000, n_resamples=300)
        for rows in (10_000, 3000, 1700)
    )
    for name, one in whole.items():
        made, wide = parts[name], one.high - one.low
        near = 0.15 if name in {"ks", "h_measure"} else 0.04  # of fewer thresholds the best is not quite as lucky
        assert made.method == one.method
        assert (made.low, made.high) == pytest.approx((one.low, one.high), abs=near * wide), name
    equal(others, parts)


def test_a_missing_group_is_named_by_its_row_in_the_file(tmp_path):
    frame = pd.DataFrame({"y": [0, 1] * 60, "p": [0.2, 0.8] * 60, "g": ["a", "b"] * 59 + ["a", None]})
    frame.to_parquet(tmp_path / "f.parquet")
    for rows in (1000, 50):
        with pytest.raises(BadInput, match="column 'g', row 119 is missing"):
            measure_file(str(tmp_path / "f.parquet"), replace(TWO, cluster="g"), rows=rows)
    with pytest.raises(BadInput, match="nope"):
        measure_file(str(tmp_path / "f.parquet"), replace(TWO, cluster="nope"), rows=50)


ON_A_CLUSTER = [
    (TWO, MIXED, ["--sample-weight", "w", "--binned"]),
    (TWO, MIXED, ["--groups", "name", "--binned"]),
    (TWO, MIXED, ["--sample-weight", "w"]),
    (TWO, MIXED, ["--groups", "name"]),
    (TWO, MIXED, ["--row", "id", "--bootstrap", "bca", "--interval", "bootstrap"]),
    (TWO, MIXED, ["--bootstrap", "bca", "--interval", "bootstrap"]),
    (THREE, CASES["three classes"][1], ["--row", "word", "--sample-weight", "w", "--labels", "x,y,z"]),
    (NUMBERS, CASES["numbers"][1], ["--groups", "patient", "--sample-weight", "w", "--bootstrap", "bca"]),
]


@pytest.mark.slow
def test_on_a_cluster(file):
    from distributed import LocalCluster

    def measured(path, layout, names, more):
        said = [("--truth", layout.truth), ("--pred", layout.pred), ("--proba", ",".join(layout.proba))]
        options = [word for pair in said if pair[1] for word in pair]
        options += ["--measures", ",".join(names), "--resamples", "40", "--json", *more]
        done = CliRunner().invoke(cli, ["measure", str(path), *options])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    with LocalCluster(n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0") as cluster:
        dask = ["--dask", cluster.scheduler_address]
        for layout, names, more in ON_A_CLUSTER:
            want = measured(file, layout, names, more)
            made = measured(file.parent / "many", layout, names, [*more, *dask])
            assert made["warnings"] == want["warnings"]
            for name, one in want["measures"].items():
                mine = made["measures"][name]
                ends = [(panel["value"], panel["low"], panel["high"]) for panel in (mine, one)]
                assert None not in ends[1]
                assert ends[0] == pytest.approx(ends[1], rel=1e-9), name
                assert mine["method"] == one["method"]
