"""ROWS: the rows themselves, for the few measures that need them; those of the first rows by score need the top only."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.kind import Reader, SummaryKind
from bakeoff.predictions.summaries.ranking.first_rows import TopRows, top_rows

__all__ = ["ROWS"]


def _resampled(draws: Resamples, measure: Reader) -> Array:
    if measure.of_first is None:
        return draws.from_rows(measure)
    return np.asarray(measure.of_first.value(*_first(draws, measure.of_first.k)))


def _first(draws: Resamples, k: int) -> tuple[Array, Array]:
    """Positives among the first k rows by score and among all, on every resample; for all measures that read them."""
    if ("first", k) not in draws.kept:
        many, hits = max(64, 8 * k), np.array([np.inf])
        while np.isinf(hits).any():  # rows of the top that belong together may all be left out by a resample
            top = top_rows(draws.pred, many)
            parts = [top.found(*drawn, k) for drawn in _drawn_kinds(draws, top)]
            hits, positives = (np.concatenate(part) for part in zip(*parts, strict=True))
            many *= 8
        draws.kept["first", k] = hits, positives
    pair: tuple[Array, Array] = draws.kept["first", k]
    return pair


def _drawn_kinds(draws: Resamples, top: TopRows) -> Iterator[tuple[Array, Array]]:
    """How much there is of each kind of rows in resamples, and in how many rows, some resamples at a time."""
    n, weight = len(top.kind), draws.pred.weight
    if draws.by_rows and weight is None:
        rng, chance = draws.rng("first"), np.bincount(top.kind, minlength=top.kinds) / n
        for many in draws.sizes(top.kinds):
            yield rng.multinomial(n, chance, size=many).astype(np.float64), np.full(many, float(n))
        return
    from scipy.sparse import csr_array

    heavy = np.ones(n) if weight is None else np.asarray(weight, dtype=np.float64)
    owner, groups = draws.owner(), draws.kept["many"]
    amounts = csr_array((heavy, (owner, top.kind)), shape=(groups, top.kinds))
    rows = np.bincount(owner, weights=heavy > 0, minlength=groups)
    for times in draws.drawn_groups(groups, draws.sizes(top.kinds)):
        yield np.asarray(times @ amounts), times @ rows


ROWS = SummaryKind(
    name="rows",
    title="the rows themselves",
    outputs=frozenset(Output),
    whole_rows=True,
    compute=lambda pred, _: pred,
    resample=_resampled,
    by_content=lambda _, measure: measure.of_first is not None,
    cost=lambda draws, measure: 0.0 if measure.of_first is not None else draws.rows,
)
