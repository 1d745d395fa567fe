"""A stranger's study file: right checksums, and content that bakeoff never writes."""

import os
import sqlite3
import struct
import tracemalloc
import zlib
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, StudyFileError
from bakeoff.runs.store import arrays
from bakeoff.runs.store.arrays import npy_bytes, pack, unpack, unpack_all
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.records import COLUMNS
from bakeoff.runs.store.schema import LONGEST_VALUE, connect
from bakeoff.runs.store.sql import UnitTable
from bakeoff.runs.store.verify import repair, verify
from tests.helpers import odd_learners

GIB = 2**30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    odd_learners.stored_study(tmp_path / "study.bakeoff")
    return tmp_path / "study.bakeoff"


def header(shape: tuple[int, ...], dtype: str) -> bytes:
    """The beginning of an array of that shape."""
    small = npy_bytes(np.zeros((1,) * len(shape), dtype))
    text = repr({"descr": dtype, "fortran_order": False, "shape": shape}).encode()
    return small[:10] + text.ljust(int.from_bytes(small[8:10], "little") - 1) + b"\n"


def bomb(start: bytes, size: int) -> list[bytes]:
    """Few bytes that unpack to `start` and zeros, `size` of them in all."""
    packer = zlib.compressobj(9)
    parts = [b"Z", packer.compress(start)]
    parts += [packer.compress(bytes(2**20)) for _ in range(size >> 20)]
    return [b"".join([*parts, packer.flush()])]


def forged(path: Path, change: dict[str, object], blobs: dict[str, list[bytes]] | None = None) -> None:
    """The first unit with other values or arrays, under a checksum and a seal that are right."""
    with closing(UnitTable(path, write=True)) as table:
        row, before = next(table.units())
        values = dict(zip(COLUMNS, row, strict=True)) | change
        table.remove_units([row[:8]])
        table.put_units([(tuple(values.values()), before if blobs is None else before | blobs)])


def read_all(path: Path) -> list[object]:
    with FileLedger.open(path) as ledger:
        return [*ledger.contents(), *ledger]


@pytest.mark.parametrize("shape", [(4 * GIB,), (5,), (2**62, 4), (-1,)], ids=str)
def test_a_bomb_is_refused_in_little_memory(path: Path, shape: tuple[int, ...]) -> None:
    packed = bomb(header(shape, "|u1"), 256 * 2**20)
    assert len(packed[0]) < 2**20
    forged(path, {}, {"label": packed})
    tracemalloc.start()
    try:
        with pytest.raises(StudyFileError, match="is not as bakeoff writes it"):
            read_all(path)
        assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", [b"Z", b"J"])
def test_a_stream_without_a_header_is_bounded(kind: bytes) -> None:
    packed = kind + bomb(b"[" * 100, 256 * 2**20)[0][1:]
    tracemalloc.start()
    try:
        with pytest.raises(BadInput):
            unpack([packed])
        assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
    finally:
        tracemalloc.stop()


def test_many_arrays_are_refused_before_any_is_unpacked() -> None:
    with pytest.raises(BadInput, match="1000 arrays"):
        unpack_all({str(at): [b"Z"] for at in range(1000)})


@pytest.mark.parametrize("values", [np.zeros(3_000), np.array(["group"] * 3_000, dtype=object)], ids=["zeros", "text"])
def test_what_is_packed_can_be_unpacked(values: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sum(map(len, pack(values)))
    monkeypatch.setattr(arrays, "SMALL", 1000)
    stored = pack(values)
    assert sum(map(len, stored)) > usual  # as it is: compressed, it would look like a bomb
    assert np.array_equal(unpack(stored), values)
    known = pack(values, plausible=30_000)  # the reader knows how many rows there are
    assert sum(map(len, known)) == usual
    assert np.array_equal(unpack(known, 30_000), values)
    with pytest.raises(BadInput, match="plausible"):
        unpack(known)


@pytest.mark.parametrize(
    "packed", [b"J" + zlib.compress(b"[" * 100_000), b"J" + zlib.compress(b'{"a": 1}'), b"Z" + zlib.compress(b"x")[:-2], b"Rx", b""]
)  # fmt: skip
def test_bytes_that_are_no_array(path: Path, packed: bytes) -> None:
    forged(path, {}, {"label": [packed]})
    with pytest.raises(StudyFileError, match="is not as bakeoff writes it"):
        read_all(path)


@pytest.mark.parametrize(
    "change",
    [
        {"repeat": "first"},
        {"size": 1.5},
        {"status": "splendid"},
        {"fit_seconds": "long"},
        {"warnings": "5"},
        {"warnings": '[["text", "often"]]'},
        {"warnings": "[" * 100_000},
        {"failure": "[1, 2, 3, 4]"},
        {"failure": "{}"},
        {"inline": "null"},
        {"inline": '["binary", 3, null]'},
        {"inline": '["binary", [3, 4], null]'},
        {"plan": "no such plan"},
    ],
    ids=str,
)
def test_wrong_types_under_right_checksums(path: Path, change: dict[str, object]) -> None:
    forged(path, change)
    assert verify(path) == ()
    with pytest.raises((StudyFileError, BadInput)):
        read_all(path)


def test_a_meta_entry_that_is_no_json(path: Path) -> None:
    with closing(UnitTable(path, write=True)) as table:
        table.put_meta("spec", "[" * 100_000)
    with FileLedger.open(path) as ledger, pytest.raises(StudyFileError, match="the entry 'spec'"):
        ledger.get_meta("spec")


ENDLESS = """ALTER TABLE {table} RENAME TO old;
CREATE VIEW {table} AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT old.* FROM n, old;"""


@pytest.mark.parametrize("table", ["units", "blobs", "meta", "seal", "scores"])
def test_an_endless_view_is_refused_before_it_is_read(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as opened:
        opened.executescript(ENDLESS.format(table=table))
    for write in (False, True):
        with pytest.raises(StudyFileError, match="not those that bakeoff makes"):
            FileLedger.open(path, write=write)
    for door in (verify, repair):
        with pytest.raises(StudyFileError, match="do not use this file"):
            door(path)


def test_a_trigger_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("CREATE TRIGGER t AFTER DELETE ON units BEGIN DELETE FROM sources; END")
    with pytest.raises(StudyFileError, match="not those that bakeoff makes"):
        FileLedger.open(path, write=True)


def test_a_pipe_is_no_study_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bakeoff")
    for door in (FileLedger.open, FileLedger.resume):
        with pytest.raises(StudyFileError, match="not a regular file"):
            door(tmp_path / "pipe.bakeoff")


def test_the_same_row_again_changes_nothing(path: Path) -> None:
    with FileLedger.open(path) as ledger:
        before = ledger.seal()
    forged(path, {})
    with FileLedger.open(path) as ledger:
        assert ledger.seal() == before


def test_a_damaged_length_sets_no_gigabyte_aside(path: Path) -> None:
    """SQLite believes the length that a row declares; a reader believes none that is longer than the file can hold."""
    with closing(connect(path, write=False)) as reader:
        assert reader.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) == max(path.stat().st_size, LONGEST_VALUE)
        with pytest.raises(sqlite3.DataError, match="too big"):
            reader.execute("SELECT zeroblob(?)", (LONGEST_VALUE + 1,)).fetchone()
    with closing(connect(path, write=True)) as writer:
        assert writer.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) == 10**9


def endless(path: Path, index: str, levels: int = 5) -> None:
    """An index whose inner pages name one child many times, level over level: 10^9 entries and more in a few pages."""
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE").fetchall()
        (root,) = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (index,)).fetchone()
    pages = bytearray(path.read_bytes())
    size = int.from_bytes(pages[16:18], "big")
    leaf = bytes(pages[(root - 1) * size : root * size])
    assert leaf[0] == 10, "a leaf, as small files have"
    first = int.from_bytes(leaf[8:10], "big")
    entry = leaf[first : first + 1 + leaf[first]]
    pages += leaf
    for level in range(levels):
        child = len(pages) // size
        cell = child.to_bytes(4, "big") + entry
        many = (size - 12) // (len(cell) + 2)
        places = [size - len(cell) * (at + 1) for at in range(many)]
        head = struct.pack(">BHHHBI", 2, 0, many, places[-1], 0, child) + struct.pack(f">{many}H", *places)
        inner = head.ljust(size - many * len(cell), b"\0") + cell * many
        if level < levels - 1:
            pages += inner
        else:
            pages[(root - 1) * size : root * size] = inner
    pages[28:32] = (len(pages) // size).to_bytes(4, "big")
    pages[92:96] = pages[24:28]
    path.write_bytes(pages)


@pytest.mark.parametrize("write", [False, True])
def test_pages_that_name_one_another_end(path: Path, write: bool) -> None:
    """The tables are those that bakeoff makes, and yet a query of them would never end."""
    endless(path, "sqlite_autoindex_units_1")
    doors = [len, list, FileLedger.contents, FileLedger.keys, FileLedger.costs]
    with FileLedger.open(path, write=write) as ledger:
        for door in doors:
            tracemalloc.start()
            try:
                with pytest.raises(StudyFileError, match="more rows than a file of its size can contain"):
                    door(ledger)
                assert tracemalloc.get_traced_memory()[1] < 200 * 2**20
            finally:
                tracemalloc.stop()
    assert any("reference to page" in str(one) for one in verify(path))


def test_a_file_that_grows_is_read_to_its_end(path: Path) -> None:
    """The bound follows the size of the file."""
    with FileLedger.open(path) as reader, closing(UnitTable(path, write=True)) as writer:
        row, blobs = next(writer.units())
        values = dict(zip(COLUMNS, row, strict=True))
        writer.put_units([(tuple((values | {"fold": 10 + at}).values()), blobs) for at in range(3000)])
        assert len(reader) == len(reader.keys()) > 3000
