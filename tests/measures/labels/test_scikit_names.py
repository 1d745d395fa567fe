"""Every scorer name of scikit-learn that takes a matrix of labels: the numbers of cross_val_score on every fold."""

import warnings
from functools import cache

import numpy as np
import pytest
from sklearn.datasets import make_multilabel_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score, get_scorer, get_scorer_names, make_scorer
from sklearn.model_selection import KFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named
from bakeoff.measures.labels.scikit_names import OTHER_NAMES
from bakeoff.measures.measure import Direction

SPLITS = KFold(3, shuffle=True, random_state=0)
X, Y = make_multilabel_classification(n_samples=180, n_classes=4, n_features=8, random_state=1)
FOREST = RandomForestClassifier(n_estimators=10, random_state=0)
NOT_FOR_LABELS = {
    "f1", "precision", "recall", "jaccard", "balanced_accuracy", "matthews_corrcoef", "top_k_accuracy", "positive_likelihood_ratio",
    "neg_negative_likelihood_ratio", "neg_max_error", "neg_mean_gamma_deviance", "neg_mean_poisson_deviance",
    "adjusted_mutual_info_score", "adjusted_rand_score", "completeness_score", "fowlkes_mallows_score", "homogeneity_score", "mutual_info_score",
    "normalized_mutual_info_score", "rand_score", "v_measure_score",
}  # fmt: skip


@cache
def direct() -> dict[str, np.ndarray]:
    """The scores of each fold by scikit-learn, of the scorers that it can compute."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = cross_validate(FOREST, X, Y, cv=SPLITS, scoring=list(get_scorer_names()), error_score=np.nan)
    named = {name.removeprefix("test_"): values for name, values in scores.items() if name.startswith("test_")}
    return {name: values for name, values in named.items() if not np.isnan(values).any()}


@cache
def ours() -> bo.Results:
    """One study by all of these names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = bo.evaluate({"forest": FOREST}, X, Y, cv=SPLITS, scoring=sorted(direct()), n_jobs=1, progress=False)
        results.scores()  # scikit-learn warns that probabilities of labels do not sum to 1
    return results


def of_folds(results: bo.Results, name: str) -> np.ndarray:
    """The values of each fold by the measure of that name."""
    return np.array(results.scores(name, kind="plain")["value"])


def test_what_scikit_learn_cannot_compute_is_listed() -> None:
    assert set(get_scorer_names()) - set(direct()) == NOT_FOR_LABELS


@pytest.mark.parametrize("name", sorted(set(get_scorer_names()) - NOT_FOR_LABELS))
def test_a_scorer_name_gives_the_numbers_of_scikit_learn(name: str) -> None:
    lower = get_scorer(name)._sign < 0
    values = of_folds(ours(), name)
    np.testing.assert_allclose(-values if lower else values, direct()[name], rtol=1e-12, atol=1e-12)


def test_losses_stay_losses() -> None:
    assert measure_named(ours().design.measures[-1]).direction is Direction.HIGHER  # areas come last
    assert measure_named("mean_absolute_error of sklearn").direction is Direction.LOWER


@pytest.mark.parametrize("scorer", [make_scorer(accuracy_score), get_scorer("accuracy"), accuracy_score, "acc"])
def test_a_scorer_object_or_a_metric_means_the_same_as_the_name(scorer: object) -> None:
    results = bo.evaluate({"knn": KNeighborsClassifier()}, X, Y, cv=SPLITS, measures=scorer, n_jobs=1, progress=False)
    assert results.design.measures == ("subset_accuracy",)


def test_a_note_states_the_names_of_scikit_learn() -> None:
    (note,) = [note for note in ours().notes if note.code == "study.other_names"]
    text = str(note)
    assert "subset accuracy is called accuracy in scikit-learn" in text
    assert set(note.facts["names"].values()) == set(OTHER_NAMES.values())


def test_a_measure_without_a_relative_is_refused_with_the_reason() -> None:
    with pytest.raises(BadInput, match="f1"):
        bo.evaluate({"knn": KNeighborsClassifier()}, X, Y, cv=SPLITS, scoring="f1", n_jobs=1, progress=False)


def test_a_table_can_be_printed_by_every_measure_that_counts_labels() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = bo.evaluate(
            {"knn": KNeighborsClassifier()}, X, Y, cv=SPLITS, scoring="precision_macro", n_jobs=1, progress=False
        )
    assert "majority class" in str(results)
