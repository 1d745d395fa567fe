"""The compiled loops and their NumPy twins give the same numbers; where nothing is compiled the twins serve."""

import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn import metrics

from bakeoff.kernels import dispatch, reference, resample_counts
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.ranking.class_pairs import pair_wins, rest_wins
from bakeoff.predictions.summaries.ranking.roc_steps import _sorted_rises, rises_of_curve, roc_steps

SHAPES = pytest.mark.parametrize(("n", "digits"), [(1, 2), (2, 0), (3, 0), (50, 0), (1000, 1), (3000, 9), (3000, 3)])
KINDS = pytest.mark.parametrize("dtype", [np.float64, np.float32])


def scored(n, digits, dtype=np.float64, seed=0):
    rng = np.random.default_rng(n + digits + seed)
    truth = rng.integers(0, 2, n)
    return truth, np.round(rng.normal(size=n) + truth, digits).astype(dtype)


@SHAPES
@KINDS
def test_split_and_merge(n, digits, dtype):
    truth, score = scored(n, digits, dtype)
    for one, two in zip(dispatch.split(score, truth, 1), reference.split(score, truth, 1), strict=True):
        assert np.array_equal(one, two)
    ups, downs = (np.sort(part) for part in reference.split(score, truth, 1))
    fast, slow = dispatch.merged(ups, downs), reference.merged(ups, downs)
    assert all(np.array_equal(one, two) for one, two in zip(fast, slow, strict=True))


@SHAPES
@KINDS
def test_walks_along_sorted_scores_along_arrays_and_along_the_curve(n, digits, dtype):
    truth, score = scored(n, digits, dtype)
    ups, downs = (np.sort(part) for part in reference.split(score, truth, 1))
    _, tp, fp = reference.merged(ups, downs)
    by_curve = rises_of_curve(tp.astype(float), fp.astype(float))
    for one in (roc_steps(ups, downs), _sorted_rises(ups, downs)):
        assert one.sweep() == pytest.approx(by_curve.sweep(), rel=1e-12, nan_ok=True)
        for width in (0.0, 0.4, 0.1 * len(downs), 0.5 * len(downs), float(len(downs))):
            assert one.top_area(width) == pytest.approx(by_curve.top_area(width), rel=1e-12)
        assert one.interpolated() == pytest.approx(by_curve.interpolated(), rel=1e-11)
        for corner, known in zip(one.hull(), reference.convex_hull(fp, tp), strict=True):
            assert corner.tolist() == known.tolist()
    assert by_curve.top_area(float(len(downs))) * 2 == pytest.approx(by_curve.sweep().doubled_wins if len(ups) else 0.0)


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
    one, known = roc_steps(ups, downs), _sorted_rises(ups, downs)
    assert one.sweep() == pytest.approx(known.sweep(), rel=1e-12)
    assert one.interpolated() == pytest.approx(known.interpolated(), rel=1e-11)
    assert one.top_area(30.0) == pytest.approx(known.top_area(30.0), rel=1e-12)
    for corner, expected in zip(one.hull(), known.hull(), strict=True):
        assert corner.tolist() == expected.tolist()


def test_one_column_of_probabilities_becomes_two():
    for column in (np.array([0.0, 0.25, 1.0]), np.array([0.5, 0.25], dtype=np.float32), np.empty(0)):
        wide, sound = dispatch.two_columns(column, 1)
        assert sound or not len(column)
        assert wide[:, 1].tolist() == column.tolist()
        assert wide[:, 0].tolist() == (1 - column).tolist()
    for bad in (1.0000000000000002, -5e-324, np.nan, np.inf, -np.inf, 2.0):
        assert not dispatch.two_columns(np.array([0.5, bad, 0.5]), 0)[1]


@KINDS
@pytest.mark.parametrize("where", ["mixed", "apart", "reversed", "few positives", "few negatives", "all alike"])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 65, 1001])
def test_negatives_above_each_positive(n, where, dtype):
    rng = np.random.default_rng(n)
    shift = {"apart": 9.0, "reversed": -9.0}.get(where, 0.0)
    many = {"few positives": (2, 3 * n), "few negatives": (3 * n, 2)}.get(where, (n, n + 1))
    ups, downs = np.sort(rng.normal(shift, 1, many[0])).astype(dtype), np.sort(rng.normal(0, 1, many[1])).astype(dtype)
    if where == "all alike":
        ups[:], downs[:] = 1, 1
    by = dispatch.walks(ups, downs)
    if by is None:
        assert dispatch.backend() == "numpy"
        return
    known = len(downs) - np.searchsorted(downs, ups, side="right")
    assert np.array_equal(by.above(ups, downs, np.empty), known)


@KINDS
@pytest.mark.parametrize("sizes", [(0, 0), (0, 5), (1, 1), (3, 0), (2, 9), (100, 3), (1000, 1001)])
def test_two_sorted_lists_become_one(sizes, dtype):
    rng = np.random.default_rng(sum(sizes))
    for digits in (0, 9):
        a, b = (np.sort(np.round(rng.normal(size=size), digits)).astype(dtype) for size in sizes)
        for one, two in ((a, b), (b, a), (a + 9, b), (a, b + 9)):
            made = dispatch.merge_sorted(one.astype(dtype), two.astype(dtype))
            assert made.dtype == dtype
            assert np.array_equal(made, np.sort(np.concatenate([one, two])))


def test_ends_and_rows_at_or_above_a_threshold():
    values = np.random.default_rng(0).integers(-(2**40), 2**40, 1001)
    assert dispatch.ends(values) == (values.min(), values.max()) == dispatch.ends(values[::-1])
    assert dispatch.ends(np.array([7])) == (7, 7)
    truth, score = scored(501, 1)
    for column in (score, score.astype(np.float32), score[::-1]):
        high = column.astype(float) >= 0.3
        assert dispatch.treated(column, truth, 1, 0.3) == (high.sum(), (high & (truth == 1)).sum())


@KINDS
def test_the_true_class_is_met_where_probabilities_are_checked(dtype):
    rng = np.random.default_rng(0)
    proba, truth = rng.dirichlet(np.ones(7), 4000).astype(dtype), rng.integers(0, 7, 4000)
    sound, off, met = dispatch.sound(proba, truth)
    assert sound
    assert off < 1e-6
    mine = proba[np.arange(4000), truth].astype(float)
    if met is None:
        assert dispatch.backend() == "numpy"
    else:
        assert np.array_equal(met, mine)
    known = -np.log(mine).sum()
    assert dispatch.log_sum(proba, truth, met) == pytest.approx(known, rel=1e-12)
    assert dispatch.log_sum(proba, truth) == pytest.approx(known, rel=1e-12)


@KINDS
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33])
@pytest.mark.parametrize("build", ["_kernels", "_kernels_avx2"])
def test_no_wrong_probability_is_overlooked_wherever_it_stands(build, k, dtype):
    if dispatch._fast is None:
        pytest.skip("nothing is compiled here, or the twins were asked for")
    fast = pytest.importorskip(f"bakeoff.predictions.{build}")
    if build == "_kernels_avx2" and dispatch._fast is not fast:
        pytest.skip("this processor cannot run the wider build")
    rng = np.random.default_rng(k)
    n = 11  # two fours and a rest
    proba, truth = rng.dirichlet(np.ones(k), n).astype(dtype), rng.integers(0, k, n)
    met = np.empty(n)
    for ahead in (0, 256):
        well, off = fast.sound(proba, truth, met, ahead)
        assert well
        assert off == pytest.approx(np.abs(proba.sum(axis=1, dtype=float) - 1).max(), abs=1e-15)
        assert np.array_equal(met, proba[np.arange(n), truth])
    for row in range(n):
        for column in range(k):
            kept = proba[row, column]
            for wrong in (np.nan, np.inf, -np.inf, -1e-30, np.nextafter(dtype(1), dtype(2)), -0.0):
                proba[row, column] = wrong
                assert not fast.sound(proba, truth, met, 0)[0]
            proba[row, column] = kept + dtype(0.25) if kept < 0.7 else kept - dtype(0.25)
            well, off = fast.sound(proba, truth, met, 0)
            assert well
            assert off == pytest.approx(0.25, abs=1e-6)
            proba[row, column] = kept


def test_what_was_met_at_the_door_does_not_follow_other_rows():
    from dataclasses import replace

    from bakeoff.predictions.from_arrays import predictions_of

    rng = np.random.default_rng(0)
    pred = predictions_of(rng.integers(0, 3, 20), y_proba=rng.dirichlet(np.ones(3), 20), labels=range(3))
    assert replace(pred, truth=1 - np.minimum(pred.truth, 1)).of_truth is None
    assert pred.take(np.arange(5)).of_truth is None


@SHAPES
@KINDS
def test_placements(n, digits, dtype):
    truth, score = scored(n, digits, dtype)
    if 0 < truth.sum() < n:
        assert dispatch.placements(score, truth == 1) == pytest.approx(
            reference.placements(score, truth == 1), rel=1e-14
        )


def clustered(n):
    """Scores that agree in all but their last bits, at places far apart, below zero and at both zeros."""
    rng = np.random.default_rng(n)
    place = np.array([-1e300, -3.0, -0.0, 0.0, 1e-300, 0.5, 7e250])[rng.integers(0, 7, n)]
    return rng.random(n) < 0.4, place * (1 + rng.integers(0, 50, n) * 2.0**-52)


@pytest.mark.parametrize("n", [10, 3000, 20_000])
def test_placements_of_scores_that_differ_in_their_last_bits(n):
    positive, score = clustered(n)
    assert dispatch.placements(score, positive) == pytest.approx(reference.placements(score, positive), rel=1e-14)
    other = np.random.default_rng(1).normal(size=n)
    assert dispatch.area_gap(score, other, positive) == pytest.approx(
        reference.area_gap(score, other, positive), rel=1e-12
    )


@SHAPES
def test_the_gap_of_two_areas(n, digits):
    truth, a = scored(n, digits)
    b = scored(n, digits, seed=1)[1].astype(np.float32)
    fast, slow = dispatch.area_gap(a, b, truth == 1), reference.area_gap(a, b, truth == 1)
    assert fast == pytest.approx(slow, rel=1e-12, nan_ok=True)
    if min(truth.sum(), n - truth.sum()) > 1:
        assert dispatch.area_gap(a, a, truth == 1)[2:] == (0.0, 0.0)


@pytest.mark.parametrize("k", [2, 3, 40])
@KINDS
def test_tables_of_many_classes(k, dtype):
    rng = np.random.default_rng(k)
    n = 2000
    truth, label = rng.integers(0, k, n), rng.integers(0, k, n)
    score = np.round(rng.normal(size=(n, k)), 1).astype(dtype)
    proba = rng.dirichlet(np.ones(k), n).astype(dtype)
    known = reference.pair_wins(score, truth, k, None)
    assert np.array_equal(pair_wins(score, truth, k, None), known)
    assert np.array_equal(rest_wins(score, truth, k, None), known.sum(axis=1))
    assert np.array_equal(dispatch.confusion(truth, label, k, k, None), reference.confusion(truth, label, k, k, None))
    for one, two in zip(dispatch.margins(truth, label, k), reference.margins(truth, label, k), strict=True):
        assert np.array_equal(one, two)
    assert dispatch.probability_sums(proba, truth) == pytest.approx(reference.probability_sums(proba, truth), rel=1e-11)


@pytest.mark.parametrize("k", [2, 4])
def test_the_fused_walk_equals_its_columns(k):
    from bakeoff.predictions.from_arrays import predictions_of
    from bakeoff.predictions.summaries import row_quantities

    rng = np.random.default_rng(k)
    proba = np.round(rng.dirichlet(np.full(k, 0.3), 500), 2)
    proba[:, 0] = 1 - proba[:, 1:].sum(axis=1)
    proba = np.clip(proba, 0, 1)
    proba /= proba.sum(axis=1, keepdims=True)
    truth = rng.integers(0, k, 500)
    pred = predictions_of(truth, y_proba=proba, labels=range(k))
    sums = dispatch.probability_more(pred.proba, pred.truth)
    if sums is None:
        assert dispatch.backend() == "numpy"
        return
    *sums, codes = sums.tolist()
    assert codes == (truth.sum() if k == 2 else 0)
    for column, total in zip(row_quantities.FUSED, sums, strict=True):
        assert total == pytest.approx(column(pred, ORIGIN).sum(), rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("level", [False, True])
def test_whole_blocks_of_two_classes_equal_their_columns(level):
    from bakeoff.predictions.from_arrays import predictions_of
    from bakeoff.predictions.summaries import row_quantities

    rng = np.random.default_rng(3)
    column, truth = rng.beta(0.6, 0.6, 1700), rng.integers(0, 2, 1700)
    column[600:610] = [0.0, 1.0, 0.1, 0.3, 0.6, 0.7, 0.8, 0.9, 1e-17, 5e-324]
    column[[0, 1699]] = 0.5 if level else 0.4
    truth[600:610] = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1]
    pred = predictions_of(truth, y_proba=column)
    sums = dispatch.probability_more(pred.proba, pred.truth)
    if sums is None:
        assert dispatch.backend() == "numpy"
        return
    assert sums[-1] == truth.sum()
    for one, total in zip(row_quantities.FUSED, sums.tolist(), strict=False):
        assert total == pytest.approx(one(pred, 0.0).sum(), rel=1e-12, abs=1e-11), one.__name__


@pytest.mark.parametrize(
    ("a", "b"), [(2.0, None), (2.0, 2.0), (1.3, 1.7), (0.1, 30.0), (25.0, 0.06), (40.0, 41.0), (3.0, 2.0)]
)
def test_h_measures_here_and_compiled(a, b, monkeypatch):
    from bakeoff.measures.ranking.h_measure import h_of_hull

    rng = np.random.default_rng(8)
    for _ in range(40):
        steps = rng.integers(0, 60, (2, int(rng.integers(2, 30)))).astype(float)
        steps = steps[:, steps.sum(axis=0) > 0]
        edges = np.append(steps, steps.sum(axis=1, keepdims=True), axis=1)
        made = h_of_hull(edges, a, b)
        with monkeypatch.context() as plain:
            plain.setattr(dispatch, "_fast", None)
            assert made == pytest.approx(h_of_hull(edges, a, b), rel=1e-12, abs=1e-12)


def test_probabilities_of_zero_and_of_almost_zero():
    proba = np.array([[1.0, 0.0], [1.0, 5e-324], [0.5, 0.5]])
    assert dispatch.probability_sums(proba, np.array([1, 0, 0]))[0] == np.inf
    fast, slow = (one.probability_sums(proba, np.array([0, 1, 0])) for one in (dispatch, reference))
    assert fast == pytest.approx(slow)
    assert fast[0] == pytest.approx(-np.log(5e-324) - np.log(0.5))


def test_resamples_are_the_same_here_and_compiled():
    rng = np.random.default_rng(2)
    marks, last = rng.random(501) < 0.4, rng.random(501) < 0.7
    last[-1] = True
    seeds = rng.integers(1 << 63, size=40, dtype=np.uint64)
    fast = dispatch.resampled_sweeps(marks, last, seeds)
    assert fast == pytest.approx(resample_counts.resampled_sweeps(marks, last, seeds), rel=1e-11)
    rows = rng.normal(size=(501, 3))
    assert dispatch.resampled_means(rows, seeds) == pytest.approx(
        resample_counts.resampled_means(rows, seeds), abs=1e-12
    )


def test_the_twins_serve_where_nothing_is_compiled():
    code = (
        "import bakeoff as bo; from bakeoff.predictions import kernels; "
        "p = bo.measure([0, 1, 1, 0], [0, 1, 0, 0], y_proba=[.1, .9, .4, .3], ci=.9, n_resamples=50); "
        "print(kernels.backend(), p['roc_auc'].value, round(p['log_loss'].value, 6))"
    )
    env = {**os.environ, "BAKEOFF_NUMPY": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.split() == ["numpy", "1.0", "0.370922"]


@pytest.mark.parametrize("kind", ["f2", "f4", ">f4", "f8", ">f8", "longdouble"])
def test_probabilities_of_any_width_and_byte_order(kind):
    truth, share = np.array([0, 1, 1, 0, 1]), np.array([0.25, 0.75, 0.5, 0.375, 0.125])  # which all of them can hold
    proba = np.stack([1 - share, share], axis=1)
    for given in (proba.astype(kind), np.asfortranarray(proba.astype(kind)), proba.astype(kind)[:, ::-1][:, ::-1]):
        assert dispatch.probability_sums(given, truth) == pytest.approx(
            (metrics.log_loss(truth, proba) * 5, metrics.brier_score_loss(truth, share) * 10)
        )
