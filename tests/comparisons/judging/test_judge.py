"""From a table of scores to a verdict: every kind of evidence, few blocks, missing cells, planned pairs."""

import numpy as np
import pytest

from bakeoff.comparisons import adjust, corrected_t, wilcoxon
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, ROWS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.stability import stability
from bakeoff.comparisons.judging.standing import standing_of
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.wording.headline import headline
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.measures.measure import Direction

SEED = {
    "NB": [96.43, 73.42, 72.3, 71.7, 71.67, 74.36, 70.63, 83.21, 98.22, 69.62],
    "SVM": [99.44, 81.34, 91.51, 66.16, 71.67, 77.08, 62.21, 80.63, 93.58, 99.9],
    "AdaBoost": [83.63, 46.46, 72.31, 70.28, 71.67, 74.35, 44.91, 82.54, 93.21, 72.54],
    "RandForest": [99.55, 79.15, 80.97, 69.99, 71.67, 74.88, 79.87, 84.58, 99.39, 93.94],
}
EVERY = [DATASETS, FOLDS, RUNS]


def table(values, **more):
    return ScoreMatrix.of(values, **more)


def test_the_seeds_table():
    """Every pair by its own test; ranks, Friedman's test and the critical difference describe."""
    judged = judge(table(SEED), Question(evidence=DATASETS, measure="accuracy"))
    assert judged.choice.test == "wilcoxon"
    assert "Benavoli et al. 2016" in judged.choice.why
    assert judged.omnibus.p_value == pytest.approx(0.027569681216844527)
    assert (judged.omnibus.test, judged.also[0].test) == ("friedman", "iman_davenport")
    assert round(judged.critical_difference, 2) == 1.48
    assert judged.ranks.critical_difference is None, "it decides nothing"
    raw = [wilcoxon(SEED[one.pair.a], SEED[one.pair.b]).p_value for one in judged.pairs]
    assert [one.pair.result.p_value for one in judged.pairs] == raw
    assert [one.pair.p_adjusted for one in judged.pairs] == adjust(raw, "holm").tolist()
    shown = [(one.pair.a, one.pair.b, one.verdict.winner) for one in judged.pairs if one.verdict.winner]
    assert shown == [("AdaBoost", "RandForest", "RandForest")]
    line = "No clear winner on a typical data set: RandForest is better than AdaBoost, but is not shown to differ from SVM or NB."
    assert headline(judged) == line
    assert "adjusted p = .047" in judged.pair("AdaBoost", "RandForest").verdict.sentence


def test_the_seeds_table_by_nemenyi():
    judged = judge(table(SEED), Question(evidence=DATASETS, measure="accuracy", posthoc="nemenyi"))
    assert judged.choice.test == "friedman"
    assert any(note.code == "comparison.mean_ranks" for note in judged.notes)
    assert dict(zip(judged.ranks.names, judged.ranks.mean_ranks, strict=True)) == {
        "NB": 2.65, "SVM": 2.25, "AdaBoost": 3.35, "RandForest": 1.75,
    }  # fmt: skip
    assert judged.omnibus.test == "friedman"
    assert judged.omnibus.p_value == pytest.approx(0.027569681216844527)
    assert judged.also[0].test == "iman_davenport"
    assert round(judged.ranks.critical_difference, 2) == 1.48
    shown = [(one.pair.a, one.pair.b, one.verdict.winner) for one in judged.pairs if one.verdict.winner]
    assert shown == [("AdaBoost", "RandForest", "RandForest")]
    assert "RandForest is better than AdaBoost, but is not shown to differ from SVM or NB." in headline(judged)
    text = judged.verdict.sentence
    assert "below 1.48 cannot be shown" in text
    assert "equal" not in text.replace("this does not mean they are equally good", "")


def test_baseline_and_planned_pairs_ask_fewer_questions():
    every = judge(table(SEED), Question(evidence=DATASETS))
    against = judge(table(SEED), Question(evidence=DATASETS, baseline="AdaBoost"))
    planned = judge(table(SEED), Question(evidence=DATASETS, pairs=[("RandForest", "AdaBoost"), ("NB", "SVM")]))
    assert len(against.pairs) == 3
    assert all(one.pair.a == "AdaBoost" for one in against.pairs)
    assert against.pair("AdaBoost", "RandForest").verdict.winner == "RandForest"
    assert len(planned.pairs) == 2
    found = [one.pair("AdaBoost", "RandForest").pair.p_adjusted for one in (planned, against, every)]
    assert found == sorted(found)


@pytest.mark.parametrize("evidence", EVERY)
@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize("k", [2, 4])
def test_few_blocks_get_words_not_errors(evidence, n, k):
    matrix = table(np.random.default_rng(n).normal(size=(6, k))).only(range(n))
    judged = judge(matrix, Question(evidence=evidence, test_share=0.1))
    assert judged.verdict.claim is Claim.UNDECIDED
    assert judged.verdict.sentence
    assert len(judged.ranks.mean_ranks) == k
    assert "nan" not in judged.verdict.sentence
    assert "nan" not in " ".join(one.verdict.sentence for one in judged.pairs)


def test_a_learner_without_any_score():
    values = np.random.default_rng(1).normal(size=(6, 3))
    values[:, 2] = np.nan
    for evidence in EVERY:
        judged = judge(table(values), Question(evidence=evidence, test_share=0.1))
        assert np.isnan(judged.ranks.mean_ranks[2])
        assert judged.pair("learner 1", "learner 3").verdict.claim is Claim.UNDECIDED


def test_every_other_test_is_refused_with_a_sentence_or_offered():
    from bakeoff.comparisons import ALL

    judged = judge(table(np.random.default_rng(3).normal(size=(10, 2))), Question(evidence=FOLDS, test_share=0.1))
    named = {name for name, _ in judged.choice.refused} | set(judged.choice.alternatives) | {judged.choice.test}
    unnamed = {one.name for one in ALL} - named
    assert unnamed <= {"five_by_two_t", "five_by_two_f", "ten_by_ten", "tost"}, (
        "made for schemes this table does not have"
    )


def test_naive_t_on_splits_is_refused_without_override():
    matrix = table(np.random.default_rng(3).normal(size=(30, 2)))
    with pytest.raises(NotApplicable, match="training sets overlap"):
        judge(matrix, Question(evidence=FOLDS, test_share=0.1, test="paired_t"))
    forced = judge(matrix, Question(evidence=FOLDS, test_share=0.1, test="paired_t", force=True))
    assert forced.choice.test == "paired_t"
    assert any(note.code == "comparison.forced" for note in forced.notes)
    with pytest.raises(NotApplicable):
        judge(table(SEED), Question(evidence=FOLDS, test_share=0.1, test="friedman"))


def test_splits_need_their_share():
    matrix = table(np.random.default_rng(3).normal(size=(10, 2)))
    with pytest.raises(BadInput, match="test_share"):
        judge(matrix, Question(evidence=FOLDS))
    by_name = judge(matrix, Question(evidence=FOLDS, scheme="10-fold"))
    assert by_name.test_share == pytest.approx(1 / 9)


def test_splits_are_judged_by_one_test_with_at_most_ten_degrees_of_freedom():
    """The same test for two and for many learners, five times two folds included."""
    rng = np.random.default_rng(3)
    for scheme, n, share, df in (("5x2", 10, 1.0, 9.0), ("10x10", 100, 1 / 9, 10.0), ("10-fold", 10, 1 / 9, 9.0)):
        scores = rng.normal(size=(n, 3))
        two, three = (judge(table(scores[:, :k]), Question(evidence=FOLDS, scheme=scheme)) for k in (2, 3))
        assert two.choice.test == three.choice.test == "corrected_t"
        result = two.omnibus
        assert result.df == (df,)
        assert "min(n - 1, 10) degrees of freedom" in result.variant
        assert result.p_value == three.pair(*two.matrix.names).pair.result.p_value
        assert result.p_value == corrected_t(scores[:, 0], scores[:, 1], share, df=10).p_value


def test_five_by_two_by_name_carries_its_measured_size():
    matrix = table(np.random.default_rng(3).normal(size=(10, 2)))
    for test in ("five_by_two_f", "five_by_two_t"):
        seen = judge(matrix, Question(evidence=FOLDS, scheme="5x2", test=test))
        assert "comparison.measured_size" in {note.code for note in seen.notes}


def test_wrong_names_are_refused():
    with pytest.raises(UnknownName, match="RandForest"):
        judge(table(SEED), Question(evidence=DATASETS, baseline="RandomForest"))
    with pytest.raises(UnknownName):
        judge(table(SEED), Question(evidence=DATASETS, test="fredman"))
    with pytest.raises(BadInput, match="one learner"):
        judge(table({"a": [1, 2]}), Question(evidence=DATASETS))
    with pytest.raises(BadInput, match="region"):
        judge(table(SEED), Question(evidence=DATASETS, rope=-1))
    with pytest.raises(BadInput, match="Nemenyi test compares all pairs"):
        judge(table(SEED), Question(evidence=DATASETS, baseline="NB", posthoc="nemenyi"))


def test_a_region_gives_equivalence_and_posteriors():
    rng = np.random.default_rng(5)
    base = rng.normal(0.8, 0.05, 30)
    near = table({"a": base, "b": base + rng.normal(0, 0.002, 30)})
    judged = judge(near, Question(evidence=DATASETS, rope=0.01))
    assert judged.verdict.claim is Claim.EQUIVALENT
    assert "equivalent" in judged.verdict.sentence
    assert judged.verdict.posterior.p_rope > 0.95
    folds = judge(near, Question(evidence=FOLDS, test_share=0.1, rope=0.01))
    assert folds.verdict.posterior.test == "bayes_correlated_t"
    assert judge(near, Question(evidence=DATASETS)).verdict.claim is Claim.UNDECIDED, (
        "without a region never equivalent"
    )


@pytest.mark.parametrize("n", [2, 3, 4])
def test_few_blocks_never_show_equivalence(n):
    """The exact interval of so few pairs is not sure enough, however narrow it is."""
    near = table({"a": np.linspace(0.8, 0.9, n), "b": np.linspace(0.8, 0.9, n) + np.arange(n) / 1000 - 0.0005})
    judged = judge(near, Question(evidence=DATASETS, rope=0.1))
    assert judged.pairs[0].pair.difference.level < 0.9
    assert judged.verdict.claim is Claim.UNDECIDED


def test_significant_but_tiny_is_said():
    rng = np.random.default_rng(5)
    base = rng.normal(0.8, 0.05, 3000)
    judged = judge(
        table({"a": base, "b": base - 0.004 + rng.normal(0, 0.02, 3000)}), Question(evidence=RUNS, rope=0.0041)
    )
    assert judged.verdict.claim in (Claim.EQUIVALENT, Claim.A_BETTER)
    plain = judge(table({"a": base, "b": base - 0.004 + rng.normal(0, 0.02, 3000)}), Question(evidence=RUNS))
    assert plain.verdict.winner == "a"
    assert any(note.code == "comparison.huge" for note in plain.notes)


def test_assumptions_qualify_and_never_switch():
    skewed = np.exp(np.random.default_rng(2).normal(0, 1.5, 20))
    judged = judge(table({"a": skewed, "b": np.zeros(20)}), Question(evidence=RUNS))
    assert judged.choice.test == "paired_t"
    assert any(note.code == "comparison.not_normal" for note in judged.notes)


def test_rows_of_one_test_set():
    rng = np.random.default_rng(7)
    hits = (rng.random((300, 3)) < [0.9, 0.7, 0.69]).astype(float)
    judged = judge(table(hits), Question(evidence=ROWS, measure="accuracy"))
    assert judged.omnibus.test == "cochran_q"
    assert judged.pairs[0].pair.result.test == "mcnemar"
    assert judged.verdict.winner == "learner 1"
    assert headline(judged) == "learner 1 is better than both others on rows like these."
    assert "over 300 rows" in judged.verdict.sentence
    losses = judge(ScoreMatrix.of(rng.random((50, 2))), Question(evidence=ROWS))
    assert losses.choice.test == "permutation"


@pytest.mark.parametrize(
    "posthoc", ["nemenyi", "holm", "hommel", "shaffer", "bergmann-hommel", "conover", "bonferroni"]
)
def test_every_post_hoc_by_name(posthoc):
    judged = judge(table(SEED), Question(evidence=DATASETS, posthoc=posthoc))
    assert len(judged.pairs) == 6
    assert all(one.pair.p_adjusted >= one.pair.result.p_value - 1e-12 for one in judged.pairs)


@pytest.mark.parametrize("test", ["iman_davenport", "quade", "aligned_ranks", "rm_anova", "wilcoxon", "sign"])
def test_every_admissible_test_by_name(test):
    judged = judge(table(SEED), Question(evidence=DATASETS, test=test))
    assert judged.choice.test == test
    assert 0 <= judged.omnibus.p_value <= 1


def test_lower_is_better_turns_the_claim():
    errors = {"a": [0.1, 0.2, 0.15, 0.11, 0.3, 0.22, 0.1], "b": [0.3, 0.35, 0.3, 0.31, 0.5, 0.4, 0.33]}
    matrix = ScoreMatrix(
        names=("a", "b"),
        blocks=tuple("1234567"),
        values=np.column_stack(list(errors.values())),
        direction=Direction.LOWER,
    )
    for evidence in EVERY:
        assert judge(matrix, Question(evidence=evidence, test_share=0.1)).verdict.winner == "a"


def test_stability_counts_and_flips():
    judged = judge(table(SEED), Question(evidence=DATASETS, baseline="AdaBoost"))
    found = stability(judged, {"other": table({name: [100 - x for x in column] for name, column in SEED.items()})})
    kinds = {one.kind for one in found.variations}
    assert kinds == {"test", "post-hoc", "measure", "learner", "without"}
    assert not next(one for one in found.variations if one.kind == "measure").same
    assert found.fewest_to_flip >= 1
    assert len(found.dropped) == found.fewest_to_flip
    kept = [i for i, block in enumerate(judged.matrix.blocks) if block not in found.dropped]
    again = judge(judged.matrix.only(kept), Question(evidence=DATASETS, baseline="AdaBoost"))
    assert again.pair("AdaBoost", "RandForest").verdict.winner != judged.verdict.winner
    assert "it would change without" in found.sentence
    assert found.to_dict()["held"]["without"][1] == 10


def test_zero_variance_is_no_proof_of_equivalence():
    matrix = table({"a": [0.81, 0.82, 0.83, 0.84, 0.85], "b": [0.80, 0.81, 0.82, 0.83, 0.84]})
    assert judge(matrix, Question(evidence=FOLDS, test_share=0.1, rope=0.05)).verdict.claim is Claim.UNDECIDED


def test_on_one_domain_the_best_mean_leads_not_the_best_mean_rank() -> None:
    """b wins most splits by a hair, a wins one by far: the tests are about means, so the sentence is too."""
    a = [0.80, 0.80, 0.80, 0.80, 0.99]
    b = [0.81, 0.81, 0.81, 0.81, 0.70]
    c = [0.60, 0.61, 0.62, 0.60, 0.61]
    matrix = ScoreMatrix.of({"a": a, "b": b, "c": c})
    found = judge(matrix, Question(evidence=FOLDS, measure="accuracy", test_share=1 / 9))
    assert found.verdict.ahead == "a"
    assert "b is" not in headline(found).split(";")[0]
    assert standing_of(judge(matrix, Question(evidence=DATASETS))).best == "b"
