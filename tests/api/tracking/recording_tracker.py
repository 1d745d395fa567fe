"""A tracker that keeps what it is given in memory; what a server of MLflow would be asked."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput


@dataclass
class RecordingTracker:
    uri: str = "memory"
    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    broken: str = ""  # a file that cannot be stored

    def experiment(self, name):
        return name or "Default"

    def start(self, experiment, name, tags):
        run = f"r{len(self.runs)}"
        self.runs[run] = {
            "name": name,
            "experiment": experiment,
            "tags": dict(tags),
            "params": {},
            "metrics": {},
            "files": {},
            "state": "running",
        }
        return run

    def log(self, run, params, metrics):
        self.runs[run]["params"] |= params
        self.runs[run]["metrics"] |= metrics

    def upload(self, run, file):
        if file.name == self.broken:
            raise BadInput("the disk of the server is full")
        self.runs[run]["files"][file.name] = file.read_bytes()

    def end(self, run, *, finished):
        self.runs[run]["state"] = "finished" if finished else "failed"

    def name_of(self, run):
        if run not in self.runs:
            raise BadInput(f"{self.uri} has no run {run!r}")
        return self.runs[run]["name"]

    def files(self, run):
        return tuple(self.runs[run]["files"])

    def download(self, run, file, folder: Path):
        path = folder / Path(file).name
        path.write_bytes(self.runs[run]["files"][file])
        return path
