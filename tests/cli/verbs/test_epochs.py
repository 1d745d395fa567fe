"""`bakeoff epochs`: curves of a TOML file and of a study file, and what is refused."""

import json

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

STUDY = """
title = "Steps"
measures = ["accuracy"]
[learners.boosted]
use = "sklearn.ensemble.GradientBoostingClassifier"
[learners.zero]
use = "majority"
[[datasets]]
name = "iris"
[resampling]
folds = 3
[curves]
epochs = 3
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("verbs")
    (path / "s.toml").write_text(STUDY)
    said = CliRunner().invoke(cli, ["run", str(path / "s.toml"), "--workers", "1"])
    assert "training steps: boosted on iris (1 of 1)" in said.stderr
    return path


def test_both_files_give_the_same_curve(folder):
    made = [
        json.loads(CliRunner().invoke(cli, ["epochs", str(folder / name), "--json"]).stdout)
        for name in ("s.toml", "s.bakeoff")
    ]
    assert made[0]["curves"][0]["points"] == made[1]["curves"][0]["points"]
    assert made[0]["schema"] == "bakeoff.epochs/1"


def test_values_of_a_parameter_and_a_picture(folder):
    given = [
        "epochs",
        str(folder / "s.toml"),
        "--epochs",
        "2",
        "--over",
        "learning_rate=0.1,0.5",
        "-o",
        str(folder / "x.png"),
    ]
    said = CliRunner().invoke(cli, given)
    assert said.exit_code == 0
    assert "learning_rate=0.5" in said.stdout
    assert (folder / "x.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["s.toml", "--learner", "bosted"], "did you mean 'boosted'"),
        (["s.toml", "--learner", "zero"], "not trained step by step"),
        (["s.toml", "--dataset", "wine"], "no data set called 'wine'"),
        (["s.toml", "--over", "learning_rate"], "--over takes a parameter and its values"),
        (["s.toml", "--over", "rate=1"], "no parameter of boosted called 'rate'"),
        (["s.bakeoff", "--epochs", "3"], "--epochs needs fits"),
        (["s.bakeoff", "--learner", "zero"], "no learner with curves called 'zero'"),
        (["s.toml", "-o", "x.jpg"], "a figure is written as .svg, .pdf or .png"),
    ],
)
def test_bad_input(folder, given, sentence):
    said = CliRunner().invoke(cli, ["epochs", str(folder / given[0]), *given[1:]])
    assert said.exit_code == 2
    assert sentence in said.output.replace("\n", " ")
