"""JSON and zip files of strangers: bounded, counted while they are read, and refused with one sentence."""

import json
import zlib
from collections.abc import Iterator
from io import BytesIO
from struct import unpack
from typing import Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from bakeoff.core.errors import BadInput
from bakeoff.core.text import plural
from bakeoff.tabular.encoding import LONGEST
from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.unpacked_size import LIKELY, most_unpacked, refuse_unpacked

__all__ = ["ZipMembers", "beside", "json_lines", "parsed", "whole_json"]

PIECE = 1 << 20
SPACES = " \t\n\r"  # of JSON
_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined] # the compiled scanner, which typeshed leaves out


def _decode(line: str) -> Any:
    """The JSON value of a line without its white space."""
    try:
        value, end = _scan(line, 0)
    except StopIteration:
        raise ValueError("no value") from None
    if end != len(line):
        raise ValueError("more than one value")
    return value


ZSTANDARD = 93
_LOCAL, _LOCAL_SIZE = b"PK\x03\x04", 30
_CURE = "give the log itself"


def parsed(text: bytes | str, what: str) -> Any:
    """One JSON value, or a sentence."""
    try:
        return json.loads(text)
    except RecursionError:
        raise BadInput(f"{what} is nested too deeply to be read; give a log that a harness wrote") from None
    except UnicodeDecodeError:
        raise BadInput(f"{what} is not UTF-8; save the log as UTF-8") from None
    except ValueError as error:
        raise BadInput(f"{what} is not JSON ({str(error)[:80]}); write the log again") from None


def whole_json(file: FileContent) -> Any:
    """The JSON value of a file, up to 256 MiB."""
    if len(file.content) > LIKELY:
        raise BadInput(f"{file.what} has more than {LIKELY >> 20} MiB of JSON; write the log as .eval or JSON Lines")
    return parsed(file.content, file.what)


def json_lines(file: FileContent) -> Iterator[dict[str, Any]]:
    """The records of a file of JSON Lines; a line that is cut off is refused with the number of whole records before it."""
    count, packed = 0, None
    read = 0
    with file.stream() as source:
        for number, line in enumerate(iter(lambda: source.readline(LONGEST), b""), start=1):
            read += len(line)
            if read > LIKELY:
                packed = len(file.packed) if packed is None else packed
                refuse_unpacked(read, packed, file.what, cure=_CURE) if packed < read else None
            if len(line) == LONGEST:
                raise BadInput(f"line {number} of {file.what} has more than {LONGEST >> 20} MiB; write shorter records")
            if not line.strip():
                continue
            try:
                record = _decode(line.decode("utf-8-sig" if number == 1 else "utf-8").strip(SPACES))
            except RecursionError:
                raise BadInput(
                    f"line {number} of {file.what} is nested too deeply to be read; write plain records"
                ) from None
            except ValueError:
                rest = source.read(1)
                where = (
                    f"line {number} of {file.what} is not JSON" if rest else f"{file.what} is cut off in line {number}"
                )
                raise BadInput(
                    f"{where}, after {plural(count, 'whole record')}; write the log again, or remove that line"
                ) from None
            if not isinstance(record, dict):
                raise BadInput(f"line {number} of {file.what} is not a record; write each sample as an object")
            count += 1
            yield record


class ZipMembers:
    """The members of a zip file; what they come to is counted over all of them."""

    def __init__(self, file: FileContent) -> None:
        self.what, self._packed, self._read = file.what, file.packed, 0
        try:
            self._zip = ZipFile(BytesIO(self._packed))
        except (BadZipFile, ValueError, OSError, NotImplementedError):
            samples = self._packed.count(b"samples/")
            if self._packed.startswith(_LOCAL):
                raise BadInput(
                    f"{file.what} is cut off: {plural(samples, 'sample')} begin in it and its index is missing; write the log again"
                ) from None
            raise BadInput(f"{file.what} is not a .eval log (a zip file); write the log again") from None
        self._infos = {info.filename: info for info in self._zip.infolist()}

    @property
    def names(self) -> list[str]:
        """All members."""
        return list(self._infos)

    def json(self, name: str) -> Any:
        """The JSON value of a member."""
        return parsed(self.content(name), f"{name} in {self.what}")

    def content(self, name: str) -> bytes:
        """The bytes of a member, refused as soon as all that was read comes to more than such a file may."""
        info, parts = self._infos[name], list[bytes]()
        if info.flag_bits & 1:
            raise BadInput(f"{self.what} is encrypted; write the log without a password")
        try:
            for piece in self._pieces(info):
                self._read += len(piece)
                refuse_unpacked(self._read, len(self._packed), self.what, cure=_CURE)
                parts.append(piece)
        except BadInput:  # a sentence already
            raise
        except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
            raise BadInput(f"{name} in {self.what} is damaged; write the log again") from None
        return b"".join(parts)

    def _pieces(self, info: ZipInfo) -> Iterator[bytes]:
        if info.compress_type == ZSTANDARD:
            yield from _zstandard(self._raw(info), self.what, most_unpacked(len(self._packed)))
            return
        with self._zip.open(info) as member:
            while piece := member.read(PIECE):
                yield piece

    def _raw(self, info: ZipInfo) -> bytes:
        """The packed bytes of a member that zipfile of this Python cannot unpack."""
        head = self._packed[info.header_offset : info.header_offset + _LOCAL_SIZE]
        if len(head) < _LOCAL_SIZE or not head.startswith(_LOCAL):
            raise BadZipFile
        name, more = unpack("<HH", head[26:30])
        start = info.header_offset + _LOCAL_SIZE + name + more
        return self._packed[start : start + info.compress_size]


def _zstandard(raw: bytes, what: str, most: int) -> Iterator[bytes]:
    """The pieces of zstandard bytes, by whichever package is there."""
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError:
        yield from _arrow_zstandard(raw, what)
        return
    try:
        reader = ZstdDecompressor(max_window_size=min(most, 1 << 27)).stream_reader(BytesIO(raw))
        while piece := reader.read(PIECE):
            yield piece
    except ZstdError:
        raise BadZipFile from None


def _arrow_zstandard(raw: bytes, what: str) -> Iterator[bytes]:
    try:
        import pyarrow as pa
    except ImportError:
        raise BadInput(f"{what} is packed by zstandard; pip install zstandard (or pyarrow) to read it") from None
    with pa.CompressedInputStream(pa.BufferReader(raw), "zstd") as reader:
        while piece := reader.read(PIECE):
            yield piece


def beside(file: FileContent, name: str) -> Any:
    """The JSON value of a file in the same folder, whose name the harness chose; None where there is none. A link is not followed."""
    from pathlib import Path

    from bakeoff.core.foreign_file import read_regular

    if file.raw is not None or file.path == "-":
        return None
    path = Path(file.path).parent / name
    if not path.is_file() or path.is_symlink():
        return None
    return parsed(read_regular(path, 1 << 26, links=False), str(path))
