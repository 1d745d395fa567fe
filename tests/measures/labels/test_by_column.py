"""Each label and each output: equal to scikit-learn's measures of one column, at every door."""

import json

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from sklearn import metrics
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import NotApplicable

RNG = np.random.default_rng(2)
TRUTH = RNG.integers(0, 2, (60, 3))
ANSWER = np.where(RNG.random((60, 3)) < 0.8, TRUTH, 1 - TRUTH)
SCORE = TRUTH + RNG.normal(size=(60, 3))
NAMES = ["news", "sport", "music"]
HEIGHT = RNG.normal(size=(60, 2))
GUESS = HEIGHT + RNG.normal(size=(60, 2))


def test_labels_are_those_of_scikit_learn():
    panel = bo.measure(TRUTH, ANSWER, SCORE, task="multilabel", labels=NAMES, level=None)
    for j, line in enumerate(panel.column_lines()):
        truth, answer, score = TRUTH[:, j], ANSWER[:, j], SCORE[:, j]
        assert (line.name, line.n) == (NAMES[j], truth.sum())
        assert dict(line.scores) == pytest.approx(
            {
                "precision": metrics.precision_score(truth, answer),
                "recall": metrics.recall_score(truth, answer),
                "f1": metrics.f1_score(truth, answer),
                "roc_auc": metrics.roc_auc_score(truth, score),
                "average_precision": metrics.average_precision_score(truth, score),
            },
            abs=1e-12,
        )
    assert "label  true in rows  precision  recall      F1  ROC area  PR area" in str(panel.per_class())


def test_outputs_are_those_of_scikit_learn_also_of_many_rows():
    truth, guess = np.tile(HEIGHT, (30, 1)), np.tile(GUESS, (30, 1))
    panel = bo.measure(truth, guess, task="multioutput", labels=["height", "weight"], level=None)
    line = panel.column_lines()[1]
    assert (line.name, line.n) == ("weight", 1800)
    assert line.scores["r2"] == pytest.approx(metrics.r2_score(truth[:, 1], guess[:, 1]))
    assert line.scores["rmse"] == pytest.approx(metrics.root_mean_squared_error(truth[:, 1], guess[:, 1]))


def test_a_label_that_is_never_true_has_dashes():
    truth = TRUTH.copy()
    truth[:, 1] = 0
    shown = str(bo.measure(truth, y_score=SCORE, task="multilabel", labels=NAMES, level=None).per_class())
    assert next(line for line in shown.splitlines() if line.startswith("sport")).split()[1:] == ["0", "–", "–"]


def test_one_column_has_no_such_lines():
    with pytest.raises(NotApplicable, match="the target has one column"):
        bo.measure([0, 1], [0, 1], level=None).column_lines()


def test_the_shell_prints_them(tmp_path):
    frame = pd.DataFrame(
        np.hstack([TRUTH, ANSWER, SCORE]), columns=[*NAMES, *(f"p_{n}" for n in NAMES), *(f"s_{n}" for n in NAMES)]
    )
    frame.to_csv(tmp_path / "tags.csv", index=False)
    options = [
        "--task",
        "multilabel",
        "--truth",
        ",".join(NAMES),
        "--pred",
        ",".join(f"p_{n}" for n in NAMES),
        "--per-class",
    ]
    text = CliRunner().invoke(cli, ["measure", str(tmp_path / "tags.csv"), *options])
    assert (text.exit_code, "Each label" in text.output) == (0, True)
    data = json.loads(CliRunner().invoke(cli, ["measure", str(tmp_path / "tags.csv"), *options, "--json"]).output)
    assert [line["name"] for line in data["columns"]] == NAMES


@pytest.mark.parametrize("labels", [True, False])
def test_a_report_has_a_table_of_the_best_learner(labels, tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(90, 3))
    if labels:
        target = pd.DataFrame((rows + rng.normal(0, 0.5, (90, 3)) > 0).astype(int), columns=NAMES)
        learners = {"near": KNeighborsClassifier(), "tree": DecisionTreeClassifier(max_depth=1, random_state=0)}
    else:
        target = pd.DataFrame(rows[:, :2] + rng.normal(0, 0.1, (90, 2)), columns=["height", "weight"])
        learners = {"line": LinearRegression(), "tree": DecisionTreeRegressor(max_depth=1, random_state=0)}
    results = bo.evaluate(learners, rows, target, cv=3, progress=False)
    page = results.report(tmp_path / "report.html").read_text(encoding="utf-8")
    part = page[page.index('id="by_column-heading"') :]
    assert all(name in part[:4000] for name in target.columns)
    assert ("true in rows" in part[:4000]) == labels


def test_a_report_on_one_column_has_none(tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(60, 2))
    results = bo.evaluate({"near": KNeighborsClassifier()}, rows, (rows[:, 0] > 0).astype(int), cv=3, progress=False)
    assert "by_column" not in results.report(tmp_path / "report.html").read_text(encoding="utf-8")
