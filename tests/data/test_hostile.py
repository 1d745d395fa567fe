"""Files from strangers: nothing in them is run, nothing hangs, nothing but a sentence comes out."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.tabular.reading import read

FORMULAS = [
    "=1+1",
    "=cmd|'/c calc'!A0",
    "@SUM(A1)",
    "+1+1",
    "-2+3",
    "=HYPERLINK(1)",
    "__import__('os').system('x')",
    "{{7*7}}",
    "<script>",
]


def csv(text):
    return read(text.encode(), name="x.csv").table()


def arff(text):
    return read(text.encode(), name="x.arff").table()


def test_formulas_are_plain_words():
    table = csv("f,n\n" + "\n".join(f'"{one}",{i}' for i, one in enumerate(FORMULAS)))
    assert sorted(table.columns[0].levels) == sorted(FORMULAS)
    quoted = "\n".join("'" + one.replace("'", "\\'") + f"',{i}" for i, one in enumerate(FORMULAS))
    table = arff(f"@relation r\n@attribute f string\n@attribute n real\n@data\n{quoted}")
    assert sorted(table.columns[0].levels) == sorted(FORMULAS)


def test_control_characters_are_plain_text():
    odd = "".join(chr(i) for i in range(1, 32) if chr(i) not in "\n\r") + "\x7f\x85\u2028\u202e"
    table = csv(f'w,n\n"a{odd}b",1\nc,2\n')
    assert f"a{odd}b" in table.columns[0].levels
    table = arff(f"@relation r\n@attribute s string\n@attribute n real\n@data\n'a{odd}b',1\n")
    assert table.columns[0].levels == (f"a{odd}b",)


def test_a_cell_of_several_megabytes():
    huge = "x" * 3_000_000
    table = csv(f'w,n\n"{huge},",1\n{huge},2\n')
    assert sorted(map(len, table.columns[0].levels)) == [3_000_000, 3_000_001]
    table = arff(f"@relation r\n@attribute s string\n@attribute n real\n@data\n'{huge}',1\n{huge},2\n")
    assert len(table.columns[0].levels) == 1


def test_numbers_of_absurd_length():
    table = csv(f"x,y\n{'9' * 5000},1\n1e-999,2\n{'1' * 100}.{'3' * 5000},3\n")
    assert np.isinf(table.values[0][0])
    assert table.values[0][1] == 0


@pytest.mark.parametrize("read", [csv, arff])
def test_nul_characters_are_refused(read):
    with pytest.raises(BadInput, match="NUL"):
        read("a,b\n1,\0\n")


@pytest.mark.parametrize(
    "row",
    [
        "'" * 200_001,
        "\\'" * 100_000,
        "'" + "\\'" * 100_000,
        "{" * 100_000,
        "," * 200_000,
        "% " * 100_000 + "'",
        "\"'" * 100_000,
        "{" + "0 '" * 70_000,
    ],
    ids=range(8),
)
def test_rows_made_to_be_slow_are_refused(row):
    with pytest.raises(BadInput):
        arff(f"@relation r\n@attribute a string\n@attribute b real\n@data\n1,{row} %\n")
    with pytest.raises(BadInput):
        csv(f"a,b\n1,2,{row}\n")


def test_headers_made_to_be_slow_are_refused():
    for line in (
        "@attribute " + "'\\" * 100_000,
        "@attribute x {" + "'a'," * 50_000,
        "@attribute " + " " * 200_000,
        "@attribute x {" + "a " * 100_000 + "}",
    ):
        with pytest.raises(BadInput):
            arff(f"@relation r\n{line}\n@data\n")


def test_many_columns():
    names = [f"c{i}" for i in range(20_000)]
    table = csv(",".join(names) + "\n" + ",".join("1" * 20_000) + "\n")
    assert len(table.names) == 20_000
    with pytest.raises(BadInput, match="two columns are called 'c0'"):
        csv(",".join([*names, "c0"]) + "\n")
