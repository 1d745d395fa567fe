"""Learning by steps: the scores on training and validation rows after every epoch, stage or tree of one fit."""

from sklearn.linear_model import SGDClassifier
from sklearn.neural_network import MLPClassifier

import bakeoff as bo
from bakeoff.study.running.epoch_curve import rate_of
from bakeoff.study.running.epoch_runs import stepwise_learners


def test_which_parameter_is_the_learning_rate():
    spec = bo.Study(
        datasets="iris",
        learners={"mlp": MLPClassifier(), "sgd": SGDClassifier(), "constant": SGDClassifier(learning_rate="constant", eta0=0.1)},
        scheme="3-fold", measures="accuracy", epochs=2, learning_rates=[0.5],
    ).spec  # fmt: skip
    assert [rate_of(one) for one in spec.learners] == ["learning_rate_init", "", "eta0"]
    assert [one.learner.name for one in stepwise_learners(spec)] == [
        "mlp, learning_rate_init=0.5",
        "sgd",
        "constant, eta0=0.5",
    ]
