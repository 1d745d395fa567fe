"""Panels of files, whole or in merged parts, here or on a Dask cluster. Same numbers either way."""

from collections.abc import Sequence
from typing import Any, Unpack

from bakeoff.api.panel import Panel, shown
from bakeoff.api.panel_by_group import GroupedPanel, shown_by_group
from bakeoff.panels.by_group import GroupValues
from bakeoff.panels.compute import PanelValues
from bakeoff.panels.interval_settings import IntervalOptions, interval_settings
from bakeoff.panels.streaming.columns import Layout
from bakeoff.panels.streaming.from_file import Watch, panel_of_file
from bakeoff.panels.streaming.on_cluster import panel_of_parts
from bakeoff.tabular.chunks import ROWS

__all__ = ["Layout", "measure_file", "measure_parts"]


def measure_file(
    path: str,
    layout: Layout,
    measures: str | Sequence[str] | None = None,
    *,
    test_share: float | None = None,
    rows: int = 4 * ROWS,
    bins: bool = False,
    watch: Watch | None = None,
    **how: Unpack[IntervalOptions],
) -> Panel | GroupedPanel:
    """The panel of a file, or of a directory of Parquet files; more than `rows` rows are summarized part by part.

    Where the layout names a column to group by, there is a panel for each of its values. `bins` ranks scores in memory
    that does not grow with the rows, and says how far that can be off. `watch` is told after each part what was done
    with how many rows.
    """
    settings = interval_settings(**how)
    return _shown(
        panel_of_file(path, layout, measures, settings, test_share=test_share, rows=rows, bins=bins, watch=watch)
    )


def measure_parts(
    paths: str | Sequence[str],
    layout: Layout,
    measures: str | Sequence[str] | None = None,
    *,
    client: Any = None,
    test_share: float | None = None,
    rows: int = ROWS,
    bins: bool = False,
    **how: Unpack[IntervalOptions],
) -> Panel | GroupedPanel:
    """The panel of many files (or directories) as if they were one.

    `client` is a dask.distributed Client whose workers see the same files; None works here, one part after the other.
    """
    settings = interval_settings(**how)
    return _shown(
        panel_of_parts(paths, layout, measures, settings, client=client, test_share=test_share, rows=rows, bins=bins)
    )


def _shown(values: PanelValues | GroupValues) -> Panel | GroupedPanel:
    return shown_by_group(values) if isinstance(values, GroupValues) else shown(values)
