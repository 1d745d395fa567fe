import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.learners.preprocessing import Preparation, date_parts


@pytest.fixture
def mixed():
    rng = np.random.default_rng(5)
    features = np.column_stack(
        [rng.normal(3, 2, 60), rng.integers(0, 4, 60), rng.exponential(9, 60), rng.integers(0, 3, 60)]
    ).astype(float)
    features[rng.uniform(size=features.shape) < 0.2] = np.nan
    columns = (
        bo.Column(name="a"),
        bo.Column(name="b", kind="nominal", levels=("p", "q", "r", "s")),
        bo.Column(name="c", kind="date"),
        bo.Column(name="d", kind="nominal", levels=("u", "v", "w")),
    )
    return bo.Dataset(name="mixed", task="regression", features=features, target=rng.normal(size=60), columns=columns)


@pytest.mark.parametrize("scale", [False, True])
def test_the_same_columns_as_a_column_transformer(mixed, scale):
    numeric = [SimpleImputer(strategy="median"), *([StandardScaler()] if scale else [])]
    theirs = ColumnTransformer(
        [
            ("numbers", make_pipeline(*numeric), [0]),
            ("dates", make_pipeline(FunctionTransformer(lambda X: date_parts(X[:, 0])), *numeric), [2]),
            ("levels", OneHotEncoder(handle_unknown="ignore", sparse_output=False), [1, 3]),
        ]
    )
    train = mixed.take(np.flatnonzero(mixed.features[:, 1] != 2)[:35])  # level "r" is not met in training
    ours = Preparation(scale=scale).fit(train)
    theirs.fit(train.features)
    np.testing.assert_allclose(ours.apply(train.features), theirs.transform(train.features), atol=1e-12)
    np.testing.assert_allclose(ours.apply(mixed.features), theirs.transform(mixed.features), atol=1e-12)
    assert ours.width == theirs.transform(mixed.features).shape[1]


def test_numbers_without_gaps_pass_untouched(table):
    data = table([1.0, 2.0, 3.0], x=[1.0, 2.0, 3.0], y=[4.0, 5.0, 7.0])
    prepared = Preparation().fit(data)
    assert prepared.apply(data.features) is data.features
    gap = np.array([[np.nan, 1.0]])
    assert prepared.apply(gap).tolist() == [[2.0, 1.0]]


def test_missing_numbers_may_stay(table):
    data = table([1.0, 2.0, 3.0], x=[1.0, None, 3.0])
    assert Preparation(keep_missing=True).fit(data).apply(data.features) is data.features
    scaled = Preparation(keep_missing=True, scale=True).fit(data).apply(data.features)
    np.testing.assert_array_equal(scaled, [[-1.0], [np.nan], [1.0]])


def test_a_constant_column_scales_to_zero(table):
    data = table([1.0, 2.0], x=[5.0, 5.0])
    assert Preparation(scale=True).fit(data).apply(data.features).tolist() == [[0.0], [0.0]]


def test_columns_without_a_value_in_training_are_dropped(table):
    data = table([1.0, 2.0, 3.0], x=[1.0, 2.0, 3.0], y=[None, None, 9.0], z=[None, None, "p"])
    prepared = Preparation().fit(data.take([0, 1]))
    assert prepared.apply(data.features).tolist() == [[1.0], [2.0], [3.0]]
    only = table([1.0, 2.0, 3.0], y=[None, None, 9.0])
    with pytest.raises(BadInput, match="no column has a value in the training part"):
        Preparation().fit(only.take([0, 1]))


def test_missing_levels(table):
    data = table([1.0, 2.0, 3.0, 4.0], x=["p", None, "q", "p"])
    seen = Preparation().fit(data)
    assert seen.apply(data.features).tolist() == [[1, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]
    unseen = Preparation().fit(data.take([0, 2]))
    assert unseen.apply(data.features).tolist() == [[1, 0], [0, 0], [0, 1], [1, 0]]
    assert unseen.apply(np.array([[7.0], [-3.0]])).tolist() == [[0, 0], [0, 0]]


class TestTexts:
    @pytest.fixture
    def data(self):
        texts = ("corn and wheat", "wheat prices rise", "gold falls", "corn rises")
        return bo.Dataset(
            name="news",
            task="regression",
            features=[[0, 1.0], [1, np.nan], [2, 2.0], [np.nan, 3.0]],
            target=[1.0, 2.0, 3.0, 4.0],
            columns=(bo.Column(name="text", kind="text", levels=texts), bo.Column(name="n")),
        )

    def test_words_are_weighed_as_scikit_learn_does(self, data):
        train = data.take([0, 1, 3])
        theirs = TfidfVectorizer().fit(["corn and wheat", "wheat prices rise", ""])
        for sparse in (False, True):
            out = Preparation(sparse=sparse).fit(train).apply(data.features)
            assert hasattr(out, "tocsr") is sparse
            dense = out.toarray() if sparse else out
            assert dense[:, 0].tolist() == [1.0, 2.0, 2.0, 3.0]
            expected = theirs.transform(["corn and wheat", "wheat prices rise", "gold falls", ""]).toarray()
            np.testing.assert_allclose(dense[:, 1:], expected)

    def test_trees_take_words_beside_levels(self, data):
        from sklearn.tree import DecisionTreeRegressor

        out = Preparation(sparse=True).fit(data).apply(data.features)
        assert DecisionTreeRegressor(random_state=0).fit(out, data.target).predict(out).shape == (4,)

    def test_sparse_columns_leave_no_gaps(self, data):
        out = Preparation(sparse=True, keep_missing=True).fit(data).apply(data.features)
        assert np.isfinite(out.toarray()).all()

    def test_texts_without_a_word_are_dropped(self, data):
        assert Preparation().fit(data.take([3])).apply(data.features).tolist() == [[1.0], [3.0], [2.0], [3.0]]


def test_many_levels_are_kept_sparse_where_that_is_taken():
    levels = tuple(f"l{i}" for i in range(400))
    data = bo.Dataset(
        name="many",
        task="regression",
        features=np.arange(400.0)[:, None],
        target=np.zeros(400),
        columns=(bo.Column(name="x", kind="nominal", levels=levels),),
    )
    sparse = Preparation(sparse=True).fit(data).apply(data.features)
    dense = Preparation(sparse=False).fit(data).apply(data.features)
    assert sparse.nnz == 400
    assert np.array_equal(sparse.toarray(), dense)
    assert (sparse.indices.dtype, sparse.indptr.dtype) == (np.int32, np.int32), "trees take no wider places"


def test_in_words(mixed, table):
    assert Preparation().describe(mixed) == (
        "one-hot coding of 2 columns, missing as a level of its own in 2 columns, "
        "dates as days, year, month and weekday in 1 column, median imputation of 2 columns, no scaling"
    )
    assert "missing numbers left to the estimator in 2 columns, scaling of 2 columns" in Preparation(
        scale=True, keep_missing=True
    ).describe(mixed)
    plain = table([1.0, 2.0], x=[1.0, 2.0])
    assert Preparation().describe(plain) == "nothing to impute or code, no scaling"
    assert Preparation(scale=True).describe(plain) == "nothing to impute or code, scaling of 1 column"
    assert Preparation(active=False).describe(mixed) == "none: the estimator gets the columns as they are"
