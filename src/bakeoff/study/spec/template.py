"""A commented study file to start from, as text."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bakeoff.core.text import counted
from bakeoff.data.dataset import Dataset
from bakeoff.study.checks.of_data.imbalance import LOPSIDED

__all__ = ["study_template"]

_HEAD = """\
# A study: which learner is better, by how much, and how sure are we?
#   bakeoff check {path}    finds everything that can be refused before a run
#   bakeoff run {path}      runs it, or resumes where it left off
title = {title}
seed = 1                            # the same seed gives the same splits and the same results

# The first measure decides; it is named before the run, so that the headline is not picked afterwards.
# `bakeoff measures` lists all of them.{why}
measures = {measures}

# Learners: the import path of any scikit-learn estimator, or a baseline of bakeoff.
# Missing values are imputed and nominal columns coded, fitted on the training part only.
"""
_TAIL = """\
[resampling]
scheme = "kfold"                    # also holdout, subsampling, loo, 5x2, 10x10, bootstrap, rolling-origin
folds = 10
repeats = 3                         # more repeats: more certainty, more time; 10 find a quarter more differences in three times the time

[compare]
alpha = 0.05
# rope = 0.01                       # differences below this do not matter to you; lets the verdict say "equivalent"
{baseline}

# [curves]                          # how good with fewer rows, and would more help? further units, one per size
# train_sizes = [0.1, 0.25, 0.5]    # shares of the training rows, or numbers of rows

# [report]
# silence = ["check.leak"]          # notes that are not shown, by their code
# signs = ["◊", "●"]                # of the planned pairs in tables; pairs may share one

# [run]                             # changes no result; the command line may say otherwise
# workers = 2
# timeout = 600                     # seconds one unit may take
# memory = 2000                     # megabytes one unit may take
"""
_NUMBER_MEASURES = ("rmse", "mae", "r2", "fit_seconds")
_CLASS_MEASURES = ("accuracy", "balanced_accuracy", "kappa", "f1_macro", "fit_seconds")
_LOPSIDED_MEASURES = ("balanced_accuracy", "kappa", "accuracy", "fit_seconds")  # below an area, which decides
_CLASSIFIERS = """\
[learners.{zero}]
use = {quoted:<30}# what is reached without looking at the columns

[learners.naive_bayes]
use = "sklearn.naive_bayes.GaussianNB"

[learners.logistic]
use = "sklearn.linear_model.LogisticRegression"
params = {{max_iter = 1000}}
scale = true                        # standardize numeric columns first

[learners.neighbors]
use = "sklearn.neighbors.KNeighborsClassifier"
params = {{n_neighbors = 5}}
scale = true

[learners.forest]
use = "sklearn.ensemble.RandomForestClassifier"
params = {{n_estimators = 100}}

"""
_REGRESSORS = """\
[learners.mean]
use = "mean"                        # what is reached without looking at the columns

[learners.ridge]
use = "sklearn.linear_model.Ridge"
scale = true                        # standardize numeric columns first

[learners.neighbors]
use = "sklearn.neighbors.KNeighborsRegressor"
params = {n_neighbors = 5}
scale = true

[learners.forest]
use = "sklearn.ensemble.RandomForestRegressor"
params = {n_estimators = 100}

"""
_BUNDLED = """\
# Data sets: a bundled name, a file (CSV, Parquet, ARFF; relative to this file), or openml = number.
# One data set can give a verdict about that data set. A verdict about data sets in general needs six or more for two learners.
[[datasets]]
name = "breast_cancer"
positive = "malignant"              # the class of interest is stated, never guessed

# [[datasets]]
# name = "wine"                     # a second bundled one

# [[datasets]]
# file = "mine.csv"                 # or: bakeoff init --from mine.csv --target outcome
# target = "outcome"
# positive = "yes"

"""


def study_template(path: str, data: Dataset | None = None, *, file: str = "", target: str = "") -> str:
    """The text of a study file; with a data set read from `file`, for its task and target, which an ARFF file states itself."""
    numbers = data is not None and data.task.numeric
    share, largest = (0.0, "") if data is None or numbers else _largest_class(data)
    measures = _NUMBER_MEASURES if numbers else _CLASS_MEASURES if share < LOPSIDED else _of_lopsided(data)
    why = (
        f"\n# {share:.0%} of the rows are of class {_quoted(largest)}, so accuracy would mostly measure that class."
        if share >= LOPSIDED
        else ""
    )
    title = (
        f"Which learner for {Path(file).name}?" if data is not None else "Which classifier for the breast cancer data?"
    )
    zero = "mean" if numbers else "majority" if share < LOPSIDED else "prior"  # an area needs the shares of the classes
    return "".join(
        (
            _HEAD.format(path=path, title=_quoted(title), measures=_listed(measures), why=why),
            _REGRESSORS if numbers else _CLASSIFIERS.format(zero=zero, quoted=_quoted(zero)),
            _BUNDLED if data is None else _own(data, file, target),
            _TAIL.format(
                baseline=_noted(f"# baseline = {_quoted(zero)}", "compare every learner with this one only"),
            ),
        )
    )


def _largest_class(data: Dataset) -> tuple[float, str]:
    """The share of the largest class, and its name; nothing where the target has no single classes."""
    shares = data.task.shares(data.target, len(data.classes)) if np.ndim(data.target) == 1 else None
    if shares is None or not len(shares):
        return 0.0, ""
    return float(shares.max()), data.classes[int(shares.argmax())]


def _of_lopsided(data: Dataset | None) -> tuple[str, ...]:
    """An area decides, which does not depend on the shares of the classes; of two classes without a positive one it is the mean over both."""
    stated = data is not None and data.task.takes_positive and data.positive is not None
    return ("roc_auc" if stated else "roc_auc_ovo", *_LOPSIDED_MEASURES)


def _own(data: Dataset, file: str, target: str) -> str:
    lines = ["# Read from the file; more [[datasets]] extend the result to more than one domain.", "[[datasets]]"]
    lines += [f"file = {_quoted(file)}", *([f"target = {_quoted(target)}"] if target else [])]
    lines += [
        _noted(f'task = "{data.task.name}"', f"{counted(len(data), 'row')}, {counted(len(data.columns), 'column')}")
    ]
    if data.task.takes_positive and data.positive is not None:
        lines += [f"positive = {_quoted(data.positive)}"]
    elif data.task.takes_positive:
        classes = " or ".join(_quoted(label) for label in data.classes)
        lines += [_noted(f"# positive = {_quoted(data.classes[-1])}", f"{classes}: state it to use roc_auc, f1, ...")]
    return "\n".join(lines) + "\n\n"


def _noted(code: str, comment: str) -> str:
    """A line with its comment where all comments stand."""
    return f"{code:<35} # {comment}"


def _quoted(text: str) -> str:
    r"""A TOML string; JSON's escapes are TOML's, except for the delete character.

    >>> _quoted('say "x"')
    '"say \\"x\\""'
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _listed(names: Sequence[str]) -> str:
    return "[" + ", ".join(_quoted(name) for name in names) + "]"
