"""Learning curves: what fewer rows would have given, whether more would help, and where learners change places."""

from dataclasses import replace

import numpy as np

from bakeoff.estimates.over_splits.learning_curve import learning_curve
from bakeoff.report.sections.learning_curves import crossing_words, rising_words
from bakeoff.study.analysis.curves.learning import LearningCrossing

SIZES = [20, 50, 100, 200]


def curve(dataset, learner, means, *, spread=0.01):
    noise = np.linspace(-spread, spread, 10)
    scores = [[mean + one * (1 + at / 7) for one in noise] for at, mean in enumerate(means)]
    made = learning_curve(SIZES, scores, test_share=1 / 9, bounds=(0.0, 1.0))
    points = tuple(replace(one, seconds=one.size / 1e3, peak_bytes=one.size * 1e5) for one in made.points)
    return replace(made, points=points, dataset=dataset, learner=learner, measure="accuracy")


def crossing(dataset="Iris", *, clear=True):
    return LearningCrossing(dataset=dataset, early="a", late="b", below=20, above=50, clear=clear)


def test_the_rule_for_more_data_is_stated_with_it():
    rising, flat = curve("Iris", "a", [0.6, 0.7, 0.75, 0.9]), curve("Iris", "b", [0.8, 0.8, 0.8, 0.8])
    assert rising.rising
    (text,) = rising_words([rising, flat])
    assert "a on Iris" in text
    assert "lies on the better side of 0" in text
    assert "1 of 2 curves, not adjusted" in text
    (text,) = rising_words([flat])
    assert "does not prove a plateau" in text
    assert rising_words([]) == []


def test_crossings_of_means_are_named_apart_from_those_that_are_shown():
    assert crossing_words([]) == []
    told = crossing_words([crossing(), *(crossing("Wine", clear=False) for _ in range(4))])
    assert told[0] == "Curves cross on Iris: a is ahead up to 20 rows and b from 50 rows on."
    assert told[1].startswith("Means cross, but the difference is not shown on both sides: a and b on Wine between 20")
    assert told[1].endswith("; and 1 more pair.")
