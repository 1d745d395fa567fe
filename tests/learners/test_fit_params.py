"""What `fit` is given besides rows and target, with and without scikit-learn's metadata routing."""

import numpy as np
import pytest
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import RandomForestClassifier, StackingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.fit_params import fit_params, left_out

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(30, 2)), np.arange(30) % 2
WEIGHT, GROUPS = RNG.uniform(0.5, 2.0, 30), np.arange(30) % 6
DATA = bo.load((X, Y), groups=GROUPS, sample_weight=WEIGHT)


def pipeline(last: object) -> Pipeline:
    return Pipeline([("scale", StandardScaler()), ("last", last)])


@pytest.mark.parametrize(
    ("estimator", "keywords"),
    [
        (LogisticRegression(), {"sample_weight"}),
        (KNeighborsClassifier(), set()),
        (pipeline(LogisticRegression()), {"last__sample_weight"}),
        (pipeline(pipeline(LogisticRegression())), {"last__last__sample_weight"}),
        (pipeline(KNeighborsClassifier()), set()),
        (GridSearchCV(DecisionTreeClassifier(), {}, cv=3), {"sample_weight"}),
        (GridSearchCV(pipeline(LogisticRegression()), {}, cv=KFold(3)), {"last__sample_weight"}),
        (GridSearchCV(KNeighborsClassifier(), {}, cv=GroupKFold(3)), {"groups"}),
        (pipeline(GridSearchCV(GaussianNB(), {}, cv=GroupKFold(3))), {"last__sample_weight", "last__groups"}),
        (CalibratedClassifierCV(GaussianNB()), {"sample_weight"}),
        (VotingClassifier([("a", GaussianNB()), ("b", DecisionTreeClassifier())]), {"sample_weight"}),
        (VotingClassifier([("a", GaussianNB()), ("b", KNeighborsClassifier())]), set()),
        (StackingClassifier([("a", GaussianNB()), ("b", DecisionTreeClassifier())]), {"sample_weight"}),
    ],
)
def test_keywords_are_those_that_scikit_learn_takes(estimator: object, keywords: set[str]) -> None:
    found = fit_params(estimator, DATA, routing=False)
    assert set(found) == keywords
    assert left_out(estimator, DATA, routing=False) == (
        () if any(name.endswith("sample_weight") for name in keywords) else ("sample_weight",)
    )
    estimator.fit(X, Y, **found)  # type: ignore[attr-defined]


def test_a_learner_is_fitted_with_the_weights_of_its_rows() -> None:
    train = DATA.take(np.arange(0, 30, 3))
    model = SklearnLearner("lr", pipeline(LogisticRegression())).fit(train, np.random.default_rng(0))
    direct = pipeline(LogisticRegression()).fit(X[::3], Y[::3], last__sample_weight=WEIGHT[::3])
    np.testing.assert_array_equal(model.predict(X).proba, direct.predict_proba(X))
    unweighted = pipeline(LogisticRegression()).fit(X[::3], Y[::3])
    assert not np.array_equal(direct.predict_proba(X), unweighted.predict_proba(X))


def test_routing_is_kept_where_the_learner_goes() -> None:
    with sklearn.config_context(enable_metadata_routing=True):
        weighted = SklearnLearner("a", LogisticRegression().set_fit_request(sample_weight=True))
        declined = SklearnLearner("a", LogisticRegression().set_fit_request(sample_weight=False))
        silent = SklearnLearner("a", LogisticRegression())
        search = SklearnLearner(
            "a", GridSearchCV(GaussianNB().set_fit_request(sample_weight=False), {}, cv=GroupKFold(3))
        )
    plain = SklearnLearner("a", LogisticRegression())
    assert len({one.settings for one in (weighted, declined, silent, plain)}) == 4
    assert weighted.leaves_out(DATA) == ()
    assert declined.leaves_out(DATA) == ("sample_weight",)
    direct = LogisticRegression().fit(X, Y, sample_weight=WEIGHT)
    np.testing.assert_array_equal(
        weighted.fit(DATA, np.random.default_rng(0)).predict(X).proba, direct.predict_proba(X)
    )
    unweighted = LogisticRegression().fit(X, Y)
    np.testing.assert_array_equal(
        declined.fit(DATA, np.random.default_rng(0)).predict(X).proba, unweighted.predict_proba(X)
    )
    assert "neither requests nor declines sample_weight" in silent.refuses(DATA)
    search.fit(DATA, np.random.default_rng(0))  # its inner splits get the groups
    assert not sklearn.get_config()["enable_metadata_routing"]


def test_other_values_go_to_whom_they_name() -> None:
    class Named(GaussianNB):
        def fit(self, X: object, y: object, *, colour: object = None, level: object = None) -> "Named":
            self.colour_, self.level_ = colour, level
            return super().fit(X, y)

    level = np.empty((), dtype=object)
    level[()] = 3
    data = bo.load((X, Y))
    data = type(data)(
        name="d", task=data.task, features=X, target=Y, columns=data.columns, classes=data.classes,
        params={"colour": np.arange(30), "level": level},
    )  # fmt: skip
    model = SklearnLearner("n", Named()).fit(data.take([3, 4, 5, 8]), np.random.default_rng(0))
    assert model.estimator.colour_.tolist() == [3, 4, 5, 8]
    assert model.estimator.level_ == 3
    assert left_out(RandomForestClassifier(), data, routing=False) == ("colour", "level")
    assert data.fingerprint != bo.load((X, Y)).fingerprint


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        (np.full(30, -1.0), "zero or more"),
        (np.zeros(30), "0 in every row"),
        (np.full(30, np.nan), "gaps"),
        (["heavy"] * 30, "numbers"),
        ([1.0, 2.0], "one value for each of the 30 rows"),
    ],
)
def test_weights_that_cannot_be_are_refused(weight: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        bo.load((X, Y), sample_weight=weight)
