"""Can real and artificial rows be told apart: rows of the same law cannot, rows of another can."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.criteria.realism import realism


def test_rows_of_one_law_are_not_distinguishable_and_shifted_ones_are():
    both = bo.make("overlap", n=200, seed=3)
    real, other = both.take(range(100)), both.take(range(100, 200))
    same = realism(real, other)
    assert same.low <= 0.5 <= same.high
    assert not same.distinguishable
    shifted = bo.load((other.features + 1.0, other.target), name="x")
    plain = bo.load((real.features, real.target), name="x")
    found = realism(plain, shifted)
    assert found.distinguishable
    assert found.auc > 0.7
    assert min(one.p_adjusted for one in found.columns) < 0.001
    assert found.notes[0].code == "criteria.compared_with_source"


def test_copies_are_named_and_do_not_pass_for_new_rows():
    real = bo.load("iris")
    copies = bo.expand(real, 100, bandwidth=0)
    assert {tuple(row) for row in copies.features.tolist()} <= {tuple(row) for row in real.features.tolist()}
    found = realism(real, copies)
    assert found.copies == 1.0
    assert "criteria.copied_rows" in [one.code for one in found.notes]


def test_the_words_of_the_check():
    found = bo.realism(bo.load("iris"))
    assert 0 <= found.interval[0] <= found.auc <= found.interval[1] <= 1
    assert "classifier" in str(found)
    assert found.to_dict()["real"] == 75


def test_what_is_refused():
    iris = bo.load("iris")
    with pytest.raises(BadInput, match="too few to tell"):
        realism(iris.take(np.arange(0, 150, 5)))
    with pytest.raises(BadInput, match="same columns and classes"):
        realism(iris, bo.load("wine"))
    with pytest.raises(UnknownName, match="did you mean 'copula'"):
        realism(iris, method="copul")


def test_learners_are_trained_on_both_kinds_of_rows_and_tested_on_others():
    wine = bo.load("wine")
    found = realism(wine)
    assert [transfer.learner for transfer in found.training] == [
        "logistic regression",
        "decision tree",
        "5 nearest neighbours",
    ]
    assert all(0 <= transfer.real < 0.4 and 0 <= transfer.artificial < 0.4 for transfer in found.training)
    assert "Three learners that are trained on artificial rows" in str(found)
    assert found.to_dict()["training"][0]["learner"] == "logistic regression"


def test_rows_without_a_relation_teach_nothing():
    real = bo.make("gaussians", n=600, seed=1, distance=4.0)
    unrelated = replace(
        bo.make("gaussians", n=600, seed=2, distance=4.0), target=bo.make("nothing", n=600, seed=3).target
    )
    (logistic, *_) = realism(real, unrelated).training
    assert logistic.real < 0.05
    assert logistic.artificial > 0.3
