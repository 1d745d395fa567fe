"""The same against packages from outside scikit-learn, each where it is installed."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.realworld.direct_loop import bakeoff_scores, direct_scores
from tests.realworld.outcomes import Outcome, outcome
from tests.realworld.package_tries import CODES, SMALL, TRIES
from tests.realworld.test_same_as_by_hand import CLASSES, NUMBERS

PAGE = Path(__file__).parents[2] / "docs" / "learners.md"
WORDS = ("words", "series of words", "pandas, series of words")
BOTH_FAIL = {
    *(f"{step} pipeline: {kind}" for step in ("SMOTE", "undersampling") for kind in ("array with gaps", "categories", "polars")),
    "statsmodels class: sparse",
    "statsmodels class, amounts: sparse",
}  # fmt: skip
# The loop fails by the types of columns or labels; bakeoff codes them, as docs/learners.md states.
PREPARED = {
    *(f"xgboost{kind}: {labels}" for kind in ("", ", categories on", ", forest") for labels in WORDS),
    *(f"{name}: categories" for name in ("xgboost", "xgboost, forest", "xgboost, amounts", "catboost", "catboost, amounts")),
    "balanced forest: categories",
    *(f"statsmodels class{kind}" for kind in (": categories", ", amounts: categories", ": array with gaps", ", amounts: array with gaps")),
}  # fmt: skip


def _needs(package: str) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: make realworld")


@pytest.mark.parametrize("name", TRIES)
def test_the_same_as_a_plain_loop_or_refused_alike(name: str) -> None:
    _needs(TRIES[name].package)
    expected = dict.fromkeys(BOTH_FAIL, Outcome.BOTH_FAIL) | dict.fromkeys(PREPARED, Outcome.PREPARED)
    assert outcome(TRIES[name]) is expected.get(name, Outcome.SAME)


def test_words_as_classes_of_xgboost() -> None:
    xgboost = pytest.importorskip("xgboost")
    words = bakeoff_scores(xgboost.XGBClassifier(**SMALL), NUMBERS, CLASSES)
    np.testing.assert_allclose(words, direct_scores(xgboost.XGBClassifier(**SMALL), NUMBERS, CODES), atol=1e-9)


def test_the_table_of_the_docs_counts_every_try() -> None:
    lines = PAGE.read_text(encoding="utf-8").partition("| package | tries |")[2].partition("\n\n")[0].splitlines()[2:]
    counts = {cells[1].strip(): [int(cell) for cell in cells[2:-1]] for cells in (line.split("|") for line in lines)}
    packages = [attempt.package for attempt in TRIES.values()]
    assert {name: row[0] for name, row in counts.items() if name != "all"} == {
        name: packages.count(name) for name in packages
    }
    total, same, both, prepared, refused, other = counts["all"]
    assert total == len(TRIES) == same + both + prepared + refused + other
    assert (both, prepared) == (len(BOTH_FAIL), len(PREPARED))
    assert refused + other <= 0.03 * total
