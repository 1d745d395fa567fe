"""What quality costs: tables of time and memory, quality against both, and how both grow with the training rows."""

from dataclasses import replace

import pytest

from bakeoff.estimates.over_splits.power_law import power_law
from bakeoff.report.sections.costs import reading
from bakeoff.study.analysis.curves.learning import CostPoint, Scaling

SIZES = [20, 50, 100, 200]


def scaled(learner, costs, *, cost="fit_seconds", within=True):
    points = tuple(CostPoint(dataset="Iris", size=size, cost=one) for size, one in zip(SIZES, costs, strict=True))
    law = power_law(SIZES, costs)
    return Scaling(learner=learner, cost=cost, within=within, points=points, law=law)


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ([0.02, 0.05, 0.1, 0.2], "grows about as the rows do"),
        ([0.02, 0.125, 0.5, 2.0], "grows faster than the rows"),
        ([0.1, 0.16, 0.22, 0.32], "grows more slowly than the rows"),
        ([0.001, 0.002, 0.003, 0.004], "cannot tell: below 10 ms a fit is mostly fixed costs"),
        ([0.1, 2.0, 0.1, 2.0], "cannot tell: the interval is"),
    ],
)
def test_exponents_in_words(costs, words):
    assert reading(scaled("a", costs)).startswith(words)


def test_too_few_sizes_are_told():
    few = replace(scaled("a", [0.1, 0.2, 0.3, 0.4]), law=power_law([10, 20], [0.1, 0.2]))
    assert reading(few) == "cannot tell: 2 distinct sizes, and 4 are needed"
