"""A stranger's folder: a study file, and beside it a cache whose pickles run code."""

import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

import bakeoff as bo
from bakeoff.core import cores
from bakeoff.learners import from_objects
from bakeoff.study.spec import options
from tests.helpers.installed_command import run_bakeoff

STUDY = """
title = "From a stranger"
measures = ["accuracy"]
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


PARALLEL = STUDY.replace('params.param_grid = {memory = ["cache"]}', "params.n_jobs = 2\nparams.param_grid = {clf__var_smoothing = [1e-9, 1e-8]}")  # fmt: skip

PLAIN = """
title = "From a stranger"
measures = ["accuracy"]
[learners.nb]
use = "sklearn.naive_bayes.GaussianNB"
[learners.zero]
use = "majority"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 2
"""


def test_processes_that_a_learner_starts_import_nothing_from_the_folder(tmp_path):
    (tmp_path / "study.toml").write_text(PARALLEL)
    for name in ("joblib", "sklearn", "numpy", "bakeoff", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / f'PWNED by {name}')!r}, 'w')\n")
    done = run_bakeoff(tmp_path, "run", "study.toml", "-j", 1)
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.glob("PWNED*"))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("workers = 300", "run.workers = 300 is more than a study file may ask for on 2 cores (at most 8); drop it, or give -j 300"),
        ("threads = 100000", "run.threads = 100000 is more than a study file may ask for on 2 cores (at most 8); drop it, or give threads=100000 in Python"),
    ],
)  # fmt: skip
def test_a_study_file_may_not_ask_for_any_number_of_processes(bakeoff, folder, monkeypatch, table, words):
    monkeypatch.setattr(cores, "cores", lambda: 2)
    monkeypatch.setattr(options, "cores", lambda: 2)
    (folder / "study.toml").write_text(f"{PLAIN}\n[run]\n{table}\n")
    done = bakeoff("run", "study.toml")
    assert done.exit_code == 2
    assert words in done.stderr
    assert not (folder / "study.bakeoff").exists()


def test_the_command_line_may(bakeoff, folder, monkeypatch):
    monkeypatch.setattr(cores, "cores", lambda: 2)
    (folder / "study.toml").write_text(f"{PLAIN}\n[run]\nworkers = 300\n")
    done = bakeoff("run", "study.toml", "-j", 9)
    assert done.exit_code == 0, done.stderr
    (folder / "study.toml").write_text(f"{PLAIN}\n[run]\nworkers = 8\n")
    assert bakeoff("run", "study.toml").exit_code == 0
