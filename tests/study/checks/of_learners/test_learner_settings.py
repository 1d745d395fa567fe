"""What the settings of a learner show: scale, search."""

import pytest
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import RobustScaler, StandardScaler
from sklearn.svm import SVC

from bakeoff.learners.estimators import SklearnLearner
from bakeoff.study.checks.of_learners.learner_settings import has_settings_to_tune, is_scaled, is_tuned, reads_scale


def settings(estimator, **options):
    return SklearnLearner(name="x", estimator=estimator, **options).settings


@pytest.mark.parametrize(
    ("estimator", "reads", "scaled"),
    [
        (SVC(), True, False),
        (make_pipeline(StandardScaler(), SVC()), True, True),
        (make_pipeline(ColumnTransformer([("n", RobustScaler(), [0])]), MLPClassifier()), True, True),
        (GridSearchCV(make_pipeline(StandardScaler(), SVC()), {"svc__C": [1]}), True, True),
        (HistGradientBoostingClassifier(), False, False),
        (LinearRegression(), False, False),
        (LogisticRegression(), True, False),
    ],
)
def test_scale(estimator, reads, scaled):
    text = settings(estimator)
    assert (reads_scale(text), is_scaled(text)) == (reads, scaled)


def test_the_switch_of_a_learner_scales():
    assert is_scaled(settings(SVC(), scale=True))


def test_search():
    assert is_tuned(settings(GridSearchCV(SVC(), {"C": [1]})))
    assert not is_tuned(settings(SVC()))
    assert has_settings_to_tune(settings(SVC()))
    assert not has_settings_to_tune(settings(GaussianNB()))
    assert not has_settings_to_tune("predictions from x.csv")
