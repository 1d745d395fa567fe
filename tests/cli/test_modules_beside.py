"""Learners in modules beside a study file: the names that are allowed are found there, and nothing else is."""

import os

import pytest

from tests.helpers.installed_command import run_bakeoff

STUDY = """
title = "Own learners"
measures = ["accuracy"]
[learners.mine]
use = "{use}"
[learners.zero]
use = "majority"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 2
"""
LEARNER = """
from sklearn.naive_bayes import GaussianNB
class Mine(GaussianNB):
    pass
"""
SEARCH = """
use = "sklearn.model_selection.GridSearchCV"
params.n_jobs = 2
params.cv = 2
params.param_grid = {var_smoothing = [1e-9, 1e-8]}
params.estimator = {use = "mylearners.Mine"}
"""


@pytest.fixture
def folder(tmp_path):
    """A study, and decoys in place of modules that are imported if they are there."""
    (tmp_path / "study.toml").write_text(STUDY.format(use="mylearners.Mine"))
    (tmp_path / "mylearners.py").write_text(LEARNER)
    for name in ("narwhals", "lz4", "sitecustomize", "usercustomize", "numpy", "joblib", "bakeoff", "cupy", "torch"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / f'PWNED by {name}')!r}, 'w')\n")
    return tmp_path


def test_allowing_an_installed_package_opens_nothing_of_the_folder(folder):
    (folder / "study.toml").write_text(STUDY.format(use="sklearn.naive_bayes.GaussianNB"))
    done = run_bakeoff(folder, "run", "study.toml", "--allow", "narwhals", "-j", 1)
    assert done.returncode == 0, done.stderr
    assert not list(folder.glob("PWNED*"))


@pytest.mark.parametrize(
    "search",
    [True, *([False] if os.environ.get("BAKEOFF_LONG_FAULTS") else [])],
    ids=lambda search: "in a search" if search else "alone",
)
def test_an_allowed_module_is_found_in_every_process_and_alone(folder, search):
    if search:
        text = STUDY.format(use="mylearners.Mine").replace('use = "mylearners.Mine"', SEARCH)
        (folder / "study.toml").write_text(text)
    done = run_bakeoff(folder.parent, "run", folder / "study.toml", "--allow", "mylearners", "-j", 1)
    assert done.returncode == 0, done.stderr
    assert not list(folder.glob("PWNED*"))


def test_a_module_that_an_allowed_one_imports_must_be_allowed_too(folder):
    (folder / "mylearners.py").write_text("import helper_of_mine\n" + LEARNER)
    (folder / "helper_of_mine.py").write_text("")
    done = run_bakeoff(folder, "check", "study.toml", "--allow", "mylearners")
    assert done.returncode == 2
    assert "helper_of_mine lies beside the study file: allow it too, with --allow helper_of_mine" in done.stderr
    done = run_bakeoff(folder, "check", "study.toml", "--allow", "mylearners", "--allow", "helper_of_mine")
    assert done.returncode == 0, done.stderr


def test_an_allowed_package_imports_its_own_parts(folder):
    (folder / "mypackage").mkdir()
    (folder / "mypackage" / "__init__.py").write_text("from .inner import Mine\n")
    (folder / "mylearners.py").rename(folder / "mypackage" / "inner.py")
    (folder / "study.toml").write_text(STUDY.format(use="mypackage.Mine"))
    done = run_bakeoff(folder, "run", "study.toml", "--allow", "mypackage", "-j", 1)
    assert done.returncode == 0, done.stderr
    assert not list(folder.glob("PWNED*"))
