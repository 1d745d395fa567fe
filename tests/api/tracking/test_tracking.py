"""What is logged of studies and comparisons, and what is read back, by a tracker in memory."""

import importlib.util
import json

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.tracking.comparison_run import logged_comparison
from bakeoff.api.tracking.from_mlflow import compare_runs
from bakeoff.api.tracking.logged_run import interval_metrics
from bakeoff.api.tracking.send import send
from bakeoff.api.tracking.settings_params import settings_params
from bakeoff.api.tracking.study_run import logged_study
from bakeoff.api.tracking.tracker import MlflowTracker
from bakeoff.core.errors import BadInput, MissingPackage, UnknownName
from bakeoff.estimates.estimate import Estimate
from tests.api.tracking.recording_tracker import RecordingTracker

TRUTH = np.random.default_rng(0).integers(0, 2, 120)
ANSWERS = {
    name: np.where(np.random.default_rng(seed).random(120) < share, TRUTH, 1 - TRUTH)
    for seed, (name, share) in enumerate({"old": 0.7, "new": 0.92}.items(), start=1)
}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "small.bakeoff"
    design = bo.Study(
        datasets=["iris", "wine"], learners={"majority": "majority", "rule": "one-rule"}, scheme="2-fold",
        measures=["accuracy", "kappa"], title="Small",
    )  # fmt: skip
    design.run(path, workers=1, progress=False).close()
    with bo.open(path) as results:
        yield results


@pytest.fixture
def comparison():
    return bo.compare_predictions(TRUTH, ANSWERS, groups=np.arange(120) // 3)


def test_a_study_is_one_run_with_a_run_for_each_learner(study):
    logged = logged_study(study)
    assert logged.name == "Small"
    assert logged.params["scheme"] == "kfold(2)"
    assert logged.params["datasets"] == "iris, wine"
    assert [child.name for child in logged.children] == ["majority", "rule"]
    assert [file.name for file in logged.files] == ["report.html", "scores.csv", "small.bakeoff"]
    assert logged.tags["bakeoff.verdict"] == study.compare().headline
    assert logged.tags["mlflow.note.content"].startswith(logged.tags["bakeoff.verdict"])


def test_scores_of_a_learner_have_the_ends_of_their_intervals(study):
    rule = logged_study(study).children[1]
    for dataset in study.datasets:
        cell = study.findings.cell(dataset, "rule", "accuracy").estimate
        assert rule.metrics[f"{dataset}/accuracy"] == cell.value
        assert (rule.metrics[f"{dataset}/accuracy_low"], rule.metrics[f"{dataset}/accuracy_high"]) == (
            cell.low,
            cell.high,
        )
    mean = np.mean([study.findings.cell(dataset, "rule", "accuracy").estimate.value for dataset in study.datasets])
    assert rule.metrics["accuracy"] == pytest.approx(mean)


def test_what_is_undefined_is_a_tag_with_its_reason_and_no_metric():
    metrics, tags = interval_metrics("auc", Estimate.alone(float("nan"), 10))
    assert metrics == {}
    assert tags == {"bakeoff.undefined.auc": "undefined"}


def test_settings_are_named_as_scikit_learn_names_them():
    params = settings_params(
        '{"estimator": {"class": "sklearn.pipeline.Pipeline", "params": {"memory": null, "steps": [["scale", {"class": "x.S", "params": {"copy": true}}],'
        ' ["lr", {"class": "x._m.LR", "params": {"C": 0.5}}]]}}, "versions": {"sklearn": "1"}}'
    )
    own = {"lr__C", "scale__copy", "steps"} <= set(params)
    assert own
    assert params["lr__C"] == "0.5"
    assert params["lr"] == "x.LR"
    assert {name for name in params if "__" in name} <= {"lr__C", "scale__copy"}


def test_sending_keeps_order_parents_and_files(study):
    tracker = RecordingTracker()
    sent = send(logged_study(study), tracker, "flowers", "my run")
    whole, *children = tracker.runs.values()
    assert whole["name"] == "my run"
    assert whole["experiment"] == "flowers"
    assert {child["tags"]["mlflow.parentRunId"] for child in children} == {sent.run}
    assert sent.learners == {"majority": "r1", "rule": "r2"}
    assert {run["state"] for run in tracker.runs.values()} == {"finished"}
    assert whole["files"]["small.bakeoff"] == study.path.read_bytes()
    assert b"<html" in whole["files"]["report.html"]
    lines = whole["files"]["scores.csv"].decode().splitlines()
    assert len(lines) == 1 + 2 * 2 * 2 * 2  # data sets, learners, folds, measures


def test_a_run_that_breaks_off_is_marked_as_failed(study):
    tracker = RecordingTracker(broken="scores.csv")
    with pytest.raises(BadInput, match="disk of the server"):
        send(logged_study(study), tracker)
    assert {run["state"] for run in tracker.runs.values()} == {"failed"}


def test_what_was_logged_gives_the_same_comparison(comparison):
    tracker = RecordingTracker()
    sent = send(logged_comparison(comparison), tracker)
    again = compare_runs(list(sent.learners.values()), tracker, groups="group")
    assert again.judgement.measure == "accuracy"
    assert again.verdict.difference == comparison.verdict.difference
    assert again.pairs[0].pair.result.p_value == comparison.pairs[0].pair.result.p_value
    metrics = tracker.runs[sent.run]["metrics"]
    assert metrics["difference_low"] == comparison.verdict.difference.low
    assert metrics["p_value"] == comparison.pairs[0].pair.result.p_value


def runs_of(tables, tracker=None):
    tracker = tracker or RecordingTracker()
    for name, (columns, rows) in tables.items():
        run = tracker.start("0", name, {})
        tracker.runs[run]["files"]["eval_results_table.json"] = json.dumps({"columns": columns, "data": rows}).encode()
    return tracker


def test_tables_of_truth_and_predictions():
    tracker = runs_of(
        {
            name: (["target", "prediction"], [[int(t), int(p)] for t, p in zip(TRUTH, answers, strict=True)])
            for name, answers in ANSWERS.items()
        }
    )
    made = compare_runs(["r0", "r1"], tracker, y_true="target", y_pred="prediction", measure="balanced_accuracy")
    direct = bo.compare_predictions(TRUTH, ANSWERS, "balanced_accuracy")
    assert made.verdict.difference == direct.verdict.difference


def test_tables_of_other_rows_are_refused():
    tracker = runs_of(
        {"a": (["id", "ok/score"], [["x", 1], ["y", 0]]), "b": (["id", "ok/score"], [["u", 1], ["v", 0]])}
    )
    with pytest.raises(BadInput, match="0 items in common"):
        compare_runs(["r0", "r1"], tracker)
    tracker = runs_of({"a": (["y", "p"], [[1, 1], [0, 0]]), "b": (["y", "p"], [[1, 1], [1, 0]])})
    with pytest.raises(BadInput, match="different rows: the truth of b"):
        compare_runs(["r0", "r1"], tracker, y_true="y", y_pred="p")
    tracker = runs_of({"a": (["y", "p"], [[1, 1], [0, 0]]), "b": (["y", "p"], [[1, 1]])})
    with pytest.raises(BadInput, match="that of a has 2 and that of b 1"):
        compare_runs(["r0", "r1"], tracker, y_true="y", y_pred="p")


def test_bad_runs_are_refused_in_one_sentence():
    tracker = runs_of({"a": (["id", "ok"], [["x", 1]]), "b": (["id", "ok"], [["x", 1]])})
    bare = tracker.start("0", "bare", {})
    for runs, words in (
        (["r0", bare], "has no evaluation table"),
        (["r0", "nobody"], "has no run 'nobody'"),
        (["r0"], "at least two runs"),
        (["r0", "r0"], "named twice"),
        ("r0", "several ids in a list"),
        ([1, 2], "not by int"),
    ):
        with pytest.raises(BadInput, match=words):
            compare_runs(runs, tracker)
    with pytest.raises(UnknownName, match=r"called 'x\.json'"):
        compare_runs(["r0", "r1"], tracker, table="x.json")
    with pytest.raises(BadInput, match="name both, or neither"):
        compare_runs(["r0", "r1"], tracker, y_true="y")


def test_runs_of_the_same_name_are_told_apart():
    rows = [[f"q{i}", i % 2] for i in range(40)]
    tracker = runs_of({"model": (["id", "ok/score"], rows)})
    runs_of({"model": (["id", "ok/score"], rows)}, tracker)
    assert list(compare_runs(["r0", "r1"], tracker).scores) == ["model", "model (r1)"]


@pytest.mark.skipif(importlib.util.find_spec("mlflow") is not None, reason="mlflow is installed")
def test_without_mlflow_the_sentence_has_the_line_that_installs_it(comparison):
    with pytest.raises(
        MissingPackage, match=r"logging to MLflow needs mlflow; install it with: pip install .*\[mlflow\]"
    ):
        comparison.to_mlflow()
    with pytest.raises(MissingPackage, match="reading runs of MLflow needs mlflow"):
        bo.from_mlflow(["a", "b"])


def test_a_server_that_does_not_answer_is_refused_at_once():
    pytest.importorskip("mlflow")
    with pytest.raises(BadInput, match="does not answer"):
        MlflowTracker("http://127.0.0.1:9", "logging to MLflow")
