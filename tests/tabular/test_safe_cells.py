"""Every text survives its way into a cell and back, and no cell runs."""

import csv
import io

import pytest
from hypothesis import example, given, strategies as st

from bakeoff.tabular.safe_cells import plain_cell, safe_cell

texts = st.text(st.sampled_from("=+-@\t\r\n'\\ax0 9;|\",") | st.characters(), max_size=12)


@given(texts)
@example("\\x09")
@example("'\\x09")
@example("  =1")
@example("\x00")
def test_there_and_back(text):
    written = safe_cell(text)
    assert plain_cell(written) == text
    assert not any(ord(one) < 32 or 127 <= ord(one) < 160 for one in written)
    assert written.lstrip()[:1] not in {"=", "@"}
    assert written.lstrip()[:1] not in {"+", "-"} or float(written) is not None


@given(st.integers() | st.floats() | st.none() | st.booleans())
def test_what_is_no_text_stays(value):
    assert safe_cell(value) is value


@given(st.lists(texts, min_size=1, max_size=3))
@example(["x;=1+1"])
@example(["a", "x; =1+1"])
@example(["a", 'x;"=1+1"'])
@example(["a", "x|@SUM(1)"])
@example([";", "=1"])
def test_no_cell_is_a_formula_whatever_the_separator(cells):
    written = io.StringIO()
    csv.writer(written).writerow([safe_cell(cell) for cell in cells])
    for separator in ",;\t|":
        for row in csv.reader(io.StringIO(written.getvalue()), delimiter=separator):
            for cell in row:
                bare = cell.strip().strip('"').strip()
                assert not bare.startswith(("=", "@", "+", "-")) or is_number(bare.partition(",")[0].rstrip('"')), (
                    separator,
                    row,
                )


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("name", ["x;=1+1", "x|=1+1", "x;\t=1", "x; +A1"])
def test_a_formula_behind_a_separator_is_marked(name):
    assert not set(safe_cell(name)) & set(";|\t")
    assert plain_cell(safe_cell(name)) == name
