"""Panels of files on a Dask cluster: each part is summarized where it lies, and the summaries are merged."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.panels.by_group import GroupValues
from bakeoff.panels.compute import PanelValues
from bakeoff.panels.interval_settings import IntervalSettings
from bakeoff.panels.streaming.accumulator import PanelAccumulator, ReadPlan, gather, merged, settle
from bakeoff.panels.streaming.columns import Layout
from bakeoff.panels.streaming.from_file import COUNTS_ARE_FEW, panel_of_gathered
from bakeoff.panels.streaming.value_scan import DistinctValues, seen_in
from bakeoff.tabular.formats import FilePart
from bakeoff.tabular.reading import ROWS, chunks, parts_of

__all__ = ["panel_of_parts"]

Made = TypeVar("Made")


def panel_of_parts(
    paths: str | Sequence[str],
    layout: Layout,
    measures: str | Sequence[str] | None,
    settings: IntervalSettings,
    *,
    client: Any = None,
    test_share: float | None = None,
    rows: int = ROWS,
    bins: bool = False,
) -> PanelValues | GroupValues:
    """The panel of many files (or directories) as if they were one.

    `client` is a dask.distributed Client whose workers see the same files; None works here, one part after the other.
    """
    if layout.count is not None:
        raise BadInput(COUNTS_ARE_FEW)
    if layout.time is not None:
        raise BadInput("rows in time (--time) are read at once, in their order; measure them without a cluster")
    path_list = [paths] if isinstance(paths, str) else list(paths)
    parts = [part for number, path in enumerate(path_list) for part in _parts(path, rows, number)]
    if not parts:
        raise BadInput("there are no parts to measure")
    first = next((chunk for part in parts for chunk in _chunks(part, layout)), None)
    if first is None:
        raise BadInput(f"{', '.join(path_list)}: there are no rows")
    values = DistinctValues(numbers=layout.numeric)
    for part_values in _each(client, _look, [(part, layout) for part in parts]):
        values = values.merge(part_values)
    reading = settle(first, values, layout, measures, choice=settings.choice, bins=bins)
    summarised = _each(client, _summarize, [(part, reading) for part in parts])
    gathered = merged(part for part in summarised if part is not None)  # each is let go when the next is asked for
    assert gathered is not None
    return panel_of_gathered(gathered, reading, settings, test_share)


def _parts(path: str, rows: int, number: int) -> list[FilePart]:
    """The parts of a path; how many rows a path before has is not known, but it is less than this."""
    return [replace(part, before=part.before + (number << 40)) for part in parts_of(str(Path(path).resolve()), rows)]


def _chunks(part: FilePart, layout: Layout, columns: Sequence[str] | None = None) -> Any:
    return chunks(part.path, layout.columns if columns is None else columns, row_groups=part.row_groups)


def _look(part: FilePart, layout: Layout) -> DistinctValues | str:
    return _or_complaint(part, lambda: seen_in(_chunks(part, layout, layout.looked_at), layout))


def _summarize(part: FilePart, reading: ReadPlan) -> PanelAccumulator | str | None:
    return _or_complaint(part, lambda: gather(_chunks(part, reading.layout), reading, part.first_row, part.before))


def _or_complaint(part: FilePart, make: Callable[[], Made]) -> Made | str:
    """A complaint crosses the cluster as a sentence, with the file it is about."""
    try:
        return make()
    except BakeoffError as problem:
        text = str(problem)
        return text if part.path in text else f"{Path(part.path).name}: {text}"


def _each(client: Any, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """The work done on each of the arguments, on the cluster or here; the first complaint is raised."""
    for result in (work(*arguments) for arguments in tasks) if client is None else _on_cluster(client, work, tasks):
        if isinstance(result, str):
            raise BadInput(result)
        yield result


def _on_cluster(client: Any, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """In their order, one fetched at a time: what is not yet merged waits on the workers, not here."""
    from distributed import CancelledError, KilledWorker

    futures = [client.submit(work, *arguments, pure=False) for arguments in tasks]
    try:
        for future in futures:
            yield future.result()
            future.release()
    except (KilledWorker, CancelledError) as problem:
        raise BadInput(
            f"the cluster lost the workers that read the parts ({type(problem).__name__}); give them more memory"
        ) from None
    finally:
        client.cancel(futures)
