"""None"""

from dataclasses import replace
from threading import Lock

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.linear_model import BayesianRidge, LinearRegression, LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.learners import SklearnLearner
from bakeoff.learners.estimators import ClassNames, EstimatorKind
from bakeoff.learners.treatment import capabilities, wants_frame
from bakeoff.predictions.predictions import Output


def iris(**more):
    X, y = load_iris(return_X_y=True)
    columns = tuple(bo.Column(name=one) for one in ("sl", "sw", "pl", "pw"))
    classes = ("setosa", "versicolor", "virginica")
    return bo.Dataset(name="iris", task="multiclass", features=X, target=y, columns=columns, classes=classes, **more)


def outputs(estimator):
    return {one.value for one in SklearnLearner("x", estimator).gives}


@pytest.mark.parametrize(
    ("estimator", "gives"),
    [
        (GaussianNB(), {"label", "proba"}),
        (LogisticRegression(), {"label", "proba", "score"}),
        (SVC(), {"label", "score"}),
        (SVC(decision_function_shape="ovo"), {"label"}),
        (make_pipeline(StandardScaler(), SVC()), {"label", "score"}),
        (CalibratedClassifierCV(SVC()), {"label", "proba"}),
        (GridSearchCV(GaussianNB(), {}), {"label", "proba"}),
        (LinearRegression(), {"label"}),
        (GaussianProcessRegressor(), {"label", "sd"}),
        (BayesianRidge(), {"label", "sd"}),
        (make_pipeline(StandardScaler(), BayesianRidge()), {"label", "sd"}),
        (KMeans(), {"label"}),
    ],
)
def test_what_an_estimator_gives(estimator, gives):
    assert outputs(estimator) == gives


def test_the_answers_are_those_of_the_estimator(rng):
    data = iris()
    names = np.array(data.classes)
    theirs = LogisticRegression(max_iter=500).fit(data.features[::2], names[data.target[::2]])
    ours = SklearnLearner("lr", LogisticRegression(max_iter=500)).fit(data.take(np.arange(0, 150, 2)), rng)
    out = ours.predict(data.features[1::2])
    assert names[out.label].tolist() == theirs.predict(data.features[1::2]).tolist()
    assert np.array_equal(out.proba, theirs.predict_proba(data.features[1::2]))
    assert out.score is None  # of three classes the probabilities rank the rows
    alone = SklearnLearner("svm", SVC()).fit(data, rng).predict(data.features)
    assert np.array_equal(alone.score, SVC().fit(data.features, data.target).decision_function(data.features))


def test_areas_of_many_classes_are_those_of_scikit_learns_scorers():
    """Softmax scores may be shifted row by row, so that they do not rank rows; probabilities do."""
    X, y = load_iris(return_X_y=True)
    model, folds = LogisticRegression(max_iter=500), StratifiedKFold(5, shuffle=True, random_state=1)
    for name in ("roc_auc_ovr", "roc_auc_ovo_weighted"):
        expected = cross_val_score(model, X, y, cv=folds, scoring=name)
        made = bo.evaluate({"lr": model, "nb": GaussianNB()}, X, y, cv=folds, scoring=[name], progress=False)
        table = made.scores(name)
        assert table[table["learner"] == "lr"]["value"].tolist() == pytest.approx(expected.tolist(), abs=1e-9)


def test_the_order_of_the_classes_is_the_data_sets(rng):
    data = iris()
    turned = replace(data, classes=("virginica", "versicolor", "setosa"), target=2 - data.target)
    learner = SklearnLearner("nb", GaussianNB())
    one = learner.fit(data, rng).predict(data.features)
    other = learner.fit(turned, rng).predict(data.features)
    assert np.array_equal(one.proba, other.proba[:, ::-1])
    assert np.array_equal(one.label, 2 - other.label)


@pytest.mark.parametrize("positive", ["malignant", "benign"])
@pytest.mark.parametrize("estimator", [SVC(), LogisticRegression(max_iter=5000)])
def test_scores_rank_the_positive_class_high(positive, estimator, rng):
    X, y = load_breast_cancer(return_X_y=True)
    columns = tuple(bo.Column(name=f"x{i}") for i in range(X.shape[1]))
    data = bo.Dataset(
        name="cancer",
        task="binary",
        features=X,
        target=y,
        columns=columns,
        classes=("malignant", "benign"),
        positive=positive,
    )
    out = SklearnLearner("e", estimator, scale=True).fit(data, rng).predict(X)
    assert roc_auc_score(y == data.positive_code, out.score) > 0.98


def test_whole_numbers_reach_the_estimator_as_such(table, rng):
    class Spy(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            self.kind_ = y.dtype.kind
            return self

        def predict(self, X):
            return np.full(len(X), self.classes_[0])

    numbers = table(["3", "5", "3"], x=[1.0, 2.0, 3.0])
    words = table(["b", "a", "b"], x=[1.0, 2.0, 3.0])
    for data, kind, code in ((numbers, "i", 0), (words, "U", 1)):
        model = SklearnLearner("spy", Spy()).fit(data, rng)
        assert model.estimator.kind_ == kind
        assert model.predict(data.features).label.tolist() == [code] * 3


class Rubbish(ClassifierMixin, BaseEstimator):
    def __init__(self, says=None):
        self.says = says

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return self.says


@pytest.mark.parametrize("says", [["a", "z", "b"], ["a"], [1, 2, 3], [None, "a", "b"]])
def test_rubbish_is_handed_on_and_not_repaired(table, rng, says):
    data = table(["a", "b", "a"], x=[1.0, 2.0, 3.0])
    label = SklearnLearner("r", Rubbish(says)).fit(data, rng).predict(data.features).label
    assert len(label) == len(says)
    if len(says) == 3:
        assert label.dtype == object
        assert any(isinstance(one, str) for one in label)


class TestSeeds:
    def test_open_seeds_are_set_at_any_depth_and_given_ones_kept(self, rng):
        nested = make_pipeline(StandardScaler(), BaggingClassifier(DecisionTreeClassifier(random_state=7), 2))
        model = SklearnLearner("x", nested).fit(iris(), rng)
        bagging = model.estimator.steps[-1][1]
        assert isinstance(bagging.random_state, int)
        assert bagging.estimator.random_state == 7
        assert nested.steps[-1][1].random_state is None

    def test_another_generator_another_forest(self):
        data = iris()
        learner = SklearnLearner("rf", RandomForestClassifier(3))
        one, other = (learner.fit(data, np.random.default_rng(seed)).predict(data.features).proba for seed in (1, 2))
        assert not np.array_equal(one, other)

    def test_the_users_estimator_is_never_touched(self, rng):
        estimator = RandomForestClassifier(3)
        learner = SklearnLearner("rf", estimator)
        learner.fit(iris(), rng)
        assert not hasattr(estimator, "estimators_")
        estimator.set_params(n_estimators=99)
        assert learner.estimator.n_estimators == 3


class TestPreparation:
    def test_columns(self, rng):
        data = iris()
        part = SklearnLearner("petals", GaussianNB(), columns=("pw", "pl"))
        whole = GaussianNB().fit(data.features[:, [3, 2]], data.target)
        out = part.fit(data, rng).predict(data.features)
        assert np.allclose(out.proba, whole.predict_proba(data.features[:, [3, 2]]))
        assert part.describe(data).startswith("columns pw, pl only; ")
        lost = SklearnLearner("x", GaussianNB(), columns=("pw", "leaf"))
        assert lost.refuses(data) == "learner 'x' wants column 'leaf', which 'iris' does not have"
        with pytest.raises(BadInput, match="leaf"):
            lost.fit(data, rng)

    def test_scaling_is_fitted_on_the_training_part(self, rng):
        data = iris()
        train = np.arange(0, 150, 2)
        theirs = make_pipeline(StandardScaler(), SVC()).fit(data.features[train], data.target[train])
        ours = SklearnLearner("svm", SVC(), scale=True).fit(data.take(train), rng)
        assert np.allclose(ours.predict(data.features).score, theirs.decision_function(data.features))

    def test_without_preparation_codes_and_gaps_arrive_as_they_are(self, table, rng):
        data = table(["a", "b"] * 4, x=["p", "q", None, "p", "q", "q", "p", "q"])
        learner = SklearnLearner("tree", DecisionTreeClassifier(), prepare="none")
        assert learner.fit(data, rng).estimator.n_features_in_ == 1
        assert learner.describe() == "none: the estimator gets the columns as they are"
        with pytest.raises(BadInput, match="prepare must be"):
            SklearnLearner("x", GaussianNB(), prepare="some")

    def test_estimators_that_take_gaps_get_them(self):
        assert capabilities(DecisionTreeClassifier()) == (True, True)
        assert not capabilities(GaussianNB())[0]
        assert "missing numbers left to the estimator" in SklearnLearner("t", DecisionTreeClassifier()).describe()

    def test_texts_reach_estimators_that_need_arrays(self, rng):
        data = bo.Dataset(
            name="news",
            task="binary",
            features=[[0.0], [1.0], [2.0], [3.0]],
            target=[0, 1, 0, 1],
            columns=(bo.Column(name="t", kind="text", levels=("corn up", "gold up", "corn down", "gold down")),),
            classes=("corn", "gold"),
        )
        for estimator in (GaussianNB(), LogisticRegression()):
            assert SklearnLearner("x", estimator).fit(data, rng).predict(data.features).label.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("frame", ["pandas", "polars"])
class TestFrames:
    @pytest.fixture
    def data(self, table, frame):
        data = table(["a", "b"] * 6, n=[1.0, 5.0, 2.0] * 4, w=["p", "q"] * 6, unused=[1.0] * 12)
        return replace(data, frame=frame)

    @pytest.fixture
    def pipeline(self):
        columns = ColumnTransformer([("n", StandardScaler(), ["n"]), ("w", OneHotEncoder(), ["w"])])
        return make_pipeline(columns, LogisticRegression())

    def test_a_pipeline_gets_a_frame_and_picks_by_name(self, data, pipeline, rng):
        learner = SklearnLearner("p", pipeline)
        model = learner.fit(data, rng)
        assert model.predict(data.features).label.tolist() == [0, 1] * 6
        assert model.predict(data.features[:1]).label.tolist() == [0]
        assert model.estimator.feature_names_in_.tolist() == ["n", "w", "unused"]
        assert learner.describe(data) == "none: the estimator gets the columns as they are"

    def test_so_does_a_search_over_one(self, data, pipeline, rng):
        searched = GridSearchCV(pipeline, {"logisticregression__C": [0.1, 1.0]}, cv=2)
        assert wants_frame(searched)
        assert SklearnLearner("s", searched).fit(data, rng).predict(data.features).label.tolist() == [0, 1] * 6

    def test_columns_chosen_by_name(self, data, frame, rng):
        model = SklearnLearner("p", make_pipeline(OneHotEncoder(), LogisticRegression()), columns=("w",)).fit(data, rng)
        assert model.estimator.feature_names_in_.tolist() == ["w"]
        assert model.predict(data.features).label.tolist() == [0, 1] * 6

    def test_a_plain_estimator_gets_prepared_columns(self, data, rng):
        model = SklearnLearner("lr", LogisticRegression()).fit(data, rng)
        assert not hasattr(model.estimator, "feature_names_in_")


class TestRefusals:
    @pytest.mark.parametrize("estimator", [AgglomerativeClustering(), make_pipeline(StandardScaler(), DBSCAN())])
    def test_clusterers_that_cannot_predict(self, estimator):
        with pytest.raises(BadInput, match=r"cannot predict rows it was not fitted on; use .* KMeans"):
            SklearnLearner("c", estimator)

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            (GaussianNB, r"is the class GaussianNB; make an object: GaussianNB\(\)"),
            ("a text", r"has no fit\(\)"),
            (StandardScaler(), "StandardScaler cannot predict"),
        ],
    )
    def test_what_is_no_estimator(self, wrong, message):
        with pytest.raises(BadInput, match=message):
            SklearnLearner("x", wrong)

    def test_an_estimator_that_cannot_be_copied(self):
        class Stubborn(ClassifierMixin, BaseEstimator):
            def __init__(self, size=1):
                self.size = size + 1  # against scikit-learn's rules
                self.lock = Lock()

            def fit(self, X, y):
                return self

            def predict(self, X):
                return X

        with pytest.raises(BadInput, match="'x' cannot be copied for each fit"):
            SklearnLearner("x", Stubborn())

    def test_an_estimator_that_changes_its_parameters_is_copied_whole(self, table, rng):
        class CatBoostLike(ClassifierMixin, BaseEstimator):
            def __init__(self, cat_features=None):
                self.cat_features = None if cat_features is None else list(cat_features)  # so clone refuses it

            def fit(self, X, y):
                self.classes_ = np.unique(y)
                return self

            def predict(self, X):
                return np.repeat(self.classes_[:1], len(X))

        learner = SklearnLearner("x", CatBoostLike(["x"]))
        data = table(["a", "b"], x=["p", "q"])
        assert learner.fit(data, rng).predict(data.features).label.tolist() == [0, 0]

    def test_kinds_and_tasks(self, table):
        numbers, words = table([1.0, 2.0], x=[1.0, 2.0]), table(["a", "b"], x=[1.0, 2.0])
        assert "is a classifier, but" in SklearnLearner("c", GaussianNB()).refuses(numbers)
        assert "predicts numbers, but" in SklearnLearner("r", LinearRegression()).refuses(words)
        assert "makes clusters, but" in SklearnLearner("k", KMeans()).refuses(words)
        assert SklearnLearner("c", make_pipeline(StandardScaler(), GaussianNB())).kind is EstimatorKind.CLASSIFIER

    def test_an_object_that_only_looks_like_an_estimator(self, table, rng):
        class Plain:
            def fit(self, X, y):
                self.first = y[0]

            def predict(self, X):
                return [self.first] * len(X)

        words, numbers = table(["b", "a"], x=[1.0, 2.0]), table([7.0, 2.0], x=[1.0, 2.0])
        learner = SklearnLearner("plain", Plain())
        assert learner.fit(words, rng).predict(words.features).label.tolist() == [0, 0]
        assert learner.fit(numbers, rng).predict(numbers.features).label.tolist() == [7.0, 7.0]
        assert learner.gives == {Output.LABEL}


def test_classes_are_whole_numbers_if_all_names_are():
    assert ClassNames.of(("0", "-1", "12")).values.dtype.kind == "i"
    for names in (("1.0", "2"), ("01", "2"), ("+1", "2"), ("a", "1"), ("", "1"), ("1" * 30, "2")):
        assert ClassNames.of(names).values.dtype.kind == "U"


def test_order_is_that_of_the_data_set():
    names = ClassNames.of(("zebra", "ant", "cow"))
    assert names.codes(np.array(["ant", "zebra", "cow", "ant"])).tolist() == [1, 0, 2, 1]
    assert names.codes(np.array(["ant", "zebra"], dtype=object)).tolist() == [1, 0]
    assert names.codes(["cow"]).dtype == np.int64


@pytest.mark.parametrize(
    ("classes", "said", "told"),
    [
        (("no", "yes"), np.array(["yes", "maybe"]), [1, "maybe"]),
        (("no", "yes"), np.array(["yes", None], dtype=object), [1, "None"]),
        (("no", "yes"), np.array([1, 0]), ["1", "0"]),
        (("0", "1"), np.array([1, 7]), [1, "7"]),
        (("0", "1"), np.array([1.0, 0.5]), [1, "0.5"]),
        (("0", "1"), np.array([np.nan, 1.0]), ["nan", 1]),
        (("0", "1"), np.array(["0", "1"]), ["0", "1"]),
        (("1", "2"), np.array([True, False]), ["True", "False"]),
        (("5", "6"), np.array([0, 1]), ["0", "1"]),
        (("a", "b"), np.array([["a"], {}], dtype=object), ["['a']", "{}"]),
    ],
)
def test_foreign_labels_come_back_as_text_and_are_never_taken_for_codes(classes, said, told):
    codes = ClassNames.of(classes).codes(said)
    assert codes.dtype == object
    assert codes.tolist() == told


def test_odd_shapes_are_handed_on():
    names = ClassNames.of(("a", "b"))
    assert names.codes(np.zeros((2, 2))).shape == (2, 2)
    assert names.codes(np.array([])).shape == (0,)
    assert names.spread(np.zeros((3, 5)), np.array([0, 1])).shape == (3, 5)
    assert names.spread(np.zeros(3), np.array([0, 1])).shape == (3,)
    assert names.spread(np.ones((3, 2)), None).shape == (3, 2)


def test_probabilities_go_to_their_columns():
    names = ClassNames.of(("c", "a", "b"))
    known = names.codes(np.array(["a", "c"]))  # as an estimator sorts them, "b" never met
    assert names.spread([[0.25, 0.75]], known).tolist() == [[0.75, 0.25, 0.0]]


@pytest.mark.parametrize(("positive", "sign"), [("bad", -1), ("good", 1), (None, -1)])
def test_two_classes_point_to_the_positive_one(positive, sign):
    classes = ("good", "bad")  # the estimator sorts: bad, good, so its values point to good
    names = ClassNames.of(classes)
    known = names.codes(np.array(["bad", "good"]))
    code = None if positive is None else classes.index(positive)
    assert names.scores([2.0, -1.0], known, code).tolist() == [sign * 2.0, sign * -1.0]


def test_scores_of_many_classes():
    names = ClassNames.of(("c", "a", "b"))
    three = names.codes(np.array(["a", "b", "c"]))
    assert names.scores([[1.0, 2.0, 3.0]], three, None).tolist() == [[3.0, 1.0, 2.0]]
    two = names.codes(np.array(["a", "c"]))
    scores = names.scores([5.0], two, None)
    assert scores[0, :2].tolist() == [5.0, -5.0]
    assert scores[0, 2] < -1e100
    assert names.scores([[1.0, 2.0]], three, None).shape == (1, 2)  # not ours to repair
