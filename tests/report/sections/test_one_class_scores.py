"""A learner that predicts one class only has no star in the score table, however good its accuracy is."""

from functools import cache

import numpy as np
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.criteria.of_studies.criteria_facts import MEASURES_BY_LEARNER
from bakeoff.criteria.sections.measures_table import measures_tables, with_signs
from bakeoff.report.sections.scores import score_table
from bakeoff.study.facts.study_facts import MARKS, PLANNED


@cache
def _findings():
    """Two learners on noise of which a quarter is of the rare class: always naming the common class is best by accuracy."""
    rng = np.random.default_rng(0)
    rows, labels = rng.normal(size=(120, 3)), np.where(rng.random(120) < 0.25, "rare", "common")
    learners = {"svm": SVC(C=1e-4), "tree": DecisionTreeClassifier(random_state=0)}
    measures = ["accuracy", "roc_auc"]
    return bo.evaluate(learners, rows, labels, measures=measures, positive="rare", seed=1).findings_by(
        "accuracy", MARKS, PLANNED, MEASURES_BY_LEARNER
    )


def _cells(measure: str):
    """The cell of each learner, and the notes of the table."""
    table = score_table(_findings(), measure)
    names = [column.title for column in table.columns[1:]]
    return dict(zip(names, table.rows[0].cells[1:], strict=True)), " ".join(table.notes)


def test_the_best_accuracy_of_one_class_has_no_star_and_a_note():
    cells, notes = _cells("accuracy")
    assert cells["svm"].value > cells["tree"].value
    assert not cells["svm"].bold
    assert not cells["tree"].bold
    assert "svm predicts one class only, so the score does not count as the best." in notes


def test_a_measure_of_the_scores_keeps_its_star():
    """The order of rows by a score says something although every label is the same."""
    cells, notes = _cells("roc_auc")
    assert sum(cell.bold for cell in cells.values()) == 1
    assert "one class" not in notes


def test_the_table_of_all_measures_agrees():
    findings = _findings()
    table, ranks = measures_tables(with_signs(findings, findings.of(MEASURES_BY_LEARNER)[0]))
    accuracy = [column.title for column in table.columns].index("accuracy ↑")
    assert not any(row.cells[accuracy].bold for row in (*table.rows, *ranks.rows))
    assert "svm predicts one class only" in " ".join(table.notes)
