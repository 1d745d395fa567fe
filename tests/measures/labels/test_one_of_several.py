"""Any measure for one class, label or output, and averages of F-beta over labels: equal to scikit-learn on that column."""

import numpy as np
import pytest
from sklearn import metrics

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of

RNG = np.random.default_rng(5)
N = 80
Y = np.array(["cat", "dog", "fox"])[RNG.integers(0, 3, N)]
P = RNG.dirichlet(np.ones(3), N)
SAID = np.array(["cat", "dog", "fox"])[P.argmax(axis=1)]
W = RNG.uniform(0.5, 2, N)


def value(name, *given, **more):
    return bo.measure(*given, measures=[name], level=None, **more)[name].value


@pytest.mark.parametrize("weight", [None, W])
@pytest.mark.parametrize("name", ["cat", "dog", "fox"])
def test_one_class_against_the_rest(name, weight):
    j = ["cat", "dog", "fox"].index(name)
    true, said = Y == name, SAID == name
    expected = {
        "recall": metrics.recall_score(true, said, sample_weight=weight), "f1": metrics.f1_score(true, said, sample_weight=weight),
        "mcc": metrics.matthews_corrcoef(true, said, sample_weight=weight), "roc_auc": metrics.roc_auc_score(true, P[:, j], sample_weight=weight),
        "brier": metrics.brier_score_loss(true, P[:, j], sample_weight=weight), "fbeta(2)": metrics.fbeta_score(true, said, beta=2, sample_weight=weight),
    }  # fmt: skip
    for measure, wanted in expected.items():
        assert value(f'of_class("{measure}", "{name}")', Y, y_proba=P, sample_weight=weight) == pytest.approx(
            wanted, rel=1e-12
        )


def test_two_classes_either_way():
    truth, score = np.arange(20) % 2, RNG.normal(size=20)
    assert value('of_class("roc_auc", 0)', truth, y_score=score, positive=1) == pytest.approx(
        metrics.roc_auc_score(truth == 0, -score)
    )


@pytest.mark.parametrize("weight", [None, W])
def test_one_label_and_averages_of_labels(weight):
    truth, score = (RNG.random((N, 4)) < 0.4).astype(int), RNG.random((N, 4))
    said = (score > 0.5).astype(int)
    more = {"task": "multilabel", "labels": ["a", "b", "c", "d"], "sample_weight": weight}
    assert value('of_class("f1", "c")', truth, said, **more) == pytest.approx(
        metrics.f1_score(truth[:, 2], said[:, 2], sample_weight=weight)
    )
    for how in ("macro", "micro", "weighted"):
        wanted = metrics.fbeta_score(truth, said, beta=2, average=how, sample_weight=weight)
        assert value(f"fbeta_{how}(2)", truth, said, **more) == pytest.approx(wanted, rel=1e-12)
    for name, function in (
        ("roc_auc_micro", metrics.roc_auc_score),
        ("average_precision_micro", metrics.average_precision_score),
    ):
        wanted = function(truth, score, average="micro", sample_weight=weight)
        assert value(name, truth, said, y_score=score, **more) == pytest.approx(wanted, rel=1e-12)


def test_one_output():
    truth, said = RNG.normal(size=(N, 2)), RNG.normal(size=(N, 2))
    made = bo.measure(
        truth, said, task="multioutput", labels=["height", "weight"], measures=['of_output("rmse", "weight")']
    )
    assert made['of_output("rmse", "weight")'].value == pytest.approx(
        metrics.root_mean_squared_error(truth[:, 1], said[:, 1])
    )
    assert made['of_output("rmse", "weight")'].low < made['of_output("rmse", "weight")'].high


def test_two_learners_are_compared_on_one_class():
    better = np.where(RNG.random(N) < 0.9, Y, SAID)
    found = bo.compare_predictions(Y, {"a": better, "b": SAID}, 'of_class("recall", "cat")', n_resamples=99)
    assert found.verdict.winner == "a"


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ('of_class("rmse", "cat")', BadInput, "takes a measure of two classes"),
        ("of_class(3, 4)", BadInput, "name of a measure in quotes"), ('of_class("recall")', BadInput, "is written like of_class"),
        ('of_class("racall", "cat")', BadInput, "did you mean"), ("kappa_weighted([[0,1],[1,1]])", BadInput, "0 on the diagonal"),
        ("partial_auc_sensitivity(1)", BadInput, "must lie in"),
        ("fbeta_macro(-1)", BadInput, "zero or a positive number"), ("ece_debiased(0)", BadInput, "bins of ece_debiased"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence(name, error, words):
    with pytest.raises(error, match=words):
        bo.measure(Y, SAID, measures=[name], level=None)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ('of_class("recall", "cow")', "no class called 'cow'"),
        ("kappa_weighted([[0,1],[1,0]])", "is for two classes, not for more than two classes"),
    ],
)
def test_what_the_rows_lack_is_named(name, words):
    with pytest.raises(NotApplicable, match=words):
        measure_named(name)(predictions_of(Y, SAID))


def test_hinge_needs_decision_values():
    truth = np.arange(20) % 2
    assert np.isnan(value("hinge_loss", truth, y_proba=np.full(20, 0.5), positive=1))
    assert value("hinge_loss", truth, y_score=np.where(truth, 2.0, -2.0), positive=1) == 0.0


def test_the_smooth_error_is_that_of_its_definition():
    p = RNG.random(200)
    true = (RNG.random(200) < p**2).astype(int)
    width = value("ece_smooth", true, y_proba=p, positive=1)
    t = (np.arange(4000) + 0.5) / 4000
    kernel = sum(
        np.exp(-0.5 * ((t[:, None] - shift - sign * p) / width) ** 2) for shift in (-2, 0, 2) for sign in (1, -1)
    )
    smoothed = kernel @ (true - p) / (200 * width * np.sqrt(2 * np.pi))
    assert np.abs(smoothed).mean() == pytest.approx(width, abs=1e-5)


def test_parts_of_a_loss_add_up_and_vanish():
    p = np.array([0.0, 0.0, 1.0, 1.0])
    for name in ("brier", "log_loss"):
        assert value(f"{name}_calibration", [0, 0, 1, 1], y_proba=p, positive=1) == 0.0
        assert value(f"{name}_refinement", [0, 0, 1, 1], y_proba=p, positive=1) == 0.0
    p, true = RNG.random(50), RNG.integers(0, 2, 50)
    made = bo.measure(
        true, y_proba=p, positive=1, measures=["brier", "brier_calibration", "brier_refinement"], level=None
    )
    assert made["brier"].value == pytest.approx(made["brier_calibration"].value + made["brier_refinement"].value)
