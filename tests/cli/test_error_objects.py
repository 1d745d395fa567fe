"""`--json` of a command that fails prints one object with code, message, cure and exit code, whatever the verb."""

import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS

WRONG = {  # verb -> words that it refuses, none of which is a mistake in the options
    "demo": "demo --out taken.csv",
    "init": "init taken.csv",
    "check": "check broken.toml",
    "run": "run broken.toml",
    "status": "status nowhere.bakeoff",
    "retry": "retry nowhere.bakeoff --failed",
    "rerun": "rerun nowhere.bakeoff --unit a/b/0/0",
    "verify": "verify nowhere.bakeoff",
    "export": "export nowhere.bakeoff --plan -o out",
    "import": "import nowhere.bakeoff taken.csv --learner x",
    "forget": "forget nowhere.bakeoff --learner x",
    "stability": "stability nowhere.bakeoff",
    "tuning": "tuning nowhere.bakeoff",
    "extrapolate": "extrapolate nowhere.bakeoff",
    "scale": "scale nowhere.bakeoff",
    "report": "report nowhere.bakeoff",
    "deploy": "deploy nowhere.bakeoff",
    "predict": "predict nowhere.skops taken.csv",
    "compare": "compare taken.csv --measure rsme",
    "measure": "measure taken.csv --truth y --pred z",
    "repeats": "repeats nowhere.csv --item q",
    "curve": "curve roc taken.csv --truth a --score c",
    "stream": "stream nowhere.csv --target y --learner a=sklearn.linear_model.SGDClassifier",
    "drift": "drift nowhere.csv taken.csv",
    "efficiency": "efficiency nowhere.csv",
    "map": "map nowhere.bakeoff",
    "cherry-pick": "cherry-pick nowhere.csv",
    "profile": "profile nowhere.csv --target y",
    "domains": "domains nowhere.bakeoff",
    "expand": "expand nowhere.csv --rows 10 --target y",
    "test": "test wilcoxn taken.csv",
    "advise": "advise --task regresion",
    "plan": "plan wilcoxn --effect 1 --sd 1",
    "measures": "measures acuracy",
    "tests": "tests wilcoxn",
    "schemes": "schemes kfol",
    "formats": "formats jsn",
    "explain": "explain acuracy",
    "ladder": "ladder nowhere.csv --board b --truth y",
    "serve": "serve nowhere --no-browser --port 0",
    "table": "table wilcoxn",
    "sampling": "sampling --p 2 --n 5",
    "bias-variance": "bias-variance nowhere.bakeoff",
    "epochs": "epochs nowhere.bakeoff",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.csv").write_text("dataset,a,b\nx,1,2\ny,2,3\nz,3,5\n")
    (tmp_path / "broken.toml").write_text("title = 3\nlerners = 1\n")
    return tmp_path


def refused(words: list[str]) -> dict[str, object]:
    done = CliRunner().invoke(cli, [*words, "--json"])
    assert done.exit_code == 2, done.output
    assert "bug" not in done.stderr
    assert done.stderr.startswith("bakeoff: ")
    made: dict[str, object] = json.loads(done.stdout)
    assert list(made) == ["schema", "code", "message", "cure", "exit_code"]
    assert made["schema"] == "bakeoff.error/1"
    assert made["exit_code"] == 2
    assert made["message"]
    assert made["cure"]
    return made


def test_the_table_is_about_verbs():
    assert set(WRONG) <= set(VERBS.names)
    assert all(typed.split()[0] == verb for verb, typed in WRONG.items())


@pytest.mark.parametrize("verb", VERBS.names)
def test_bad_input(folder: Path, verb: str):
    """A verb that the table does not hold yet gets a file that is not there."""
    made = refused(WRONG.get(verb, f"{verb} nowhere.csv").split())
    assert made["code"] != "usage" or verb not in WRONG


@pytest.mark.parametrize("verb", VERBS.names)
def test_bad_option(folder: Path, verb: str):
    made = refused([verb, "--nonsense"])
    assert made["code"] == "usage"
    assert f" {verb} --help`" in str(made["cure"])


def test_a_verb_that_does_not_exist(folder: Path):
    assert "did you mean 'compare'" in str(refused(["comprae", "taken.csv"])["message"])


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() == 0, reason="rights do not bind root")
def test_a_file_that_must_not_be_read(folder: Path):
    (folder / "taken.csv").chmod(0)
    assert refused(["compare", "taken.csv"])["code"] in {"file", "bad_input"}


def test_a_folder_in_place_of_a_file(folder: Path):
    (folder / "scores.csv").mkdir()
    assert "scores.csv" in str(refused(["compare", "scores.csv"])["message"])
