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
    sentences = words(made)
    return "\n\n".join([*map(tables.to_text, facts_and_points(made)), *(["\n".join(sentences)] if sentences else [])])


def to_html(made: CurveValues) -> str:
    """The same for a notebook."""
    from bakeoff.report.render.html import inside

    paragraphs = "".join(f"<p>{html_text(sentence)}</p>" for sentence in words(made))
    return inside(
        "".join(map(tables.to_html, facts_and_points(made)))
        + (f'<div class="notes">{paragraphs}</div>' if paragraphs else "")
    )


def facts_and_points(made: CurveValues) -> list[tables.Table]:
    """What follows from each curve, then its points."""
    return [_facts(made), *(table for curve in made.curves for table in _points(made, curve))]


def _facts(values: CurveValues) -> tables.Table:
    rows: dict[str, list[str]] = {}
    for curve in values.curves:
        for label, text in _lines(values, curve):
            rows.setdefault(label, []).append(text)
    caption = f"{values.kind.title}: {counted(values.n, 'row')}, {values.positives} of class {clean(values.positive)}"
    body = [[label, *cells] for label, cells in rows.items()]
    names = [clean(curve.name) for curve in values.curves]
    return tables.Table.of(["", *names], body, align="l" + "r" * len(names), caption=caption)


def _lines(values: CurveValues, curve: ScoreCurve) -> Iterable[tuple[str, str]]:
    ask = values.ask
    yield "points", str(len(curve.points[values.kind.x]))
    if curve.area is not None:
        yield values.kind.measure, significant(curve.area.value)
        if ask.level is not None:
            yield f"{100 * ask.level:.4g}% low", significant(curve.area.low)
            yield f"{100 * ask.level:.4g}% high", significant(curve.area.high)
            yield "interval", "; ".join((curve.area.method, *curve.area.warnings))
    for label, value in curve.facts.items():
        yield label, significant(value)
    if values.kind.decides or ask.weighs:
        costs = f"costs {ask.cost_fp:g}:{ask.cost_fn:g}, {values.prior:.3g} positive"
        yield f"best threshold ({costs})", significant(curve.best.threshold)
        yield "false positive rate there", significant(curve.best.fpr)
        yield "true positive rate there", significant(curve.best.tpr)
        yield "expected cost of a row", significant(curve.best.cost)
    if curve.zone is not None:
        yield (
            f"called negative up to (errors of all such rows at most {ask.max_error:.3g})",
            significant(curve.zone.low),
        )
        yield "called positive from", significant(curve.zone.high)
        yield "share of rows rejected between", significant(curve.zone.rejected)
        yield "wrong among those called negative", significant(curve.zone.error_below)
        yield "wrong among those called positive", significant(curve.zone.error_above)
    if curve.local is not None:
        yield f"wrong more often than {ask.max_error:.3g} at scores above (local error)", significant(curve.local.low)
        yield "and below (local error)", significant(curve.local.high)
        yield "share of rows there", significant(curve.local.rejected)


def _points(values: CurveValues, curve: ScoreCurve) -> Iterable[tables.Table]:
    size = len(curve.points[values.kind.x])
    places = values.kind.seen(curve.points[values.kind.x])
    some = "" if len(places) == size else f", {len(places)} of {size} points"
    yield _listing(curve.points, places, f"{clean(curve.name)}{some}")
    if curve.hull is not None:
        corners = len(curve.hull["fpr"])
        kept = np.unique(np.linspace(0, corners - 1, min(CORNERS, corners)).round().astype(int))
        some = "" if len(kept) == corners else f", {len(kept)} of {corners}"
        yield _listing(curve.hull, kept, f"{clean(curve.name)}, corners of the convex hull{some}")


def _listing(points: dict[str, Array], places: Array, caption: str) -> tables.Table:
    rows = [[significant(float(values[i])) for values in points.values()] for i in places.tolist()]
    return tables.Table.of(list(points), rows, align="r" * len(points), caption=caption)


def words(made: CurveValues) -> list[str]:
    """Sentences: how pairs of curves stand to each other, and what has to be said."""
    useful = [_useful(curve) for curve in made.curves] if made.kind.name == "decision" else []
    drawn = {curve.name for curve in _drawn_first(made)[:SHOWN]}
    pairs = [pair for pair in made.met if {pair.a, pair.b} <= drawn]
    rest = len(made.met) - len(pairs)
    more = (
        [f"{counted(rest, 'other pair')} of curves: --json lists how they cross (to_json() in Python)"] if rest else []
    )
    return [*(text for pair in pairs for text in _pair_words(pair, made)), *more, *useful, *map(clean, made.warnings)]


def _useful(curve: ScoreCurve) -> str:
    """Where a decision curve lies above both policies that need no model."""
    threshold, better = (
        curve.points["threshold"],
        curve.points["net_benefit"] > np.maximum(curve.points["treat_all"], 0.0),
    )
    starts, stops = (np.flatnonzero(np.diff(np.r_[False, better, False].astype(int)) == sign) for sign in (1, -1))
    where = [_stretch(threshold[i], threshold[j - 1]) for i, j in zip(starts.tolist(), stops.tolist(), strict=True)]
    stretches = f"for thresholds {abridged(where, NAMED)}" if where else "at no threshold"
    return f"{clean(curve.name)} is better than treating all and than treating none {stretches}"


def _stretch(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"


def _pair_words(pair: CurvePair, values: CurveValues) -> Iterable[str]:
    a, b, ask = clean(pair.a), clean(pair.b), values.ask
    if pair.wins is not None:
        for who, other, parts in ((a, b, pair.wins.a), (b, a, pair.wins.b)):
            yield f"{who} is cheaper than {other} {_stretches(parts, ask)}"
        return
    if not pair.crossings:
        yield f"the ROC curves of {a} and {b} do not cross"
        return
    places = abridged([f"{cross.fpr:.3g}" for cross in pair.crossings], NAMED)
    truly = min(pair.lobes) >= crossing_noise_floor(values.positives, values.n - values.positives)
    so = "their areas do not order them (cost curves show which is better where)" if truly else "no more than by chance"
    yield (
        f"the ROC curves of {a} and {b} cross {_times(len(pair.crossings))} {places}: the area "
        f"between them is {pair.lobes[0]:.3g} where {a} is above and {pair.lobes[1]:.3g} where {b} is above; {so}"
    )


def _stretches(parts: Sequence[tuple[float, float]], ask: CurveOptions) -> str:
    """Where on a cost curve, and which shares of positives that are at the costs that were stated."""
    if not parts:
        return "nowhere"
    where = f"for probability-costs {abridged([f'{low:.3g} to {high:.3g}' for low, high in parts], NAMED)}"
    if not ask.cost_fp or not ask.cost_fn:
        return where
    shares = [[end * ask.cost_fp / (end * ask.cost_fp + (1 - end) * ask.cost_fn) for end in ends] for ends in parts]
    positives = abridged([f"{low:.3g} to {high:.3g}" for low, high in shares], NAMED)
    return f"{where}, which at costs {ask.cost_fp:g}:{ask.cost_fn:g} are shares of positives {positives}"


def _times(count: int) -> str:
    return "once, at a false positive rate of" if count == 1 else f"{count} times, at false positive rates"


FIGURES = (".svg", ".pdf", ".png", ".html")
SUFFIXES = (".csv", ".json", *FIGURES)
THRESHOLDS = 30  # lines of single thresholds in the picture of a cost curve; more cannot be told apart
DRAWN = 500  # points of a line; more cannot be seen
NULLS = "a threshold of null is infinite: nothing is called positive there; a rate of null has no rows to be a share of"


def writable(path: Any) -> Path:
    """The path, if its ending says what to write and its directory exists."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise BadInput(
            f"a curve is written as {', '.join(SUFFIXES)}, by the ending of the file's name, not as {target.name!r}"
        )
    in_directory(target)
    return target


def save(made: CurveValues, path: Any, points: int | None = None) -> None:
    """Write what the ending says; `points` thins CSV and JSON, which otherwise hold every point."""
    file = writable(path)
    if file.suffix.lower() in FIGURES:
        by_class = [score_histogram(made, curve) for curve in made.curves]
        plots: list[CurvePlot | ScoreHistogram] = [
            *([] if made.kind.alone else [curve_plot(made)]),
            *(histogram for histogram in by_class[:SHOWN] if histogram is not None),
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
    for curve in made.curves:
        name = csv_field(curve.name)
        columns = [map(_cell, values.tolist()) for values in _thinned(made, curve, points).values()]
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
        "scores": [_one(made, curve, points) for curve in made.curves],
        "pairs": [_pair(pair, crossing_noise_floor(made.positives, made.n - made.positives)) for pair in made.met],
        "warnings": [*made.warnings, NULLS],
        "notes": [note.as_dict() for note in made.notes],
    }
    plain: dict[str, Any] = json_safe(whole)
    return plain


def _one(values: CurveValues, curve: ScoreCurve, points: int | None) -> dict[str, Any]:
    area = curve.area
    return {
        "name": curve.name,
        "area": None if area is None else {
            "measure": values.kind.measure, "value": area.value, "low": area.low, "high": area.high,
            "level": None if area.method == "none" else area.level, "method": area.method,
        },
        "facts": curve.facts,
        "operating_point": asdict(curve.best),
        "zone": None if curve.zone is None else asdict(curve.zone),
        "local_zone": None if curve.local is None else asdict(curve.local),
        "hull": curve.hull,
        "points": _thinned(values, curve, points),
    }  # fmt: skip


def _pair(pair: CurvePair, least: float) -> dict[str, Any]:
    both: dict[str, Any] = {"a": pair.a, "b": pair.b}
    if pair.wins is not None:
        return both | {"cheaper": asdict(pair.wins)}
    return both | {
        "crossings": [asdict(cross) for cross in pair.crossings],
        "only_below": dict(zip("ab", pair.lobes, strict=True)),
        "beyond_chance": min(pair.lobes) >= least,
    }


def _thinned(values: CurveValues, curve: ScoreCurve, most: int | None) -> dict[str, Array]:
    if most is None:
        return curve.points
    count("points", most, least=2)
    kept = thinned_points(curve.points[values.kind.x], curve.points[values.kind.y], most)
    return {name: values[kept] for name, values in curve.points.items()}


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


def _drawn_first(values: CurveValues) -> list[ScoreCurve]:
    """The curves, of more than can be drawn those with the largest areas first."""
    curves = list(values.curves)
    if len(curves) > SHOWN and all(curve.area is not None for curve in curves):
        curves.sort(key=lambda curve: curve.area.value if curve.area is not None else 0.0, reverse=True)
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
    lines = [_line(made, curve) for curve in _drawn_first(made)]
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


def _threshold_lines(values: CurveValues) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    """Of a single cost curve: the whole line of each threshold that its lower envelope takes a piece of."""
    if values.kind.name != "cost" or len(values.curves) > 1:
        return ()
    x, cost = (values.curves[0].points[name] for name in ("x", "cost"))
    slopes = np.diff(cost) / np.diff(x)
    starts = cost[:-1] - slopes * x[:-1]
    kept = np.linspace(0, len(slopes) - 1, min(len(slopes), THRESHOLDS)).round().astype(int)
    return tuple(
        ((0.0, start), (1.0, start + slope))
        for start, slope in zip(starts[kept].tolist(), slopes[kept].tolist(), strict=True)
    )


def _line(values: CurveValues, curve: ScoreCurve) -> CurveLine:
    kind = values.kind
    x, y = curve.points[kind.x], curve.points[kind.y]
    if kind.name == "det":
        x, y = curve.points["fpr_deviate"], curve.points["fnr_deviate"]
        x, y = x[np.isfinite(x) & np.isfinite(y)], y[np.isfinite(x) & np.isfinite(y)]
    if kind.name == "pr":  # steps: straight lines between these points would promise too much
        x, y = np.repeat(x, 2)[:-1][1:], np.repeat(y, 2)[1:][1:]
    kept = thinned_points(x, y, DRAWN)
    low, high = (curve.points[side][kept] if side in curve.points else None for side in ("low", "high"))
    note = "" if curve.area is None else f"{curve.area.value:.3f}"
    return CurveLine(name=curve.name, x=x[kept], y=_above(y[kept], kind.floor), note=note, low=low, high=high)


def _above(values: Array, floor: float | None) -> Array:
    """What lies far below would press the rest together."""
    return values if floor is None else np.where(values < floor, np.nan, values)
