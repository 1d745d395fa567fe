"""Curves by training steps in a study: stored, not run twice, the same as by themselves, and shown."""

import os
import re
import signal
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BakeoffError, NotApplicable
from bakeoff.report.render import html
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.study.analysis.curves.epoch_curves import EPOCHS, stored_epoch_curves
from bakeoff.study.analysis.stored_design import design_of

LEARNERS = {"boosted <b>": GradientBoostingClassifier(random_state=0), "near": KNeighborsClassifier()}


def study(**given):
    return bo.Study(datasets="iris", learners=LEARNERS, scheme="kfold(3, repeats=2)", measures="accuracy", **given)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("epochs") / "steps.bakeoff"
    study(epochs=4, learning_rates=[0.01, 0.1, 0.3]).run(path, workers=1, progress=False).close()
    return path


def test_a_study_stores_and_shows_its_curves(file):
    with bo.open(file) as results:
        found = results.learning.epochs()
        report = results.composed()
    assert [one.value for one in found.curves] == [0.01, 0.1, 0.3]
    assert {one.family for one in found.curves} == {"boosted <b>"}
    assert {one.way for one in found.curves} == {"stages"}
    part = html.render(replace(report, sections=tuple(one for one in report.sections if one.name == "epochs")))
    assert "Training steps of boosted &lt;b&gt; on iris" in part
    assert "boosted <b>" not in part


def test_the_curves_are_those_of_the_same_splits(file):
    """The first repeat, by hand."""
    spec = study(epochs=4, learning_rates=[0.01, 0.1, 0.3]).spec
    data, plan = spec.datasets[0], spec.plans()[0]
    scores = []
    for split in [one for one in plan.splits if one.repeat == 0]:
        model = GradientBoostingClassifier(random_state=0, learning_rate=0.1, n_estimators=4)
        model.fit(data.features[split.train], data.target[split.train])
        scores.append(
            [np.mean(said == data.target[split.test]) for said in model.staged_predict(data.features[split.test])]
        )
    with bo.open(file) as results:
        found = results.learning.epochs().curves[1]
    assert [one.value for one in found.validation] == pytest.approx(np.mean(scores, axis=0).tolist())


def test_stored_curves_are_not_run_again(file, monkeypatch):
    from bakeoff.study.running import epoch_runs

    asked = []
    real = epoch_runs.epoch_scores
    monkeypatch.setattr(epoch_runs, "epoch_scores", lambda *given: asked.append(given[0].name) or real(*given))
    study(epochs=4, learning_rates=[0.01, 0.1, 0.3]).run(file, workers=1, progress=False).close()
    assert asked == []
    study(epochs=4, learning_rates=[0.01, 0.1, 0.5]).run(file, workers=1, progress=False).close()
    assert asked == ["boosted <b>, learning_rate=0.5"]
    with FileLedger.open(file) as ledger:
        assert len(ledger.get_meta(EPOCHS)) == 3
    study(epochs=4, learning_rates=[0.01, 0.1, 0.3]).run(file, workers=1, progress=False).close()
    results = study().run(file, workers=1, progress=False)
    with pytest.raises(NotApplicable, match="no curves by training steps"):
        results.learning.epochs()
    results.close()


def test_entries_that_cannot_be_read_are_passed_over(tmp_path):
    path = tmp_path / "odd.bakeoff"
    study(epochs=2).run(path, workers=1, progress=False).close()
    with FileLedger.resume(path) as ledger:
        (good,) = ledger.get_meta(EPOCHS)
        odd = [
            {},
            3,
            good | {"epochs": [2, 1]},
            good | {"training": [[1]]},
            good | {"measure": "none"},
            good | {"epochs": []},
        ]
        ledger.set_meta(EPOCHS, [*odd, good])
        assert len(stored_epoch_curves(ledger, design_of(ledger))) == 1


def test_the_best_rate_at_the_end_is_a_note(file):
    study(epochs=4, learning_rates=[0.01, 0.1, 0.3]).run(file, workers=1, progress=False).close()
    with bo.open(file) as results:
        notes = [note for note in results.findings.notes if note.code == "study.best_at_edge"]
        best = max(results.learning.epochs().curves, key=lambda one: one.validation[one.best].value)
    assert len(notes) == (best.value in {0.01, 0.3})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"learning_rates": [0.1]}, "need epochs"),
        ({"epochs": -1}, "whole number of steps"),
        ({"epochs": 20_000}, "up to 10000"),
        ({"epochs": 5, "learning_rates": [0.1, 0]}, "above 0, not 0"),
    ],
)
def test_bad_options(given, sentence):
    with pytest.raises(BakeoffError, match=sentence):
        study(**given)


def test_a_study_without_stepwise_learners_is_refused():
    with pytest.raises(BakeoffError, match="no learner is trained step by step"):
        bo.Study(
            datasets="iris", learners={"near": KNeighborsClassifier()}, scheme="3-fold", measures="accuracy", epochs=5
        )


def test_naive_bayes_has_no_steps():
    with pytest.raises(BakeoffError, match="no learner is trained step by step"):
        bo.Study(datasets="iris", learners={"bayes": GaussianNB()}, scheme="3-fold", measures="accuracy", epochs=5)


class Troubled(SGDClassifier):
    """Units, which call `fit`, pass; training step by step does not."""

    def __init__(self, trouble="", flag="", max_iter=5, random_state=0):
        super().__init__(max_iter=max_iter, random_state=random_state)
        self.trouble = trouble
        self.flag = flag  # a file; trouble lasts as long as it is there

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        if not self.flag or Path(self.flag).exists():
            TROUBLE[self.trouble]()
        return super().partial_fit(X, y, classes=classes)


def _fill():
    every = []
    while True:
        every.append(np.ones(2**20))


def _raise(error):
    raise error("odd rows")


TROUBLE = {
    "raises": lambda: _raise(RuntimeError),
    "leaves": lambda: _raise(SystemExit),
    "exits": lambda: os._exit(3),
    "crashes": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "hangs": lambda: time.sleep(600),
    "fills the memory": _fill,
}
REASONS = {
    "raises": "RuntimeError: odd rows",
    "leaves": "SystemExit: odd rows",
    "exits": "the process ended with exit code 3 in fit",
    "crashes": r"killed by signal 11 \(SIGSEGV\) in fit",
    "hangs": "still in fit after 3 s, so it was killed",
    "fills the memory": "used more than 400 MB in fit, so it was killed|MemoryError",
}


def troubled(trouble, flag=""):
    learners = {"odd": Troubled(trouble, str(flag)), "boosted": GradientBoostingClassifier(random_state=0)}
    return bo.Study(datasets="iris", learners=learners, scheme="2-fold", measures="accuracy", epochs=2)


LIMITS = {"hangs": {"timeout": 3}, "fills the memory": {"memory": 400}}


@pytest.mark.parametrize("trouble", TROUBLE)
def test_a_learner_in_trouble_costs_its_own_curve_only(tmp_path, trouble):
    study = troubled(trouble)
    with study.run(tmp_path / "s.bakeoff", workers=1, progress=False, **LIMITS.get(trouble, {})) as results:
        assert not results.findings.all_failures
        curves = results.learning.epochs()
        assert curves.best_epoch["odd"] is None
        assert all(np.isnan(one.value) for one in curves.curves[0].validation)
        assert curves.best_epoch["boosted"] is not None
        part = [one for one in results.composed().sections if one.name == "epochs"]
    assert re.search(f"odd on iris: training by steps ended on 2 of 2 splits: ({REASONS[trouble]})", str(curves))
    assert re.search(REASONS[trouble], str(part))


def test_a_curve_that_ended_early_is_run_again_when_asked(tmp_path):
    flag, file = tmp_path / "flag", tmp_path / "s.bakeoff"
    flag.touch()
    study = troubled("exits", flag)
    study.run(file, workers=1, progress=False).close()
    flag.unlink()
    for given, best in (({}, False), ({"retry": "failed"}, True)):
        with study.run(file, workers=1, progress=False, **given) as results:
            assert (results.learning.epochs().best_epoch["odd"] is not None) is best


def test_children_give_the_same_curves_as_this_process():
    learners = {"net": MLPClassifier((4,)), "boosted": GradientBoostingClassifier(n_estimators=5)}
    for scheme in ("3-fold", "bootstrap(3)"):
        given = {"scheme": scheme, "epochs": [1, 2, 5], "measure": "log_loss", "seed": 4}
        here, there = (
            bo.epoch_curve(learners, bo.load("iris"), **given, **limits) for limits in ({}, {"timeout": 100})
        )
        assert here.to_dict() == there.to_dict()


def test_a_measure_that_does_not_apply_is_a_sentence_from_a_child_too():
    with pytest.raises(BakeoffError, match="roc_auc"):
        bo.epoch_curve(SGDClassifier(), bo.load("iris"), measure="roc_auc", epochs=2, timeout=60)


def test_an_interrupt_during_the_curves_leaves_the_study_whole(tmp_path, monkeypatch):
    from bakeoff.study.running.epoch_children import EpochChildren

    monkeypatch.setattr(EpochChildren, "__call__", lambda *_: _raise(KeyboardInterrupt))
    file = tmp_path / "s.bakeoff"
    with pytest.raises(KeyboardInterrupt):
        troubled("raises").run(file, workers=1, progress=False)
    with bo.open(file) as results:
        assert results.findings.card.units_planned == 4
        assert not results.findings.all_failures
        assert len(results.scores(kind="pandas")) == 4
    with FileLedger.open(file) as ledger:
        assert ledger.get_meta(EPOCHS) is None


DIVERGES = """
measures = ["mse"]
[learners.sgd]
use = "sklearn.linear_model.SGDRegressor"
scale = true
[learners.mean]
use = "mean"
[[datasets]]
name = "diabetes"
[resampling]
folds = 3
[curves]
epochs = 2
learning_rates = [0.01, 1e200]
"""


def test_a_rate_that_diverges_is_a_sentence_and_the_run_succeeds(tmp_path):
    (tmp_path / "s.toml").write_text(DIVERGES)
    said = CliRunner().invoke(cli, ["run", str(tmp_path / "s.toml"), "--workers", "1"])
    assert said.exit_code == 0
    assert (
        "sgd, eta0=1e+200 on diabetes: the score is infinite on a split for 2 of 2 numbers of epochs, since training diverges"
        in said.stderr
    )
    assert "Traceback" not in said.output
    with bo.open(tmp_path / "s.bakeoff") as results:
        assert not results.findings.all_failures
        assert list(results.learning.epochs().best_epoch) == ["sgd, eta0=0.01", "sgd, eta0=1e+200"]
