"""Label permutation: real structure is told from bogus labels, and bogus labels are not."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.study.running.label_permutation import label_permutation, relabelled


@pytest.fixture(scope="module")
def iris():
    return bo.load("iris")


@pytest.mark.parametrize("how", ["shuffle", "switch"])
def test_real_structure_is_seen(iris, how):
    result = label_permutation(GaussianNB(), iris, "3-fold", "accuracy", 19, how=how)
    assert result.p_value == 1 / 20
    assert result.statistic > 0.9
    assert dict(result.working)["mean on bogus data"] < 0.6


def test_bogus_labels_are_not(iris):
    bogus = relabelled(iris, np.random.default_rng(3))
    result = label_permutation(GaussianNB(), bogus, "3-fold", "error", 19)
    assert result.p_value > 0.05
    assert result.alternative.value == "less"


def test_shuffling_keeps_counts_and_switching_makes_classes_equally_likely(iris):
    rng = np.random.default_rng(0)
    assert np.array_equal(np.bincount(relabelled(iris, rng).target), np.bincount(iris.target))
    kept = np.mean(relabelled(iris, rng, how="switch").target == iris.target)
    assert 0.2 < kept < 0.47, "one of three classes"
    two = iris.take(np.arange(100))
    kept = np.mean(relabelled(two, rng, how="switch").target == two.target)
    assert 0.2 < kept < 0.65


def test_the_same_seed_gives_the_same_p(iris):
    one, two = (label_permutation(GaussianNB(), iris, "3-fold", "kappa", 5, 7) for _ in range(2))
    assert one == two


def test_what_cannot_be_asked(iris):
    with pytest.raises(BadInput, match="shuffle"):
        label_permutation(GaussianNB(), iris, how="turn")
    numbers = bo.load("diabetes")
    with pytest.raises(NotApplicable, match="classes"):
        relabelled(numbers, np.random.default_rng(0), how="switch")


def test_switching_says_which_null_it_tests(iris):
    """Classes of unequal size contradict the null of switching: the majority class alone gets a small p, and a note."""
    rare = iris.take(np.r_[0:50, 50:53])
    switched = label_permutation(DummyClassifier(), rare, "2-fold", "accuracy", 19, how="switch")
    assert "equally likely" in switched.null
    assert [note.code for note in switched.notes] == ["study.switched_classes"]
    shuffled = label_permutation(DummyClassifier(), rare, "2-fold", "accuracy", 19)
    assert shuffled.p_value > 0.2
    assert not shuffled.notes
    assert not label_permutation(GaussianNB(), iris, "2-fold", "accuracy", 1, how="switch").notes
