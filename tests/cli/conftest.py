"""A folder with a small study and learners that are slow or fail, and the command to run in it."""

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

STUDY = """
title = "Two on two"
measures = ["accuracy", "kappa"]
[learners.zero]
use = "majority"
[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
params = {max_depth = 3}
[[datasets]]
name = "iris"
[[datasets]]
make = {name = "xor", n = 60}
[resampling]
folds = 5
"""
STRANGE = """
    import time
    from pathlib import Path
    import numpy as np
    from sklearn.base import BaseEstimator, ClassifierMixin

    class Constant(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return np.full(len(X), self.classes_[0])

    class Slow(Constant):
        '''As long as there is a file called slowly.'''
        def __init__(self, sign="slowly"):
            self.sign = sign

        def fit(self, X, y):
            time.sleep(0.3 if Path(self.sign).exists() else 0.0)
            return super().fit(X, y)

    class Fails(Constant):
        '''On one size of training part, as long as there is a file called broken.'''
        def __init__(self, sign="broken"):
            self.sign = sign

        def fit(self, X, y):
            if len(X) == 48 and Path(self.sign).exists():
                raise ValueError("this learner does not like 48 rows")
            return super().fit(X, y)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Also the working directory, and where children find the module `strange_learners`."""
    (tmp_path / "study.toml").write_text(STUDY)
    (tmp_path / "strange_learners.py").write_text(textwrap.dedent(STRANGE))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small study, run once."""
    path = tmp_path_factory.mktemp("finished")
    (path / "study.toml").write_text(STUDY)
    done = CliRunner().invoke(cli, ["run", "-q", str(path / "study.toml")])
    assert done.exit_code == 0, done.output
    return path / "study.bakeoff"


@pytest.fixture
def study(folder: Path, finished: Path) -> Path:
    """A copy of the finished study in the folder, relative to it."""
    shutil.copy(finished, folder / "study.bakeoff")
    return Path("study.bakeoff")


@pytest.fixture
def bakeoff(folder: Path) -> Callable[..., SimpleNamespace]:
    """The command in this process, as a user would type it."""
    return lambda *words: CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture
def started(folder: Path):
    """The command in a process of its own; whatever still runs at the end of the test is killed."""
    begun: list[subprocess.Popen[str]] = []

    def start(*words: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "bakeoff.cli.main", *map(str, words)]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        process = subprocess.Popen(
            command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, env=environment
        )
        begun.append(process)
        return process

    yield start
    for process in begun:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=30)
