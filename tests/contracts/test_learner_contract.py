"""One suite for every learner: baselines, estimators, pipelines; classes, numbers and clusters."""

import json
import pickle
import re
from dataclasses import replace

import cloudpickle
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import Birch, KMeans, MiniBatchKMeans
from sklearn.compose import make_column_transformer
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    VotingClassifier,
)
from sklearn.feature_selection import SelectKBest
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.impute import SimpleImputer
from sklearn.linear_model import BayesianRidge, LinearRegression, LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC, SVR, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.tasks import CLUSTERING, MULTICLASS, REGRESSION
from bakeoff.learners import BASELINES, Mean, Median, OneRule, Random, SklearnLearner
from bakeoff.predictions.predictions import Output

CLASSIFIERS = [
    *(kind() for name, kind in BASELINES.items() if name not in ("mean", "median", "naive", "seasonal-naive")),
    Random("uniform", draw="uniform"),
    OneRule("one-rule-3", bucket=3),
    SklearnLearner("lr", LogisticRegression(max_iter=1000), scale=True),
    SklearnLearner("ridge", RidgeClassifier()),
    SklearnLearner("tree", DecisionTreeClassifier()),
    SklearnLearner("forest", RandomForestClassifier(5)),
    SklearnLearner("boosted", HistGradientBoostingClassifier(max_iter=5)),
    SklearnLearner("ada", AdaBoostClassifier(n_estimators=4)),
    SklearnLearner("nb", GaussianNB()),
    SklearnLearner("bernoulli", BernoulliNB(), columns=("color", "shape")),
    SklearnLearner("knn", KNeighborsClassifier(3), scale=True),
    SklearnLearner("svc", SVC(), scale=True),
    SklearnLearner("svc-ovo", SVC(decision_function_shape="ovo"), scale=True),
    SklearnLearner("linear-svc", LinearSVC(), scale=True),
    SklearnLearner("sgd", SGDClassifier(loss="log_loss"), scale=True),
    SklearnLearner("gp", GaussianProcessClassifier(optimizer=None), scale=True),
    SklearnLearner("pipeline", make_pipeline(StandardScaler(), SelectKBest(k=2), LogisticRegression(max_iter=1000))),
    SklearnLearner("imputed", make_pipeline(SimpleImputer(), StandardScaler(), GaussianNB())),
    SklearnLearner("searched", GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=2)),
    SklearnLearner("voting", VotingClassifier([("a", GaussianNB()), ("b", DecisionTreeClassifier())])),
    SklearnLearner("bagging", BaggingClassifier(DecisionTreeClassifier(max_features=1), n_estimators=3)),
    SklearnLearner("own", GaussianNB(), prepare=make_pipeline(SimpleImputer(), StandardScaler())),
    SklearnLearner(
        "by-column",
        make_pipeline(make_column_transformer((SimpleImputer(), [0, 1]), remainder="drop"), GaussianNB()),
    ),
]
REGRESSORS = [
    Mean(),
    Median(),
    SklearnLearner("linear", LinearRegression()),
    SklearnLearner("forest", RandomForestRegressor(5)),
    SklearnLearner("boosted", HistGradientBoostingRegressor(max_iter=5)),
    SklearnLearner("svr", SVR(), scale=True),
    SklearnLearner("ridge", BayesianRidge()),
    SklearnLearner("gp", GaussianProcessRegressor(RBF() + WhiteKernel(), optimizer=None), scale=True),
    SklearnLearner("gp-pipeline", make_pipeline(StandardScaler(), GaussianProcessRegressor(alpha=0.1, optimizer=None))),
    SklearnLearner("rounded", make_pipeline(FunctionTransformer(np.round), LinearRegression())),
]
CLUSTERERS = [
    SklearnLearner("kmeans", KMeans(3, n_init=2), scale=True),
    SklearnLearner("mini", MiniBatchKMeans(3, n_init=2)),
    SklearnLearner("mixture", GaussianMixture(2)),
    SklearnLearner("birch", Birch(n_clusters=2)),
    SklearnLearner("scaled-kmeans", make_pipeline(StandardScaler(), KMeans(2, n_init=1))),
]
COLUMNS = (
    Column(name="size"),
    Column(name="weight"),
    Column(name="color", kind=ColumnKind.NOMINAL, levels=("red", "green", "blue")),
    Column(name="shape", kind=ColumnKind.NOMINAL, levels=("round", "square")),
)


def made(task, rows=48, seed=0):
    rng = np.random.default_rng(seed)
    target = np.arange(rows) % 3
    features = np.column_stack(
        [
            rng.normal(size=rows) + target,
            rng.normal(size=rows) - target,
            (target + rng.integers(0, 2, rows)) % 3,
            rng.integers(0, 2, rows),
        ]
    )
    classes = ("low", "mid", "high")
    if task is REGRESSION:
        target, classes = features[:, 0] * 2 + rng.normal(size=rows), ()
    return Dataset(name="made", task=task, features=features, target=target, columns=COLUMNS, classes=classes)


def with_holes(data, seed=1):
    features = data.features.copy()
    features[np.random.default_rng(seed).uniform(size=features.shape) < 0.15] = np.nan
    return replace(data, features=features)


TASKS = {MULTICLASS: CLASSIFIERS, REGRESSION: REGRESSORS, CLUSTERING: CLUSTERERS}
CASES = [pytest.param(one, task, id=f"{task.name}-{one.name}") for task, all_of in TASKS.items() for one in all_of]
CLASSES_ONLY = [pytest.param(one, id=one.name) for one in CLASSIFIERS]


def fitted(learner, train, seed=3):
    return learner.fit(train, np.random.default_rng(seed))


def same(one, other, *, exact=True):
    for name in ("label", "score", "proba", "sd"):
        a, b = getattr(one, name), getattr(other, name)
        assert (a is None) == (b is None), name
        if a is not None:
            # A single row may take another path through the linear algebra than many.
            np.testing.assert_allclose(a, b, rtol=0 if exact else 1e-9, atol=0 if exact else 1e-9, err_msg=name)


def takes_gaps_or_fails_like_its_estimator(learner, train, rows):
    """Every learner takes missing values; a pipeline prepares for itself, so it does what it does in a loop of the user's own."""
    if not isinstance(getattr(learner, "estimator", None), Pipeline):
        assert len(fitted(learner, train).predict(rows).label) == len(rows)
        return
    try:
        own = clone(learner.estimator).fit(train.features, train.target).predict(rows)
    except ValueError as error:
        with pytest.raises(ValueError, match=f"^(?=Input X contains NaN){re.escape(str(error))}$"):
            fitted(learner, train).predict(rows)
    else:
        np.testing.assert_array_equal(fitted(learner, train).predict(rows).label, own)


@pytest.mark.parametrize(("learner", "task"), CASES)
class TestEveryLearner:
    def test_it_gives_what_it_says(self, learner, task):
        data = made(task)
        out = fitted(learner, data.take(np.arange(36))).predict(data.features[36:])
        ranked = task is MULTICLASS and Output.PROBA in learner.gives  # by probabilities, not by scores
        for output in Output:
            values = getattr(out, output.value, None)  # draws come from files only
            assert (values is not None) == (output in learner.gives - ({Output.SCORE} if ranked else set())), output
            assert values is None or len(values) == 12
        if task is MULTICLASS:
            assert out.label.dtype == np.int64
            assert set(out.label.tolist()) <= {0, 1, 2}
            assert out.score is None or out.score.shape == (12, 3)
            if out.proba is not None:
                assert out.proba.shape == (12, 3)
                assert np.allclose(out.proba.sum(axis=1), 1)
        if out.sd is not None:
            assert (out.sd > 0).all()

    def test_the_same_generator_gives_the_same_answers(self, learner, task):
        data = made(task)
        same(fitted(learner, data).predict(data.features), fitted(learner, data).predict(data.features))

    def test_fits_are_independent_of_each_other(self, learner, task):
        data, other = made(task), made(task, seed=9)
        before = learner.settings
        model = fitted(learner, data)
        first = model.predict(data.features)
        fitted(learner, other, seed=4).predict(other.features)
        same(first, model.predict(data.features))
        same(first, fitted(learner, data).predict(data.features))
        assert learner.settings == before

    def test_only_training_rows_matter(self, learner, task):
        data = made(task)
        train = np.arange(30)
        spoiled = data.features.copy()
        spoiled[30:36] = 1e6
        one = fitted(learner, data.take(train)).predict(data.features[36:])
        other = fitted(learner, replace(data, features=spoiled).take(train)).predict(data.features[36:])
        same(one, other)

    def test_one_row_gets_the_answer_it_gets_among_many(self, learner, task):
        data = made(task)
        model = fitted(learner, data.take(np.arange(36)))
        many, one = model.predict(data.features[36:]), model.predict(data.features[36:37])
        first = type(many)(
            **{key: None if (v := getattr(many, key)) is None else v[:1] for key in ("label", "score", "proba", "sd")}
        )
        same(one, first, exact=False)

    def test_missing_values_go_through(self, learner, task):
        data = with_holes(made(task))
        takes_gaps_or_fails_like_its_estimator(learner, data.take(np.arange(36)), data.features[36:])

    def test_missing_values_that_training_never_met(self, learner, task):
        data = made(task)
        takes_gaps_or_fails_like_its_estimator(learner, data, with_holes(data).features)

    def test_a_level_that_training_never_met(self, learner, task):
        data = made(task)
        green = np.flatnonzero(data.features[:, 2] == 1)
        rest = np.flatnonzero(data.features[:, 2] != 1)
        out = fitted(learner, data.take(rest)).predict(data.features[green])
        assert len(out.label) == len(green)

    def test_read_only_data_stay_as_they_are(self, learner, task):
        data = made(task)
        before = data.fingerprint
        fitted(learner, data).predict(data.features)
        assert data.fingerprint == before

    def test_settings_are_stable_text(self, learner, task):
        tree = json.loads(learner.settings)
        assert tree
        assert " at 0x" not in learner.settings
        again = cloudpickle.loads(cloudpickle.dumps(learner))
        assert again.settings == learner.settings

    def test_learners_and_models_can_be_sent_away(self, learner, task):
        data = made(task)
        again = pickle.loads(pickle.dumps(learner))
        model = fitted(learner, data)
        same(fitted(again, data).predict(data.features), model.predict(data.features))
        same(pickle.loads(pickle.dumps(model)).predict(data.features), model.predict(data.features))

    def test_nothing_global_is_touched(self, learner, task):
        data = made(task)
        before = np.random.get_state(legacy=False)  # noqa: NPY002
        fitted(learner, data).predict(data.features)
        after = np.random.get_state(legacy=False)  # noqa: NPY002
        assert after["state"]["pos"] == before["state"]["pos"]
        assert np.array_equal(after["state"]["key"], before["state"]["key"])

    def test_it_says_in_words_what_happens_first(self, learner, task):
        assert learner.describe()
        assert learner.describe(made(task))
        assert learner.refuses(made(task)) == ""

    def test_other_tasks_are_refused_in_words(self, learner, task):
        other = MULTICLASS if task is REGRESSION else REGRESSION
        reason = learner.refuses(made(other))
        assert repr(learner.name) in reason
        with pytest.raises(ValueError, match=r"predicts numbers|classifier|clusters|predicts classes"):
            fitted(learner, made(other))


@pytest.mark.parametrize("learner", CLASSES_ONLY)
class TestClassesThatAreMissing:
    def test_a_class_absent_from_training(self, learner):
        data = made(MULTICLASS)
        out = fitted(learner, data.take(np.flatnonzero(data.target != 1))).predict(data.features)
        assert set(out.label.tolist()) <= {0, 2}
        if out.proba is not None:
            assert out.proba.shape == (48, 3)
            assert (out.proba[:, 1] == 0).all()
            assert np.allclose(out.proba.sum(axis=1), 1)
        if out.score is not None:
            assert out.score.shape == (48, 3)
            assert np.isfinite(out.score).all()
            assert (out.score[:, 1] < out.score[:, [0, 2]].min()).all()

    def test_one_class_in_training_is_learned_or_refused(self, learner):
        data = made(MULTICLASS)
        alone = data.take(np.flatnonzero(data.target == 2))
        try:
            model = fitted(learner, alone)
        except (ValueError, RuntimeWarning):  # warnings are errors here
            assert learner.name not in (*BASELINES, "uniform", "one-rule-3")
            return
        out = model.predict(data.features)
        assert (out.label == 2).all()
        if learner.name == "boosted":  # says two columns for its one class: handed on as it is, for the runner to see
            assert out.proba.shape == (48, 2)
        else:
            assert out.proba is None or (out.proba[:, 2] == 1).all()
