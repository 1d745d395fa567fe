import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.splits import Bootstrap


def test_n_rows_drawn_and_the_rest_tested(classes):
    data = classes([40, 60])
    plan = Bootstrap(50).plan(data, 0)
    assert [one.repeat for one in plan.splits] == list(range(50))
    for one in plan.splits:
        assert one.n_train == 100
        assert sorted({*one.train.tolist(), *one.test.tolist()}) == list(range(100))
        assert not set(one.train.tolist()) & set(one.test.tolist())
    left_out = np.mean([one.n_test for one in plan.splits]) / 100
    assert left_out == pytest.approx((1 - 1 / 100) ** 100, abs=0.02)  # 0.366: five standard errors are 0.022


def test_strata_keep_the_class_sizes(classes):
    data = classes([10, 90])
    for one in Bootstrap(20, stratify=True).plan(data, 0).splits:
        assert np.bincount(data.target[one.train]).tolist() == [10, 90]


def test_samples_of_one_class_are_drawn_again_and_told(classes):
    data = classes([2, 20])
    plan = Bootstrap(100).plan(data, 0)
    assert all(len(set(data.target[one.train])) == 2 for one in plan.splits)
    assert "bootstrap samples with one class or nothing to test were drawn again" in plan.warnings[0]


def test_what_can_never_be(numbers, classes):
    with pytest.raises(BadInput, match="1000 bootstrap samples in a row contained one class only or left nothing"):
        Bootstrap(1).plan(classes([1, 1]), 0)
    with pytest.raises(BadInput, match="has 1 row, too few for a bootstrap"):
        Bootstrap(1).plan(numbers(1), 0)
    with pytest.raises(BadInput, match="stratify must be true or false for a bootstrap"):
        Bootstrap(10, stratify="auto")
