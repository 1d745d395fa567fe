"""Learning curves from Python and from the command line, run for real: resumed, interrupted by failures, displayed."""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.splits.training_sizes import subset
from bakeoff.study.facts.study_facts import LEARNING

STUDY = """
seed = 1
measures = ["accuracy"]
[learners.bayes]
use = "sklearn.naive_bayes.GaussianNB"
[learners.majority]
use = "majority"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 3
[curves]
train_sizes = {}
"""


def leaves(*args):
    """The exit code of the command line."""
    with pytest.raises(SystemExit) as left:
        cli(list(args))
    return left.value.code


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    learners = {"bayes": GaussianNB()} | {f"{k}-nn": KNeighborsClassifier(n_neighbors=k) for k in (1, 3, 5)}
    path = tmp_path_factory.mktemp("growth") / "s.bakeoff"
    study = bo.Study(datasets=["iris"], learners=learners, scheme="3-fold", train_sizes=[0.1, 0.2, 0.5])
    with study.run(path, progress=False) as found:
        yield found


def test_the_frame_holds_every_point(results):
    frame = results.learning.curves(kind="pandas")
    assert len(frame) == 4 * 4
    assert sorted(set(frame["rows"])) == [10, 20, 50, 100]
    assert (frame["fit_seconds"] > 0).all()
    assert set(results.learning.curves("kappa", kind="pandas")["measure"]) == {"kappa"}


def test_scores_are_those_of_scikit_learn_on_the_same_rows(results):
    data = bo.load("iris")
    with FileLedger.open(results.ledger.path) as ledger:
        plan = ledger.plan("iris")
    scores = []
    for split in plan.splits:
        rows = subset(plan, split.repeat, split.fold, 20, data.target)
        model = GaussianNB().fit(data.features[rows], data.target[rows])
        scores.append(model.score(data.features[split.test], data.target[split.test]))
    frame = results.learning.curves(kind="pandas")
    found = frame[(frame["learner"] == "bayes") & (frame["rows"] == 20)]["value"].item()
    assert found == pytest.approx(np.mean(scores))


@pytest.mark.parametrize("display", [bo.LearningCurveDisplay, bo.ValidationCurveDisplay, bo.ScalingDisplay])
def test_displays(results, display):
    shown = display.from_results(results)
    assert shown.plot().figure_ is not None
    ax = Figure().add_subplot()
    assert shown.plot(ax=ax).ax_ is ax
    assert "<svg" in shown._repr_html_()


def test_displays_refuse_what_is_not_there(results):
    with pytest.raises(UnknownName, match="data set with learning curves"):
        bo.LearningCurveDisplay.from_results(results, "iriss")
    with pytest.raises(UnknownName, match="n_neighbors"):
        bo.ValidationCurveDisplay.from_results(results, "n_neighbours")
    with pytest.raises(UnknownName, match="fit_seconds"):
        bo.ScalingDisplay.from_results(results, "fit_second")
    with pytest.raises(NotApplicable, match="four data sets"):
        bo.ScalingDisplay.from_results(results, "peak_memory")


def test_without_curves_displays_say_how_to_get_them():
    plain = bo.Study(datasets=["iris"], learners={"a": GaussianNB()}, scheme="3-fold").run(progress=False)
    assert len(plain.learning.curves(kind="pandas")) == 0
    with pytest.raises(NotApplicable, match="train_sizes"):
        bo.LearningCurveDisplay.from_results(plain)
    with pytest.raises(NotApplicable, match="differ in one number"):
        bo.ValidationCurveDisplay.from_results(plain)


def test_one_class_in_a_small_part_is_a_clear_failure_there_alone():
    rng = np.random.default_rng(0)
    y = np.array(["no"] * 95 + ["yes"] * 25)[rng.permutation(120)]
    X = rng.normal(size=(120, 2)) + 2 * (y == "yes")[:, None]
    learners = {"logistic": LogisticRegression(), "bayes": GaussianNB()}
    found = bo.evaluate(learners, X, y, cv="4-fold", scoring="accuracy", train_sizes=[2, 0.5], progress=False)
    failed = found.failures
    assert set(failed["learner"]) == {"logistic"}
    assert set(failed["size"]) == {2}
    assert "class" in failed["message"].iloc[0]
    assert found.verdict is not None
    curve = next(one for one in found.fact(LEARNING) if one.learner == "logistic")
    assert [np.isnan(point.score.value) for point in curve.points] == [True, False, False]


def test_from_the_command_line(tmp_path, capsys):
    study = tmp_path / "study.toml"
    study.write_text(STUDY.format("[0.1, 0.5]"))
    file = tmp_path / "study.bakeoff"
    assert leaves("check", str(study)) == 0
    shown = capsys.readouterr().out
    assert "6 (learners × splits of all data sets)" in shown
    assert "12 of learning curves" in shown
    assert leaves("run", str(study), "--dry-run") == 0
    assert "would run 18 of 18 units" in capsys.readouterr().out
    assert leaves("run", str(study), "-q") == 0
    capsys.readouterr()
    assert leaves("status", str(file), "--json") == 0
    assert json.loads(capsys.readouterr().out)["planned"] == 18
    study.write_text(STUDY.format("[0.1, 0.25, 0.5]"))
    assert leaves("run", str(study), "--dry-run") == 0
    assert "would run 6 of 24 units" in capsys.readouterr().out
    figures = tmp_path / "figures"
    assert leaves("report", str(file), "--figures", str(figures), "--for-paper", "column") == 0
    assert (figures / "learning-0.pdf").is_file()
    assert leaves("report", str(file), "--for-paper", "column") == 2
    assert leaves("report", str(file), "--figures", str(figures), "--for-paper", "wide") == 2


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        ("[0.5, 0.5]", "curves.train_sizes: 0.5 is given twice"),
        ("[1.5]", "curves.train_sizes: 1.5 is neither a share"),
        ("[0.5, -1]", "curves.train_sizes: -1 is neither a share"),
        ("[500]", "500 rows are more than data set 'iris' has to train on (100)"),
        ('["half"]', "curves.train_sizes #1: must be a number"),
    ],
)
def test_sizes_that_cannot_be_are_refused(tmp_path, capsys, sizes, told):
    study = tmp_path / "study.toml"
    study.write_text(STUDY.format(sizes))
    assert leaves("check", str(study)) == 2
    assert told in capsys.readouterr().err


def test_a_class_that_is_missing_in_a_small_part_is_told_beforehand(tmp_path, capsys):
    rows = "\n".join(f"{at},{'yes' if at % 20 == 0 else 'no'}" for at in range(200))
    (tmp_path / "rare.csv").write_text(f"x,y\n{rows}\n")
    text = STUDY.format("[4]").replace('name = "iris"', 'file = "rare.csv"\ntarget = "y"\npositive = "yes"')
    (tmp_path / "study.toml").write_text(text)
    assert leaves("check", str(tmp_path / "study.toml")) == 0
    assert "4 training rows contain class 'no' only" in " ".join(capsys.readouterr().err.split())
