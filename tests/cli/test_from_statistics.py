"""What can be typed with numbers alone: a statistic, counts, a confusion matrix; and what is drawn."""

import json

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

PAIRS = "a,b\n85,80\n70,75\n65,60\n95,85\n90,80\n77,70\n66,60.5\n81,80\n"


@pytest.fixture
def bakeoff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*words, text=None):
        return CliRunner().invoke(cli, list(words), input=text)

    return call


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("table", "chi2", "--row", "1", "--statistic", "7.1"), "0.0077"),
        (("table", "chi2", "--df", "1", "--statistic", "7.1"), "0.0077"),
        (("table", "z", "--statistic", "3"), "0.0027"),
        (("table", "t", "--row", "inf", "--one-sided", "--level", ".05"), "1.6449"),
        (("table", "binomial", "--n", "4", "--share", ".3"), "mean 1.2, variance 0.84"),
        (("table", "z-cumulative", "--row", "1.9"), "0.9750"),
        (("plan", "--errors", "13", "--n", "100", "--interval", "wald", "--alpha", ".1"), "0.07468 to 0.1853"),
        (("plan", "--effect", "1", "--sd", "1", "--learners", "5"), "one of 5 learners leads"),
    ],
)
def test_answers(bakeoff, words, expected):
    said = bakeoff(*words)
    assert said.exit_code == 0, said.output
    assert expected in said.stdout
    json.loads(bakeoff(*words, "--json").stdout)


@pytest.mark.parametrize(
    ("words", "text", "match"),
    [
        (("table", "binomial"), None, "--n"),
        (("table", "t", "--n", "3"), None, "binomial"),
        (("table", "t", "--statistic", "2"), None, "--row"),
        (("table", "t", "--row", "3", "--row", "4", "--statistic", "2"), None, "once"),
        (("table", "chi2", "--one-sided"), None, "one-sided"),
        (("plan", "--errors", "3"), None, "--n"),
        (("test", "paired_t", "-", "--figure", "x.bmp"), PAIRS, ".svg"),
        (("test", "permutation", "-", "--figure", "x.svg"), PAIRS, "no region"),
        (("test", "sign", "-", "--df", "3"), PAIRS, "--df"),
        (("measure", "-", "--truth", "y", "--pred", "p", "--count", "n"), "y,p,n\n1,1,2.5\n0,0,3\n", "whole numbers"),
    ],
)
def test_what_is_refused_in_a_sentence(bakeoff, words, text, match):
    said = bakeoff(*words, text=text)
    assert said.exit_code == 2, said.output
    assert match in said.output


@pytest.mark.parametrize(("name", "head"), [("r.svg", b"<svg"), ("r.png", b"\x89PNG"), ("r.pdf", b"%PDF")])
def test_the_region_is_drawn(bakeoff, tmp_path, name, head):
    said = bakeoff("test", "paired_t", "-", "--figure", name, text=PAIRS)
    assert said.exit_code == 0, said.output
    assert (tmp_path / name).read_bytes().startswith(head)


def test_a_confusion_matrix_is_read_by_its_counts(bakeoff):
    cells = "y,p,n\n1,1,400\n1,0,100\n0,1,50\n0,0,450\n"
    said = bakeoff(
        "measure", "-", "--truth", "y", "--pred", "p", "--count", "n", "--measures", "f1", "--json", text=cells
    )
    made = json.loads(said.stdout)
    assert made["n"] == 1000
    assert made["measures"]["f1"]["high"] - made["measures"]["f1"]["low"] < 0.1


def test_assumptions_and_variants_are_told(bakeoff):
    said = bakeoff("test", "wald", "-", "--variant", "unpaired", text=PAIRS)
    assert "unpaired, normal distribution" in said.stdout
    assert "normal scores of each learner" in said.output
    assert "about 30" in said.output
    said = bakeoff("test", "corrected_t", "-", "--test-share", ".2", "--df", "4", text=PAIRS)
    assert "df = 4" in said.stdout
