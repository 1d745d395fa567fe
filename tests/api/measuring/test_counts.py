"""A confusion matrix as input: counts are cases, weights are not."""

import json

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput

TRUTH, SAID, CASES = [1, 1, 0, 0], [1, 0, 1, 0], [400, 100, 50, 450]
ASKED = {"measures": ["accuracy", "f1", "mcc"], "n_resamples": 200}


def test_counts_are_rows():
    counted = bo.measure(TRUTH, SAID, count=CASES, **ASKED)
    written = bo.measure(np.repeat(TRUTH, CASES), np.repeat(SAID, CASES), **ASKED)
    assert counted.n == written.n == 1000
    for name, one in written.items():
        assert (counted[name].value, counted[name].low, counted[name].high) == (one.value, one.low, one.high)
    assert counted["f1"].high - counted["f1"].low < 0.1
    assert counted.warnings == written.warnings


def test_whole_weights_are_asked_about():
    weighted = bo.measure(TRUTH, SAID, sample_weight=CASES, **ASKED)
    assert "panels.counts" in {note.code for note in weighted.notes}
    assert weighted["f1"].value == bo.measure(TRUTH, SAID, count=CASES, **ASKED)["f1"].value
    for weight in ([0.5, 1, 1, 1], [1, 1, 1, 1], None):
        made = bo.measure(TRUTH, SAID, sample_weight=weight, **ASKED)
        assert "panels.counts" not in {note.code for note in made.notes}


def test_a_crosstab_is_read_by_the_names_of_its_rows_and_columns():
    truth, said = pd.Series(list("aabbbccc")), pd.Series(list("abbbabba"))  # c is never predicted
    table = pd.crosstab(truth, said)
    assert table.shape == (3, 2)
    exact = bo.measure(truth, said, level=None)
    for given in (table, table[["b", "a"]], table.loc[["c", "a", "b"]]):
        made = bo.measure_confusion(given, level=None)
        assert made.keys() == exact.keys()
        assert all(made[name].value == pytest.approx(one.value) for name, one in exact.items())
    stated = bo.measure_confusion(table, ["c", "b", "a"], level=None)
    assert stated.confusion.classes == ("c", "b", "a")
    assert stated["accuracy"].value == exact["accuracy"].value
    with pytest.raises(BadInput, match="has a row or column 'c', which is not in labels="):
        bo.measure_confusion(table, ["a", "b"])
    with pytest.raises(BadInput, match="the true class 'b' is in no column, and the predicted class 'd' in no row"):
        bo.measure_confusion(table.rename(columns={"b": "d"}))


def test_totals_are_no_class(tmp_path):
    table = pd.crosstab(pd.Series(list("aabb")), pd.Series(list("abbb")), margins=True)
    with pytest.raises(BadInput, match="contain totals; leave them out"):
        bo.measure_confusion(table)
    with pytest.raises(BadInput, match="contain totals; leave them out"):
        bo.measure_confusion(table.to_numpy())
    table.to_csv(tmp_path / "t.csv")
    done = CliRunner().invoke(cli, ["measure", str(tmp_path / "t.csv"), "--confusion"])
    assert done.exit_code == 2
    assert "contain totals; leave them out" in done.stderr


def test_a_file_may_lack_a_class_on_one_side(tmp_path):
    (tmp_path / "m.csv").write_text("truth,b,a,c\na,1,5,0\nb,7,2,1\n")
    done = CliRunner().invoke(
        cli, ["measure", str(tmp_path / "m.csv"), "--confusion", "--measures", "accuracy", "--json"]
    )
    assert json.loads(done.stdout)["measures"]["accuracy"]["value"] == pytest.approx(12 / 16)
    (tmp_path / "m.csv").write_text("truth,b,a\na,1,5\nbb,7,2\n")
    done = CliRunner().invoke(cli, ["measure", str(tmp_path / "m.csv"), "--confusion"])
    assert "the true class 'bb' is in no column, and the predicted class 'b' in no row" in done.stderr
