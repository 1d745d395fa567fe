"""Tracker: what runs are sent to and read from, and MlflowTracker, the one that is a server of MLflow."""

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.core.text import clean, elide

__all__ = ["MlflowTracker", "Tracker"]

ANSWER_SECONDS = 5.0  # that a server has to take a connection; MLflow itself tries for minutes
_UNKNOWN = frozenset({"RESOURCE_DOES_NOT_EXIST", "INVALID_PARAMETER_VALUE"})  # the codes of an id that is no run's
_MOST_PARAMS, _MOST_METRICS = 100, 1000  # of one request


class Tracker(Protocol):
    """What runs are sent to and read from."""

    @property
    def uri(self) -> str:
        """How sentences call it."""
        ...

    def experiment(self, name: str | None) -> str:
        """The id of an experiment; one that is not there yet is made."""
        ...

    def start(self, experiment: str, name: str, tags: Mapping[str, str]) -> str:
        """Begin a run; its id."""
        ...

    def log(self, run: str, params: Mapping[str, str], metrics: Mapping[str, float]) -> None:
        """Settings and numbers of a run."""
        ...

    def upload(self, run: str, file: Path) -> None:
        """A file of a run, under its own name."""
        ...

    def end(self, run: str, *, finished: bool) -> None:
        """Close a run."""
        ...

    def name_of(self, run: str) -> str:
        """The name of a run; an unknown one is refused."""
        ...

    def files(self, run: str) -> tuple[str, ...]:
        """The names of a run's files, those in folders with their path."""
        ...

    def download(self, run: str, file: str, folder: Path) -> Path:
        """A file of a run, written into a folder."""
        ...


class MlflowTracker:
    """A tracking server of MLflow, or the folder or database that MLFLOW_TRACKING_URI names."""

    def __init__(self, uri: str | None, purpose: str) -> None:
        try:
            from mlflow import MlflowClient, get_tracking_uri
            from mlflow.entities import Metric, Param
        except ModuleNotFoundError as error:
            if (error.name or "mlflow").partition(".")[0] != "mlflow":
                raise
            raise MissingPackage("mlflow", purpose, extra="mlflow") from None
        self.uri = str(uri or get_tracking_uri())
        _check_server(self.uri)
        self._metric, self._param = Metric, Param
        with self._errors("it cannot be used"):
            self._client = MlflowClient(tracking_uri=self.uri)

    def experiment(self, name: str | None) -> str:
        """The id of an experiment; by default the one that MLFLOW_EXPERIMENT_ID or MLFLOW_EXPERIMENT_NAME names, else "Default"."""
        chosen = name or os.environ.get("MLFLOW_EXPERIMENT_NAME")
        if not chosen:
            return os.environ.get("MLFLOW_EXPERIMENT_ID") or "0"
        with self._errors(f"the experiment {chosen!r} cannot be used"):
            experiment = self._client.get_experiment_by_name(chosen)
            if experiment is None:
                return str(self._client.create_experiment(chosen))
        if experiment.lifecycle_stage != "active":
            raise BadInput(f"the experiment {chosen!r} of {self.uri} was deleted; restore it, or name another one")
        return str(experiment.experiment_id)

    def start(self, experiment: str, name: str, tags: Mapping[str, str]) -> str:
        """Begin a run; its id."""
        with self._errors("no run can be started"):
            run = self._client.create_run(experiment, tags=dict(tags), run_name=name)
        return str(run.info.run_id)

    def log(self, run: str, params: Mapping[str, str], metrics: Mapping[str, float]) -> None:
        """Settings and numbers of a run, in requests of a size that a server takes."""
        import time

        now = int(time.time() * 1000)
        settings = [self._param(name, text) for name, text in params.items()]
        numbers = [self._metric(name, value, now, 0) for name, value in metrics.items()]
        with self._errors("settings and numbers cannot be logged"):
            for first in range(0, len(settings), _MOST_PARAMS):
                self._client.log_batch(run, params=settings[first : first + _MOST_PARAMS])
            for first in range(0, len(numbers), _MOST_METRICS):
                self._client.log_batch(run, metrics=numbers[first : first + _MOST_METRICS])

    def upload(self, run: str, file: Path) -> None:
        """A file of a run, under its own name."""
        with self._errors(f"{file.name} cannot be stored"):
            self._client.log_artifact(run, str(file))

    def end(self, run: str, *, finished: bool) -> None:
        """Close a run."""
        with (
            self._errors("the run cannot be closed"),
            redirect_stdout(StringIO()),
        ):  # MLflow prints two lines for each run
            self._client.set_terminated(run, "FINISHED" if finished else "FAILED")

    def name_of(self, run: str) -> str:
        """The name of a run; an unknown one is refused."""
        with self._errors(f"the run {run!r} cannot be read"):
            try:
                stored = self._client.get_run(run)
            except Exception as error:
                if getattr(error, "error_code", "") not in _UNKNOWN:
                    raise
                raise BadInput(
                    f"{self.uri} has no run {run!r}", cure="copy the id of a run from its page in MLflow"
                ) from None
        return str(stored.info.run_name or run)

    def files(self, run: str) -> tuple[str, ...]:
        """The names of a run's files, those in folders with their path."""
        with self._errors(f"the files of run {run!r} cannot be listed"):
            return tuple(self._listed(run, None, 4))

    def download(self, run: str, file: str, folder: Path) -> Path:
        """A file of a run, written into a folder."""
        with self._errors(f"{file} of run {run!r} cannot be read"):
            return Path(self._client.download_artifacts(run, file, str(folder)))

    def _listed(self, run: str, folder: str | None, depth: int) -> Iterator[str]:
        for entry in self._client.list_artifacts(run, folder):
            if not entry.is_dir:
                yield str(entry.path)
            elif depth > 1:
                yield from self._listed(run, entry.path, depth - 1)

    @contextmanager
    def _errors(self, what: str) -> Iterator[None]:
        """Errors of MLflow as one sentence each."""
        from mlflow.exceptions import MlflowException

        try:
            yield
        except MlflowException as error:
            text = elide(" ".join(clean(str(error)).split()), 300)
            raise BadInput(f"{self.uri}: {what}", cure=f"MLflow states: {text}") from error


def _check_server(uri: str) -> None:
    """Refuse a server that takes no connection within seconds; MLflow would try for minutes."""
    from urllib.request import getproxies, proxy_bypass

    address = urlsplit(uri)
    if address.scheme not in {"http", "https"} or not address.hostname:
        return
    if getproxies().get(address.scheme) and not proxy_bypass(address.hostname):
        return  # the proxy is what takes connections
    try:
        port = address.port or (443 if address.scheme == "https" else 80)
        socket.create_connection((address.hostname, port), timeout=ANSWER_SECONDS).close()
    except (OSError, ValueError) as error:
        raise BadInput(
            f"the tracking server {clean(uri)} does not answer ({clean(str(error))})",
            cure="start it (mlflow server), or name another address",
        ) from None
