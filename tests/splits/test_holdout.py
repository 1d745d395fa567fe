from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.splits import HoldOut, Subsampling


def test_exact_sizes(numbers):
    split = HoldOut(0.3).plan(numbers(50), 0).splits[0]
    assert (split.n_test, split.n_train) == (15, 35)
    assert sorted([*split.test.tolist(), *split.train.tolist()]) == list(range(50))


def test_each_class_gives_its_share(classes):
    data = classes([30, 60, 9])
    split = HoldOut(1 / 3).plan(data, 0).splits[0]
    assert np.bincount(data.target[split.test]).tolist() == [10, 20, 3]


def test_the_size_stays_exact_where_shares_do_not_divide(classes):
    data = classes([7, 8, 6])
    for seed in range(20):
        split = HoldOut(0.4).plan(data, seed).splits[0]
        counts = np.bincount(data.target[split.test])
        assert split.n_test == 8
        assert (np.abs(counts - np.array([7, 8, 6]) * 8 / 21) < 1).all()


def test_a_single_row_of_a_class_trains(classes):
    data = classes([1, 10, 10])
    plan = HoldOut(0.5).plan(data, 0)
    assert 0 in data.target[plan.splits[0].train]
    assert "class 'a' has 1 row" in plan.warnings[0]
    with pytest.raises(BadInput, match="class 'a' has 1 row, too few to have one in each of the 2 parts"):
        HoldOut(0.5, stratify=True).plan(data, 0)


def test_repeats_are_fresh_and_hold_out_is_the_first_of_them(classes):
    data = classes([30, 30])
    plan = Subsampling(5, test=0.2).plan(data, 3)
    assert [(one.repeat, one.fold, one.n_test) for one in plan.splits] == [(r, 0, 12) for r in range(5)]
    assert len({tuple(one.test.tolist()) for one in plan.splits}) == 5
    assert HoldOut(0.2).plan(data, 3).splits[0].test.tolist() == plan.splits[0].test.tolist()


def test_two_rows_and_one(numbers):
    assert HoldOut(0.01).plan(numbers(2), 0).splits[0].n_test == 1
    assert HoldOut(0.99).plan(numbers(2), 0).splits[0].n_train == 1
    with pytest.raises(BadInput, match="has 1 row, too few for a hold-out"):
        HoldOut().plan(numbers(1), 0)


def _trained(data, seed):
    rows = replace(data, task="regression", classes=(), target=data.target.astype(float))
    return HoldOut(0.5).plan(rows, seed).splits[0].train


def test_by_chance_one_class_is_refused_without_strata(classes):
    data = classes([1, 20])
    unlucky = next(seed for seed in range(30) if 0 not in data.target[_trained(data, seed)])
    with pytest.raises(BadInput, match="training part contains class 'b' only; use stratify"):
        HoldOut(0.5, stratify=False).plan(data, unlucky)


@pytest.mark.parametrize("share", [0, 1, -0.5, float("nan")])
def test_wrong_share(share):
    with pytest.raises(BadInput, match="test must lie strictly between 0 and 1"):
        HoldOut(share)
