"""Work: everything that is to be fitted; Order and Answer: what goes to whoever runs a unit, and what comes back."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import REGRESSION
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Work, content_hash, content_hashes, units
from bakeoff.splits.kfold import KFold


def key(data: str, learner: str, fold: int) -> UnitKey:
    return UnitKey(dataset=data, learner=learner, scheme="s", repeat=0, fold=fold)


def data(shift: float = 0.0) -> Dataset:
    features = np.arange(20.0).reshape(10, 2) + shift
    columns = (Column(name="p"), Column(name="q"))
    return Dataset(name="d", task=REGRESSION, features=features, target=np.arange(10.0), columns=columns)


class Settled:
    name, gives = "l", frozenset()

    def __init__(self, settings: str = "") -> None:
        self.settings = settings


def work(settings: str = "", shift: float = 0.0, seed: int = 0, repeats: int = 1) -> Work:
    one = data(shift)
    plan = KFold(2, repeats=repeats).plan(one, 0)
    return Work(datasets={"d": one}, plans={"d": plan}, learners={"l": Settled(settings)}, scheme="s", seed=seed)


def test_content_changes_with_whatever_changes_the_outcome() -> None:
    first = content_hashes(work())
    assert list(first) == list(units(work()))
    assert first == {key: content_hash(work(), key) for key in units(work())}
    for other in (work(settings="x"), work(shift=1), work(seed=1)):
        assert set(content_hashes(other).values()).isdisjoint(first.values())


def test_more_repeats_leave_the_first_ones_as_they_were() -> None:
    few, many = content_hashes(work(repeats=1)), content_hashes(work(repeats=3))
    assert sorted(few.values()) == sorted(list(many.values())[:2])


def test_a_plan_for_other_data_is_refused() -> None:
    one = data()
    plan = KFold(2).plan(data(1.0), 0)
    with pytest.raises(BadInput, match="drawn for other data"):
        Work(datasets={"d": one}, plans={"d": plan}, learners={}, scheme="s", seed=0)
    with pytest.raises(BadInput, match="no split plan"):
        Work(datasets={"d": one}, plans={}, learners={}, scheme="s", seed=0)
    with pytest.raises(UnknownName):
        content_hash(work(), key("e", "l", 0))
    with pytest.raises(UnknownName):
        content_hash(work(), key("d", "m", 0))
