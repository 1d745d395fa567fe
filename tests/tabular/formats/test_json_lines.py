"""JSON Lines: read in parts, of files and of the standard input, and refused by the line."""

import io
import json
import sys

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.tabular.formats import json_lines
from bakeoff.tabular.reading import chunks, read


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(json_lines, "_BLOCK", 7)


def written(path, records):
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return str(path)


@pytest.mark.usefixtures("small_blocks")
def test_parts_hold_the_rows_in_their_order(tmp_path):
    path = written(tmp_path / "p.jsonl", [{"y": i % 3, "m": {"p": i / 7}, "tags": [1]} for i in range(100)])
    parts = list(chunks(path, ["m.p", "y"], 30))
    assert [len(part["y"]) for part in parts] == [28, 28, 28, 16]
    assert all(part["y"].dtype == np.int64 for part in parts)
    np.testing.assert_array_equal(np.concatenate([part["m.p"] for part in parts]), np.arange(100) / 7)
    assert read(path).heading() == ["y", "m.p", "tags"]


@pytest.mark.usefixtures("small_blocks")
def test_a_field_that_first_occurs_late_is_a_column(tmp_path):
    path = written(tmp_path / "p.jsonl", [{"y": 1}] * 20 + [{"y": 1, "w": "late"}])
    values = np.concatenate([part["w"] for part in chunks(path, ["w"], 100)]).tolist()
    assert values[-1] == "late"
    assert values[:-1] == [None] * 20
    with pytest.raises(UnknownName, match=r"no column of .*p.jsonl called 'v'"):
        list(chunks(path, ["v"]))


@pytest.mark.usefixtures("small_blocks")
def test_a_column_that_changes_its_kind_further_down(tmp_path):
    path = written(tmp_path / "p.jsonl", [{"y": 1}] * 20 + [{"y": "much"}] * 10)
    with pytest.raises(BadInput, match=r"column 'y' of .* begins as numbers, but further down contains words"):
        list(chunks(path, ["y"]))


def test_long_texts_make_smaller_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(json_lines, "_BLOCK", 10)
    monkeypatch.setattr(json_lines, "LIKELY", 1 << 16)
    path = written(tmp_path / "p.jsonl", [{"t": "x" * 1000}] * 40)
    assert len(list(chunks(path, ["t"]))) > 2
    path = written(tmp_path / "p.jsonl", [{"t": "x" * 70_000}])
    with pytest.raises(BadInput, match=r"column 't' of .* contains a text of 70,000 bytes"):
        list(chunks(path, ["t"]))


def test_from_standard_input(monkeypatch):
    content = b'{"y": 1, "p": true}\r\n\r\n{"y": 0}\r\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
    (part,) = chunks("-", ["y", "p"])
    assert (part["y"].tolist(), part["p"].tolist()) == ([1, 0], [True, None])


@pytest.mark.parametrize("form", ["whole", "parts"])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"y": 1}\n{"y": 2', "ends in the middle of line 2: it is cut off"),
        (b'{"y": 1}\n{"y": }\n{"y": 2}\n', "line 2 of .* is not JSON"),
        (b'{"y": 1}\n{"y": 2} {"y": 3}\n', "line 2 of .* contains more than one record"),
        (b'{"y": 1}\n[2]\n', "the record of line 2 of .* is a list"),
        (b'{"y": 1}\n{"y": "\xe9"}\n', r"line 2 is not UTF-8 \(byte 0xE9\)"),
        (b'{"y": 1}\n{"y": [2]}\n', "the field 'y' of the record of line 2"),
        (b'{"y": 1}\n{"y": 1, "y": 2}\n', "the record of line 2 of .* two fields called 'y'"),
    ],
)
def test_the_line_is_named(tmp_path, content, words, form):
    path = tmp_path / "p.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=words):
        _ = read(path).columns() if form == "whole" else list(chunks(path, ["y"]))


def test_a_line_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(json_lines, "LONGEST", 100)
    path = written(tmp_path / "p.jsonl", [{"y": 1}, {"y": "x" * 200}])
    with pytest.raises(BadInput, match=r"line 2 of .* has more than"):
        list(chunks(path, ["y"]))
