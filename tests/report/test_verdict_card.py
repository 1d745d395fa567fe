"""The card: one plain line, the size in the unit of the table, how sure, what would settle it."""

import re

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.judging.standing import standing_of
from bakeoff.comparisons.wording.headline import headline
from bakeoff.comparisons.wording.verdict_text import verdict_text
from bakeoff.core.notes import plain_text
from bakeoff.report.render import html, markdown
from bakeoff.report.sections.notices import is_problem
from bakeoff.report.sections.overview import infinite_learners, judged_measures
from bakeoff.report.sections.verdict import study_text
from bakeoff.report.study_text import measure_lines
from bakeoff.report.verdict_card import mean_scores
from bakeoff.study.notes import OVERLAP, UNITS_WAITING
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


def test_the_size_is_in_the_unit_of_the_table():
    """The table of the report shows percentages, so the card shows points; a table without a measure keeps its numbers."""
    percent = bo.compare({"a": GOOD, "b": POOR}, measure="accuracy", rows="datasets")
    shown = " ".join(verdict_text(percent.judgement).lines)
    seen = percent.pairs[0].pair.difference
    assert f"a is {100 * abs(seen.value):.1f} percentage points ahead of b in accuracy on a typical data set" in shown
    assert f"{seen.level:.0%} interval {100 * min(abs(seen.low), abs(seen.high)):.1f} to" in shown
    assert " points" in percent.verdict.sentence
    plain = " ".join(verdict_text(bo.compare({"a": GOOD, "b": POOR}, rows="datasets").judgement).lines)
    assert "points" not in plain
    assert f"a is {abs(seen.value):.3f} ahead of b on a typical data set" in plain


def test_of_errors_the_smaller_is_ahead():
    rng = np.random.default_rng(0)
    base = rng.uniform(0.5, 1, 12)
    comparison = bo.compare({"far": base + 0.3, "near": base}, measure="brier", direction="lower", rows="datasets")
    assert headline(comparison.judgement) == "near is better than far on a typical data set."
    assert "near is 0.30" in " ".join(verdict_text(comparison.judgement).lines)


def test_an_interval_without_zero_beside_no_claim_is_explained():
    base = np.linspace(0.7, 0.9, 10)
    lead = np.array([0.010, 0.012, 0.011, 0.013, 0.009, 0.014, 0.015, 0.016, 0.017, -0.002])
    comparison = bo.compare({f"l{at}": base - at * lead for at in range(7)}, rows="datasets")
    assert not any(one.verdict.winner for one in comparison.pairs)
    assert comparison.pair("l0", "l1").pair.difference.low > 0
    facts = dict(one.split(": ", 1) for one in verdict_text(comparison.judgement).lines)
    assert "after the correction for 21 pairs the difference is not shown" in facts["How sure"]


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


def test_every_measure_of_a_study_has_a_line():
    findings = make_findings(baseline=None)
    found = judged_measures(findings)
    assert len(found) == len(findings.card.measures)
    assert all(text for _, _, text in found)
    lines = measure_lines(findings)
    assert all(sum(name in line for line in lines) == 1 for name, _, _ in found)
    assert len(lines) == len({text for _, _, text in found}), "measures that show the same share a line"
    assert study_text(findings).headline == headline(findings.primary)


def test_an_infinite_log_loss_says_why_and_offers_the_clipped_one(tmp_path):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    study = bo.Study(
        datasets=["iris"],
        learners={"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()},
        scheme="5-fold",
        measures=["accuracy", "log_loss"],
    )
    with study.run(tmp_path / "s.bakeoff") as results:
        assert infinite_learners(results.findings, "log_loss") == ["tree"]
        line = next(one for one in measure_lines(results.findings) if one.startswith("Log loss"))
        assert "Infinite for tree: a class that occurred had probability 0. Ask for log_loss_clipped instead." in line
        assert line in str(results)
        text = markdown.render(results.composed())
        assert "Ask for log_loss_clipped instead" in text.replace("\\_", "_")
        assert "All 2 measures" not in text
        assert "Both measures name" not in text


def test_problems_look_different_from_notes_on_the_method():
    assert is_problem(UNITS_WAITING(waiting=1, planned=2))
    assert not is_problem(OVERLAP(text="overlap"))
    judged = bo.compare({"a": [*GOOD[:9], float("nan")], "b": POOR}, rows="datasets").judgement
    page = html.render(compose_judgement(judged, "x"))
    assert re.search(r'<ul class="notices problem">\s*<li>[^<]*missing', page)


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
