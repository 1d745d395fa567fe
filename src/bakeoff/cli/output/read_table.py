"""Read the CSV a verb was given, from a file or from stdin."""

import sys

from bakeoff.cli.output.printing import note

__all__ = ["columns", "drop_row_numbers"]


def columns(source: str) -> dict[str, list[str]]:
    """Named columns of text; "-" is stdin."""
    from bakeoff.tabular.csv import read_columns

    if source == "-":
        return read_columns("stdin", sys.stdin.buffer.read())
    return read_columns(source)


def drop_row_numbers(table: dict[str, list[str]]) -> dict[str, list[str]]:
    """The table without a first column that only counts the rows, which is told."""
    from bakeoff.comparisons.evidence.long_table import drop_row_numbers

    rest, _, notes = drop_row_numbers(table)
    for remark in notes:
        note(str(remark))
    return {name: list(cells) for name, cells in rest.items()}
