"""Curves in files: all points as CSV or JSON, or a figure of as many points as an eye can tell apart, alone or in a page."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.api.curve_text import facts_and_points, words
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.figures.curves import CurveLine, CurvePlot, curve_figure
from bakeoff.figures.svg import paper_bytes, plain_svg, to_svg
from bakeoff.figures.theme import PAGE, PAPER
from bakeoff.measures.curves.hull import crossing_noise_floor
from bakeoff.panels.curves.curves import CurvePair, CurveValues, ScoreCurve
from bakeoff.report.pages.panel_and_curve import compose_curve
from bakeoff.report.render.escape import csv_field
from bakeoff.report.tables.plain_text import Table
from bakeoff.report.write import in_directory, write_report

__all__ = ["SUFFIXES", "curve_plot", "save", "to_csv", "to_json", "writable", "write_figure", "write_numbers"]

FIGURES = (".svg", ".pdf", ".png", ".html")
SUFFIXES = (".csv", ".json", *FIGURES)
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
        write_figure(curve_plot(made), made.kind.title, file, (facts_and_points(made), words(made)))
    else:
        write_numbers(file, to_csv(made, points), to_json(made, points))


def write_numbers(file: Path, lines: Iterable[str], whole: Mapping[str, Any]) -> None:
    """The lines of a CSV file, or one JSON object, as the ending says."""
    if file.suffix.lower() == ".csv":
        with file.open("w", encoding="utf-8", newline="") as out:
            out.writelines(lines)
    else:
        file.write_text(json.dumps(whole, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")


def write_figure(plot: CurvePlot, title: str, file: Path, shown: tuple[Sequence[Table], Sequence[str]]) -> None:
    """The figure in the form that the ending says; on a page with the tables and sentences of what follows."""
    suffix = file.suffix.lower()
    if suffix == ".html":
        write_report(compose_curve(title, plot.sentence(), lambda theme: curve_figure(plot, theme), *shown), file)
    elif suffix == ".svg":
        svg = to_svg(curve_figure(plot, PAGE), name="curve", title=title, description=plot.sentence())
        file.write_text(plain_svg(svg), encoding="utf-8")
    else:
        file.write_bytes(paper_bytes(curve_figure(plot, PAPER), suffix[1:]))


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


def curve_plot(made: CurveValues) -> CurvePlot:
    """The numbers of the figure."""
    kind = made.kind
    lines = [_line(made, one) for one in made.curves]
    if kind.name == "decision":
        first = made.curves[0].points
        lines.append(CurveLine(name="treat all", x=first["threshold"], y=_above(first["treat_all"], kind.floor)))
    return CurvePlot(
        lines=tuple(lines), x_label=kind.x_label, y_label=kind.y_label, reference=kind.reference, unit=kind.unit,
        dots=kind.dots, legend=kind.legend,
    )  # fmt: skip


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
