"""Predictions on the rows of one test set: every wording of the verdict speaks of fitted models, none of learning methods."""

import json

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.wording.headline import headline
from bakeoff.comparisons.wording.verdict_text import verdict_text
from bakeoff.core import calibration
from bakeoff.core.calibration import ONE_SPLIT, Kind, SimulatedRate

TRUTH = [1] * 200


def right(share, shift=0):
    """Labels of which that share is right, from row `shift` on."""
    labels = np.zeros(200, dtype=int)
    labels[(np.arange(int(200 * share)) + shift) % 200] = 1
    return labels


GOOD, CLOSE, POOR = right(0.9), right(0.88, 10), right(0.6, 70)


@pytest.fixture
def recorded(monkeypatch):
    """A battery that holds two settings of equal methods, each trained once."""
    made = tuple(
        SimulatedRate(name=f"{ONE_SPLIT}: {setting}", kind=Kind.SIZE, about=("mcnemar",), successes=count, runs=1000, band=(0.0, 1.0))
        for setting, count in (("naive Bayes, 50 training rows", 123), ("tree, 50 training rows", 456))
    )  # fmt: skip
    monkeypatch.setattr(calibration, "figures", lambda: made)


def test_the_sentence_of_two_names_these_fitted_models():
    made = bo.compare_predictions(TRUTH, {"nb": GOOD, "tree": POOR})
    claim = "Of these fitted models, nb is better than tree on rows like these"
    assert headline(made.judgement) == f"{claim}."
    assert made.verdict.sentence.startswith(f"{claim}, over 200 rows (")
    assert made.to_dict(stability=False)["about"] == "fitted models"


def test_two_that_are_not_shown_to_differ_are_fitted_models_too():
    made = bo.compare_predictions(TRUTH, {"nb": GOOD, "tree": CLOSE})
    line = "No clear winner among these fitted models on rows like these: nb and tree are not shown to differ."
    assert headline(made.judgement) == line
    assert made.verdict.sentence.startswith("Of these fitted models, nb and tree are not shown to differ on rows like")


def test_equivalent_ones_are_fitted_models_too():
    made = bo.compare_predictions(TRUTH, {"nb": GOOD, "tree": CLOSE}, rope=0.2)
    assert headline(made.judgement).endswith("are practically equivalent on rows like these.")
    assert made.verdict.sentence.startswith("Of these fitted models, nb and tree are practically equivalent")


def test_the_line_about_several_ends_with_what_it_is_about():
    made = bo.compare_predictions(TRUTH, {"nb": GOOD, "tree": POOR, "svm": CLOSE})
    assert headline(made.judgement).startswith("No clear winner among these fitted models on rows like these: ")
    assert "These models as they were fitted, on rows like these; not the methods" in made.sentence


def test_card_and_methods_state_it_and_offer_more_splits():
    made = bo.compare_predictions(TRUTH, {"nb": GOOD, "tree": POOR})
    facts = verdict_text(made.judgement).lines
    assert any("not the methods that trained them" in fact for fact in facts)
    assert any("test sets like this one" in fact for fact in facts)
    assert "equal learners" not in made.methods
    assert "Claims are about the fitted models" in made.methods
    (note,) = [note for note in made.notes if note.code == "comparison.fitted_models"]
    assert "over more splits" in str(note)


def test_the_rates_of_equal_methods_that_were_trained_once_are_those_of_the_battery(recorded):
    """Nothing is quoted that was not recorded, and each rate has its setting."""
    made = bo.compare_predictions(TRUTH, {"nb": GOOD, "tree": POOR})
    quoted = ".123 (naive Bayes, 50 training rows) to .456 (tree, 50 training rows) of the cases"
    (note,) = [note for note in made.notes if note.code == "comparison.fitted_models"]
    assert f"{quoted} (docs/how-honest.md, {ONE_SPLIT})" in str(note)
    assert quoted in made.methods


def test_no_rate_is_invented_where_none_is_recorded(monkeypatch):
    monkeypatch.setattr(calibration, "figures", tuple)
    made = bo.compare_predictions(TRUTH, {"nb": GOOD, "tree": POOR})
    (note,) = [note for note in made.notes if note.code == "comparison.fitted_models"]
    assert "simulations" not in str(note)
    assert "each trained once" not in made.methods


def test_a_study_with_one_split_speaks_of_models_and_one_with_folds_of_learners(tmp_path):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    learners = {"nb": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1)}

    def text(scheme):
        results = bo.Study(datasets=["iris"], learners=learners, scheme=scheme).run(progress=False)
        results.report(tmp_path / "r.json")
        lead, *_ = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["lead"]
        return lead["text"], json.dumps(lead)

    line, card = text("holdout")
    assert "these fitted models" in line
    assert "not the methods that trained them" in card
    line, card = text("5-fold")
    assert "fitted" not in line
    assert "fitted models" not in card
    assert "The learning methods, on data like this data set" in card


def test_a_table_of_scores_over_data_sets_is_about_learners():
    made = bo.compare({"a": [0.9, 0.8, 0.9, 0.8, 0.9, 0.9], "b": [0.8, 0.7, 0.6, 0.7, 0.7, 0.6]}, rows="datasets")
    assert headline(made.judgement) == "a is better than b on a typical data set."
    assert "about" not in made.to_dict(stability=False)
