"""Send a LoggedRun with the runs inside it to a tracker."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bakeoff.api.tracking.logged_run import LoggedRun
from bakeoff.api.tracking.tracker import Tracker
from bakeoff.core.text import plural

__all__ = ["TrackedRuns", "send"]

_TABLES = (".json",)  # artifacts that MLflow shows as tables


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackedRuns:
    """Where a study or comparison was logged: the run of the whole, and the run of each learner."""

    uri: str
    experiment: str
    run: str
    learners: Mapping[str, str]  # learner: run

    @property
    def url(self) -> str:
        """The page of the run; empty where the tracker is no server.

        >>> TrackedRuns(uri="http://127.0.0.1:5000", experiment="1", run="4f1c", learners={}).url
        'http://127.0.0.1:5000/#/experiments/1/runs/4f1c'
        """
        page = f"{self.uri.rstrip('/')}/#/experiments/{self.experiment}/runs/{self.run}"
        return page if self.uri.startswith(("http://", "https://")) else ""

    def __str__(self) -> str:
        runs = plural(len(self.learners), "learner")
        return f"run {self.run} with the runs of {runs} inside it: {self.url or self.uri}"


def send(
    logged: LoggedRun, tracker: Tracker, experiment: str | None = None, run_name: str | None = None
) -> TrackedRuns:
    """Log the whole, then each learner as a run inside it; a run that breaks off is marked as failed."""
    home = tracker.experiment(experiment)
    with TemporaryDirectory() as folder:
        run, children = _send(logged, tracker, home, Path(folder), name=run_name or logged.name)
    return TrackedRuns(uri=tracker.uri, experiment=home, run=run, learners=children)


def _send(
    logged: LoggedRun, tracker: Tracker, experiment: str, folder: Path, *, name: str, parent: str | None = None
) -> tuple[str, dict[str, str]]:
    tags = {"mlflow.source.name": "bakeoff", **logged.tags}
    if parent is not None:
        tags["mlflow.parentRunId"] = parent
    tables = [file.name for file in logged.files if file.name.endswith(_TABLES) and "table" in file.name]
    if tables:
        tags["mlflow.loggedArtifacts"] = json.dumps([{"path": table, "type": "table"} for table in tables])
    run, children, finished = tracker.start(experiment, name, tags), dict[str, str](), False
    try:
        tracker.log(run, logged.params, logged.metrics)
        for number, file in enumerate(logged.files):
            place = folder / f"{run[:40]}-{number}"  # two runs may have files of the same name
            place.mkdir()
            file.write(place / file.name)
            tracker.upload(run, place / file.name)
        for child in logged.children:
            children[child.name], _ = _send(child, tracker, experiment, folder, name=child.name, parent=run)
        finished = True
    finally:
        tracker.end(run, finished=finished)
    return run, children
