"""Rows that belong together, from every door to the verdict: the test that counts groups, its notes, and what is refused."""

import numpy as np
import pytest
from scipy.stats import shapiro

import bakeoff as bo
from bakeoff.comparisons import permutation, permutation_of
from bakeoff.core.errors import BadInput
from bakeoff.predictions.from_arrays import predictions_of

RNG = np.random.default_rng(1)
GROUPS = np.repeat([f"p{i}" for i in range(20)], 5)
TRUTH = RNG.integers(0, 2, 100)


def said(shares, seed=0):
    rng = np.random.default_rng(seed)
    effect = rng.normal(size=(len(shares), 20)).repeat(5, axis=1)
    right = rng.normal(size=(len(shares), 100)) + effect > -np.asarray(shares)[:, None]
    return {name: np.where(one, TRUTH, 1 - TRUTH) for name, one in zip("abcdef", right, strict=False)}


def codes(comparison):
    return [one.code for one in comparison.notes]


def test_a_mean_over_rows_is_tested_by_groups():
    found = bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=GROUPS)
    assert found.judgement.choice.test == "cluster_t"
    assert found.judgement.choice.alternatives == ("permutation",)
    assert "assumes independent rows" in dict(found.judgement.choice.refused)["mcnemar"]
    assert "over 100 rows in 20 groups" in found.verdict.sentence
    (note,) = [one for one in found.notes if one.code == "comparison.grouped"]
    assert note.facts == {"n": 100, "groups": 20, "fewest": 5, "most": 5}
    assert "20 groups of 5 rows each" in str(note)


def test_without_groups_nothing_changes():
    found = bo.compare_predictions(TRUTH, said([1.0, 0.5]))
    assert found.judgement.choice.test == "mcnemar"
    assert "made for rows that come in groups" in dict(found.judgement.choice.refused)["cluster_t"]
    assert "comparison.grouped" not in codes(found)


@pytest.mark.parametrize("measure", ["f1", "kappa", "balanced_accuracy"])
def test_other_measures_exchange_whole_groups(measure):
    found = bo.compare_predictions(TRUTH, said([1.0, 0.5]), measure, groups=GROUPS, n_resamples=300)
    assert found.judgement.choice.test == "permutation"
    assert "of 20 groups" in found.omnibus.variant
    assert "by group" in found.verdict.difference.method
    assert "mean over rows" in dict(found.judgement.choice.refused)["cluster_t"]


def test_areas_are_compared_by_a_delong_test_that_counts_groups():
    scores = {name: one + RNG.random(100) for name, one in said([1.0, 0.5]).items()}
    found = bo.compare_predictions(TRUTH, scores, "roc_auc", groups=GROUPS)
    assert found.judgement.choice.test == "delong"
    assert found.judgement.choice.alternatives == ("permutation",)
    assert found.omnibus.variant == "Student's t over 20 groups"
    assert "over groups" in found.verdict.difference.method
    permuted = bo.compare_predictions(TRUTH, scores, "roc_auc", groups=GROUPS, test="permutation")
    assert "of 20 groups" in permuted.omnibus.variant


def test_losses_too():
    proba = {
        name: np.clip(one * 0.6 + 0.2 + 0.1 * RNG.random(100), 0.05, 0.95) for name, one in said([1.0, 0.5]).items()
    }
    found = bo.compare_predictions(TRUTH, proba, "log_loss", groups=GROUPS)
    assert found.judgement.choice.test == "cluster_t"


def test_three_learners_pair_by_pair():
    found = bo.compare_predictions(TRUTH, said([2.0, 0.5, 0.0]), groups=GROUPS)
    assert len(found.pairs) == 3
    assert {one.pair.adjustment for one in found.pairs} == {"holm"}
    assert "in 20 groups" in found.verdict.sentence


def test_few_groups_are_told_of():
    groups = np.repeat(np.arange(4), 25)
    found = bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=groups, test="permutation")
    assert "comparison.few_groups" in codes(found)
    assert "comparison.too_few_groups" in [one.code for one in found.verdict.notes]
    assert "comparison.few_groups" not in codes(bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=groups))
    other = bo.compare_predictions(TRUTH, said([1.0, 0.5]), "f1", groups=groups, n_resamples=200)
    assert "comparison.few_groups" in codes(other)


def test_groups_of_one_row_are_rows():
    """Only the choice of the test differs: McNemar for rows, the t for groups."""
    rows = bo.compare_predictions(TRUTH, said([1.0, 0.5]), test="permutation")
    groups = bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=np.arange(100), test="permutation")
    assert groups.omnibus.p_value == pytest.approx(rows.omnibus.p_value)


def test_identical_learners_and_constant_differences():
    one = said([1.0])["a"]
    found = bo.compare_predictions(TRUTH, {"a": one, "b": one}, groups=GROUPS)
    assert found.verdict.claim.value == "identical"
    better = bo.compare_predictions(TRUTH, {"a": TRUTH, "b": 1 - TRUTH}, groups=GROUPS)
    assert better.verdict.winner == "a"
    assert "permutation test" in better.verdict.sentence
    assert better.omnibus.p_value == pytest.approx(2.0**-19), "of the groups, not of the rows"


def test_repeated_row_ids_are_groups_and_given_groups_go_before():
    ids = np.arange(100) // 2
    by_id = bo.compare_predictions(TRUTH, said([1.0, 0.5]), row_id=ids)
    assert "in 50 groups" in by_id.verdict.sentence
    nested = bo.compare_predictions(TRUTH, said([1.0, 0.5]), row_id=ids, groups=np.arange(100) // 10)
    assert "in 10 groups" in nested.verdict.sentence
    with pytest.raises(BadInput, match="a row id occurs in two groups"):
        bo.compare_predictions(TRUTH, said([1.0, 0.5]), row_id=ids, groups=np.arange(100) // 5)


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        (["p"] * 100, "one group only"),
        ([None] + ["p"] * 49 + ["q"] * 50, "row 0 is missing"),
        (["p", "q"], "2 entries for 100 rows"),
    ],
)
def test_bad_groups_are_refused(groups, words):
    with pytest.raises(BadInput, match=words):
        bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=groups)


def test_groups_of_tables():
    table = {"patient": GROUPS, **{name: (one == TRUTH).astype(int) for name, one in said([1.0, 0.5]).items()}}
    by_name = bo.compare(table, rows="rows", groups="patient")
    beside = bo.compare({name: table[name] for name in "ab"}, rows="rows", groups=GROUPS)
    by_id = bo.compare(table, rows="rows")
    predictions = bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=GROUPS)
    p = [one.omnibus.p_value for one in (by_name, beside, by_id, predictions)]
    assert p == pytest.approx([p[0]] * 4)
    with pytest.raises(BadInput, match="single rows or questions, not datasets"):
        bo.compare(table, groups="patient")
    with pytest.raises(BadInput, match="single rows or questions, not folds"):
        bo.compare(table, rows="folds", scheme="10-fold", item="patient")


def test_equivalence_counts_groups():
    rng = np.random.default_rng(2)
    right = rng.random(400) < 0.9
    table = {"a": right, "b": np.where(rng.random(400) < 0.02, ~right, right)}
    found = bo.compare(
        {name: one.astype(int) for name, one in table.items()}, rows="rows", groups=np.arange(400) // 10, rope=0.05
    )
    assert found.verdict.claim.value == "equivalent"


def questions(runs=3, items=12):
    rng = np.random.default_rng(6)
    lines = [
        (f"q{i}", f"t{i // 2}", model, run, int(rng.random() < 0.3 + 0.05 * i))
        for i in range(items)
        for model in ("big", "small")
        for run in range(runs)
    ]
    return dict(
        zip(("question", "topic", "model", "seed", "correct"), map(list, zip(*lines, strict=True)), strict=True)
    )


def test_runs_of_questions_are_averaged():
    table = questions()
    found = bo.compare(table, item="question", learner="model", value="correct", runs="seed")
    assert found.judgement.ranks.n == 12
    (note,) = [one for one in found.notes if one.code == "comparison.runs_averaged"]
    assert (note.facts["items"], note.facts["fewest"], note.facts["most"]) == (12, 3, 3)
    assert [one[0] for one in note.facts["parts"]] == ["big", "small", "big minus small"]
    scores = np.array(table["correct"], dtype=float).reshape(12, 2, 3).mean(axis=2)
    assert found.verdict.difference.value == pytest.approx(float((scores[:, 0] - scores[:, 1]).mean()))
    grouped = bo.compare(table, item="question", learner="model", value="correct", runs="seed", groups="topic")
    assert "12 rows in 6 groups" in grouped.verdict.sentence


def test_a_column_of_runs_needs_no_name():
    """Seeds beside ids that repeat are no further rows."""
    wide = {
        "question": [f"q{i}" for i in range(12) for _ in range(3)],
        "seed": [0, 1, 2] * 12,
        "a": RNG.integers(0, 2, 36),
        "b": RNG.integers(0, 2, 36),
    }
    found, named = bo.compare(wide, rows="rows"), bo.compare(wide, item="question", runs="seed")
    assert found.judgement.ranks.n == named.judgement.ranks.n == 12
    assert found.omnibus.p_value == named.omnibus.p_value
    once = bo.compare({name: cells[::3] for name, cells in wide.items()}, rows="rows")
    assert (once.judgement.ranks.n, once.judgement.choice.test) == (12, "mcnemar")
    without = {name: cells for name, cells in wide.items() if name != "question"}
    with pytest.raises(BadInput, match="name the column of items too"):
        bo.compare(without, rows="rows", runs="seed")
    with pytest.raises(BadInput, match="item q0 has run 0 several times"):
        bo.compare(wide | {"seed": [0] * 36}, item="question", runs="seed")


def test_runs_beside_each_other():
    table = questions()
    wide = {
        "question": [f"q{i}" for i in range(12) for _ in range(3)],
        "seed": [0, 1, 2] * 12,
        **{
            name: np.array(table["correct"]).reshape(12, 2, 3)[:, at].ravel()
            for at, name in enumerate(("big", "small"))
        },
    }
    long = bo.compare(table, item="question", value="correct", runs="seed", groups="topic")
    there = bo.compare(wide, item="question", runs="seed")
    assert there.verdict.difference.value == pytest.approx(long.verdict.difference.value)


@pytest.mark.parametrize(
    ("change", "options", "words"),
    [
        ({}, {"item": "question", "value": "correct"}, r"two scores on question q0.*--runs"),
        ({"topic": [f"t{i}" for i in range(72)]}, {"item": "question", "value": "correct", "runs": "seed", "groups": "topic"}, "several values in column 'topic'"),
        ({}, {"item": "qestion", "value": "correct"}, "did you mean 'question'"),
        ({}, {"item": "question", "learner": "modl", "value": "correct"}, "did you mean 'model'"),
        ({"topic": [""] * 72}, {"item": "question", "value": "correct", "runs": "seed", "groups": "topic"}, "'topic', row 1 is missing"),
    ],
)  # fmt: skip
def test_tables_of_runs_that_cannot_be_meant(change, options, words):
    with pytest.raises(BadInput, match=words):
        bo.compare(questions() | change, **options)


def test_an_interval_ends_where_the_measure_does():
    truth, groups = np.ones(30, dtype=int), np.repeat([0, 1, 2], 10)
    half = np.where(np.arange(30) < 20, 0, 1)
    asked = bo.compare_predictions(truth, {"a": truth, "b": half}, labels=[0, 1], groups=groups)
    seen = asked.pairs[0].pair.difference
    assert seen.low < -0.5
    assert seen.high == 1.0
    assert seen.notes[-1].code == "estimates.cut"
    assert "to 100 points;" in asked.verdict.sentence
    unknown = bo.compare({"a": truth.tolist(), "b": half.tolist()}, rows="rows", groups=groups)
    assert unknown.pairs[0].pair.difference.high > 1.0  # nobody named the measure


def test_the_groups_that_decide_a_verdict():
    """Left out are whole groups, and without them the same question has another answer; one group fewer, the same."""
    for shares, seed in (([1.6, 0.2], 3), ([1.0, 0.5], 0)):
        labels = said(shares, seed)
        found = bo.compare_predictions(TRUTH, labels, groups=GROUPS)
        dropped = found.stability.dropped
        assert 0 < len(dropped) <= 17
        assert set(dropped) <= set(GROUPS.tolist())
        assert f"without {len(dropped)} of 20 groups" in found.stability.sentence

        def asked_without(left_out, labels=labels):
            kept = ~np.isin(GROUPS, left_out)
            cut = {name: one[kept] for name, one in labels.items()}
            return bo.compare_predictions(TRUTH[kept], cut, groups=GROUPS[kept]).verdict.winner

        assert asked_without(dropped) != found.verdict.winner
        assert asked_without(dropped[:-1]) == found.verdict.winner


def test_the_groups_that_decide_each_of_several_claims():
    found = bo.compare_predictions(TRUTH, said([2.5, 0.2, 0.0], 4), groups=GROUPS)
    assert any("group" in one.sentence for one in found.stability.others if one.dropped)
    assert not any("rows (" in one.sentence for one in found.stability.others)


def test_what_a_test_of_groups_assumes_is_shown_of_groups():
    found = bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=GROUPS)
    (note,) = [one for one in found.notes if one.code == "comparison.group_assumptions"]
    right = {name: (one == TRUTH).astype(float) for name, one in said([1.0, 0.5]).items()}
    totals = (right["a"] - right["b"]).reshape(20, 5).sum(axis=1)
    assert note.facts["groups"] == 20
    assert note.facts["normal"] == pytest.approx(shapiro(totals).pvalue)
    assert "normal totals of the groups" in str(note)
    weights = RNG.uniform(0.5, 2, 100)
    weighed = bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=GROUPS, sample_weight=weights)
    (note,) = [one for one in weighed.notes if one.code == "comparison.group_assumptions"]
    totals = ((right["a"] - right["b"]) * weights).reshape(20, 5).sum(axis=1)
    assert note.facts["normal"] == pytest.approx(shapiro(totals).pvalue)


def test_few_groups_are_told_once_and_by_the_plain_functions_too():
    groups = np.repeat(np.arange(4), 25)
    for options in ({"test": "permutation"}, {"measure": "f1", "n_resamples": 200}):
        found = bo.compare_predictions(TRUTH, said([1.0, 0.5]), groups=groups, **options)
        assert codes(found).count("comparison.few_groups") == 1
    hits = (said([1.0, 0.5])["a"] == TRUTH).astype(float)
    for many, told in ((5, True), (10, False)):
        result = permutation(hits, np.zeros(100), groups=np.repeat(np.arange(many), 100 // many))
        assert ("comparison.few_groups" in [one.code for one in result.notes]) == told
        a, b = (predictions_of(TRUTH, one, positive=1) for one in said([1.0, 0.5]).values())
        result = permutation_of(a, b, "f1", 100, groups=np.repeat(np.arange(many), 100 // many))
        assert ("comparison.few_groups" in [one.code for one in result.notes]) == told


def test_a_difference_that_is_undefined_is_called_so():
    truth = np.zeros(20, dtype=int)
    found = bo.compare_predictions(
        truth, {"a": truth, "b": 1 - truth}, "f1", groups=np.repeat(np.arange(5), 4), positive=1
    )
    assert "F1 of a minus b: undefined; p undefined" in found.verdict.sentence
