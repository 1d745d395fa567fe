"""bo.evaluate where users are: a script without a guard, standard input, the interactive interpreter, a notebook."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import numpy as np
from sklearn.naive_bayes import GaussianNB
from sklearn.base import BaseEstimator, ClassifierMixin
import bakeoff as bo

class Own(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self
    def predict(self, X):
        return self.classes_[(X[:, 0] > 0.5).astype(int)]

rng = np.random.default_rng(0)
y = np.arange(40) % 2
X = rng.normal(size=(40, 2)) + y[:, None]
results = bo.evaluate({"nb": GaussianNB(), "own": Own()}, X, y, cv=4, scoring="accuracy", n_jobs=2)
print("UNITS", results.findings.card.units_done)
print(results)
"""


def run(arguments, *, given=None, folder):
    """Away from the repository, without a terminal, its own process."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [sys.executable, *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=folder,
        env=env,
        timeout=200,
        check=False,
    )


def indented(script):
    """As somebody would type it: an empty line ends a block."""
    lines = script.strip().split("\n")
    typed = []
    for at, line in enumerate(lines):
        if line or (at + 1 < len(lines) and not lines[at + 1].startswith(" ")):
            typed.append(line)
    return "\n".join(typed) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("door", ["script", "stdin", "interactive"])
def test_evaluate_needs_no_guard(door, tmp_path):
    if door == "script":
        (tmp_path / "plain.py").write_text(SCRIPT, encoding="utf-8")
        done = run(["plain.py"], folder=tmp_path)
    elif door == "stdin":
        done = run(["-"], given=SCRIPT, folder=tmp_path)
    else:
        done = run(["-i", "-q"], given=indented(SCRIPT), folder=tmp_path)
    assert "UNITS 8" in done.stdout, done.stdout + done.stderr
    assert "Accuracy" in done.stdout
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


@pytest.mark.slow
def test_evaluate_in_a_notebook_kernel(tmp_path):
    """The notebook is run by another process: kernel and client leave loops and threads behind."""
    runner = Path(__file__).with_name("notebook.py")
    script = tmp_path / "cells.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = run([str(runner), str(script)], folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "UNITS 8" in done.stdout
    assert "<table" in done.stdout, "the last cell shows the results as a table"
