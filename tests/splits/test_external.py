import numpy as np
import pytest
from sklearn import model_selection as ms

from bakeoff.core.errors import BadInput
from bakeoff.splits import FromSklearn, PredefinedPlan, scheme_from


def test_the_rows_are_those_of_scikit_learn(classes):
    data = classes([30, 30])
    splitter = ms.StratifiedKFold(5, shuffle=True, random_state=3)
    plan = FromSklearn(splitter).plan(data, 0)
    for ours, (train, test) in zip(plan.splits, splitter.split(data.features, data.target), strict=True):
        assert ours.train.tolist() == train.tolist()
        assert ours.test.tolist() == test.tolist()
    assert [one.fold for one in plan.splits] == list(range(5))


@pytest.mark.parametrize(
    ("splitter", "shape"),
    [
        (ms.KFold(4), (1, 4)),
        (ms.RepeatedStratifiedKFold(n_splits=5, n_repeats=3), (3, 15)),
        (ms.ShuffleSplit(6, test_size=0.3), (6, 6)),
        (ms.TimeSeriesSplit(4), (1, 4)),
        (ms.LeaveOneOut(), (1, 60)),
    ],
)
def test_repeats_and_folds_are_recognized(classes, splitter, shape):
    plan = FromSklearn(splitter).plan(classes([30, 30]), 0)
    assert (plan.repeats, len(plan)) == shape


def test_an_unseeded_splitter_is_seeded_by_the_study_and_left_alone(classes):
    data, splitter = classes([30, 30]), ms.ShuffleSplit(3)
    one, again, other = (FromSklearn(splitter).plan(data, seed) for seed in (1, 1, 2))
    assert one.fingerprint == again.fingerprint != other.fingerprint
    assert splitter.random_state is None


def test_a_splitter_with_a_generator_gives_the_same_plan_twice(classes):
    scheme = FromSklearn(ms.ShuffleSplit(3, random_state=np.random.RandomState(0)))
    assert scheme.plan(classes([30, 30]), 1).fingerprint == scheme.plan(classes([30, 30]), 1).fingerprint


def test_groups_reach_the_splitter(classes):
    data = classes([30, 30], groups=np.arange(60) // 6)
    plan = FromSklearn(ms.GroupKFold(5)).plan(data, 0)
    assert plan.warnings == ()
    for one in plan.splits:
        assert not set(data.groups[one.test]) & set(data.groups[one.train])


def test_what_the_splitter_refuses_is_told_in_one_sentence(classes):
    with pytest.raises(BadInput, match=r"'toy': sklearn:GroupKFold.* cannot split it: The 'groups' parameter"):
        FromSklearn(ms.GroupKFold(5)).plan(classes([30, 30]), 0)
    with pytest.raises(BadInput, match="cannot split it"):
        FromSklearn(ms.KFold(100)).plan(classes([30, 30]), 0)


def test_what_the_splitter_warns_of_is_kept_with_the_plan(classes):
    plan = FromSklearn(ms.StratifiedKFold(5)).plan(classes([3, 30]), 0)
    assert "least populated class" in plan.warnings[0]
    ignored = FromSklearn(ms.KFold(5)).plan(classes([30, 30], groups=np.arange(60) // 6), 0)
    assert len(ignored.warnings) == 1
    assert "may put rows of one group on both sides" in ignored.warnings[0]


def test_a_class_is_no_splitter():
    with pytest.raises(BadInput, match="is not a splitter"):
        FromSklearn(ms.KFold)


class TestPositions:
    def test_pairs_masks_and_generators(self, classes):
        data = classes([3, 3])
        everything = np.arange(6)
        pairs = [(everything[everything % 2 == k], everything[everything % 2 != k]) for k in (0, 1)]
        masks = [(everything % 2 == k, everything % 2 != k) for k in (0, 1)]
        one = PredefinedPlan(pairs)
        assert one.name == PredefinedPlan(masks).name == scheme_from(pair for pair in pairs).name
        assert one.plan(data.take(np.argsort(data.target)), 0).repeats == 1

    @pytest.mark.parametrize(
        ("pairs", "message"),
        [
            ([([0, 1], [1])], "row 1 both trains and tests"),
            ([([0, 1], [2, 2])], "row 2 is tested twice"),
            ([([0, 1], [9])], "test positions must lie in 0..5"),
            ([([0, -1], [3])], "training positions must lie in 0..5"),
            ([([0, 1], [])], "the test part is empty"),
            ([([], [1])], "the training part is empty"),
            ([], "gives no split at all"),
        ],
    )
    def test_impossible_pairs(self, numbers, pairs, message):
        with pytest.raises(BadInput, match=message):
            PredefinedPlan(pairs).plan(numbers(6), 0)

    @pytest.mark.parametrize("pairs", [[1, 2], [([0.5], [1])], [("a", "b")], [([[0]], [1])]])
    def test_no_pairs_of_positions(self, pairs):
        with pytest.raises(BadInput):
            PredefinedPlan(pairs)
