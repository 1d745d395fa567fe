"""The heading of a CSV file of predictions: what its columns are called, what separates them, how decimals are written."""

import csv
import gzip
import io
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.text import counted
from bakeoff.tabular.encoding import refuse_binary

__all__ = ["Heading", "display_name", "known_columns", "opened_text", "ragged_lines", "read_header"]

SEPARATORS = (",", ";", "\t", "|")
AHEAD = 1 << 16  # bytes of rows that are looked at before they are read
LONGEST = 1 << 26  # bytes of a heading; without a line end a file of numbers would be read whole
_PACKED = b"\x1f\x8b"
_CELL = r"(?:^|[{0}\n\"])[+-]?\d+[{1}]\d+(?=[{0}\r\n\"]|$)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The names of the columns in their order; `decimal` is a comma where commas do not separate cells."""

    names: tuple[str, ...]
    separator: str = ","
    decimal: str = "."


@contextmanager
def opened_text(path: str) -> Iterator[BinaryIO]:
    """The file's bytes, unpacked if they are packed by gzip; `-` is standard input, which stays open."""
    if path == "-":
        given: Any = sys.stdin.buffer
        with _unpacked(given if hasattr(given, "peek") else io.BufferedReader(given), path) as source:
            yield source
        return
    if not Path(path).exists():
        raise BadInput(f"there is no file {path}")
    with Path(path).open("rb") as file, _unpacked(file, path) as source:
        yield source


@contextmanager
def _unpacked(file: Any, path: str) -> Iterator[BinaryIO]:
    if file.peek(2)[:2] != _PACKED:
        yield file
        return
    try:
        yield gzip.GzipFile(fileobj=file)  # type: ignore[misc]  # reads and peeks like any other
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BadInput(f"{display_name(path)} is damaged or cut short and cannot be unpacked; pack it again") from None


def read_header(path: str, source: BinaryIO) -> Heading:
    """The first line, which is read and gone; the rows come next."""
    first, what = source.readline(LONGEST), display_name(path)
    if not first.strip():
        told = "is empty" if not first else "begins with an empty line"
        raise BadInput(f"{what} {told}; its first line names the columns")
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"{what} is UTF-16 text; save it as UTF-8")
    refuse_binary(first, what)
    line = _decoded(first, what)
    if "\r" in line:
        raise BadInput(f"the lines of {what} end in carriage returns alone; save it with line feeds")
    if line.count('"') % 2:
        raise BadInput(f"a quote in the heading of {what} is never closed; a name must not run over its line")
    ahead = source.peek(AHEAD).decode("utf-8", errors="replace")  # type: ignore[attr-defined]
    separator = _separator(line, ahead.split("\n", 1)[0].rstrip("\r"))
    names = _split(line, separator)
    twice = [one for one, times in Counter(names).items() if times > 1]
    if twice:
        raise BadInput(f"{what} has two columns called {twice[0]!r}; rename one")
    return Heading(names=names, separator=separator, decimal=_decimal(what, ahead, separator))


def display_name(path: str) -> str:
    """The file, as sentences speak of it."""
    return "standard input" if path == "-" else path


def _separator(line: str, row: str) -> str:
    """What splits the heading into most names and, if that can be, the first row into as many cells."""
    width = {one: len(_split(line, one)) for one in SEPARATORS}
    alike = [one for one in SEPARATORS if width[one] > 1 and row and len(_split(row, one)) == width[one]]
    return max(alike or SEPARATORS, key=lambda one: width[one])


def _decoded(line: bytes, path: str) -> str:
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as problem:
        byte = line[problem.start]
        raise BadInput(f"the heading of {path} is not UTF-8 (byte 0x{byte:02X}); save the file as UTF-8") from None


def _split(line: str, separator: str) -> tuple[str, ...]:
    return tuple(next(csv.reader([line], delimiter=separator), ()))


def _decimal(what: str, ahead: str, separator: str) -> str:
    """How the rows that can be seen ahead write fractions."""
    if separator == ",":
        return "."
    commas, points = (re.search(_CELL.format(re.escape(separator), mark), ahead) for mark in (",", "."))
    if commas and points:
        first, second = (one.group().strip(separator + '"\n') for one in (commas, points))
        raise BadInput(f"{what} writes both {first} and {second}; use one decimal mark throughout")
    return "," if commas else "."


def known_columns(path: str, columns: Sequence[str], known: Sequence[str]) -> None:
    """Refuse columns that the file does not have, all of them at once."""
    wrong = [one for one in dict.fromkeys(columns) if one not in known]
    if len(wrong) == 1:
        raise UnknownName(f"column of {display_name(path)}", wrong[0], known)
    if wrong:
        raise Problems(display_name(path), [str(UnknownName("column", one, known)) for one in wrong])


def ragged_lines(path: str, form: Heading) -> list[str]:
    """The lines whose cells are too few or too many, the first ten; a stream cannot be read again."""
    if path == "-":
        return []
    found = []
    with opened_text(path) as source:
        text = (line.decode("utf-8", errors="replace") for line in source)
        reader = csv.reader(text, delimiter=form.separator)
        for cells in reader:
            if cells and len(cells) != len(form.names):
                found.append(
                    f"line {reader.line_num} has {counted(len(cells), 'cell')}, the heading has {len(form.names)}"
                )
            if len(found) == 10:
                break
    return found
