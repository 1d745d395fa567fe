"""The same against packages from outside scikit-learn, each where it is installed."""

from collections import Counter
from importlib.util import find_spec

import numpy as np
import pytest

from tests.realworld.direct_loop import bakeoff_scores, direct_scores
from tests.realworld.outcomes import ALL_TRIES, PAGE, Outcome, outcome, package_table, recorded, with_table
from tests.realworld.package_tries import CODES, SMALL
from tests.realworld.test_same_as_by_hand import CLASSES, NUMBERS


def _needs(package: str) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: make realworld, make realworld-heavy")


@pytest.mark.parametrize("name", ALL_TRIES)
def test_the_outcome_is_the_recorded_one(name: str) -> None:
    _needs(ALL_TRIES[name].package)
    assert outcome(ALL_TRIES[name]) is recorded()[name]


def test_words_as_classes_of_xgboost() -> None:
    xgboost = pytest.importorskip("xgboost")
    words = bakeoff_scores(xgboost.XGBClassifier(**SMALL), NUMBERS, CLASSES)
    np.testing.assert_allclose(words, direct_scores(xgboost.XGBClassifier(**SMALL), NUMBERS, CODES), atol=1e-9)


def test_nearly_all_tries_give_the_same_or_are_rightly_refused() -> None:
    counts = Counter(recorded().values())
    assert counts.total() == len(ALL_TRIES) >= 200
    assert counts[Outcome.REFUSED] + counts[Outcome.OTHER] <= 0.03 * len(ALL_TRIES)
    assert counts[Outcome.SAME] >= 0.7 * len(ALL_TRIES)


def test_the_table_of_the_docs_is_made_of_the_record() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page, package_table(recorded())) == page
