"""Ranks of one score of each learner are places; means of ranks are mean ranks."""

import bakeoff as bo

TRUTH = [1, 0] * 30
ANSWERS = {"a": [1, 0] * 30, "b": [1, 0] * 25 + [1, 1] * 5, "c": [1, 1] * 30, "d": [1, 1] * 30}


def test_places_over_the_rows_of_one_test_set():
    for measure in ("accuracy", "f1"):
        made = bo.compare_predictions(TRUTH, ANSWERS, measure)
        assert "Order by score: a 1, b 2, c 3.5, d 3.5" in str(made)
        assert "Mean ranks" not in str(made)
        assert made.plot("ranks").sentence.startswith("Places, 1 is best: a 1, b 2")


def test_mean_ranks_over_blocks():
    table = {"a": [0.9, 0.8, 0.9, 0.85], "b": [0.8, 0.81, 0.7, 0.8], "c": [0.6, 0.7, 0.6, 0.65]}
    for rows in ("datasets", "runs"):
        assert "Mean ranks: a 1.25, b 1.75, c 3.00" in str(bo.compare(table, rows=rows, measure="accuracy"))
