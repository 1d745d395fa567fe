import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.splits import RollingOrigin


def parts(plan):
    return [(one.train.tolist(), one.test.tolist()) for one in plan.splits]


def test_expanding_and_sliding(numbers):
    data = numbers(6)
    assert parts(RollingOrigin(2, horizon=2).plan(data, 0)) == [([0, 1], [2, 3]), ([0, 1, 2, 3], [4, 5])]
    assert parts(RollingOrigin(2, horizon=1, step=2, window="sliding").plan(data, 0)) == [
        ([0, 1], [2]),
        ([2, 3], [4]),
    ]


def test_rows_are_taken_in_the_order_of_their_times(numbers):
    times = np.array(["2024-03-01", "2024-01-01", "2024-02-01"], dtype="datetime64[D]")
    plan = RollingOrigin(1).plan(numbers(3, time=times), 0)
    assert parts(plan) == [([1], [2]), ([1, 2], [0])]
    assert plan.warnings == ()


def test_rows_of_the_same_moment_stay_together(numbers):
    plan = RollingOrigin(1, horizon=1).plan(numbers(6, time=np.array([3, 1, 2, 1, 2, 3])), 0)
    assert parts(plan) == [([1, 3], [2, 4]), ([1, 3, 2, 4], [0, 5])]


def test_row_order_stands_in_for_times_and_is_told(numbers):
    assert "order of the rows" in RollingOrigin(2).plan(numbers(4), 0).warnings[0]
    assert RollingOrigin(2, order="rows").plan(numbers(4), 0).warnings == ()
    with pytest.raises(BadInput, match="has no times; name the time column"):
        RollingOrigin(2, order="time").plan(numbers(4), 0)


@pytest.mark.parametrize(
    "hole",
    [
        np.array([1.0, np.nan, 2.0]),
        np.array(["2024-01-01", "NaT", "2024-01-02"], dtype="datetime64[D]"),
        np.array(["a", None, "b"], dtype=object),
    ],
)
def test_a_row_without_a_time(numbers, hole):
    with pytest.raises(BadInput, match="row 1 has no time"):
        RollingOrigin(1).plan(numbers(3, time=hole), 0)


def test_too_little_time(numbers):
    with pytest.raises(BadInput, match=r"has 4 rows, too few for initial \+ horizon = 5"):
        RollingOrigin(3, horizon=2).plan(numbers(4), 0)
    with pytest.raises(BadInput, match="has 2 points in time, too few"):
        RollingOrigin(2, horizon=1).plan(numbers(4, time=np.array([1, 1, 2, 2])), 0)


def test_one_class_at_first(classes):
    data = classes([5, 5])
    order = np.argsort(data.target, kind="stable")
    with pytest.raises(BadInput, match="training part contains class 'a' only; use a longer initial part"):
        RollingOrigin(3).plan(data.take(order), 0)


@pytest.mark.parametrize("wrong", [{"initial": 0}, {"horizon": 0}, {"step": -1}, {"window": "jumping"}, {"order": "x"}])
def test_wrong_settings(wrong):
    with pytest.raises(BadInput):
        RollingOrigin(**({"initial": 3} | wrong))
