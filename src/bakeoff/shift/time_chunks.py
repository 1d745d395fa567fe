"""Drift over time: `bo.drift_over_time(old, new, time=...)` compares each chunk of new rows with the old ones, one level for all chunks."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.api.shown import HasHeadline
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown
from bakeoff.core.text import MISSING, clean, fixed, listed, short_p
from bakeoff.figures.stream_plot import StreamPlot, stream_figure
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Callout, Notices, Part, Report
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Cell, ColumnHeading as Heading, Row, Table
from bakeoff.shift.column_shapes import ColumnShape, column_shapes
from bakeoff.shift.columns import ColumnChange, column_changes
from bakeoff.shift.drift import (
    both_predictions,
    common_columns,
    labelled_rows,
    measure_of,
    outputs_of,
    prediction_columns,
    side_of,
    target_change,
    tidy,
)
from bakeoff.shift.drift_page import shape_blocks
from bakeoff.shift.harm import measured_change
from bakeoff.shift.shared_level import share_level
from bakeoff.tabular.frames import frame_of
from bakeoff.tabular.table import ColumnKind

__all__ = ["DriftChunk", "DriftOverTime", "drift_over_time"]

FEWEST = 20  # rows of a chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftChunk:
    """The new rows between two times, compared with all old rows."""

    number: int  # from 1
    rows: int
    start: str
    end: str
    columns: tuple[ColumnChange, ...]
    target: ColumnChange | None
    value: float  # of the measure, where labels and predictions are there; else NaN
    change: float  # from the old rows
    low: float  # interval of the change; all chunks together keep the level
    high: float


class DriftOverTime(HasHeadline):
    """Which chunks changed, in which columns, and where the model became worse."""

    def __init__(self, *, chunks: tuple[DriftChunk, ...], old_rows: int, alpha: float, measure: str, direction: Direction | None, shapes: tuple[ColumnShape, ...], notes: tuple[Note, ...], title: str) -> None:  # fmt: skip
        self.chunks, self.old_rows, self.alpha, self.measure, self.direction = (
            chunks,
            old_rows,
            alpha,
            measure,
            direction,
        )
        self.shapes, self.title, self._notes = shapes, title, notes

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""
        return self._notes

    def changed(self, chunk: DriftChunk) -> tuple[str, ...]:
        """The columns that are shown to have changed in that chunk, the largest change first; the target last."""
        shown = sorted(
            (change for change in chunk.columns if is_shown(change.p_adjusted, self.alpha)),
            key=lambda change: -change.effect,
        )
        names = tuple(dict.fromkeys(change.column for change in shown))
        return (
            (*names, "target") if chunk.target is not None and is_shown(chunk.target.p_adjusted, self.alpha) else names
        )

    @property
    def alarms(self) -> tuple[int, ...]:
        """Numbers of the chunks in which a column or the target is shown to have changed."""
        return tuple(chunk.number for chunk in self.chunks if self.changed(chunk))

    @property
    def worse(self) -> tuple[int, ...]:
        """Numbers of the chunks in which the measure is shown to be worse than on the old rows."""
        sign = 1.0 if self.direction is Direction.LOWER else -1.0
        return tuple(chunk.number for chunk in self.chunks if min(sign * chunk.low, sign * chunk.high) > 0)

    def headline(self) -> str:
        """The answer in words."""
        return self.verdict

    @property
    def verdict(self) -> str:
        """Since when what has changed, and whether it hurts."""
        total = len(self.chunks)
        if not self.alarms:
            text = f"No change is shown in any of {total} chunks of new rows."
        else:
            first = self.chunks[self.alarms[0] - 1]
            names = self.changed(first)
            more = "" if len(names) <= 3 else f" and {len(names) - 3} more"
            text = (
                f"{len(self.alarms)} of {total} chunks have changed; the first is chunk {first.number} ({first.start} to {first.end}): "
                f"{listed([clean(name) for name in names[:3]])}{more}."
            )
        if self.measure:
            text += f" The model is shown to be worse in {len(self.worse)} of {total} chunks" + (
                f", first in chunk {self.worse[0]}." if self.worse else "."
            )
        also = ", and the same for the claims about the model" if self.measure else ""
        return f"{text} The chance of any false alarm over all columns of all chunks is at most {self.alpha:g}{also}."

    def tables(self) -> tuple[Table, ...]:
        """One row for each chunk."""
        rows = []
        for chunk in self.chunks:
            names = self.changed(chunk)
            largest = max((change.effect for change in chunk.columns), default=float("nan"))
            smallest = min(
                (change.p_adjusted for change in (*chunk.columns, *([chunk.target] if chunk.target else []))),
                default=float("nan"),
            )
            cells = [
                Cell(text=str(chunk.number), value=float(chunk.number)), Cell(text=f"{chunk.start} to {chunk.end}"), Cell(text=f"{chunk.rows:,}", value=float(chunk.rows)),
                Cell(text=listed([clean(name) for name in names[:4]]) + (" ..." if len(names) > 4 else "") if names else MISSING),
                Cell(text=fixed(largest, 3), value=largest), Cell(text=short_p(smallest), value=smallest, bold=bool(names)),
            ]  # fmt: skip
            if self.measure:
                ends = f" [{fixed(chunk.low, 3)}, {fixed(chunk.high, 3)}]" if np.isfinite(chunk.low) else ""
                cells += [
                    Cell(text=fixed(chunk.value, 3) if np.isfinite(chunk.value) else MISSING, value=chunk.value),
                    Cell(
                        text=f"{fixed(chunk.change, 3)}{ends}" if np.isfinite(chunk.change) else MISSING,
                        bold=chunk.number in self.worse,
                    ),
                ]
            rows.append(Row(cells=tuple(cells)))
        heads = [
            "Chunk",
            "Time",
            "Rows",
            "Changed",
            "Largest effect",
            "Smallest p",
            *([self.measure, "Change from the old rows"] if self.measure else []),
        ]
        columns = tuple(Heading(title=head, align="left" if head in {"Time", "Changed"} else "right") for head in heads)
        words = "Effect: the largest difference between shares of old and new rows. p is adjusted over all columns of all chunks."
        return (Table(columns=columns, rows=tuple(rows), caption="Chunks of new rows", notes=(words,)),)

    def to_frame(self, kind: str | None = None) -> Any:
        """One row for each chunk and column."""
        rows = [(chunk.number, chunk.start, chunk.end, change) for chunk in self.chunks for change in chunk.columns]
        own = ("column", "what", "test", "effect", "shift", "p_value", "p_adjusted", "old", "new")
        columns: dict[str, Any] = {
            name: [row[index] for row in rows] for index, name in enumerate(("chunk", "start", "end"))
        }
        return frame_of(columns | {name: [getattr(row[3], name) for row in rows] for name in own}, kind)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff drift --time --json` prints."""
        plain: dict[str, Any] = json_safe({
            "verdict": self.verdict, "old_rows": self.old_rows, "alarms": list(self.alarms), "worse": list(self.worse), "measure": self.measure or None,
            "chunks": [asdict(chunk) | {"changed": list(self.changed(chunk))} for chunk in self.chunks], "notes": [note.as_dict() for note in self.notes],
        })  # fmt: skip
        return plain

    def plot(self) -> Any:
        """A Matplotlib figure of the effect of each column along the chunks."""
        return stream_figure(self._effects())

    def _effects(self) -> StreamPlot:
        """The effects along the chunks, of the columns with the largest ones."""
        largest: dict[str, float] = {}
        for chunk in self.chunks:
            for change in chunk.columns:
                largest[change.column] = max(largest.get(change.column, 0.0), change.effect)
        names = sorted(largest, key=lambda name: -largest[name])[:6]
        values = [
            [
                max((change.effect for change in chunk.columns if change.column == name), default=float("nan"))
                for chunk in self.chunks
            ]
            for name in names
        ]
        alarms = tuple(tuple(chunk.number for chunk in self.chunks if name in self.changed(chunk)) for name in names)
        return StreamPlot(
            names=tuple(names), positions=np.arange(1, len(self.chunks) + 1), values=np.array(values), y_label="Largest difference of shares",
            alarms=alarms, x_label="Chunk", over="the chunks",
        )  # fmt: skip

    def report(self, path: str | Path) -> Path:
        """Write the page; the suffix chooses: .html, .md, .tex or .json."""
        from bakeoff.report.write import write_report

        return write_report(self.page(), path)

    def page(self) -> Report:
        """The page: verdict, effects along the chunks, table, a picture of every changed column."""
        numbers = self._effects()
        drawn = picture(
            "effects",
            "Columns along the chunks",
            numbers.sentence(),
            "Triangles: chunks in which the change of the column is shown.",
            partial(stream_figure, numbers),
        )
        sections = [Part(name="chunks", title="Chunks", blocks=(drawn, *self.tables()))]
        if self.shapes:
            sections.append(Part(name="shapes", title="Columns that changed", blocks=tuple(shape_blocks(self.shapes))))
        if self.notes:
            sections.append(
                Part(name="notes", title="What to keep in mind", blocks=(Notices(items=tuple(map(str, self.notes))),))
            )
        lead = Callout(title="Verdict", parts=(self.verdict,), tone="bad" if self.worse else "open")
        rows = sum(chunk.rows for chunk in self.chunks)
        return Report(
            title=clean(self.title),
            subtitle=f"{self.old_rows:,} old rows · {rows:,} new rows in {len(self.chunks)} chunks",
            lead=(lead,),
            sections=tuple(sections),
            notes=self.notes,
        )


@suggest_arguments
def drift_over_time(
    old: Any,
    new: Any,
    *,
    time: str,
    chunks: int = 10,
    model: Any = None,
    predictions: Any = None,
    target: str | None = None,
    positive: object = None,
    measure: str | None = None,
    ignore: Sequence[str] = (),
    alpha: float = 0.05,
    seed: int = 0,
) -> DriftOverTime:
    """Since when have the data changed, in which columns, and since when is a model worse?

    Parameters
    ----------
    old
        The rows that the new ones are compared with: a path, a frame or a data set. It may lack the column of times.
    new
        Rows of later times, in the same forms.
    time
        The column of times of the new rows; they are put in its order.
    chunks
        In how many chunks of equal size the new rows are divided; rows of one time stay together.
    model, predictions, target, positive, measure, ignore
        As in `bo.drift`. With labels and predictions the measure of each chunk is compared with that of the old rows.
    alpha
        The chance of any false alarm, over all columns of all chunks.
    seed
        Of the resamples of the measure.

    Returns
    -------
    A `DriftOverTime`: `alarms`, `worse`, `chunks`, a page by `report`.

    Examples
    --------
    >>> import numpy as np
    >>> from pandas import DataFrame
    >>> rng = np.random.default_rng(1)
    >>> days = np.arange(600)
    >>> old = DataFrame({"x": rng.normal(size=300)})
    >>> new = DataFrame({"day": days, "x": rng.normal(size=600) + 2 * (days >= 400)})
    >>> drift_over_time(old, new, time="day", chunks=6).alarms
    (5, 6)
    """
    number = count("chunks", chunks)
    sides = [side_of(source, name, target, ignore) for source, name in ((old, "old"), (new, "new"))]
    if time not in sides[1].table.names:
        raise UnknownName(f"column of {sides[1].name}", time, sides[1].table.names)
    parts, starts = _divided(sides[1].table, time, number)
    named = prediction_columns(sides, predictions)
    columns, (before, after), _, notes = common_columns(sides, [target or "", time, *named])
    outputs = outputs_of(sides, model, predictions, named, columns, [before, after])
    ordered = np.sort(before, axis=0)  # once for all chunks; no test of a single column asks for the order of rows
    changes = [column_changes(columns, ordered, after[rows]) for rows in parts]
    targets = [_target(sides, rows) for rows in parts]
    adjusted = share_level(
        [
            [change.p_value for chunk in changes for change in chunk],
            [change.p_value for change in targets if change is not None],
        ]
    )
    of_columns, of_targets = iter(adjusted[0]), iter(adjusted[1])
    changes = [tuple(replace(change, p_adjusted=next(of_columns)) for change in chunk) for chunk in changes]
    targets = [None if change is None else replace(change, p_adjusted=next(of_targets)) for change in targets]
    values = [(float("nan"),) * 4] * len(parts)
    chosen = None
    if outputs is not None:
        if sides[0].target is None:
            raise BadInput(
                "the labels of the old rows are needed to say how good the predictions were; name their column with target"
            )
        both = both_predictions(sides, outputs, positive)
        assert both.old is not None
        chosen, notes = measure_of(measure, both.old), (*notes, *both.notes)
        values = [_measured(chosen, both, rows, seed, 1.0 - alpha / len(parts)) for rows in parts]
    elif measure is not None:
        raise BadInput(f"{measure} needs predictions; give a model or predictions, and the target")
    time_chunks = tuple(
        DriftChunk(
            number=index + 1, rows=len(rows), start=starts[index][0], end=starts[index][1], columns=changes[index], target=targets[index],
            value=values[index][0], change=values[index][1], low=values[index][2], high=values[index][3],
        )
        for index, rows in enumerate(parts)
    )  # fmt: skip
    shown = {change.column for chunk in changes for change in chunk if is_shown(change.p_adjusted, alpha)}
    late = np.concatenate(
        [
            rows
            for rows, chunk in zip(parts, changes, strict=True)
            if any(is_shown(change.p_adjusted, alpha) for change in chunk)
        ]
        or [np.empty(0, dtype=np.int64)]
    )
    return DriftOverTime(
        chunks=time_chunks, old_rows=len(before), alpha=alpha, measure="" if chosen is None else chosen.short, direction=None if chosen is None else chosen.direction,
        shapes=column_shapes(columns, before, after[late], shown) if len(late) else (), notes=tuple(notes), title=f"From {sides[0].name} to {sides[1].name}, over time",
    )  # fmt: skip


def _divided(table: Any, time: str, number: int) -> tuple[list[Array], list[tuple[str, str]]]:
    """The rows of each chunk in the order of time, and the first and the last time of each; raises BadInput with the cure."""
    index = table.at(time)
    column, times = table.columns[index], table.values[index]
    if column.levels:
        raise BadInput(
            f"column {time!r} contains words such as {column.levels[0]!r}, which cannot be put in order of time; write numbers or ISO dates such as 2031-01-09"
        )
    if np.isnan(times).any():
        raise BadInput(f"column {time!r} has rows without a time; fill them in, or leave these rows out")
    order = np.argsort(times, kind="stable")
    ascending = times[order]
    if len(order) and ascending[0] == ascending[-1] and number > 1:
        raise BadInput(
            f"all {len(order):,} new rows have the same time in column {time!r}, and rows of one time stay together; name a column whose times differ"
        )
    cuts = [round(len(order) * step / number) for step in range(1, number)]
    cuts = [
        int(np.searchsorted(ascending, ascending[cut])) for cut in cuts if cut < len(ascending)
    ]  # rows of one time stay together
    parts = [part for part in np.split(order, sorted(set(cuts))) if len(part)]
    if min(map(len, parts)) < FEWEST or len(parts) < min(number, 2):
        most = max(1, len(order) // (2 * FEWEST))
        raise BadInput(
            f"{number} chunks of {len(order):,} new rows leave {min(map(len, parts)):,} rows in one of {len(parts)}, and at least {FEWEST} are needed; "
            f"give fewer chunks, at most {most:,}, or a finer column of times"
        )
    return parts, [(_spelled(times[part[0]], column), _spelled(times[part[-1]], column)) for part in parts]


def _spelled(moment: float, column: Any) -> str:
    if column.kind is not ColumnKind.DATE:
        return f"{moment:g}"
    text = str(np.datetime64(round(float(moment) * 1_000_000), "us"))
    return text.removesuffix("T00:00:00.000000").removesuffix(":00.000000").removesuffix(".000000").replace("T", " ")


def _target(sides: Sequence[Any], rows: Array) -> ColumnChange | None:
    """The change of the target in these new rows, where both tables have it."""
    first, second = (side.target for side in sides)
    if first is None or second is None:
        return None
    both = target_change(*(tidy(values[labelled_rows(values)]) for values in (first, second[rows])))
    if both is None:
        return None
    column, before, after = both
    (change,) = column_changes([column], before[:, None], after[:, None])
    return change


def _measured(measure: Any, both: Any, rows: Array, seed: int, level: float) -> tuple[float, float, float, float]:
    """The measure on these new rows, and its change from the old ones with an interval; NaN where no row has a label."""
    if both.labelled is None:
        return (float("nan"),) * 4
    labelled = np.full(len(both.known_new), -1)
    labelled[both.known_new] = np.arange(len(both.labelled))
    own = labelled[rows]
    if not (own >= 0).any():
        return (float("nan"),) * 4
    change = measured_change(measure, both.old, both.labelled.take(own[own >= 0]), seed, level)
    return change.new.value, change.change.value, change.change.low, change.change.high
