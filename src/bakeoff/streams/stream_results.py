"""What an evaluation along a stream found."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown
from bakeoff.core.text import clean, short_p, signed
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.tabular.frames import frame_of

__all__ = ["StreamPair", "StreamResults"]

ALPHA = 0.05  # the level of an evaluation along a stream


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamPair:
    """Two learners on the same examples."""

    a: str
    b: str
    difference: float  # of the measure on all tested examples, a minus b
    p_value: float  # of "equally good at every example", valid at every example: see bo.anytime_test
    p_adjusted: float  # by Holm over all pairs
    first: int | None  # the tested example at which the p-value first was 0.05 or less, counted from 0
    low: float  # 95 % interval of the difference over all tested examples, which holds at every example
    high: float
    p_average: float  # of "equally good on average over all tested examples", valid at every example
    p_average_adjusted: float  # by Holm over all pairs

    @property
    def apart_on_average(self) -> bool:
        """Whether one is shown to be better over all tested examples."""
        return is_shown(self.p_average_adjusted, ALPHA)

    @property
    def apart_sometime(self) -> bool:
        """Whether they are shown to differ at some example."""
        return is_shown(self.p_adjusted, ALPHA)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamResults:
    """The values of a measure along a stream, and what they were at the end."""

    measure: str
    window: int | None
    fading: float | None
    n: int  # examples that came
    tested: int  # examples that were predicted and had a label
    holdout: int  # examples that nobody learned from, of which the values are; 0: values are of the stream itself
    changes: tuple[int, ...]  # where the stream states them
    positions: tuple[int, ...]  # examples that had come when the values were taken
    values: Mapping[str, tuple[float, ...]]  # with window or fading, by learner
    final: Mapping[str, float]  # on all tested examples
    seconds: Mapping[str, float]  # for predicting and learning
    pairs: tuple[StreamPair, ...]
    notes: tuple[Note, ...]
    losses: Mapping[str, tuple[float, ...]] = field(
        default_factory=dict
    )  # mean loss between two positions, where bounded
    spent: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # seconds so far, at each position
    memory: tuple[int, ...] = ()  # bytes of the process, at each position
    baselines: Mapping[str, float] = field(
        default_factory=dict
    )  # on all tested examples, of rules that ignore the features
    baseline_values: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # along the stream
    detectors: tuple[str, ...] = ("adwin",)  # that watch the losses
    recorded: bool = False  # whether the predictions were made elsewhere
    loss_range: float = float("nan")  # of a loss, where it is bounded
    row_losses: Mapping[str, Array] = field(default_factory=dict)  # of each tested example, where they were kept
    tested_at: Array = field(
        default_factory=lambda: np.empty(0, dtype=np.int64)
    )  # the numbers of these examples, counted from 0
    tracks: Mapping[tuple[str, str], tuple[tuple[float, ...], ...]] = field(
        default_factory=dict
    )  # sums of a pair's differences, at each position

    @property
    def best_first(self) -> list[str]:
        """Learners by their value on all tested examples."""
        lower = measure_named(self.measure).direction is Direction.LOWER
        return sorted(self.final, key=lambda name: self.final[name] if lower else -self.final[name])

    def to_dict(self) -> dict[str, Any]:
        """For JSON; undefined values are None."""
        plain = {
            name: getattr(self, name)
            for name in ("measure", "window", "fading", "n", "tested", "holdout", "changes", "positions")
        }
        body: dict[str, Any] = json_safe(
            {
                **plain, "values": dict(self.values), "final": dict(self.final), "seconds": dict(self.seconds),
                "baselines": dict(self.baselines),
                "pairs": [asdict(pair) for pair in self.pairs], "notes": [note.as_dict() for note in self.notes],
            }
        )  # fmt: skip
        return body

    def to_frame(self, kind: str | None = None) -> Any:
        """A frame with one row for each position, one column for each learner."""
        return frame_of(
            {"position": list(self.positions), **{name: list(values) for name, values in self.values.items()}}, kind
        )

    @property
    def forgetting(self) -> str:
        """Over which examples the values along the stream are taken, in words."""
        if self.holdout:
            return f"{self.holdout:,} held out"
        if self.window is not None:
            return f"last {self.window:,}"
        return "all so far" if self.fading is None else f"fading {self.fading:g}"

    @property
    def heading(self) -> str:
        """How many examples, and how they were tested."""
        tested = f"{self.tested:,} of {self.n:,} examples"
        return (
            f"{tested} have a label and predictions"
            if self.recorded
            else f"{tested} tested, each before it was learned from"
        )

    def _table(self) -> list[list[str]]:
        head = ["learner", f"{measure_named(self.measure).short}, all", self.forgetting, "µs per example"]
        body = [
            [clean(name), f"{value:.4f}", f"{self.values[name][-1]:.4f}", f"{1e6 * self.seconds[name] / self.n:.1f}"]
            for name, value in self.final.items()
        ]
        body += [
            [name, f"{value:.4f}", f"{self.baseline_values[name][-1]:.4f}", ""]
            for name, value in self.baselines.items()
        ]
        return [head, *body] if not self.recorded else [row[:-1] for row in (head, *body)]

    def _remarks(self) -> list[str]:
        pairs = [
            f"{clean(pair.a)} minus {clean(pair.b)}: {signed(pair.difference, 4)} [{signed(pair.low, 4)}, {signed(pair.high, 4)}], p of the average "
            f"{short_p(pair.p_average_adjusted)}, p of a difference at any time {short_p(pair.p_adjusted)}"
            + (f" (unadjusted at most 0.05 after {pair.first + 1:,} tested examples)" if pair.first is not None else "")
            for pair in self.pairs
        ]
        return [*pairs, *map(str, self.notes)]

    def __str__(self) -> str:
        table = self._table()
        wide = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in table]
        return "\n".join(
            [
                self.heading,
                *lines,
                *self._remarks(),
            ]
        )

    def _repr_html_(self) -> str:
        head, *body = [[escape(cell) for cell in row] for row in self._table()]
        rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
        top = "<tr>" + "".join(f"<th>{cell}</th>" for cell in head) + "</tr>"
        remarks = "".join(f"<p>{escape(text)}</p>" for text in self._remarks())
        return f"<table><thead>{top}</thead><tbody>{rows}</tbody></table>{remarks}"
