"""Bytes to lines of text, or one sentence that says why they are none; gzip is unpacked on the way."""

import gzip
import io
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from bakeoff.core.errors import BadInput
from bakeoff.core.foreign_file import open_regular
from bakeoff.tabular.unpacked_size import refuse_unpacked

__all__ = [
    "LONGEST",
    "decode",
    "display_name",
    "first_bytes",
    "first_lines",
    "folder_refused",
    "open_bytes",
    "read_bytes",
    "refuse_binary",
    "refuse_folders",
    "stdin_bytes",
    "unpacked",
]

LONGEST = 1 << 26  # bytes of a line or a quoted cell; without a line end a stream would be read whole
_BLOCK = 1 << 20
_HEAD = 1 << 16  # bytes that show what a file is
_PACKED = b"\x1f\x8b"
_LISTED = 1000  # entries of a folder that are looked at for a message

_MAGIC = {  # files that hold no table, or none that is read
    b"PK\x03\x04": "a zip archive or a damaged Excel workbook; unpack it, or export the sheet as CSV",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook; export it as CSV first",
    b"%PDF": "a PDF document",
    b"SQLite format 3": "an SQLite database, as the results files of studies are; bakeoff report and bakeoff compare read those (.bakeoff)",
}


def read_bytes(path: Path) -> bytes:
    """Return the content of a file, or raise a sentence instead of a traceback."""
    try:
        with open_regular(path) as file:
            return file.read()
    except FileNotFoundError:
        raise BadInput(f"no file called {str(path)!r}; check the spelling and the directory") from None
    except IsADirectoryError:
        raise folder_refused(path) from None
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error.strerror}") from None


def folder_refused(path: str | Path) -> BadInput:
    """The sentence about a folder where files are asked for; it names the files of the folder, by their most frequent ending."""
    with suppress(OSError):
        files = sorted(file for file in islice(Path(path).iterdir(), _LISTED) if not file.name.startswith("."))
        endings = Counter(file.suffix for file in files if file.suffix and file.is_file())
        if endings:
            ending, count = endings.most_common(1)[0]
            shown = Path(path) / f"*{ending}" if count > 1 else next(file for file in files if file.suffix == ending)
            return BadInput(f"{str(path)!r} is a directory; name the files in it, such as {shown}")
    return BadInput(f"{str(path)!r} is a directory; name a file in it")


def refuse_folders(paths: Sequence[str | Path]) -> None:
    """Refuse the first that is a folder."""
    for path in paths:
        if Path(path).is_dir():
            raise folder_refused(path)


def unpacked(content: bytes, what: str) -> bytes:
    """Return the bytes, unpacked if they are packed by gzip, up to a size that no table has."""
    if not content.startswith(_PACKED):
        return content
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            whole = io.BytesIO()
            while block := file.read(_BLOCK):  # one read of 4 GiB would set 4 GiB aside
                whole.write(block)
                refuse_unpacked(
                    whole.tell(), len(content), what, cure="unpack it yourself if you trust its source, and take a part"
                )
    except (EOFError, OSError, zlib.error):
        raise _damaged(what) from None
    return whole.getvalue()


def _damaged(what: str) -> BadInput:
    return BadInput(f"{what} is a gzip file that is damaged or cut short and cannot be unpacked; pack it again")


def stdin_bytes() -> Any:
    """The bytes of the standard input, or a sentence where there is none."""
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput("the standard input is closed; name a file, or send the table to this command by a pipe")
    return sys.stdin.buffer


def first_bytes(path: str, raw: bytes | None = None) -> bytes:
    """The first bytes of a file or of `raw`, unpacked; those of the standard input ("-") stay to be read.

    Nothing where there is no file to open: its reader reports that.
    """
    if raw is not None:
        head = raw[:_HEAD]
    elif path == "-":
        head = _peeked(stdin_bytes())
    else:
        try:
            with open_regular(path) as file:
                head = file.read(_HEAD)
        except OSError:
            return b""
    if not head.startswith(_PACKED):
        return head
    try:
        return zlib.decompressobj(wbits=31).decompress(head, _HEAD)
    except zlib.error:
        return b""


def first_lines(head: bytes) -> list[str]:
    """The lines of the first bytes; what is no text shows as replacement characters."""
    encoding = "utf-16" if head[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    return _lines(head.decode(encoding, errors="replace"))


def _peeked(stream: Any) -> bytes:
    """What comes next in a stream and stays there; nothing where the stream cannot do that."""
    if hasattr(stream, "peek"):
        head: bytes = stream.peek(_HEAD)
        return head
    if not stream.seekable():
        return b""
    place = stream.tell()
    head = stream.read(_HEAD)
    stream.seek(place)
    return head


@contextmanager
def open_bytes(path: str, raw: bytes | None = None) -> Iterator[BinaryIO]:
    """Open the bytes of a file (or `raw`), unpacked if packed by gzip; `-` is standard input, which stays open."""
    if raw is not None:
        with _unpacking(io.BufferedReader(io.BytesIO(raw)), path) as source:
            yield source
        return
    if path == "-":
        stream: Any = stdin_bytes()
        with _unpacking(stream if hasattr(stream, "peek") else io.BufferedReader(stream), path) as source:
            yield source
        return
    if not Path(path).exists():
        raise BadInput(f"there is no file {path}")
    with open_regular(path) as file, _unpacking(file, path) as source:
        yield source


@contextmanager
def _unpacking(file: Any, path: str) -> Iterator[BinaryIO]:
    if file.peek(2)[:2] != _PACKED:
        yield file
        return
    try:
        yield gzip.GzipFile(fileobj=file)  # type: ignore[misc]  # reads and peeks like any other
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise _damaged(display_name(path)) from None


def display_name(path: str) -> str:
    """Return the file's name as sentences use it."""
    return "standard input" if path == "-" else path


def decode(content: bytes, what: str, encoding: str | None = None, *, settable: bool = False) -> list[str]:
    r"""Return the lines of a text, without their ends: UTF-8 (or UTF-16 with its mark) unless stated otherwise.

    `settable`: the caller's caller can state the encoding, so that a complaint may propose it.

    >>> decode(b"\xef\xbb\xbfa,b\r\n1,2\r\n", "x.csv")
    ['a,b', '1,2']
    """
    content = unpacked(content, what)
    if encoding is None:
        encoding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    refuse_binary(content, what, nul=encoding.startswith("utf-16"))
    try:
        text = content.decode(encoding)
    except LookupError:
        raise BadInput(f"no encoding called {encoding!r}; common are 'utf-8' and 'latin-1'") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        other = ", or set encoding='latin-1' if that is its encoding" if settable else ""
        raise BadInput(
            f"{what}: line {line} is not {encoding.removesuffix('-sig').upper()} (byte 0x{content[error.start]:02X}); "
            f"save the file as UTF-8{other}"
        ) from None
    return _lines(text.replace("\0", "\N{REPLACEMENT CHARACTER}"))


def refuse_binary(content: bytes, what: str, *, nul: bool = False) -> None:
    """Raise a sentence about bytes that are another kind of file, or hold a NUL byte where the encoding has none."""
    for magic, meaning in _MAGIC.items():
        if content.startswith(magic):
            raise BadInput(f"{what} is {meaning}")
    position = -1 if nul else content.find(b"\0")
    if position >= 0:
        line = content.count(b"\n", 0, position) + 1
        raise BadInput(f"{what}: line {line} contains a NUL byte, so this is not a text file; export it as text again")


def _lines(text: str) -> list[str]:
    """Split at line feeds only (str.splitlines also splits inside fields, at form feeds and the like)."""
    text = text.replace("\r\n", "\n")
    if "\n" not in text:
        text = text.replace("\r", "\n")  # the old Macintosh way
    lines = text.split("\n")
    while lines and not lines[-1].strip(" "):
        lines.pop()
    return lines
