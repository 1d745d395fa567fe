"""How firm a verdict is: which ways of asking are tried, what overturns it, and what that costs at most."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging import stability as module
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.stability import fewest_to_flip, most_influential, stability
from bakeoff.comparisons.judging.standing import standing_of
from bakeoff.comparisons.posthoc.many_pairs import BoardSize
from bakeoff.comparisons.question import Question
from bakeoff.measures.measure import Direction

NOTES = {
    "NB": [96.43, 73.42, 72.3, 71.7, 71.67, 74.36, 70.63, 83.21, 98.22, 69.62],
    "SVM": [99.44, 81.34, 91.51, 66.16, 71.67, 77.08, 62.21, 80.63, 93.58, 99.9],
    "AdaBoost": [83.63, 46.46, 72.31, 70.28, 71.67, 74.35, 44.91, 82.54, 93.21, 72.54],
    "RandForest": [99.55, 79.15, 80.97, 69.99, 71.67, 74.88, 79.87, 84.58, 99.39, 93.94],
}


def counted(calls):
    def ask(matrix, question):
        calls.append(question)
        return judge(matrix, question)

    return ask


def test_the_table_of_the_notes():
    found = stability(judge(ScoreMatrix.of(NOTES), Question(evidence=DATASETS, measure="accuracy")))
    assert {kind: len(found.of(kind)) for kind in ("test", "post-hoc", "learner", "without")} == {
        "test": 2, "post-hoc": 4, "learner": 2, "without": 10,
    }  # fmt: skip
    assert all(one.same for one in found.variations), "undecided stays undecided"
    (other,) = found.others
    assert other.claim == "RandForest better than AdaBoost"
    assert {kind for kind, _ in other.against} == {"test", "without"}, "fewer learners never take a claim away"


def test_the_table_of_the_notes_by_nemenyi():
    found = stability(judge(ScoreMatrix.of(NOTES), Question(evidence=DATASETS, measure="accuracy", posthoc="nemenyi")))
    (other,) = found.others
    assert other.claim == "RandForest better than AdaBoost"
    assert ("test", "sign") in other.against
    assert "not without 1" in other.sentence, "leaving out the first data set overturns it"
    assert other.held + len(other.against) == other.asked == len(found.variations)
    # What is told is true: without that data set the claim is gone.
    kept = ScoreMatrix.of({name: values[1:] for name, values in NOTES.items()})
    again = judge(kept, Question(evidence=DATASETS, posthoc="nemenyi"))
    assert again.pair("AdaBoost", "RandForest").verdict.winner is None


@pytest.mark.slow
def test_thirty_data_sets_and_ten_learners():
    rng = np.random.default_rng(3)
    table = ScoreMatrix.of(rng.normal(0.8, 0.05, (30, 10)) + np.linspace(0, 0.12, 10))
    judged = judge(table, Question(evidence=DATASETS))
    found = stability(judged)
    assert len(found.of("without")) == 30
    assert len(found.others) == 3, "the least sure claims about the best learner"
    for one in found.others:
        assert one.held + len(one.against) == one.asked
    assert found.to_dict()["others"] == [one.sentence for one in found.others]


@pytest.mark.parametrize(
    ("blocks", "learners", "most"), [(100, 12, 500), pytest.param(700, 25, 500, marks=pytest.mark.slow)]
)
def test_large_tables_are_asked_a_bounded_number_of_times(blocks, learners, most):
    rng = np.random.default_rng(5)
    table = ScoreMatrix.of(rng.normal(size=(blocks, learners)) + np.linspace(0, 1, learners))
    calls = []
    found = stability(judge(table, Question(evidence=DATASETS, brief=True)), ask=counted(calls))
    assert len(calls) <= most
    assert found.of("without")
    assert "sign" in {one.name for one in found.of("test")}


@pytest.mark.parametrize("direction", [Direction.HIGHER, Direction.LOWER])
def test_dropped_data_sets_do_overturn_the_verdict(direction):
    rng = np.random.default_rng(11)
    values = rng.normal(0, 1, (20, 2)) + np.array([0.9, 0.0]) * (1 if direction is Direction.HIGHER else -1)
    table = replace(ScoreMatrix.of(values, names=["a", "b"]), direction=direction)
    judged = judge(table, Question(evidence=DATASETS))
    assert judged.verdict.winner == "a"
    found = stability(judged)
    gone = {table.blocks.index(name) for name in found.dropped}
    assert len(gone) == found.fewest_to_flip
    without = judge(table.only([i for i in range(20) if i not in gone]), Question(evidence=DATASETS))
    assert without.verdict.winner is None
    one_less = [i for i in range(20) if i not in set(most_influential(judged, "a", "b")[: len(gone) - 1])]
    assert judge(table.only(one_less), Question(evidence=DATASETS)).verdict.winner == "a"


def test_the_search_for_the_fewest():
    for needed in range(1, 97):
        asked = []
        found = fewest_to_flip(range(100), lambda kept, n=needed, asked=asked: asked.append(1) or len(kept) <= 100 - n)
        assert found == list(range(needed))
        assert len(asked) <= 14
    assert fewest_to_flip(range(100), lambda _: False) == []
    assert fewest_to_flip(range(100), lambda _: None) == []
    assert fewest_to_flip(range(3), lambda _: True) == [], "three blocks are kept"


def test_predictions_are_asked_again_by_other_tests_and_measures():
    rng = np.random.default_rng(2)
    truth = (rng.random(400) < 0.4).astype(int)
    good, poor = (truth + rng.normal(0, sd, 400) for sd in (0.4, 0.9))
    area = bo.compare_predictions(truth, {"good": good, "poor": poor}, "roc_auc")
    assert [(one.kind, one.name) for one in area.stability.variations] == [("test", "permutation")]
    assert all(one.same for one in area.stability.variations)
    labels = {"good": (good > 0.5).astype(int), "poor": (poor > 0.5).astype(int)}
    hits = bo.compare_predictions(truth, labels, "accuracy").stability
    assert {one.name for one in hits.of("measure")} >= {"f1", "mcc", "balanced_accuracy"}
    assert all(one.best == "good" for one in hits.variations)


def test_nothing_to_vary_is_said():
    one = bo.compare({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.9, 0.6]}, rows="folds", scheme="3-fold").stability
    assert one.variations == ()
    assert "no robustness check" in str(one)


def test_a_measure_that_is_undefined_everywhere_leads_nobody():
    c = bo.compare_predictions([0, 0], {"a": [0, 0], "b": [0, 0]}, "mcc", labels=[0, 1], positive=1)
    assert all(one.best in ("a", "b", "") for one in c.stability.variations)
    assert "nan" not in str(c)


@pytest.mark.slow
def test_two_hundred_learners_are_compared():
    """The counts of equalities that can hold at once were found anew for each of more than 128 learners."""
    rng = np.random.default_rng(0)
    table = rng.normal(0.8, 0.05, (20, 200)) + np.linspace(0, 0.05, 200)
    found = bo.compare({f"m{i}": column for i, column in enumerate(table.T)}, rows="datasets")
    looked_at = found.pairs._kept
    assert len(found.pairs) == 19_900
    assert str(found).startswith("No clear winner")
    # Pairs are made when somebody looks at them: the 199 of the best learner are printed, and a few more are in the verdict.
    assert len(looked_at) < 210
    assert len(found.judgement.ranks.pairs._kept) < 210
    ways = [one.name for one in found.stability.variations if one.kind == "post-hoc"]
    assert "shaffer" in ways
    assert found.pair("m3", "m17") is found.pairs.between("m17", "m3")


@pytest.mark.parametrize("seed", range(6))
def test_stored_p_values_give_the_answers_that_asking_again_gives(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    k, n = 4 + seed % 3, 8 + 3 * seed
    scores = rng.uniform(0.6, 0.9, (n, 1)) + rng.normal(0.01 * np.arange(k), 0.03, (n, k))
    scores = np.round(scores, 2) if seed % 2 else scores
    scores[1, 0] = np.nan if seed == 3 else scores[1, 0]
    asked = {"baseline": "learner 1"} if seed % 3 == 0 else {}
    monkeypatch.setattr(BoardSize, "repeats_everything", False)
    quick = stability(judge(ScoreMatrix.of(scores), Question(evidence=DATASETS, **asked))).to_dict()
    monkeypatch.setattr(module, "_plain", lambda judgement: False)
    assert stability(judge(ScoreMatrix.of(scores), Question(evidence=DATASETS, **asked))).to_dict() == quick


@pytest.mark.parametrize("options", [{"rows": "folds", "scheme": "10-fold"}, {"rows": "runs"}, {"rows": "datasets"}])
def test_who_ranks_first_is_who_the_verdict_names(options):
    """Over splits the verdict ranks by mean score; one very good split gives a best mean without the best mean rank."""
    values = np.random.default_rng(4).normal(0.8, 0.01, (10, 3))
    values[:, 1] += 0.02
    values[0, 0] += 0.3
    made = bo.compare({name: values[:, at] for at, name in enumerate("abc")}, **options)
    first = standing_of(made.judgement).best
    assert first == ("b" if options["rows"] == "datasets" else "a")
    assert {one.best for one in made.stability.variations if one.kind == "post-hoc"} == {first}


def scores(*shifts, n=20, spread=0.002):
    """Learners with these means on one line of data sets."""
    base = np.random.default_rng(0).normal(0.8, 0.05, n)
    noise = np.random.default_rng(1).normal(0, spread, (n, len(shifts)))
    return ScoreMatrix.of(
        {name: base + shift + noise[:, i] for i, (name, shift) in enumerate(zip("abc", shifts, strict=False))}
    )


def test_a_region_belongs_to_one_measure():
    question = Question(evidence=DATASETS, measure="accuracy", rope=0.05)
    rivals = {"mcc": scores(0.2, 0.0)}  # .2 of MCC is no margin of accuracy
    equivalent = stability(judge(scores(0.004, 0.0), question), rivals)
    assert equivalent.claim == "equivalent"
    assert not equivalent.of("measure"), "without a region nothing can be called equivalent"
    assert "other measures were not asked, because the region of ±0.05 is stated for accuracy" in equivalent.sentence
    asked = []
    better = stability(judge(scores(0.2, 0.0), question), rivals, ask=counted(asked))
    assert [way.same for way in better.of("measure")] == [True]
    assert [one.rope for one in asked if one.measure == "mcc"] == [None]
    assert "asked without a region, because the region of ±0.05 is stated for accuracy" in better.sentence
    plain = stability(judge(scores(0.2, 0.0), replace(question, rope=None)), rivals)
    assert "region" not in plain.sentence


def test_an_equivalent_pair_is_not_changed_by_a_measure_without_a_region():
    question = Question(evidence=DATASETS, measure="accuracy", rope=0.05)
    judged = judge(scores(0.2, 0.196, 0.0), question)
    found = stability(judged, {"mcc": scores(0.2, 0.19, 0.0)})
    pair = frozenset("ab")
    assert judged.pair("a", "b").verdict.claim.value == "equivalent"
    assert all(pair not in way.changed for way in found.of("measure"))
