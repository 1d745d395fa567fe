"""The compiled loops and their NumPy twins give the same numbers; where nothing is compiled the twins serve."""

import os
import subprocess
import sys
from hashlib import sha256
from types import ModuleType

import numpy as np
import pytest
from sklearn import metrics

from bakeoff.core.errors import StaleKernels
from bakeoff.kernels import dispatch, kernel
from bakeoff.kernels.reference import ranking
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.pivot import ORIGIN

KINDS = pytest.mark.parametrize("dtype", [np.float64, np.float32])


@pytest.mark.parametrize("positives", [1, 63, 64, 65, 128, 640])
@pytest.mark.parametrize("ties", ["none", "one pair", "across a chunk's edge", "with a negative", "clipped"])
def test_chunks_of_positives_with_and_without_ties(positives, ties):
    rng = np.random.default_rng(positives)
    ups, downs = np.sort(rng.normal(1, 1, positives)), np.sort(rng.normal(0, 1, 300))
    if ties == "one pair":
        ups[:2] = ups[0]
    elif ties == "across a chunk's edge":
        ups[max(positives - 66, 0) : max(positives - 62, 1)] = ups[max(positives - 66, 0)]
    elif ties == "with a negative":
        downs[150] = ups[positives // 2]
    elif ties == "clipped":
        ups, downs = np.minimum(ups, 1.0), np.minimum(downs, 1.0)
    downs.sort()
    one, known = kernel("roc_steps")(ups, downs), ranking.roc_steps(ups, downs)
    assert one.totals() == pytest.approx(known.totals(), rel=1e-12)
    assert one.interpolated() == pytest.approx(known.interpolated(), rel=1e-11)
    assert one.top_area(30.0) == pytest.approx(known.top_area(30.0), rel=1e-12)
    for corner, expected in zip(one.hull(), known.hull(), strict=True):
        assert corner.tolist() == expected.tolist()


@KINDS
@pytest.mark.parametrize("sizes", [(0, 0), (0, 5), (1, 1), (3, 0), (2, 9), (100, 3), (1000, 1001)])
def test_two_sorted_lists_become_one(sizes, dtype):
    rng = np.random.default_rng(sum(sizes))
    for digits in (0, 9):
        a, b = (np.sort(np.round(rng.normal(size=size), digits)).astype(dtype) for size in sizes)
        for one, two in ((a, b), (b, a), (a + 9, b), (a, b + 9)):
            made = kernel("merge")(one.astype(dtype), two.astype(dtype))
            assert made.dtype == dtype
            assert np.array_equal(made, np.sort(np.concatenate([one, two])))


@KINDS
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 7, 10, 15, 16, 100, 600])
def test_the_log_loss_is_summed_where_probabilities_are_checked(k, dtype):
    rng = np.random.default_rng(k)
    proba, truth = rng.dirichlet(np.ones(k), 2003).astype(dtype), rng.integers(0, k, 2003)
    check = kernel("check_probabilities")(proba, truth)
    assert check.valid
    assert check.largest_gap < 1e-6
    known = -np.log(proba[np.arange(2003), truth].astype(float)).sum()
    assert check.log_loss == pytest.approx(known, rel=1e-12)
    assert kernel("fused_probability_sums")(proba, truth).log_loss == pytest.approx(known, rel=1e-12)
    if k > 1:
        proba[7] = 0
        proba[7, truth[7] - 1] = 1  # another class for sure
        assert kernel("check_probabilities")(proba, truth).log_loss == np.inf


@KINDS
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33])
def test_no_wrong_probability_is_overlooked_wherever_it_stands(k, dtype):
    rng = np.random.default_rng(k)
    n = 11
    proba, truth = rng.dirichlet(np.ones(k), n).astype(dtype), rng.integers(0, k, n)
    for row in range(n):
        for column in range(k):
            known = proba[row, column]
            for wrong in (np.nan, np.inf, -np.inf, -1e-30, np.nextafter(dtype(1), dtype(2))):
                proba[row, column] = wrong
                assert not kernel("check_probabilities")(proba, truth).valid
            proba[row, column] = known + dtype(0.25) if known < 0.7 else known - dtype(0.25)
            check = kernel("check_probabilities")(proba, truth)
            assert check.valid
            assert check.largest_gap == pytest.approx(0.25, abs=1e-6)
            proba[row, column] = known


def test_what_was_met_at_the_door_does_not_follow_other_rows():
    from dataclasses import replace

    from bakeoff.predictions.from_arrays import predictions_of

    rng = np.random.default_rng(0)
    pred = predictions_of(rng.integers(0, 3, 20), y_proba=rng.dirichlet(np.ones(3), 20), labels=range(3))
    assert replace(pred, truth=1 - np.minimum(pred.truth, 1)).log_loss is None
    assert pred.take(np.arange(5)).log_loss is None


def clustered(n):
    """Scores that agree in all but their last bits, at places far apart, below zero and at both zeros."""
    rng = np.random.default_rng(n)
    place = np.array([-1e300, -3.0, -0.0, 0.0, 1e-300, 0.5, 7e250])[rng.integers(0, 7, n)]
    return rng.random(n) < 0.4, place * (1 + rng.integers(0, 50, n) * 2.0**-52)


@pytest.mark.parametrize("n", [10, 3000, 20_000])
def test_placements_of_scores_that_differ_in_their_last_bits(n):
    positive, score = clustered(n)
    assert kernel("placements")(score, positive) == pytest.approx(ranking.placements(score, positive), rel=1e-14)


def check_fused(sums, pred):
    for column, name in row_quantities.FUSED.items():
        assert getattr(sums, name) == pytest.approx(column(pred, ORIGIN).sum(), rel=1e-11, abs=1e-11), name
    for column, total in zip(row_quantities.CALIBRATION, sums.calibration, strict=True):
        assert total == pytest.approx(column(pred, ORIGIN).sum(), rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("k", [2, 4])
def test_the_fused_walk_equals_its_columns(k):
    from bakeoff.predictions.from_arrays import predictions_of

    rng = np.random.default_rng(k)
    proba = np.round(rng.dirichlet(np.full(k, 0.3), 500), 2)
    proba[:, 0] = 1 - proba[:, 1:].sum(axis=1)
    proba = np.clip(proba, 0, 1)
    proba /= proba.sum(axis=1, keepdims=True)
    truth = rng.integers(0, k, 500)
    pred = predictions_of(truth, y_proba=proba, labels=range(k))
    sums = kernel("fused_probability_sums")(pred.proba, pred.truth)
    assert sums.ones == (truth.sum() if k == 2 else 0)
    check_fused(sums, pred)


@pytest.mark.parametrize("level", [False, True])
def test_whole_blocks_of_two_classes_equal_their_columns(level):
    from bakeoff.predictions.from_arrays import predictions_of

    rng = np.random.default_rng(3)
    column, truth = rng.beta(0.6, 0.6, 1700), rng.integers(0, 2, 1700)
    column[600:610] = [0.0, 1.0, 0.1, 0.3, 0.6, 0.7, 0.8, 0.9, 1e-17, 5e-324]
    column[[0, 1699]] = 0.5 if level else 0.4
    truth[600:610] = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1]
    pred = predictions_of(truth, y_proba=column)
    sums = kernel("fused_probability_sums")(pred.proba, pred.truth)
    assert sums.ones == truth.sum()
    check_fused(sums, pred)


def test_the_twins_serve_where_nothing_is_compiled():
    code = (
        "import bakeoff as bo; from bakeoff.kernels.dispatch import backend; "
        "p = bo.measure([0, 1, 1, 0], [0, 1, 0, 0], y_proba=[.1, .9, .4, .3], level=.9, n_resamples=50); "
        "print(backend(), p['roc_auc'].value, round(p['log_loss'].value, 6))"
    )
    env = {**os.environ, "BAKEOFF_NUMPY": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.split() == ["numpy", "1.0", "0.370922"]


@pytest.mark.parametrize("kind", ["f2", "f4", ">f4", "f8", ">f8", "longdouble"])
def test_probabilities_of_any_width_and_byte_order(kind):
    truth, share = np.array([0, 1, 1, 0, 1]), np.array([0.25, 0.75, 0.5, 0.375, 0.125])  # which all of them can hold
    proba = np.stack([1 - share, share], axis=1)
    for given in (proba.astype(kind), np.asfortranarray(proba.astype(kind)), proba.astype(kind)[:, ::-1][:, ::-1]):
        sums = kernel("fused_probability_sums")(given, truth)
        assert (sums.log_loss, sums.squares) == pytest.approx(
            (metrics.log_loss(truth, proba) * 5, metrics.brier_score_loss(truth, share) * 10)
        )


def test_a_module_of_another_source_is_not_used(tmp_path):
    source = tmp_path / "ranking.pyx"
    source.write_text("one")
    module = ModuleType("ranking")
    assert not dispatch._same_source(module, source)
    module.SOURCE = int(sha256(b"one").hexdigest()[:15], 16)
    assert dispatch._same_source(module, source)
    source.write_text("another")
    assert not dispatch._same_source(module, source)
    assert dispatch._same_source(module, tmp_path / "sorting.pyx")  # a package without its sources


def test_why_numpy_serves_is_told(monkeypatch):
    monkeypatch.setattr(dispatch, "enabled", True)
    assert dispatch.why_numpy() == ""
    monkeypatch.setattr(dispatch, "enabled", False)
    monkeypatch.setenv("BAKEOFF_NUMPY", "1")
    assert dispatch.why_numpy() == "the environment variable BAKEOFF_NUMPY is set"
    monkeypatch.delenv("BAKEOFF_NUMPY")
    monkeypatch.setattr(dispatch, "MODULES", ("missing",))
    assert dispatch.why_numpy() == "the module missing is not compiled"
    monkeypatch.setattr(dispatch, "MODULES", ("threads",))
    monkeypatch.setattr(dispatch, "_same_source", lambda *_: False)
    assert "was compiled from another source; install bakeoff again" in dispatch.why_numpy()


def test_a_stale_module_is_warned_of_once_and_a_missing_one_is_not(monkeypatch):
    monkeypatch.setattr(dispatch, "enabled", False)
    monkeypatch.delenv("BAKEOFF_NUMPY", raising=False)
    monkeypatch.setattr(dispatch, "MODULES", ("missing",))
    dispatch.warn_if_stale()
    monkeypatch.setattr(dispatch, "MODULES", ("threads",))
    monkeypatch.setattr(dispatch, "_same_source", lambda *_: False)
    with pytest.warns(
        StaleKernels, match="slower than it could be: the module threads was compiled from another source"
    ):
        dispatch.warn_if_stale()
    monkeypatch.setattr(dispatch, "enabled", True)
    dispatch.warn_if_stale()
