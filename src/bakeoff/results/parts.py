"""Panels of many Parquet parts on a Dask cluster: each part is summarized where it lies, and the summaries are merged."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.estimates.draws import Draws
from bakeoff.estimates.interval import estimate, value_only
from bakeoff.measures import measure_named
from bakeoff.predictions.files import chunks
from bakeoff.predictions.summary import Summaries, summarize
from bakeoff.results.panel import Panel, chosen, finished
from bakeoff.results.streamed import Layout, known_labels, read

__all__ = ["measure_parts"]


def summary_of_part(
    path: str, layout: Layout, labels: tuple[Any, ...] | None, names: tuple[str, ...], pivot: float | None
) -> Summaries:
    """What a worker does: one part in, its settled summaries out."""
    wanted = [measure_named(one) for one in names]
    whole: Summaries | None = None
    for part in chunks(path, layout.columns):
        pred = layout.predictions(part, labels)
        mine = read(summarize(pred, pivot=pivot), wanted, products=True)
        whole = mine if whole is None else whole.merge(mine)
    if whole is None:
        raise BadInput(f"{path} has no rows")
    return whole


def measure_parts(
    paths: Sequence[str],
    layout: Layout,
    measures: Sequence[str] | None = None,
    *,
    client: Any = None,
    level: float | None = 0.95,
    n_resamples: int = 2000,
    seed: int = 0,
) -> Panel:
    """The panel of many files as if they were one; `client` is a dask.distributed Client, None works here in turn."""
    if not paths:
        raise BadInput("there are no parts to measure")
    found = [known_labels(one, layout) for one in paths]
    labels = None if any(one is None for one in found) else tuple(sorted({x for one in found if one for x in one}))
    first = layout.predictions(next(chunks(paths[0], layout.columns)), labels)
    wanted = chosen(list(measures) if measures else None, first)
    names = tuple(one.name for one in wanted)
    pivot = None if first.task.labelled else float(first.truth.mean())
    if client is None:
        parts = [summary_of_part(one, layout, labels, names, pivot) for one in paths]
    else:
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise MissingPackage("distributed", "measuring on a cluster", extra="dask") from None
        futures = [client.submit(summary_of_part, one, layout, labels, names, pivot, pure=False) for one in paths]
        parts = client.gather(futures)
    whole = parts[0]
    for one in parts[1:]:
        whole = whole.merge(one)
    n = max((len(one) if kind == "rows" else int(one.n) for kind, one in whole.made.items()), default=0)
    if level is None:
        return finished({one.name: value_only(one, whole) for one in wanted}, whole, n)
    draws = Draws(summaries=whole, n_resamples=n_resamples, seed=seed)
    return finished({one.name: estimate(one, draws, level=level) for one in wanted}, whole, n)
