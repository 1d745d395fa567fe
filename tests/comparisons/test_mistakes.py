"""The mistakes of the peers (STATISTICS.md): each must be shown absent here."""

from itertools import combinations
from math import inf, isnan
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import friedmanchisquare, studentized_range

import bakeoff as bo
from bakeoff.comparisons import (
    adjust,
    bonferroni_dunn,
    delong,
    five_by_two_f,
    five_by_two_t,
    friedman,
    iman_davenport,
    judge,
    mcnemar,
    nemenyi,
    paired_t,
    pairwise,
    permutation,
    rm_anova,
    sign,
    wilcoxon,
)
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS
from bakeoff.comparisons.evidence.types import Disagreement, ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import Alternative
from bakeoff.comparisons.significance.critical_values import critical_table
from bakeoff.comparisons.significance.sign import median_difference
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import BINARY
from bakeoff.figures.ranks import rank_diagram
from bakeoff.measures.measure import Direction
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.sections.comparison_matrix import comparison_matrix


@pytest.mark.slow
def test_one_sided_wilcoxon_toward_the_observed_winner():
    """Two-sided unless asked: the type-I error of the default keeps its level, and the side is never read from data."""
    rng = np.random.default_rng(1)
    p = [wilcoxon(*rng.normal(size=(2, 20))) for _ in range(500)]
    assert all(one.alternative is Alternative.TWO_SIDED for one in p)
    assert np.mean([one.p_value <= 0.05 for one in p]) <= 0.08


def test_effect_sizes_against_the_worst_model():
    """The direction comes from the measure, and every difference names its reference."""
    table = {"bad": [0.5, 0.5, 0.6, 0.5, 0.6, 0.5, 0.4], "good": [0.9, 0.8, 0.9, 0.8, 0.9, 0.7, 0.9]}
    up, down = bo.compare(table, rows="datasets"), bo.compare(table, direction="lower", rows="datasets")
    assert up.verdict.winner == "good"
    assert down.verdict.winner == "bad"
    assert up.pairs[0].pair.difference.value == down.pairs[0].pair.difference.value < 0  # a minus b, never flipped
    assert up.pairs[0].verdict.effect.value < 0


def test_post_hoc_ignores_alpha_and_pairing():
    """The post-hoc test works on the same blocks as the omnibus test, and alpha reaches the critical difference."""
    rng = np.random.default_rng(4)
    block = rng.normal(0, 10, (15, 1))
    table = block + np.array([0.0, 0.2, 0.4]) + rng.normal(0, 0.05, (15, 3))
    assert max(one.p_adjusted for one in nemenyi(table).pairs) < 0.05  # hopeless if the pairing were ignored
    assert nemenyi(table, alpha=0.01).critical_difference > nemenyi(table, alpha=0.1).critical_difference
    assert judge(ScoreMatrix.of(table), Question(evidence=DATASETS, alpha=0.01)).critical_difference == pytest.approx(
        nemenyi(table, alpha=0.01).critical_difference
    )


@pytest.mark.slow
def test_median_interval_covering_too_much():
    """Order-statistic intervals state the level they reach, and reach it."""
    rng = np.random.default_rng(9)
    made = [median_difference(rng.normal(size=50)) for _ in range(2000)]
    assert made[0].level == pytest.approx(0.967, abs=1e-3)
    assert np.mean([one.low <= 0 <= one.high for one in made]) == pytest.approx(made[0].level, abs=0.012)


def test_nemenyi_q_off_by_one_row():
    published = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]  # Demsar (2006), table 5, alpha .05
    table = critical_table("q", rows=range(2, 11), levels=[0.05])
    assert [row[0] for row in table.values] == pytest.approx(published, abs=1.01e-3)
    for k, row in zip(table.rows, table.values, strict=True):
        assert row[0] * 2**0.5 == pytest.approx(studentized_range.ppf(0.95, k, np.inf), abs=1e-9)


def test_reordering_the_columns_changes_significance():
    rng = np.random.default_rng(3)
    table = {name: rng.normal(i / 5, 1, 12) for i, name in enumerate("abcd")}
    other = {name: table[name] for name in "dbca"}
    for test, posthoc in (("auto", "auto"), ("wilcoxon", "holm"), ("friedman", "shaffer")):
        here, there = (bo.compare(one, test=test, posthoc=posthoc, rows="datasets") for one in (table, other))
        for one in here.pairs:
            assert there.pair(one.pair.a, one.pair.b).verdict.winner == one.verdict.winner
            assert there.pair(one.pair.a, one.pair.b).pair.p_adjusted == pytest.approx(one.pair.p_adjusted)


def test_holm_without_stop_or_above_one():
    assert adjust([0.01, 0.02, 0.03, 0.04, 0.5], "holm").tolist() == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.5])
    assert adjust([0.6, 0.9, 0.8], "holm").max() == 1
    # once a hypothesis is kept, all larger p are kept: at .05 the second fails, so the third must
    assert adjust([0.001, 0.04, 0.045], "holm")[2] >= adjust([0.001, 0.04, 0.045], "holm")[1] > 0.05


def test_paired_bootstrap_that_is_not_paired():
    """Pairing is by row id and checked."""

    def predictions(rows, truth):
        return Predictions(
            task=BINARY,
            rows=np.array(rows),
            truth=np.array(truth),
            classes=("n", "p"),
            positive="p",
            label=np.array(truth),
        )

    with pytest.raises(BadInput, match="not about the same rows"):
        Disagreement.between(predictions([1, 2], [0, 1]), predictions([2, 1], [0, 1]))
    with pytest.raises(BadInput, match="not about the same rows"):
        bo.compare_predictions(None, {"a": predictions([1, 2], [0, 1]), "b": predictions([1, 3], [0, 1])})
    matched = bo.compare_predictions(None, {"a": predictions([1, 2], [0, 1]), "b": predictions([2, 1], [1, 0])})
    assert matched.verdict.claim is Claim.IDENTICAL


def test_identical_models():
    """DeLong, McNemar, 5x2, t: difference 0, p = 1, and the claim says so."""
    truth, score = [0, 1, 0, 1, 1, 0], [0.2, 0.9, 0.4, 0.6, 0.8, 0.1]
    assert delong(truth, score, score).p_value == 1
    assert mcnemar(0, 0).p_value == 1
    assert five_by_two_t(np.zeros((5, 2))).p_value == five_by_two_f(np.zeros((5, 2))).p_value == 1
    for rows in ("datasets", "folds", "runs"):
        c = bo.compare({"a": [0.7, 0.8, 0.9], "b": [0.7, 0.8, 0.9]}, rows=rows, test_share=0.1)
        assert c.verdict.claim is Claim.IDENTICAL
        assert "identical" in c.verdict.sentence
        assert c.pairs[0].pair.p_adjusted == 1
    noisy = bo.compare({"a": [0.1 + 0.2] * 3, "b": [0.3] * 3}, rows="runs")
    assert noisy.verdict.claim is Claim.IDENTICAL


def test_zero_variance_non_zero_mean():
    """Seed 003's first experiment: all differences +5. The statistic is infinite, p NaN with its reason, never 0."""
    a, b = [87, 83, 88, 82, 85], [82, 78, 83, 77, 80]
    result = paired_t(a, b)
    assert result.statistic == inf
    assert isnan(result.p_value)
    assert "zero variance" in result.reason
    c = bo.compare({"a": a, "b": b}, rows="folds", test_share=0.25)
    assert c.verdict.claim is Claim.UNDECIDED
    assert isnan(c.pairs[0].pair.p_adjusted), "signs of overlapping splits are no coins"
    assert "zero variance" in c.verdict.sentence
    c = bo.compare({"a": a, "b": b}, rows="runs")
    assert c.pairs[0].pair.p_adjusted == sign(a, b).p_value == 0.0625
    assert "sign test" in c.pairs[0].pair.result.variant
    shown = bo.compare({"a": [*a, 90, 91], "b": [*b, 85, 86]}, rows="runs")
    assert shown.verdict.winner == "a"


def test_permutation_p_of_exactly_zero():
    rng = np.random.default_rng(2)
    result = permutation(rng.normal(5, 1, 200), rng.normal(0, 1, 200), n_resamples=99)
    assert result.p_value == pytest.approx(2 / 100)


def test_mcnemar_correction_not_clipped():
    result = mcnemar(12, 12, "chi2-corrected")
    assert result.statistic == 0
    assert result.p_value == 1
    assert mcnemar(12, 13, "chi2-corrected").p_value == 1


def test_undefined_measures_are_not_silently_zero():
    """A comparison by a measure that is undefined says so instead of comparing zeros."""
    panel = bo.measure([0, 0, 0], [0, 0, 0], labels=[0, 1], positive=1, measures=["kappa", "mcc", "f1"], level=None)
    assert all(isnan(one.value) and one.warnings for one in panel.values())
    c = bo.compare_predictions([0, 0, 0, 0], {"a": [0, 0, 0, 0], "b": [0, 0, 0, 0]}, "mcc", labels=[0, 1], positive=1)
    assert c.verdict.claim is Claim.UNDECIDED
    assert isnan(c.omnibus.p_value)
    assert "undefined" in c.omnibus.reason


def test_intervals_stay_inside_the_range():
    truth = [0] * 10 + [1] * 10
    perfect, poor = list(range(20)), list(range(20))[::-1]
    result = delong(truth, perfect, poor)
    assert isnan(result.difference.low), "zero variance gives no interval, rather than one of no width"
    nearly = delong(truth, perfect, [*poor[:9], 0.5, *poor[10:]])
    assert -1 <= nearly.difference.low <= nearly.difference.high <= 1
    area = bo.measure(truth, y_score=perfect, measures=["roc_auc"])["roc_auc"]
    assert area.value == 1.0 == area.high
    assert 0.5 < area.low < 1, "no zero width at AUC = 1"
    assert mcnemar(9, 0, n=10).difference.high <= 1
    assert (
        -1
        <= bo.tests["mcnemar"]
        .run(Disagreement(only_a_right=0, only_b_right=5, both_right=0, both_wrong=0))
        .difference.low
    )


def test_friedman_ties_all_ties_and_two_learners():
    tied = [[0.9, 0.9, 0.7], [0.8, 0.8, 0.6], [0.9, 0.7, 0.7], [0.5, 0.4, 0.4]]
    assert friedman(tied).statistic == pytest.approx(friedmanchisquare(*np.array(tied).T).statistic)
    assert friedman(np.ones((5, 3))).p_value == iman_davenport(np.ones((5, 3))).p_value == 1
    assert friedman([[1, 2], [1, 2], [1, 2], [2, 1]]).p_value == pytest.approx(0.3173, abs=1e-4)


def test_float_noise_splits_ties():
    """Ten differences of 0.1 are ten ties: p .754 instead of .863."""
    a = np.array([0.3, 0.7, 0.2, 0.9, 0.6, 1.1, 0.4, 0.8, 0.5, 1.0])
    b = a + np.array([0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, 0.1])
    result = wilcoxon(b, a)
    assert result.working[0] == ("W+", 33.0)
    assert result.p_value == pytest.approx(0.75390625)
    assert len(np.unique(np.abs(b - a))) > 1, "the raw differences are not equal to the last bit"


def test_sign_test_without_the_point_itself():
    assert sign(np.arange(10.0), [-1] * 8 + [10, 11]).p_value == pytest.approx(0.109375)


def test_diagram_table_and_text_read_one_matrix():
    for seed in range(5):
        values = np.random.default_rng(seed).normal(0, 1, (10, 5)) + np.arange(5) * 0.6
        c = bo.compare({f"m{i}": values[:, i] for i in range(5)}, rows="datasets")
        shown = {frozenset((one.pair.a, one.pair.b)) for one in c.pairs if one.verdict.winner}
        assert shown == {frozenset((one.pair.a, one.pair.b)) for one in c.pairs if one.pair.p_adjusted <= 0.05}
        diagram = rank_diagram(c.judgement)
        joined = {
            frozenset(pair) for bar in diagram.bars for pair in combinations([diagram.names[i] for i in bar.members], 2)
        }
        assert joined == {frozenset((one.pair.a, one.pair.b)) for one in c.pairs} - shown
        matrix = comparison_matrix(c.judgement)
        k = range(len(matrix.names))
        assert shown == {frozenset((matrix.names[i], matrix.names[j])) for i in k for j in k if matrix.differ[i, j]}
        said = {one["claim"] for one in c.to_dict()["pairs"]}
        assert said == {one.verdict.claim.value for one in c.pairs}
        best = min(c.ranks, key=c.ranks.get)
        beaten = [one for one in c.pairs if one.verdict.winner == best]
        assert all(
            f"{best} is better than {one.pair.a if one.pair.b == best else one.pair.b} " in str(c) for one in beaten
        )


def test_worst_and_best_mixed_up_for_lower_is_better():
    errors = {
        "good": [0.1, 0.2, 0.1, 0.2, 0.15, 0.1, 0.12],
        "mid": [0.2, 0.3, 0.2, 0.3, 0.25, 0.2, 0.22],
        "bad": [0.52, 0.6, 0.5, 0.63, 0.55, 0.5, 0.51],
    }
    matrix = ScoreMatrix(
        names=tuple(errors),
        blocks=tuple("1234567"),
        values=np.column_stack(list(errors.values())),
        direction=Direction.LOWER,
    )
    judged = judge(matrix, Question(evidence=DATASETS))
    assert judged.ranks.mean_ranks == (1.0, 2.0, 3.0)
    assert judged.pair("good", "bad").verdict.winner == "good"
    assert bonferroni_dunn(matrix, "bad").pairs[0].result.statistic < 0
    assert judge(matrix, Question(evidence=FOLDS, test_share=0.1)).pair("good", "bad").verdict.winner == "good"
    assert rm_anova(matrix).p_value < 0.05 or isnan(rm_anova(matrix).p_value)
    assert pairwise(matrix, "wilcoxon").mean_ranks == (1.0, 2.0, 3.0)


LIST = Path(__file__).parents[2].parent / "shared" / "design" / "STATISTICS.md"
TESTS = {  # how a row of the list begins, and the test that proves it absent here
    "one-sided Wilcoxon": test_one_sided_wilcoxon_toward_the_observed_winner,
    "effect sizes against the worst": test_effect_sizes_against_the_worst_model,
    "post-hoc ignores alpha": test_post_hoc_ignores_alpha_and_pairing,
    '"95 %" median interval': test_median_interval_covering_too_much,
    "Nemenyi q off by one": test_nemenyi_q_off_by_one_row,
    "reordering the columns": test_reordering_the_columns_changes_significance,
    "Holm without stop": test_holm_without_stop_or_above_one,
    '"paired" bootstrap': test_paired_bootstrap_that_is_not_paired,
    "identical models": test_identical_models,
    "zero variance": test_zero_variance_non_zero_mean,
    "permutation p of exactly 0": test_permutation_p_of_exactly_zero,
    "McNemar correction": test_mcnemar_correction_not_clipped,
    "kappa, MCC, F": test_undefined_measures_are_not_silently_zero,
    "interval outside": test_intervals_stay_inside_the_range,
    "Friedman without tie": test_friedman_ties_all_ties_and_two_learners,
    "float noise": test_float_noise_splits_ties,
    "sign test without": test_sign_test_without_the_point_itself,
    "CD diagram": test_diagram_table_and_text_read_one_matrix,
    "worst/best mixed up": test_worst_and_best_mixed_up_for_lower_is_better,
}


@pytest.mark.skipif(not LIST.exists(), reason="the list of mistakes lies outside the repository")
def test_every_mistake_of_the_list_has_its_test():
    section = LIST.read_text(encoding="utf-8").split("## Mistakes of the peers")[1].split("\n## ")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")][1:]
    for row in rows:
        assert [begin for begin in TESTS if row.startswith(begin)], row
    assert len(rows) == len(TESTS)
