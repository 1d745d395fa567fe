"""Checkpoint: what a run along a stream knows, as one JSON file that is replaced as a whole."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.whole_file import write_whole
from bakeoff.tabular.encoding import read_bytes

__all__ = ["Checkpoint", "check_form"]

SCHEMA = "bakeoff.stream.checkpoint/2"
LARGEST = 1 << 28  # bytes of a checkpoint


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
        if not self.path.parent.is_dir():
            raise BadInput(f"there is no directory {str(self.path.parent)!r}; make it first or choose another path")
        if not self.path.exists() and not self.path.is_symlink():
            return None
        if self.path.is_file() and self.path.stat().st_size > LARGEST:
            raise BadInput(f"{self.path} is larger than a checkpoint can be; give another file")
        content = read_bytes(self.path)
        try:
            kept = json.loads(content)
            state, settings, schema = kept["state"], dict(kept["settings"]), str(kept["schema"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadInput(f"{self.path} is not a checkpoint of a stream; give another file") from None
        if schema != SCHEMA:
            raise BadInput(f"{self.path} was written by another version ({schema[:40]!r}); give another file")
        differ = [name for name, value in self.settings.items() if settings.get(name) != value]
        if differ:
            raise BadInput(f"{self.path} belongs to a run with another {differ[0]}; delete it, or give another file")
        return state

    @property
    def refused(self) -> BadInput:
        """For a file whose state cannot be of this run."""
        return BadInput(
            f"{self.path} does not contain what a run along this stream writes; delete it, or give another file"
        )

    def write(self, state: Any) -> None:
        """Replace the file; whoever kills this process leaves the old one or the new one."""
        write_whole(self.path, json.dumps({"schema": SCHEMA, "settings": self.settings, "state": state}))


def check_form(state: Mapping[str, Any], learners: Collection[str]) -> None:
    """Raise ValueError, KeyError or TypeError where a state cannot be that of a run of these learners.

    >>> check_form({"n": 5, "tested": 9, "unlabelled": 0, "positions": []}, ["nb"])
    Traceback (most recent call last):
    ...
    ValueError: more examples were tested than seen
    """
    n, tested, _ = (_whole(state[name]) for name in ("n", "tested", "unlabelled"))
    if tested > n:
        raise ValueError("more examples were tested than seen")
    positions = [_whole(position) for position in state["positions"]]
    if positions != sorted(set(positions)) or any(position > n for position in positions):
        raise ValueError("positions do not ascend")
    _check_series(state, learners, len(positions))
    for label, place in state["first_seen"]:
        if not isinstance(label, (str, int, float)) or _whole(place) >= max(n, 1):
            raise ValueError("a class was first seen where nothing was")
    for learner in learners:  # values that are computed on held-out examples need no running sums
        if state["overall"][learner]["seen"] != tested or state["running"][learner]["seen"] not in {0, tested}:
            raise ValueError("sums are of another number of examples")


def check_failed(state: Mapping[str, Any], learners: Collection[str]) -> dict[str, str]:
    """Learners that had failed, and why; raises ValueError or TypeError for what no run writes.

    >>> check_failed({"failed": {"nb": "after 100 examples: ValueError"}}, ["nb", "sgd"])
    {'nb': 'after 100 examples: ValueError'}
    """
    failed = dict(state["failed"])
    if not set(failed) < set(learners) or not all(
        isinstance(reason, str) and len(reason) < 1000 for reason in failed.values()
    ):
        raise ValueError("learners that failed are not of this run")
    return failed


def checked_tracks(tracks: Any, pairs: int, positions: int) -> list[list[list[float]]]:
    """The sums of each pair at each position; raises ValueError or TypeError for what no run writes."""
    if len(tracks) not in {0, pairs} or any(len(track) != positions for track in tracks):
        raise ValueError("sums of pairs do not fit the positions")
    if not all(
        len(sums) == 3 and all(map(_is_number, sums)) and all(map(isfinite, sums)) for track in tracks for sums in track
    ):
        raise ValueError("sums of pairs are no numbers")
    return [[list(sums) for sums in track] for track in tracks]


def _check_series(state: Mapping[str, Any], learners: Collection[str], length: int) -> None:
    """The same of what has one entry for each position, or one for each learner."""
    names = set(learners) if length else set()
    for name in ("values", "losses", "spent"):
        for learner, series in state[name].items():
            if learner not in names or len(series) != length or not all(map(_is_number, series)):
                raise ValueError(f"{name} do not fit the positions")
    for name in ("values", "final", "seconds"):
        if not names <= set(state[name]) <= set(learners):
            raise ValueError(f"{name} are not of these learners")
    if not all(map(_is_number, [*state["final"].values(), *state["seconds"].values()])):
        raise ValueError("final values are no numbers")
    if len([_whole(size) for size in state["memory"]]) != length:
        raise ValueError("memory does not fit the positions")


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 62:
        raise ValueError("a count is not a whole number")
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
