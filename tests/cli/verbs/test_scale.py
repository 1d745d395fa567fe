"""`bakeoff scale`: how time and memory of the learners of a study grow with the training rows."""

import json

import pytest
from sklearn.linear_model import Ridge
from sklearn.svm import SVR

import bakeoff as bo
from bakeoff.cli.main import cli


def test_a_study_from_python_and_the_shell(tmp_path, capsys):
    path = tmp_path / "s.bakeoff"
    study = bo.Study(
        datasets=[bo.make("friedman1", n=300, seed=1)], learners={"svr": SVR(), "ridge": Ridge()}, scheme="3-fold", train_sizes=[12, 25, 50, 100]
    )  # fmt: skip
    with study.run(path, progress=False) as results:
        assert {one.learner for one in results.learning.scale(complexity="n").curves} == {"svr", "ridge"}
    for args, code in (
        (["--json", "--complexity", "svr=n^2"], 0),
        (["--complexity", "svr=n^2", "--complexity", "svr=n"], 2),
        (["--complexity", "n", "--complexity", "svr=n"], 2),
        (["-o", str(tmp_path / "x.txt")], 2),
        (["-o", str(tmp_path / "x.png")], 0),
    ):
        with pytest.raises(SystemExit) as left:
            cli(["scale", str(path), *args])
        out = capsys.readouterr().out
        assert left.value.code == code
        if "--json" in args:
            assert json.loads(out)["schema"] == "bakeoff.scale/1"
    assert (tmp_path / "x.png").stat().st_size > 1000
