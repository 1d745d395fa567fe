"""The ARFF reader against counts made without it, against SciPy's reader, and on every construct of the format."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bakeoff.core.errors import BadInput, Problems
from bakeoff.data.dataset import ColumnKind
from bakeoff.tabular.reading import read

HERE = Path(__file__).parents[2]
SHARED = HERE.parent.parent / "shared" / "data"
COUNTED = tomllib.loads((HERE / "oracles" / "arff_counts.toml").read_text(encoding="utf-8"))["file"]
PRESENT = [one for one in COUNTED if (SHARED / one["name"]).exists()]
# SciPy's reader knows no strings, no attribute without a blank before its brace, and no blank inside a brace.
BEYOND_SCIPY = ("Reuters", "liver-disorders", "soybean")


def read_arff(content: bytes, name: str):
    return read(content, name=f"{name}.arff").table()


def arff(*lines: str):
    return read_arff("\n".join(lines).encode(), name="toy")


def refused(*lines: str) -> str:
    with pytest.raises(BadInput) as caught:
        arff(*lines)
    return str(caught.value)


@pytest.mark.parametrize("counted", PRESENT, ids=lambda one: one["name"])
def test_rows_and_classes_are_those_counted_by_awk(counted):
    table = read_arff((SHARED / counted["name"]).read_bytes(), name="x")
    assert len(table) == counted["rows"]
    if "classes" in counted:
        codes = table.values[-1]
        levels = table.columns[-1].levels
        assert not np.isnan(codes).any()
        found = {level: int(np.sum(codes == code)) for code, level in enumerate(levels)}
        assert {name: count for name, count in found.items() if count} == counted["classes"]


@pytest.mark.parametrize(
    "name", [one["name"] for one in PRESENT if not any(part in one["name"] for part in BEYOND_SCIPY)]
)
def test_every_value_is_that_of_scipy(name):
    from scipy.io import arff as scipy_arff

    rows, meta = scipy_arff.loadarff(SHARED / name)
    table = read_arff((SHARED / name).read_bytes(), name="x")
    assert list(table.names) == [one.strip(" '") for one in meta.names()]  # SciPy keeps the quotes of 'K'
    for column, values, own in zip(table.columns, table.values, meta.names(), strict=True):
        theirs = rows[own]
        if column.kind is ColumnKind.NUMERIC:
            np.testing.assert_array_equal(values, theirs)
        else:
            # SciPy gives "?" for both a gap and a level of that name, so levels called "?" are compared as such.
            ours = ["?" if np.isnan(value) else column.levels[int(value)] for value in values]
            assert ours == [one.decode() for one in theirs]


def test_keywords_in_any_case_tabs_comments_and_blank_lines():
    table = arff(
        "% a comment", "", "@RELATION 'a b'", "@Attribute\tx\tREAL  % with a remark", "@attribute y{a, b} % low < 100",
        "@ATTRIBUTE n Integer", "@DATA", "% one", "1.5, b , 3", "", "?,?,? % gaps", "\t2\t,a,\t4",
    )  # fmt: skip
    assert table.names == ("x", "y", "n")
    assert table.columns[1].levels == ("a", "b")
    np.testing.assert_array_equal(np.column_stack(table.values), [[1.5, 1, 3], [np.nan] * 3, [2, 0, 4]])
    assert table.measured == {"x", "n"}


def test_quotes_and_escapes():
    table = arff(
        "@relation r", "@attribute 'the name' {'it\\'s', \"a, b\", '100 %'}", '@attribute "say \\"x\\"" string', "@data",
        "'it\\'s', 'line\\none, two'", "\"a, b\",'tab\\there'", "'100 %', '\\u00e9\\ud83d\\ude00\\u0000'",
    )  # fmt: skip
    assert table.names == ("the name", 'say "x"')
    assert table.columns[0].levels == ("it's", "a, b", "100 %")
    assert table.values[0].tolist() == [0, 1, 2]
    assert table.columns[1].levels == ("line\none, two", "tab\there", "é😀\N{REPLACEMENT CHARACTER}")


def test_a_quoted_question_mark_is_a_value_and_a_bare_one_is_missing():
    table = arff("@relation r", "@attribute x {'?', a}", "@attribute s string", "@data", "'?', '?'", "?, ?", "a, b")
    np.testing.assert_array_equal(table.values[0], [0, np.nan, 1])
    np.testing.assert_array_equal(table.values[1], [0, np.nan, 1])
    assert table.columns[1].levels == ("?", "b")


def test_sparse_rows():
    table = arff(
        "@relation r", "@attribute n numeric", "@attribute c {no, yes}", "@attribute s string", "@attribute d date yyyy",
        "@data", "{0 5, 1 yes}", "{ }", "{2 'some text', 1 ?, 3 1971}", "{0 -1.5}, {2}",
    )  # fmt: skip
    np.testing.assert_array_equal(table.values[0], [5, 0, 0, -1.5])
    np.testing.assert_array_equal(table.values[1], [1, 0, np.nan, 0])
    assert [table.columns[2].levels[int(code)] for code in table.values[2]] == ["", "", "some text", ""]
    assert table.values[3].tolist() == [0, 0, 365 * 86400, 0]
    assert table.notes == ("weights of 1 rows are not used",)


def test_weights_of_dense_rows_are_passed_over_and_said():
    table = arff("@relation r", "@attribute x real", "@attribute y {a,b}", "@data", "1,a, {0.5}", "2,b,{3}")
    assert table.values[0].tolist() == [1, 2]
    assert table.notes == ("weights of 2 rows are not used",)


def test_rows_separated_by_blanks_alone():
    table = arff("@relation r", "@attribute x real", "@attribute y {a b}", "@data", "1 a", "2\tb", "3 'b'")
    assert table.values[0].tolist() == [1, 2, 3]
    assert table.values[1].tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("form", "text", "seconds"),
    [
        ("", "2001-04-03T12:12:12", 986299932),
        ("yyyy-MM-dd", "2001-04-03", 986256000),
        ('"dd/MM/yy HH:mm"', "'03/04/01 12:12'", 986299920),
        ("\"yyyy-MM-dd'T'HH:mm:ss.SSS\"", "2001-04-03T12:12:12.500", 986299932.5),
        ('"yyyy-MM-dd HH:mm:ss Z"', "'2001-04-03 12:12:12 +0200'", 986292732),
    ],
)
def test_dates(form, text, seconds):
    table = arff("@relation r", f"@attribute d date {form}", "@attribute y {a,b}", "@data", f"{text},a", "?,b")
    assert table.columns[0].kind is ColumnKind.DATE
    np.testing.assert_array_equal(table.values[0], [seconds, np.nan])


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["@relation r", "@attribute x real", "@data", "1,2"], "line 4: 2 values for 1 attributes"),
        (["@relation r", "@attribute x real", "@data", "abc"], "line 4: 'abc' is not a number for 'x'"),
        (["@relation r", "@attribute x {a,b}", "@data", "c"], "line 4: 'c' is not among the values declared for 'x'"),
        (["@relation r", "@attribute x {a,b", "@data"], "line 2: the values of 'x' are not closed by a brace"),
        (["@relation r", "@attribute x {a,a}", "@data"], "line 2: value 'a' of 'x' is declared twice"),
        (["@relation r", "@attribute x complex", "@data"], "line 2: type 'complex' of 'x' is not numeric, string, date"),
        (["@relation r", "@attribute x relational", "@data"], "line 2: 'x' is relational"),
        (["@relation r", "@attribute x date 'QQ'", "@data"], "letter 'Q' that is not understood"),
        (["@relation r", "@attribute x date 'yy-yyMM-dd'", "@data", "20-2001-02"], "has 'yy' a second time"),
        (["@relation r", "@attribute x date yyyy", "@data", "soon"], "line 4: 'soon' is not a date in the declared format"),
        (["@relation r", "@attribute x real"], "there is no @data line"),
        (["@relation r", "@data", "1"], "line 2: no @attribute comes before @data"),
        (["@relation r", "@attribute x real", "@attribute x real", "@data"], "line 3: attribute 'x' was already declared in line 2"),
        (["@relation r", "hello", "@attribute x real", "@data"], "line 2: 'hello' is neither"),
        (["@relation r", "@attribute x string", "@data", "'open"], "line 4: a quote is not closed"),
        (["@relation r", "@attribute x real", "@data", "{0 1"], "line 4: a sparse row is not closed"),
        (["@relation r", "@attribute x real", "@data", "{7 1}"], "line 4: '7' is not an index from 0 to 0"),
        (["@relation r", "@attribute x real", "@data", "{0 1, 0 2}"], "line 4: '0' comes twice"),
        (["@relation r", "@attribute x real", "@data", "{0}"], "line 4: a sparse row must be pairs"),
        (["@relation r", "@attribute x {a}", "@attribute y real", "@data", ",1"], "write ? for a missing value"),
        (["@relation r", "@foo x", "@data"], "line 2: @foo is not understood"),
        ([""], "is empty"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(lines, sentence):
    assert sentence in refused(*lines)


def test_all_problems_at_once_in_order_of_lines():
    with pytest.raises(Problems) as caught:
        arff("@relation r", "@attribute x real", "@attribute y {a}", "@data", "1,b", "1", "z,a")
    assert [one.split(":")[0] for one in caught.value.problems] == ["line 5", "line 6", "line 7"]


def test_many_problems_are_counted():
    told = refused("@relation r", "@attribute x real", "@data", *["abc"] * 100)
    assert "and 80 more of the kind" in told


def test_no_rows_is_a_table_without_rows():
    assert len(arff("@relation r", "@attribute x real", "@data")) == 0


TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n\t\r'\"\\%,{}? "), min_size=0, max_size=12
)


def quoted(text: str) -> str:
    for raw, escaped in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(raw, escaped)
    return f"'{text}'"


@st.composite
def written(draw):
    """A table, and its text as ARFF."""
    levels = draw(st.lists(TEXT, min_size=1, max_size=5, unique=True))
    name = draw(TEXT.filter(bool))
    gap = st.none()
    rows = draw(
        st.lists(
            st.tuples(st.floats(allow_nan=False) | gap, st.sampled_from(levels) | gap, TEXT | gap),
            min_size=1,
            max_size=8,
        )
    )
    lines = ["@relation r", f"@attribute {quoted(name + '1')} numeric"]
    lines += [
        f"@attribute {quoted(name + '2')} {{{','.join(map(quoted, levels))}}}",
        f"@attribute {quoted(name + '3')} string",
    ]
    lines.append("@data")
    for number, level, text in rows:
        cells = [
            "?" if number is None else repr(number),
            *("?" if one is None else quoted(one) for one in (level, text)),
        ]
        lines.append(", ".join(cells))
    return name, levels, rows, "\n".join(lines)


@settings(deadline=None, max_examples=150)
@given(written())
def test_what_is_written_is_read_back(case):
    name, levels, rows, text = case
    table = read_arff(text.encode(), name="toy")
    assert table.names == (name + "1", name + "2", name + "3")
    assert table.columns[1].levels == tuple(levels)
    for row, (number, level, words) in enumerate(rows):
        back = [values[row] for values in table.values]
        assert back[0] == number or (number is None and np.isnan(back[0]))
        assert (np.isnan(back[1]) and level is None) or levels[int(back[1])] == level
        assert (np.isnan(back[2]) and words is None) or table.columns[2].levels[int(back[2])] == words


@settings(deadline=None, max_examples=200)
@given(
    st.binary(max_size=300)
    | st.text(st.sampled_from("@attributedata relation{}'\"\\%,?\n 01xreal"), max_size=200).map(str.encode)
)
def test_garbage_is_parsed_or_refused_in_words(content):
    try:
        read_arff(b"@relation r\n@attribute x {a,b}\n" + content, name="toy")
    except BadInput as error:
        told = str(error)
    else:
        told = "toy"
    assert "toy" in told
