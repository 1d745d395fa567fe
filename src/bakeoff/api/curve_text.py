"""Curves for a reader: one table of what follows from each, the most telling points, and how curves stand to each other."""

from collections.abc import Iterable, Sequence

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import abridged, clean, counted, significant
from bakeoff.measures.curves.hull import crossing_noise_floor
from bakeoff.panels.curves.curves import CurvePair, CurveValues, ScoreCurve
from bakeoff.panels.curves.kinds import CurveOptions
from bakeoff.report.render.escape import html_text
from bakeoff.report.tables import plain_text as tables

__all__ = ["facts_and_points", "to_html", "to_text", "words"]

CORNERS = 12  # of a hull that are listed
NAMED = 6  # crossings that are listed


def to_text(made: CurveValues) -> str:
    """Tables and sentences for a terminal."""
    said = words(made)
    return "\n\n".join([*map(tables.to_text, facts_and_points(made)), *(["\n".join(said)] if said else [])])


def to_html(made: CurveValues) -> str:
    """The same for a notebook."""
    from bakeoff.report.render.html import inside

    said = "".join(f"<p>{html_text(one)}</p>" for one in words(made))
    return inside(
        "".join(map(tables.to_html, facts_and_points(made))) + (f'<div class="notes">{said}</div>' if said else "")
    )


def facts_and_points(made: CurveValues) -> list[tables.Table]:
    """What follows from each curve, then its points."""
    return [_facts(made), *(one for curve in made.curves for one in _points(made, curve))]


def _facts(made: CurveValues) -> tables.Table:
    rows: dict[str, list[str]] = {}
    for one in made.curves:
        for label, text in _lines(made, one):
            rows.setdefault(label, []).append(text)
    caption = f"{made.kind.title}: {counted(made.n, 'row')}, {made.positives} of class {clean(made.positive)}"
    body = [[label, *cells] for label, cells in rows.items()]
    names = [clean(one.name) for one in made.curves]
    return tables.Table.of(["", *names], body, align="l" + "r" * len(names), caption=caption)


def _lines(made: CurveValues, one: ScoreCurve) -> Iterable[tuple[str, str]]:
    ask = made.ask
    yield "points", str(len(one.points[made.kind.x]))
    if one.area is not None:
        yield made.kind.measure, significant(one.area.value)
        if ask.level is not None:
            yield f"{100 * ask.level:.4g}% low", significant(one.area.low)
            yield f"{100 * ask.level:.4g}% high", significant(one.area.high)
            yield "interval", "; ".join((one.area.method, *one.area.warnings))
    for label, value in one.facts.items():
        yield label, significant(value)
    if made.kind.decides or ask.weighs:
        costs = f"costs {ask.cost_fp:g}:{ask.cost_fn:g}, {made.prior:.3g} positive"
        yield f"best threshold ({costs})", significant(one.best.threshold)
        yield "false positive rate there", significant(one.best.fpr)
        yield "true positive rate there", significant(one.best.tpr)
        yield "expected cost of a row", significant(one.best.cost)
    if one.zone is not None:
        yield f"called negative up to (errors at most {ask.max_error:.3g})", significant(one.zone.low)
        yield "called positive from", significant(one.zone.high)
        yield "share of rows rejected between", significant(one.zone.rejected)
        yield "wrong among those called negative", significant(one.zone.error_below)
        yield "wrong among those called positive", significant(one.zone.error_above)


def _points(made: CurveValues, one: ScoreCurve) -> Iterable[tables.Table]:
    size = len(one.points[made.kind.x])
    at = made.kind.seen(one.points[made.kind.x])
    some = "" if len(at) == size else f", {len(at)} of {size} points"
    yield _listing(one.points, at, f"{clean(one.name)}{some}")
    if one.hull is not None:
        corners = len(one.hull["fpr"])
        kept = np.unique(np.linspace(0, corners - 1, min(CORNERS, corners)).round().astype(int))
        some = "" if len(kept) == corners else f", {len(kept)} of {corners}"
        yield _listing(one.hull, kept, f"{clean(one.name)}, corners of the convex hull{some}")


def _listing(points: dict[str, Array], at: Array, caption: str) -> tables.Table:
    rows = [[significant(float(values[i])) for values in points.values()] for i in at.tolist()]
    return tables.Table.of(list(points), rows, align="r" * len(points), caption=caption)


def words(made: CurveValues) -> list[str]:
    """Sentences: how pairs of curves stand to each other, and what has to be said."""
    useful = [_useful(one) for one in made.curves] if made.kind.name == "decision" else []
    return [*(text for one in made.met for text in _pair(one, made)), *useful, *map(clean, made.warnings)]


def _useful(one: ScoreCurve) -> str:
    """Where a decision curve lies above both policies that need no model."""
    at, better = one.points["threshold"], one.points["net_benefit"] > np.maximum(one.points["treat_all"], 0.0)
    starts, stops = (np.flatnonzero(np.diff(np.r_[False, better, False].astype(int)) == sign) for sign in (1, -1))
    where = [_stretch(at[i], at[j - 1]) for i, j in zip(starts.tolist(), stops.tolist(), strict=True)]
    found = f"for thresholds {abridged(where, NAMED)}" if where else "at no threshold"
    return f"{clean(one.name)} is better than treating all and than treating nobody {found}"


def _stretch(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"


def _pair(one: CurvePair, made: CurveValues) -> Iterable[str]:
    a, b, ask = clean(one.a), clean(one.b), made.ask
    if one.wins is not None:
        for who, other, parts in ((a, b, one.wins.a), (b, a, one.wins.b)):
            yield f"{who} is cheaper than {other} {_stretches(parts, ask)}"
        return
    if not one.crossings:
        yield f"the ROC curves of {a} and {b} do not cross"
        return
    places = abridged([f"{cross.fpr:.3g}" for cross in one.crossings], NAMED)
    truly = min(one.lobes) >= crossing_noise_floor(made.positives, made.n - made.positives)
    so = "their areas do not order them (cost curves tell which is better where)" if truly else "no more than by chance"
    yield (
        f"the ROC curves of {a} and {b} cross {_times(len(one.crossings))} {places}: the area "
        f"between them is {one.lobes[0]:.3g} where {a} is above and {one.lobes[1]:.3g} where {b} is above; {so}"
    )


def _stretches(parts: Sequence[tuple[float, float]], ask: CurveOptions) -> str:
    """Where on a cost curve, and which shares of positives that are at the costs that were stated."""
    if not parts:
        return "nowhere"
    where = f"for probability-costs {abridged([f'{low:.3g} to {high:.3g}' for low, high in parts], NAMED)}"
    if not ask.cost_fp or not ask.cost_fn:
        return where
    shares = [[end * ask.cost_fp / (end * ask.cost_fp + (1 - end) * ask.cost_fn) for end in ends] for ends in parts]
    told = abridged([f"{low:.3g} to {high:.3g}" for low, high in shares], NAMED)
    return f"{where}, which at costs {ask.cost_fp:g}:{ask.cost_fn:g} are shares of positives {told}"


def _times(count: int) -> str:
    return "once, at a false positive rate of" if count == 1 else f"{count} times, at false positive rates"
