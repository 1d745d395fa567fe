"""Learning curves of a study, continued: from Python, the shell and the report."""

import json

import pytest
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("more") / "s.bakeoff"
    study = bo.Study(
        datasets=[bo.make("friedman1", n=400, seed=1)],
        learners={"knn": KNeighborsRegressor(), "ridge": Ridge()},
        scheme="5-fold",
        measures=["rmse", "r2"],
        train_sizes=[0.05, 0.1, 0.2, 0.5],
    )
    study.run(file, progress=False).close()
    return file


def run(capsys, *args):
    with pytest.raises(SystemExit) as left:
        cli(list(args))
    return left.value.code, capsys.readouterr()


def test_more_rows_are_predicted(path):
    with bo.open(path) as results:
        found = results.learning.extrapolate()
        knn = found.curves[0]
        assert (knn.learner, knn.measure, knn.sizes[-1]) == ("knn", "rmse", 320)
        assert [rows for rows, _ in knn.predicted] == [640, 3200]
        assert knn.predicted[0][1].value < knn.last
        other = results.learning.extrapolate("knn", measure="r2", rows=[1000]).curves
        assert [one.measure for one in other] == ["r2"]
        assert other[0].predicted[0][1].value > other[0].last
        assert "would more data help" in "".join(map(str, results.composed().sections)).lower()
    assert "with 640 rows" in str(found)
    assert "<table" in found._repr_html_()
    assert found.plot().ax_.get_xlabel().startswith("Training rows")


def test_the_shell_gives_the_same(path, capsys):
    code, shown = run(capsys, "extrapolate", str(path), "--json", "--rows", "500,1000", "--learner", "knn")
    made = json.loads(shown.out)
    assert code == 0
    assert made["schema"] == "bakeoff.extrapolate/1"
    assert [one["rows"] for one in made["curves"][0]["predicted"]] == [500, 1000]
    code, shown = run(capsys, "extrapolate", str(path))
    assert code == 0
    assert "Exponent" in shown.out


def test_bad_input(path, capsys, tmp_path):
    with bo.open(path) as results:
        with pytest.raises(UnknownName, match="ridge"):
            results.learning.extrapolate("rigde")
        with pytest.raises(UnknownName, match="friedman1"):
            results.learning.extrapolate(dataset="friedman")
        with pytest.raises(BadInput, match="rows is empty"):
            results.learning.extrapolate(rows=[])
        with pytest.raises(BadInput, match="rows"):
            results.learning.extrapolate(rows=[0])
    code, shown = run(capsys, "extrapolate", str(path), "--rows", "many")
    assert code == 2
    assert "whole numbers separated by commas" in shown.err
    assert run(capsys, "extrapolate", str(tmp_path / "none.bakeoff"))[0] == 2


def test_a_study_without_sizes_is_refused(tmp_path):
    study = bo.Study(datasets=["iris"], learners={"majority": bo.Majority()}, scheme="3-fold")
    with (
        study.run(tmp_path / "s.bakeoff", progress=False) as results,
        pytest.raises(NotApplicable, match="train_sizes"),
    ):
        results.learning.extrapolate()
