"""Parts on a cluster give the numbers of the whole; the binned ranking keeps its promise."""

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.api.measuring.panel_by_group import Layout, measure_parts
from bakeoff.core.errors import BadInput
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.binned import binned


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
    exact = bo.measure(y, y_score=score, measures=["roc_auc"], level=None)["roc_auc"].value
    area = bo.measures["roc_auc"].compute(made.ranking)
    assert made.n == 5000
    assert abs(area - exact) <= made.auc_error
    assert made.auc_error < 2e-3
    thresholds = made.ranking.curve.threshold
    assert np.all(np.diff(thresholds) < 0)
    assert thresholds.min() <= score.min()


def test_row_groups_are_parts_with_their_first_row(parts, tmp_path):
    from bakeoff.tabular.reading import chunks, parts_of

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


@pytest.fixture(params=[1000, 5000])
def many_classes(request, tmp_path):
    classes, rng = request.param, np.random.default_rng(2)
    frame = pd.DataFrame({"y": rng.integers(classes, size=4000), "w": rng.random(4000)})
    frame["said"] = np.where(rng.random(4000) < 0.7, frame["y"], rng.integers(classes, size=4000))
    for i, start in enumerate(range(0, 4000, 900)):
        frame.iloc[start : start + 900].to_parquet(tmp_path / f"part-{i}.parquet")
    return str(tmp_path), frame


def equal(made, whole):
    """Also the intervals: they are drawn from the merged cells, which are the cells of the whole."""
    same(made, whole)
    for name, one in whole.items():
        assert (made[name].low, made[name].high) == pytest.approx((one.low, one.high), rel=1e-12, nan_ok=True), name
    assert str(made.tables()[1]) == str(whole.tables()[1])


@pytest.mark.parametrize("weight", [None, "w"])
def test_thousands_of_classes_in_turn(many_classes, weight):
    path, frame = many_classes
    heavy = None if weight is None else frame[weight]
    ci = 0.95 if weight is None else None  # in parts weighted rows are thrown into buckets: other resamples
    made = measure_parts(path, Layout(truth="y", pred="said", weight=weight), n_resamples=20, level=ci)
    equal(made, bo.measure(frame["y"], frame["said"], sample_weight=heavy, n_resamples=20, level=ci))


@pytest.mark.slow
def test_thousands_of_classes_on_a_cluster(many_classes):
    from distributed import Client, LocalCluster

    path, frame = many_classes
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        made = measure_parts(path, Layout(truth="y", pred="said"), client=client, n_resamples=20)
    equal(made, bo.measure(frame["y"], frame["said"], n_resamples=20))


def test_what_a_part_sends_back_does_not_grow_with_its_rows(tmp_path):
    import pickle

    from bakeoff.estimates.interval_choice import IntervalChoice
    from bakeoff.panels.streaming import on_cluster as room
    from bakeoff.panels.streaming.accumulator import settle
    from bakeoff.panels.streaming.value_scan import DistinctValues
    from bakeoff.tabular.reading import parts_of

    rng, sizes = np.random.default_rng(3), []
    for n in (2_000, 40_000):
        classes = rng.integers(100, size=n)
        path, layout = str(tmp_path / f"{n}.parquet"), Layout(truth="y", pred="said")
        pd.DataFrame({"y": classes, "said": classes // 2}).to_parquet(path)
        seen = DistinctValues(truth=frozenset(range(100)), pred=frozenset(range(50)))
        (part,) = parts_of(path)
        first = next(room._chunks(part, layout))
        reading = settle(first, seen, layout, None, choice=IntervalChoice())
        sizes.append(len(pickle.dumps(room._summarize(part, reading))))
    assert max(sizes) < 1.1 * min(sizes)
