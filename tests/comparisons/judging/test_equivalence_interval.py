"""The interval beside a claim of equivalence is that of its two one-sided tests, in every medium."""

import re

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.verdict import Claim

MARGIN = 0.03


def equivalent(rows, *, seeds=200, **options):
    """Two learners that are shown to be equivalent while the usual interval leaves the region."""
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        base = rng.normal(0.8, 0.03, 12)
        table = {"a": base + rng.normal(0.012, 0.035, 12), "b": base}
        made = bo.compare(table, rows=rows, measure="accuracy", rope=MARGIN, **options)
        seen = made.pairs[0].pair.difference
        if made.pairs[0].claim is Claim.EQUIVALENT and max(-seen.low, seen.high) > MARGIN:
            return made
    raise AssertionError("no such table")


@pytest.mark.parametrize(
    ("rows", "options"), [("runs", {}), ("datasets", {"test": "wilcoxon"}), ("datasets", {"test": "paired_t"})]
)
def test_the_interval_beside_equivalence_lies_within_the_region(rows, options):
    made = equivalent(rows, **options)
    shown = made.pairs[0].verdict.difference
    assert shown.level == pytest.approx(0.9, abs=0.03)  # exact intervals of ranks have levels of their own
    assert max(-shown.low, shown.high) <= MARGIN
    pair = made.to_dict(stability=False)["pairs"][0]
    assert (pair["low"], pair["high"], pair["level"]) == (shown.low, shown.high, shown.level)
    for text in (str(made), made.verdict.sentence):
        assert not re.search(r"95(\.\d)?% interval", text)


def test_the_report_says_which_interval_stands_beside_equivalence(tmp_path):
    made = equivalent("runs")
    made.report(tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text()
    assert "Of equivalent pairs: the 90% interval, which is that of the two one-sided tests." in text
    plain = bo.compare({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.65]}, rows="runs", measure="accuracy")
    plain.report(tmp_path / "p.md")
    assert "Of equivalent pairs" not in (tmp_path / "p.md").read_text()


def test_rows_of_predictions():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 4000)
    first = np.where(rng.random(4000) < 0.9, truth, 1 - truth)
    second = np.where(rng.random(4000) < 0.02, 1 - first, first)
    seen = bo.compare_predictions(truth, {"a": first, "b": second}).pairs[0].pair.difference
    margin = float(max(-seen.low, seen.high)) - 0.0002
    made = bo.compare_predictions(truth, {"a": first, "b": second}, rope=margin)
    assert made.verdict.claim is Claim.EQUIVALENT
    assert max(-made.verdict.difference.low, made.verdict.difference.high) <= margin
