"""Conditions: each operator does what it says, and what does not fit is told at once."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, Problems
from bakeoff.data.conditions import Condition, aligned, condition_rows, joined
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.tasks import BINARY


@pytest.fixture
def patients():
    return bo.make("flu", n=2000, seed=4)


def rows(data, **settings):
    return condition_rows(data, Condition(name="c", **settings), seed=1)


def test_where_and_drop(patients):
    kept = rows(patients, where={"age": ["Infant", "Elderly"]}).keep
    assert set(patients.features[kept, 0]) == {0, 5}
    dropped = rows(patients, drop={"age": "Infant"}).keep
    assert 0 not in set(patients.features[dropped, 0])
    assert not rows(patients, drop={"age": "Infant"}).changed


def test_reweight_makes_the_shares_asked_for(patients):
    data = joined(patients, [patients] * 9, "many")
    found = rows(data, reweight={"social": {"Rich": 3.0, "Poor": 0.0}})
    shares = np.bincount(data.features[found.keep, 3].astype(int), minlength=3)
    before = np.bincount(data.features[:, 3].astype(int), minlength=3)
    assert shares[2] == 0
    assert shares[0] / shares[1] == pytest.approx(3 * before[0] / before[1], rel=0.1)


def test_noise_remove_flip(patients):
    noisy = rows(patients, noise=0.5)
    assert (
        0.2 < np.mean(noisy.data.features[:, 0] != patients.features[:, 0]) < 0.5
    )  # half drawn anew, a sixth of these alike
    gone = rows(patients, remove="age")
    assert np.isnan(gone.data.features[:, 0]).all()
    flipped = rows(patients, flip=0.3)
    assert np.mean(flipped.data.target != patients.target) == pytest.approx(0.3, abs=0.04)
    numbers = bo.make("gaussians", n=4000)
    moved = rows(numbers, noise=2.0).data.features - numbers.features
    np.testing.assert_allclose(moved.std(axis=0), 2.0 * numbers.features.std(axis=0), rtol=0.06)


def test_moving_the_boundary_takes_the_nearest_rows():
    x = np.linspace(-1, 1, 101)
    data = Dataset(name="line", task=BINARY, features=x[:, None], target=(x > 0).astype(int), columns=(Column(name="x"),), classes=("no", "yes"))  # fmt: skip
    made = rows(data, move={"yes": 0.2}).data.target
    assert made.sum() == 50 + round(0.2 * 51)
    assert x[made == 1].min() == pytest.approx(-0.18)


def test_the_same_seed_gives_the_same_rows(patients):
    first, second = rows(patients, noise=0.4), rows(patients, noise=0.4)
    assert first.fingerprint == second.fingerprint
    assert first.fingerprint != rows(patients, noise=0.41).fingerprint


def test_all_problems_at_once(patients):
    with pytest.raises(Problems) as caught:
        rows(patients, where={"agee": "Infant"}, drop={"age": "Infants"}, move={"Complication": 0.1})
    assert len(caught.value.problems) == 3
    assert "did you mean 'age'" in str(caught.value)
    assert "did you mean 'Infant'" in str(caught.value)
    with pytest.raises(BadInput, match="has nothing that differs"):
        Condition(name="same")
    with pytest.raises(BadInput, match="flip must be a number from 0 to 1"):
        Condition(name="c", flip=1.5)
    with pytest.raises(BadInput, match="use of a condition"):
        Condition(name="c", flip=0.5, used="trian")
    with pytest.raises(BadInput, match="leaves no row"):
        rows(patients, drop={"age": list(patients.columns[0].levels)})
    with pytest.raises(BadInput, match="this target has none"):
        rows(bo.make("plane", n=50), flip=0.5)


def test_other_rows_are_brought_into_the_same_codes():
    base = Dataset(name="a", task=BINARY, features=[[0.0, 1.0], [1.0, 2.0]], target=[0, 1], columns=(Column(name="c", kind=ColumnKind.NOMINAL, levels=("x", "y")), Column(name="n")), classes=("no", "yes"))  # fmt: skip
    other = Dataset(name="b", task=BINARY, features=[[5.0, 0.0], [6.0, 1.0], [7.0, np.nan]], target=[0, 1, 1], columns=(Column(name="n"), Column(name="c", kind=ColumnKind.NOMINAL, levels=("z", "y"))), classes=("yes", "no"))  # fmt: skip
    made = aligned(base, other, "test")
    assert made.columns[0].levels == ("x", "y", "z")
    np.testing.assert_array_equal(made.features, [[2, 5], [1, 6], [np.nan, 7]])
    assert made.target.tolist() == [1, 0, 0]
    whole = joined(base, [made], "both")
    assert len(whole) == 5
    assert whole.columns[0].levels == ("x", "y", "z")
    with pytest.raises(Problems) as caught:
        aligned(base, replace(other, columns=(Column(name="m"), other.columns[1]), classes=("yes", "maybe")), "test")
    assert len(caught.value.problems) == 3
    with pytest.raises(BadInput, match="contains numbers here and words"):
        aligned(base, replace(other, columns=(replace(other.columns[0], levels=tuple("abcdefgh"), kind=ColumnKind.NOMINAL), other.columns[1])), "test")  # fmt: skip
