"""Differences that do not vary: statistics and effects without a number are told in words."""

import re

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.report.render import html, latex, markdown
from tests.helpers.findings import compose_judgement

STEPS = {"shifted": [0.0, 0.0625, 0.125], "alike": [0.0, 0.0, 0.0], "one apart": [0.0, 0.0, 0.0625]}


@pytest.mark.parametrize("evidence", [DATASETS, FOLDS, RUNS])
@pytest.mark.parametrize("blocks", [2, 12])
@pytest.mark.parametrize("learners", [2, 3])
@pytest.mark.parametrize("steps", STEPS)
def test_no_page_shows_an_infinite_number(evidence, blocks, learners, steps):
    values = np.linspace(0.5, 0.625, blocks)[:, None] + np.array(STEPS[steps][-learners:])
    share = 1 / 9 if evidence is FOLDS else None
    found = judge(ScoreMatrix.of(values), Question(evidence=evidence, measure="accuracy", test_share=share))
    report = compose_judgement(found, title="No spread")
    for text in (markdown.render(report), latex.render(report), _words(html.render(report)), str(found.omnibus)):
        assert not re.search(r"(?i)(?<![\w-])[-−+]?(inf|nan)\b(?!\w)|∞", text)
    assert "inf" not in found.omnibus.steps().replace("infinite", "")


def test_the_statistic_is_told_in_words_with_its_reason():
    found = judge(ScoreMatrix.of([[0.5, 0.75]] * 12), Question(evidence=RUNS))
    page = markdown.render(compose_judgement(found, title="No spread"))
    assert "statistic infinite, df = 11, p &lt; .001 (zero variance: every difference is the same" in page


def _words(page: str) -> str:
    """What is read: the page without styles, script, drawings and attributes."""
    return re.sub(r"(?s)<style.*?</style>|<script.*?</script>|<svg.*?</svg>|<a [^>]*>|<[^>]*>", " ", page)


def test_a_gap_that_is_the_same_on_every_split_does_not_read_as_no_difference():
    two = {"perfect": [1.0] * 10, "constant": [0.5] * 10}
    sentence = bo.compare(two, rows="folds", scheme="10-fold").verdict.sentence
    assert sentence.startswith("perfect and constant cannot be compared by a test on data like this, over 10 splits")
    assert "not shown" not in sentence
    three = two | {"tree": [0.8, 0.7, 0.8, 0.9, 0.8, 0.8, 0.7, 0.9, 0.8, 0.7]}
    made = bo.compare(three, rows="folds", scheme="10-fold")
    assert "cannot be compared by a test with constant" in made.headline
    assert "No test can compare perfect with constant: zero variance" in made.sentence
