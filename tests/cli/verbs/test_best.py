"""`bakeoff best`: the picked learner, its score, the corrected score; what is refused."""

import json

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("best") / "two.bakeoff"
    study = bo.Study(
        learners={"majority": "majority", "rule": bo.OneRule()},
        datasets=["iris", "wine"],
        scheme="5-fold",
        measures="accuracy",
    )
    study.run(path, workers=1, progress=False).close()
    return str(path)


def test_each_data_set_by_itself(file):
    said = CliRunner().invoke(cli, ["best", file])
    assert said.exit_code == 0
    assert said.stdout.count("rule is the best of 2 learners by accuracy on") == 2
    assert said.stdout.count("BBC-CV, 1000 resamples") == 2


def test_the_json_is_that_of_results(file):
    said = CliRunner().invoke(
        cli, ["best", file, "--dataset", "wine", "--by", "folds", "--measure", "kappa", "--resamples", "50", "--json"]
    )
    made = json.loads(said.stdout)
    assert (made["schema"], made["by"]) == ("bakeoff.best/1", "folds")
    (one,) = made["best"]
    with bo.open(file) as results:
        found = results.best("kappa", dataset="wine", by="folds", n_resamples=50)
    assert (one["learner"], one["corrected"]["value"]) == ("rule", pytest.approx(found.corrected.value))
    assert one["optimism"] == pytest.approx(found.optimism)
    assert one["nested"] is None


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--measure", "acuracy"], "did you mean 'accuracy'"),
        (["--dataset", "iriss"], "no data set called 'iriss'"),
        (["--by", "units"], "'units' is not one of 'rows', 'folds'"),
        (["--resamples", "1"], "1 is not in the range"),
        (["--measure", "fit_seconds"], "measured while a study runs"),
    ],
)
def test_bad_input(file, given, sentence):
    said = CliRunner().invoke(cli, ["best", file, *given])
    assert said.exit_code == 2
    assert sentence in said.output.replace("\n", " ")
