"""Curves of a file of predictions: several columns of scores, one class against all others where there are more than two."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from bakeoff.core.errors import BadInput, collect_errors
from bakeoff.panels.curves.curve_set import CurveValues, curves_of, kind_named
from bakeoff.panels.curves.kinds import CurveOptions
from bakeoff.panels.curves.one_vs_rest import UNASKED, against, against_rest
from bakeoff.panels.streaming.columns import Layout, as_kind
from bakeoff.tabular.reading import chunks

__all__ = ["curve_values_of_file"]


def curve_values_of_file(
    path: str,
    kind: str,
    ask: CurveOptions,
    *,
    truth: str,
    scores: Sequence[str],
    positive: str | None = None,
    weight: str | None = None,
) -> CurveValues:
    """The curve of each column of scores; every threshold counts, so the columns are held in memory."""
    what = kind_named(kind)
    if not scores:
        raise BadInput("a curve needs scores: name their column with --score")
    wanted = list(dict.fromkeys([truth, *scores, *([weight] if weight else [])]))
    parts = list(chunks(path, wanted))
    if not parts:
        raise BadInput(f"{path} has no rows")
    table = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    layout = Layout(truth=truth, positive=positive, weight=weight, unasked=UNASKED)
    sides = against_rest(table[truth], as_kind(positive, table[truth]), layout.names())
    layout = layout if sides.rest is None else replace(layout, positive="true")
    table[truth] = sides.truth
    layouts = {
        column: replace(layout, proba=(column,)) if what.proba else replace(layout, score=column)
        for column in dict.fromkeys(scores)
    }
    predictions = collect_errors(
        "the input", {name: partial(layout.predictions, table, None) for name, layout in layouts.items()}
    )
    return against(sides, curves_of(predictions, kind, ask, layout.names()))
