"""A format of its own: the log of an evaluation, one record in a line, key=value."""

import re

from bakeoff.tabular.cells import Cells
from bakeoff.tabular.formats import FileContent, Format

__all__ = ["RUN_LOG"]

_PAIR = re.compile(r"(\w[\w.]*)=(\S*)")


def _sniff(head: bytes) -> bool:
    first = head.partition(b"\n")[0].decode("utf-8", errors="replace").split()
    return len(first) > 1 and all(_PAIR.fullmatch(part) for part in first)


def _cells(file: FileContent) -> Cells:
    rows = [(number, dict(_PAIR.findall(line))) for number, line in enumerate(file.lines(), start=1) if line.strip()]
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    records = [(number, [row.get(name, "") for name in names]) for number, row in rows]
    return Cells(what=file.what, records=[(1, names), *records] if rows else [])


RUN_LOG = Format(
    name="run-log",
    title="Run log",
    endings=(".runlog",),
    about="One record in a line, key=value with blanks between them.",
    bounds="the lines of a text",
    cost="read whole",
    example=b"a=1 b=x\na=2.5 b=y\n",
    sniff=_sniff,
    cells=_cells,
)
