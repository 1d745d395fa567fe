"""Judgements to the numbers of estimation plots: learners against a reference, and one pair over all data sets."""

import numpy as np

import bakeoff as bo
from bakeoff.report.render.html import render
from bakeoff.report.sections.differences import against_reference


def comparison(k, n=20):
    rng = np.random.default_rng(3)
    values = rng.uniform(0.6, 0.9, (n, 1)) + rng.normal(0, 0.01, (n, k)) - 0.002 * np.arange(k)
    return bo.compare({f"learner{at}": values[:, at] for at in range(k)}, rows="datasets")


def test_the_caption_counts_learners_without_a_line():
    many, few = comparison(30), comparison(12)
    assert "Only the best 20 of the 29 other learners are drawn." in render(many.composed("x"))
    assert against_reference(many.judgement).sentence().endswith("Only the best 20 of the 29 other learners are drawn.")
    assert "are drawn" not in render(few.composed("x"))
