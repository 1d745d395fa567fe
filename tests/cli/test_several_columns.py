"""Learners of several labels, several numbers and quantiles are measured and compared in the shell as in Python."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli

RNG = np.random.default_rng(3)
N = 60
TRUTH = (RNG.random((N, 2)) < 0.4).astype(int)
GOOD, POOR = (np.where(RNG.random((N, 2)) < share, TRUTH, 1 - TRUTH) for share in (0.95, 0.6))
Y = RNG.normal(size=N)
ENDS = {"a": (Y - 1.0, Y, Y + 1.2), "b": (np.full(N, -2.0), np.zeros(N), np.full(N, 2.0))}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    labels = np.column_stack([TRUTH, GOOD, POOR])
    np.savetxt("labels.csv", labels, "%d", ",", header="news,sport,a_news,a_sport,b_news,b_sport", comments="")
    quantiles = np.column_stack([Y, *ENDS["a"], *ENDS["b"]])
    np.savetxt("numbers.csv", quantiles, "%.17g", ",", header="y,a_q05,a_q50,a_q95,b_q05,b_q50,b_q95", comments="")
    for name, said in (("a", GOOD), ("b", POOR)):
        np.savetxt(
            f"{name}.csv", np.column_stack([TRUTH, said]), "%d", ",", header="news,sport,p_news,p_sport", comments=""
        )
    return tmp_path


def shell(*words):
    return CliRunner().invoke(cli, list(words))


def compared(*words):
    done = shell("compare", *words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def winner(found):
    """The learner that the verdict says is better than the other."""
    text = json.dumps(found)
    return next(name for name, other in ("ab", "ba") if f"{name} is better than {other}" in text)


LABELS = ("--task", "multilabel", "--truth", "news,sport", "--measure", "hamming_loss")


def test_several_labels_are_compared(folder):
    expected = bo.compare_predictions(TRUTH, {"a": GOOD, "b": POOR}, "hamming_loss", task="multilabel")
    one = compared("labels.csv", *LABELS, "--pred", "a_news,a_sport,b_news,b_sport")
    two = compared("a.csv", "b.csv", *LABELS, "--pred", "p_news,p_sport")
    for found in (one, two):
        assert found["learners"] == ["a", "b"]
        assert winner(found) == expected.verdict.winner == "a"


def test_several_numbers_are_compared(folder):
    found = compared(
        "labels.csv",
        "--task",
        "multioutput",
        "--truth",
        "news,sport",
        "--pred",
        "a_news,a_sport,b_news,b_sport",
        "--measure",
        "mae",
    )
    assert winner(found) == "a"


def test_quantiles_are_measured_and_compared(folder):
    expected = bo.measure(Y, y_quantiles=dict(zip((0.05, 0.5, 0.95), ENDS["a"], strict=True)), level=None)
    done = shell(
        "measure", "numbers.csv", "--truth", "y", "--quantiles", "a_q05,0.5=a_q50,a_q95", "--level", "0", "--json"
    )
    made = json.loads(done.stdout)["measures"]
    assert list(made) == list(expected)
    assert {name: one["value"] for name, one in made.items()} == pytest.approx(
        {name: one.value for name, one in expected.items()}, nan_ok=True
    )
    columns = "a_q05,a_q50,a_q95,b_q05,b_q50,b_q95"
    assert winner(compared("numbers.csv", "--truth", "y", "--quantiles", columns)) == "a"
    done = shell(
        "measure",
        "numbers.csv",
        "--truth",
        "y",
        "--lower",
        "a_q05",
        "--upper",
        "a_q95",
        "--nominal",
        "0.9",
        "--level",
        "0",
        "--json",
    )
    assert json.loads(done.stdout)["measures"]["interval_coverage(0.9)"]["value"] == 1.0


def test_quantiles_that_cross_are_told():
    notes = bo.measure([1.0, 2.0, 3.0], y_quantiles={0.1: [0, 3, 2], 0.9: [2, 1, 4]}, level=None).notes
    assert "in 1 row of 3 a predicted quantile is below one of a lower level" in " ".join(map(str, notes))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compare", "labels.csv", *LABELS, "--pred", "a_news,a_sport"), "one file needs 2 columns for each"),
        (("compare", "a.csv", "b.csv", *LABELS, "--pred", "p_news"), "--truth names 2 columns and --pred 1"),
        (("compare", "labels.csv", *LABELS, "--proba", "a_news,a_sport"), "with --pred or with --score"),
        (("measure", "numbers.csv", "--truth", "y", "--quantiles", "a_q05,b_q05,a_q05"), "given twice"),
        (("measure", "numbers.csv", "--truth", "y", "--quantiles", "y,a_q05"), "y does not state a level"),
        (("measure", "numbers.csv", "--truth", "y", "--lower", "a_q05"), "--lower low --upper high --nominal 0.9"),
        (("measure", "numbers.csv", "--truth", "y", "--lower", "a_q05", "--upper", "a_q95", "--nominal", "90"), "a share between 0 and 1"),
        (("measure", "numbers.csv", "--truth", "y", "--pred", "a_q50", "--nominal", "0.9"), "name its ends"),
        (("compare", "numbers.csv", "--truth", "y", "--quantiles", "a_q05,a_q95"), "the quantiles of several learners"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence(folder, words, told):
    done = shell(*words)
    assert done.exit_code == 2
    assert told in done.stderr
