"""What the report and the command line show of searches, and the snippet that makes the study again."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import loguniform
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RandomizedSearchCV
from sklearn.svm import SVC

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.learners.search_results import search_facts
from bakeoff.report.names import learner_code
from bakeoff.report.sections.tuned import trial_plot
from bakeoff.study.analysis.tunings import tuning_notes
from bakeoff.study.facts.trial_curves import _from_places, _is_log, trial_curves
from bakeoff.tuning.surrogate import guess


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("tuned") / "s.bakeoff"
    data = bo.load("iris").take(np.random.default_rng(0).permutation(150)[:90])
    space = {"C": bo.log_uniform(1e-2, 1e2), "kernel": bo.choice(["rbf", "linear"])}
    learners = {"<b>svm": bo.Tuned(SVC(), space, trials=6, scheme="2-fold"), "dummy": DummyClassifier()}
    bo.Study(datasets=data, learners=learners, scheme="2-fold", measures="accuracy").run(path, progress=False).close()
    return path


def test_the_report_shows_choices_and_optimism(file: Path, tmp_path: Path):
    with bo.open(file) as results:
        results.report(tmp_path / "r.md")
        results.report(tmp_path / "r.html")
        results.report(tmp_path / "r.json")
        cell = results.findings.tunings[0]
        (numbers,) = map(trial_plot, trial_curves(cell))
    text = (tmp_path / "r.md").read_text()
    assert "Tuned settings" in text
    assert "How optimistic the inner score is" in text
    assert "random search, 6 candidates, 2-fold cross-validation" in text
    assert "<b>svm" not in (tmp_path / "r.html").read_text()
    assert cell.optimism == pytest.approx(cell.inner - cell.outer)
    assert (numbers.log_x, len(numbers.x), int(numbers.chosen.sum())) == (True, 12, 2)
    assert "12 candidates against C" in numbers.sentence()


def test_the_command_line_prints_the_same(file: Path):
    shown = CliRunner().invoke(cli, ["tuning", str(file)])
    assert shown.exit_code == 0
    assert "Chosen settings of every split" in shown.output
    found = json.loads(CliRunner().invoke(cli, ["tuning", str(file), "--json"]).output)
    assert found["schema"] == "bakeoff.tuning/1"
    assert [len(one["candidates"]) for one in found["tunings"][0]["splits"]] == [6, 6]


def test_settings_that_differ_on_several_data_sets_are_one_note():
    wide = SimpleNamespace(parameter="C", values=(1, 2, 3), spread=0.9, at_low=0, at_high=0)
    cells = [SimpleNamespace(dataset=name, learner="svm", parameters=(wide,), splits=()) for name in ("iris", "wine")]
    (note,) = tuning_notes(cells, SimpleNamespace(learners=()))
    assert str(note) == "The chosen settings of svm differ much between splits on iris and wine (C)."


def test_the_call_that_makes_a_tuned_learner_can_be_run_again():
    tuned = bo.Tuned(
        LogisticRegression(),
        {"C": bo.log_uniform(0.01, 10), "max_iter": bo.integers(50, 90, log=True)},
        measure="accuracy",
    )
    code, _ = learner_code(tuned.settings)
    assert "'C': bo.log_uniform(0.01, 10.0)" in code
    assert "bo.integers(50, 90, log=True)" in code
    import sklearn.linear_model  # the snippet imports what it names

    again = eval(code, {"bo": bo, "sklearn": sklearn})
    assert again.settings == tuned.settings


def test_a_random_search_of_scikit_learn_keeps_its_range():
    learner = bo.Study(
        datasets="iris",
        learners={"rand": RandomizedSearchCV(SVC(), {"C": loguniform(0.01, 100)}, n_iter=2), "d": "majority"},
        measures="accuracy",
    ).spec.learners[0]
    code, _ = learner_code(learner.settings)
    assert "scipy.stats.loguniform(0.01, 100)" in code
    assert len(learner.settings) < 5000


def test_the_model_finds_the_top_of_a_hill():
    rng = np.random.default_rng(0)
    places = rng.random((40, 2))
    gains = -((places[:, 0] - 0.6) ** 2) + rng.normal(0, 0.01, 40)
    first, _ = guess(["a", "b"], places, gains)
    assert abs(first.places[np.argmax(first.mean)] - 0.6) < 0.1
    assert (first.low <= first.mean).all()
    assert 0 <= first.next <= 1
    assert guess(["a"], places[:3, :1], gains[:3]) == ()
    assert guess(["a"], places[:, :1], np.zeros(40)) == ()


def test_trials_of_optunas_search_are_kept_with_their_ranges():
    """The attributes of optuna-integration's OptunaSearchCV, which is not installed with bakeoff."""
    trials = [
        SimpleNamespace(params={"C": 0.1, "degree": 2}, value=0.5, user_attrs={"split0_test_score": 0.4, "split1_test_score": 0.6}),
        SimpleNamespace(params={"C": 10.0, "degree": 4}, value=0.9, user_attrs={}),
    ]  # fmt: skip
    space = {"C": SimpleNamespace(low=0.01, high=100.0, log=True), "degree": SimpleNamespace(low=2, high=4, log=False)}
    search = SimpleNamespace(
        trials_=trials, best_params_=trials[1].params, param_distributions=space, estimator=SVC(), scoring=None
    )
    facts = search_facts(search)
    assert facts is not None
    found = facts["tuning"]
    assert (found["measure"], found["chosen"]) == ("accuracy", 1)
    assert [one["scores"] for one in found["candidates"]] == [[0.4, 0.6], [0.9]]
    assert [one["places"] for one in found["candidates"]] == [
        {"C": pytest.approx(0.25), "degree": 0.0},
        {"C": pytest.approx(0.75), "degree": 1.0},
    ]


@pytest.mark.parametrize(
    ("made", "log"),
    [(bo.uniform(0.001, 0.2), False), (bo.integers(1, 50), False), (bo.log_uniform(1e-3, 1e2), True), (bo.integers(1, 500, log=True), True)],
)  # fmt: skip
def test_the_model_is_drawn_where_its_places_lie(made, log):
    values = np.array([float(made.draw(rng)) for rng in map(np.random.default_rng, range(12))])
    places = np.array([made.place(one) for one in values])
    assert _is_log(places, values) is log
    inside = np.linspace(places.min(), places.max(), 7)
    wanted = [
        made.low * (made.high / made.low) ** one if log else made.low + (made.high - made.low) * one for one in inside
    ]
    assert _from_places(places, values, log, inside) == pytest.approx(wanted, rel=1e-9)
