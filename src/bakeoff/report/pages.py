"""Pages that are no report of a study: several comparisons by group, the measures of one file, a curve."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.core.text import clean, plural
from bakeoff.figures.drawing.theme import Theme
from bakeoff.report.blocks import (
    Alternatives,
    Block,
    Callout,
    Card,
    Columns,
    Figure,
    Fold,
    Notices,
    Paragraph,
    Part,
    Report,
)
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Table

__all__ = ["Picture", "compose_curve", "compose_groups", "compose_panel", "compose_tables"]


def compose_groups(reports: Mapping[str, Report], by: str, title: str) -> Report:
    """One report of several, each of a group; names of sections and figures are numbered by group."""
    lead: list[Block] = []
    sections: list[Part] = []
    subtitle = ""
    for number, (group, report) in enumerate(reports.items(), start=1):
        name = f"{clean(by)} {clean(group)}"
        subtitle = subtitle or report.subtitle.partition(" · ")[0]
        lead += [
            replace(block, title=f"{block.title}: {name}") if isinstance(block, Callout | Card) else block
            for block in report.lead
        ]
        sections += [_section(section, name, number) for section in report.sections]
    lead.append(Notices(items=("Each group is a comparison of its own; p-values are not adjusted across groups.",)))
    counted = plural(len(reports), "group")
    return Report(
        title=clean(title),
        subtitle=f"{subtitle} · {counted} by {clean(by)}",
        lead=tuple(lead),
        sections=tuple(sections),
    )


def _section(section: Part, group: str, number: int) -> Part:
    blocks = tuple(_renamed(block, number) for block in section.blocks)
    return replace(section, name=f"{section.name}-{number}", title=f"{group}: {section.title}", blocks=blocks)


def _renamed(block: Block, number: int) -> Block:
    """The same block with figures whose names are this group's own."""
    if isinstance(block, Figure) and block.draw is not None:
        return picture(f"{block.name}-{number}", block.title, block.description, block.caption, block.draw)
    if isinstance(block, Fold):
        return replace(block, blocks=tuple(_renamed(inner_block, number) for inner_block in block.blocks))
    if isinstance(block, Alternatives):
        items = tuple(
            (title, tuple(_renamed(inner_block, number) for inner_block in inner)) for title, inner in block.items
        )
        return replace(block, items=items)
    if isinstance(block, Columns):
        return replace(
            block,
            columns=tuple(tuple(_renamed(inner_block, number) for inner_block in column) for column in block.columns),
        )
    return block


Picture = tuple[str, Callable[[Theme], Any]]  # its sentence, and what draws it


def compose_panel(title: str, tables: Sequence[Table], scores: Sequence[Picture] = ()) -> Report:
    """The measures first, then what is to be seen of the classes, and pictures of the scores by class."""
    first, *rest = tables
    sections = [Part(name="measures", title="Measures", blocks=(first,)), *_scores_by_class(scores)]
    sections += [Part(name="classes", title="Classes", blocks=tuple(rest))] if rest else []
    return Report(title=clean(title), subtitle="", lead=(), sections=tuple(sections))


def compose_tables(title: str, parts: Mapping[str, tuple[str, Sequence[Table], Sequence[str]]]) -> Report:
    """A section for each part: its sentence, its tables and its notes."""
    sections = []
    for number, (name, (sentence, tables, notes)) in enumerate(parts.items(), start=1):
        blocks = (
            Paragraph(parts=(sentence,)),
            *tables,
            *((Notices(items=tuple(notes)),) if notes else ()),
        )
        sections.append(Part(name=f"measures-{number}", title=clean(name) or "Measures", blocks=blocks))
    return Report(title=clean(title), subtitle="", lead=(), sections=tuple(sections))


def _scores_by_class(pictures: Sequence[Picture]) -> list[Part]:
    drawings = [
        picture(f"scores-{number}", "Scores by class", text, text, draw) for number, (text, draw) in enumerate(pictures)
    ]
    return [Part(name="scores", title="Scores by class", blocks=tuple(drawings))] if drawings else []


def compose_curve(
    title: str,
    pictures: Sequence[Picture],
    tables: Sequence[Table],
    words: Sequence[str],
) -> Report:
    """The picture, what follows from it, further pictures (of scores by class), and its most telling points."""
    (sentence, draw), *further = pictures
    facts, *points = tables
    facts = replace(facts, notes=(*facts.notes, *words))
    drawn = picture("curve", title, sentence, "", draw)
    alone = len(facts.columns) == 2  # a column for each curve: two of them do not fit beside the picture
    shown: tuple[Block, ...] = (Columns(columns=((drawn,), (facts,))),) if alone else (drawn, facts)
    sections = [Part(name="curve", title="Curve", blocks=shown)]
    sections += _scores_by_class(further)
    beside = Columns(columns=tuple((point,) for point in points))
    sections += [Part(name="points", title="Points", blocks=(beside,))] if points else []
    return Report(title=clean(title), subtitle="", lead=(), sections=tuple(sections))
