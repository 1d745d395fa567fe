"""Pages of a single test set: every score has its interval over the rows, and the method is named."""

import re

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.report.render import html, markdown

CALM = {"progress": False, "workers": 1}


@pytest.fixture(scope="module")
def held_out():
    """Two learners on one hold-out of one data set."""
    learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    study = bo.Study(
        datasets=["iris"], learners=learners, scheme="holdout", measures=["accuracy", "kappa", "fit_seconds"]
    )
    return study.run(**CALM)


def test_every_score_of_a_hold_out_has_its_interval(held_out):
    for learner in ("bayes", "tree"):
        said = held_out.predictions("iris", learner)
        right = int((said.labels() == said.truth).sum())
        cell = held_out.findings.cell("iris", learner, "accuracy").estimate
        wilson = proportion(right, len(said))
        assert (cell.low, cell.high, cell.n) == pytest.approx((wilson.low, wilson.high, len(said)))
        assert held_out.findings.cell("iris", learner, "kappa").estimate.low < 1
    assert np.isnan(held_out.findings.cell("iris", "tree", "fit_seconds").estimate.low)


def test_the_table_shows_it_and_names_the_method(held_out):
    text = markdown.render(held_out.composed())
    assert re.search(r"\| iris \| .*\d\.\d \\\[\d+\.\d, \d+\.\d\\\]", text)
    assert r"One test set \[95% interval over its rows: Wilson\]. Best in bold." in text
    assert "Mean over 1 split" not in text
    assert "one split into training" in text or "the same split into training" in text
    assert "±" not in str(held_out.table())


@pytest.fixture(scope="module")
def brought():
    """Predictions of three learners on one test set, as somebody brings them."""
    rng = np.random.default_rng(0)
    truth = np.where(rng.random(200) < 0.4, "ill", "well")
    other = np.where(truth == "ill", "well", "ill")
    said = {name: np.where(rng.random(200) < share, truth, other) for name, share in (("nurse", 0.8), ("doctor", 0.95))}
    return bo.compare_predictions(truth, said), truth, said


def test_predictions_have_scores_with_intervals_and_no_list_of_rows(brought):
    comparison, truth, said = brought
    report = comparison.composed("Who is ill?")
    table = next(one for one in report.sections if one.name == "scores").blocks[0]
    assert [row.cells[0].text for row in table.rows] == ["doctor", "nurse"]
    right = proportion(int((said["doctor"] == truth).sum()), 200)
    assert table.rows[0].cells[1].text == f"{100 * right.value:.1f} [{100 * right.low:.1f}, {100 * right.high:.1f}]"
    assert "Accuracy: Wilson" in table.notes[-1]
    assert "Confusions of doctor" in html.render(report)


def test_probabilities_that_were_brought_are_drawn(brought):
    truth = brought[1]
    rng = np.random.default_rng(1)
    chance = {
        name: 1 / (1 + np.exp(-gap * (truth == "ill") - rng.normal(size=200))) for name, gap in (("a", 1), ("b", 3))
    }
    report = bo.compare_predictions(truth, chance, "roc_auc", positive="ill").composed("Scores")
    names = [one.name for one in report.sections]
    assert names.index("curves") > names.index("ranks")
    assert "200 rows" in report.subtitle
    text = markdown.render(report)
    assert "W/T/L" not in text  # one area for the whole test set is no count of wins
    assert "standard deviation over splits" not in text


def test_rows_in_groups_have_no_box_plot_of_hits_and_misses():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 80)
    answers = {"a": truth ^ (rng.random(80) < 0.1), "b": truth ^ (rng.random(80) < 0.4)}
    made = bo.compare_predictions(truth, answers, groups=np.arange(80) // 4)
    page = html.render(made.composed("x"))
    assert "Region of rejection" in page
    assert "Scores of both learners" not in page
