"""Pages of one file: the measures of its predictions, or a curve and what follows from it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.core.text import clean
from bakeoff.figures.theme import Theme
from bakeoff.report.blocks import Columns, Part, Report
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Table

__all__ = ["compose_curve", "compose_panel"]


def compose_panel(title: str, tables: Sequence[Table]) -> Report:
    """The measures first, then what is to be seen of the classes."""
    first, *rest = tables
    sections = [Part(name="measures", title="Measures", blocks=(first,))]
    sections += [Part(name="classes", title="Classes", blocks=tuple(rest))] if rest else []
    return Report(title=clean(title), subtitle="", lead=(), sections=tuple(sections))


def compose_curve(
    title: str, sentence: str, draw: Callable[[Theme], Any], tables: Sequence[Table], words: Sequence[str]
) -> Report:
    """The picture, what follows from it, and its most telling points."""
    facts, *points = tables
    facts = replace(facts, notes=(*facts.notes, *words))
    drawn = picture("curve", title, sentence, "", draw)
    sections = [Part(name="curve", title="Curve", blocks=(Columns(columns=((drawn,), (facts,))),))]
    beside = Columns(columns=tuple((one,) for one in points))
    sections += [Part(name="points", title="Points", blocks=(beside,))] if points else []
    return Report(title=clean(title), subtitle="", lead=(), sections=tuple(sections))
