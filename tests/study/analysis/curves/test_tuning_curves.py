"""Tuning curves over tuples of numbers, and a best value at the edge of what was tried."""

import json

import pytest

from bakeoff.core.notes import plain_text
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measure_named
from bakeoff.report.sections.tuning import tuning_plot
from bakeoff.study.analysis.cell_estimates import CellEstimate
from bakeoff.study.analysis.curves.tuning_curves import families_of
from bakeoff.study.analysis.stored_design import LearnerCard


def families(values, scores, parameter="hidden_layer_sizes"):
    cards, cells = [], []
    for at, (value, score) in enumerate(zip(values, scores, strict=True)):
        settings = {"estimator": {"class": "a.MLP", "params": {parameter: value, "betas": [1, 2]}}}
        cards.append(LearnerCard(name=f"m{at}", settings=json.dumps(settings), preparation=""))
        estimate = Estimate.alone(score, 3)
        cells.append(
            CellEstimate(
                dataset="d",
                learner=f"m{at}",
                measure="accuracy",
                estimate=estimate,
                sd=0.0,
                standard_error=0.0,
                done=3,
                planned=3,
            )
        )
    return list(families_of(cards, cells, measure_named("accuracy")))


def test_tuples_are_one_value_ordered_by_their_length():
    (found,) = families([[8, 8], [4], 6, [4, 4, 4]], [0.9, 0.7, 0.8, 0.6])
    assert found.parameter == "hidden_layer_sizes"
    assert [point.text for point in found.points] == ["(4,)", "6", "(8, 8)", "(4, 4, 4)"]
    assert [point.value for point in found.points] == [1, 2, 3, 4]
    assert (found.best, found.edge, found.wide) == (2, None, False)
    plot = tuning_plot(found, "accuracy")
    assert plot.ticks[2] == (3.0, "(8, 8)")
    assert "70 at (4,) to 60 at (4, 4, 4)" in plot.sentence()


@pytest.mark.parametrize(
    ("values", "scores", "words"),
    [
        ([1, 2, 4], [0.9, 0.8, 0.7], "the best value of k (1) is the smallest that was tried: try smaller ones"),
        ([1, 2, 4], [0.7, 0.8, 0.9], "the best value of k (4) is the largest that was tried: try larger ones"),
        (
            [[1], [2], [2, 2]],
            [0.7, 0.8, 0.9],
            "the best value of k ((2, 2)) is the largest that was tried: try larger ones",
        ),
    ],
)
def test_a_best_value_at_the_edge_is_noted(values, scores, words):
    (found,) = families(values, scores, "k")
    assert plain_text(found.edge.sentence) == words


def test_two_tuples_are_no_family():
    assert families([[1], [2]], [0.7, 0.8]) == []
