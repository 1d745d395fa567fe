"""Many learners over data sets: what is claimed of two of them does not depend on who else is in the table."""

import tomllib
from itertools import combinations
from math import isnan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import bakeoff as bo
from bakeoff.comparisons import adjust, sign, tests as catalogue, wilcoxon
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.stability import stability
from bakeoff.comparisons.notes import MEAN_RANKS, ONE_SIDED, TRANSITIVE
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.report.sections.comparison_matrix import comparison_matrix

ORACLE = Path(__file__).parents[2] / "oracles" / "comparison_matrix.toml"
EXAMPLE = ORACLE.with_stem("comparison_matrix_example")
SCORES = st.integers(0, 60).map(lambda n: n / 60)


@st.composite
def tables(draw):
    """Three learners and up to ten more, on 6 to 14 data sets, with ties."""
    n, more = draw(st.integers(6, 14)), draw(st.integers(0, 10))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    values = np.round(rng.normal(0.7, 0.1, (n, 3 + more)) + rng.normal(0, 0.1, 3 + more), 2)
    if draw(st.booleans()):
        values[rng.integers(0, n), rng.integers(0, 3 + more)] = np.nan
    return values


@settings(max_examples=60, deadline=None)
@given(
    values=tables(),
    baseline=st.booleans(),
    start=st.sampled_from([2, 3]),
    evidence=st.sampled_from([DATASETS, RUNS, FOLDS]),
)
def test_adding_learners_changes_neither_p_nor_estimate_and_never_reverses_a_claim(values, baseline, start, evidence):
    """Two or three learners, and 0 to 10 more: raw p, estimate and interval stay, the adjusted p never falls."""
    names = [f"m{i}" for i in range(values.shape[1])]
    question = Question(
        evidence=evidence, baseline="m0" if baseline else None, test_share=1 / 9 if evidence is FOLDS else None
    )
    few = judge(ScoreMatrix.of(values[:, :start], names[:start]), question)
    many = judge(ScoreMatrix.of(values, names), question)
    for one in few.pairs:
        there = many.pair(one.pair.a, one.pair.b)
        assert there.pair.result.p_value == pytest.approx(one.pair.result.p_value, nan_ok=True, abs=0)
        assert there.pair.difference == one.pair.difference
        assert not there.pair.p_adjusted < one.pair.p_adjusted
        assert there.verdict.winner in (one.verdict.winner, None)
        if one.verdict.winner is None:
            assert there.verdict.claim is one.verdict.claim


def test_a_learner_with_a_score_of_zero_takes_the_ratios_of_no_other_pair():
    rng = np.random.default_rng(5)
    size = 10.0 ** rng.uniform(-3, 3, (12, 1))
    values = size * rng.uniform(0.5, 2, (12, 4))
    values[3, 2] = 0.0
    names = ["a", "b", "zero", "c"]
    asked = Question(evidence=DATASETS, measure="rmse")
    few = judge(ScoreMatrix.of(values[:, :2], names[:2]), asked).pair("a", "b").pair.result
    judged = judge(ScoreMatrix.of(values, names), asked)
    many = judged.pair("a", "b").pair.result
    assert (many.test, many.p_value, many.difference) == (few.test, few.p_value, few.difference)
    alone = judge(ScoreMatrix.of(values[:, [0, 2]], ["a", "zero"]), asked).pair("a", "zero").pair.result
    there = judged.pair("a", "zero").pair.result
    assert there.test == alone.test == "sign"
    assert there.p_value == alone.p_value == sign(values[:, 0], values[:, 2]).p_value
    assert there.difference is alone.difference is None
    assert "pairs with zero are compared by signs" in " ".join(judged.warnings)
    assert judged.ranks.mean_ranks == pytest.approx(ScoreMatrix.of(values, names).ranks().mean(axis=0))


def test_left_out_learners_adjust_the_stored_p_values_anew():
    """What stability says of a table without one learner is what that table says."""
    rng = np.random.default_rng(7)
    values = rng.normal(0.7, 0.05, (14, 6)) + np.linspace(0, 0.08, 6)
    names = [f"m{i}" for i in range(6)]
    calls = []
    judged = judge(ScoreMatrix.of(values, names), Question(evidence=DATASETS))

    def ask(matrix, question):
        calls.append(matrix.names)
        return judge(matrix, question)

    found = stability(judged, ask=ask)
    assert len(found.of("learner")) == 4
    assert all(len(names) in (2, 6) for names in calls), "no table without a learner is tested again"
    for way in found.of("learner"):
        keep = [i for i, name in enumerate(names) if name != way.name]
        there = judge(ScoreMatrix.of(values[:, keep], [names[i] for i in keep]), Question(evidence=DATASETS))
        changed = {
            frozenset((one.pair.a, one.pair.b))
            for one in there.pairs
            if judged.pair(one.pair.a, one.pair.b).verdict.winner != one.verdict.winner
        }
        assert set(way.changed) == changed


@pytest.mark.parametrize("test", [one for one in catalogue if one.p_values is not None], ids=lambda one: one.name)
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_all_pairs_at_once_are_the_pairs_one_by_one(test, alternative):
    rng = np.random.default_rng(2)
    for n in (1, 2, 5, 12, 50, 51, 70):
        for levels in (None, 4, 30):
            values = rng.normal(0, 1, (n, 6)) + 0.3
            values = values if levels is None else np.round(values * levels) / levels
            values[rng.random((n, 6)) < 0.1] = np.nan
            pairs = list(combinations(range(6), 2))
            d = np.array([noise_free_difference(values[:, i], values[:, j]) for i, j in pairs])
            p, lead = test.p_values(d, alternative=alternative)
            for at, (i, j) in enumerate(pairs):
                both = ~np.isnan(values[:, [i, j]]).any(axis=1)
                if not both.any():
                    assert isnan(p[at])
                    continue
                alone = test.compute(values[both, i], values[both, j], alternative=alternative)
                assert alone.p_value == p[at]
                assert np.sign(alone.lead) == np.sign(np.nan_to_num(lead[at]))
                assert isnan(lead[at]) == (not np.any(d[at][both]))


def test_post_hoc_tests_on_mean_ranks_carry_their_warning():
    rng = np.random.default_rng(1)
    table = {name: rng.normal(0.7, 0.1, 12) for name in "abcd"}
    for options in ({"posthoc": "nemenyi"}, {"posthoc": "conover"}, {"posthoc": "bonferroni_dunn", "baseline": "a"}):
        c = bo.compare(table, **options, rows="datasets")
        assert any(note.kind is MEAN_RANKS for note in c.notes)
        assert "73%" in " ".join(c.warnings)
    assert not any(note.kind is MEAN_RANKS for note in bo.compare(table, rows="datasets").notes)
    assert any(note.kind is TRANSITIVE for note in bo.compare(table, posthoc="shaffer", rows="datasets").notes)
    with pytest.raises(BadInput, match="for all pairs"):
        bo.compare(table, posthoc="shaffer", baseline="a", rows="datasets")


def test_near_copies_of_one_of_two_equal_learners_mislead_mean_ranks_and_not_pairs():
    """The first line of the table that made the pair decide, on 40 tables instead of thousands."""
    rng = np.random.default_rng(0)
    false = {"nemenyi": 0, "auto": 0}
    for _ in range(40):
        a, b = rng.normal(0, 1, (2, 20))
        copies = {f"a{i}": a - 0.01 * (i + 1) - 0.001 * rng.random(20) for i in range(8)}
        for posthoc in false:
            judged = judge(ScoreMatrix.of({"a": a, "b": b, **copies}), Question(evidence=DATASETS, posthoc=posthoc))
            false[posthoc] += judged.pair("a", "b").claim is not Claim.UNDECIDED
    assert false["nemenyi"] > 20
    assert false["auto"] <= 1


def test_one_sided_questions():
    a, b = [0.9, 0.8, 0.85, 0.7, 0.75, 0.8], [0.85, 0.7, 0.83, 0.69, 0.71, 0.74]
    up, down = (bo.compare({"a": a, "b": b}, alternative=side, rows="datasets") for side in ("greater", "less"))
    assert up.pairs[0].pair.result.p_value == wilcoxon(a, b, alternative="greater").p_value == 1 / 64
    assert up.verdict.winner == "a"
    assert down.verdict.winner is None
    assert any(note.kind is ONE_SIDED for note in up.notes)
    assert "never switch to one side" in " ".join(up.warnings)
    against = bo.compare(
        {"base": b, "new": a, "other": b[::-1]}, baseline="base", alternative="greater", rows="datasets"
    )
    assert against.pair("base", "new").pair.result.p_value == wilcoxon(a, b, alternative="greater").p_value
    with pytest.raises(BadInput, match="name a baseline or planned pairs"):
        bo.compare({"a": a, "b": b, "c": b}, alternative="greater", rows="datasets")
    with pytest.raises(BadInput, match="no one-sided form"):
        bo.compare({"a": a, "b": b, "c": b}, baseline="a", posthoc="conover", alternative="greater", rows="datasets")
    with pytest.raises(UnknownName, match="alternative"):
        bo.compare({"a": a, "b": b}, alternative="bigger", rows="datasets")
    rows = bo.compare_predictions([1] * 12, {"a": [1] * 12, "b": [0] * 6 + [1] * 6}, alternative="greater")
    assert rows.pairs[0].pair.result.alternative.value == "greater"


def test_an_interval_without_width_is_not_shown_as_one():
    a = [0.5] * 12 + [0.6, 0.4]
    said = bo.compare({"a": a, "b": [0.5] * 14}, test="sign", rows="datasets")
    assert said.pairs[0].pair.difference.low == said.pairs[0].pair.difference.high == 0
    assert "interval" not in said.verdict.sentence.split(";")[0]


def test_a_sign_test_over_splits_is_never_taken_unasked():
    a, b = [87.0, 83, 88, 82, 85, 84, 86], [82.0, 78, 83, 77, 80, 79, 81]
    c = bo.compare({"a": a, "b": b}, rows="folds", scheme="7-fold")
    assert isnan(c.pairs[0].pair.result.p_value)
    assert "zero variance" in c.verdict.sentence
    forced = bo.compare({"a": a, "b": b}, rows="folds", scheme="7-fold", test="sign", force=True)
    assert forced.pairs[0].pair.result.p_value == sign(a, b).p_value
    assert any(note.code == "comparison.forced" for note in forced.notes)


def test_the_rows_that_decide_a_verdict():
    rng = np.random.default_rng(3)
    truth = np.ones(60, dtype=int)
    good, poor = np.ones(60, dtype=int), np.ones(60, dtype=int)
    good[:2], poor[2:16] = 0, 0
    order = rng.permutation(60)
    c = bo.compare_predictions(truth, {"good": good[order], "poor": poor[order]})
    assert c.verdict.winner == "good"
    found = c.stability
    assert found.fewest_to_flip == len(found.dropped) > 0
    kept = [i for i in range(60) if str(i) not in found.dropped]
    again = bo.compare_predictions(truth[kept], {"good": good[order][kept], "poor": poor[order][kept]})
    assert again.verdict.winner is None
    assert f"without {len(found.dropped)} of 60 rows (" in found.sentence
    table = {"good": good.astype(float), "poor": poor.astype(float)}
    assert bo.compare(table, rows="rows").stability.fewest_to_flip == found.fewest_to_flip


def test_the_comparison_matrix_against_its_authors_program():
    known = tomllib.loads(ORACLE.read_text(encoding="utf-8"))
    c = bo.compare(known["scores"], rows="datasets")
    made = comparison_matrix(c.judgement)
    assert list(made.names) == known["order"]
    for one in known["pair"]:
        i, j = made.names.index(one["row"]), made.names.index(one["column"])
        assert made.differences[i, j] == pytest.approx(one["mean"], abs=1e-12)
        assert made.wins[i, j].tolist() == one["wins"]
        assert made.p_values[i, j] == pytest.approx(one["p_value"], abs=1e-12)
    raw = [c.pair(a, b).pair.result.p_value for a, b in combinations(known["scores"], 2)]
    assert np.sort(made.p_adjusted[np.triu_indices(4, 1)]) == pytest.approx(np.sort(adjust(raw, "holm")))
    turned = comparison_matrix(bo.compare(dict(reversed(known["scores"].items())), rows="datasets").judgement)
    assert turned.names == made.names
    assert np.array_equal(turned.p_values, made.p_values, equal_nan=True), "the order of columns changes nothing"


def test_the_comparison_matrix_of_the_example_published_with_its_paper():
    known = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    made = comparison_matrix(bo.compare(known["scores"], direction="higher", rows="datasets").judgement)
    assert list(made.names) == known["order"]
    assert list(made.scores) == known["means"]
    assert len(known["pair"]) == 6
    for one in known["pair"]:
        i, j = made.names.index(one["row"]), made.names.index(one["column"])
        assert f"{made.differences[i, j]:.4f}" == one["mean"]
        assert made.wins[i, j].tolist() == one["wins"]
        assert made.wins[j, i].tolist() == one["wins"][::-1]
        first, second = known["scores"][one["row"]], known["scores"][one["column"]]
        uncorrected = wilcoxon(first, second, zeros="pratt", method="normal", correction=False).p_value
        assert uncorrected == pytest.approx(one["p_value"], abs=1e-12)
        assert made.p_values[i, j] == wilcoxon(first, second).p_value
        assert made.p_values[i, j] == pytest.approx(one["p_value"], abs=1e-3), "ours has a continuity correction"
        assert not made.differ[i, j]


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    more=st.integers(0, 10),
    measure=st.sampled_from(["accuracy", "brier", "f1", "roc_auc"]),
    grouped=st.booleans(),
)
def test_adding_learners_leaves_a_pair_as_it_is_over_rows_too(seed, more, measure, grouped):
    rng = np.random.default_rng(seed)
    truth = np.tile([0, 1], 30)
    proba = {f"m{i}": np.clip(rng.normal(0.4 + 0.2 * truth, 0.25), 0.01, 0.99) for i in range(2 + more)}
    learners = {name: (one > 0.5).astype(int) if measure in {"accuracy", "f1"} else one for name, one in proba.items()}
    options = {"groups": np.repeat(np.arange(12), 5) if grouped else None, "positive": 1, "n_resamples": 60}
    few = bo.compare_predictions(truth, {name: learners[name] for name in ("m0", "m1")}, measure, **options)
    many = bo.compare_predictions(truth, learners, measure, **options)
    alone, there = few.pair("m0", "m1"), many.pair("m0", "m1")
    assert there.pair.result.p_value == alone.pair.result.p_value
    assert there.pair.difference == alone.pair.difference
    assert not there.pair.p_adjusted < alone.pair.p_adjusted
    assert there.verdict.winner in (alone.verdict.winner, None)
