"""Read the CSV a verb was given, from a file or from stdin."""

import sys

__all__ = ["columns"]


def columns(source: str) -> dict[str, list[str]]:
    """Named columns of text; "-" is stdin."""
    from bakeoff.comparisons.scorefile import read_csv

    if source == "-":
        return read_csv("stdin", sys.stdin.buffer.read())
    return read_csv(source)
