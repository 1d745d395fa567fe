"""Checks and the baseline below a verdict: lines with codes, a question in the headline, and the tone of the card."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.report.check_lines import MOST, baseline_line, check_facts, doubted
from bakeoff.report.render import html, json
from bakeoff.study.checks.check_results import CheckResults


@pytest.fixture(scope="module")
def made():
    """Always the larger class against always the smaller one."""
    truth = np.array([0] * 90 + [1] * 10)
    return bo.compare_predictions(truth, {"all no": np.zeros(100, int), "all yes": np.ones(100, int)})


def test_the_baseline_is_one_line(made):
    assert baseline_line(made.checks, "accuracy") == "majority class: 90.0% accuracy"
    assert baseline_line(CheckResults(), "accuracy") == ""


def test_each_finding_has_its_code(made):
    names = list(dict.fromkeys(name for name, _ in check_facts(made.checks, "accuracy")))
    assert names == ["Baseline", "check.chance_level", "check.one_class", "check.imbalance"]
    assert len(names) <= MOST + 2


def test_a_doubt_is_asked_in_every_form_and_the_card_is_not_green(made):
    doubt = "But is it better than a constant answer?"
    assert doubted("x.", made.checks) == f"x. {doubt}"
    assert doubt in str(made)
    (card,) = json.as_object(made.composed("x"))["lead"]
    assert card["tone"] == "open"
    assert doubt in card["text"]
    assert doubt in html.render(made.composed("x"))


def test_a_silenced_check_asks_nothing_on_the_page(made, tmp_path):
    text = made.report(tmp_path / "x.md", silence=["check.*"]).read_text()
    assert "constant answer" not in text
    assert "Decide by balanced accuracy" not in text
    assert "majority class: 90.0% accuracy" in text


def test_hostile_names_are_text(made):
    name = "<img src=x onerror=alert(1)>"
    truth = [0] * 90 + [1] * 10
    page = html.render(bo.compare_predictions(truth, {name: [0] * 100, "b": [1] * 100}).composed("x"))
    assert "<img" not in page
