"""`bakeoff init`: what it writes can be run as it is."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.study.spec.read_toml import read_study


@pytest.fixture
def bakeoff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(cli, [str(word) for word in words])


def test_the_written_study_can_be_read(bakeoff):
    done = bakeoff("init")
    assert (done.exit_code, done.stdout) == (0, "wrote study.toml\n")
    assert "bakeoff run study.toml" in done.stderr
    spec = read_study("study.toml")
    assert len(spec.learners) == 5
    assert [data.name for data in spec.datasets] == ["breast_cancer"]  # one data set can be decided


def test_nothing_is_overwritten_unless_forced(bakeoff):
    Path("study.toml").write_text("mine")
    done = bakeoff("init")
    assert done.exit_code == 2
    assert "--force" in done.stderr
    assert Path("study.toml").read_text() == "mine"
    assert bakeoff("init", "--force", "--json").exit_code == 0
    assert Path("study.toml").read_text() != "mine"


def csv(name, answers):
    lines = ["x;z;the answer", *(f"{i};{i * 7 % 11};{answers[i % len(answers)]}" for i in range(40))]
    Path(name).write_text("\n".join(lines).replace(";", ","))


@pytest.mark.parametrize(
    ("answers", "task", "primary"),
    [
        (["no", "yes"], "binary", "accuracy"),
        (["a", "b", "c"], "multiclass", "accuracy"),
        ([0.5, 1.25, 3.75], "regression", "rmse"),
    ],
)
def test_a_file_of_ones_own(bakeoff, answers, task, primary):
    os.mkdir("deeper")
    csv("my data.csv", answers)
    done = bakeoff("init", "deeper/study.toml", "--from", "my data.csv", "--target", "the answer")
    assert done.exit_code == 0, done.stderr
    spec = read_study("deeper/study.toml")
    assert (spec.datasets[0].task.name, spec.primary) == (task, primary)
    assert spec.title == "Which learner for my data.csv?"


def test_the_positive_class_is_stated_or_left_to_the_reader(bakeoff):
    csv("d.csv", ["no", "yes"])
    bakeoff("init", "a.toml", "--from", "d.csv", "--target", "the answer")
    assert '# positive = "yes"' in Path("a.toml").read_text()
    bakeoff("init", "b.toml", "--from", "d.csv", "--target", "the answer", "--positive", "no")
    assert '\npositive = "no"\n' in Path("b.toml").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--from", "d.csv"], "--target"),
        (["--target", "y"], "--from"),
        (["--from", "d.csv", "--target", "the anwser"], "did you mean 'the answer'?"),
        (["--from", "none.csv", "--target", "y"], "none.csv"),
        (["--from", "d.csv", "--target", "the answer", "--positive", "maybe"], "maybe"),
    ],
)
def test_what_cannot_be_is_told(bakeoff, words, told):
    csv("d.csv", ["no", "yes"])
    done = bakeoff("init", *words)
    assert done.exit_code == 2
    assert told in done.stderr
    assert not Path("study.toml").exists()


def test_json(bakeoff):
    assert json.loads(bakeoff("init", "x.toml", "--json").stdout) == {"schema": "bakeoff.init/1", "path": "x.toml"}


def test_an_arff_file_states_its_target(bakeoff):
    rows = "".join(f"{at},{'uv'[at % 2]}\n" for at in range(20))
    Path("d.arff").write_text(f"@relation r\n@attribute a numeric\n@attribute y {{u,v}}\n@data\n{rows}")
    done = bakeoff("init", "--from", "d.arff")
    assert done.exit_code == 0, done.stderr
    assert read_study("study.toml").datasets[0].classes == ("u", "v")
    csv("d.csv", ["a", "b"])
    assert "--target NAME, one of x, z, the answer" in bakeoff("init", "--from", "d.csv", "--force").stderr
