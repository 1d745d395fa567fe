"""Alarms of detectors along a stream, and how well they meet the changes that the stream states."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.streams.detection.alarms import AlarmScore, score_alarms
from bakeoff.streams.detection.detectors import detectors
from bakeoff.streams.stream_results import StreamResults

__all__ = ["StreamAlarms", "alarm_places", "stream_alarms"]

MOST_EXPANDED = 2_000_000  # examples up to which chunks are expanded for the detector
MOST_SCORED = 10**7  # examples up to which alarms are scored


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamAlarms:
    """Where a detector raised an alarm on the losses of each learner, and its scores where the stream states its changes."""

    detector: str
    places: Mapping[str, tuple[int, ...]]  # by learner, as numbers of examples
    tolerance: int = 0  # examples after a change within which an alarm counts
    scores: Mapping[str, AlarmScore] = field(default_factory=dict)  # by learner; empty without changes
    rules: tuple[AlarmScore, ...] = ()  # for comparison: always an alarm, never one


def stream_alarms(results: StreamResults) -> tuple[StreamAlarms, ...]:
    """The alarms of each detector and learner, scored where changes are stated and the stream is not too long."""
    return tuple(_alarms_of(results, name) for name in results.detectors)


def _alarms_of(results: StreamResults, detector: str) -> StreamAlarms:
    places = alarm_places(results, detector)
    if not results.changes or results.n > MOST_SCORED or not places:
        return StreamAlarms(detector=detector, places=places)
    ends = np.diff([0, *results.changes, results.n])
    tolerance = max(
        1, min(int(ends.min()) // 2, results.n // 10)
    )  # half of the shortest time between changes, a tenth at most
    scored = {
        name: score_alarms([min(place, results.n - 1) for place in own], results.changes, results.n, tolerance)
        for name, own in places.items()
    }
    last = list(scored.values())[-1]
    return StreamAlarms(
        detector=detector, places=places, tolerance=tolerance, scores={name: scores.detector for name, scores in scored.items()},
        rules=(last.always, last.never),
    )  # fmt: skip


def alarm_places(results: StreamResults, detector: str = "adwin") -> dict[str, tuple[int, ...]]:
    """Where a detector saw a change of the loss of each learner, as numbers of examples; none where losses have no bounds.

    A detector reads the loss of each example where they were kept: up to 2,000,000 examples, without a checkpoint. Else it reads
    the mean loss of each chunk as that many losses of 1, spread evenly among losses of 0; so does a detector of errors where losses are
    no errors. On longer streams other detectors read the means themselves.
    """
    watch = detectors[detector]
    places: dict[str, tuple[int, ...]] = {}
    for name, losses in results.losses.items():
        ends = np.array(results.positions[-len(losses) :])
        rows = results.row_losses.get(name)
        if len(ends) < 2:
            places[name] = ()
        elif rows is not None and not (watch.binary and not np.isin(rows, (0.0, 1.0)).all()):
            places[name] = tuple(results.tested_at[watch(rows)].tolist())
        elif ends[-1] > MOST_EXPANDED and not watch.binary:
            places[name] = tuple(ends[watch(np.asarray(losses))].tolist())
        else:
            sizes = np.diff(ends, prepend=max(ends[0] - (ends[1] - ends[0]), 0))
            whole = np.concatenate([_spread(mean, int(size)) for mean, size in zip(losses, sizes, strict=True)])
            start = int(ends[-1]) - len(whole)
            places[name] = tuple(int(position) + start for position in watch(whole))
    return places


def _spread(mean: float, size: int) -> Array:
    """So many ones as the mean says, evenly among zeros.

    >>> _spread(0.5, 4).tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    steps = np.floor(np.arange(size + 1) * mean + 1e-9)
    return np.diff(steps)
