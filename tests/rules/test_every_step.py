"""What `steps` prints, for every declared test and variant: the formula's value, the region and the decision agree."""

import re
from math import isnan, sqrt

import numpy as np
import pytest

import bakeoff.comparisons as room
from bakeoff.comparisons import ALL, published, tests as catalogue
from bakeoff.comparisons.evidence.types import (
    Disagreement,
    ErrorCounts,
    LabelTable,
    MeanDifferences,
    PairedScores,
    ScoredRows,
    ScoredSets,
    ScoreMatrix,
    TwoSamples,
)
from bakeoff.comparisons.results import RankComparison
from bakeoff.comparisons.wording.worked_solution import region_of

SIDES = ("two-sided", "greater", "less")
VARIANTS = {
    "mcnemar": [{"variant": one} for one in ("auto", "exact", "mid-p", "chi2", "chi2-corrected")],
    "two_proportions": [{}, {"pooled": True}],
    "permutation": [{}, {"n_resamples": 99}],
    "diebold_mariano": [{}, {"variant": "hln"}, {"variant": "fixed-b"}],
    "wald": [{}, {"paired": False}],
    "unpaired_t": [{}, {"df": "min"}],
    "corrected_t": [{"test_share": 1 / 9}],
    "ten_by_ten": [{"variant": one} for one in ("all", "folds", "runs", "sorted-runs")] + [{"df": 9}],
    "sign": [{}, {"ties": "drop"}],
    "wilcoxon": [{"zeros": zeros, "method": how} for zeros in ("drop", "pratt", "split") for how in ("exact", "normal")]
    + [{"method": "normal", "correction": False}],
    "tost": [{"margin": 0.06}, {"margin": 0.03, "test_share": 0.1}],
    "friedman": [{}, {"ties": "uncorrected"}, {"method": "exact"}],
    "rm_anova": [{}, {"correction": "gg"}, {"correction": "hf"}],
    "nemenyi": [{}, {"p": "bonferroni"}],
    "bonferroni_dunn": [{"control": "y"}],
    "conover": [{"adjustment": "none"}, {"adjustment": "holm"}],
}
# A quadratic form has no line to fill in, its sums are listed; wins without ties are the statistic themselves.
UNFILLED = [("skillings_mack", {}), ("sign", {"ties": "drop"})]
CASES = [(test, options) for test in ALL for options in VARIANTS.get(test.name, [{}])]


def evidence(test, rng, levels):
    n = {"five_by_two_t": 10, "five_by_two_f": 10, "ten_by_ten": 100, "diebold_mariano": 60, "giacomini_white": 60}.get(
        test.name, int(rng.integers(5, 18))
    )
    lead = rng.choice([0.0, 0.03, 0.08])

    def draw(*shape):
        values = rng.normal(0.7, 0.05, shape)
        return np.round(values * levels) / levels if levels else values

    a, b = draw(n) + lead, draw(n)
    if test.takes is Disagreement:
        return Disagreement(only_a_right=int(rng.integers(0, 25)), only_b_right=int(rng.integers(0, 25)), both_right=9)
    if test.takes is ErrorCounts:
        return ErrorCounts(errors_a=int(rng.integers(1, 40)), n_a=60, errors_b=int(rng.integers(1, 40)), n_b=45)
    if test.takes is ScoredRows:
        return ScoredRows(truth=np.arange(n) % 2, a=a, b=b)
    if test.takes is ScoredSets:
        return ScoredSets(truth_a=np.arange(n) % 2, a=a, truth_b=np.arange(n + 2) % 2, b=draw(n + 2))
    if test.takes is LabelTable:
        return LabelTable.of(rng.integers(0, 15, (3, 3)))
    if test.takes is MeanDifferences:
        return MeanDifferences(differences=a - b, variances=np.abs(draw(n)) / 1000)
    if test.takes is not ScoreMatrix:
        return test.takes(a=a, b=b) if test.takes in (PairedScores, TwoSamples) else None
    values = draw(n, 3)
    values[:, 1] += lead
    return ScoreMatrix.of((values > 0.7).astype(float) if test.name == "cochran_q" else values, names=list("xyz"))


def outcomes(test, options):
    """The result on many tables, on every side the test has, with and without ties."""
    rng = np.random.default_rng(11)
    for levels in (None, 25):
        for _ in range(6):
            seen = evidence(test, rng, levels)
            for side in SIDES if test.sided else ("two-sided",):
                yield test.run(seen, **options, **({"alternative": side} if test.sided else {}))


def worked_out(text):
    """The value of a filled-in formula."""
    for there, here in (("×", "*"), ("²", "**2"), ("√", "sqrt")):
        text = text.replace(there, here)
    text = re.sub(r"\|([^|]+)\|", r"abs(\1)", text)
    assert re.fullmatch(r"[\d\s.e+*/(),-]|(?:[\d\s.e+*/(),-]|sqrt|abs|max)+", text), text
    return eval(text, {"__builtins__": {}, "sqrt": sqrt, "abs": abs, "max": max})


each = pytest.mark.parametrize(("test", "options"), CASES, ids=lambda one: getattr(one, "name", None) or str(one))


@each
def test_the_filled_in_formula_gives_the_statistic(test, options):
    seen = 0
    for result in outcomes(test, options):
        for one in [pair.result for pair in result.pairs] if isinstance(result, RankComparison) else [result]:
            text = one.steps()
            assert f"Statistic: {one.statistic:.5g} (" in text
            if "Filled in: " in text:
                seen += 1
                formula, value = re.search(r"Filled in: (.*) = (\S+)", text).groups()
                assert value == f"{one.statistic:.5g}"
                assert worked_out(formula) == pytest.approx(one.statistic, rel=2e-4, abs=1e-5)
    assert seen or (test.name, options) in UNFILLED or options.get("variant") in ("exact", "mid-p")


@each
@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.2])
def test_region_decision_and_p_agree(test, options, alpha):
    for result in outcomes(test, options):
        if isinstance(result, RankComparison):
            for pair in result.pairs:
                rejected = "is rejected" in pair.steps(alpha)
                assert rejected is (pair.p_adjusted <= alpha)
                if "statistic lies" in pair.steps(alpha):
                    assert ("lies inside" in pair.steps(alpha)) is rejected
            continue
        text = result.steps(alpha)
        if isnan(result.p_value):
            assert "No decision" in text
            continue
        assert ("is rejected at level" in text) is (result.p_value <= alpha)
        region = region_of(result, alpha)
        if region is not None:
            assert region.inside is (result.p_value <= alpha), text


def test_the_exact_variants_do_not_print_another_variants_formula():
    assert "chi" not in room.mcnemar(2, 10, "exact").steps()
    assert r"\max" not in room.mcnemar(2, 10, "chi2").steps()
    assert "|2 - 10| - 1" in room.mcnemar(2, 10, "chi2-corrected").steps()
    assert "counted half" in room.mcnemar(2, 10, "mid-p").steps()


def test_the_notes_sign_test_on_paper():
    text = room.mcnemar(2, 10, "exact").steps()
    assert "Reject if a wins at least 10 or at most 2 of 12. a wins 2: inside the region of rejection." in text
    assert "Decision: p = .039, the null hypothesis is rejected at level 0.05." in text


def test_published_means_are_worked_out_too():
    assert "Filled in: -0.6 / " in published(90, 1.4832, 5, 90.6, 1.1402, 5).steps()


def test_every_declared_test_is_covered():
    assert {test.name for test, _ in CASES} == {test.name for test in catalogue}
