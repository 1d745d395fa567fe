"""A confusion matrix as its filled cells: the same counts in either form, merged, and let go of the rows."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.predictions.summaries.sparse_confusion import SparseConfusion, cells_of


def answers(classes, n, seed=0, *, weighted=False):
    rng = np.random.default_rng(seed)
    truth = rng.integers(classes, size=n)
    said = np.where(rng.random(n) < 0.6, truth, rng.integers(classes, size=n))
    return truth, said, rng.random(n) if weighted else None


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n", [0, 1, 30, 5000])
def test_both_forms_are_one_table(n, weighted):
    truth, said, weight = answers(20, n, weighted=weighted)
    made = cells_of(truth, said, (20, 20), weight)
    expected = np.zeros((20, 20))
    np.add.at(expected, (truth, said), 1.0 if weight is None else weight)
    assert made.dense() == pytest.approx(expected)
    for form in (made, made.filled(), made.smaller(), SparseConfusion.of(made.dense())):
        assert form.dense() == pytest.approx(expected)
        for mine, other in zip(form.margins(), (expected.sum(1), expected.sum(0), np.diag(expected)), strict=True):
            assert mine == pytest.approx(other)


@pytest.mark.parametrize(("n", "held"), [(50, "filled"), (5000, "all")])
def test_the_smaller_form_is_kept(n, held):
    truth, said, _ = answers(20, n)
    assert (cells_of(truth, said, (20, 20)).smaller().at is None) is (held == "all")


@pytest.mark.parametrize("sizes", [(0, 40), (40, 0), (30, 40), (40, 3000), (3000, 3000)])
def test_merging_adds(sizes):
    one, two = (cells_of(*answers(20, n, seed)[:2], (20, 20)) for seed, n in enumerate(sizes))
    assert np.array_equal(one.merge(two).dense(), one.dense() + two.dense())


def test_a_part_may_have_seen_more_clusters():
    few, more = cells_of(np.array([0, 1]), np.array([0, 1]), (2, 2)), cells_of(np.array([1]), np.array([4]), (2, 5))
    expected = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 1]]
    assert few.merge(more).dense().tolist() == more.merge(few).dense().tolist() == expected


def test_a_batch_has_the_margins_of_each():
    table = SparseConfusion(shape=(3, 3), at=np.array([0, 5, 8]), amounts=np.array([[1.0, 2, 3], [4, 0, 5]]))
    truth, predicted, right = table.margins()
    assert truth.tolist() == [[1, 2, 3], [4, 0, 5]]
    assert predicted.tolist() == [[1, 0, 5], [4, 0, 5]]
    assert right.tolist() == [[1, 0, 3], [4, 0, 5]]


def test_clusters_have_no_diagonal_though_they_be_as_many_as_the_classes():
    made = bo.measure(["a", "a", "b"], [0, 0, 0], task="clustering", measures=["purity"], level=None)
    assert made.confusion is None


def test_groups_of_rows_and_weights_are_resampled_by_their_cells():
    truth, said, weight = answers(200, 400, weighted=True)
    weight[:5] = 0.0
    few = {"measures": ["balanced_accuracy", "kappa"], "n_resamples": 50}
    for more in ({"sample_weight": weight}, {"groups": np.arange(400) // 4}):
        made = bo.measure(truth, said, **few, **more)
        assert made["kappa"].low < made["kappa"].value < made["kappa"].high


def test_very_many_cells_get_fewer_resamples(monkeypatch):
    from bakeoff.estimates import select

    truth, said, _ = answers(120, 600)
    monkeypatch.setattr(select, "LARGE", 400)
    assert bo.measure(truth, said, measures=["kappa"])["kappa"].method == "bootstrap percentile, 200 resamples"
