"""Entries that are meant by words that name none."""

import pytest

from bakeoff.core.terminology.nearness import SHOWN, nearest_in_meaning

SHELF = {
    "wilcoxon": ("Wilcoxon signed-rank test", "Compares two learners over several data sets by ranks."),
    "mcnemar": ("McNemar's test", "Compares two classifiers on one test set."),
    "brier": ("Brier score", "The mean squared distance of probabilities."),
    "log_loss": ("Log loss", "The mean surprise about the true class."),
}


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("wilcoxn", ("wilcoxon",)), ("brierr", ("brier",)), ("LogLoss", ("log_loss",)), ("signed ranks", ("wilcoxon",)),
        ("mean brier distance", ("brier",)), ("squared distances", ()), ("zebra", ()), ("the of and", ()), ("", ()),
    ],
)  # fmt: skip
def test_misspelt_names_and_words_of_the_text(typed: str, names: tuple[str, ...]) -> None:
    assert nearest_in_meaning(typed, SHELF) == names


def test_not_more_than_three_are_proposed() -> None:
    shelf = {f"score_{letter}": ("score", "A score.") for letter in "abcdef"}
    assert len(nearest_in_meaning("scores", shelf)) <= SHOWN


def test_an_empty_shelf_has_nothing() -> None:
    assert nearest_in_meaning("brier", {}) == ()
