"""A real server of MLflow on this machine: what is logged is there, and what MLflow wrote is read back."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, UnknownName

mlflow = pytest.importorskip("mlflow")
pytest.importorskip(
    "mlflow.server.handlers", reason="the server of MLflow is not installed (mlflow-skinny is a client)"
)
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default"), pytest.mark.timeout(300)]

TRUTH = np.random.default_rng(0).integers(0, 2, 150)
ANSWERS = {
    name: np.where(np.random.default_rng(seed).random(150) < share, TRUTH, 1 - TRUTH)
    for seed, (name, share) in enumerate({"old": 0.75, "new": 0.9}.items(), start=1)
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module", params=["sqlite", "files"])
def server(request, tmp_path_factory):
    """A server with a database, and one that keeps its runs in files."""
    folder: Path = tmp_path_factory.mktemp("mlflow")
    port = free_port()
    store = f"sqlite:///{folder / 'runs.db'}" if request.param == "sqlite" else str(folder / "mlruns")
    command = [sys.executable, "-m", "mlflow", "server", "--backend-store-uri", store, "--artifacts-destination", str(folder / "artifacts"), "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]  # fmt: skip
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment())
        try:
            wait_for(port, process, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:  # a busy machine
                process.kill()
                process.wait()


def environment():
    import os

    return {**os.environ, "MLFLOW_ALLOW_FILE_STORE": "true", "MLFLOW_DISABLE_TELEMETRY": "true"}


def wait_for(port: int, process: subprocess.Popen, log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            pytest.fail(f"the server ended: {log.read_text()[-2000:]}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    pytest.fail("the server did not start")


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "small.bakeoff"
    bo.Study(
        datasets=["iris", "wine"], learners={"rule": "one-rule", "majority": "majority"}, scheme="2-fold", title="Small"
    ).run(path, workers=1, progress=False).close()
    with bo.open(path) as results:
        yield results


def test_a_study_on_the_server(server, study, tmp_path):
    runs = study.to_mlflow("flowers", tracking_uri=server)
    client = mlflow.MlflowClient(tracking_uri=server)
    whole = client.get_run(runs.run)
    assert whole.info.status == "FINISHED"
    assert whole.info.run_name == "Small"
    assert whole.data.tags["bakeoff.verdict"] == study.compare().headline
    assert {file.path for file in client.list_artifacts(runs.run)} == {"report.html", "scores.csv", "small.bakeoff"}
    stored = Path(client.download_artifacts(runs.run, "small.bakeoff", str(tmp_path)))
    assert bo.open(stored).compare().headline == study.compare().headline
    children = client.search_runs([runs.experiment], f"tags.mlflow.parentRunId = '{runs.run}'")
    assert {child.info.run_id for child in children} == set(runs.learners.values())
    rule = client.get_run(runs.learners["rule"]).data
    cell = study.findings.cell("iris", "rule", "accuracy").estimate
    assert rule.metrics["iris/accuracy"] == cell.value
    assert (rule.metrics["iris/accuracy_low"], rule.metrics["iris/accuracy_high"]) == (cell.low, cell.high)
    assert rule.params["learner"].startswith("baseline one-rule")


def test_a_comparison_comes_back_the_same(server):
    made = bo.compare_predictions(TRUTH, ANSWERS, groups=np.arange(150) // 5)
    runs = made.to_mlflow("rows", "one", server)
    again = bo.from_mlflow(runs.learners, tracking_uri=server, groups="group")
    assert again.verdict.difference == made.verdict.difference
    assert again.verdict.claim is made.verdict.claim


def test_tables_of_mlflows_own_evaluation(server):
    """mlflow.models.evaluate with a metric that scores rows writes eval_results_table.json."""
    import pandas as pd

    mlflow.set_tracking_uri(server)
    mlflow.set_experiment("evaluations")

    def right(predictions, targets):
        return mlflow.metrics.MetricValue(scores=[int(a == b) for a, b in zip(predictions, targets, strict=True)])

    ids = []
    for name, answers in ANSWERS.items():
        rows = pd.DataFrame({"inputs": [f"question {at}" for at in range(150)], "truth": TRUTH, "answer": answers})
        with mlflow.start_run(run_name=name) as run:
            mlflow.models.evaluate(
                data=rows,
                targets="truth",
                predictions="answer",
                extra_metrics=[mlflow.metrics.make_metric(eval_fn=right, greater_is_better=True, name="right")],
            )
        ids.append(run.info.run_id)
    made = bo.from_mlflow(ids, tracking_uri=server)
    direct = bo.compare_predictions(TRUTH, ANSWERS)
    assert made.judgement.measure == "right"
    assert made.verdict.winner == direct.verdict.winner == "new"
    assert abs(made.verdict.difference.value) == pytest.approx(abs(direct.verdict.difference.value))
    assert made.pairs[0].pair.result.p_value == pytest.approx(direct.pairs[0].pair.result.p_value)


def test_tables_that_log_table_wrote(server):
    mlflow.set_tracking_uri(server)
    mlflow.set_experiment("tables")
    ids = []
    for name, answers in ANSWERS.items():
        with mlflow.start_run(run_name=name) as run:
            mlflow.log_table({"truth": TRUTH.tolist(), "answer": answers.tolist()}, "answers_table.json")
        ids.append(run.info.run_id)
    made = bo.from_mlflow(ids, y_true="truth", y_pred="answer", measure="kappa", tracking_uri=server)
    assert made.verdict.difference == bo.compare_predictions(TRUTH, ANSWERS, "kappa").verdict.difference


def test_what_is_refused(server, study):
    with pytest.raises(BadInput, match="has no run 'nobody'"):
        bo.from_mlflow(["nobody", "else"], tracking_uri=server)
    with pytest.raises(BadInput, match="has no run '0123456789abcdef0123456789abcdef'"):
        bo.from_mlflow(["0123456789abcdef0123456789abcdef", "else"], tracking_uri=server)
    runs = study.to_mlflow(tracking_uri=server)
    with pytest.raises(BadInput, match="has no evaluation table"):
        bo.from_mlflow([runs.run, runs.learners["rule"]], tracking_uri=server)
    with pytest.raises(UnknownName, match=r"called 'x\.json'"):
        bo.from_mlflow([runs.run, runs.learners["rule"]], table="x.json", tracking_uri=server)
    with pytest.raises(BadInput, match="does not answer"):
        study.to_mlflow(tracking_uri=f"http://127.0.0.1:{free_port()}")


def test_from_the_shell(server, study, capsys):
    with pytest.raises(SystemExit) as left:
        cli.main(["export", str(study.path), "--mlflow", server, "--experiment", "shell", "--json"])
    assert left.value.code == 0
    body = json.loads(capsys.readouterr().out)
    assert set(body["mlflow"]["learners"]) == {"rule", "majority"}
    assert mlflow.MlflowClient(tracking_uri=server).get_run(body["mlflow"]["run"]).info.status == "FINISHED"


def test_a_folder_or_database_without_a_server(study, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs = study.to_mlflow("own", tracking_uri=f"sqlite:///{tmp_path / 'runs.db'}")
    assert runs.url == ""
    assert mlflow.MlflowClient(tracking_uri=runs.uri).get_run(runs.run).data.tags["bakeoff.measure"] == "accuracy"
