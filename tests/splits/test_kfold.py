import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bakeoff.core.errors import BadInput
from bakeoff.splits import FiveByTwo, KFold, LeaveOneOut, TenByTen
from bakeoff.splits.kfold import assign_folds


def fold_counts(plan, target, k):
    return np.array([np.bincount(target[one.test], minlength=k) for one in plan.splits])


@settings(max_examples=150, deadline=None)
@given(
    sizes=st.lists(st.integers(0, 23), min_size=1, max_size=6).filter(lambda sizes: sum(sizes) >= 2),
    folds=st.integers(2, 12),
    seed=st.integers(0, 2**32 - 1),
)
def test_dealing_is_even_by_fold_and_by_stratum(sizes, folds, seed):
    strata = np.repeat(np.arange(len(sizes)), sizes)
    fold = assign_folds(len(strata), folds, np.random.default_rng(seed), strata)
    table = np.array([np.bincount(strata[fold == one], minlength=len(sizes)) for one in range(folds)])
    assert np.ptp(table.sum(axis=1)) <= 1
    assert (np.ptp(table, axis=0) <= 1).all()
    assert table.sum(axis=0).tolist() == list(sizes)


def test_every_row_is_tested_once_per_repeat(classes):
    data = classes([31, 20, 13])
    plan = KFold(10, repeats=3).plan(data, 7)
    assert len(plan) == 30
    for repeat in range(3):
        tested = np.concatenate([one.test for one in plan.splits if one.repeat == repeat])
        assert sorted(tested.tolist()) == list(range(64))


def test_repeats_differ_and_do_not_depend_on_their_number(classes):
    data = classes([30, 30])
    three, ten = KFold(10, repeats=3).plan(data, 7), KFold(10, repeats=10).plan(data, 7)
    for one, other in zip(three.splits, ten.splits, strict=False):
        assert one.test.tolist() == other.test.tolist()
    assert three.split(0, 0).test.tolist() != three.split(1, 0).test.tolist()
    assert TenByTen().plan(data, 7).split(9, 9).test.tolist() == ten.split(9, 9).test.tolist()
    assert (
        FiveByTwo().plan(data, 7).split(4, 1).test.tolist()
        == KFold(2, repeats=5).plan(data, 7).split(4, 1).test.tolist()
    )


def test_another_seed_draws_other_rows(classes):
    data = classes([30, 30])
    assert KFold(3).plan(data, 1).fingerprint != KFold(3).plan(data, 2).fingerprint


def test_plain_folds_ignore_the_classes(classes):
    data = classes([50, 50])
    counts = fold_counts(KFold(10, stratify=False).plan(data, 0), data.target, 2)
    assert (counts.sum(axis=1) == 10).all()
    assert np.ptp(counts[:, 0]) > 1


def test_classes_smaller_than_the_folds_are_spread_and_told(classes):
    data = classes([4, 5, 15])  # as contact-lenses
    plan = KFold(10).plan(data, 3)
    counts = fold_counts(plan, data.target, 3)
    assert counts[:, 0].max() == counts[:, 1].max() == 1
    assert np.ptp(counts.sum(axis=1)) <= 1
    assert "2 of 3 classes have fewer rows than 10 folds (class 'a' has 4 rows)" in plan.warnings[0]


def test_a_class_of_one_row_among_many_is_no_obstacle(classes):
    plan = KFold(10).plan(classes([1, 1, 30, 40]), 0)
    assert len(plan) == 10
    assert "class 'a' has 1 row)" in plan.warnings[0]


def test_demanded_strata_are_refused_where_a_class_is_too_small(classes):
    with pytest.raises(BadInput, match=r"'toy': class 'a' has 4 rows, too few to have one in each of 10 folds; use"):
        KFold(10, stratify=True).plan(classes([4, 30]), 0)


def test_fewer_rows_than_folds(classes):
    with pytest.raises(BadInput, match="'toy' has 8 rows, too few for 10 folds; use at most 8 folds"):
        KFold(10).plan(classes([4, 4]), 0)


def test_as_many_folds_as_rows(numbers):
    plan = KFold(5).plan(numbers(5), 0)
    assert sorted(int(one.test[0]) for one in plan.splits) == list(range(5))


def test_one_class_only(classes):
    with pytest.raises(BadInput, match="all 20 rows are of class 'a', so there is nothing to learn"):
        KFold(10).plan(classes([20, 0]), 0)


def test_one_class_in_a_training_part(classes):
    with pytest.raises(
        BadInput, match=r"repeat 0, fold \d: the training part contains class 'b' only; use fewer folds"
    ):
        KFold(10).plan(classes([1, 29]), 0)


def test_numbers_cannot_be_stratified(numbers):
    with pytest.raises(BadInput, match="a regression target has no classes to stratify by; use stratify=False"):
        KFold(3, stratify=True).plan(numbers(30), 0)
    assert len(KFold(3).plan(numbers(30), 0)) == 3


def test_the_truth_of_a_clustering_is_not_used(classes):
    from dataclasses import replace

    data = replace(classes([20, 0]), task="clustering")
    assert len(KFold(4).plan(data, 0)) == 4


@pytest.mark.parametrize("wrong", [{"folds": 1}, {"folds": 2.5}, {"repeats": 0}, {"stratify": "yes"}, {"folds": True}])
def test_wrong_settings(wrong):
    with pytest.raises(BadInput):
        KFold(**wrong)


class TestGroups:
    def test_groups_stay_together_and_folds_even(self, classes):
        groups = np.repeat(np.arange(20), 5)
        data = classes([50, 50], groups=groups)
        plan = KFold(5, groups=True, stratify=False).plan(data, 0)
        for one in plan.splits:
            assert not set(groups[one.test]) & set(groups[one.train])
            assert len(one.test) == 20
        assert plan.warnings == ()

    def test_strata_and_groups(self):
        from bakeoff.data.dataset import Column, Dataset

        rng = np.random.default_rng(0)
        share = rng.uniform(0, 1, 100)
        groups = np.repeat(np.arange(100), rng.integers(1, 9, 100))
        target = (rng.uniform(size=len(groups)) < share[groups]).astype(int)
        data = Dataset(
            name="g",
            task="binary",
            features=np.zeros((len(groups), 1)),
            target=target,
            columns=(Column(name="x"),),
            classes=("no", "yes"),
            groups=groups.astype(str),
        )
        plan = KFold(5, groups=True).plan(data, 0)
        shares = [target[one.test].mean() for one in plan.splits]
        sizes = [one.n_test for one in plan.splits]
        assert max(shares) - min(shares) < 0.05
        assert max(sizes) - min(sizes) <= 4
        for one in plan.splits:
            assert not set(groups[one.test]) & set(groups[one.train])

    def test_too_few_groups(self, classes):
        data = classes([10, 10], groups=np.arange(20) % 3)
        with pytest.raises(BadInput, match="has 3 groups, too few for 5 folds; use at most 3 folds"):
            KFold(5, groups=True).plan(data, 0)

    def test_no_groups(self, classes):
        with pytest.raises(BadInput, match="'toy' has no groups; name the group column"):
            KFold(5, groups=True).plan(classes([10, 10]), 0)

    @pytest.mark.parametrize("hole", [np.array([1.0, np.nan] * 10), np.array(["a", None] * 10, dtype=object)])
    def test_a_row_without_a_group(self, classes, hole):
        with pytest.raises(BadInput, match="row 1 has no group"):
            KFold(2, groups=True).plan(classes([10, 10], groups=hole), 0)

    def test_groups_that_are_not_used_are_told(self, classes):
        plan = KFold(5).plan(classes([10, 10], groups=np.arange(20) % 5), 0)
        assert "may put rows of one group on both sides" in plan.warnings[0]


def test_leave_one_out(classes):
    plan = LeaveOneOut().plan(classes([3, 4]), 0)
    assert [one.test.tolist() for one in plan.splits] == [[row] for row in range(7)]
    assert plan.test_share == pytest.approx(1 / 6)
    with pytest.raises(BadInput, match="the training part contains class 'b' only; drop the class of a single row"):
        LeaveOneOut().plan(classes([1, 4]), 0)


def test_many_rows_ten_by_ten_stay_small(numbers):
    plan = KFold(10, repeats=10).plan(numbers(100_000), 0)
    assert sum(one.test.nbytes for one in plan.splits) == 10 * 100_000 * 8
    assert all(one._train is None for one in plan.splits)
