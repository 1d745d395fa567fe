"""Alarms of ADWIN along a stream, and how well they meet the changes that the stream states."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.streams.alarms import AlarmScore, score_alarms
from bakeoff.streams.detectors import detectors
from bakeoff.streams.stream_results import StreamResults

__all__ = ["StreamAlarms", "alarm_places", "stream_alarms"]

MOST_EXPANDED = 2_000_000  # examples up to which chunks are expanded for the detector
MOST_SCORED = 10**7  # examples up to which alarms are scored


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamAlarms:
    """Where an alarm was raised on the losses of each learner, and its scores where the stream states its changes."""

    places: Mapping[str, tuple[int, ...]]  # by learner, as numbers of examples
    tolerance: int = 0  # examples after a change within which an alarm counts
    scores: Mapping[str, AlarmScore] = field(default_factory=dict)  # by learner; empty without changes
    rules: tuple[AlarmScore, ...] = ()  # for comparison: always an alarm, never one


def stream_alarms(found: StreamResults) -> StreamAlarms:
    """The alarms of each learner, scored where changes are stated and the stream is not too long."""
    places = alarm_places(found)
    if not found.changes or found.n > MOST_SCORED or not places:
        return StreamAlarms(places=places)
    ends = np.diff([0, *found.changes, found.n])
    tolerance = max(
        1, min(int(ends.min()) // 2, found.n // 10)
    )  # half of the shortest time between changes, a tenth at most
    scored = {
        name: score_alarms([min(place, found.n - 1) for place in own], found.changes, found.n, tolerance)
        for name, own in places.items()
    }
    last = list(scored.values())[-1]
    return StreamAlarms(
        places=places, tolerance=tolerance, scores={name: one.detector for name, one in scored.items()}, rules=(last.always, last.never)
    )  # fmt: skip


def alarm_places(found: StreamResults) -> dict[str, tuple[int, ...]]:
    """Where the mean loss of each learner changed by ADWIN, as numbers of examples; none where losses have no bounds.

    Only the mean loss of each chunk is kept. A chunk is given to the detector as that many losses of 1, spread evenly among losses
    of 0, which has the mean and the variance of errors; on very long streams the means themselves are.
    """
    made: dict[str, tuple[int, ...]] = {}
    for name, losses in found.losses.items():
        ends = np.array(found.positions[-len(losses) :])
        if len(ends) < 2:
            made[name] = ()
        elif ends[-1] > MOST_EXPANDED:
            made[name] = tuple(ends[detectors["adwin"](np.asarray(losses))].tolist())
        else:
            sizes = np.diff(ends, prepend=max(ends[0] - (ends[1] - ends[0]), 0))
            whole = np.concatenate([_spread(mean, int(size)) for mean, size in zip(losses, sizes, strict=True)])
            start = int(ends[-1]) - len(whole)
            made[name] = tuple(int(at) + start for at in detectors["adwin"](whole))
    return made


def _spread(mean: float, size: int) -> Array:
    """So many ones as the mean says, evenly among zeros.

    >>> _spread(0.5, 4).tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    steps = np.floor(np.arange(size + 1) * mean + 1e-9)
    return np.diff(steps)
