"""Notes on an estimate: why it has no value or no interval, and what its interval does not say."""


def test_a_low_training_error_is_told_as_a_number_and_not_as_a_habit_of_the_learner():
    from bakeoff.estimates.notes import LOW_TRAINING_ERROR

    text = str(LOW_TRAINING_ERROR(training=0.04, e0=0.1))
    assert "0.04" in text
    assert "memor" not in text
