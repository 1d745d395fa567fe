"""CSV files as programs write them: separators, marks, encodings; and what is no CSV, in one sentence."""

import gzip
import io
import sys

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats import csv as files
from bakeoff.tabular.reading import chunks

PLAIN = "y,p,site\n1,0.75,a\n0,0.25,b\n1,0.5,a\n"
READ = {
    "comma": PLAIN.encode(),
    "mark of order": b"\xef\xbb\xbf" + PLAIN.encode(),
    "windows": PLAIN.replace("\n", "\r\n").encode(),
    "semicolon": PLAIN.replace(",", ";").encode(),
    "tab": PLAIN.replace(",", "\t").encode(),
    "bar": PLAIN.replace(",", "|").encode(),
    "decimal comma": PLAIN.replace(",", ";").replace(".", ",").encode(),
    "decimal comma, tab": PLAIN.replace(",", "\t").replace(".", ",").encode(),
    "quoted": "\n".join(",".join(f'"{one}"' for one in line.split(",")) for line in PLAIN.splitlines()).encode(),
    "packed": gzip.compress(PLAIN.encode()),
    "bars in a name": b'y,p,site,"p(y|x;t|z)"\n1,0.75,a,1\n0,0.25,b,2\n1,0.5,a,3\n',
    "commas in a name": b"y;p;site;p(0,5)\n1;0.75;a;1\n0;0.25;b;2\n1;0.5;a;3\n",
    "empty lines": PLAIN.replace("0,0.25,b\n", "\n0,0.25,b\n").encode() + b"\n\n",
    "markdown": b"| y | p | site |\n|---|--:|:---|\n| 1 | **0.75** | a |\n| 0 | 0.25 | `b` |\n\n| 1 | 0.5 | a |\n",
    "JSON lines": b'{"y": 1, "p": 0.75, "site": "a"}\n{"y": 0, "p": 0.25, "site": "b"}\n\n{"y": 1, "p": 0.5, "site": "a"}\n',
    "JSON": b'[\n{"y": 1, "p": 0.75, "site": "a"},\n{"y": 0, "p": 0.25, "site": "b"},\n{"y": 1, "p": 0.5, "site": "a"}]',
    "JSON columns": b'{"y": [1, 0, 1], "p": [0.75, 0.25, 0.5], "site": ["a", "b", "a"]}',
    "no last line end": PLAIN.rstrip().encode(),
}
REFUSED = {
    "nothing": (b"", "is empty"),
    "junk with carriage returns": (b"\xb5\x81,\r\x9c;q\n\xff", "is not UTF-8"),
    "an empty line": (b"\n" + PLAIN.encode(), "begins with an empty line"),
    "utf-16": (PLAIN.encode("utf-16"), "is UTF-16 text; save it as UTF-8"),
    "utf-16 without mark": (PLAIN.encode("utf-16-le"), "line 1 contains a NUL byte"),
    "latin heading": (
        PLAIN.replace("site", "sité").encode("latin-1"),
        "is not UTF-8 (byte 0xE9); save the file as UTF-8",
    ),
    "latin cell": (PLAIN.replace("b\n", "é\n").encode("latin-1"), "not UTF-8 text; save the file as UTF-8"),
    "old mac": (PLAIN.replace("\n", "\r").encode(), "end in carriage returns alone"),
    "parquet": (b"PAR1" + b"\0" * 20, "is a Parquet file; give it the ending .parquet"),
    "workbook": (b"PK\x03\x04" + b"\0" * 20, "Excel workbook"),
    "cut off": (gzip.compress(PLAIN.encode() * 500)[:-20], "cannot be unpacked"),
    "open quote": (b'y,"p,site\n1,2,3\n', "a quote is opened and never closed"),
    "twice": (b"y,p,p,site\n1,2,3,a\n", "two columns are called 'p'"),
    "two marks": (PLAIN.replace(",", ";").replace("0.25", "0,25").encode(), "writes both 0,25 and 0.75"),
    "short and long lines": (PLAIN.encode() + b"1,0.5\n0,0.5,a,7\n", "line 5 has 2 cells, the heading has 3"),
    "columns that are not there": (b"Y,q,sight\n1,2,3\n", "no column called 'y'; did you mean 'Y'?"),
}


@pytest.fixture(params=["pyarrow", "without"])
def reader(request, monkeypatch):
    """Both ways of reading."""
    if request.param == "without":
        monkeypatch.setitem(sys.modules, "pyarrow.csv", None)


def columns(path):
    parts = list(chunks(str(path), ["y", "p", "site"]))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("name", READ)
def test_what_is_read(tmp_path, name):
    path = tmp_path / "x.csv"
    path.write_bytes(READ[name])
    read = columns(path)
    assert read["y"].tolist() == [1, 0, 1]
    assert read["p"].tolist() == [0.75, 0.25, 0.5]
    assert read["site"].tolist() == ["a", "b", "a"]


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("name", READ)
def test_from_standard_input(monkeypatch, name):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(READ[name]))))
    assert columns("-")["p"].tolist() == [0.75, 0.25, 0.5]


def test_standard_input_has_a_name(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(b""))))
    with pytest.raises(BadInput, match="standard input is empty"):
        columns("-")


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(tmp_path, name):
    content, words = REFUSED[name]
    path = tmp_path / "x.csv"
    path.write_bytes(content)
    with pytest.raises(BadInput) as told:
        columns(path)
    assert words in str(told.value)
    assert "x.csv" in str(told.value)


@pytest.mark.usefixtures("reader")
def test_all_problems_at_once(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(REFUSED["short and long lines"][0])
    with pytest.raises(BadInput, match=r"2 problems:\n.*line 5 has 2 cells.*\n.*line 6 has 4 cells"):
        columns(path)
    path.write_bytes(REFUSED["columns that are not there"][0])
    with pytest.raises(BadInput, match=r"3 problems:\n.*'y'.*\n.*'p'.*\n.*'site'; did you mean 'sight'"):
        columns(path)


def test_a_column_that_changes_its_kind_further_down(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "BLOCK", 1 << 10)
    path = tmp_path / "x.csv"
    path.write_bytes(b"y,p,site\n" + b"1,0.5,a\n" * 500 + b"1,much,a\n")
    with pytest.raises(BadInput, match=r"column 'p' of .* begins as numbers, but further down contains 'much'"):
        for _ in chunks(str(path), ["y", "p"]):
            pass


@pytest.mark.usefixtures("reader")
def test_a_heading_without_rows_gives_nothing(tmp_path):
    for content in (b"y,p,site", b"y,p,site\n", b"y,p,site\r\n\r\n"):
        path = tmp_path / "x.csv"
        path.write_bytes(content)
        assert list(chunks(str(path), ["y"])) == []
