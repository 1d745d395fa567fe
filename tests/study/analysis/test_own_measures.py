"""Measures of the user's own in a study file: scores stay without the function, and a changed function is noticed."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import bakeoff as bo
from bakeoff.core.errors import StudyFileError
from bakeoff.measures.own import session
from bakeoff.runs.store.file_ledger import FileLedger


def gain(y_true, y_pred, amount):
    return (y_pred == 1) * (amount * (y_true == 1) - 5)


def other_gain(y_true, y_pred, amount):
    return (y_pred == 1) * (amount * (y_true == 1) - 4)


def hit_rate(y_true, y_pred):
    return float(np.mean(y_true == y_pred))


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "_DECLARED", {})
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    x = np.column_stack([y + rng.normal(0, 1, 60), rng.normal(size=60)])
    path = tmp_path / "own.bakeoff"
    measures = {
        "gain": bo.own_measure(gain, direction="higher", unit="EUR"),
        "hit_rate": bo.own_measure(hit_rate, direction="higher"),
    }
    learners = {"logistic": LogisticRegression(), "bayes": GaussianNB()}
    bo.evaluate(
        learners, x, y, cv=3, scoring=measures, extra={"amount": rng.gamma(2, 10, 60)}, file=path, progress=False
    )
    return path


def scores(results, measure):
    return np.asarray(results.scores(measure, kind="plain")["value"], dtype=float)


def test_another_session_shows_the_stored_scores_without_the_function(file):
    with bo.open(file) as results:
        before = scores(results, "gain")
    session._DECLARED.clear()
    with bo.open(file) as results:
        assert np.array_equal(scores(results, "gain"), before)
        assert "gain, in EUR, higher is better" in str(results)
        assert "measures.changed-function" not in [note.code for note in results.notes]


def test_a_changed_function_is_noticed_and_scores_are_computed_anew(file):
    with bo.open(file) as results:
        before = scores(results, "gain")
    session._DECLARED.clear()
    bo.own_measure(other_gain, "gain", direction="higher", unit="EUR")
    with bo.open(file) as results:
        notes = [str(note) for note in results.notes if note.code == "measures.changed-function"]
        assert (scores(results, "gain") > before).all()
    assert notes == [
        "the function of gain has changed since the study was run; its scores were computed anew with the present one"
    ]


def test_the_same_function_again_is_no_change_and_knows_its_answer(file):
    session._DECLARED.clear()
    measure = bo.own_measure(gain, direction="higher", unit="EUR")
    assert measure.own.answer is None
    with bo.open(file) as results:
        assert "measures.changed-function" not in [note.code for note in results.notes]
        assert session.session_measure("gain").own.answer == "rows"


def test_columns_of_extra_are_stored_with_the_predictions(file):
    session._DECLARED.clear()
    with FileLedger.open(file) as ledger:
        runs = [run.predictions for run in ledger.outer()]
    assert all(list(pred.extra) == ["amount"] for pred in runs)
    assert sorted(np.concatenate([pred.extra["amount"] for pred in runs[:3]])) == sorted(
        np.concatenate([pred.extra["amount"] for pred in runs[3:]])
    )


def test_a_file_cannot_give_another_meaning_to_a_measure_of_the_catalogue(file):
    session._DECLARED.clear()
    with FileLedger.resume(file) as ledger:
        cards = ledger.get_meta("own_measures")
        ledger.set_meta("own_measures", {"accuracy": cards["gain"]})
    with pytest.raises(StudyFileError, match="another measure is called 'accuracy'"):
        bo.open(file)
