"""The card: one plain line, the size in the unit of the table, how sure, what would settle it."""

import re

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.judging.standing import standing_of
from bakeoff.comparisons.wording.headline import headline
from bakeoff.core.notes import plain_text
from bakeoff.report.render import html
from bakeoff.report.verdict_card import mean_scores
from tests.helpers.findings import compose, compose_judgement, make_findings

GOOD = [0.91, 0.82, 0.93, 0.84, 0.95, 0.86, 0.97, 0.88, 0.89, 0.90]
CLOSE = [0.915, 0.818, 0.931, 0.842, 0.947, 0.863, 0.969, 0.879, 0.893, 0.897]
POOR = [0.71, 0.72, 0.73, 0.64, 0.75, 0.66, 0.77, 0.68, 0.60, 0.61]


@pytest.mark.parametrize(
    ("table", "options", "line"),
    [
        ({"svm": GOOD, "logistic": CLOSE, "tree": POOR}, {}, "No clear winner on a typical data set: {lead} are each better than tree; no difference between the two is shown."),
        ({"a": GOOD, "b": POOR}, {}, "a is better than b on a typical data set."),
        ({"a": GOOD, "b": CLOSE}, {}, "No clear winner on a typical data set: b and a are not shown to differ."),
        ({"a": GOOD, "b": GOOD}, {}, "a and b have identical scores."),
        ({"a": GOOD[:4], "b": POOR[:4]}, {}, "No verdict is possible: 4 data sets are too few to tell a and b apart."),
        ({"a": GOOD, "b": CLOSE}, {"rope": 0.05, "test": "paired_t"}, "b and a are practically equivalent on average."),
        ({"a": GOOD, "b": CLOSE, "c": POOR}, {"baseline": "c"}, "{lead} are better than the baseline c on a typical data set."),
        ({"a": GOOD, "c": POOR, "b": CLOSE}, {"pairs": [("a", "c"), ("a", "b")]}, "1 of 2 planned pairs differs on a typical data set: a is better than c; b and a are not shown to differ."),
    ],
)  # fmt: skip
def test_the_first_line_needs_no_statistics(table, options, line):
    comparison = bo.compare(table, **options, rows="datasets")
    order = standing_of(comparison.judgement).order
    shown = headline(comparison.judgement)
    assert shown == line.format(lead=f"{order[0]} and {order[1]}", first=order[0], second=order[1])
    assert not re.search(r"\bp\b|rank \d|CD|interval", shown)


def test_the_card_leads_the_page_and_the_statistics_are_one_fold_below():
    report = compose(make_findings(baseline=None))
    (card,) = report.lead
    assert plain_text(card.parts).startswith("No clear winner on a typical data set: RandForest")
    assert [name for name, _ in card.facts][:2] == ["By how much", "How sure"]
    assert [chip.name for chip in card.learners] == ["RandForest", "SVM", "NB", "AdaBoost"]
    page = html.render(report)
    assert (
        page.index('class="claim"')
        < page.index("<summary>Statistics</summary>")
        < page.index('data-name="differences"')
    )
    assert report.sections[0].name == "differences"
    assert "robustness checks" in dict(card.facts)["How sure"]


def test_mean_scores_stand_beside_mean_ranks():
    comparison = bo.compare({"a": GOOD, "b": POOR, "c": CLOSE}, measure="accuracy", rows="datasets")
    assert mean_scores(comparison.judgement)["a"] == f"{100 * np.mean(GOOD):.1f}%"
    assert (
        mean_scores(bo.compare({"a": [1, 100, 5.0], "b": [2, 300, 6.0]}, measure="rmse", rows="datasets").judgement)
        == {}
    )


def test_a_hostile_name_on_the_card_is_text():
    name = "<img src=x onerror=alert(1)>"
    page = html.render(compose_judgement(bo.compare({name: GOOD, "b": POOR}, rows="datasets").judgement, "x"))
    assert "<img" not in page
    assert "&lt;img src=x" in page


def test_names_from_right_to_left_do_not_turn_the_numbers_beside_them():
    name = "\u05d7\u05d9\u05d6\u05d5\u05e7"
    page = html.render(compose_judgement(bo.compare({name: GOOD, "b": POOR}, rows="datasets").judgement, "x"))
    chip = re.search(r'<li[^>]*data-l="0">.*?</li>', page)[0]
    assert f"<bdi>{name}</bdi> <span" in chip
    assert "<bdi>b</bdi>" not in page
