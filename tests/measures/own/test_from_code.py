"""Functions that are named as code: typed in a shell, allowed in a study file, refused everywhere else."""

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, Problems
from bakeoff.measures import measure_named
from bakeoff.measures.own.from_code import allowed_measure, typed_measure

FUNCTIONS = """
import bakeoff as bo

def typed_gain(y_true, y_pred, amount):
    return (y_pred == 1) * (amount * (y_true == 1) - 5)

declared_gain = bo.own_measure(typed_gain, name="declared_gain", direction="higher", unit="EUR")
"""
STUDY = """
title = "own"
measures = ["accuracy", "study_metrics:typed_gain:higher"]
[[datasets]]
name = "iris"
[learners.bayes]
use = "sklearn.naive_bayes.GaussianNB"
[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
[resampling]
scheme = "3-fold"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "my_metrics.py").write_text(FUNCTIONS, encoding="utf-8")
    (tmp_path / "study_metrics.py").write_text(FUNCTIONS.replace("declared_gain", "study_gain"), encoding="utf-8")
    lines = [f"{i},{i % 2},{int(i % 5 != 0) * (i % 2)},{i % 7 + 10}" for i in range(60)]
    (tmp_path / "p.csv").write_text("\n".join(["id,y,a,amount", *lines]), encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    return tmp_path


def test_a_typed_function_needs_its_direction(folder):
    with pytest.raises(BadInput, match=r"Write it behind the name: .*my_metrics.py:typed_gain:higher or :lower"):
        typed_measure(f"{folder}/my_metrics.py:typed_gain")
    assert typed_measure(f"{folder}/my_metrics.py:typed_gain:lower") == "typed_gain"
    assert typed_measure(f"{folder}/my_metrics.py:declared_gain") == "declared_gain"


def test_the_shell_measures_by_it(folder):
    asked = ["measure", str(folder / "p.csv"), "--truth", "y", "--pred", "a", "--extra", "amount"]
    asked += ["--measures", f"{folder}/my_metrics.py:declared_gain,accuracy"]
    printed = CliRunner().invoke(cli, asked)
    assert printed.exit_code == 0, printed.output
    assert "declared_gain" in printed.output
    assert "returned one value for each row" in printed.output


def test_names_of_files_are_refused_where_nobody_typed_them():
    with pytest.raises(BadInput, match="is a function in a file, which is code: type it in a shell"):
        measure_named("my_metrics.py:profit")
    with pytest.raises(BadInput, match="is a function in a file"):
        bo.measure([0, 1], [0, 1], measures=["my_metrics.py:profit"])


def test_a_study_file_names_a_function_only_if_its_module_is_allowed(folder):
    with pytest.raises((BadInput, Problems), match="only if you allow its module with --allow study_metrics"):
        bo.Study.from_toml(folder / "study.toml")
    study = bo.Study.from_toml(folder / "study.toml", allow=["study_metrics"])
    assert study.spec.measures == ("accuracy", "typed_gain")


def test_what_is_allowed_but_not_there_is_one_sentence():
    with pytest.raises(BadInput, match="cannot be imported"):
        allowed_measure("math:no_such_function:higher", ["math"])
