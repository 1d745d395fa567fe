"""How every verb prints: results to stdout, notes to stderr, tables as aligned text, JSON without NaN."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from bakeoff.core.json_safe import json_safe

__all__ = [
    "aligned_table",
    "as_json",
    "headed",
    "json_option",
    "note",
    "print_result",
    "progress_of_rows",
    "warn",
    "width_of_terminal",
    "wrap_text",
]  # fmt: skip


def json_option(command: Any) -> Any:
    """The `--json` switch, the same on every verb."""
    return click.option("--json", "as_object", is_flag=True, help="Print one JSON object instead of text.")(command)


def as_json(verb: str, payload: Mapping[str, Any]) -> str:
    """One object whose first key names its schema.

    >>> print(as_json("status", {"done": 3}))
    {"schema": "bakeoff.status/1", "done": 3}
    """
    body = {"schema": f"bakeoff.{verb}/1", **json_safe(payload)}
    return json.dumps(body, ensure_ascii=False, allow_nan=False, indent=2 if sys.stdout.isatty() else None)


def print_result(text: str) -> None:
    """A result, to stdout."""
    click.echo(text, color=_color())


def width_of_terminal() -> int | None:
    """Columns of the terminal that stdout is; None where a program or a file may be reading."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def wrap_text(text: str, indent: str = "") -> str:
    """Sentences broken to the width of the terminal, each line for itself; left whole where a program may be reading.

    What goes on in the next line stands under the line's own beginning unless `indent` says otherwise.
    """
    width = width_of_terminal()
    if width is None:
        return text
    import textwrap

    return "\n".join(
        textwrap.fill(
            line, min(width, 100), break_long_words=False,
            subsequent_indent=indent or " " * (len(line) - len(line.lstrip())),
        )
        for line in text.split("\n")
    )  # fmt: skip


def headed(headline: str, rest: str) -> str:
    """Both as prose, the headline in bold, however the lines break."""
    text, left = wrap_text(headline + rest), len("".join(headline.split()))
    end = 0
    while left:
        left -= not text[end].isspace()
        end += 1
    return click.style(text[:end], bold=True) + text[end:]


def note(text: str) -> None:
    """Something about the way there, to stderr."""
    click.echo(text, err=True, color=_color())


def warn(text: str) -> None:
    """Something the reader should know before believing the result, to stderr."""
    from bakeoff.core.text import clean

    head = "warning:"
    text = clean(text)  # names of learners, data sets and columns are strangers' text
    note(click.style(head, fg="yellow") + wrap_text(f"{head} {text}", indent="  ").removeprefix(head))


@contextmanager
def progress_of_rows() -> "Iterator[Callable[[str, int], None] | None]":
    """A listener that keeps one line about rows up to date; None where nobody sees stderr, and gone in the end."""
    if not sys.stderr.isatty():
        yield None
        return

    def tell(what: str, rows: int) -> None:
        click.echo(f"\r\x1b[K{rows:,} rows {what}", err=True, nl=False)

    try:
        yield tell
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def _color() -> bool | None:
    return False if os.environ.get("NO_COLOR") else None


def aligned_table(titles: Sequence[str], rows: Sequence[Sequence[str]], align: str = "", *, names: int = 1) -> str:
    """A table as aligned text that keeps to the terminal; `align` has one of l, r, c per column.

    >>> print(aligned_table(["data set", "nb"], [["iris", "0.95"], ["wine", "1.00"]], "lr"))
    data set    nb
    --------------
    iris      0.95
    wine      1.00
    """
    from bakeoff.cli.output.fit_width import fitted
    from bakeoff.report.tables.plain_text import Table

    return fitted(Table.of(titles, rows, align=align), names=names)
