"""CSV and its relatives: types, gaps, separators, and everything a file can have wrong."""

import csv
import gzip
import io

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bakeoff.comparisons.evidence.score_table import score_table
from bakeoff.core.errors import BadInput, Problems
from bakeoff.data.dataset import ColumnKind
from bakeoff.tabular import reading, unpacked_size
from bakeoff.tabular.formats import csv as reader
from bakeoff.tabular.reading import chunks
from bakeoff.tabular.table import MISSING, MISSING_AMONG_NUMBERS


def read(text: str | bytes, **options):
    return reading.read(text.encode() if isinstance(text, str) else text, name="toy.csv", **options).table()


def refused(text: str | bytes, **options) -> str:
    with pytest.raises(BadInput) as caught:
        read(text, **options)
    return str(caught.value)


def test_numbers_words_gaps_and_dates():
    table = read("n,w,d,all\n1,red,2020-01-01,\n 2.5 ,?,2020-01-02T12:00,\nNA,blue , ,\n1e3,red,2020-01-03,\n")
    kinds = [column.kind for column in table.columns]
    assert kinds == [ColumnKind.NUMERIC, ColumnKind.NOMINAL, ColumnKind.DATE, ColumnKind.NUMERIC]
    np.testing.assert_array_equal(table.values[0], [1, 2.5, np.nan, 1000])
    assert table.columns[1].levels == ("blue", "red")
    np.testing.assert_array_equal(table.values[1], [1, np.nan, 0, 1])
    np.testing.assert_array_equal(table.values[2], [1577836800, 1577966400, np.nan, 1578009600])
    assert np.isnan(table.values[3]).all()


@pytest.mark.parametrize("mark", MISSING)
def test_every_usual_mark_means_missing(mark):
    table = read(f"x,w\n1,a\n{mark},{mark}\n")
    assert np.isnan(table.values[0][1])
    assert np.isnan(table.values[1][1])


def test_na_values_replaces_the_marks_and_compares_numbers_as_numbers():
    table = read("x,w,y\n-999,NA,1\n-999.0,b,2\n3,,3\n", na_values=["-999"])
    np.testing.assert_array_equal(table.values[0], [np.nan, np.nan, 3])
    assert table.columns[1].levels == ("NA", "b")
    assert np.isnan(table.values[1][2])


@pytest.mark.parametrize(
    ("text", "note"),
    [("a;b\n1;x\n", "semicolon"), ("a\tb\n1\tx\n", "tab"), ("a,b\n1,x\n", "")],
)
def test_the_separator_is_found_and_said(text, note):
    table = read(text)
    assert table.names == ("a", "b")
    assert (note in " ".join(table.notes)) if note else not table.notes


def test_an_ambiguous_separator_is_refused():
    assert "split at comma and semicolon alike" in refused("a;b,c\n1;2,3\n")
    assert read("a;b,c\n1;2,3\n", separator=";").names == ("a", "b,c")


def test_decimal_commas_in_files_with_semicolons_are_read_and_said():
    table = read("a;y\n1,5;u\n-2;v\n;v\n")
    np.testing.assert_array_equal(table.values[0], [1.5, -2, np.nan])
    assert "column 'a' is read with decimal commas" in table.notes


def test_byte_order_marks_and_line_ends():
    for content in (b"\xef\xbb\xbfa,b\r\n1,2\r\n", "a,b\n1,2".encode("utf-16"), b"a,b\r1,2\r"):
        table = read(content)
        assert table.names == ("a", "b")
        assert [values.tolist() for values in table.values] == [[1], [2]]


def test_quotes_separators_and_line_ends_inside_cells():
    table = read('"a ""x""",b\n"1, 2",5\n"two\nlines",6\n"",7\n')
    assert table.names == ('a "x"', "b")
    assert table.columns[0].levels == ("1, 2", "two\nlines")
    assert table.values[1].tolist() == [5, 6, 7]


def test_words_that_turn_up_late_keep_the_spelling_of_earlier_cells(monkeypatch):
    monkeypatch.setattr(reader, "_CHUNK", 3)
    table = read("x,y\n1.0,1\n2.50,2\n007,3\n4,4\nfive,5\n6,6")
    assert set(table.columns[0].levels) == {"1.0", "2.50", "007", "4", "five", "6"}
    assert table.values[1].tolist() == [1, 2, 3, 4, 5, 6]


def test_a_column_that_is_nearly_numbers_is_said():
    rows = "\n".join([*(f"{i},a" for i in range(20)), "gone,a"])
    assert any("read as words because of 'gone'" in note for note in read(f"x,y\n{rows}").notes)


@pytest.mark.parametrize("mark", MISSING_AMONG_NUMBERS)
def test_a_dash_is_missing_among_numbers_and_a_word_among_words(mark):
    table = read(f"x,w\n1,a\n{mark},{mark}\n")
    assert np.isnan(table.values[0][1])
    assert set(table.columns[1].levels) == {"a", mark}
    assert read("x,y\n1,+\n2,-\n").columns[1].levels == ("+", "-")
    assert read("x;y\n1,5;+\n-;-\n").columns[0].kind is ColumnKind.NUMERIC


@pytest.mark.parametrize("mark", MISSING)
def test_one_list_of_missing_in_data_scores_and_predictions(mark, tmp_path):
    """What means missing in one kind of file does so in all; a dash does so where numbers are."""
    content = f"learner 1,learner 2,class\n0.5,0.5,a\n{mark},0.5,{mark}\n0.5,0.5,b\n"
    assert np.isnan(read(content).values[0][1])
    columns = reading.read(content.encode(), name="x.csv").columns()
    scores = score_table({"data": list("xyz"), "a": columns["learner 1"], "b": columns["learner 2"]}).matrix
    assert np.isnan(scores.values[1][0])
    (tmp_path / "p.csv").write_text(content)
    (part,) = chunks(str(tmp_path / "p.csv"), ["learner 1", "class"])
    assert np.isnan(part["learner 1"][1])
    assert part["class"].tolist() == ["a", None, "b"]


FORMS = {
    "comma": "data,a,b\nx,0.9,0.5\ny,-,0.25\n",
    "tab": "data\ta\tb\nx\t0.9\t0.5\ny\t–\t0.25\n",
    "bar": "data|a|b\nx|0.9|0.5\ny|None|0.25\n",
    "decimal commas": "data;a;b\nx;0,9;0,5\ny;n/a;0,25\n",
    "markdown": "| data | a | b |\n|:--|--:|---|\n| x | **0.9** | 0.5 |\n| y | - | 0.25 |\n",
    "markdown without borders": "data | a | b\n--- | --- | ---\nx | 0,9 | 0,5\ny |  | 0,25\n",
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_scores_and_the_same_data(form, packed):
    content = gzip.compress(FORMS[form].encode()) if packed else FORMS[form].encode()
    matrix = score_table(reading.read(content, name="x").columns()).matrix
    np.testing.assert_array_equal(matrix.values, [[0.9, 0.5], [np.nan, 0.25]])
    table = read(content)
    assert table.names == ("data", "a", "b")
    np.testing.assert_array_equal(table.values[1], [0.9, np.nan])
    np.testing.assert_array_equal(table.values[2], [0.5, 0.25])


def test_a_quote_inside_a_cell_is_a_character():
    assert read('size,n\n5" disk,1\n3" disk,2\n').columns[0].levels == ('3" disk', '5" disk')


def test_bars_can_be_written_inside_a_markdown_cell():
    assert read("| w | n |\n|---|---|\n| a\\|b | 1 |\n| c | 2 |\n").columns[0].levels == ("a|b", "c")
    assert "line 4 has 1 cell, the heading has 2" in refused("| w | n |\n|---|---|\n| a | 1 |\n| c |\n")


def test_a_packed_file_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(unpacked_size, "UNPACKED", 1 << 10)
    assert "unpacks to more than" in refused(gzip.compress(b"a,b\n" + b"1,2\n" * 1000))


def test_underscores_make_no_numbers():
    assert read("x,y\n1_000,a\n2,b\n").columns[0].kind is ColumnKind.NOMINAL


def test_columns_of_texts():
    many = "\n".join(f"name{i},{i % 2}" for i in range(120))
    assert read(f"s,y\n{many}").columns[0].kind is ColumnKind.TEXT
    prose = "\n".join(f"this is the sentence number {i},{i % 2}" for i in range(30))
    assert read(f"s,y\n{prose}").columns[0].kind is ColumnKind.TEXT
    few = "\n".join(f"a rather long level name {i % 3},{i % 2}" for i in range(30))
    assert read(f"s,y\n{few}").columns[0].kind is ColumnKind.NOMINAL


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("\n  \n", "is empty"),
        ("a,b\n1,2,3\n", "line 2 has 3 cells, the heading has 2"),
        ("a,a\n1,2\n", "line 1: two columns are called 'a'; rename one"),
        ('a,b\n"x,2\n', "line 2: a quote is opened and never closed"),
        ('a,b\n"x"y,2\n', "line 2: text beside a quoted cell"),
        ("1,2\n3,4\n", "line 1: the first line contains numbers"),
        ("a,b\nä,1\n".encode("latin-1"), "line 2 is not UTF-8 (byte 0xE4)"),
        (b"a,b\n1,\x002\n", "line 2 contains a NUL byte"),
        (b"PK\x03\x04rest", "Excel workbook"),
        (b"PAR1rest", "Parquet"),
        (b"\x1f\x8brest", "gzip file that is damaged"),
    ],
)
def test_what_is_wrong_is_said(text, sentence):
    assert sentence in refused(text)


def test_encoding_can_be_stated():
    assert read("a,b\nä,1\n".encode("latin-1"), encoding="latin-1").columns[0].levels == ("ä",)
    assert "no encoding called 'latin-99'" in refused("a,b\n", encoding="latin-99")


def test_all_problems_of_a_file_at_once():
    with pytest.raises(Problems) as caught:
        read('a,b\n1\n2,3\n4,5,6\n"7"x,8\n')
    assert [one[:6] for one in caught.value.problems] == ["line 2", "line 4", "line 5"]


def test_blank_lines_are_passed_over_and_line_numbers_stay_right():
    table = read("a,b\n\n1,2\n\n3,4\n")
    assert table.values[0].tolist() == [1, 3]
    assert "line 5 has 1 cell," in refused("a,b\n\n1,2\n\n3\n")


def test_a_tab_separated_row_of_gaps_is_a_row():
    assert len(read("a\tb\n1\t2\n\t\n3\t4\n")) == 3


def test_unnamed_columns_get_a_name_that_is_said():
    table = read(",x\n0,1\n1,2\n")
    assert table.names == ("column1", "x")
    assert table.notes == ("columns without a name are called column1",)


CELL = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from(',;"\n\t ='), max_size=10)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=10), st.sampled_from([",", ";", "\t"]))
def test_what_the_csv_module_writes_is_read_back(rows, separator):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(["first", "second", "n"])
    for at, row in enumerate(rows):
        writer.writerow([*row, at])
    table = read(out.getvalue(), separator=separator)
    assert table.values[2].tolist() == list(range(len(rows)))
    for at in (0, 1):
        column, values = table.columns[at], table.values[at]
        if column.kind in {ColumnKind.NOMINAL, ColumnKind.TEXT}:
            back = ["" if np.isnan(value) else column.levels[int(value)] for value in values]
            assert back == ["" if row[at].strip() in MISSING else row[at].strip() for row in rows]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.floats(allow_infinity=False) | st.none(), min_size=1, max_size=30))
def test_numbers_are_read_back_bit_by_bit(numbers):
    text = "x,y\n" + "\n".join(f"{'' if one is None else repr(one)},{at}" for at, one in enumerate(numbers))
    values = read(text).values[0]
    np.testing.assert_array_equal(values, [np.nan if one is None else one for one in numbers])


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200) | st.text(st.sampled_from('a,;\t"\n1?= '), max_size=100).map(str.encode))
def test_garbage_is_parsed_or_refused_in_words(content):
    try:
        read(content)
    except BadInput as error:
        told = str(error)
    else:
        told = "toy.csv"
    assert "toy.csv" in told


def test_quick_and_careful_ways_agree():
    """The same table with and without quotes takes two different ways through the code."""
    rows = [(str(i), f"w{i % 7}", "" if i % 5 == 0 else str(i / 3)) for i in range(500)]
    plain = "a,b,c\n" + "\n".join(",".join(row) for row in rows)
    quoted = "a,b,c\n" + "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
    one, other = read(plain), read(quoted)
    assert one.columns == other.columns
    for left, right in zip(one.values, other.values, strict=True):
        np.testing.assert_array_equal(left, right)


def test_types_agree_with_pandas_on_numbers():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(3)
    frame = pandas.DataFrame(
        {"a": rng.normal(size=300), "b": rng.integers(0, 9, 300), "c": rng.choice(["u", "v"], 300)}
    )
    frame.loc[rng.random(300) < 0.2, "a"] = np.nan
    table = read(frame.to_csv(index=False))
    np.testing.assert_array_equal(table.values[0], frame["a"].to_numpy())
    np.testing.assert_array_equal(table.values[1], frame["b"].to_numpy())
    assert [table.columns[2].levels[int(code)] for code in table.values[2]] == frame["c"].tolist()
