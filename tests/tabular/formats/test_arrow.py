"""Arrow and Feather files: what they hold, and what they would unpack to, counted before any of it is unpacked."""

import io
import struct

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats import ALL, FORMATS, arrow
from bakeoff.tabular.reading import chunks, read
from tests.helpers.fuzzing import refused_or_read

pa = pytest.importorskip("pyarrow")


def ipc(table, *, compression=None, rows=None) -> bytes:
    file = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_file(file, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=rows)
    return file.getvalue()


def mixed(n=1000):
    words = pa.array([f"w{i % 3}" for i in range(n)])
    return pa.table({"x": np.arange(n) / 7, "i": np.arange(n), "w": words, "c": words.dictionary_encode(), "t": [i % 2 == 0 for i in range(n)]})  # fmt: skip


@pytest.mark.parametrize("compression", [None, "lz4", "zstd"])
def test_the_stated_sizes_are_those_of_the_table(compression):
    table = mixed()
    cells, size = arrow._stated_sizes(ipc(table, compression=compression, rows=300))
    assert cells == 5 * 1000 + 3  # five columns, and a dictionary of three words
    assert table.nbytes * 0.9 < size < table.nbytes * 1.5 + 5000


@pytest.mark.parametrize("compression", [None, "lz4", "zstd"])
def test_columns_in_parts_and_whole(tmp_path, compression):
    path = tmp_path / "t.feather"
    path.write_bytes(ipc(mixed(), compression=compression, rows=300))
    parts = list(chunks(path, ["x", "w", "c", "t"], 400))
    np.testing.assert_array_equal(np.concatenate([part["x"] for part in parts]), np.arange(1000) / 7)
    assert [word for part in parts for word in part["c"].tolist()] == [f"w{i % 3}" for i in range(1000)]
    table = read(path).table()
    assert (table.columns[3].levels, len(table)) == (("w0", "w1", "w2"), 1000)
    assert read(path).columns()["i"][:2] == ["0", "1"]


def test_a_few_bytes_that_stand_for_gigabytes(tmp_path):
    """One bomb of each kind: packed zeros, rows of a column that has no bytes, a size that a buffer only states."""
    zeros = ipc(pa.table({"a": np.zeros(60_000_000)}), compression="zstd")
    assert len(zeros) < 1 << 20
    with pytest.raises(BadInput, match=r"t.arrow unpacks to more than 256 MiB"):
        read(zeros, name="t.arrow").table()
    nothing = ipc(pa.table({"a": pa.nulls(600_000_000), "b": pa.nulls(600_000_000)}))
    with pytest.raises(BadInput, match=r"t.arrow contains 1,200,000,000 cells"):
        read(nothing, name="t.arrow").columns()
    small = ipc(pa.table({"a": np.zeros(1000)}), compression="lz4")
    lying = small.replace(struct.pack("<q", 8000), struct.pack("<q", 1 << 40))
    assert lying != small
    with pytest.raises(BadInput, match=r"t.arrow unpacks to more than 4 GiB"):
        read(lying, name="t.arrow").table()


def test_what_is_refused_in_a_sentence():
    for content, words in (
        (b"FEA1" + b"\0" * 40, "is an old Feather file"),
        (b"a,b\n1,2\n", "is not an Arrow file"),
        (b"ARROW1\0\0" + b"\xff" * 60, "is an Arrow file that is damaged or cut off"),
        (ipc(mixed())[:-20], "is an Arrow file that is damaged or cut off"),
        (ipc(pa.table({"a": [[1, 2]]})), "column 'a' of t.arrow is of type list"),
        (ipc(pa.table({"a": [b"x"]})), "column 'a' of t.arrow is of type binary"),
    ):
        with pytest.raises(BadInput, match=words):
            read(content, name="t.arrow").table()


def test_every_flipped_byte_is_read_or_refused():
    content = ipc(pa.table({"a": [1.0, 2.0], "b": ["x", "y"]}), compression="lz4")
    rng = np.random.default_rng(0)
    for place in rng.choice(len(content), size=min(200, len(content)), replace=False):
        broken = bytearray(content)
        broken[place] ^= int(rng.integers(1, 256))
        with refused_or_read():
            read(bytes(broken), name="t.arrow").columns()


def test_the_format_is_declared():
    assert FORMATS["arrow"] in ALL
