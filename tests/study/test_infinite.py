"""A learner that rules out what happens has an infinite log loss: said, and no mean or test is made of it."""

import numpy as np

from bakeoff.learners import Prior, SklearnLearner
from bakeoff.splits import scheme_from
from bakeoff.study.analysis.analyse import analyse


def study(make, *learners):
    data = (make.data("only", gap=0.7),)
    names = {"learners": learners, "measures": ("accuracy", "log_loss"), "scheme": scheme_from("5-fold")}
    return analyse(make.run(make.spec(datasets=data, **names)))


def test_an_infinite_score_is_left_out_of_the_comparison_and_said(make):
    from sklearn.tree import DecisionTreeClassifier

    tree = SklearnLearner("tree", DecisionTreeClassifier())
    found = study(make, make.learner("near"), Prior(), tree)
    assert np.isinf(found.cell("only", "tree", "log_loss").estimate.value)
    judged = next(one for one in found.judgements if one.measure == "log_loss")
    assert set(judged.ranks.names) == {"near", "prior"}
    (told,) = [text for text in found.warnings if text.startswith("log loss: compared without tree")]
    assert "infinite" in told
    assert "log_loss_clipped" in told
    left = [text for text in study(make, Prior(), tree).warnings if text.startswith("log loss")]
    assert len(left) == 1, "one sentence where nothing is left to compare"
    assert "fewer than two learners have a finite value; left out: tree" in left[0]
