"""Curves, calibration, histograms and confusions: against scikit-learn, and in the report."""

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve, roc_auc_score, roc_curve

from bakeoff.data.tasks import BINARY
from bakeoff.measures.curves.points import GRID, auc, cost_at, lift_at, precision_at, true_rate_at
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import rank
from bakeoff.report.render import html, markdown
from bakeoff.report.sections.confusions import confusion_table, confusion_words
from bakeoff.report.sections.methods import figures_of
from bakeoff.study.answers import AnswerPlots, Confusion, calibration, confusion, curves, score_bins
from bakeoff.study.facts.study_facts import SHAPES
from tests.helpers.findings import compose


def answers(n=200, seed=0, *, proba=True, skill=1.0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    chance = 1 / (1 + np.exp(-(skill * (2 * truth - 1) + rng.normal(0, 1, n))))
    chance = np.round(chance, 2)  # ties
    return Predictions(
        task=BINARY, rows=np.arange(n), truth=truth, classes=("no", "yes"), positive="yes",
        label=(chance >= 0.5).astype(int), proba=np.column_stack([1 - chance, chance]) if proba else None,
        score=None if proba else chance,
    )  # fmt: skip


@pytest.fixture(scope="module")
def parts():
    return [answers(seed=seed) for seed in range(5)]


def test_roc_points_against_scikit_learn(parts):
    for part in parts:
        curve, score = rank(part).curve, part.scores()
        assert auc(curve) == pytest.approx(roc_auc_score(part.truth, score), abs=1e-12)
        false, true, _ = roc_curve(part.truth, score, drop_intermediate=False)
        assert true_rate_at(curve) == pytest.approx(np.interp(GRID, false, true), abs=1e-12)


def test_precision_against_scikit_learn(parts):
    part = parts[0]
    precision, recall, _ = precision_recall_curve(part.truth, part.scores())
    expected = [precision[:-1][recall[:-1] >= one - 1e-12][-1] for one in GRID[1:]]
    assert precision_at(rank(part).curve)[1:] == pytest.approx(expected, abs=1e-12)


def test_lift_ends_at_one_and_cost_at_zero(parts):
    curve = rank(parts[0]).curve
    assert lift_at(curve)[-1] == pytest.approx(1.0)
    cost = cost_at(curve)
    assert cost[0] == cost[-1] == 0.0
    assert (cost <= np.minimum(GRID, 1 - GRID) + 1e-12).all()  # never worse than always saying the same


def test_curves_are_means_with_bands(parts):
    found = {one.kind: one for one in curves("d", "l", parts)}
    assert set(found) == {"roc", "pr", "lift", "cost"}
    roc = found["roc"]
    assert roc.splits == 5
    assert ((roc.low <= roc.y) & (roc.y <= roc.high)).all()
    assert roc.value == pytest.approx(np.mean([roc_auc_score(p.truth, p.scores()) for p in parts]))


def test_splits_with_one_class_are_passed_over(parts):
    one_class = answers(seed=9)
    keep = np.flatnonzero(one_class.truth == 1)
    lonely = Predictions(
        task=BINARY, rows=keep, truth=one_class.truth[keep], classes=one_class.classes, positive="yes",
        label=one_class.label[keep], proba=one_class.proba[keep],
    )  # fmt: skip
    assert next(curves("d", "l", [*parts, lonely])).splits == 5
    assert list(curves("d", "l", [lonely])) == []
    assert list(score_bins("d", "l", [lonely])) == []


def test_calibration_counts(parts):
    made = next(calibration("d", "l", parts))
    assert ((made.low <= made.y) & (made.y <= made.high)).all()
    assert (np.diff(made.x) > 0).all()
    truth = np.concatenate([part.truth for part in parts])
    chance = np.concatenate([part.proba[:, 1] for part in parts])
    inside = (chance > 0.5) & (chance <= 0.6)
    at = np.flatnonzero((made.x > 0.5) & (made.x <= 0.6))[0]
    assert made.y[at] == pytest.approx(truth[inside].mean())


def test_scores_only_give_no_calibration():
    part = answers(proba=False)
    assert list(calibration("d", "l", [part])) == []
    assert len(list(curves("d", "l", [part]))) == 4


def test_histogram_shares_sum_to_one(parts):
    made = next(score_bins("d", "l", parts))
    assert made.negative.sum() == pytest.approx(1.0)
    assert made.positive.sum() == pytest.approx(1.0)
    assert made.zone[0] < made.zone[1]
    assert next(score_bins("d", "l", [answers(skill=50.0)])).zone is None


def test_confusions_add_up_and_are_told(parts):
    made = next(confusion("d", "l", parts))
    assert made.matrix.sum() == 1000
    expected = sum(((part.truth == 1) & (part.label == 0)).sum() for part in parts)
    assert made.matrix[1, 0] == expected
    table = confusion_table(made)
    assert table.rows[1].cells[1].text == f"{expected}"
    assert table.columns[1].title == "predicted: no"
    assert table.rows[0].cells[0].text == "truth: no"


def test_notes_plant_confusions_in_words():
    """The notes' plant diseases: phom is rare and missed, pseu goes to cerc and n-inf."""
    truth_by_predicted = np.array(
        [[1009, 39, 2, 44, 9, 2], [26, 891, 0, 64, 24, 1], [2, 0, 65, 5, 0, 0], [58, 94, 1, 335, 6, 0], [15, 28, 0, 17, 163, 2], [6, 14, 0, 3, 16, 16]]
    )  # fmt: skip
    made = Confusion(
        dataset="leaves",
        learner="EFE",
        classes=("n-inf", "cerc", "rust", "pseu", "ram", "phom"),
        matrix=truth_by_predicted,
        splits=1,
    )
    assert (
        confusion_words(made)
        == "19% of pseu predicted as cerc, 6% of cerc as pseu, 12% of pseu as n-inf; of the rare class phom most rows are missed"
    )
    perfect = Confusion(dataset="d", learner="l", classes=("a", "b"), matrix=np.diag([3, 4]), splits=1)
    assert confusion_words(perfect) == "no confusions"


def test_in_the_report(findings, parts):
    first, second = (card.name for card in findings.card.datasets[:2])
    names = [card.name for card in findings.card.learners]
    lines = [one for at, who in enumerate(names) for where in (first, second) for one in curves(where, who, parts[at:])]
    lines += [one for at, who in enumerate(names) for one in calibration(first, who, parts[at:])]
    bins = [one for who in names for one in score_bins(first, who, parts)]
    tables = [one for who in names for one in confusion(first, who, parts)]
    report = compose(
        findings.with_fact(SHAPES, AnswerPlots(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables)))
    )
    drawn = [one.name for one in figures_of(report.sections)]
    assert {"roc-0", "pr-0", "calibration-0", "scores-0"} <= set(drawn)
    assert not {"lift-0", "cost-0", "roc-1"} & set(drawn), "a study of several data sets shows one of them"
    assert len(drawn) == len(set(drawn))
    text = markdown.render(report)
    assert "Confusions of RandForest" in text
    assert "truth: yes" in text
    html.render(report)


def test_without_shapes_there_are_no_such_sections(findings):
    assert not {"curves", "confusions"} & {one.name for one in compose(findings).sections}
