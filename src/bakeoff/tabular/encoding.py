"""Bytes to lines of text, or one sentence that says why they are none."""

from pathlib import Path

from bakeoff.core.errors import BadInput

__all__ = ["decode", "read_bytes", "refuse_binary"]

_MAGIC = {
    b"PK\x03\x04": "a zip archive or an Excel workbook; export it as CSV first",
    b"PAR1": "a Parquet file; give it the suffix .parquet",
    b"\x1f\x8b": "compressed with gzip; unpack it first",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook; export it as CSV first",
    b"%PDF": "a PDF document",
    b"SQLite format 3": "an SQLite database",
}


def read_bytes(path: Path) -> bytes:
    """The content of a file, or a sentence instead of a traceback."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"no file called {str(path)!r}; check the spelling and the directory") from None
    except IsADirectoryError:
        raise BadInput(f"{str(path)!r} is a directory; name a file in it") from None
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error.strerror}") from None


def decode(content: bytes, what: str, encoding: str | None = None) -> list[str]:
    r"""The lines of a text, without their ends: UTF-8 (or UTF-16 with its mark) unless stated otherwise.

    >>> decode(b"\xef\xbb\xbfa,b\r\n1,2\r\n", "x.csv")
    ['a,b', '1,2']
    """
    if encoding is None:
        encoding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    refuse_binary(content, what, nul=encoding.startswith("utf-16"))
    try:
        text = content.decode(encoding)
    except LookupError:
        raise BadInput(f"no encoding called {encoding!r}; common are 'utf-8' and 'latin-1'") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"{what}: line {line} is not {encoding.removesuffix('-sig').upper()} (byte 0x{content[error.start]:02X}); "
            "save the file as UTF-8, or say encoding='latin-1' if that is what it is"
        ) from None
    return _lines(text.replace("\0", "\N{REPLACEMENT CHARACTER}"))


def refuse_binary(content: bytes, what: str, *, nul: bool = False) -> None:
    """Raise a sentence about bytes that are another kind of file, or hold a NUL byte where the encoding has none."""
    for magic, meaning in _MAGIC.items():
        if content.startswith(magic):
            raise BadInput(f"{what} is {meaning}")
    at = -1 if nul else content.find(b"\0")
    if at >= 0:
        line = content.count(b"\n", 0, at) + 1
        raise BadInput(f"{what}: line {line} holds a NUL byte, so this is no text file; export it as text again")


def _lines(text: str) -> list[str]:
    """Split at line feeds only (str.splitlines also splits inside fields, at form feeds and the like)."""
    text = text.replace("\r\n", "\n")
    if "\n" not in text:
        text = text.replace("\r", "\n")  # the old Macintosh way
    lines = text.split("\n")
    while lines and not lines[-1].strip(" "):
        lines.pop()
    return lines
