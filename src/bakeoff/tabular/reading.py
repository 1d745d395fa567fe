"""read: the one way from a path, the standard input, bytes, a frame or a mapping to a table; chunks: the same for files of any length."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, overload

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.tabular.cells import Cells, table_text
from bakeoff.tabular.encoding import display_name
from bakeoff.tabular.formats import CONLL, CSV, FORMATS, UCI, FileContent, FilePart, Format
from bakeoff.tabular.formats.conll import LAYOUTS
from bakeoff.tabular.frames import column_of_objects, frame_table, is_frame
from bakeoff.tabular.table import ColumnTable

__all__ = ["ROWS", "FrameReading", "Reading", "chunks", "endings", "format_of_ending", "parts_of", "read", "writer_of"]

ROWS = 1 << 20  # rows of a part


@overload
def read(
    source: str | Path | bytes,
    *,
    name: str = "",
    separator: str | None = None,
    encoding: str | None = None,
    na_values: Sequence[str] | None = None,
    columns: Sequence[str] | str | Path | None = None,
) -> "Reading": ...


@overload
def read(source: Any, *, name: str = "") -> "Reading | FrameReading": ...


def read(
    source: Any,
    *,
    name: str = "",
    separator: str | None = None,
    encoding: str | None = None,
    na_values: Sequence[str] | None = None,
    columns: Sequence[str] | str | Path | None = None,
) -> "Reading | FrameReading":
    r"""The table of a path, "-" (the standard input), bytes, a frame or a mapping of columns.

    Parameters
    ----------
    source
        What contains the table. The ending of a path, or else its first bytes, decide which of `FORMATS` reads it.
    name
        How sentences call the source; its path unless stated.
    separator, encoding, na_values
        How delimited text is written, where that shall not be found out.
    columns
        The names of the columns of a file whose first line is no heading: a list, a .names file or a layout of CoNLL.

    Returns
    -------
    Reading
        The table in the form that is asked for: `columns()` of text, a coded `table()`, `cells()` with their lines.

    >>> read(b"data;a;b\niris;0,9;0,8\n", name="x.csv").columns()
    {'data': ['iris'], 'a': ['0.9'], 'b': ['0.8']}
    >>> read({"x": [1.0, 2.0], "y": ["a", "b"]}).table().names
    ('x', 'y')
    """
    stated: dict[str, Any] = {"separator": separator, "encoding": encoding, "na_values": na_values, "columns": columns}
    if isinstance(source, bytes):
        return Reading(FileContent(what=name or "the table", path=name, raw=source, **stated))
    if isinstance(source, (str, Path)):
        path = str(source)
        return Reading(FileContent(what=name or display_name(path), path=path, **stated))
    if isinstance(source, Mapping) or is_frame(source):
        return FrameReading(source, name or "the table")
    raise BadInput(f"a table is a path, a frame or a mapping of columns, not {type(source).__name__}")


class Reading:
    """A file whose format is known; nothing but its first bytes is read before a form is asked for."""

    def __init__(self, file: FileContent) -> None:
        self.format, self.recognised = _found_format(file)
        self._file = file
        if self.format.to_csv is not None:
            content = self.format.to_csv(file)
            self.format, self._file = CSV, replace(file, raw=content)
        if file.columns is not None:
            self.format, self.recognised = _headless_format(self.format, file), True

    def cells(self) -> Cells:
        """All cells as text, with the lines of their rows."""
        if self.format.cells is not None:
            return self.format.cells(self._file)
        return Cells(what=self._file.what, records=table_text(self.table()))

    def columns(self) -> dict[str, list[str]]:
        """Each column as text: a table of scores or of predictions."""
        return self.cells().columns()

    def table(self, name: str = "") -> ColumnTable:
        """Coded columns: a data set. It is called by its file unless a name is stated."""
        if self.format.table is not None:
            table = self.format.table(self._file)
        else:
            table = self.cells().table(self._file.inner.stem, self._file.na_values)
        return replace(table, name=name) if name else table

    def heading(self) -> list[str]:
        """The names of the columns."""
        return list(self.cells().heading if self.format.heading is None else self.format.heading(self._file))

    def chunks(
        self, columns: Sequence[str], rows: int = ROWS, row_groups: Sequence[int] | None = None
    ) -> Iterator[dict[str, Array]]:
        """The named columns as arrays, at most `rows` rows at a time; a file without rows gives nothing."""
        if self.format.chunks is not None:
            return self.format.chunks(self._file, columns, rows, row_groups)
        return self.cells().arrays(columns, rows)

    def lines(self) -> list[str] | None:
        """The lines of a text; None where the cells have types of their own."""
        return None if self.format.typed else self._file.lines()

    def digest(self) -> str:
        """sha256 of the content without what programs add: packing, the mark of UTF-8, carriage returns."""
        content = self._file.content
        if not self.format.typed:
            content = content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return sha256(content).hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class FrameReading:
    """A frame or a mapping of columns, in the same forms."""

    source: Any
    name: str

    def table(self, name: str = "") -> ColumnTable:
        """Coded columns."""
        if is_frame(self.source):
            return frame_table(self.source, name=name or self.name)
        cells = {str(key): np.asarray(cell, dtype=object).reshape(-1).tolist() for key, cell in self.source.items()}
        if len({len(column) for column in cells.values()}) > 1:
            raise BadInput(f"the columns of {self.name} have different lengths; give one value for each row")
        coded = [column_of_objects(key, column) for key, column in cells.items()]
        return ColumnTable(
            name=name or self.name, columns=tuple(column for column, _ in coded), values=tuple(values for _, values in coded)
        )  # fmt: skip

    def cells(self) -> Cells:
        """All cells as text."""
        return Cells(what=self.name, records=table_text(self.table()))

    def columns(self) -> dict[str, list[str]]:
        """Each column as text."""
        return self.cells().columns()


def _found_format(file: FileContent) -> tuple[Format, bool]:
    """The format of a file, and whether its name or its content shows it; what shows nothing is read as CSV.

    Formats that the first bytes show are found under any name. The others have the ending of their name.
    """
    named = format_of_ending(file.path)
    if named is not None and (named.sniff is None or named.sniff(file.head)) and named is not CSV:
        return named, True
    for form in FORMATS:
        if form.sniff is not None and form.sniff(file.head):
            return form, True
        if form.magic and form is not named and file.head.startswith(form.magic):
            raise BadInput(f"{file.what} is {_with_article(form.title)} file; give it the ending {form.endings[0]}")
    return named or CSV, named is not None


def _with_article(title: str) -> str:
    return f"{'an' if title[0] in 'AEIOU' else 'a'} {title}"


def _headless_format(form: Format, file: FileContent) -> Format:
    """What reads rows whose columns the caller names."""
    if form is not CSV and not form.headless:
        raise BadInput(f"{file.what} names its columns itself; leave columns= out")
    if isinstance(file.columns, str) and file.columns in LAYOUTS:
        return CONLL
    return UCI if form is CSV else form


def format_of_ending(path: str | Path) -> Format | None:
    """The format whose ending the path has, behind which .gz may follow.

    >>> format_of_ending("scores.csv.gz"), format_of_ending("study.bakeoff")
    (<Format csv>, None)
    """
    ending = FileContent(what="", path=str(path)).ending
    return next((form for form in FORMATS if ending in form.endings), None)


def endings() -> tuple[str, ...]:
    """All endings of files that are read."""
    return tuple(ending for form in FORMATS for ending in form.endings)


def writer_of(path: str | Path, what: str) -> Callable[[Mapping[str, Sequence[Any]]], bytes]:
    r"""What makes the content of a table file, by the ending of its name; refuses endings that are not written.

    >>> writer_of("rows.csv", "rows")({"a": [1, 2]})
    b'a\r\n1\r\n2\r\n'
    """
    form = format_of_ending(path)
    if form is None or form.write is None:
        written = [ending for form in FORMATS if form.write is not None for ending in form.endings]
        raise BadInput(
            f"{what} are written as {', '.join(written)}, not as {Path(path).name!r}; change the name of the file"
        )
    write, ending = form.write, Path(path).suffix.lower()
    return lambda columns: write(columns, ending)


def chunks(
    source: str | Path, columns: Sequence[str], rows: int = ROWS, *, row_groups: Sequence[int] | None = None
) -> Iterator[dict[str, Array]]:
    """Yield the named columns of a file, or of all files of a folder, at most `rows` rows at a time."""
    for path in _files_of(str(source)):
        yield from Reading(FileContent(what=display_name(path), path=path)).chunks(columns, rows, row_groups)


def _files_of(path: str) -> list[str]:
    """The files of a folder that can be read in parts, in the order of their names; or the file itself."""
    if path == "-" or not Path(path).is_dir():
        return [path]
    files = sorted(str(file) for file in Path(path).rglob("*") if file.is_file() and _in_parts(str(file)))
    if not files:
        raise BadInput(f"the directory {path} contains no Parquet files; of CSV files, name one")
    return files


def _in_parts(path: str) -> bool:
    form = format_of_ending(path)
    return form is not None and form.parts is not None


def parts_of(path: str, rows: int = ROWS) -> list[FilePart]:
    """What can be read apart from each other: files, and runs of row groups of at least `rows` rows."""
    parts, before = list[FilePart](), 0
    for file in _files_of(path):
        form = format_of_ending(file)
        if form is None or form.parts is None:
            parts.append(FilePart(path=file))
            continue
        own = form.parts(file, rows)
        parts += [replace(part, before=before) for part in own]
        before += sum(part.rows for part in own)
    return parts
