"""Small files that stand for gigabytes: refused in a child whose address space is bounded, by the bytes that they come to."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.data.load import file_table
from bakeoff.tabular import arrow_arrays, cells as cells_of_text, unpacked_size
from bakeoff.tabular.formats import csv as chunk_reader, excel
from bakeoff.tabular.reading import chunks, read as read_source


def read_columns(path):
    return read_source(path).columns()


MOST = 1 << 30  # bytes that a child may take until it refuses a file
NET = 8 << 30  # bytes of address space: a child that takes no end of memory fails alone
ROWS, LETTERS = 20_000, 1_000_000
READERS = {
    "data": "from bakeoff.data.load import file_table\nread = file_table",
    "scores": "from bakeoff.tabular import reading\nread = lambda path: reading.read(path).columns()",
    "predictions": "from bakeoff.tabular.reading import chunks\nread = lambda path: [len(part['a']) for part in chunks(path, ['a'])]",
}
CODE = """
import sys, resource
resource.setrlimit(resource.RLIMIT_AS, ({net}, resource.RLIM_INFINITY))
{reader}
from bakeoff.core.errors import BakeoffError
try:
    read(sys.argv[1])
except BakeoffError as problem:
    print(problem)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def refusal(path: Path, reader: str) -> str:
    """What a child says that takes at most MOST bytes."""
    code = CODE.format(reader=READERS[reader], net=NET)
    done = subprocess.run([sys.executable, "-P", "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    *words, peak = done.stdout.splitlines()
    assert int(peak) * 1024 < MOST
    return " ".join(words)


def repeated_text(path: Path, *, rows: int = ROWS, letters: int = LETTERS, encoding: str = "dictionary") -> Path:
    """A Parquet file in which every row holds a text of so many letters, and that takes about a kilobyte."""
    arrow, writer = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    if encoding in {"dictionary", "categories"}:
        codes = arrow.array([0] * rows, arrow.int32())
        column = arrow.DictionaryArray.from_arrays(codes, arrow.array(["x" * letters]))
        writer.write_table(arrow.table({"a": column}), path, compression="zstd", store_schema=encoding == "categories")
    elif encoding == "bytes":
        codes = arrow.array([0] * rows, arrow.int32())
        column = arrow.DictionaryArray.from_arrays(codes, arrow.array([b"x" * letters]))
        writer.write_table(arrow.table({"a": column}), path, compression="zstd", store_schema=False)
    else:
        options = {"use_dictionary": False, "compression": "zstd"}
        kind = {"column_encoding": {"a": encoding}} if encoding != "PLAIN" else {}
        schema = arrow.schema({"a": arrow.string()})
        part = arrow.table({"a": arrow.array(["x" * letters + str(i) for i in range(200)])}, schema)
        with writer.ParquetWriter(path, schema, **options, **kind) as file:
            for _ in range(rows // 200):
                file.write_table(part)
    return path


def shared_text(rows: int, letters: int) -> bytes:
    """A workbook whose cells share one text."""
    from tests.tabular.formats.test_excel import sheet, workbook

    cells = "".join(f'<row r="{i}"><c r="A{i}" t="s"><v>0</v></c></row>' for i in range(1, rows + 1))
    made = sheet([]).replace("<sheetData></sheetData>", f"<sheetData>{cells}</sheetData>")
    assert cells in made
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    content, found = io.BytesIO(), zipfile.ZipFile(io.BytesIO(workbook(made)))
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in found.namelist():
            part = found.read(name)
            if name == "[Content_Types].xml":
                override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
                part = part.replace(b"</Types>", override.encode())
            archive.writestr(name, part)
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{main}"><si><t>{"x" * letters}</t></si></sst>')
    return content.getvalue()


def sparse_rows(rows: int, attributes: int) -> bytes:
    """Rows of two characters each."""
    heading = "".join(f"@attribute a{i} real\n" for i in range(attributes))
    return f"@relation r\n{heading}@data\n{'{}' + chr(10)}".encode() + b"{}\n" * (rows - 1)


@pytest.mark.parametrize("encoding", ["dictionary", "categories", "bytes", "DELTA_BYTE_ARRAY", "PLAIN"])
@pytest.mark.parametrize("reader", ["data", "scores"])
def test_texts_of_a_parquet_file_are_counted(tmp_path, monkeypatch, encoding, reader):
    monkeypatch.setattr(unpacked_size, "LIKELY", 1 << 20)
    monkeypatch.setattr(unpacked_size, "RATIO", 5)
    path = repeated_text(tmp_path / "t.parquet", rows=2000, letters=2000, encoding=encoding)
    with pytest.raises(BadInput, match=r"t.parquet unpacks to more than 1 MiB and 5 times its size.*shorten its texts"):
        (file_table if reader == "data" else read_columns)(path)


def test_texts_that_are_no_more_than_that_are_read(tmp_path):
    path = repeated_text(tmp_path / "t.parquet", rows=2000, letters=2000)
    assert file_table(path).columns[0].levels == ("x" * 2000,)


@pytest.mark.parametrize("encoding", ["dictionary", "categories", "DELTA_BYTE_ARRAY", "PLAIN"])
def test_chunks_of_a_parquet_file_hold_fewer_rows_where_texts_are_long(tmp_path, monkeypatch, encoding):
    path = repeated_text(tmp_path / "t.parquet", rows=2000, letters=2000, encoding=encoding)
    whole = [part["a"] for part in chunks(str(path), ["a"])]
    assert len(whole) == 1
    monkeypatch.setattr(arrow_arrays, "LIKELY", 1 << 20)
    parts = [part["a"] for part in chunks(str(path), ["a"])]
    assert max(part.nbytes for part in parts) < 3 << 20
    assert [text for part in parts for text in part.tolist()] == whole[0].tolist()


@pytest.mark.parametrize("kind", ["csv", "csv without pyarrow", "parquet"])
def test_one_long_text_among_short_ones_makes_no_wide_array(tmp_path, monkeypatch, kind):
    arrow, writer = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / ("t.parquet" if kind == "parquet" else "t.csv")
    if "without" in kind:
        monkeypatch.setattr(chunk_reader, "_has_pyarrow", lambda: False)

    def read(letters):
        cells = ["yes", "no"] * 500 + ["x" * letters] + ["yes"] * 500
        path.write_text("a,b\n" + "".join(f"{cell},1\n" for cell in cells))
        if kind == "parquet":
            writer.write_table(arrow.table({"a": cells}), path)
        parts = [part["a"] for part in chunks(str(path), ["a"])]
        assert [text for part in parts for text in part.tolist()] == cells
        return parts

    monkeypatch.setattr(cells_of_text, "LIKELY", 1 << 20)
    monkeypatch.setattr(arrow_arrays, "LIKELY", 1 << 20)
    assert len(read(10)) == 1
    parts = read(10_000)
    assert len(parts) >= 3
    assert max(part.nbytes for part in parts) < 2 << 20
    with pytest.raises(BadInput, match=r"column 'a' of .* contains a text of 70,000 bytes, and 65,536 can be read"):
        read(70_000)


@pytest.mark.parametrize("has_pyarrow", [True, False])
def test_chunks_of_a_packed_table_hold_fewer_rows_where_these_are_long(tmp_path, monkeypatch, has_pyarrow):
    if has_pyarrow:
        pytest.importorskip("pyarrow")
    monkeypatch.setattr(chunk_reader, "_has_pyarrow", lambda: has_pyarrow)
    monkeypatch.setattr(chunk_reader, "BLOCK", 1 << 16)
    (tmp_path / "t.csv").write_text("a,b\n" + f"{'x' * 1000},1\n" * 1000)
    assert len(list(chunks(str(tmp_path / "t.csv"), ["a"]))) == 1
    monkeypatch.setattr(arrow_arrays if has_pyarrow else cells_of_text, "LIKELY", 1 << 17)
    parts = [len(part["a"]) for part in chunks(str(tmp_path / "t.csv"), ["a"])]
    assert sum(parts) == 1000
    assert len(parts) > 3


def test_columns_of_fixed_width_and_lists_are_counted_by_what_the_file_declares(tmp_path):
    arrow, writer = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    wide = arrow.table({"a": arrow.array([b"x" * LETTERS] * 3, arrow.binary(LETTERS)).take(arrow.array([0] * 300))})
    writer.write_table(wide, tmp_path / "t.parquet", compression="zstd")
    with pytest.raises(BadInput, match="unpacks to more than 256 MiB"):
        file_table(tmp_path / "t.parquet")
    writer.write_table(arrow.table({"a": [[1.0, 2.0]]}), tmp_path / "t.parquet")
    for read in (file_table, read_columns):
        with pytest.raises(BadInput, match=r"column 'a' of .* contains lists or structures"):
            read(tmp_path / "t.parquet")


def test_the_cells_of_a_workbook_are_counted_with_their_texts(tmp_path, monkeypatch):
    pytest.importorskip("openpyxl")
    (tmp_path / "t.xlsx").write_bytes(shared_text(100, 100_000))
    monkeypatch.setattr(excel, "LIKELY", 1 << 20)
    with pytest.raises(BadInput, match=r"t.xlsx contains more than 1 MiB of cells; export the table alone as CSV"):
        read_columns(tmp_path / "t.xlsx")


def test_wide_rows_of_a_workbook_are_counted(tmp_path, monkeypatch):
    pytest.importorskip("openpyxl")
    from tests.tabular.formats.test_excel import sheet, workbook

    rows = "".join(f'<row r="{i}"><c r="XFD{i}"><v>1</v></c></row>' for i in range(1, 40))
    made = sheet([]).replace("<sheetData></sheetData>", f"<sheetData>{rows}</sheetData>")
    (tmp_path / "t.xlsx").write_bytes(workbook(made))
    monkeypatch.setattr(excel, "LIKELY", 1 << 20)
    with pytest.raises(BadInput, match="contains more than 1 MiB of cells"):
        read_columns(tmp_path / "t.xlsx")


def test_styles_of_a_workbook_without_end(tmp_path, monkeypatch):
    pytest.importorskip("openpyxl")
    from tests.tabular.formats.test_excel import SCORES, sheet, workbook

    content = io.BytesIO(workbook(sheet(SCORES)))
    with zipfile.ZipFile(content, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/styles.xml", "<styleSheet>" + "<xf/>" * 2000 + "</styleSheet>")
    monkeypatch.setattr(excel, "MARKS", 1000)
    (tmp_path / "t.xlsx").write_bytes(content.getvalue())
    with pytest.raises(BadInput, match="more styles and links than any table needs"):
        read_columns(tmp_path / "t.xlsx")


def test_sparse_rows_are_counted_before_any_is_made(monkeypatch):
    with pytest.raises(BadInput, match=r"keep fewer than its 20,000 sparse rows or 20,000 attributes"):
        read_source(sparse_rows(ROWS, 20_000), name="t.arff").table()
    monkeypatch.setattr("bakeoff.tabular.formats.arff._CELLS", 1000)
    table = read_source(sparse_rows(300, 40), name="t.arff").table()
    assert (len(table), len(table.columns)) == (300, 40)
    assert all(not values.any() for values in table.values)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("encoding", "rows"),
    [("dictionary", ROWS), ("categories", ROWS), ("bytes", ROWS), ("DELTA_BYTE_ARRAY", 1000), ("PLAIN", 1000)],
)
def test_a_kilobyte_of_parquet_that_stands_for_gigabytes(tmp_path, encoding, rows, reader):
    path = repeated_text(tmp_path / "t.parquet", rows=rows, encoding=encoding)
    assert path.stat().st_size < 100_000
    words = refusal(path, reader)
    long = (
        "contains a text of 1,000,00"
        if reader == "predictions"
        else "unpacks to more than 256 MiB and 200 times its size"
    )
    assert long in words


@pytest.mark.slow
def test_a_workbook_and_a_sparse_table_that_stand_for_gigabytes(tmp_path):
    (tmp_path / "t.arff").write_bytes(sparse_rows(ROWS, 20_000))
    assert "unpacks to more than 256 MiB and 200 times its size" in refusal(tmp_path / "t.arff", "data")
    pytest.importorskip("openpyxl")
    (tmp_path / "t.xlsx").write_bytes(shared_text(ROWS, LETTERS))
    assert "contains more than 256 MiB of cells" in refusal(tmp_path / "t.xlsx", "scores")
