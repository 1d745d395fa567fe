"""Spellings of one name."""

import pytest

from bakeoff.core.terminology.spelling import fold, singulars, title_spellings


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Cohen's kappa", "cohen kappa"), ("F1-score", "f1_score"), ("Łoś", "Łoś"), ("Müller", "muller"),
        ("Kruskal\u2013Wallis", "Kruskal-Wallis"), ("x (-2)", "X(−2)"), ("R²", "r2"),
    ],
)  # fmt: skip
def test_one_name_in_two_spellings(first: str, second: str) -> None:
    assert fold(first) == fold(second)


def test_other_names_stay_apart() -> None:
    names = ["f1", "f2", "roc_auc", "pr_auc", "tweedie(-1)", "tweedie(1)", "log_loss", "brier"]
    assert len({fold(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("plural", "single"),
    [
        ("hypotheses", "hypothesis"),
        ("matrices", "matrix"),
        ("probabilities", "probability"),
        ("tests", "test"),
        ("losses", "loss"),
    ],
)
def test_plurals_contain_their_singular(plural: str, single: str) -> None:
    assert single in singulars(plural)
    assert singulars("recall") == ()


def test_titles_hold_names() -> None:
    assert title_spellings("Recall") == ("Recall",)
    assert title_spellings("Matthews correlation (phi)") == (
        "Matthews correlation (phi)",
        "Matthews correlation",
        "phi",
    )
