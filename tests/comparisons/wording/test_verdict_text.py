"""VerdictText: a judgement in words, made once for the terminal, the page, Markdown, LaTeX and JSON."""

import numpy as np

import bakeoff as bo
from bakeoff.comparisons.wording.headline import headline
from bakeoff.comparisons.wording.verdict_text import verdict_text

GOOD = [0.91, 0.82, 0.93, 0.84, 0.95, 0.86, 0.97, 0.88, 0.89, 0.90]


POOR = [0.71, 0.72, 0.73, 0.64, 0.75, 0.66, 0.77, 0.68, 0.60, 0.61]


def test_the_size_is_in_the_unit_of_the_table():
    """The table of the report shows percentages, so the card shows points; a table without a measure keeps its numbers."""
    percent = bo.compare({"a": GOOD, "b": POOR}, measure="accuracy", rows="datasets")
    shown = " ".join(verdict_text(percent.judgement).lines)
    seen = percent.pairs[0].pair.difference
    assert f"a is {100 * abs(seen.value):.1f} percentage points ahead of b in accuracy on a typical data set" in shown
    assert f"{seen.level:.0%} interval {100 * min(abs(seen.low), abs(seen.high)):.1f} to" in shown
    assert " points" in percent.verdict.sentence
    plain = " ".join(verdict_text(bo.compare({"a": GOOD, "b": POOR}, rows="datasets").judgement).lines)
    assert "points" not in plain
    assert f"a is {abs(seen.value):.3f} ahead of b on a typical data set" in plain


def test_of_errors_the_smaller_is_ahead():
    rng = np.random.default_rng(0)
    base = rng.uniform(0.5, 1, 12)
    comparison = bo.compare({"far": base + 0.3, "near": base}, measure="brier", direction="lower", rows="datasets")
    assert headline(comparison.judgement) == "near is better than far on a typical data set."
    assert "near is 0.30" in " ".join(verdict_text(comparison.judgement).lines)


def test_an_interval_without_zero_beside_no_claim_is_explained():
    base = np.linspace(0.7, 0.9, 10)
    lead = np.array([0.010, 0.012, 0.011, 0.013, 0.009, 0.014, 0.015, 0.016, 0.017, -0.002])
    comparison = bo.compare({f"l{at}": base - at * lead for at in range(7)}, rows="datasets")
    assert not any(one.verdict.winner for one in comparison.pairs)
    assert comparison.pair("l0", "l1").pair.difference.low > 0
    facts = dict(one.split(": ", 1) for one in verdict_text(comparison.judgement).lines)
    assert "after the correction for 21 pairs the difference is not shown" in facts["How sure"]
