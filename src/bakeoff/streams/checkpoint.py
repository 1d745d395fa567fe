"""Checkpoint: what a run along a stream knows, as one JSON file that is replaced as a whole."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput

__all__ = ["Checkpoint"]

SCHEMA = "bakeoff.stream.checkpoint/1"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The file, and the settings of the run that it belongs to."""

    path: Path
    settings: Mapping[str, Any]

    @classmethod
    def of(cls, path: str | Path, settings: Mapping[str, Any], learners: Mapping[str, Any]) -> "Checkpoint":
        """The checkpoint of a run with these settings and learners."""
        described = {name: " ".join(repr(learner).split()) for name, learner in learners.items()}
        return cls(Path(path), {**settings, "learners": described})

    def read(self) -> Any:
        """The state that was kept; None where there is no file; raises BadInput for the file of another run."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        try:
            kept = json.loads(text)
            state, settings, schema = kept["state"], kept["settings"], kept["schema"]
        except (ValueError, KeyError, TypeError):
            raise BadInput(f"{self.path} is no checkpoint of a stream; give another file") from None
        if schema != SCHEMA:
            raise BadInput(f"{self.path} was written by another version ({schema}); give another file")
        differ = [name for name, value in self.settings.items() if settings.get(name) != value]
        if differ:
            raise BadInput(f"{self.path} belongs to a run with another {differ[0]}; delete it, or give another file")
        return state

    def write(self, state: Any) -> None:
        """Replace the file; whoever kills this process leaves the old one or the new one."""
        text = json.dumps({"schema": SCHEMA, "settings": self.settings, "state": state})
        beside = self.path.with_name(self.path.name + ".new")
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.path)
