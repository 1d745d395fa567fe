"""Curves by training steps: the scores of every split as they are stored, and their means with notes."""

import numpy as np

from bakeoff.study.analysis.curves.epoch_curves import EpochScores, epoch_curve_from


def test_scores_survive_json():
    table = np.array([[0.5, np.nan], [np.inf, 0.25]])
    made = EpochScores(
        dataset="d", learner="l", measure="log_loss", way="epochs", epochs=(1, 3), training=table, validation=table, failures=("no",), test_share=0.5
    )  # fmt: skip
    back = EpochScores.from_json(made.to_json())
    np.testing.assert_array_equal(back.training, table)
    assert back.to_json() == made.to_json()
    codes = [note.code for note in epoch_curve_from(made).notes]
    assert codes == ["study.epochs_failed", "study.epochs_infinite"]
