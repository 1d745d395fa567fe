"""Scores ranked in bins: memory that does not grow with the rows, and an area that keeps its promise."""

import re

import numpy as np
import pytest

from bakeoff.api.measuring.panel_by_group import Layout, measure_file, measure_parts
from bakeoff.predictions.resampling import binned_row_groups

NAMES = ["roc_auc", "average_precision", "ks", "accuracy"]


@pytest.fixture
def path(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 3000)
    p = 1 / (1 + np.exp(-rng.normal(size=3000) - y))
    rows = [f"{a},{b!r},{i % 3},{1 + i % 2}" for i, (a, b) in enumerate(zip(y.tolist(), p.tolist(), strict=True))]
    made = tmp_path / "rows.csv"
    made.write_text("y,p,g,w\n" + "\n".join(rows) + "\n")
    return str(made)


def promised(panel):
    (note,) = [one for one in panel.warnings if "bins" in one]
    return float(re.search(r"by ([0-9.e-]+) at most", note)[1])


@pytest.mark.parametrize("rows", [700, 10_000])
@pytest.mark.parametrize("weight", [None, "w"])
def test_the_area_is_as_near_as_is_said(path, rows, weight):
    layout = Layout(truth="y", proba=("p",), weight=weight)
    exact = measure_file(path, layout, NAMES, level=None)
    rough = measure_file(path, layout, NAMES, level=None, rows=rows, bins=True)
    assert abs(rough["roc_auc"].value - exact["roc_auc"].value) <= promised(rough) < 1e-4
    assert rough["average_precision"].value == pytest.approx(exact["average_precision"].value, abs=1e-3)
    assert rough["ks"].value == pytest.approx(exact["ks"].value, abs=1e-3)
    assert rough["accuracy"].value == pytest.approx(exact["accuracy"].value, abs=1e-12)
    assert not any("bins" in one for one in exact.warnings)


def test_parts_groups_and_intervals(path):
    layout = Layout(truth="y", proba=("p",), by="g")
    found = [
        measure_file(path, layout, NAMES, n_resamples=50, bins=True),
        measure_file(path, layout, NAMES, n_resamples=50, rows=700, bins=True),
        measure_parts(path, layout, NAMES, n_resamples=50, rows=700, bins=True),
    ]
    for one in found[1:]:
        for name in NAMES:
            assert one.pooled[name].value == found[0].pooled[name].value
            assert one.pooled[name].low == pytest.approx(found[0].pooled[name].low, abs=1e-3)
    exact = measure_file(path, layout, NAMES, n_resamples=50)
    for group, panel in exact.groups.items():
        assert found[0].groups[group]["roc_auc"].low == pytest.approx(panel["roc_auc"].low, abs=1e-3)


@pytest.mark.parametrize("how", [{}, {"bootstrap": "bca"}, {"auc_interval": "bootstrap"}], ids=str)
def test_resamples_of_bins_are_resamples_of_rows(path, how, monkeypatch):
    """How many rows fall into each bin is drawn, from fewer bins than there are scores."""
    monkeypatch.setattr(binned_row_groups, "MOST", 200)
    names = [*NAMES, "pr_auc", "h_measure", "partial_auc(0.1)"]
    layout = Layout(truth="y", proba=("p",))
    exact, rough = (
        measure_file(path, layout, names, rows=rows, bins=rows < 5000, n_resamples=1000, **how) for rows in (5000, 700)
    )
    for name, one in exact.items():
        made, wide = rough[name], one.high - one.low
        assert made.method == one.method
        assert (made.low, made.high) == pytest.approx((one.low, one.high), abs=0.15 * wide), name


def test_only_what_reads_scores_is_told_of_bins(path):
    made = measure_file(path, Layout(truth="y", proba=("p",)), ["accuracy"], level=None, bins=True)
    assert not made.warnings


@pytest.mark.parametrize("bins", [False, True])
def test_one_class_only_is_told_as_in_one_piece(tmp_path, bins):
    path = tmp_path / "one.csv"
    path.write_text("y,p\n" + "1,0.9\n1,0.2\n" * 10)
    layout = Layout(truth="y", score="p")
    whole = measure_file(str(path), layout, ["roc_auc"], level=None)
    parts = measure_file(str(path), layout, ["roc_auc"], level=None, rows=7, bins=bins)
    assert whole["roc_auc"].warnings == parts["roc_auc"].warnings == ("undefined: the truth contains one class only",)
