"""Files without a heading: UCI .data and .names, KDD Cup 99, CoNLL; small files by hand in the format of the real ones."""

import gzip

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, BakeoffError

GOLF = "| weather and golf\nPlay, Don't Play.   | the classes\n\noutlook: sunny, overcast, rain.\ntemperature: continuous.\nid: ignore.\nwindy: true,\n  false.\n"
GOLF_ROWS = "sunny, 85, 1, false, Don't Play\novercast, ?, 2, true, Play\nrain, 65, 3, true, Play.\n"
IRIS = "1. Title: Iris Plants Database\n\n5. Number of Instances: 150\n\n7. Attribute Information:\n   1. sepal length in cm\n   2. sepal width in cm\n   3. class: \n      -- Iris Setosa\n      -- Iris Virginica\n\n8. Missing Attribute Values: None\n"
KDD = "back,neptune,normal,smurf.\nduration: continuous.\nprotocol_type: symbolic.\nflag: symbolic.\nland: symbolic.\n"
KDD_ROWS = "0,tcp,SF,0,normal.\n0,udp,S0,0,neptune.\n2,icmp,SF,1,smurf.\n"
AUTO = '18.0   8   307.0\t"chevrolet chevelle malibu"\n15.0   ?   350.0\t"buick skylark 320"\n\n'


def put(folder, **files):
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def test_c45_names_declare_kinds_and_target(tmp_path):
    put(tmp_path, golf__names=GOLF, golf__data=GOLF_ROWS.replace("Play.", "Play"))
    data = bo.load(tmp_path / "golf.data")
    assert [one.name for one in data.columns] == ["outlook", "temperature", "windy"]
    assert data.columns[0].levels == ("sunny", "overcast", "rain")
    assert data.columns[2].levels == ("true", "false")
    assert np.isnan(data.features[1, 1])
    assert data.classes == ("Play", "Don't Play")
    assert "target not stated: 'class' taken, as golf.names has it" in data.notes


def test_the_names_of_prose_come_from_its_numbered_list(tmp_path):
    put(
        tmp_path, iris__names=IRIS, iris__data="5.1,3.5,Iris-setosa\n4.9,3.0,Iris-virginica\n6.3,3.3,Iris-virginica\n\n"
    )
    data = bo.load(tmp_path / "iris.data")
    assert [one.name for one in data.columns] == ["sepal length in cm", "sepal width in cm"]
    assert data.classes == ("Iris-setosa", "Iris-virginica")
    assert "columns are named after iris.names" in data.notes


def test_kdd_cup_rows_end_in_a_full_stop_and_may_be_packed(tmp_path):
    put(tmp_path, kddcup__names=KDD)
    (tmp_path / "kddcup.data_10_percent.gz").write_bytes(gzip.compress(KDD_ROWS.encode()))
    data = bo.load(tmp_path / "kddcup.data_10_percent.gz", columns=tmp_path / "kddcup.names")
    assert data.classes == ("neptune", "normal", "smurf")
    assert data.columns[1].levels == ("icmp", "tcp", "udp")
    assert data.features[:, 0].tolist() == [0, 0, 2]


def test_blanks_between_cells_and_names_in_a_list(tmp_path):
    put(tmp_path, auto__data=AUTO)
    data = bo.load(
        tmp_path / "auto.data", columns=["mpg", "cylinders", "displacement", "car"], target="mpg", task="regression"
    )
    assert data.features[:, 1].tolist() == [307.0, 350.0]
    assert data.columns[2].levels == ("buick skylark 320", "chevrolet chevelle malibu")
    assert np.isnan(data.features[1, 0])


CONLL = "-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\nrejects VBZ I-VP O\n? . O O\n\n-DOCSTART- -X- O O\n\nPeter NNP I-NP I-PER\nnull NN O O\n"


def test_tokens_of_a_sentence_are_a_group_and_no_word_is_missing(tmp_path):
    (tmp_path / "eng.train").write_text(CONLL)
    data = bo.load(tmp_path / "eng.train", columns="conll2003", target="ner")
    assert [one.name for one in data.columns] == ["word", "pos", "chunk"]
    assert data.groups.tolist() == [1, 1, 1, 2, 2]
    assert not np.isnan(data.features).any()
    assert "?" in data.columns[0].levels
    by_text = bo.load(tmp_path / "eng.train", columns="conll2003", target="ner", groups="document")
    assert by_text.groups.tolist() == [1, 1, 1, 2, 2]
    assert "sentence" not in [one.name for one in by_text.columns]


def test_conllu_leaves_out_multiword_tokens_and_comments(tmp_path):
    lines = [
        "# text = zum",
        "1-2\tzum\t_\t_\t_\t_\t_\t_\t_\t_",
        "1\tzu\tzu\tADP\t_\t_\t2\tcase\t_\t_",
        "2\tdem\tder\tDET\t_\t_\t0\troot\t_\t_",
    ]
    (tmp_path / "de.conllu").write_text("\n".join(lines) + "\n\n")
    data = bo.load(tmp_path / "de.conllu", target="pos")
    assert data.classes == ("ADP", "DET")
    assert "1 line of multiword or unwritten tokens left out" in data.notes
    assert np.isnan(data.features[:, 2]).all()


@pytest.mark.parametrize(
    ("names", "rows", "options", "words"),
    [
        (None, "1,2\n", {}, "put t.names beside it or give columns="),
        (GOLF, "sunny,85,1,false,Maybe\n", {}, "line 1: 'Maybe' is not among the values declared for 'class'"),
        (GOLF, "sunny,hot,1,false,Play\n", {}, "line 1: 'hot' is not a number for 'temperature'"),
        (GOLF, "sunny,85,1,Play\nsunny,85,1,true,Play\n", {}, "line 1 has 4 cells, t.names names 5"),
        (GOLF, "sunny,85\n", {}, "2 cells in a row, but t.names names 5 columns"),
        (GOLF, "", {}, "contains no rows"),
        ("yes, no.\n", "1,yes\n", {}, "declares no attribute"),
        ("yes.\na: continuous.\n", "1,yes\n", {}, "the classes come first"),
        ("yes, no.\na continuous.\n", "1,yes\n", {}, "is not NAME: continuous"),
        ("yes, no.\na: real.\na: real.\n", "1,2,yes\n", {}, "two attributes are called 'a'"),
        ("yes, no, yes.\na: real.\n", "1,yes\n", {}, "class 'yes' is declared twice"),
        ("Attribute Information: see the paper.\n", "1,yes\n", {}, "nor a numbered list"),
        (None, "1,yes\n", {"columns": ["a", "a"]}, "names 'a' twice"),
        (None, "1,yes\n", {"columns": "conl2003"}, "did you mean 'conll2003'"),
        (None, "a b\n", {"columns": "conll2003"}, "choose another layout"),
        (None, "\n", {"columns": "conll2003"}, "contains no tokens"),
        (None, "a b\na b c\n", {"columns": "conll2002"}, "line 2 has 3 columns, the layout conll2002 has 2"),
        (None, "1,yes\n", {"columns": "gone.names"}, "no file called"),
    ],
)
def test_bad_files(tmp_path, names, rows, options, words):
    (tmp_path / "t.data").write_text(rows)
    if names is not None:
        (tmp_path / "t.names").write_text(names)
    with pytest.raises(BakeoffError, match=words):
        bo.load(tmp_path / "t.data", **options)


def test_columns_are_for_files_without_a_heading(tmp_path):
    with pytest.raises(BadInput, match="leave it out here"):
        bo.load("iris", columns=["a"])
    put(tmp_path, golf__names=GOLF)
    with pytest.raises(BadInput, match=r"load the rows, golf\.data"):
        bo.load(tmp_path / "golf.names")
    with pytest.raises(BadInput, match="no file called"):
        bo.load(tmp_path / "golf.data")
    (tmp_path / "x.conll").write_text("a b\n")
    with pytest.raises(BadInput, match="name the columns of"):
        bo.load(tmp_path / "x.conll")


def test_a_study_file_names_columns(tmp_path):
    put(tmp_path, kddcup__names=KDD)
    (tmp_path / "kdd.data").write_text(KDD_ROWS * 10)
    (tmp_path / "study.toml").write_text(
        'title = "kdd"\nmeasures = ["accuracy"]\n[[datasets]]\nfile = "kdd.data"\ncolumns = "kddcup.names"\n[learners.a]\nuse = "sklearn.tree.DecisionTreeClassifier"\n'
        '[learners.b]\nuse = "sklearn.dummy.DummyClassifier"\n[resampling]\nscheme = "kfold"\nfolds = 3\n'
    )
    from bakeoff.study.spec.read_toml import read_study

    assert read_study(tmp_path / "study.toml", ()).datasets[0].classes == ("neptune", "normal", "smurf")
