"""Two learners along a stream: their difference so far with a band that holds at every example, and the Q-statistic."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.estimates.analytic.average_difference import AverageDifference
from bakeoff.streams.stream_results import StreamResults
from bakeoff.tabular.frames import frame_of

__all__ = ["PairTrack", "pair_track"]

MOST = 200  # positions at which the band is computed; more cannot be seen in a picture


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairTrack:
    """At each position: the difference a minus b over all tested examples so far, its interval, and Q."""

    a: str
    b: str
    positions: Array
    difference: Array
    low: Array
    high: Array
    q: Array

    def to_frame(self, kind: str | None = None) -> Any:
        """A frame with one row for each position."""
        return frame_of(
            {name: getattr(self, name).tolist() for name in ("positions", "difference", "low", "high", "q")}, kind
        )


def pair_track(results: StreamResults, a: str, b: str, level: float = 0.95, most: int | None = None) -> PairTrack:
    """The track of two learners, at `most` positions at most; raises NotApplicable where losses have no bounds."""
    for name in (a, b):
        if name not in results.final:
            raise UnknownName("learner", name, list(results.final))
    turned = (a, b) not in results.tracks
    sums = results.tracks.get((b, a) if turned else (a, b))
    if sums is None:
        raise NotApplicable(
            "the measure is not a mean of bounded losses of single examples, so pairs are not followed along the stream"
        )
    step = 1 if most is None else max(1, -(-len(sums) // most))
    chosen = np.arange(len(sums))[::-1][::step][::-1]
    scale = (-1.0 if turned else 1.0) * results.loss_range
    totals = np.array([sums[index] for index in chosen])
    ends = np.array([_interval(total, spread, int(examples), level) for total, spread, examples in totals]) * scale
    return PairTrack(
        a=a, b=b, positions=np.array(results.positions)[chosen], difference=totals[:, 0] / totals[:, 2] * scale,
        low=ends.min(axis=1), high=ends.max(axis=1), q=_q(results, a, b)[chosen],
    )  # fmt: skip


def _interval(total: float, spread: float, examples: int, level: float) -> tuple[float, float]:
    return AverageDifference(total=total, spread=spread, seen=examples).interval(level)


def _q(results: StreamResults, a: str, b: str) -> Array:
    """Q of the losses that were added up over chunks; with fading a chunk counts as its last example does."""
    sizes = np.diff(
        results.positions,
        prepend=results.positions[0] - (results.positions[1] - results.positions[0])
        if len(results.positions) > 1
        else 0,
    )
    fading = 1.0 if results.fading is None else results.fading
    sums = np.zeros(2)
    track = []
    for size, losses in zip(sizes.tolist(), zip(results.losses[a], results.losses[b], strict=True), strict=True):
        weight = size if fading == 1.0 else (1.0 - fading**size) / (1.0 - fading)
        sums = sums * fading**size + weight * np.array(losses)
        track.append(sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.array(track))
        return np.asarray(logs[:, 0] - logs[:, 1])
