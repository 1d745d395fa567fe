"""The worked examples of the lecture notes, recomputed exactly."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.estimates import e632, mean_over_splits, proportion
from bakeoff.measures import measure_named
from bakeoff.predictions.summaries.confusion import Counts

CASES = tomllib.loads((Path(__file__).parents[1] / "oracles" / "measures_seeds.toml").read_text())["case"]


def of_kind(*kinds):
    return pytest.mark.parametrize("case", [one for one in CASES if one["kind"] in kinds], ids=lambda one: one["id"])


@of_kind("binary", "multiclass")
def test_confusion_matrices(case):
    matrix = np.array(case["matrix"])
    names = tuple(str(i) for i in range(len(matrix)))
    counts = Counts.of(matrix, classes=names, positive=1 if case["kind"] == "binary" else None)
    for name, value in case["expected"].items():
        assert measure_named(name).compute(counts) == pytest.approx(value, abs=case["tolerance"]), name
    for name in case.get("undefined", []):
        assert np.isnan(measure_named(name).compute(counts)), name


@of_kind("binary", "multiclass")
def test_the_same_from_rows(case):
    matrix = np.array(case["matrix"], dtype=int)
    truth, label = (axis.reshape(-1) for axis in np.indices(matrix.shape))
    names = list(case["expected"])
    panel = bo.measure(
        np.repeat(truth, matrix.reshape(-1)),
        np.repeat(label, matrix.reshape(-1)),
        labels=range(len(matrix)),
        measures=names,
        level=None,
    )
    for name, value in case["expected"].items():
        assert panel[name].value == pytest.approx(value, abs=case["tolerance"])


@of_kind("proba")
def test_probabilities(case):
    panel = bo.measure(
        case["y"], y_proba=case["p"], prior=case.get("prior"), measures=list(case["expected"]), level=None
    )
    for name, value in case["expected"].items():
        assert panel[name].value == pytest.approx(value, abs=case["tolerance"])


@of_kind("proba")
def test_row_by_row(case):
    if "rows" not in case:
        return
    from bakeoff.predictions.from_arrays import predictions_of

    pred = predictions_of(case["y"], y_proba=case["p"], prior=case["prior"])
    for name, key in (("information_score", "rows"), ('information_score(sign="as-printed")', "rows_as_printed")):
        assert measure_named(name).per_row(pred) == pytest.approx(case[key], abs=1e-10)


@of_kind("numbers")
def test_numbers(case):
    panel = bo.measure(
        case["y"], case["f"], y_sd=case.get("sd"), task="regression", measures=list(case["expected"]), level=None
    )
    for name, value in case["expected"].items():
        assert panel[name].value == pytest.approx(value, abs=case["tolerance"])


@of_kind("interval")
def test_intervals(case):
    for method, (low, high) in case["expected"].items():
        made = proportion(case["errors"], case["n"], case["level"], method)
        assert (made.low, made.high) == pytest.approx((low, high), abs=case["tolerance"])


@of_kind("splits")
def test_means_over_splits(case):
    made = mean_over_splits(case["values"], case.get("test_share"))
    for name, value in case["expected"].items():
        if name == "t":  # the statistic behind the interval: mean over its standard error
            from scipy.stats import t

            error = made.half_width / t.ppf(0.975, len(case["values"]) - 1)
            assert made.value / error == pytest.approx(value, abs=case["tolerance"])
        else:
            assert getattr(made, name) == pytest.approx(value, abs=case["tolerance"])


@of_kind("e632")
def test_e632(case):
    assert e632(case["e0"], case["resubstitution"]) == pytest.approx(case["expected"]["e632"], abs=1e-10)
    exact = e632(case["e0"], case["resubstitution"], exact=True)
    assert exact == pytest.approx(case["expected"]["exact"], abs=1e-10)


GOLDEN = Path(__file__).parents[2].parent / "shared" / "golden" / "seeds.json"
OF_MEASURES = {"measures", "confusion", "regression", "agreement", "information", "weka", "roc"}
NO_INPUT = {  # claims and tables of which no measure can be computed
    "S000-table-bc-NB-acc",  # a rounded accuracy printed without its counts; those are S002-bc-reconstructed-counts
    "S002-info-score-slide",  # the rows of S002-info-score-kononenko-bratko with the other sign, asserted there
    "S002-info-score-header",  # a column heading; the rows are the same
    "S002-weka-kb",  # a printed total without predictions
    "S003-variance-formula",  # of a sample, not of predictions
}


@pytest.mark.skipif(not GOLDEN.exists(), reason="the shared directory is not here")
def test_no_example_of_a_measure_is_left_out():
    asked = {one["id"] for one in json.loads(GOLDEN.read_text())["cases"] if one["topic"] in OF_MEASURES}
    known = " ".join(one["id"] for one in CASES)
    assert {one for one in asked if one not in known} == NO_INPUT
