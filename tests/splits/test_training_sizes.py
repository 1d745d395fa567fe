"""Smaller training parts: nested, stratified, fixed by the seed."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import MULTICLASS, REGRESSION
from bakeoff.splits import scheme_from
from bakeoff.splits.training_sizes import nested_order, shown_size, size_problems, sizes_in_rows, subset


def domain(target, *, classes=("a", "b", "c")):
    target = np.asarray(target)
    task = MULTICLASS if classes else REGRESSION
    return Dataset(
        name="d",
        task=task,
        features=np.arange(len(target))[:, None],
        columns=(Column(name="x"),),
        target=target,
        classes=classes,
    )


DATA = domain(np.repeat([0, 1, 2], [60, 30, 10]))


@settings(deadline=None, max_examples=40)
@given(counts=st.lists(st.integers(1, 40), min_size=1, max_size=5), seed=st.integers(0, 99), data=st.data())
def test_every_beginning_holds_its_share_of_each_class(counts, seed, data):
    strata = np.repeat(np.arange(len(counts)), counts)
    order = nested_order(strata, len(strata), np.random.default_rng(seed))
    assert sorted(order.tolist()) == list(range(len(strata)))
    size = data.draw(st.integers(1, len(strata)))
    seen = np.bincount(strata[order[:size]], minlength=len(counts))
    share = np.array(counts) / len(strata)
    assert (np.abs(seen - size * share) <= 0.5 + share * len(counts) / 2 + 1e-9).all()  # each class is rounded


@pytest.mark.parametrize("scheme", ["5-fold", "holdout", "2x5", "bootstrap", "subsampling"])
def test_parts_are_nested_and_within_the_training_part(scheme):
    plan = scheme_from(scheme).plan(DATA, 3)
    split = plan.splits[-1]
    parts = [subset(plan, split.repeat, split.fold, size, DATA.target) for size in (5, 12, 30)]
    assert [len(one) for one in parts] == [5, 12, 30]
    counted = [np.bincount(one, minlength=100) for one in (*parts, split.train)]
    assert all((few <= more).all() for few, more in pairwise(counted))


def test_the_order_of_rows_is_that_of_the_whole_part():
    plan = scheme_from("5-fold").plan(DATA, 0)
    part = subset(plan, 0, 0, 20, DATA.target)
    assert part.tolist() == sorted(part.tolist())


def test_the_seed_and_the_split_decide():
    plans = [scheme_from("5-fold").plan(DATA, seed) for seed in (0, 0, 1)]
    first, again, other = (subset(plan, 0, 0, 20, DATA.target).tolist() for plan in plans)
    assert first == again != other


def test_a_regression_has_no_strata():
    data = domain(np.linspace(0.0, 1.0, 40), classes=())
    plan = scheme_from("4-fold").plan(data, 0)
    assert len(subset(plan, 0, 0, 7, None)) == 7


def test_as_many_rows_as_there_are_is_the_whole_part():
    plan = scheme_from("5-fold").plan(DATA, 0)
    assert subset(plan, 0, 0, 80, DATA.target).tolist() == plan.split(0, 0).train.tolist()


def test_sizes_are_the_same_in_every_split_and_leave_out_the_whole():
    plan = scheme_from("3-fold").plan(DATA, 0)
    assert sizes_in_rows(plan, (0.5, 0.1, 20, 1.0)) == (7, 20, 33)
    assert sizes_in_rows(plan, (0.001,)) == (1,)
    assert sizes_in_rows(plan, (0.1, 0.101)) == (7,)


def test_what_cannot_be_a_size():
    told = list(size_problems([0.0, 1.5, 1, -3, True, 0.5, 0.5, float("nan")]))
    assert sum("is neither a share" in one for one in told) == 6
    assert "train_sizes: 0.5 is given twice" in told
    assert list(size_problems([0.1, 1.0, 2])) == []


def test_sizes_in_words():
    assert (shown_size(0.125), shown_size(30)) == ("12.5%", "30 rows")
