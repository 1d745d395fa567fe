import pickle

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.splits.plan import Split, SplitPlan


def plan(*splits):
    return SplitPlan(scheme="s", dataset="d", seed=0, splits=splits)


def test_training_rows_follow_from_the_test_rows():
    lazy = Split(repeat=0, fold=0, test=[4, 1], rows=6)
    given = Split(repeat=0, fold=0, test=[4, 1], train=[0, 2, 3, 5])
    assert lazy.train.tolist() == given.train.tolist() == [0, 2, 3, 5]
    assert (lazy.n_train, lazy.n_test) == (given.n_train, given.n_test) == (4, 2)
    assert lazy.train.dtype == given.train.dtype == np.int64


def test_a_split_needs_training_rows_or_their_number():
    with pytest.raises(BadInput, match="needs its training rows"):
        Split(repeat=0, fold=0, test=[1])


def test_a_split_cannot_be_changed_and_survives_a_pickle():
    split = Split(repeat=1, fold=2, test=[1], rows=3)
    with pytest.raises(AttributeError):
        split.fold = 3
    with pytest.raises(ValueError):
        split.train[0] = 7
    again = pickle.loads(pickle.dumps(split))
    assert (again.repeat, again.fold, again.train.tolist()) == (1, 2, [0, 2])


def test_splits_are_put_in_order_and_found():
    ours = plan(*(Split(repeat=r, fold=f, test=[f], rows=3) for r in (1, 0) for f in (2, 0, 1)))
    assert [(one.repeat, one.fold) for one in ours.splits] == [(r, f) for r in (0, 1) for f in (0, 1, 2)]
    assert ours.split(1, 2) is ours.splits[5]
    with pytest.raises(BadInput, match="no fold 3 in repeat 0"):
        ours.split(0, 3)


def test_overlap_is_about_training_rows_of_different_splits():
    halves = plan(Split(repeat=0, fold=0, test=[0, 1], rows=4), Split(repeat=0, fold=1, test=[2, 3], rows=4))
    assert not halves.overlapping
    thirds = plan(*(Split(repeat=0, fold=f, test=[f], rows=3) for f in range(3)))
    assert thirds.overlapping
    # Repetitions inside one bootstrap sample are no overlap.
    assert not plan(Split(repeat=0, fold=0, train=[0, 0, 1], test=[2])).overlapping


def test_share_is_test_over_training_rows():
    assert plan(*(Split(repeat=0, fold=f, test=[f], rows=5) for f in range(5))).test_share == 0.25


def test_fingerprints_differ_with_any_row():
    one = plan(Split(repeat=0, fold=0, test=[0], rows=4))
    other = plan(Split(repeat=0, fold=0, test=[1], rows=4))
    larger = plan(Split(repeat=0, fold=0, test=[0], rows=5))
    assert len({one.fingerprint, other.fingerprint, larger.fingerprint}) == 3
