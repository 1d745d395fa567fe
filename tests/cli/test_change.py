"""Changing conditions at the command line: two files, conditions of a study, pages of streams, terms."""

import json

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli


def write(path, data):
    lines = [",".join([*(column.name for column in data.columns), "y"])]
    for row, code in zip(data.features, data.target, strict=True):
        cells = [column.levels[int(value)] for column, value in zip(data.columns, row, strict=True)]
        lines.append(",".join([*cells, data.classes[code]]))
    path.write_text("\n".join(lines) + "\n")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.csv", bo.make("flu", n=120, seed=1))
    write(tmp_path / "b.csv", bo.make("flu", n=80, seed=2))
    return tmp_path


RULES = ["--learner", "bakeoff.one-rule", "--learner", "zero=bakeoff.majority"]


def test_two_files(files):
    done = CliRunner().invoke(cli, ["run", "--train", "a.csv", "--test", "b.csv", "--target", "y", "--json", *RULES])
    found = json.loads(done.stdout)
    assert found["units"] == {"planned": 2, "done": 2, "failed": 0}
    assert {one["learner"] for one in found["scores"]} == {"one-rule", "zero"}
    assert (files / "a.bakeoff").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--train", "a.csv", *RULES], "name those to test on with --test"),
        (["--test", "b.csv", *RULES], "name those to train on with --train"),
        (["--train", "a.csv", "--test", "b.csv", "--target", "y"], "name at least one learner"),
        (["--target", "y"], "add --train and --test"),
        (["--train", "a.csv", "--test", "c.csv", "--target", "y", *RULES], "column 'social' is missing"),
        (["--train", "a.csv", "--test", "nowhere.csv", "--target", "y", *RULES], "nowhere.csv"),
        (["--train", "a.csv", "--test", "b.csv", "--target", "y", "--learner", "zero=bakeoff.majority", *RULES], "two learners are called 'zero'"),
    ],
)  # fmt: skip
def test_bad_pairs_of_files(files, capsys, words, says):
    text = (files / "b.csv").read_text().splitlines()
    drop = [line.split(",")[:3] + line.split(",")[4:] for line in text]
    (files / "c.csv").write_text("\n".join(",".join(line) for line in drop) + "\n")
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", *words])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_a_run_shows_what_conditions_change(files):
    (files / "study.toml").write_text("""
measures = ["error"]
[learners.rule]
use = "bakeoff.one-rule"
[learners.zero]
use = "bakeoff.majority"
[[datasets]]
file = "a.csv"
target = "y"
[[conditions]]
name = "later"
used = "test"
file = "b.csv"
[resampling]
folds = 3
""")
    done = CliRunner().invoke(cli, ["run", "study.toml", "-q"])
    assert "Average pD" in done.stdout
    found = json.loads(CliRunner().invoke(cli, ["run", "study.toml", "-q", "--json"]).stdout)
    assert found["conditions"][0]["conditions"][0]["name"] == "later"
    assert {(one["train"], one["test"]) for one in found["conditions"][0]["cells"]} == {("a", "a"), ("a", "later"), ("later", "later")}  # fmt: skip


def test_the_page_of_a_stream(files):
    lines = ["x,y"] + [f"{at % 7},{'ab'[at % 7 > 3]}" for at in range(600)]
    (files / "s.csv").write_text("\n".join(lines) + "\n")
    words = ["stream", "s.csv", "--target", "y", "--learner", "sklearn.naive_bayes.GaussianNB"]
    done = CliRunner().invoke(cli, [*words, "-o", "s.html"])
    assert done.exit_code == 0, done.output
    assert "Changes and alarms" in (files / "s.html").read_text()
    assert CliRunner().invoke(cli, [*words, "-o", "s.docx"]).exit_code != 0


@pytest.mark.parametrize("name", ["stationary", "population_drift", "covariate-shift", "concept drift", "pD", "prequential", "page_hinkley", "q_statistic"])  # fmt: skip
def test_terms_are_explained(name):
    done = CliRunner().invoke(cli, ["explain", name, "--json"])
    found = json.loads(done.stdout)
    assert found["kind"] in {"term", "detector"}
    assert found["reference"]
