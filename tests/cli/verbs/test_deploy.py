"""`bakeoff deploy` and `bakeoff predict` as a new user types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

pytest.importorskip("skops.io")

STUDY = """
title = "Who buys?"
measures = ["accuracy"]
[learners.zero]
use = "majority"
[learners.logistic]
use = "sklearn.linear_model.LogisticRegression"
scale = true
[[datasets]]
file = "rows.csv"
target = "bought"
[[datasets]]
name = "iris"
[resampling]
folds = 3
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study that was run, and its model."""
    where = tmp_path_factory.mktemp("shop")
    lines = [f"{18 + at % 60},{('Rome', 'Oslo')[at % 2]},{'yes' if at % 60 > 30 else 'no'}" for at in range(90)]
    (where / "rows.csv").write_text("age,city,bought\n" + "\n".join(lines) + "\n")
    (where / "study.toml").write_text(STUDY)
    assert run("run", where / "study.toml", "--quiet").exit_code == 0
    made = run("deploy", where / "study.bakeoff", "--dataset", "rows", "-o", where / "model.skops")
    assert made.exit_code == 0, made.output
    assert "logistic trained on all 90 rows of rows" in made.output
    assert "corrected for having been picked" in made.output
    assert (where / "model.md").exists()
    assert (where / "model.html").exists()
    return where


def run(*words: object) -> object:
    return CliRunner().invoke(cli, [str(word) for word in words])


def test_new_rows_are_predicted_and_what_is_unlike_is_told(folder: Path) -> None:
    (folder / "new.csv").write_text("id,city,age\n1,Rome,20\n2,Paris,99\n")
    done = run("predict", folder / "model.skops", folder / "new.csv", "-o", folder / "out.csv")
    assert done.exit_code == 0, done.output
    assert (folder / "out.csv").read_text().splitlines()[0] == "row,label,score,proba_no,proba_yes,unlike"
    assert [line.split(",")[1] for line in (folder / "out.csv").read_text().splitlines()[1:]] == ["no", "yes"]
    assert "levels that were not in training in 1 of 2 rows: 'Paris'" in done.output
    assert "outside the range of training, 18 to 77" in done.output
    as_object = json.loads(run("predict", folder / "model.skops", folder / "new.csv", "--json").stdout)
    assert as_object["schema"] == "bakeoff.predict/1"
    assert as_object["predictions"]["unlike"] == [0, 2]


def test_rows_that_moved_are_read_from_elsewhere(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "moved.csv").write_text((folder / "rows.csv").read_text())
    made = run(
        "deploy",
        folder / "study.bakeoff",
        "--dataset",
        "rows",
        "--data",
        tmp_path / "moved.csv",
        "-o",
        tmp_path / "m.skops",
        "--json",
    )
    assert json.loads(made.stdout)["card"]["rows"] == 90


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("deploy", "study.bakeoff"), "2 data sets, and a model is trained on one; name it with --dataset (dataset=): rows, iris"),
        (("deploy", "study.bakeoff", "--dataset", "row"), "no data set called 'row'; did you mean 'rows'?"),
        (("deploy", "study.bakeoff", "--dataset", "rows", "--learner", "logistik"), "did you mean 'logistic'?"),
        (("deploy", "study.bakeoff", "--dataset", "rows", "-o", "model.pkl"), "saved as .skops, not as 'model.pkl'"),
        (("deploy", "study.bakeoff", "--dataset", "rows", "--data", "few.csv"), "they have 2 rows, not 90"),
        (("predict", "model.skops", "renamed.csv"), "there is no column 'age'; did you mean 'Age'?"),
        (("predict", "model.skops", "words.csv"), "column 'age' contained numbers in training and contains levels here, such as 'old'"),
        (("predict", "model.skops", "none.csv"), "none.csv has no rows"),
        (("predict", "model.skops", "gone.csv"), "there is no file"),
        (("predict", "rows.csv", "rows.csv"), "is not a model that bakeoff wrote"),
        (("predict", "model.skops", "rows.csv", "-o", "out.xlsx"), "written as .csv"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    (folder / "renamed.csv").write_text("Age,city\n20,Rome\n")
    (folder / "words.csv").write_text("age,city\nold,Rome\n20,Rome\n")
    (folder / "none.csv").write_text("age,city\n")
    (folder / "few.csv").write_text("age,city,bought\n20,Rome,yes\n21,Oslo,no\n")
    monkeypatch.chdir(folder)
    done = run(*words)
    assert done.exit_code == 2
    assert sentence in " ".join(done.output.split())
