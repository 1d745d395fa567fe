"""A stranger's folder: a study file, and beside it a cache whose pickles run code."""

import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

import bakeoff as bo
from bakeoff.learners import from_objects

STUDY = """
title = "From a stranger"
[learners.search]
use = "sklearn.model_selection.GridSearchCV"
params.cv = 2
params.param_grid = {memory = ["cache"]}
[learners.search.params.estimator]
use = "sklearn.pipeline.Pipeline"
params.steps = [
    ["scale", {use = "sklearn.preprocessing.StandardScaler"}],
    ["clf", {use = "sklearn.naive_bayes.GaussianNB"}],
]
[learners.zero]
use = "majority"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 2
[measures]
primary = "accuracy"
"""


@pytest.fixture
def hostile(folder, poison):
    """The same study from Python objects fills the cache, which is then poisoned."""
    (folder / "study.toml").write_text(STUDY)
    pipeline = Pipeline([("scale", StandardScaler()), ("clf", GaussianNB())])
    search = GridSearchCV(pipeline, {"memory": ["cache"]}, cv=2)
    study = bo.Study(datasets=["iris"], learners={"search": search, "zero": "majority"}, scheme="kfold(2)")
    study.run(workers=1, progress=False)
    poison(folder / "cache", folder / "marker")
    return folder


def test_the_study_is_refused(bakeoff, hostile):
    done = bakeoff("run", "study.toml")
    assert not (hostile / "marker").exists()
    assert done.exit_code == 2
    assert "learners.search: parameter 'memory': caches on disk are read as pickles" in done.stderr
    assert not (hostile / "study.bakeoff").exists()


def test_the_cache_is_not_read_where_the_refusal_fails(bakeoff, hostile, monkeypatch):
    monkeypatch.setattr(from_objects, "check_parameters", lambda _: None)
    done = bakeoff("run", "study.toml", "-j", 1)
    assert done.exit_code == 0, done.stderr
    assert not (hostile / "marker").exists()
