"""Workbooks: what is read, what is refused, and what is printed where openpyxl is not installed."""

import io
import sys
import zipfile

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.core.install_line import install_line
from bakeoff.tabular.reading import read

TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    "{}</Types>"
)
SHEET_TYPE = (
    '<Override PartName="/xl/worksheets/sheet{}.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
SCORES = [["data", "a", "b"], ["iris", 0.9, 0.8], ["wine", 0.95, 1], ["zoo", 0.7, None]]


def cell(place, value):
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith("<f>"):
        return f'<c r="{place}">{value}</c>'
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value!r}</v></c>'


def sheet(rows, head=""):
    lines = "".join(
        f'<row r="{i}">' + "".join(cell(f"{chr(65 + at)}{i}", one) for at, one in enumerate(row)) + "</row>"
        for i, row in enumerate(rows, start=1)
    )
    return f'<?xml version="1.0"?>{head}<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def workbook(*sheets):
    """The bytes of a minimal workbook, written by hand."""
    made = io.BytesIO()
    n = range(1, len(sheets) + 1)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("[Content_Types].xml", TYPES.format("".join(map(SHEET_TYPE.format, n))))
        book.writestr(
            "_rels/.rels",
            RELS.format(f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'),
        )
        names = "".join(f'<sheet name="S{i}" sheetId="{i}" r:id="r{i}"/>' for i in n)
        book.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{names}</sheets></workbook>'
        )
        parts = "".join(
            f'<Relationship Id="r{i}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{i}.xml"/>' for i in n
        )
        book.writestr("xl/_rels/workbook.xml.rels", RELS.format(parts))
        for i, text in zip(n, sheets, strict=True):
            book.writestr(f"xl/worksheets/sheet{i}.xml", text)
    return made.getvalue()


def test_a_workbook_is_known_by_what_it_holds():
    pytest.importorskip("openpyxl")
    assert list(read(workbook(sheet(SCORES)), name="s.csv").columns()) == ["data", "a", "b"]
    with pytest.raises(BadInput, match="zip archive or a damaged Excel workbook"):
        read(b"PK\x03\x04rest", name="s.csv")


def test_without_openpyxl_one_sentence_names_the_cure(tmp_path, monkeypatch):
    (tmp_path / "s.xlsx").write_bytes(workbook(sheet(SCORES)))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingPackage, match=r"s\.xlsx is an Excel workbook: reading it needs openpyxl; .*\[excel\]"):
        read(tmp_path / "s.xlsx").columns()
    monkeypatch.chdir(tmp_path)
    for words in (["compare", "s.xlsx"], ["measure", "s.xlsx", "--truth", "a", "--pred", "b"]):
        seen = CliRunner().invoke(cli, words)
        assert seen.exit_code == 2
        assert install_line("excel") in seen.output


@pytest.mark.parametrize("head", ['<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE x SYSTEM "file:///etc/hostname">'])
def test_xml_declarations_are_refused(head):
    with pytest.raises(BadInput, match="XML declarations"):
        read(workbook(sheet(SCORES, head)), name="s.xlsx")


def test_a_workbook_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr("bakeoff.tabular.formats.excel.LIKELY", 1 << 20)
    with pytest.raises(BadInput, match="unpacks to more than 1 MiB"):
        read(workbook(sheet(SCORES) + " " * (1 << 21)), name="s.xlsx")


def test_the_only_filled_sheet_is_read(tmp_path, monkeypatch):
    pytest.importorskip("openpyxl")
    (tmp_path / "s.xlsx").write_bytes(workbook(sheet([]), sheet([[], *([None, *row] for row in SCORES), []])))
    assert read(tmp_path / "s.xlsx").columns() == {
        "data": ["iris", "wine", "zoo"], "a": ["0.9", "0.95", "0.7"], "b": ["0.8", "1", ""],
    }  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.xlsx").write_bytes(workbook(sheet([["y", "p"], ["yes", "yes"], ["no", "no"], ["yes", "no"]])))
    seen = CliRunner().invoke(cli, ["measure", "p.xlsx", "--truth", "y", "--pred", "p", "--positive", "yes"])
    assert seen.exit_code == 0, seen.output
    assert "0.6667" in seen.output


@pytest.mark.parametrize(
    ("book", "match"),
    [
        (workbook(sheet(SCORES), sheet(SCORES)), "2 filled sheets"),
        (workbook(sheet([])), "without filled cells"),
        (workbook(sheet([["data", "a"], ["iris", "<f>1+1</f>"]])), "cell B2 is a formula without a stored value"),
        (workbook("<worksheet"), "cannot be read as an Excel workbook"),
    ],
)
def test_what_is_refused_in_a_sentence(book, match):
    pytest.importorskip("openpyxl")
    with pytest.raises(BadInput, match=match):
        read(book, name="s.xlsx")
