"""Numbers of the lecture notes that were wrong once: each stays right."""

import json

import numpy as np
import pytest
from scipy.stats import shapiro

import bakeoff as bo
import bakeoff.comparisons as room
from bakeoff.comparisons import delong, mcnemar, two_proportions, wald
from bakeoff.comparisons.evidence.from_columns import evidence_from_columns
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, ROWS, RUNS
from bakeoff.comparisons.evidence.types import Disagreement, ErrorCounts, ScoreMatrix, TwoSamples
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.wording.null_law import null_law
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.figures.scatter import TradeOff

rng = np.random.default_rng(11)


def codes(notes):
    return {note.code for note in notes}


def test_mcnemar_on_four_counts_gives_the_difference_of_accuracies():
    """40 rows both right, 10 and 25 one alone, 25 both wrong: .50 against .65."""
    columns = {"both_right": ["40"], "only_a_right": ["10"], "only_b_right": ["25"], "both_wrong": ["25"]}
    seen, _ = evidence_from_columns(Disagreement, columns, "McNemar's test")
    result = bo.tests["mcnemar"].run(seen)
    assert result.difference.value == pytest.approx(-0.15)
    assert result.n == 100
    two, _ = evidence_from_columns(Disagreement, dict(list(columns.items())[1:3]), "McNemar's test")
    assert bo.tests["mcnemar"].run(two).difference is None, "the number of rows is unknown"


@pytest.mark.parametrize(("b", "c"), [(2, 10), (15, 30), (200, 260)])
def test_verdicts_over_rows_take_mid_p_at_every_size(b, c):
    hits = np.repeat([[1, 0], [0, 1], [1, 1]], [b, c, 100], axis=0)
    seen = judge(ScoreMatrix.of({"a": hits[:, 0], "b": hits[:, 1]}), Question(evidence=ROWS)).omnibus
    assert seen.variant == "mid-p"
    assert seen.p_value == mcnemar(b, c, "mid-p").p_value
    assert mcnemar(b, c).p_value != seen.p_value, "the plain function keeps the rule by size"


def test_areas_with_few_rows_of_a_class_take_students_t():
    def compared(positives, test="auto"):
        y = np.repeat([1, 0], [positives, 40])
        scores = {name: 1 / (1 + np.exp(-(y + rng.normal(size=y.size)))) for name in "ab"}
        return bo.compare_predictions(y, scores, measure="roc_auc", test=test)

    few, enough = compared(29), compared(30)
    assert few.judgement.choice.test == enough.judgement.choice.test == "delong"
    assert (few.omnibus.law, enough.omnibus.law) == ("t", "z")
    y = np.repeat([1, 0], [9, 40])
    one, two = rng.normal(size=(2, 49))
    assert "comparison.few_of_class" in codes(delong(y, one, two).notes)
    assert "comparison.few_of_class" not in codes(delong(y, one, two, variant="t").notes)


def test_normal_laws_of_few_numbers_have_a_note():
    few, many = rng.normal(size=(2, 29)), rng.normal(size=(2, 30))
    for paired in (True, False):
        assert codes(wald(*few, paired=paired).notes) == {"comparison.few_for_normal"}
        assert not wald(*many, paired=paired).notes
    assert "comparison.few_for_normal" in codes(two_proportions(10, 29, 12, 60).notes)
    assert not two_proportions(10, 30, 12, 60).notes
    assert "comparison.few_of_class" in codes(delong([1] * 5 + [0] * 5, few[0][:10], few[1][:10]).notes)


def test_warnings_are_the_notes_in_words():
    result = mcnemar(1, 5)
    assert result.warnings == tuple(map(str, result.notes))
    assert result.as_dict()["warnings"] == list(result.warnings)


def test_means_of_runs_are_no_independent_runs():
    table = ScoreMatrix.of(rng.normal(size=(10, 2)))
    with pytest.raises(NotApplicable, match="means of runs share all rows"):
        judge(table, Question(evidence=FOLDS, scheme="10x10"))
    forced = judge(table, Question(evidence=FOLDS, scheme="10x10", force=True))
    assert "comparison.miscounted" in codes(forced.notes)
    assert "comparison.runs_assumed" in codes(bo.compare(table.values, rows="runs").notes)
    assert "comparison.miscounted" not in codes(judge(table, Question(evidence=FOLDS, scheme="10-fold")).notes)


def test_distributions_of_numbers_have_their_own_scores():
    taken = {name for rule in bo.advise(task="regression", probabilities=True).of("measure") for name in rule.take}
    assert {"nlpd", "crps"} <= taken
    assert not {"log_loss", "brier", "ece"} & taken
    for task in ("binary", None):
        known = {} if task is None else {"task": task}
        assert any("log_loss" in rule.take for rule in bo.advise(probabilities=True, **known).of("measure"))


def test_ordinal_errors_by_what_large_ones_cost():
    (rule,) = bo.advise(task="ordinal").of("measure")
    assert {"mse_ordinal", "mae_ordinal"} <= set(rule.take)
    assert "large errors matter" in rule.why
    assert "tolerated" in rule.why


def test_accuracy_names_costs():
    assert any("cost" in text for text in bo.measures["accuracy"].caveats)


def test_a_learner_without_cost_is_on_the_front():
    """The learner that costs nothing is not drawn on a logarithmic axis, but it is cheaper."""
    made = TradeOff(
        names=("free", "dear", "better"), cost=[0.0, 2.0, 4.0], quality=[0.9, 0.8, 0.95],
        cost_label="Memory", quality_label="Accuracy", higher=True,
    )  # fmt: skip
    assert made.front() == (0, 2)
    assert made.drawn().names == ("dear", "better")
    assert "better than free or better" in made.sentence()
    assert "Not drawn, because the cost is 0: free" in made.sentence()


def test_every_assumption_is_shown_passed_or_not():
    """Normality, continuous values and random samples; error counts get a note of their own."""
    scores = rng.normal(0.8, 0.03, size=(12, 2))
    fine = judge(ScoreMatrix.of(scores), Question(evidence=FOLDS, test_share=0.2))
    (shown,) = [note for note in fine.notes if note.code == "comparison.assumptions"]
    assert shown.facts["normal"] == (pytest.approx(shapiro(scores[:, 0] - scores[:, 1]).pvalue),)
    for words in ("normal differences", "continuous scores: no evidence against", "random sampling"):
        assert words in str(shown)
    for evidence, learners in ((RUNS, 2), (DATASETS, 2), (DATASETS, 3)):  # means, and ranks of differences
        counts = judge(ScoreMatrix.of(rng.integers(1, 30, (12, learners))), Question(evidence=evidence))
        assert [note.code for note in counts.notes].count("comparison.whole_numbers") == 1
    assert "comparison.whole_numbers" not in codes(fine.notes)
    hits = judge(ScoreMatrix.of(rng.integers(0, 2, (40, 2))), Question(evidence=ROWS, measure="accuracy"))
    assert "comparison.whole_numbers" not in codes(hits.notes)


def test_the_best_of_several_on_the_same_rows_is_remarked_on():
    right = (rng.random((80, 3)) < 0.8).astype(float)
    many = judge(ScoreMatrix.of(right), Question(evidence=ROWS, measure="accuracy"))
    (note,) = [note for note in many.notes if note.code == "comparison.picked_best"]
    assert note.facts["learners"] == 3
    assert "comparison.picked_best" not in codes(
        judge(ScoreMatrix.of(right[:, :2]), Question(evidence=ROWS, measure="accuracy")).notes
    )
    flat = judge(ScoreMatrix.of([[1.5, 1.0]] * 9), Question(evidence=RUNS))
    unchecked = next(note for note in flat.notes if note.code == "comparison.assumptions")
    assert "not checked" in str(unchecked)
    json.dumps(unchecked.as_dict(), allow_nan=False)
    assert "comparison.assumptions" not in codes(bo.compare(rng.normal(size=(9, 2)), rows="datasets").notes), (
        "signed ranks need none of them"
    )


@pytest.mark.parametrize("test", ["paired_t", "wald", "sign", "wilcoxon"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_picture_of_the_law_agrees_with_the_decision(test, alternative):
    for shift in (0.0, 2.0, -2.0):
        a, b = rng.normal(shift, 1, 31), rng.normal(size=31)
        result = getattr(room, test)(a, b, alternative=alternative)
        law = null_law(result)
        step = law.x[1] - law.x[0]
        assert law.height.sum() * (1 if law.discrete else step) == pytest.approx(1, abs=0.01)
        mass = law.height[law.rejected].sum() * (1 if law.discrete else step)
        assert 0.02 < mass < 0.06
        at = int(np.argmin(np.abs(law.x - law.statistic)))
        if abs(law.statistic - law.x[at]) < step / 2 and not 0.04 < result.p_value < 0.06:
            assert bool(law.rejected[at]) == (result.p_value <= 0.05)


def test_what_has_no_region_is_not_drawn():
    with pytest.raises(NotApplicable, match="no region"):
        null_law(room.permutation(*rng.normal(size=(2, 30))))
    with pytest.raises(NotApplicable, match="no region"):
        null_law(room.sign([1, 2, 3], [0, 1, 2]))


def test_the_report_of_two_learners_draws_boxes_and_the_region():
    made = bo.compare(rng.normal(0.8, 0.03, size=(10, 2)), rows="folds", scheme="10-fold").composed("x")
    (part,) = [one for one in made.sections if one.name == "assumptions"]
    (columns,) = part.blocks
    assert [figure.name for (figure,) in columns.columns] == ["boxes", "null-law"]


def test_signed_ranks_are_listed_row_by_row():
    result = room.wilcoxon([1.2, 3, 1, 5, 4, 9, 3], [1, 2, 2, 5, 1, 2, 1.5])
    assert [rank for _, rank in result.ranked] == [1, 2.5, -2.5, 0, 5, 6, 4]
    assert sum(rank for _, rank in result.ranked if rank > 0) == result.statistic
    assert "signed rank" in result.steps()
    assert "% interval" in result.steps()
    assert not room.wilcoxon(np.arange(40.0), np.zeros(40)).ranked


def test_published_rates_need_not_be_whole_counts():
    """17.5% against 12.4% of 50 rows each: z = .717, one-sided p = .237."""
    cells = {"errors_a": ["8.75"], "n_a": ["50"], "errors_b": ["6.2"], "n_b": ["50"]}
    seen, _ = evidence_from_columns(ErrorCounts, cells, "the test")
    result = bo.tests["two_proportions"].run(seen, alternative="greater")
    assert result.statistic == pytest.approx(0.717, abs=5e-4)
    assert result.p_value == pytest.approx(0.237, abs=5e-4)
    with pytest.raises(BadInput, match="whole numbers"):
        evidence_from_columns(ErrorCounts, cells | {"n_a": ["50.5"]}, "the test")


def test_a_column_of_folds_is_no_third_sample():
    cells = {"fold": ["1", "2", "3"], "a": ["85", "70", "65"], "b": ["80", "75", "61"]}
    seen, _ = evidence_from_columns(TwoSamples, cells, "the unpaired t-test")
    assert seen.a.tolist() == [85, 70, 65]
