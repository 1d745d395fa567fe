"""The best learner of a study and of arrays: which it is, its score as picked, and corrected for having been picked."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.estimates import bbc
from bakeoff.report.render import html, markdown
from bakeoff.report.sections.selection import selection_csv
from bakeoff.report.tables.plain_text import to_csv
from bakeoff.study.facts.study_facts import SELECTION

LEARNERS = {"<b>bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=1), "zero": DummyClassifier()}


@pytest.fixture(scope="module")
def results():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 40)
    return bo.evaluate(
        LEARNERS,
        rng.normal(size=(80, 3)) + y[:, None],
        y,
        positive=1,
        cv="2x4",
        scoring="accuracy",
        n_jobs=1,
        progress=False,
    )


def test_a_study_gives_what_its_matrix_of_right_and_wrong_gives(results):
    """Two repeats: the mean over repeats of right and wrong, row by row, is the matrix of the paper."""
    right = {}
    for learner in results.learners:
        rows = results.predictions_frame(results.datasets[0], learner, kind="plain")
        order = np.argsort(np.asarray(rows["row"]), kind="stable")
        same = np.asarray(rows["label"])[order] == np.asarray(rows["truth"])[order]
        right[learner] = same.reshape(80, 2).mean(axis=1)
    found, plain = results.best(), bbc(right)
    assert found.learner == plain.learner == "<b>bayes"
    assert found.naive.value == pytest.approx(plain.naive.value)
    assert found.corrected.value == pytest.approx(plain.corrected.value)
    assert (found.corrected.low, found.corrected.high) == pytest.approx((plain.corrected.low, plain.corrected.high))
    assert found.measure == "accuracy"
    assert "2 repeats" in found.corrected.method
    assert found.nested is None


def test_other_measures_and_what_is_not_for_a_choice(results):
    pooled = results.best("roc_auc")
    assert [note.code for note in pooled.notes] == ["study.pooled"]
    assert 0.5 < pooled.corrected.value < 1
    assert results.best("log_loss", n_resamples=50).corrected.method == "BBC-CV, 50 resamples, 2 repeats"
    with pytest.raises(NotApplicable, match="describes the rows"):
        results.best("prevalence")
    with pytest.raises(NotApplicable, match="measured while a study runs"):
        results.best("fit_seconds")
    with pytest.raises(UnknownName, match="no data set called"):
        results.best(dataset="nosy")
    with pytest.raises(BadInput, match="n_resamples"):
        results.best(n_resamples=1)


def test_by_folds(results):
    with pytest.raises(NotApplicable, match="one k-fold cross-validation"):
        results.best(by="folds")
    with pytest.raises(UnknownName, match="did you mean 'folds'"):
        results.best(by="fold")
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 40)
    plain = bo.evaluate(
        LEARNERS, rng.normal(size=(80, 3)) + y[:, None], y, positive=1, cv="5-fold", scoring="roc_auc", n_jobs=1, progress=False
    )  # fmt: skip
    found = plain.best(by="folds")
    scores = plain.scores("roc_auc")
    table = {
        name: [v for one, v in zip(scores["learner"], scores["value"], strict=True) if one == name]
        for name in plain.learners
    }
    assert found.corrected.value == pytest.approx(bbc(table).corrected.value)
    assert not found.notes
    assert found.corrected.n == 5


def test_a_tuned_winner_has_its_nested_score(tmp_path):
    tuned = bo.Tuned(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, search="grid")
    study = bo.Study(
        learners={"tuned": tuned, "zero": "majority"}, datasets="iris", scheme="3-fold", measures="accuracy"
    )
    found = study.run(tmp_path / "tuned.bakeoff", workers=1, progress=False).best()
    assert found.learner == "tuned"
    assert found.nested is not None
    assert found.nested.value == pytest.approx(found.naive.value)
    assert "nested" in str(found)


def test_the_report_shows_it_with_names_escaped(results):
    report = results.composed()
    names = [one.name for one in report.sections]
    assert "selection" in names
    page = markdown.render(report)
    assert "Score of the chosen learner" in page
    assert "bias-corrected cross-validation" in page
    part = html.render(replace(report, sections=tuple(one for one in report.sections if one.name == "selection")))
    assert "&lt;b&gt;bayes" in part
    assert "<b>bayes" not in part
    assert to_csv(selection_csv(results.fact(SELECTION))).startswith("dataset,measure,learner,naive,corrected")


def test_several_data_sets_are_corrected_one_by_one(tmp_path):
    study = bo.Study(
        learners={"majority": "majority", "rule": bo.OneRule()},
        datasets=["iris", "wine"],
        scheme="3-fold",
        measures="accuracy",
    )
    results = study.run(tmp_path / "two.bakeoff", workers=1, progress=False)
    with pytest.raises(NotApplicable, match=r"2 data sets.*best\(dataset='iris'\)"):
        results.best()
    assert [one.dataset for one in results.fact(SELECTION)] == ["iris", "wine"]
    assert results.best(dataset="wine").dataset == "wine"
    assert "Each data set is corrected by itself" in markdown.render(results.composed())


def test_arrays():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 60)
    said = {name: np.where(rng.random(60) < 0.8, truth, 1 - truth) for name in "abc"}
    found = bo.best_of(truth, said)
    matrix = bbc({name: one == truth for name, one in said.items()})
    assert (found.learner, found.corrected.value) == (matrix.learner, pytest.approx(matrix.corrected.value))
    grouped = bo.best_of(truth, said, groups=np.arange(60) // 3)
    assert "groups" in grouped.corrected.method
    doubled = bo.best_of(truth, said, sample_weight=np.full(60, 2.0))
    assert doubled.corrected.value == pytest.approx(found.corrected.value)
    with pytest.raises(BadInput, match="must map"):
        bo.best_of(truth, [said["a"], said["b"]])
    with pytest.raises(NotApplicable, match="two learners"):
        bo.best_of(truth, {"a": said["a"]})
    assert str(found).startswith(f"{found.learner} is the best of 3 learners by accuracy.")
