"""Parameters of measures of any size: a measure that can be computed, or one sentence."""

import json
import warnings

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BakeoffError
from bakeoff.measures import MAKERS, measure_named

SIZES = (
    "1e308", "-1e308", "1e200", "1e154", "1e100", "1e13", "1e12", "1e6", "1e-6", "1e-12", "1e-13", "1e-308", "5e-324", "0", "-0.0", "-1", "100", "-50",
    "1e400", "-1e400", "nan", "inf", "1000000", "1000000000", "1000000000000000000", "1" + "0" * 30, "9" * 400, "True", "'a'", "None", "[1]", "[[0, 1e308], [1, 0]]",
    "[[0, 1e12], [1e-12, 0]]", "[[0, 1e400], [1, 0]]", "1j", "0.9999999999999999", "0.5", "2",
)  # fmt: skip
rng = np.random.default_rng(0)
LABELS, SCORES = rng.integers(0, 2, 40), rng.random(40)
NUMBERS, FORECASTS = rng.random((2, 40)) * 3 + 1


def measured(name: str) -> list[float]:
    """The value on classes, numbers and draws of a forecast, as far as the measure is for them."""
    wide = np.column_stack([1 - SCORES, SCORES])
    asked = (
        {"y_true": LABELS, "y_pred": (SCORES > 0.5).astype(int), "y_proba": wide, "positive": 1},
        {"y_true": NUMBERS, "y_pred": FORECASTS, "task": "regression"},
        {"y_true": NUMBERS, "y_draws": NUMBERS[:, None] + rng.normal(size=(40, 5)), "task": "regression"},
    )
    values = []
    for given in asked:
        try:
            panel = bo.measure(**given, measures=[name], level=None)
        except BakeoffError as refusal:
            assert len(str(refusal)) < 400  # noqa: PT017
            continue
        values += [estimate.value for estimate in panel.values()]
    return values


@pytest.mark.parametrize("maker", sorted(MAKERS))
def test_parameters_of_any_size(maker):
    for size in SIZES:
        text = f"{maker}({size})"
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                measure = measure_named(text)
            except BakeoffError as refusal:
                assert len(str(refusal)) < 400, text  # noqa: PT017
                continue
            values = measured(measure.name)
        assert not any(np.isinf(value) for value in values), text


def test_a_beta_without_end_is_refused_in_one_sentence():
    with pytest.raises(BakeoffError, match=r"'fbeta\(1e308\)' has a parameter .* 0 or 1e-12 to 1e\+12 in size"):
        measure_named("fbeta(1e308)")
    with pytest.raises(BakeoffError, match=r"a positive number up to 1,000,000, not 10000000\.0"):
        measure_named("fbeta(1e7)")
    with pytest.raises(BakeoffError, match="ece has at most 100,000 bins, not 1,000,000,000; take fewer"):
        measure_named("ece(1000000000)")
    assert json.dumps(measured("fbeta(1000000)")) != "[]"
