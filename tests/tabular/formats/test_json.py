"""JSON: the same numbers as in a CSV file, dotted paths, and every way in which a file can be wrong, in one sentence."""

import json

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.tabular import unpacked_size
from bakeoff.tabular.formats import FORMATS, json as reader
from bakeoff.tabular.reading import read

NUMBERS = ["0.1", "1e-7", "-2.50", "3", "123456789012345678901234567890", "0.30000000000000004", "9007199254740993", "1E5", "NaN", "Infinity", "-0"]  # fmt: skip


def columns(text: str, name: str = "t.json"):
    return read(text.encode(), name=name).columns()


@pytest.mark.parametrize("name", ["t.json", "t.jsonl"])
def test_numbers_are_those_of_the_same_table_as_csv(name):
    records = [f'{{"n": {number}, "w": "é", "i": {i}}}' for i, number in enumerate(NUMBERS)]
    text = "\n".join(records) if name == "t.jsonl" else "[" + ",\n".join(records) + "]"
    csv = read(("n,w,i\n" + "".join(f"{number},é,{i}\n" for i, number in enumerate(NUMBERS))).encode(), name="t.csv")
    other = read(text.encode(), name=name)
    assert other.columns() == csv.columns()
    for values, wanted in zip(other.table().values, csv.table().values, strict=True):
        np.testing.assert_array_equal(values, wanted)
    assert other.table().columns == csv.table().columns
    (part,), (wanted_part,) = other.chunks(["n", "w", "i"]), csv.chunks(["n", "w", "i"])
    for name in part:
        assert part[name].dtype.kind == wanted_part[name].dtype.kind
        np.testing.assert_array_equal(part[name], wanted_part[name])


def test_nested_fields_are_called_by_their_path_and_lacking_ones_are_missing():
    text = (
        '[{"model": "a", "metrics": {"acc": 0.5, "at": {"k": 1}}}, {"model": "b", "metrics": {"f1": null}, "more": {}}]'
    )
    assert columns(text) == {
        "model": ["a", "b"], "metrics.acc": ["0.5", ""], "metrics.at.k": ["1", ""], "metrics.f1": ["", ""], "more": ["", ""],
    }  # fmt: skip


def test_texts_are_words_even_where_they_look_like_numbers():
    table = read(b'[{"zip": "01", "n": 1}, {"zip": "NA", "n": "-"}, {"zip": "", "n": 3}]', name="t.json").table()
    assert table.columns[0].levels == ("01", "NA")
    np.testing.assert_array_equal(table.values[0], [0, 1, np.nan])
    np.testing.assert_array_equal(table.values[1], [1, np.nan, 3])  # a dash among numbers is missing, as in CSV


def test_columns_as_lists_and_as_pandas_writes_them():
    wanted = {"a": ["1", "2"], "b": ["x", "y"]}
    assert columns('{"a": [1, 2], "b": ["x", "y"]}') == wanted
    assert columns('{"a": {"0": 1, "1": 2}, "b": {"0": "x", "1": "y"}}') == wanted
    assert columns('{\n "a": [1, 2],\n "b": ["x", "y"]\n}') == wanted


@pytest.mark.parametrize("rows", [3, 40_000])
def test_first_lines_of_any_length(rows):
    """What the first bytes show only in part is found out by the whole."""
    cells = {str(i): i for i in range(rows)}
    assert len(columns(json.dumps({"a": cells, "b": cells}))["b"]) == rows
    assert len(columns(json.dumps({"a": list(cells.values())}))["a"]) == rows
    for name in ("t.json", "t.jsonl", "t.csv"):
        line = json.dumps({"m": {"text": "x" * rows}, "n": 1})
        (part,) = read(f"{line}\n{line}\n".encode(), name=name).chunks(["n"])
        assert part["n"].tolist() == [1, 1]


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_a_data_set_of_json_is_that_of_csv(tmp_path, ending):
    rows = [{"x": i * 0.37, "kind": "ab"[i % 2], "flag": i % 3 == 0, "y": "yes" if i % 4 else "no"} for i in range(40)]
    dump = json.dumps(rows) if ending == "json" else "\n".join(map(json.dumps, rows))
    (tmp_path / f"t.{ending}").write_text(dump)
    (tmp_path / "t.csv").write_text(
        "x,kind,flag,y\n" + "".join(",".join(map(str, row.values())) + "\n" for row in rows)
    )
    data, wanted = (bo.load(tmp_path / name, target="y", positive="yes") for name in (f"t.{ending}", "t.csv"))
    np.testing.assert_array_equal(data.features, wanted.features)
    np.testing.assert_array_equal(data.target, wanted.target)
    assert data.columns == wanted.columns


REFUSED = {
    "cut in a number": ('[{"a": 1},\n {"a": 2', "t.json ends in the middle of line 2: it is cut off"),
    "cut in a text": ('[{"a": 1},\n {"a": "b', "t.json ends in the middle of line 2: it is cut off"),
    "cut behind a comma": ('[{"a": 1},\n', "t.json ends in the middle of line 1: it is cut off"),
    "no comma": ('[{"a": 1}\n {"a": 2}]', "line 2 of t.json is not JSON: a comma or ] is missing"),
    "single quotes": ("[{'a': 1}]", "line 1 of t.json is not JSON"),
    "text behind it": ('[{"a": 1}]\nend', "line 2 of t.json is outside its JSON value"),
    "a field twice": ('[{"b": 1},\n{"a": 1, "a": 2}]', "the record of line 2 of t.json has an object with two fields called 'a'"),
    "a path twice": ('[{"a.b": 1, "a": {"b": 2}}]', "the record of line 1 of t.json has two fields called 'a.b'"),
    "a list in a cell": ('[{"a": [1, 2]}]', "the field 'a' of the record of line 1 of t.json is a list"),
    "numbers": ("[1, 2]", "the record of line 1 of t.json is a single value; write each row as an object"),
    "rows": ("[[1, 2]]", "the record of line 1 of t.json is a list; write each row as an object"),
    "an empty list": ("[]", "t.json is an empty list"),
    "columns without rows": ('{"a": []}', "t.json contains no rows"),
    "unequal columns": ('{"a": [1], "b": [1, 2]}', "the columns of t.json have different lengths: 'a' 1 and 'b' 2"),
    "one object": ('{"a": {"x": 1}}', "t.json is one object, whose field 'a' is not a list"),
    "deep lists": ("[" * 100_000, "t.json is nested too deeply"),
    "deep objects": ("[" + '{"a":' * 40 + "1" + "}" * 40 + "]", "more than 32 objects inside each other"),
    "a long text": (json.dumps([{"a": "x" * 1_100_000}]), "has 1,100,000 characters, and 1,048,576 can be read"),
    "a number of many digits": ('[{"a": ' + "1" * 1_100_000 + "}]", "has 1,100,000 characters"),
    "a control character": ('[{"a": "\n"}]', "line 1 of t.json is not JSON"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    text, words = REFUSED[name]
    with pytest.raises(BadInput) as caught:
        columns(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text():
    with pytest.raises(BadInput, match=r"t.json: line 2 is not UTF-8 \(byte 0xE9\)"):
        read(b'[{"a": 1},\n{"a": "caf\xe9"}]', name="t.json").columns()


def test_halves_of_characters_and_nul_are_replaced():
    assert columns('[{"a\\ud800": "\\u0000b\\udfff"}]') == {"a�": ["�b�"]}


@pytest.mark.parametrize("name", ["t.json", "t.jsonl"])
def test_records_without_a_common_field_make_no_large_table(monkeypatch, name):
    """One bomb of JSON: a few bytes for each record, and a table of all records times all fields."""
    monkeypatch.setattr(unpacked_size, "LIKELY", 1 << 20)
    records = [f'{{"f{i}": 1}}' for i in range(2000)]
    text = "\n".join(records) if name == "t.jsonl" else f"[{','.join(records)}]"
    with pytest.raises(BadInput, match=r"its 2,000 records have 2,000 different fields: give them the same ones"):
        columns(text, name)


@pytest.mark.parametrize("name", ["json", "json-lines"])
def test_infinite_numbers_are_not_written(name):
    with pytest.raises(BadInput, match="JSON cannot contain infinite numbers"):
        FORMATS[name].write({"a": [1.0, float("inf")]}, ".json")


def test_a_file_that_is_too_long_to_be_read_whole(monkeypatch):
    monkeypatch.setattr(reader, "LIKELY", 1 << 20)
    with pytest.raises(BadInput, match=r"more than 1 MiB of JSON; write it as JSON Lines"):
        columns(json.dumps([{"a": "x" * 600_000}] * 2))
