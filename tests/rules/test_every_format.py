"""Rules that hold for every declared format: one small table in all forms, sniffing, round trips, packing, files that are empty or cut off."""

import gzip
import io
import sys

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.tabular.formats import ALL, FORMATS, Format
from bakeoff.tabular.reading import format_of_ending, read
from tests.helpers.fuzzing import refused_or_read

TABLE = {"a": [1.0, 2.5], "b": ["x", "y"]}
# A format without an ending is a printout with columns of its own; it has tests of its own.
every = pytest.mark.parametrize("form", [form for form in FORMATS if form.endings], ids=lambda form: form.name)
BINARY = {"excel", "parquet", "arrow"}


def small(form: Format) -> bytes:
    """The table as a file of that format."""
    if form.package:
        pytest.importorskip(form.package)
    if form.example:
        return form.example
    if form.write is not None:
        return form.write(TABLE, form.endings[0])
    from openpyxl import Workbook

    book, file = Workbook(), io.BytesIO()
    for row in (["a", "b"], [1, "x"], [2.5, "y"]):
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def reading(form: Format, content: bytes, name: str | None = None):
    columns = ["a", "b"] if form.headless else None
    return read(content, name=name or f"t{form.endings[0]}", columns=columns)


def forms_of(form: Format, content: bytes, name: str | None = None) -> list:
    """Columns of text, coded columns, arrays."""
    source = reading(form, content, name)
    return [source.columns(), source.table(), list(source.chunks(["a", "b"]))]


def test_names_and_endings_are_of_one_format_only():
    endings = [ending for form in FORMATS for ending in form.endings]
    assert len(set(endings)) == len(endings)
    assert all(ending.startswith(".") and ending == ending.lower() for ending in endings)
    assert tuple(FORMATS)[: len(ALL)] == ALL


@every
def test_the_declaration_is_complete(form: Format):
    assert form.title
    assert form.about.endswith(".")
    assert form.bounds
    assert form.cost
    assert any((form.cells, form.table, form.to_csv))
    assert all(format_of_ending(f"t{ending}") is form for ending in form.endings)


@every
def test_a_small_table_is_the_same_in_every_form(form: Format):
    columns, table, parts = forms_of(form, small(form))
    assert [float(cell) for cell in columns["a"]] == TABLE["a"]
    assert columns["b"] == TABLE["b"]
    place = table.names.index("b")
    assert [table.columns[place].levels[int(code)] for code in table.values[place]] == TABLE["b"]
    if form.name != "conll":  # whose cells are words
        np.testing.assert_array_equal(table.values[table.names.index("a")], TABLE["a"])
        assert np.concatenate([part["a"] for part in parts]).tolist() == TABLE["a"]
    assert np.concatenate([part["b"] for part in parts]).tolist() == TABLE["b"]
    assert reading(form, small(form)).heading()[:2] == ["a", "b"]


@every
def test_sniffing_takes_no_format_for_another(form: Format):
    content = small(form)
    for other in filter(lambda one: one.endings, FORMATS):
        if other.sniff is not None:
            assert other.sniff(content[:200]) == (other is form), other
        assert not other.magic or content.startswith(other.magic) == (other is form)


@every
def test_the_first_bytes_decide_under_any_name(form: Format, monkeypatch: pytest.MonkeyPatch):
    content = small(form)
    if form.sniff is None:
        if form.magic:
            with pytest.raises(BadInput, match=rf"t.csv is .* file; give it the ending \{form.endings[0]}"):
                reading(form, content, "t.csv")
        return
    assert [float(cell) for cell in reading(form, content, "t.csv").columns()["a"]] == TABLE["a"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
    assert [float(cell) for cell in read("-").columns()["a"]] == TABLE["a"]


@every
def test_text_may_be_packed(form: Format):
    if form.name not in BINARY:
        columns = reading(form, gzip.compress(small(form)), f"t{form.endings[0]}.gz").columns()
        assert columns["b"] == TABLE["b"]


@every
def test_what_is_written_is_read_back(form: Format):
    if form.write is None:
        return
    table = {"n": [0.1, 1e-300, float("nan"), -2.5], "whole": [1, 2, 3, 2**53], "w": ["é", "a,b", 'q"uote', "=1+1"]}
    for ending in form.endings:
        (part,) = reading(form, form.write(table, ending), f"t{ending}").chunks(["n", "whole", "w"])
        np.testing.assert_array_equal(part["n"], table["n"])
        assert part["whole"].tolist() == table["whole"]
        assert part["w"].tolist() in (table["w"], [*table["w"][:3], "'=1+1"])  # no spreadsheet runs it
        assert reading(form, form.write(table, ending), f"t{ending}").table().names == tuple(table)


@every
def test_an_empty_file_is_refused_in_a_sentence(form: Format):
    small(form)
    for view in (lambda: reading(form, b"").columns(), lambda: reading(form, b"").table()):
        with pytest.raises(BadInput) as caught:
            view()
        assert "\n" not in str(caught.value)


@every
def test_a_file_that_is_cut_off_is_refused_or_read(form: Format):
    content = small(form).rstrip()
    for end in range(1, len(content), max(1, len(content) // 60)):
        if form.name in {*BINARY, "json"}:  # no part of such a file is a file
            with pytest.raises(BakeoffError):
                forms_of(form, content[:end])
        else:
            with refused_or_read():
                forms_of(form, content[:end])


@every
def test_junk_is_refused_or_read(form: Format):
    content = bytearray(small(form))
    rng = np.random.default_rng(0)
    for _ in range(60):
        broken = bytearray(content)
        for place in rng.integers(len(broken), size=3):
            broken[place] = rng.integers(256)
        with refused_or_read():
            forms_of(form, bytes(broken))
