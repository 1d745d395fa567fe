"""What the report and the command line show of searches, and the snippet that makes the study again."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.report.names import learner_code
from bakeoff.report.sections.tuned import trial_plot
from bakeoff.study.facts.trial_curves import trial_curves


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("tuned") / "s.bakeoff"
    data = bo.load("iris").take(np.random.default_rng(0).permutation(150)[:90])
    space = {"C": bo.log_uniform(1e-2, 1e2), "kernel": bo.choice(["rbf", "linear"])}
    learners = {"<b>svm": bo.Tuned(SVC(), space, trials=6, scheme="2-fold"), "dummy": DummyClassifier()}
    bo.Study(datasets=data, learners=learners, scheme="2-fold", measures="accuracy").run(path, progress=False).close()
    return path


def test_the_report_shows_choices_and_optimism(file: Path, tmp_path: Path):
    with bo.open(file) as results:
        results.report(tmp_path / "r.md")
        results.report(tmp_path / "r.html")
        results.report(tmp_path / "r.json")
        cell = results.findings.tunings[0]
        (numbers,) = map(trial_plot, trial_curves(cell))
    text = (tmp_path / "r.md").read_text()
    assert "Tuned settings" in text
    assert "How optimistic the inner score is" in text
    assert "random search, 6 candidates, 2-fold cross-validation" in text
    assert "<b>svm" not in (tmp_path / "r.html").read_text()
    assert cell.optimism == pytest.approx(cell.inner - cell.outer)
    assert (numbers.log_x, len(numbers.x), int(numbers.chosen.sum())) == (True, 12, 2)
    assert "12 candidates against C" in numbers.sentence()


def test_the_command_line_prints_the_same(file: Path):
    shown = CliRunner().invoke(cli, ["tuning", str(file)])
    assert shown.exit_code == 0
    assert "Chosen settings of every split" in shown.output
    found = json.loads(CliRunner().invoke(cli, ["tuning", str(file), "--json"]).output)
    assert found["schema"] == "bakeoff.tuning/1"
    assert [len(one["candidates"]) for one in found["tunings"][0]["splits"]] == [6, 6]


def test_the_call_that_makes_a_tuned_learner_can_be_run_again():
    tuned = bo.Tuned(
        LogisticRegression(),
        {"C": bo.log_uniform(0.01, 10), "max_iter": bo.integers(50, 90, log=True)},
        measure="accuracy",
    )
    code, _ = learner_code(tuned.settings)
    assert "'C': bo.log_uniform(0.01, 10.0)" in code
    assert "bo.integers(50, 90, log=True)" in code
    import sklearn.linear_model  # the snippet imports what it names

    again = eval(code, {"bo": bo, "sklearn": sklearn})
    assert again.settings == tuned.settings
