"""Fleiss' kappa: the published example and statsmodels' digits, rules, degenerate ratings, and how often the interval covers."""

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

# Ten subjects, fourteen raters, five classes: the worked example of the article on Fleiss' kappa (printed: .210).
COUNTS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip
RATINGS = [[name for name, many in zip("abcde", row, strict=True) for _ in range(many)] for row in COUNTS]


def test_it_is_the_value_of_statsmodels():
    # statsmodels 0.15: statsmodels.stats.inter_rater.fleiss_kappa(COUNTS)
    assert bo.fleiss_kappa(RATINGS).value == pytest.approx(0.20993070442195522, rel=1e-12)


def test_names_order_of_raters_and_frames_change_nothing():
    rng = np.random.default_rng(0)
    first = bo.fleiss_kappa(RATINGS)
    shuffled = [rng.permutation(row).tolist() for row in RATINGS]
    renamed = pd.DataFrame(shuffled).replace(dict(zip("abcde", [3, 1, 4, 5, 9], strict=True)))
    second = bo.fleiss_kappa(renamed)
    assert (first.value, first.low, first.high) == pytest.approx((second.value, second.low, second.high), rel=1e-12)


def test_raters_may_be_missing():
    full = [["a", "a"], ["b", "b"], ["a", "b"], ["b", "b"]]
    gaps = [["a", "a", None], ["b", float("nan"), "b"], [None, "a", "b"], ["b", "b", None]]
    assert bo.fleiss_kappa(gaps).value == pytest.approx(bo.fleiss_kappa(full).value)


def test_full_agreement_is_one_and_one_class_is_undefined():
    assert bo.fleiss_kappa([["a", "a"], ["b", "b"], ["a", "a"]]).value == 1.0
    undefined = bo.fleiss_kappa([["a", "a"], ["a", "a"]])
    assert np.isnan(undefined.value)
    assert undefined.warnings
    assert not bo.fleiss_kappa([["a", "b"]]).has_interval


@pytest.mark.parametrize(
    ("ratings", "sentence"),
    [
        (["a", "b"], "a table of items x raters"),
        ([["a", None], ["a", "b"]], "item 0 has fewer than two ratings"),
        (np.random.default_rng(0).normal(size=(5, 3)), "Fleiss' kappa is about classes, not about numbers"),
    ],
)
def test_what_is_no_table_of_ratings_is_refused(ratings, sentence):
    with pytest.raises(BadInput, match=sentence):
        bo.fleiss_kappa(ratings)


def test_the_interval_covers():
    rng = np.random.default_rng(1)

    def sample(items):
        truth = rng.integers(0, 3, items)[:, None]
        return np.where(rng.random((items, 4)) < 0.7, truth, rng.integers(0, 3, (items, 4)))

    target = bo.fleiss_kappa(sample(20_000)).value
    intervals = [bo.fleiss_kappa(sample(50)) for _ in range(400)]
    assert 0.92 <= np.mean([interval.low <= target <= interval.high for interval in intervals]) <= 0.98
