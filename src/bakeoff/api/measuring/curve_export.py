"""Curves for a reader (tables and sentences) and in files: all points as CSV or JSON, or a figure, alone or in a page."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import abridged, clean, counted, significant
from bakeoff.core.whole_file import whole_file, write_whole
from bakeoff.figures.curves import SHOWN, CurveLine, CurvePlot, ScoreHistogram, curve_figure, histogram_figure
from bakeoff.figures.drawing.svg import paper_bytes, plain_svg, to_svg
from bakeoff.figures.drawing.theme import PAGE, PAPER, Theme
from bakeoff.measures.curves.hull import crossing_noise_floor
from bakeoff.panels.curves.curve_set import CurvePair, CurveValues, ScoreCurve
from bakeoff.panels.curves.kinds import COMMON_FROM, COMMON_TO, CurveOptions
from bakeoff.report.pages import Picture, compose_curve
from bakeoff.report.render.escape import csv_field, html_text
from bakeoff.report.tables import plain_text as tables
from bakeoff.report.tables.plain_text import Table
from bakeoff.report.write import in_directory, write_report
from bakeoff.tabular.formats import CSV
from bakeoff.tabular.reading import format_of_ending

__all__ = [
    "curve_plot",
    "drawing",
    "facts_and_points",
    "save",
    "score_histogram",
    "to_csv",
    "to_html",
    "to_json",
    "to_text",
    "words",
    "writable",
    "write_figure",
    "write_numbers",
]

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
        yield f"called negative up to (errors of all such rows at most {ask.max_error:.3g})", significant(one.zone.low)
        yield "called positive from", significant(one.zone.high)
        yield "share of rows rejected between", significant(one.zone.rejected)
        yield "wrong among those called negative", significant(one.zone.error_below)
        yield "wrong among those called positive", significant(one.zone.error_above)
    if one.local is not None:
        yield f"wrong more often than {ask.max_error:.3g} at scores above (local error)", significant(one.local.low)
        yield "and below (local error)", significant(one.local.high)
        yield "share of rows there", significant(one.local.rejected)


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
    drawn = {one.name for one in _drawn_first(made)[:SHOWN]}
    pairs = [one for one in made.met if {one.a, one.b} <= drawn]
    rest = len(made.met) - len(pairs)
    more = (
        [f"{counted(rest, 'other pair')} of curves: --json lists how they cross (to_json() in Python)"] if rest else []
    )
    return [*(text for one in pairs for text in _pair_words(one, made)), *more, *useful, *map(clean, made.warnings)]


def _useful(one: ScoreCurve) -> str:
    """Where a decision curve lies above both policies that need no model."""
    at, better = one.points["threshold"], one.points["net_benefit"] > np.maximum(one.points["treat_all"], 0.0)
    starts, stops = (np.flatnonzero(np.diff(np.r_[False, better, False].astype(int)) == sign) for sign in (1, -1))
    where = [_stretch(at[i], at[j - 1]) for i, j in zip(starts.tolist(), stops.tolist(), strict=True)]
    found = f"for thresholds {abridged(where, NAMED)}" if where else "at no threshold"
    return f"{clean(one.name)} is better than treating all and than treating none {found}"


def _stretch(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"


def _pair_words(one: CurvePair, made: CurveValues) -> Iterable[str]:
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
    so = "their areas do not order them (cost curves show which is better where)" if truly else "no more than by chance"
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


FIGURES = (".svg", ".pdf", ".png", ".html")
SUFFIXES = (".csv", ".json", *FIGURES)
THRESHOLDS = 30  # lines of single thresholds in the picture of a cost curve; more cannot be told apart
DRAWN = 500  # points of a line; more cannot be seen
NULLS = "a threshold of null is infinite: nothing is called positive there; a rate of null has no rows to be a share of"


def writable(path: Any) -> Path:
    """The path, if its ending says what to write and its directory exists."""
    made = Path(path)
    if made.suffix.lower() not in SUFFIXES:
        raise BadInput(
            f"a curve is written as {', '.join(SUFFIXES)}, by the ending of the file's name, not as {made.name!r}"
        )
    in_directory(made)
    return made


def save(made: CurveValues, path: Any, points: int | None = None) -> None:
    """Write what the ending says; `points` thins CSV and JSON, which otherwise hold every point."""
    file = writable(path)
    if file.suffix.lower() in FIGURES:
        by_class = [score_histogram(made, one) for one in made.curves]
        plots: list[CurvePlot | ScoreHistogram] = [
            *([] if made.kind.alone else [curve_plot(made)]),
            *(one for one in by_class[:SHOWN] if one is not None),
        ]
        write_figure(plots, made.kind.title, file, (facts_and_points(made), words(made)))
    else:
        write_numbers(file, to_csv(made, points), to_json(made, points))


def write_numbers(file: Path, lines: Iterable[str], whole: Mapping[str, Any]) -> None:
    """The lines of a CSV file, or one JSON object, as the ending says."""
    if format_of_ending(file) is CSV:
        with whole_file(file) as out:
            out.writelines(lines)
    else:
        write_whole(file, json.dumps(whole, ensure_ascii=False, allow_nan=False) + "\n")


def drawing(plot: CurvePlot | ScoreHistogram) -> Picture:
    """The sentence of a picture, and what draws it."""
    return plot.sentence(), partial(_drawn, plot)


def write_figure(
    plots: Sequence[CurvePlot | ScoreHistogram],
    title: str,
    file: Path,
    shown: tuple[Sequence[Table], Sequence[str]],
) -> None:
    """The first figure in the form that the ending says; all of them on a page, with the tables and sentences of what follows."""
    suffix, first = file.suffix.lower(), plots[0]
    if suffix == ".html":
        write_report(compose_curve(title, [drawing(plot) for plot in plots], *shown), file)
    elif suffix == ".svg":
        svg = to_svg(_drawn(first, PAGE), name="curve", title=title, description=first.sentence())
        write_whole(file, plain_svg(svg))
    else:
        write_whole(file, paper_bytes(_drawn(first, PAPER), suffix[1:]))


def _drawn(plot: CurvePlot | ScoreHistogram, theme: Theme) -> Any:
    return curve_figure(plot, theme) if isinstance(plot, CurvePlot) else histogram_figure(plot, theme)


def to_csv(made: CurveValues, points: int | None = None) -> Iterator[str]:
    """Lines of one table: the score's name, then the columns of the curve; undefined is empty, infinite is inf."""
    yield ",".join(map(csv_field, ["score", *made.curves[0].points])) + "\r\n"
    for one in made.curves:
        name = csv_field(one.name)
        columns = [map(_cell, values.tolist()) for values in _thinned(made, one, points).values()]
        yield from (f"{name},{','.join(cells)}\r\n" for cells in zip(*columns, strict=True))


def _cell(value: float) -> str:
    return "" if value != value else repr(value)  # noqa: PLR0124 - only NaN differs from itself


def to_json(made: CurveValues, points: int | None = None) -> dict[str, Any]:
    """One object, schema bakeoff.curve/1; NaN and infinity are None."""
    whole = {
        "schema": "bakeoff.curve/1",
        "curve": made.kind.name,
        "n": made.n,
        "positive": made.positive,
        "positives": made.positives,
        "cost": [made.ask.cost_fp, made.ask.cost_fn],
        "prior": made.prior,
        "max_error": made.ask.max_error,
        "scores": [_one(made, one, points) for one in made.curves],
        "pairs": [_pair(one, crossing_noise_floor(made.positives, made.n - made.positives)) for one in made.met],
        "warnings": [*made.warnings, NULLS],
        "notes": [note.as_dict() for note in made.notes],
    }
    plain: dict[str, Any] = json_safe(whole)
    return plain


def _one(made: CurveValues, one: ScoreCurve, points: int | None) -> dict[str, Any]:
    area = one.area
    return {
        "name": one.name,
        "area": None if area is None else {
            "measure": made.kind.measure, "value": area.value, "low": area.low, "high": area.high,
            "level": None if area.method == "none" else area.level, "method": area.method,
        },
        "facts": one.facts,
        "operating_point": asdict(one.best),
        "zone": None if one.zone is None else asdict(one.zone),
        "local_zone": None if one.local is None else asdict(one.local),
        "hull": one.hull,
        "points": _thinned(made, one, points),
    }  # fmt: skip


def _pair(one: CurvePair, least: float) -> dict[str, Any]:
    both: dict[str, Any] = {"a": one.a, "b": one.b}
    if one.wins is not None:
        return both | {"cheaper": asdict(one.wins)}
    return both | {
        "crossings": [asdict(cross) for cross in one.crossings],
        "only_below": dict(zip("ab", one.lobes, strict=True)),
        "beyond_chance": min(one.lobes) >= least,
    }


def _thinned(made: CurveValues, one: ScoreCurve, most: int | None) -> dict[str, Array]:
    if most is None:
        return one.points
    count("points", most, least=2)
    kept = thinned_points(one.points[made.kind.x], one.points[made.kind.y], most)
    return {name: values[kept] for name, values in one.points.items()}


def thinned_points(x: Array, y: Array, most: int) -> Array:
    """Places of at most so many points, evenly along the way the curve takes, its two ends among them.

    >>> thinned_points(np.linspace(0, 1, 1001), np.zeros(1001), 3).tolist()
    [0, 500, 1000]
    """
    if len(x) <= most:
        return np.arange(len(x))
    steps = np.abs(np.diff(x)) + np.abs(np.diff(y))
    way = np.append(0.0, np.cumsum(np.where(np.isfinite(steps), steps, 0.0)))
    kept = np.searchsorted(way, np.linspace(0.0, way[-1], most), "left")
    kept[[0, -1]] = 0, len(x) - 1
    return np.unique(kept)


def _drawn_first(made: CurveValues) -> list[ScoreCurve]:
    """The curves, of more than can be drawn those with the largest areas first."""
    curves = list(made.curves)
    if len(curves) > SHOWN and all(one.area is not None for one in curves):
        curves.sort(key=lambda one: one.area.value if one.area is not None else 0.0, reverse=True)
    return curves


def score_histogram(made: CurveValues, one: ScoreCurve) -> ScoreHistogram | None:
    """The numbers of the picture of scores by class; shaded where both classes are common."""
    if one.by_class is None:
        return None
    points, facts = one.by_class.points, one.by_class.facts
    start, stop = facts[COMMON_FROM], facts[COMMON_TO]
    return ScoreHistogram(
        edges=np.append(points["low"], points["high"][-1]), negative=points["negative"], positive=points["positive"],
        negative_name=f"not {clean(made.positive)}", positive_name=clean(made.positive), zone=(start, stop) if start < stop else None,
        axis=f"Score {clean(one.name)}",
    )  # fmt: skip


def curve_plot(made: CurveValues) -> CurvePlot:
    """The numbers of the figure."""
    kind = made.kind
    lines = [_line(made, one) for one in _drawn_first(made)]
    if kind.name == "decision":
        first, last = made.curves[0].points, SHOWN - 1  # this line is drawn however many there are
        every = CurveLine(name="treat all", x=first["threshold"], y=_above(first["treat_all"], kind.floor))
        lines[last:last] = [every]
    if kind.name == "cost":
        always = {"always negative": (0.0, 1.0), "always positive": (1.0, 0.0)}
        trivial = [
            CurveLine(name=name, x=np.array([0.0, 1.0]), y=np.array(ends), neutral=True)
            for name, ends in always.items()
        ]
        lines[SHOWN - len(trivial) : SHOWN - len(trivial)] = trivial
    return CurvePlot(
        lines=tuple(lines), x_label=kind.x_label, y_label=kind.y_label, reference=kind.reference, unit=kind.unit,
        dots=kind.dots, legend=kind.legend, thin=_threshold_lines(made),
    )  # fmt: skip


def _threshold_lines(made: CurveValues) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    """Of a single cost curve: the whole line of each threshold that its lower envelope takes a piece of."""
    if made.kind.name != "cost" or len(made.curves) > 1:
        return ()
    x, cost = (made.curves[0].points[name] for name in ("x", "cost"))
    slopes = np.diff(cost) / np.diff(x)
    starts = cost[:-1] - slopes * x[:-1]
    kept = np.linspace(0, len(slopes) - 1, min(len(slopes), THRESHOLDS)).round().astype(int)
    return tuple(
        ((0.0, start), (1.0, start + slope))
        for start, slope in zip(starts[kept].tolist(), slopes[kept].tolist(), strict=True)
    )


def _line(made: CurveValues, one: ScoreCurve) -> CurveLine:
    kind = made.kind
    x, y = one.points[kind.x], one.points[kind.y]
    if kind.name == "det":
        x, y = one.points["fpr_deviate"], one.points["fnr_deviate"]
        x, y = x[np.isfinite(x) & np.isfinite(y)], y[np.isfinite(x) & np.isfinite(y)]
    if kind.name == "pr":  # steps: straight lines between these points would promise too much
        x, y = np.repeat(x, 2)[:-1][1:], np.repeat(y, 2)[1:][1:]
    kept = thinned_points(x, y, DRAWN)
    low, high = (one.points[side][kept] if side in one.points else None for side in ("low", "high"))
    note = "" if one.area is None else f"{one.area.value:.3f}"
    return CurveLine(name=one.name, x=x[kept], y=_above(y[kept], kind.floor), note=note, low=low, high=high)


def _above(values: Array, floor: float | None) -> Array:
    """What lies far below would press the rest together."""
    return values if floor is None else np.where(values < floor, np.nan, values)
