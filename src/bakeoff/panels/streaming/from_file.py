"""Panels of files: whole where they fit, in merged parts where they do not. Same numbers either way."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.panels.by_group import GroupValues, grouped, panels_by
from bakeoff.panels.compute import WEIGHTLESS, PanelValues, panel_of, panel_of_summaries
from bakeoff.panels.interval_settings import IntervalSettings
from bakeoff.panels.notes import BINNED, REPEATED_ROWS
from bakeoff.panels.streaming.accumulator import PanelAccumulator, ReadPlan, gather, settle
from bakeoff.panels.streaming.columns import Layout
from bakeoff.panels.streaming.value_scan import DistinctValues, seen_in
from bakeoff.predictions.group_ids import in_whole_groups
from bakeoff.predictions.summaries.summaries import IDS, SCORES, UNITS, Summaries
from bakeoff.tabular.encoding import display_name
from bakeoff.tabular.reading import ROWS, chunks

__all__ = ["COUNTS_ARE_FEW", "Watch", "panel_of_file", "panel_of_gathered"]

Watch = Callable[[str, int], None]


MOST_ROWS = 1 << 40  # of a file that is read whole: none has more
COUNTS_ARE_FEW = "counts (--count) are read from a table that fits into memory at once; give sample weights (--sample-weight) for longer ones"


def panel_of_file(
    path: str,
    layout: Layout,
    measures: str | Sequence[str] | None,
    settings: IntervalSettings,
    *,
    test_share: float | None = None,
    rows: int = 4 * ROWS,
    bins: bool = False,
    watch: Watch | None = None,
) -> PanelValues | GroupValues:
    """The panel of a file, or of a directory of Parquet files; more than `rows` rows are summarized part by part.

    `watch` is called after each part with what was done with how many rows.
    """
    whole = (
        layout.query is not None or layout.truths or layout.time is not None
    )  # lists, matrices and rows in time are not read in parts
    parts = _watched("read", chunks(path, layout.columns, MOST_ROWS if whole else rows), watch)
    opening = [part for part in (next(parts, None), next(parts, None)) if part is not None]
    if not opening:
        raise BadInput(f"{display_name(path)} has no rows")
    layout = layout.with_settled_task(opening[0], measures)
    if layout.count is not None and (len(opening) > 1 or bins):
        raise BadInput(COUNTS_ARE_FEW)
    if layout.time is not None and bins:
        raise BadInput("rows in time (--time) are read at once, in their order; leave --binned out")
    if len(opening) == 1 and not bins:
        (first,) = opening
        if layout.folds is not None:
            values = seen_in([first], layout)
            layout = layout.settled(values.folds, numbers=values.numbers)
        return _in_one_piece(first, layout, measures, settings, test_share)
    values = _seen(path, layout, rows, watch)
    reading = settle(opening[0], values, layout, measures, choice=settings.choice, bins=bins)

    def every() -> Iterator[dict[str, Array]]:
        while opening:  # each is let go when the next is asked for
            yield opening.pop(0)
        yield from parts

    gathered = gather(every(), reading)
    assert gathered is not None
    return panel_of_gathered(gathered, reading, settings, test_share)


def _watched(what: str, parts: Iterator[dict[str, Array]], watch: Watch | None) -> Iterator[dict[str, Array]]:
    """The parts, each of them told when the next is asked for."""
    done = 0
    for part in parts:
        yield part
        done += len(next(iter(part.values())))
        if watch is not None:
            watch(what, done)


def _seen(path: str, layout: Layout, rows: int, watch: Watch | None) -> DistinctValues:
    if layout.labels and layout.task not in {None, "clustering"} and layout.folds is None:
        return DistinctValues(numbers=layout.numeric)
    if path == "-":
        if not layout.labels and not layout.numeric:
            raise BadInput(
                "a long stream is read once, so describe it first: name the classes (--labels), or state that "
                "they are numbers (--task regression)"
            )
        if layout.folds is not None:
            raise BadInput("a long stream is read once, and priors of folds need a first pass; give a file")
        return DistinctValues(numbers=layout.numeric)
    return seen_in(_watched("looked through", chunks(path, layout.looked_at, rows), watch), layout)


def _in_one_piece(
    part: dict[str, Array],
    layout: Layout,
    measures: str | Sequence[str] | None,
    settings: IntervalSettings,
    test_share: float | None,
) -> PanelValues | GroupValues:
    part = layout.one_row_per_case(part)
    pred = layout.predictions(part, layout.classes(part))
    if (clusters := layout.clusters(part)) is not None:
        pred = in_whole_groups(pred, clusters)
    pred = layout.timed(pred, part)
    by_id = layout.row is not None and layout.cluster is None
    notes = layout.order_notes(pred.classes)
    if layout.by is None:
        whole = panel_of(pred, measures, settings, by_id=by_id)
        return replace(whole, notes=(*whole.notes, *notes))
    parts = panels_by(
        pred, layout.groups(part), measures, settings, column=layout.by, test_share=test_share, by_id=by_id
    )
    return replace(parts, notes=(*parts.notes, *notes))


def panel_of_gathered(
    gathered: PanelAccumulator, reading: ReadPlan, settings: IntervalSettings, test_share: float | None
) -> PanelValues | GroupValues:
    """What was gathered, as a panel."""
    if not gathered.weight:
        raise BadInput(WEIGHTLESS)
    wanted, error, gathered = reading.wanted, gathered.auc_error, gathered.ranked()

    def panel(summaries: Summaries, n: int) -> PanelValues:
        summaries, notes = _drawn(summaries, weighted=reading.layout.weight is not None)
        panel_values = panel_of_summaries(summaries, wanted, settings, n=n, unfit=reading.unfit)
        return replace(panel_values, notes=(*notes, *panel_values.notes))

    whole = panel(gathered.whole, gathered.n)
    if reading.bins and any(measure.reads.by_order for measure in wanted):
        whole = replace(whole, notes=(BINNED(error=error), *whole.notes))
    order = reading.layout.order_notes(reading.labels or ())
    if reading.layout.by is None:
        return replace(whole, notes=(*whole.notes, *order))
    groups = {str(name): panel(gathered.groups[name], gathered.size(name)) for name in sorted(gathered.groups)}
    group_values = grouped(
        groups, whole, wanted, column=reading.layout.by, choice=settings.choice, test_share=test_share
    )
    return replace(group_values, notes=(*group_values.notes, *order))


def _drawn(summaries: Summaries, *, weighted: bool) -> tuple[Summaries, tuple[Note, ...]]:
    """Whole row ids are drawn where they repeat, and that is said; else single rows, with their weights if they have any."""
    ids, units = summaries.known.get(IDS), summaries.known.get(UNITS)
    if ids is None or units is None:
        return summaries, ()
    if ids.repeated:
        return summaries, (REPEATED_ROWS(),)
    if weighted:
        return summaries.knowing(**{UNITS: replace(units, single=True)}), ()
    return summaries.knowing(**{UNITS: None, SCORES: None}), ()
