"""Artificial rows from real ones: moments, classes, words, gaps, and what is refused."""

import numpy as np
import pytest
from scipy.stats import spearmanr

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.expand import expand
from bakeoff.data.tasks import BINARY


@pytest.mark.parametrize("method", ["smoothed", "copula"])
def test_means_and_correlations_of_a_class_stay(method):
    wine = bo.load("wine")
    made = expand(wine, 20_000, method, seed=1)
    for code in range(3):
        real, new = wine.features[wine.target == code], made.features[made.target == code]
        spread = real.std(axis=0)
        assert np.abs((new.mean(axis=0) - real.mean(axis=0)) / spread).max() < 0.08
        assert np.abs(new.std(axis=0) / spread - 1).max() < 0.12
        # noise keeps correlations of values, a copula those of ranks
        kept = spearmanr if method == "copula" else lambda X: (np.corrcoef(X.T),)
        assert np.abs(kept(new)[0] - kept(real)[0]).max() < 0.15
    assert np.bincount(made.target).tolist() == pytest.approx(np.bincount(wine.target) / 178 * 20_000, abs=1)


def mixed():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=60), rng.integers(0, 30, 60), rng.integers(0, 3, 60)]).astype(float)
    X[::4, 0] = np.nan
    columns = (Column(name="x"), Column(name="age"), Column(name="w", kind=ColumnKind.NOMINAL, levels=("a", "b", "c")))
    return Dataset(name="mixed", task=BINARY, features=X, target=[0, 1] * 30, columns=columns, classes=("n", "y"))


@pytest.mark.parametrize("method", ["smoothed", "copula"])
def test_words_gaps_and_whole_numbers(method):
    made = expand(mixed(), 500, method)
    x, age, word = made.features.T
    assert 0.1 < np.isnan(x).mean() < 0.4
    assert np.array_equal(age, np.round(age))
    assert 0 <= age.min() <= age.max() <= 29
    assert set(np.unique(word)) <= {0.0, 1.0, 2.0}
    assert (
        expand(mixed(), 500, method).fingerprint == made.fingerprint != expand(mixed(), 500, method, seed=1).fingerprint
    )


def test_other_shares_of_the_classes_and_kept_rows():
    made = expand(mixed(), 100, shares={"n": 0.95, "y": 0.05})
    assert np.bincount(made.target).tolist() == [95, 5]
    kept = expand(mixed(), 40, keep=True)
    assert len(kept) == 100
    assert np.array_equal(kept.features[:60], mixed().features, equal_nan=True)
    assert "the first 60 rows are the real ones" in kept.notes


def test_a_regression_is_expanded_with_its_target():
    diabetes = bo.load("diabetes")
    made = expand(diabetes, 4000, "copula")
    real = spearmanr(diabetes.features[:, 2], diabetes.target).statistic
    assert spearmanr(made.features[:, 2], made.target).statistic == pytest.approx(real, abs=0.05)


def test_one_row_of_a_class_is_repeated_and_named():
    data = bo.load(([[1.0, 2.0], [2.0, 1.0], [3.0, 5.0], [9.0, 9.0]], ["a", "a", "a", "b"]))
    for method in ("smoothed", "copula"):
        made = expand(data, 8, method)
        assert (made.features[made.target == 1] == [9.0, 9.0]).all()
        assert "fewer than 5 real rows" in made.notes[-1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n": 0}, "n must be"),
        ({"method": "smooth"}, "did you mean 'smoothed'"),
        ({"shares": {"n": 0.5}}, "add up to 1"),
        ({"shares": {"no": 1.0}}, "no class of data set 'mixed' called 'no'"),
        ({"bandwidth": -1}, "from 0 to 10"),
        ({"n": 10**9}, "ask for fewer rows"),
    ],
)
def test_bad_input(change, words):
    with pytest.raises((BadInput, UnknownName), match=words):
        expand(mixed(), **{"n": 10, **change})


def test_groups_are_not_broken_silently():
    data = bo.load(([[1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1]), groups=[1, 1, 2, 2])
    with pytest.raises(BadInput, match="groups or times"):
        expand(data, 5)


def test_words_alone_are_drawn_anew_too():
    """Without numbers there is no noise; a word drawn anew now and then must make rows that no real row equals."""
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    X = rng.choice(list("abcd"), size=(200, 8)).astype(object)
    data = bo.load((pandas.DataFrame(X, columns=list("stuvwxyz")), np.where(np.arange(200) % 2, "yes", "no")))
    more = expand(data, 1000)
    real = {tuple(row) for row in data.features}
    copies = np.mean([tuple(row) in real for row in more.features])
    assert 0.2 < copies < 0.8  # each of 8 words stays with 1 - 3/4 / 10
    assert f"{copies:.0%} of the artificial rows equal a real one" in more.notes
    for at in range(8):
        shares = [np.bincount(one.features[:, at].astype(int), minlength=4) / len(one) for one in (data, more)]
        assert np.abs(shares[0] - shares[1]).max() < 0.06


def test_many_zeros_stay_zeros():
    """Half of the cells at an end of the range: noise, cut at that end, would move the mean and lose the pile."""
    rng = np.random.default_rng(1)
    amount = np.where(rng.random(400) < 0.5, 0.0, rng.gamma(4.0, 30.0, 400).round(1))
    other = (0.02 * amount + rng.normal(size=400)).round(3)
    data = bo.load((np.column_stack([amount, other]), np.where(np.arange(400) % 2, "yes", "no")))
    made = expand(data, 4000).features
    assert np.mean(made[:, 0] == 0) == pytest.approx(np.mean(amount == 0), abs=0.03)
    assert made[:, 0].mean() == pytest.approx(amount.mean(), rel=0.05)
    assert made[:, 0].std() == pytest.approx(amount.std(), rel=0.05)
    assert np.corrcoef(made.T)[0, 1] == pytest.approx(np.corrcoef(amount, other)[0, 1], abs=0.07)
