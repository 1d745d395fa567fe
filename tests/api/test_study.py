"""Study and evaluate: what is asked for, what is refused, and what is measured if nobody says."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.study import Study, _workers, usual_measures
from bakeoff.core.errors import BadInput, Problems
from bakeoff.data.tasks import task_named
from bakeoff.learners.from_objects import as_learners
from bakeoff.runs.local import run_local
from bakeoff.study.running import execute


def table(task="binary", **changed):
    target = np.arange(20) % 2 if task != "regression" else np.arange(20.0)
    settings = {
        "name": "t",
        "task": task,
        "features": np.arange(40.0).reshape(20, 2),
        "target": target,
        "columns": (bo.Column(name="x"), bo.Column(name="z")),
        "classes": () if task == "regression" else ("no", "yes"),
        "positive": "yes" if task == "binary" else None,
    }
    return bo.Dataset(**(settings | changed))


def test_a_study_names_itself():
    study = Study(datasets=table(), learners=["majority", "prior"], scheme="5-fold", title="ours")
    assert repr(study) == "<Study 'ours': 2 learners, 1 data set, kfold(5), by accuracy>"
    assert study.spec.seed == 0


def test_data_sets_may_be_named():
    study = Study(datasets=["iris", table()], learners=["majority"], scheme="5-fold")
    assert [one.name for one in study.spec.datasets] == ["iris", "t"]


def test_the_first_measure_decides():
    given = {"datasets": table(), "learners": ["majority", "prior"], "scheme": 5}
    assert Study(**given, measures=["kappa", "accuracy"]).spec.primary == "kappa"
    with pytest.raises(TypeError, match="no argument of Study called 'primary'; did you mean 'measures'"):
        Study(**given, measures="kappa", primary="accuracy")


@pytest.mark.parametrize(
    ("task", "learners", "first", "has"),
    [
        ("binary", ["prior", "one-rule"], "accuracy", {"kappa"}),
        ("binary", ["prior"], "accuracy", {"roc_auc", "log_loss"}),
        ("regression", ["mean"], "rmse", {"r2"}),
        ("ordinal", ["majority"], "mae_ordinal", {"kappa_quadratic"}),
        ("clustering", ["majority"], "ari", {"nmi"}),
    ],
)
def test_what_is_measured_if_nobody_says(task, learners, first, has):
    names = usual_measures([table(task)], as_learners(learners))
    assert names[0] == first
    assert has <= set(names)
    assert all(task_named(task) in bo.measures[name].tasks for name in names)


def test_probability_measures_are_left_out_where_a_learner_gives_none():
    names = usual_measures([table()], as_learners(["prior", "majority"]))
    assert "log_loss" not in names
    assert "roc_auc" not in usual_measures([table(positive=None)], as_learners(["prior"]))


def test_what_cannot_be_is_refused_in_words():
    with pytest.raises(BadInput, match="each knows its own name"):
        Study(datasets={"t": table()}, learners=["majority"])
    with pytest.raises(BadInput, match="a study needs a measure"):
        Study(datasets=table(), learners=["majority"], measures=[])
    with pytest.raises(BadInput, match="a measure is a function of two"):
        bo.evaluate(["majority"], [[1.0], [2.0]], ["a", "b"], scoring=[len])
    with pytest.raises(BadInput, match="n_jobs must not be 0"):
        bo.evaluate(["majority"], np.ones((20, 1)), np.arange(20) % 2, n_jobs=0, cv=2)
    with pytest.raises(Problems, match="positive"):
        bo.evaluate(["majority"], np.ones((20, 1)), ["a", "b"] * 10, scoring="f1", cv=2)


def test_negative_jobs_count_from_all_cores(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert [_workers(n) for n in (None, 3, -1, -2, -100)] == [None, 3, 8, 7, 1]


RUN = """
measures = ["accuracy"]
[learners.zero]
use = "majority"
[[datasets]]
make = {name = "xor", n = 60}
[resampling]
folds = 2
[run]
workers = 1
timeout = 90
memory = 800
threads = 2
"""


@pytest.mark.parametrize(
    ("said", "meant"),
    [({}, {}), ({"workers": 2, "timeout": 5}, {"workers": 2, "timeout": 5}), ({"threads": 1}, {"threads": 1})],
)
def test_settings_of_the_study_file_hold_unless_the_call_says_otherwise(tmp_path, monkeypatch, said, meant):
    (tmp_path / "study.toml").write_text(RUN)
    heard = {}

    def listening(*work, **settings):
        heard.update(settings)
        return run_local(*work, **settings)

    monkeypatch.setattr(execute, "run_local", listening)
    Study.from_toml(tmp_path / "study.toml").run(progress=False, **said)
    wanted = {"workers": 1, "timeout": 90, "memory": 800, "threads": 2} | meant
    assert {name: heard[name] for name in wanted} == wanted


def test_rows_without_a_target_are_left_out_if_asked_for() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 2.0
    y[[3, 8]] = np.nan
    learners = {"zero": bo.Majority(), "prior": bo.Prior()}
    with pytest.raises(BadInput, match="set missing_target='drop' to leave them out"):
        bo.evaluate(learners, X, y, cv=2, scoring="accuracy", progress=False)
    made = bo.evaluate(learners, X, y, cv=2, scoring="accuracy", missing_target="drop", progress=False)
    rows = made.predictions_frame("data", "zero")["row"]
    assert sorted(rows) == [at for at in range(40) if at not in {3, 8}]
    halves = [(np.arange(20), np.arange(20, 40))]
    with pytest.raises(BadInput, match="scheme lists rows of X, but 2 rows without a target are left out"):
        bo.evaluate(learners, X, y, cv=halves, scoring="accuracy", missing_target="drop", progress=False)


def test_the_number_of_fits_is_printed_before_the_first(capsys):
    X, y = [[float(at)] for at in range(60)], ["a", "b"] * 30
    bo.evaluate(["majority"], X, y, n_jobs=1)
    first = capsys.readouterr().err.splitlines()[0]
    assert first == "1 learner on 1 data set, 10-fold cross-validation, stratified by class, 3 repeats: 30 units of fitting and predicting"  # fmt: skip
    bo.evaluate(["majority"], X, y, n_jobs=1, cv="5-fold", progress=False)
    assert capsys.readouterr().err == ""


def test_data_sets_that_know_their_target_need_no_y():
    learners = ["random", "majority"]
    named = bo.evaluate(learners, ["iris", "wine"], scheme="3-fold", measures="accuracy", n_jobs=1, progress=False)
    mapped = bo.evaluate(
        learners,
        {"iris": bo.load("iris"), "wine": bo.load("wine")},
        scheme="3-fold",
        measures="accuracy",
        n_jobs=1,
        progress=False,
    )
    assert named.scores("accuracy")["value"].tolist() == mapped.scores("accuracy")["value"].tolist()
    assert set(named.scores("accuracy")["dataset"]) == {"iris", "wine"}


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (([[0.0], [1.0]],), {}, "evaluate needs y, the target of each row, or data sets that know it"),
        (({},), {}, "evaluate needs y"),
        ((), {}, "evaluate needs X; call it as evaluate"),
        (("iris",), {"groups": [1], "time": [1]}, "groups and time belong to the rows of X and y"),
        ((["iris", "wein"],), {}, "did you mean 'wine'?"),
    ],
)
def test_features_without_a_target(arguments, options, sentence):
    with pytest.raises(BadInput, match=sentence.replace("?", r"\?")):
        bo.evaluate(["random", "majority"], *arguments, progress=False, **options)
