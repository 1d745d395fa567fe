"""What users bring that looks like something else: scores of folds, thirty classes that are whole numbers, a search with processes of its own."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.datasets import load_wine
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput


def test_scores_of_folds_are_not_taken_for_data_sets() -> None:
    X, y = load_wine(return_X_y=True)
    scores = {
        "nb": cross_val_score(GaussianNB(), X, y, cv=10),
        "dt": cross_val_score(DecisionTreeClassifier(random_state=0), X, y, cv=10),
    }
    with pytest.raises(BadInput, match="rows"):
        bo.compare(scores)
    assert "over 10 splits" in repr(bo.compare(scores, rows="folds", scheme="10-fold"))


def test_thirty_whole_numbers_are_classes_where_the_learner_is_a_classifier() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(400) % 30
    results = bo.evaluate({"knn": KNeighborsClassifier()}, rng.normal(size=(400, 3)), y, cv=3, n_jobs=1, progress=False)
    assert results.design.domains[0].card.task == "multiclass"
    assert results.design.primary == "accuracy"


def test_a_search_inside_a_unit_starts_no_processes_and_a_note_states_it() -> None:
    X, y = load_wine(return_X_y=True)
    search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=2, n_jobs=2)
    results = bo.evaluate({"search": search}, X, y, cv=2, n_jobs=1, progress=False)
    assert "study.serial_jobs" in [note.code for note in results.notes]
    assert len(results.failures) == 0


def test_check_prints_the_module_that_it_was_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("kept_learners.py").write_text("from sklearn.naive_bayes import GaussianNB as Bayes\n")
    Path("study.toml").write_text(
        'measures = ["accuracy"]\n[[datasets]]\nname = "iris"\n[learners.mine]\nuse = "kept_learners.Bayes"\n[learners.zero]\nuse = "majority"\n'
        "[resampling]\nfolds = 2\n"
    )
    done = CliRunner().invoke(cli, ["check", "--allow", "kept_learners"])
    assert done.stdout.endswith("study.toml can be run: bakeoff run study.toml --allow kept_learners\n")
