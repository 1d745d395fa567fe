"""The ways to correct the score of the best of many, each declared with what it is valid for and its measured bias."""

import json
from importlib.resources import files

import pytest

from bakeoff.estimates.over_splits.selection_methods import SELECTIONS


@pytest.mark.parametrize("one", list(SELECTIONS), ids=lambda one: one.name)
def test_the_measured_bias_is_as_promised(one) -> None:
    """20 equal learners: less than half a point off, and at least 93% covered; the figures are those that `explain` prints."""
    text = files("bakeoff.estimates.over_splits").joinpath("selection_bias.json").read_text(encoding="utf-8")
    bias, covered = ("corrected", "covered") if one.name == "bbc_cv" else ("folds", "covered_by_folds")
    cases = json.loads(text)["cases"]
    equal = [case for case in cases if case["case"] == "20 equal learners"]
    assert len(equal) == 2
    assert all(case["runs"] >= 1000 and abs(case[bias]) < 0.005 and case[covered] >= 0.93 for case in equal)
    assert all(abs(case["again"]) < 0.002 for case in cases)
    assert len(one.coverage) == len(cases)
