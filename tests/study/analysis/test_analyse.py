"""Analyse: the numbers are those of the stored predictions, and nothing is averaged over survivors."""

import json
from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score, roc_auc_score

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, GROUPED_ROWS, ROWS
from bakeoff.core.errors import StudyFileError
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.splits import scheme_from
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.analysis.score import pool
from bakeoff.study.analysis.stored_design import design_of


@pytest.fixture(scope="module")
def settled(request):
    """One study, run once for this file."""
    make = request.getfixturevalue("make_once")
    spec = make.spec()
    ledger = make.run(spec)
    return spec, ledger, analyse(ledger)


def test_scores_are_those_of_each_unit(settled):
    _, ledger, found = settled
    for at in range(0, len(found.scores.value), 97):
        run = next(
            one
            for one in ledger
            if (one.key.dataset, one.key.learner, one.key.repeat, one.key.fold)
            == (found.scores.dataset[at], found.scores.learner[at], found.scores.repeat[at], found.scores.fold[at])
        )
        said = run.predictions
        expected = {
            "accuracy": lambda said=said: np.mean(said.label == said.truth),
            "kappa": lambda said=said: cohen_kappa_score(said.truth, said.label),
            "roc_auc": lambda said=said: roc_auc_score(said.truth, said.proba[:, 1]),
            "fit_seconds": lambda: 0.25,
        }[found.scores.measure[at]]()
        assert found.scores.value[at] == pytest.approx(expected, abs=1e-12)


def test_cells_hold_means_and_corrected_errors(settled):
    _, _, found = settled
    cell = found.cell("blobs-3", "slack", "accuracy")
    pick = [
        at
        for at in range(len(found.scores.value))
        if (found.scores.dataset[at], found.scores.learner[at], found.scores.measure[at])
        == ("blobs-3", "slack", "accuracy")
    ]
    values = found.scores.value[pick]
    assert len(values) == cell.done == cell.planned == 10
    assert cell.estimate.value == pytest.approx(values.mean())
    assert cell.sd == pytest.approx(values.std(ddof=1))
    assert cell.standard_error == pytest.approx(np.sqrt((1 / 10 + 12 / 48) * values.var(ddof=1)))
    assert cell.estimate.low < cell.estimate.value < cell.estimate.high


def test_judgements_are_over_data_sets_and_marks_over_splits(settled):
    spec, _, found = settled
    assert [one.measure for one in found.judgements] == list(spec.measures)
    assert found.primary is found.judgements[0]
    assert found.primary.evidence is DATASETS
    assert found.primary.matrix.values.shape == (7, 3)
    assert found.primary.ranks.mean_ranks[0] == min(found.primary.ranks.mean_ranks)
    assert len(found.per_dataset) == 7
    assert all(one.evidence is FOLDS for _, one in found.per_dataset)
    marks = {(one.dataset, one.learner): one for one in found.marks}
    assert len(marks) == 21
    assert marks["blobs-1", "poor"].symbol == "○"
    assert marks["blobs-1", "poor"].reference == "sharp"
    assert not found.failures


def test_the_card_tells_how_it_was_made(settled):
    spec, _, found = settled
    card = found.card
    assert (card.units_done, card.units_planned, card.splits_per_dataset) == (210, 210, 10)
    assert card.unit_seconds == pytest.approx(210 * 0.75)
    assert card.study_hash == spec.study_hash
    assert card.datasets[0].class_counts == tuple(np.bincount(spec.datasets[0].target).tolist())
    assert card.test_share == pytest.approx(0.25)
    assert any("share rows" in text for text in found.warnings)


def test_a_baseline_is_what_marks_are_held_against(make):
    found = analyse(make.run(make.spec(baseline="poor")))
    assert {one.reference for one in found.marks} == {"poor"}
    assert {one.learner for one in found.marks} == {"sharp", "slack"}
    assert {one.symbol for one in found.marks if one.learner == "sharp"} <= {"●", ""}
    assert "●" in {one.symbol for one in found.marks}
    assert found.primary.baseline == "poor"


def one_failure(make, key):
    return make.failure() if (key.dataset, key.learner, key.fold) == ("blobs-2", "slack", 1) else None


def test_withhold_is_the_default_when_units_failed(make):
    found = analyse(make.run(make.spec(), fails=lambda key: one_failure(make, key)))
    assert found.primary is None
    assert found.judgements == ()
    assert len(found.failures) == 2
    assert (found.failures[0].status, found.failures[0].message) == ("failed", "no luck")
    cell = found.cell("blobs-2", "slack", "accuracy")
    assert isnan(cell.estimate.value)
    assert (cell.done, cell.planned, cell.note) == (8, 10, "2 of 10 splits failed")
    assert any(text.startswith("accuracy: the comparison is withheld") for text in found.warnings)
    assert "2 of 210 units did not finish: slack on blobs-2 (2)." in found.warnings
    assert [name for name, _ in found.per_dataset] == [f"blobs-{at}" for at in (0, 1, 3, 4, 5, 6)]
    assert not isnan(found.cell("blobs-2", "sharp", "accuracy").estimate.value)
    marks = {mark.learner: mark.symbol for mark in found.marks if mark.dataset == "blobs-2"}
    assert set(marks) == {"sharp", "poor"}, "those that finished there keep their marks"


def test_complete_compares_where_everybody_finished(make):
    found = analyse(make.run(make.spec(policy="complete"), fails=lambda key: one_failure(make, key)))
    assert found.primary.matrix.blocks == tuple(f"blobs-{at}" for at in (0, 1, 3, 4, 5, 6))
    assert any("compared without blobs-2 (units of" in text for text in found.warnings)


@pytest.mark.parametrize(("measure", "worst"), [("accuracy", min), ("error", max)])
def test_worst_fills_a_hole_with_the_worst_score_of_others(make, measure, worst):
    spec = make.spec(policy="worst", measures=(measure,), primary=measure)
    found = analyse(make.run(spec, fails=lambda key: one_failure(make, key)))
    row = found.primary.matrix.values[2]
    assert row[1] == worst(row[0], row[2])
    assert any("the worst score of others counts" in text for text in found.warnings)


def test_a_learner_that_always_fails_leaves_no_value_anywhere(make):
    found = analyse(make.run(make.spec(), fails=lambda key: make.failure() if key.learner == "poor" else None))
    assert found.primary is None
    assert len(found.failures) == 70
    assert "70 of 210 units did not finish: poor on blobs-0 (10)" in " ".join(found.warnings)


def test_an_unfinished_study_says_so(make):
    found = analyse(make.run(make.spec(), only=lambda key: key.repeat == 0))
    assert "The study is not complete: 105 of 210 units have not run yet." in found.warnings
    assert found.cell("blobs-0", "sharp", "accuracy").note == "5 of 10 splits done"
    assert found.primary is None


def test_a_study_without_any_unit_can_be_opened(make):
    found = analyse(make.run(make.spec(), only=lambda _: False))
    assert found.card.units_done == 0
    assert len(found.scores.value) == 0


def test_an_empty_file_holds_no_study():
    with pytest.raises(StudyFileError, match="contains no study yet"):
        design_of(MemoryLedger())


def test_one_data_set_is_judged_over_its_splits(make):
    found = analyse(make.run(make.spec(datasets=(make.data("only"),))))
    assert {one.evidence for one in found.judgements} == {FOLDS}
    assert found.primary is found.per_dataset[0][1]


def test_leave_one_out_pools_what_single_rows_cannot_say(make):
    spec = make.spec(datasets=(make.data("small", n=24),), scheme=scheme_from("loo"))
    ledger = make.run(spec)
    found = analyse(ledger)
    said = pool([run.predictions for run in ledger if run.key.learner == "slack"])
    cell = found.cell("small", "slack", "roc_auc")
    assert cell.estimate.value == pytest.approx(roc_auc_score(said.truth, said.proba[:, 1]))
    assert isnan(cell.standard_error)
    assert cell.note.startswith("undefined on 24 of 24 splits, so scored over the pooled test rows")
    assert not isnan(found.cell("small", "slack", "accuracy").standard_error)
    assert any("ROC AUC: undefined on some splits" in text for text in found.warnings)
    assert [one.measure for one in found.judgements] == ["accuracy", "fit_seconds"]


def test_measures_that_fit_only_some_leave_the_others_out(make):
    data = (*(make.data(f"two-{at}", seed=at) for at in range(4)), make.data("three", classes=3))
    learners = (make.learner("a"), make.learner("b", 0.2), make.learner("mute", 0.3, proba=False))
    found = analyse(make.run(make.spec(datasets=data, learners=learners, measures=("accuracy", "f1", "log_loss"))))
    by_measure = {one.measure: one for one in found.judgements}
    assert by_measure["accuracy"].matrix.values.shape == (5, 3)
    assert by_measure["f1"].matrix.blocks == tuple(f"two-{at}" for at in range(4))
    assert by_measure["log_loss"].matrix.names == ("a", "b")
    assert "F1 is for two classes, not for more than two classes; take f1_macro" in found.cell("three", "a", "f1").note
    assert "needs proba" in found.cell("three", "mute", "log_loss").note
    assert any("compared without mute" in text for text in found.warnings)


def test_what_is_withheld_is_not_said_to_be_compared_without_somebody(make):
    learners = (make.learner("a"), make.learner("b", 0.2), make.learner("mute", 0.3, proba=False))
    spec = make.spec(learners=learners, measures=("accuracy", "log_loss"))
    found = analyse(make.run(spec, fails=lambda key: make.failure() if key.learner == "b" else None))
    told = [text for text in found.warnings if "log loss" in text]
    assert any("comparison is withheld" in text for text in told)
    assert not any("compared without" in text for text in told)


def test_without_a_positive_class_a_data_set_is_left_out_and_the_reason_told(make):
    from dataclasses import replace

    data = (*(make.data(f"two-{at}", seed=at) for at in range(3)), replace(make.data("bare"), positive=None))
    found = analyse(make.run(make.spec(datasets=data, measures=("accuracy", "f1"))))
    assert {one.measure: one for one in found.judgements}["f1"].matrix.blocks == ("two-0", "two-1", "two-2")
    assert any("compared without bare (it needs a positive class" in text for text in found.warnings)


def test_a_data_set_without_values_is_left_out_though_a_learner_failed_there(make):
    """It counted as one more data set with missing cells, under a learner that has no value by this measure anywhere."""
    two = [make.data(f"two-{at}", seed=at) for at in range(3)]
    data = (*two, replace(make.data("bare"), positive=None), make.data("three", classes=3))
    learners = (make.learner("a"), make.learner("b", 0.2), make.learner("mute", 0.3, proba=False))
    spec = make.spec(datasets=data, learners=learners, measures=("accuracy", "roc_auc", "f1"), policy="complete")
    made = make.run(spec, fails=lambda key: make.failure() if (key.dataset, key.learner) == ("bare", "mute") else None)
    found = analyse(made)
    for measure, names in (("roc_auc", ("a", "b")), ("f1", ("a", "b", "mute"))):
        judged = {one.measure: one for one in found.judgements}[measure]
        assert judged.matrix.blocks == ("two-0", "two-1", "two-2")
        assert judged.matrix.names == names
    told = "ROC AUC, F1: compared without"
    assert f"{told} three (it is for two classes)." in found.warnings
    assert f"{told} bare (it needs a positive class, and none is stated)." in found.warnings


def test_the_largest_class_is_pointed_out(make):
    found = analyse(make.run(make.spec(datasets=(make.data("rare", n=100, share=0.08),))))
    assert any("accuracy mostly measures that class" in str(note) for note in found.checks.notes)


def test_another_measure_can_be_asked_for_afterwards(make):
    ledger = make.run(make.spec())
    found = analyse(ledger, measure="balanced_accuracy")
    assert found.primary.measure == "balanced_accuracy"
    assert set(found.scores.measure) == {"balanced_accuracy"}


def test_identical_learners_are_called_identical(make):
    found = analyse(make.run(make.spec(learners=(make.learner("one"), make.learner("two")))))
    assert found.primary.verdict.claim == "identical"
    assert any(
        text.startswith("Several learners share the best accuracy on 7 of 7 data sets") for text in found.warnings
    )
    assert {one.symbol for one in found.marks} == {""}


def test_a_single_learner_is_described_but_not_compared(make):
    found = analyse(make.run(make.spec(learners=(make.learner("one"),))))
    assert found.judgements == ()
    assert not isnan(found.cell("blobs-0", "one", "accuracy").estimate.value)
    alone = [text for text in found.warnings if "one learner only" in text]
    assert alone == ["accuracy: no comparison, because there is one learner only."]


def test_a_single_test_part_is_compared_row_by_row(make):
    from bakeoff.comparisons import mcnemar

    spec = make.spec(datasets=(make.data("only", n=90),), scheme=scheme_from("holdout"))
    ledger = make.run(spec)
    found = analyse(ledger)
    assert found.primary.evidence is ROWS
    right = {run.key.learner: run.predictions.label == run.predictions.truth for run in ledger}
    pair = found.primary.pair("sharp", "poor").pair
    only_a, only_b = ((right[a] & ~right[b]).sum() for a, b in ((pair.a, pair.b), (pair.b, pair.a)))
    assert pair.result.p_value == mcnemar(int(only_a), int(only_b), "mid-p").p_value
    assert pair.result.n == 30
    assert [note.code for note in found.notes if "fitted models" in str(note)] == ["comparison.fitted_models"]
    assert found.primary.question.fitted_models
    assert any("Cohen's kappa, ROC AUC, time to fit: a single split allows no test" in text for text in found.warnings)
    assert analyse(ledger, measure="roc_auc").primary.omnibus is not None
    assert analyse(ledger, measure="fit_seconds").primary is None


@pytest.mark.parametrize("names", [("sharp", "never"), ("never", "sharp")], ids=" before ".join)
def test_a_learner_that_is_never_right_leaves_a_single_test_part_its_verdict(make, names):
    """57 rows that one alone gets right had a negative p-value, and the study no verdict."""
    slips = {"sharp": 0.0, "never": 1.0}
    spec = make.spec(
        datasets=(make.data("only", n=300, gap=6.0),), scheme=scheme_from("holdout"),
        learners=tuple(make.learner(name, slips[name]) for name in names),
    )  # fmt: skip
    found = analyse(make.run(spec))
    assert found.primary.verdict.winner == "sharp"
    assert 0 <= found.primary.pair("sharp", "never").pair.result.p_value < 1e-15


def test_groups_of_a_data_set_are_handed_down(make):
    """Also where some rows name no group: each of these is alone."""
    data = make.data("only", n=90)
    groups = np.array([f"p{i // 5}" if i < 80 else None for i in range(90)], dtype=object)
    ledger = make.run(make.spec(datasets=(replace(data, groups=groups),), scheme=scheme_from("holdout")))
    found = analyse(ledger)
    assert found.primary.evidence is GROUPED_ROWS
    assert found.primary.choice.test == "cluster_t"
    (note,) = [one for one in found.primary.notes if one.code == "comparison.grouped"]
    rows = next(iter(ledger)).predictions.rows
    assert note.facts["groups"] == len({f"p{row // 5}" if row < 80 else row for row in rows.tolist()})
    assert "by group" in found.cell("only", "poor", "accuracy").estimate.method
    assert analyse(ledger, measure="kappa").primary.choice.test == "permutation"


def test_a_single_group_of_test_rows_is_not_compared(make):
    data = replace(make.data("only", n=90), groups=np.array(["p"] * 90))
    found = analyse(make.run(make.spec(datasets=(data,), scheme=scheme_from("holdout"))))
    assert found.primary is None
    assert any("one group only" in text for text in found.warnings)


def test_single_test_parts_of_several_data_sets_are_marked_row_by_row(make):
    found = analyse(make.run(make.spec(scheme=scheme_from("holdout"))))
    assert found.primary.evidence is DATASETS
    assert {judged.evidence for _, judged in found.per_dataset} == {ROWS}
    told = [text for text in found.warnings if "rows of a single test part" in text]
    assert len(told) == 1, "said once for all data sets"
    assert "blobs-0, blobs-1, blobs-2, blobs-3, blobs-4 and 2 more" in told[0]


def test_nothing_is_told_twice(make):
    """The same words about measures, data sets or pairs are one sentence with a count."""
    found = analyse(make.run(make.spec(), fails=lambda key: make.failure() if key.learner == "slack" else None))
    withheld = [text for text in found.warnings if "comparison is withheld" in text]
    assert len(withheld) == 2, "the primary measure and the others"
    assert len(found.warnings) == len(set(found.warnings))
    assert all(text.endswith(".") for text in found.warnings)


def test_a_regression_is_analysed_alike(make):
    from bakeoff.data.dataset import Column, Dataset
    from bakeoff.data.tasks import REGRESSION
    from bakeoff.learners.baselines import Mean, Median

    rng = np.random.default_rng(0)
    data = tuple(
        Dataset(name=f"r{at}", task=REGRESSION, features=rng.normal(size=(30, 1)), target=rng.exponential(size=30), columns=(Column(name="x"),))
        for at in range(3)
    )  # fmt: skip
    found = analyse(
        make.run(make.spec(datasets=data, learners=(Mean(), Median()), measures=("mae", "rmse"), primary="mae"))
    )
    assert found.primary.matrix.direction == "lower"
    assert found.card.datasets[0].class_counts == ()


def test_the_design_survives_json(make):
    ledger = make.run(make.spec(), only=lambda _: False)
    design = design_of(ledger)
    text = json.dumps([one.to_json() for one in design.domains])
    assert tuple(type(design.domains[0]).from_json(one) for one in json.loads(text)) == design.domains


def test_troubles_with_splits_are_told_once(make):
    from dataclasses import replace

    plain = analyse(make.run(make.spec()))
    assert not any("spread" in text for text in plain.warnings)
    rare = [make.data(f"rare-{at}", n=60, seed=at, share=0.05) for at in range(3)]
    notes = [note for note in analyse(make.run(make.spec(datasets=tuple(rare)))).notes if note.code == "study.splits"]
    named = [name for note in notes for name in note.facts.get("datasets", (note.about.dataset,))]
    assert sorted(named) == ["rare-0", "rare-1", "rare-2"], "each data set once"
    assert len({note.facts["text"] for note in notes}) == len(notes)
    grouped = [replace(make.data(f"g{at}", seed=at), groups=np.arange(60) // 5) for at in range(3)]
    notes = [
        note for note in analyse(make.run(make.spec(datasets=tuple(grouped)))).notes if note.code == "study.splits"
    ]
    assert [str(note) for note in notes] == [
        (
            "g0, g1, g2: rows are in groups, and this scheme may put rows of one group on both sides; "
            "use kfold with groups=true to keep them together."
        )
    ]
