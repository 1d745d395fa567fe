"""Do learners that are trained on artificial rows do on real rows what learners trained on real rows do?"""

from bakeoff.criteria.artificial_training import LearnerTransfer, same_order


def test_the_order_of_learners_is_compared():
    rows = tuple(
        LearnerTransfer(learner=name, real=real, artificial=artificial)
        for name, real, artificial in (("a", 0.1, 0.2), ("b", 0.2, 0.1))
    )
    assert not same_order(rows)
    assert same_order(rows[:1])
