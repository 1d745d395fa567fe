"""Excel workbooks (.xlsx) as CSV text, read without running anything in them and up to a size that no table of scores has."""

import csv
import io
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import IO, Any

from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.unpacked_size import LIKELY

__all__ = ["EXCEL"]

MEMBERS = 10_000
MARKS = 1 << 20  # of XML in a part that holds no cells; each can become a Python object of a kilobyte
EMPTY_ROWS = 100_000  # one after another; a cell of 50 bytes can lie a million rows below the others
_ZIP = b"PK\x03\x04"
_BOOK = "xl/workbook.xml"
_CURE = "export the table alone as CSV"


def _to_csv(file: FileContent) -> bytes:
    """The only filled sheet of a workbook as CSV in UTF-8; refuses several sheets and formulas without a stored value."""
    content, what = file.content, file.what
    if not any(member.filename == _BOOK for member in _members(content)):
        raise BadInput(f"{what} is a zip archive or a damaged Excel workbook; unpack it, or export the sheet as CSV")
    _refuse_large(content, what)
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise MissingPackage("openpyxl", f"{what} is an Excel workbook: reading it", extra="excel") from None
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        filled = {sheet.title: rows for sheet in book.worksheets if (rows := list(_rows(sheet)))}
        book.close()
    except BadInput as problem:
        raise BadInput(f"{what} {problem}") from None
    except Exception as error:  # noqa: BLE001 (openpyxl has many errors; the file is a stranger's)
        raise BadInput(
            f"{what} cannot be read as an Excel workbook: {str(error).partition(chr(10))[0] or type(error).__name__}",
            cure="export it as CSV",
        ) from None
    if not filled:
        raise BadInput(f"{what} is an Excel workbook without filled cells")
    if len(filled) > 1:
        raise BadInput(
            f"{what} has {len(filled)} filled sheets ({', '.join(filled)})",
            cure="keep one, or export the one that you mean as CSV",
        )
    ((title, rows),) = filled.items()
    _refuse_unknown_formulas(content, title, rows, what)
    return _csv(rows)


Rows = Sequence[tuple[int, Sequence[Any]]]  # with the number that Excel shows


def _members(content: bytes) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        return []


def _refuse_large(content: bytes, what: str) -> None:
    """Refuse what unpacks to too much (no member unpacks to more than its entry states) and XML with declarations of its own."""
    members = _members(content)
    if len(members) > MEMBERS or sum(member.file_size for member in members) > LIKELY:
        raise BadInput(f"{what} unpacks to more than {LIKELY >> 20} MiB", cure="export the sheet as CSV")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for member in members:
            if not member.filename.endswith((".xml", ".rels")):
                continue
            try:
                with archive.open(member) as part:
                    declared, marks = _declares(part)
            except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError, EOFError, zlib.error):
                raise BadInput(
                    f"{what} is a damaged or encrypted workbook", cure="save it again, or export it as CSV"
                ) from None
            if declared:
                raise BadInput(
                    f"{what} contains XML declarations that no workbook needs", cure="export the sheet as CSV"
                )
            if marks > MARKS and not _holds_cells(member.filename):
                raise BadInput(f"{what} has more styles and links than any table needs", cure="export the sheet as CSV")


def _holds_cells(name: str) -> bool:
    """Whether a part may be long: a sheet, or the texts of all sheets."""
    return "worksheets/" in name or "sharedStrings" in name or "sheet" in name.rpartition("/")[2]


def _declares(part: IO[bytes]) -> tuple[bool, int]:
    """Whether a part declares anything, also behind a long comment and in UTF-16 (in texts the mark would be escaped), and its marks."""
    end, marks = b"", 0
    while block := part.read(1 << 20):
        marks += block.count(b"<")
        window = end + block.replace(b"\0", b"")
        if b"<!DOCTYPE" in window or b"<!ENTITY" in window:
            return True, marks
        end = window[-16:]
    return False, marks


def _rows(sheet: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The rows that hold anything; cells may share one long text, and rows may be wide, so that both are counted."""
    filled = size = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number - filled > EMPTY_ROWS:
            raise BadInput(f"has more than {EMPTY_ROWS:,} rows without a filled cell one after another", cure=_CURE)
        size += 8 * len(row) + sum(len(cell) for cell in row if isinstance(cell, str))
        if size > LIKELY:
            raise BadInput(f"contains more than {LIKELY >> 20} MiB of cells", cure=_CURE)
        if any(cell is not None and str(cell).strip() for cell in row):
            filled = number
            yield number, row


def _refuse_unknown_formulas(content: bytes, title: str, rows: Rows, what: str) -> None:
    """An empty cell may be a formula that no program has computed yet: that is not a missing score."""
    if not any(cell is None for _, row in rows for cell in row):
        return
    from openpyxl import load_workbook

    values = dict(rows)
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
    for number, row in enumerate(book[title].iter_rows(), start=1):
        stored = values.get(number, ())
        for index, cell in enumerate(row):
            if cell.data_type == "f" and (index >= len(stored) or stored[index] is None):
                raise BadInput(
                    f"{what}: cell {cell.coordinate} is a formula without a stored value",
                    cure="open the workbook, let it compute, and save it again",
                )


def _csv(rows: Rows) -> bytes:
    """The cells as text: numbers to their last digit, dates as ISO writes them, nothing where a cell is empty."""
    width = max((index + 1 for _, row in rows for index, cell in enumerate(row) if _text(cell)), default=0)
    first = min((index for _, row in rows for index, cell in enumerate(row) if _text(cell)), default=0)
    text_file = io.StringIO()
    writer = csv.writer(text_file, lineterminator="\n")
    for _, row in rows:
        cells = [_text(cell) for cell in row[first:width]]
        writer.writerow([*cells, *[""] * (width - first - len(cells))])
    return text_file.getvalue().encode("utf-8")


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return repr(int(cell)) if cell.is_integer() and abs(cell) < 2**53 else repr(cell)
    if hasattr(cell, "isoformat"):
        return str(cell.isoformat())
    return " ".join(str(cell).split())


EXCEL = Format(
    name="excel",
    title="Excel workbook",
    endings=(".xlsx", ".xlsm"),
    about="The only filled sheet of a workbook; formulas count with the value that is stored beside them.",
    bounds="256 MiB unpacked, 10,000 members, 100,000 empty rows one after another; one filled sheet; no XML declarations",
    cost="read whole, as the CSV text that the sheet stands for",
    sniff=lambda head: head.startswith(_ZIP),
    to_csv=_to_csv,
    package="openpyxl",
)
