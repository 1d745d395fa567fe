"""`bakeoff check`: the study at a glance, its warnings, and everything that is refused."""

import json

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

STUDY = """
title = "Two on two"
measures = ["accuracy", "roc_auc"]
[learners.zero]
use = "majority"
[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
[[datasets]]
name = "iris"
[[datasets]]
make = {name = "xor", n = 60}
[resampling]
folds = 5
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, *words):
        (tmp_path / "study.toml").write_text(text)
        return CliRunner().invoke(cli, ["check", *words])

    return run


def test_the_design_is_printed(check):
    done = check(STUDY)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:6] == [
        "Two on two",
        "",
        "data set  task        rows  columns  classes  missing  splits  test rows",
        "------------------------------------------------------------------------",
        "iris      multiclass   150        4        3        –       5         30",
        "xor       binary        60        4        2        –       5         12",
    ]
    assert "units     20 (learners × splits of all data sets)" in done.stdout
    assert done.stdout.endswith("study.toml can be run: bakeoff run study.toml\n")
    assert "warning: ROC AUC will be empty on iris: it is for two classes" in done.stderr


def test_json_says_the_same(check):
    found = json.loads(check(STUDY, "--json").stdout)
    assert found["schema"] == "bakeoff.check/1"
    assert found["units"] == 20
    assert [one["name"] for one in found["datasets"]] == ["iris", "xor"]
    assert any("ROC AUC" in line for line in found["warnings"])


def test_all_problems_are_on_stderr_and_nothing_on_stdout(check):
    done = check(STUDY.replace("majority", "majorty").replace("iris", "irsi").replace("folds", "fold"))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("bakeoff: study.toml has 3 problems:\n")
    assert "Traceback" not in done.stderr


def test_names_of_strangers_cannot_steer_the_terminal(check):
    done = check(
        STUDY.replace("Two on two", "\\u001b[2Jgone").replace("[learners.zero]", '[learners."\\u001b[31mred"]')
    )
    assert "\x1b" not in done.output


def test_the_schema_is_printed(check):
    found = json.loads(check("", "--schema").stdout)
    assert found["title"] == "bakeoff study file"


def test_too_few_data_sets_for_the_pairs_are_told_before_a_run(check):
    said = check(STUDY)
    assert "which learners differ cannot be decided with this many data sets" in said.stderr
    assert "At least 6 data sets are needed to decide one pair at level 0.05" in said.stderr
    many = STUDY + "".join(f"[learners.t{i}]\nuse = 'majority'\n" for i in range(3))
    more = ("gaussians", "linear", "moons", "imbalanced", "flu", "nothing")
    made = "".join(f"[[datasets]]\nmake = {{name = '{name}', n = 60}}\n" for name in more)
    eight = many.replace("[resampling]", made + "[resampling]")
    all_pairs = json.loads(check(eight, "--json").stdout)["warnings"]
    assert any(
        "At least 9 data sets are needed to decide 10 pairs together" in one and "6 planned pairs" in one
        for one in all_pairs
    )
    against = json.loads(check(eight + "[compare]\nbaseline = 'zero'\n", "--json").stdout)["warnings"]
    assert not any("cannot be decided" in one for one in against), "eight data sets decide four pairs"


def test_the_rows_that_splits_test_are_counted(check):
    """The notes give ten folds of the 57 rows of the labour data 6 or 7 rows each; they have 5 or 6."""
    study = STUDY.replace("n = 60", "n = 57").replace("folds = 5", "folds = 10")
    lines = check(study).stdout.splitlines()
    assert lines[4].split()[-1] == "15"
    assert lines[5].split()[-3:] == ["5", "to", "6"]
    iris, xor = json.loads(check(study, "--json").stdout)["datasets"]
    assert iris["test_rows"] == [15, 15]
    assert xor["test_rows"] == [5, 6]
