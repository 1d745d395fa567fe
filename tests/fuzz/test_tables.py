"""Readers of tables: CSV, LaTeX, Markdown, gzip, Excel, Parquet, JSON, ARFF, UCI and CoNLL files, damaged at random."""

import gzip
import io
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from bakeoff.data.load import load
from bakeoff.tabular.formats.conll import LAYOUTS
from bakeoff.tabular.formats.uci import read_names
from bakeoff.tabular.reading import read
from tests.helpers.fuzzing import damaged, fuzz, refused_or_read

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are those of Linux")

CSV = b'dataset,knn,"tree, pruned",svm\niris,0.95,0.93,0.96\nwine,0.7,?,0.98\n"a ""b""",1,2,3\nzoo,0,5e-1,-1\n'
SEMICOLONS = b"name;a;b\nx;1,5;2,5\ny;3,5;1.000,5\n"
MARKDOWN = b"| dataset | knn | tree |\n|:---|---:|:---:|\n| iris | 0.95 | **0.93** |\n| wine | 0.70 | 0.88 |\n"
LATEX = rb"""\begin{tabular}{lrr}
\toprule
Data & kNN & \textbf{C4.5} \\
\midrule
iris & 95.1 $\pm$ 2.0 & \underline{93.2} \\
wine & 71 & 88\% \\
\bottomrule
\end{tabular}
"""
ARFF = b"""% weather
@relation 'golf day'
@attribute outlook {sunny, 'very rainy', over\\'cast}
@attribute temp numeric
@attribute day date "yyyy-MM-dd"
@attribute note string
@attribute play {yes, no}
@data
sunny, 21, "2020-01-02", 'fine', yes
'very rainy', ?, "2021-02-03", "it's", no
{0 sunny, 1 5, 4 no}
"""
JSON = b'[{"a": 1, "m": {"acc": 0.5, "n": null}},\n {"a": "x", "m": {"acc": -1e-3}, "t": true}]\n'
JSON_LINES = b'{"a": 1, "m": {"acc": 0.5}}\n{"a": 2.5, "t": "\\u00e9"}\n'
JSON_COLUMNS = b'{"a": [1, 2, null], "b": ["x", "y", "z"]}\n'
NAMES = b"| golf\nplay, stay.\noutlook: sunny, rain, \\, .\nwind: continuous.\nid: ignore.\n"
PROSE = b"1. Title\n7. Attribute Information:\n   1. sepal length in cm\n   2. class:\n      -- Setosa\n"
DATA = b"sunny, 5.1, 7, play.\nrain, ?, 8, stay.\n"
CONLL = b"-DOCSTART- -X- O O\n\nEU NNP B-NP B-ORG\nrejects VBZ B-VP O\n\nPeter NNP B-NP B-PER\n"
CONLLU = b"# text = a b\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n2\tb\tb\tX\tX\t_\t1\tdep\t_\t_\n\n"


@fuzz(250)
@given(damaged(CSV, SEMICOLONS, MARKDOWN, LATEX, gzip.compress(CSV, mtime=0), CSV.decode().encode("utf-16")))
def test_tables_of_text(content: bytes) -> None:
    for reader in (
        lambda: read(content, name="t.csv").table(),
        lambda: read(content, name="t.csv").cells(),
        lambda: read(content, name="t.csv").columns(),
        lambda: list(read(content, name="t.csv").chunks(["a"])),
    ):
        with refused_or_read():
            reader()


@fuzz(60)
@given(
    damaged(CSV, MARKDOWN, LATEX), st.sampled_from(["utf-8", "latin-1", "utf-16", "cp037", "idna", "no such", "zlib"])
)
def test_tables_in_any_encoding(content: bytes, encoding: str) -> None:
    with refused_or_read():
        read(content, name="t.csv", encoding=encoding).table()


@fuzz(60)
@given(damaged(CSV, SEMICOLONS), st.sampled_from(["knn", "dataset", "svm", "a"]))
def test_data_sets_from_tables(tmp_path_factory: pytest.TempPathFactory, content: bytes, target: str) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.csv"
    path.write_bytes(content)
    with refused_or_read():
        load(path, target=target)


def workbook() -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for row in (["dataset", "knn", "tree"], ["iris", 0.9, 0.8], ["wine", 0.7, 1]):
        book.active.append(row)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


@fuzz(40)
@given(damaged(workbook()))
def test_workbooks(content: bytes) -> None:
    with refused_or_read():
        read(content, name="t.xlsx").columns()


@fuzz(60)
@given(st.data())
def test_parquet(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    made = io.BytesIO()
    parquet.write_table(pyarrow.table({"x": [1.0, 2.0, None, 4.0], "y": ["a", "b", "a", "b"]}), made)
    path = tmp_path_factory.getbasetemp() / "fuzzed.parquet"
    path.write_bytes(data.draw(damaged(made.getvalue())))
    with refused_or_read():
        load(path, target="y")


@fuzz(200)
@given(damaged(JSON, JSON_LINES, JSON_COLUMNS), st.sampled_from(["t.json", "t.jsonl", "t.csv"]))
def test_json(content: bytes, name: str) -> None:
    for reader in (
        lambda: read(content, name=name).table(),
        lambda: read(content, name=name).columns(),
        lambda: list(read(content, name=name).chunks(["a"])),
    ):
        with refused_or_read():
            reader()


@fuzz(250)
@given(damaged(ARFF))
def test_arff(content: bytes) -> None:
    with refused_or_read():
        read(content, name="golf.arff").table()


@fuzz(150)
@given(damaged(NAMES, PROSE), damaged(DATA))
def test_files_of_the_uci_repository(tmp_path_factory: pytest.TempPathFactory, names: bytes, rows: bytes) -> None:
    beside = tmp_path_factory.getbasetemp() / "golf.names"
    beside.write_bytes(names)
    for columns in (beside, ["a", "b", "c", "d"]):
        with refused_or_read():
            read(rows, name="golf.data", columns=columns).table()


@fuzz(150)
@given(damaged(CONLL, CONLLU), st.sampled_from([*LAYOUTS, "unknown"]))
def test_texts_of_the_conll_tasks(content: bytes, layout: str) -> None:
    with refused_or_read():
        read(content, name="text.conll", columns=layout).table()


def test_the_good_files_are_read(tmp_path: Path) -> None:
    for content in (CSV, SEMICOLONS, MARKDOWN, LATEX, gzip.compress(CSV, mtime=0), workbook()):
        assert len(read(content, name="t.csv").columns()) >= 3
    assert len(read(ARFF, name="golf.arff").table().columns) == 5
    (tmp_path / "golf.names").write_bytes(NAMES)
    assert np.isnan(read(DATA, name="golf.data", columns=tmp_path / "golf.names").table().values[1][1])
    assert read_names(PROSE, "iris.names").target == "class"
    assert read(CONLL, name="t", columns="conll2003").table().names[0] == "word"
    assert read(CONLLU, name="t.conllu").table().values


def test_a_reader_that_fails_otherwise_is_found() -> None:
    with pytest.raises(KeyError), refused_or_read():
        {}["a"]
    with pytest.raises(MemoryError), refused_or_read():
        bytes(2**31)
