"""Format: the declaration of one kind of file that holds a table, and FileContent: a file while it is read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from bakeoff.core.checks import Array
from bakeoff.tabular.cells import Cells
from bakeoff.tabular.encoding import decode, first_bytes, open_bytes, read_bytes, stdin_bytes, unpacked
from bakeoff.tabular.table import ColumnTable

__all__ = ["FileContent", "FilePart", "Format"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart:
    """A file, or some row groups of it, with the number of its first row and of the rows in files before."""

    path: str
    row_groups: tuple[int, ...] | None = None
    first_row: int = 0
    rows: int = 0  # of these row groups
    before: int = 0


@dataclass(kw_only=True, eq=False)
class FileContent:
    """One file while it is read: how sentences call it, its bytes when they are asked for, and what the caller stated.

    `path` "-" is the standard input. `raw` holds bytes that are no file, such as an upload.
    """

    what: str
    path: str
    raw: bytes | None = None
    separator: str | None = None
    encoding: str | None = None
    na_values: Sequence[str] | None = None
    columns: Sequence[str] | str | Path | None = None  # names of columns, where the first line is no heading

    @cached_property
    def packed(self) -> bytes:
        """The bytes as they are."""
        if self.raw is not None:
            return self.raw
        content: bytes = stdin_bytes().read() if self.path == "-" else read_bytes(Path(self.path))
        return content

    @cached_property
    def content(self) -> bytes:
        """The bytes, unpacked if they are packed by gzip, up to a size that no table has."""
        return unpacked(self.packed, self.what)

    @cached_property
    def head(self) -> bytes:
        """The first bytes, unpacked; of the standard input they stay to be read."""
        return first_bytes(self.path, self.raw)

    def lines(self, *, settable: bool = False) -> list[str]:
        """The lines of a text; `settable`: the user can state its encoding."""
        return decode(self.content, self.what, self.encoding, settable=settable)

    def stream(self) -> AbstractContextManager[BinaryIO]:
        """The bytes, unpacked, to be read once from the start."""
        return open_bytes(self.path, self.raw)

    @property
    def inner(self) -> Path:
        """The name of the file without the ending of its packing."""
        path = Path(self.path)
        return Path(path.stem) if path.suffix.lower() == ".gz" else path

    @property
    def ending(self) -> str:
        """The ending of that name, in small letters."""
        return self.inner.suffix.lower()


ReadCells = Callable[[FileContent], Cells]
ReadTable = Callable[[FileContent], ColumnTable]
ReadChunks = Callable[[FileContent, Sequence[str], int, Sequence[int] | None], Iterator[dict[str, Array]]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Format:
    """One kind of file, declared once: `read(source)` and `chunks(source)` find it, and nothing else asks what a file is.

    A format gives `cells` or `table`, and the other is made from it. `sniff` decides by the first bytes, whatever the file is called;
    a format without it is found by its ending, and another file with its `magic` is refused with the name that it should have.
    `chunks` reads named columns in parts where a file can be long; without it the file is read whole.

    >>> from bakeoff.tabular.formats import FORMATS
    >>> FORMATS["parquet"].endings, FORMATS["json-lines"].sniff(b'{"a": 1}')
    (('.parquet', '.pq'), True)
    """

    name: str
    title: str
    endings: tuple[str, ...]
    about: str  # what is read, for the page of formats
    bounds: str  # what is refused because of its size
    cost: str  # what reading takes
    example: bytes = field(repr=False, default=b"")  # a small table: column a holds 1 and 2.5, column b holds x and y
    magic: bytes = b""
    sniff: Callable[[bytes], bool] | None = None
    cells: ReadCells | None = None
    table: ReadTable | None = None
    chunks: ReadChunks | None = None
    heading: Callable[[FileContent], Sequence[str]] | None = None  # the names of the columns, without the rows
    parts: Callable[[str, int], list[FilePart]] | None = None  # what can be read apart from each other
    to_csv: Callable[[FileContent], bytes] | None = None  # for a format that is read as the CSV text it stands for
    write: Callable[[Mapping[str, Sequence[Any]], str], bytes] | None = None  # columns and the ending of the name
    headless: bool = False  # its first line names no columns
    typed: bool = False  # cells are numbers or texts by themselves, not by how they look
    package: str = ""  # an optional package that is needed

    def __repr__(self) -> str:
        return f"<Format {self.name}>"
