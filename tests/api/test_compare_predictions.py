"""bo.compare_predictions and bo.best_of: several learners' predictions of the same rows, by any measure."""

import bakeoff as bo


def test_a_measure_of_a_whole_test_set_is_not_called_one_row():
    truth = [0, 1] * 20
    a, b = [0, 1] * 18 + [1, 1, 1, 1], [0, 1] * 17 + [1, 1, 0, 0, 1, 1]
    said = bo.compare_predictions(truth, {"a": a, "b": b}, "f1", positive=1).verdict.sentence
    assert "are not shown to differ on rows like these, over 40 rows" in said
    assert "No outcome" not in said
