"""Parts on a cluster give the numbers of the whole; the binned ranking keeps its promise."""

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.predictions.binned import binned
from bakeoff.predictions.door import predictions_of
from bakeoff.results.parts import measure_parts
from bakeoff.results.streamed import Layout


@pytest.fixture
def parts(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 900)
    frame = pd.DataFrame({"y": y, "p": np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0.01, 0.99)})
    frame["value"] = rng.normal(7, 1, 900)
    frame["guess"] = frame["value"] + rng.normal(size=900)
    paths = []
    for i, start in enumerate(range(0, 900, 250)):
        paths.append(str(tmp_path / f"part-{i}.parquet"))
        frame.iloc[start : start + 250].to_parquet(paths[-1])
    return paths, frame


def same(made, whole):
    assert list(made) == list(whole)
    for name, one in whole.items():
        assert made[name].value == pytest.approx(one.value, rel=1e-11), name
        if one.method.startswith(("Wilson", "logit", "delta")):
            assert (made[name].low, made[name].high) == pytest.approx((one.low, one.high), rel=1e-6), name


def test_in_turn(parts):
    paths, frame = parts
    same(measure_parts(paths, Layout(truth="y", proba=("p",))), bo.measure(frame["y"], y_proba=frame["p"]))
    same(measure_parts(paths, Layout(truth="value", pred="guess")), bo.measure(frame["value"], frame["guess"]))
    with pytest.raises(BadInput):
        measure_parts([], Layout(truth="y"))


@pytest.mark.slow
def test_on_a_cluster(parts):
    from distributed import Client, LocalCluster

    paths, frame = parts
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        made = measure_parts(paths, Layout(truth="y", proba=("p",)), client=client)
    same(made, bo.measure(frame["y"], y_proba=frame["p"]))


@pytest.mark.parametrize("scale", [1.0, -3.0, 1e-6])
def test_bins_state_their_error(scale):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 5000)
    score = scale * (rng.normal(size=5000) + y)
    halves = [
        predictions_of(y[part], y_score=score[part], labels=[0, 1]) for part in (slice(0, 2000), slice(2000, None))
    ]
    made = binned(halves[0]).merge(binned(halves[1]))
    exact = bo.measure(y, y_score=score, measures=["roc_auc"], ci=None)["roc_auc"].value
    area = bo.measures["roc_auc"].compute(made.ranking)
    assert made.n == 5000
    assert abs(area - exact) <= made.auc_error
    assert made.auc_error < 2e-3
    thresholds = made.ranking.curve.threshold
    assert np.all(np.diff(thresholds) < 0)
    assert thresholds.min() <= score.min()


def test_row_groups_are_parts_with_their_first_row(parts, tmp_path):
    from bakeoff.predictions.files import chunks, parts_of

    _, frame = parts
    path = str(tmp_path / "one" / "whole.parquet")
    (tmp_path / "one").mkdir()
    frame.to_parquet(path, row_group_size=100)
    found = parts_of(path, rows=250)
    assert [one.first_row for one in found] == [0, 300, 600]
    read = [chunk["p"] for one in found for chunk in chunks(path, ["p"], row_groups=one.row_groups)]
    assert np.concatenate(read).tolist() == frame["p"].tolist()
    same(measure_parts(path, Layout(truth="y", proba=("p",)), rows=250), bo.measure(frame["y"], y_proba=frame["p"]))
    broken = frame.copy()
    broken.loc[700, "p"] = 2.0
    broken.to_parquet(path, row_group_size=100)
    with pytest.raises(BadInput, match=r"whole\.parquet: column 'p', row 700: 2 is not a probability"):
        measure_parts(path, Layout(truth="y", proba=("p",)), rows=250)
