"""Alarms scored against known changes, beside two rules that know nothing: always alarm, never alarm."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, vector
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.tabular.frames import frame_of

__all__ = ["AlarmScore", "AlarmScores", "score_alarms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmScore:
    """How well some alarms match the changes of a stream."""

    rule: str
    alarms: int
    detected: int  # changes with an alarm in time
    delay: float  # mean number of examples from a detected change to its alarm; NaN where none was detected
    false_per_1000: float  # alarms that belong to no change, per 1,000 examples
    precision: float  # share of the alarms that belong to a change; NaN without alarms
    recall: float  # share of the changes that are detected; NaN without changes


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmScores:
    """The detector's score, and those of the two rules."""

    n: int
    changes: int
    tolerance: int
    detector: AlarmScore
    always: AlarmScore
    never: AlarmScore

    @property
    def rows(self) -> tuple[AlarmScore, ...]:
        """All three."""
        return self.detector, self.always, self.never

    def to_dict(self) -> dict[str, Any]:
        """For JSON; undefined values are None."""
        body: dict[str, Any] = json_safe(asdict(self))
        return body

    def to_frame(self, kind: str | None = None) -> Any:
        """A frame with one row for each rule."""
        return frame_of({name: [asdict(row)[name] for row in self.rows] for name in asdict(self.detector)}, kind)

    def __str__(self) -> str:
        """The table.

        >>> print(score_alarms([130], [100], 1000, 50))
        1 change in 1,000 examples, alarms within 50 examples count
        rule          alarms  detected  delay  false per 1,000  precision  recall
        detector           1         1     30                0          1       1
        always alarm   1,000         1      0              999      0.001       1
        never alarm        0         0      -                0          -       0
        """
        head = ["rule", "alarms", "detected", "delay", "false per 1,000", "precision", "recall"]
        body = [
            [
                row.rule,
                f"{row.alarms:,}",
                f"{row.detected:,}",
                *map(_short, (row.delay, row.false_per_1000, row.precision, row.recall)),
            ]
            for row in self.rows
        ]
        wide = [max(map(len, column)) for column in zip(head, *body, strict=True)]
        lines = ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in (head, *body)]
        noun = "change" if self.changes == 1 else "changes"
        first = f"{self.changes:,} {noun} in {self.n:,} examples, alarms within {self.tolerance:,} examples count"
        return "\n".join([first, *lines])


def score_alarms(alarms: Any, changes: Any, n: int, tolerance: int) -> AlarmScores:
    """How soon, how often rightly and how often wrongly did a detector raise an alarm?

    A change is detected by the first alarm at it or at most `tolerance` examples later, and before the next change. Every
    other alarm is false, also a second one after the same change.

    Parameters
    ----------
    alarms, changes
        Positions of alarms, and of the first examples after each change, counted from 0.
    n
        The number of examples of the stream.
    tolerance
        How many examples after a change an alarm still counts.

    Returns
    -------
    An `AlarmScores`: `detector`, and beside it `always` (an alarm at each example) and `never`.

    >>> score_alarms([130, 140, 700], [100, 500], 1000, 50).detector.false_per_1000
    2.0
    """
    size, late = count("n", n), count("tolerance", tolerance, least=0)
    places = [_positions(name, values, size) for name, values in (("alarms", alarms), ("changes", changes))]
    rules = {"detector": places[0], "always alarm": np.arange(size), "never alarm": np.empty(0, dtype=np.int64)}
    scores = [_score(rule, alarm_places, places[1], size, late) for rule, alarm_places in rules.items()]
    return AlarmScores(
        n=size, changes=len(places[1]), tolerance=late, detector=scores[0], always=scores[1], never=scores[2]
    )


def _positions(name: str, values: Any, n: int) -> Array:
    positions = vector(name, values if len(values) else np.empty(0))
    places = positions.astype(np.int64)
    if not np.array_equal(places, positions) or (places.size and not (0 <= places.min() and places.max() < n)):
        raise BadInput(f"{name} must be positions from 0 to {n - 1}")
    return np.unique(places)


def _score(rule: str, alarms: Array, changes: Array, n: int, tolerance: int) -> AlarmScore:
    ends = np.minimum(changes + tolerance, np.append(changes[1:], n) - 1)
    first = np.searchsorted(alarms, changes)
    detected = first < np.searchsorted(alarms, ends, side="right")
    delays = alarms[first[detected]] - changes[detected]
    hits, many = int(np.count_nonzero(detected)), len(alarms)
    nan = float("nan")
    return AlarmScore(
        rule=rule, alarms=many, detected=hits, delay=float(delays.mean()) if hits else nan,
        false_per_1000=1000 * (many - hits) / n, precision=hits / many if many else nan,
        recall=hits / len(changes) if len(changes) else nan,
    )  # fmt: skip


def _short(value: float) -> str:
    return "-" if np.isnan(value) else f"{value:.4g}"
