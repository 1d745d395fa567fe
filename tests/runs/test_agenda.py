"""Longest first, pilots early, and an order that a user fixes."""

import time

import numpy as np
import pytest

from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import REGRESSION
from bakeoff.runs.agenda import Schedule
from bakeoff.runs.unit import UnitKey


def key(data: str, learner: str, fold: int) -> UnitKey:
    return UnitKey(dataset=data, learner=learner, scheme="s", repeat=0, fold=fold)


def keys(folds: int = 3) -> list[UnitKey]:
    return [key(data, learner, fold) for data in "ab" for learner in ("x", "y") for fold in range(folds)]


def test_pilots_of_large_data_sets_go_first_and_then_the_longest() -> None:
    schedule = Schedule(keys(), sizes={"a": 1.0, "b": 10.0}, costs={})
    pilots = [schedule.take() for _ in range(4)]
    assert [(one.dataset, one.fold) for one in pilots] == [("b", 0), ("a", 0), ("b", 0), ("a", 0)]
    for one, seconds in zip(pilots, (3.0, 1.0, 2.0, 50.0), strict=True):
        schedule.learn(one, seconds)
    slowest = pilots[3].learner
    assert [schedule.take() for _ in range(2)] == [key("a", slowest, 1), key("a", slowest, 2)]
    assert schedule.take().dataset == "b"
    assert schedule.work_left() == pytest.approx(3.0 + 2 * 1.0 + 2 * 2.0)


def test_a_pilot_that_runs_long_counts_as_long() -> None:
    schedule = Schedule(keys(2), sizes={}, costs={})
    pilots = [schedule.take() for _ in range(4)]
    for one in pilots[1:]:
        schedule.learn(one, 0.001)
    time.sleep(0.11)
    assert schedule.peek() == key(pilots[0].dataset, pilots[0].learner, 1)
    assert schedule.expected(pilots[0]) == float("inf")


def test_short_units_go_learner_by_learner() -> None:
    costs = {("a", "x"): 0.04, ("a", "y"): 0.03, ("b", "x"): 0.01, ("b", "y"): 0.02}
    schedule = Schedule(keys(), sizes={}, costs=costs)
    assert [schedule.take().learner for _ in range(12)] == ["y"] * 6 + ["x"] * 6


def test_past_runs_replace_pilots() -> None:
    costs = {("a", "x"): 1.0, ("a", "y"): 9.0, ("b", "x"): 5.0, ("b", "y"): 2.0}
    schedule = Schedule(keys(1), sizes={}, costs=costs)
    assert [(one.dataset, one.learner) for one in (schedule.take() for _ in range(4))] == [
        ("a", "y"),
        ("b", "x"),
        ("b", "y"),
        ("a", "x"),
    ]
    assert schedule.peek() is None
    with pytest.raises(IndexError):
        schedule.take()


def test_a_fixed_order_is_kept_and_a_returned_unit_goes_next() -> None:
    order = keys()[::-1]
    schedule = Schedule(keys(), sizes={}, costs={}, order=order[:5])
    taken = [schedule.take() for _ in range(12)]
    assert taken[:5] == order[:5]
    assert sorted(taken) == sorted(keys())
    schedule.put_back(taken[3])
    assert schedule.peek() == taken[3]


def data(shift: float = 0.0) -> Dataset:
    features = np.arange(20.0).reshape(10, 2) + shift
    columns = (Column(name="p"), Column(name="q"))
    return Dataset(name="d", task=REGRESSION, features=features, target=np.arange(10.0), columns=columns)
