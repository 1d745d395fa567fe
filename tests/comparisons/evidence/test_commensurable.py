"""Scores in units of their own on every data set are compared by ratios; intervals say whom they speak of."""

import numpy as np
import pytest

from bakeoff.comparisons import judge, wilcoxon
from bakeoff.comparisons.evidence.commensurable import has_units
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.measures import ALL
from bakeoff.measures.measure import Direction

FREE = {
    "gamma_deviance",
    "r2_regression",
    "mape",
    "msle",
    "rmsle",
    "rae",
    "rrse",
}  # relative to the target, to its logarithm or to a baseline


def errors(rng, n=12, ratio=0.9, k=2):
    size = 10.0 ** rng.uniform(-3, 6, n)
    values = {name: size * ratio**i * np.exp(rng.normal(0, 0.02, n)) for i, name in enumerate("abcd"[:k])}
    return ScoreMatrix.of(values), size


def lower(matrix):
    return ScoreMatrix(names=matrix.names, blocks=matrix.blocks, values=matrix.values, direction=Direction.LOWER)


# In units although they may be negative, or gains.
IN_UNITS = {"crps_ensemble_fair", "dcg", "dcg_exponential", "interval_score(0.9)", "interval_width(0.9)"}


def test_every_unbounded_error_is_either_in_units_or_free_of_them():
    for one in ALL:
        if one.family in ("regression", "resources") and one.bounds[0] == 0.0 and one.bounds[1] == np.inf:
            assert has_units(one.name) is (one.name not in FREE), one.name
        else:
            assert one.in_units is (one.name in IN_UNITS), one.name


def test_the_units_of_the_data_sets_do_not_matter():
    rng = np.random.default_rng(1)
    matrix, size = errors(rng)
    one = judge(lower(matrix), Question(evidence=DATASETS, measure="rmse"))
    free = ScoreMatrix.of(dict(zip("ab", (matrix.values / size[:, None]).T, strict=True)))
    two = judge(lower(free), Question(evidence=DATASETS, measure="rmse"))
    assert one.omnibus.p_value == pytest.approx(two.omnibus.p_value)
    assert one.verdict.difference.value == pytest.approx(two.verdict.difference.value)
    assert one.relative
    assert one.verdict.winner == "b"
    assert "RMSE of b relative to a: pseudo-median −1" in one.verdict.sentence
    assert "%" in one.verdict.sentence
    assert any("ratios are compared" in text for text in one.warnings)
    assert one.matrix is not None
    assert np.array_equal(one.matrix.values, matrix.values), "the scores themselves are shown as they are"
    raw = wilcoxon(matrix.values[:, 0], matrix.values[:, 1]).difference
    assert one.verdict.difference.value != raw.value


def test_a_region_is_then_a_share():
    matrix, _ = errors(np.random.default_rng(4), n=30, ratio=1.0)
    judged = judge(lower(matrix), Question(evidence=DATASETS, measure="fit_seconds", rope=0.05))
    assert judged.verdict.claim.value == "equivalent"
    assert "against ±5%" in judged.verdict.sentence


def test_scores_of_zero_leave_signs():
    matrix, _ = errors(np.random.default_rng(2))
    values = matrix.values.copy()
    values[0, 0] = 0.0
    judged = judge(lower(ScoreMatrix.of(values)), Question(evidence=DATASETS, measure="mae"))
    assert judged.choice.test == "sign"
    assert judged.verdict.difference is None
    assert "by signs and ranks" in judged.verdict.sentence


def test_one_data_set_keeps_its_units():
    matrix, _ = errors(np.random.default_rng(3))
    judged = judge(lower(matrix), Question(evidence=RUNS, measure="rmse"))
    assert not judged.relative
    assert judged.verdict.difference.value == pytest.approx(np.mean(matrix.values[:, 0] - matrix.values[:, 1]))


def test_an_unknown_measure_of_very_different_sizes_is_doubted():
    matrix, _ = errors(np.random.default_rng(5))
    judged = judge(lower(matrix), Question(evidence=DATASETS))
    assert any("differ in size by a factor" in text for text in judged.warnings)


def test_intervals_say_whom_they_speak_of():
    rng = np.random.default_rng(6)
    matrix = ScoreMatrix.of({name: rng.uniform(0.6, 0.9, 10) for name in "abcd"})
    for one in judge(matrix, Question(evidence=DATASETS)).pairs:
        assert "95.1% interval of this pair alone" in one.verdict.sentence
    for one in judge(matrix, Question(evidence=DATASETS, posthoc="nemenyi")).pairs:
        assert "95% interval of this pair alone" in one.verdict.sentence
        assert "simultaneous 95% interval" in one.verdict.sentence
    for one in judge(matrix, Question(evidence=RUNS)).pairs:
        assert "of this pair alone" in one.verdict.sentence
    assert "alone" not in judge(matrix, Question(evidence=RUNS, pairs=[("a", "b")])).verdict.sentence


def test_the_simultaneous_interval_and_the_claim_agree():
    rng = np.random.default_rng(8)
    for _ in range(20):
        matrix = ScoreMatrix.of({name: rng.uniform(0.6, 0.9, 12) + 0.05 * i for i, name in enumerate("abc")})
        judged = judge(matrix, Question(evidence=DATASETS, posthoc="nemenyi"))
        for one in judged.pairs:
            gap = abs(dict(one.pair.result.working)["rank difference"])
            assert (gap >= judged.ranks.critical_difference) is (one.verdict.winner is not None)
