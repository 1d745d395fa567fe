"""One report of several comparisons: all verdicts at the head, then the sections of each."""

from collections.abc import Mapping
from dataclasses import replace

from bakeoff.core.text import clean, plural
from bakeoff.report.blocks import Block, Callout, Columns, Figure, Fold, Notices, Part, Report
from bakeoff.report.figures import picture

__all__ = ["compose_groups"]


def compose_groups(reports: Mapping[str, Report], by: str, title: str) -> Report:
    """One report of several, each of a group; names of sections and figures are numbered by group."""
    lead: list[Block] = []
    sections: list[Part] = []
    subtitle = ""
    for at, (group, made) in enumerate(reports.items(), start=1):
        name = f"{clean(by)} {clean(group)}"
        subtitle = subtitle or made.subtitle.partition(" · ")[0]
        lead += [replace(one, title=f"{one.title}: {name}") if isinstance(one, Callout) else one for one in made.lead]
        sections += [_section(one, name, at) for one in made.sections]
    lead.append(Notices(items=("Each group is a comparison of its own; p-values are not adjusted across groups.",)))
    counted = plural(len(reports), "group")
    return Report(
        title=clean(title),
        subtitle=f"{subtitle} · {counted} by {clean(by)}",
        lead=tuple(lead),
        sections=tuple(sections),
    )


def _section(section: Part, group: str, at: int) -> Part:
    blocks = tuple(_renamed(one, at) for one in section.blocks)
    return Part(name=f"{section.name}-{at}", title=f"{group}: {section.title}", blocks=blocks)


def _renamed(block: Block, at: int) -> Block:
    """The same block with figures whose names are this group's own."""
    if isinstance(block, Figure) and block.draw is not None:
        return picture(f"{block.name}-{at}", block.title, block.description, block.caption, block.draw)
    if isinstance(block, Fold):
        return replace(block, blocks=tuple(_renamed(one, at) for one in block.blocks))
    if isinstance(block, Columns):
        return replace(block, columns=tuple(tuple(_renamed(one, at) for one in column) for column in block.columns))
    return block
