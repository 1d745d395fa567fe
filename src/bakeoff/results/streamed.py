"""Panels of files: whole where they fit, in merged parts where they do not. Same numbers either way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Task
from bakeoff.estimates.delta import columns_of
from bakeoff.estimates.draws import Draws
from bakeoff.estimates.interval import KINKED, estimate, value_only
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions.door import guess_task, predictions_of
from bakeoff.predictions.encode import Labels
from bakeoff.predictions.files import ROWS, chunks
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summary import Summaries, summarize
from bakeoff.results.panel import Panel, chosen, finished, panel_of

__all__ = ["Layout", "measure_file", "read_all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which column means what."""

    truth: str
    pred: str | None = None
    score: str | None = None
    proba: tuple[str, ...] = ()
    sd: str | None = None
    weight: str | None = None
    row: str | None = None
    by: str | None = None
    labels: tuple[str, ...] = ()
    positive: str | None = None
    task: str | None = None

    @property
    def columns(self) -> list[str]:
        """The columns that are read, each once."""
        named = [self.truth, self.pred, self.score, *self.proba, self.sd, self.weight, self.row, self.by]
        return list(dict.fromkeys(one for one in named if one is not None))

    def predictions(self, part: dict[str, Array], labels: Sequence[Any] | None, first_row: int = 0) -> Predictions:
        """One part as Predictions; complaints name the file's columns."""
        proba = None
        if self.proba:
            proba = part[self.proba[0]] if len(self.proba) == 1 else np.column_stack([part[one] for one in self.proba])
        names = {
            "y_true": f"column {self.truth!r}", "y_pred": f"column {self.pred!r}", "y_score": f"column {self.score!r}",
            "y_proba": f"column {', '.join(self.proba)!r}", "y_sd": f"column {self.sd!r}",
            "sample_weight": f"column {self.weight!r}",
        }  # fmt: skip

        def column(name: str | None) -> Array | None:
            return None if name is None else part[name]

        return predictions_of(
            part[self.truth], column(self.pred), column(self.score), column(self.sd), y_proba=proba, task=self.task,
            labels=labels, pos_label=_as_kind(self.positive, part[self.truth]), sample_weight=column(self.weight),
            row_id=column(self.row), names=names, first_row=first_row,
        )  # fmt: skip


def _as_kind(text: str | None, like: Array) -> Any:
    """A class typed on the command line, as the kind of value the column holds."""
    if text is None or like.dtype.kind not in "iuf":
        return text if text is None or like.dtype.kind != "b" else text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


def known_labels(path: str, layout: Layout) -> tuple[Any, ...] | None:
    """The sorted union of classes over the whole file; None for regression."""
    if layout.task == Task.REGRESSION:
        return None
    wanted = list(dict.fromkeys([layout.truth, *([layout.pred] if layout.pred else [])]))
    seen: set[Any] = set()
    for part in chunks(path, wanted):
        if layout.task is None and guess_task(part[layout.truth]) is Task.REGRESSION:
            return None
        seen.update(Labels.found(part).values)
    return Labels.given(sorted(seen)).values


def given_labels(layout: Layout, part: dict[str, Array]) -> tuple[Any, ...] | None:
    """The classes named by the user, as the kind of value the column holds."""
    return tuple(_as_kind(one, part[layout.truth]) for one in layout.labels) or None


def measure_file(
    path: str,
    layout: Layout,
    measures: str | Sequence[str | Measure] | None = None,
    *,
    level: float | None = 0.95,
    n_resamples: int = 2000,
    seed: int = 0,
    rows: int = 4 * ROWS,
) -> Panel:
    """The panel of a file of predictions; files of more than `rows` rows are summarized part by part."""
    parts = chunks(path, layout.columns, rows)
    first = next(parts, None)
    if first is None:
        raise BadInput(f"{path} has no rows")
    second = next(parts, None)
    labels = given_labels(layout, first)
    if second is None:
        pred = layout.predictions(first, labels)
        groups = pred.rows if layout.row is not None and len(np.unique(pred.rows)) < len(pred) else None
        return panel_of(pred, measures, level=level, n_resamples=n_resamples, seed=seed, groups=groups)
    if labels is None:
        if path == "-":
            raise BadInput("a long stream needs the classes beforehand; name them with --labels")
        labels = known_labels(path, layout)

    def every() -> Iterator[dict[str, Array]]:
        yield first
        yield second
        yield from parts

    wanted, whole, n = _merged(every(), layout, labels, measures, level)
    if level is None:
        return finished({one.name: value_only(one, whole) for one in wanted}, whole, n)
    draws = Draws(summaries=whole, n_resamples=n_resamples, seed=seed)
    return finished({one.name: estimate(one, draws, level=level) for one in wanted}, whole, n)


def _merged(
    parts: Iterator[dict[str, Array]],
    layout: Layout,
    labels: tuple[Any, ...] | None,
    measures: Any,
    level: float | None,
) -> tuple[tuple[Measure, ...], Summaries, int]:
    wanted: tuple[Measure, ...] = ()
    whole: Summaries | None = None
    n, pivot = 0, None
    for part in parts:
        pred = layout.predictions(part, labels, first_row=n)
        wanted = wanted or chosen(measures, pred)
        if pivot is None and not pred.task.labelled:
            pivot = float(pred.truth.mean())  # the same for all parts
        mine = summarize(pred, pivot=pivot)
        mine = read(mine, wanted, products=level is not None)
        whole = mine if whole is None else whole.merge(mine)
        n += len(pred)
    assert whole is not None
    return wanted, whole, n


def read(summaries: Summaries, wanted: Sequence[Measure], *, products: bool = False) -> Summaries:
    """What these measures read, made now, so that the rows can be let go; products too, where intervals are wanted."""
    assert summaries.source is not None
    for one in wanted:
        if not one.fits(summaries.source):
            one.compute(summaries.get(one.reads))
            if products and one.reads is Reads.MOMENTS and one.name not in KINKED:
                summaries.moments.keep_products(columns_of(one, summaries.moments))
    return summaries.settled()


def read_all(path: str, layout: Layout) -> tuple[Predictions, Array | None]:
    """The whole file at once, with the column to group by."""
    parts = list(chunks(path, layout.columns))
    if not parts:
        raise BadInput(f"{path} has no rows")
    whole = {name: np.concatenate([part[name] for part in parts]) for name in layout.columns}
    pred = layout.predictions(whole, given_labels(layout, whole))
    return pred, None if layout.by is None else whole[layout.by]
