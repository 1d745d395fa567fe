import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.splits import Bootstrap, KFold, LeaveOneOut, Subsampling, TenByTen, from_arrays, to_arrays
from bakeoff.splits.plan import Split, SplitPlan


@pytest.mark.parametrize("scheme", [TenByTen(), LeaveOneOut(), Subsampling(4), Bootstrap(5), KFold(3, stratify=False)])
def test_back_again(classes, scheme):
    plan = scheme.plan(classes([1, 30, 40]), 2**100)
    again = from_arrays(to_arrays(plan))
    assert again.fingerprint == plan.fingerprint
    assert (again.scheme, again.dataset, again.seed, again.warnings) == (
        plan.scheme,
        plan.dataset,
        plan.seed,
        plan.warnings,
    )
    for one, other in zip(plan.splits, again.splits, strict=True):
        assert (one.repeat, one.fold) == (other.repeat, other.fold)
        assert one.train.tolist() == other.train.tolist()
        assert one.test.tolist() == other.test.tolist()


def test_folds_take_a_byte_per_row_and_repeat(classes):
    arrays = to_arrays(TenByTen().plan(classes([300, 300]), 0))
    assert set(arrays) == {"about", "folds"}
    assert arrays["folds"].dtype == np.uint8
    assert arrays["folds"].shape == (10, 600)


def test_no_array_holds_objects(classes):
    for scheme in (TenByTen(), Bootstrap(3)):
        assert all(one.dtype.kind in "iu" for one in to_arrays(scheme.plan(classes([30, 30]), 0)).values())


def test_unusual_plans_keep_their_shape():
    odd = SplitPlan(
        scheme="odd",
        dataset="d",
        seed=0,
        splits=(
            Split(repeat=0, fold=0, test=[2, 0], rows=4),  # not ascending
            Split(repeat=0, fold=3, train=[1, 1], test=[3]),
        ),
    )
    again = from_arrays(to_arrays(odd))
    assert again.fingerprint == odd.fingerprint
    assert again.splits[0].test.tolist() == [2, 0]


def damaged(arrays, **changes):
    return {key: value for key, value in (arrays | changes).items() if value is not None}


@pytest.mark.parametrize(
    "changes",
    [
        {"about": None},
        {"about": np.frombuffer(b"{", dtype=np.uint8)},
        {"about": np.frombuffer(b"[]", dtype=np.uint8)},
        {"keys": None},
        {"test": np.arange(3)},
        {"test_sizes": np.array([1])},
        {"train": np.arange(5), "train_sizes": np.array([5])},
    ],
)
def test_damage_is_told(classes, changes):
    arrays = to_arrays(Bootstrap(3).plan(classes([30, 30]), 0))
    with pytest.raises(BadInput, match="stored split plan is damaged"):
        from_arrays(damaged(arrays, **changes))


def test_positions_outside_the_data_are_damage(classes):
    arrays = to_arrays(Subsampling(2).plan(classes([30, 30]), 0))
    wrong = arrays["test"].astype(np.int64)
    wrong[0] = 60
    with pytest.raises(BadInput, match=r"positions outside 0\.\.59"):
        from_arrays(damaged(arrays, test=wrong))
