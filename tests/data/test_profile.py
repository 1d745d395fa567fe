"""Profiles: counts that can be checked by hand, suspects that are planted, and nothing suspicious where nothing is."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays

from bakeoff.data import profile as looking
from bakeoff.data.artificial.synthetic import make
from bakeoff.data.characteristics import characteristics
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.load import load
from bakeoff.data.profile import binned, profile, row_groups
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION


def test_size_balance_and_trivial_error():
    data = load(([[1.5, "a"], [2.5, "b"], [None, "a"], [1.5, "a"]], ["p", "q", "p", "p"]))
    seen = profile(data)
    assert (seen.n, seen.p, seen.task) == (4, 2, BINARY)
    assert dict(seen.kinds) == {"numeric": 1, "nominal": 1, "text": 0, "date": 0}
    assert dict(seen.class_counts) == {"p": 3, "q": 1}
    assert dict(seen.class_shares) == {"p": 0.75, "q": 0.25}
    assert (seen.imbalance, seen.trivial_error) == (3, 0.25)
    assert (seen.missing_share, dict(seen.missing)) == (1 / 8, {"x0": 0.25, "x1": 0})
    assert (seen.duplicated, seen.conflicting, seen.rows_per_column) == (1, 0, 2)
    assert seen.class_entropy == pytest.approx(0.8112781244591328)
    assert seen.fingerprint == data.fingerprint


def test_regression_has_no_classes_and_a_standard_deviation():
    data = load(([[0.5], [1.5], [2.5]], [1.5, 2.5, 6.5]))
    seen = profile(data)
    assert not seen.class_counts
    assert seen.trivial_error == pytest.approx(np.std([1.5, 2.5, 6.5]))
    assert np.isnan([seen.imbalance, seen.class_entropy]).all()
    assert np.isnan(characteristics(data).values["mutual_information"])


def test_duplicates_and_conflicts():
    X = [[1.0, np.nan], [1.0, np.nan], [0.0, 1.0], [-0.0, 1.0], [3.0, 1.0]]
    seen = profile(load((X, ["a", "b", "a", "a", "b"])))
    assert (seen.duplicated, seen.conflicting) == (2, 2)
    assert any("2 of 5 rows repeat" in one for one in seen.warnings)
    assert any("2 rows have the same features as a row of another class" in one for one in seen.warnings)


@settings(deadline=None, max_examples=100)
@given(
    arrays(
        np.float64,
        st.tuples(st.integers(1, 30), st.integers(1, 3)),
        elements=st.sampled_from([0.0, -0.0, 1.0, 2.5, np.nan, np.inf]),
    )
)
def test_groups_of_equal_rows_are_those_of_their_text(X):
    texts = [tuple("nan" if np.isnan(cell) else str(cell + 0.0) for cell in row) for row in X]
    groups = row_groups(X)
    first = dict(zip(reversed(texts), reversed(groups.tolist()), strict=True))
    assert [first[text] for text in texts] == groups.tolist()
    assert len(set(groups.tolist())) == len(set(texts))


def test_constant_columns_but_not_those_whose_gaps_may_tell():
    X = np.column_stack([np.ones(40), np.full(40, np.nan), np.where(np.arange(40) % 2, 1, np.nan), np.arange(40) / 3])
    seen = profile(load((X, ["a", "b"] * 20)))
    assert seen.constant == ("x0", "x1")


def test_a_copy_of_the_target_is_found_under_any_name():
    rng = np.random.default_rng(0)
    y, X = rng.integers(0, 3, 200), rng.normal(size=(200, 2))
    names = np.array(["u", "v", "w"])[y]
    for copy in (y * 7.0 - 3, names):
        data = load(([[*row, cell] for row, cell in zip(X.tolist(), copy, strict=True)], y))
        (leak,) = profile(data).leaks
        assert (leak.column, leak.same, leak.left) == ("x2", True, 0)
        assert profile(data).warnings[0] == "column 'x2' is the target under another name; ignore it"


@pytest.mark.parametrize("n", [60, 5000, 50_000])
def test_a_column_behind_a_threshold_is_found(n):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, 3))
    y = X[:, 1] > 0.4
    seen = profile(load((X, y)))
    assert [leak.column for leak in seen.leaks] == ["x1"]
    assert not seen.leaks[0].same
    assert "predicts the target almost perfectly alone" in seen.warnings[0]


def test_a_few_errors_still_leak_and_honest_columns_do_not():
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 2000)
    leak = np.where(rng.random(2000) < 0.01, 1 - y, y) + rng.normal(0, 0.01, 2000)
    honest = y + rng.normal(0, 0.5, 2000)
    seen = profile(load((np.column_stack([honest, leak]), y)))
    assert [one.column for one in seen.leaks] == ["x1"]
    assert 0 < seen.leaks[0].left < 0.05


def test_leaks_of_a_regression():
    rng = np.random.default_rng(3)
    y = rng.normal(size=300)
    level = rng.integers(0, 5, 300)
    X = np.column_stack([3 * y + 1, y + rng.normal(0, 0.2, 300), rng.normal(size=300)])
    assert [(one.column, one.same) for one in profile(load((X, y))).leaks] == [("x0", True)]
    words = [[word] for word in np.array(list("abcde"))[level]]
    assert [one.column for one in profile(load((words, level + 0.25))).leaks] == ["x0"]


def test_identifiers():
    rng = np.random.default_rng(4)
    n = 100
    columns = [rng.permutation(n) + 1000, rng.normal(size=n), rng.integers(0, 50, n)]
    rows = [[f"P{i:04d}", *(column[i] for column in columns)] for i in range(n)]
    seen = profile(load((rows, rng.integers(0, 2, n))))
    assert seen.identifiers == ("x0", "x1")
    assert any("like an identifier" in one for one in seen.warnings)


def test_sentences_are_no_identifiers():
    rows = [[f"this is the text number {i} of many"] for i in range(100)]
    assert profile(load((rows, [0, 1] * 50))).identifiers == ()


@pytest.mark.parametrize("name", ["iris", "wine", "digits", "diabetes"])
def test_nothing_leaks_in_the_classics(name):
    seen = profile(load(name))
    assert not seen.leaks
    assert not seen.identifiers


def test_plain_words_about_classes_gaps_and_size():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(200, 3))
    X[:150, 0] = np.nan
    X[3, 1] = np.inf
    y = np.array(["common"] * 195 + ["rare"] * 5)
    assert facts(profile(load((X, y)))) == {
        "data.mostly_missing": {"columns": ("x0",)},
        "data.infinite": {"columns": ("x1",)},
        "data.rare_classes": {"classes": {"rare": 5}, "least": 10},
        "data.imbalance": {"largest": "common", "share": 0.975},
        "data.no_positive": {},
    }
    small = facts(profile(load((rng.normal(size=(10, 20)), rng.normal(size=10)))))
    assert small["data.few_rows"] == {"n": 10}
    assert small["data.more_columns_than_rows"] == {"p": 20, "n": 10}


def facts(seen):
    return {note.code: dict(note.facts) for note in seen.notes}


def test_every_note_reads_as_a_sentence():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(200, 3))
    X[:150, 0], X[3, 1] = np.nan, np.inf
    told = profile(load((X, np.array(["common"] * 195 + ["rare"] * 5)))).warnings
    assert told == (
        "column 'x1' is infinite in places, which most learners refuse; repair or drop it",
        "column 'x0' is missing in more than half of the rows",
        "classes with fewer than 10 rows: 'rare' (5); ten folds cannot each contain one",
        "always predicting 'common' is right in 97.5% of the rows, so accuracy is not informative",
        "no positive class is stated, so measures that need one will be undefined; name it with positive= or --positive",
    )


def test_many_names_are_shortened():
    seen = profile(load((np.ones((40, 9)), [0.5, 1.5] * 20)))
    assert facts(seen)["data.constant"]["columns"] == tuple(f"x{i}" for i in range(9))
    assert any("'x4' and 4 more are constant" in text for text in seen.warnings)


def test_mutual_information_and_skewness_against_scikit_learn_and_scipy():
    from scipy.stats import skew
    from sklearn.metrics import mutual_info_score

    data = load("iris")
    expected = np.mean([mutual_info_score(binned(column, 10), data.target) for column in data.features.T]) / np.log(2)
    assert characteristics(data).values["mutual_information"] == pytest.approx(expected)
    assert characteristics(data).values["skewness"] == pytest.approx(np.abs(skew(data.features)).mean())


def test_degenerate_data_sets():
    one = Dataset(name="one", task=REGRESSION, features=[[1.0]], target=[2.0], columns=(Column(name="x"),))
    assert profile(one).trivial_error == 0
    none = Dataset(
        name="none",
        task=BINARY,
        features=np.empty((0, 1)),
        target=[],
        columns=(Column(name="x"),),
        classes=("a", "b"),
    )
    assert np.isnan(profile(none).trivial_error)
    same = Dataset(
        name="same",
        task=MULTICLASS,
        features=np.ones((30, 1)),
        target=np.zeros(30),
        columns=(Column(name="c", kind=ColumnKind.NOMINAL, levels=("u", "v")),),
        classes=("only",),
    )
    seen = profile(same)
    assert (seen.trivial_error, seen.class_entropy) == (0, 0)


def test_made_domains_are_not_suspected():
    for name in ("gaussians", "linear", "friedman1", "ladder"):
        assert not profile(make(name)).leaks


@pytest.mark.parametrize("classes", [2, 3])
def test_many_columns_are_looked_at_as_single_ones_are(classes: int) -> None:
    rng = np.random.default_rng(classes)
    for n in (25, 90, 300):
        target = rng.integers(0, classes, n)
        X = rng.normal(size=(n, 5))
        X[:, 0] = target + 0.05 * rng.normal(size=n)
        X[:, 1] = np.round(X[:, 1])
        X[:, 2] = target == 0
        X[3, 3] = np.inf
        X[4, 4] = np.nan
        data = load((X, target), task="binary" if classes == 2 else "multiclass")
        alone = [looking._left_classes(one, data.matrix[:, at], data.target) for at, one in enumerate(data.columns)]
        found = looking._harmless(data, slice(None))
        assert found.tolist() == [*(left > 2 * looking._NEARLY for left in alone[:4]), False]
