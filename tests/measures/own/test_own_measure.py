"""Measures of the user's own: twelve functions at every door, what their answers are taken for, and what is refused."""

import math

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeRegressor

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction, Invariance
from calibration.own_functions import SENTENCES, TWELVE, profit, revenue, sample

IDS = [function.__name__ for function, *_ in TWELVE]


def own(function, direction, needs):
    return bo.own_measure(function, direction=direction, needs=needs)


def door(needs):
    return "y_score" if needs == "score" else "y_pred"


def expected(answer, function, truth, predicted, amount):
    columns = {"amount": amount} if function is revenue else {}
    returned = function(truth, predicted, **columns)
    if answer == "ratio":
        return np.sum(returned[0]) / np.sum(returned[1])
    return np.mean(returned) if answer in {"rows", "share"} else returned


@pytest.mark.parametrize(("function", "direction", "needs", "answer", "kind"), TWELVE, ids=IDS)
def test_measure_gives_the_value_an_interval_and_what_the_answer_was_taken_for(
    function, direction, needs, answer, kind
):
    truth, predicted, amount = sample(kind, 80, np.random.default_rng(1))
    panel = bo.measure(
        truth,
        measures=[own(function, direction, needs)],
        n_resamples=200,
        extra={"amount": amount},
        **{door(needs): predicted},
    )
    made = panel[function.__name__]
    assert made.value == pytest.approx(expected(answer, function, truth, predicted, amount), rel=1e-12)
    assert made.low < made.value < made.high
    assert [note.facts["answer"] for note in panel.notes if note.code == "measures.taken-for"] == [answer]


@pytest.mark.parametrize(("function", "direction", "needs", "answer", "kind"), TWELVE, ids=IDS)
def test_predictions_are_compared_by_it(function, direction, needs, answer, kind):
    rng = np.random.default_rng(2)
    truth, good, amount = sample(kind, 60, rng, 0.95)
    if kind == "numbers":
        poor = good + rng.normal(0.0, 6.0, 60)
    elif kind == "sentences":
        poor = np.where(rng.random(60) < 0.5, good, rng.choice(SENTENCES, 60))
    else:
        poor = good + rng.normal(0.0, 3.0, 60) if kind == "scores" else np.where(rng.random(60) < 0.6, good, 1 - good)
    made = bo.compare_predictions(
        truth, {"good": good, "poor": poor}, own(function, direction, needs), n_resamples=300, extra={"amount": amount}
    )
    pair = made.judgement.pairs[0].pair
    gap = expected(answer, function, truth, good, amount) - expected(answer, function, truth, poor, amount)
    assert pair.result.statistic == pytest.approx(gap, rel=1e-9) or pair.result.difference is not None
    assert 0 <= pair.result.p_value <= 1
    assert "measures.taken-for" in [note.code for note in made.judgement.notes]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["classes", "numbers", "scores", "sentences"])
def test_a_study_scores_them_and_its_report_shows_them(kind, tmp_path):
    rng = np.random.default_rng(3)
    truth, _, amount = sample("classes" if kind == "scores" else kind, 90, rng)
    codes = truth if kind != "sentences" else np.searchsorted(np.sort(SENTENCES), truth)
    features = np.column_stack([codes + rng.normal(0, 1.0, 90), rng.normal(size=90)])
    scoring = [own(function, *rest) for function, *rest, _, of in TWELVE if of == kind]
    learners = (
        {"line": LinearRegression(), "tree": DecisionTreeRegressor(max_depth=2)} if kind == "numbers"
        else {"logistic": LogisticRegression(), "bayes": GaussianNB()}
    )  # fmt: skip
    results = bo.evaluate(learners, features, truth, cv=3, scoring=scoring, extra={"amount": amount}, progress=False)
    for measure in scoring:
        assert np.isfinite(results.compare(measure).judgement.matrix.values).all()
    page = results.report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert all(measure.short in page for measure in scoring)


def test_the_unit_is_shown():
    measure = bo.own_measure(profit, name="net_profit", direction="higher", unit="EUR")
    assert (measure.title, measure.short, measure.in_units) == ("net profit, in EUR", "net profit", True)


def rows(n=40, seed=0):
    return sample("classes", n, np.random.default_rng(seed))


def test_a_mapping_names_measures_of_every_kind():
    truth, label, _ = rows()
    panel = bo.measure(truth, label, measures={"gain": own(profit, "higher", "label"), "hits": "accuracy"}, level=None)
    assert list(panel) == ["gain", "hits"]
    assert panel["hits"].value == np.mean(truth == label)


def test_values_of_rows_that_depend_on_other_rows_are_one_number():
    def centred(y_true, y_pred):
        return (y_pred - y_pred.mean()) * (y_true - y_true.mean())

    truth, predicted, _ = sample("numbers", 60, np.random.default_rng(0))
    panel = bo.measure(truth, predicted, measures=[own(centred, "higher", "label")], n_resamples=100)
    assert panel.notes[0].facts["answer"] == "number"
    assert panel["centred"].value == pytest.approx(np.cov(truth, predicted, bias=True)[0, 1])


def test_a_mean_of_rows_has_weights_and_groups():
    truth, label, amount = rows()
    panel = bo.measure(
        truth, label, measures=[own(profit, "higher", "label")], extra={"amount": amount}, sample_weight="amount"
    )
    assert panel["profit"].value == pytest.approx(np.average(profit(truth, label), weights=amount))
    grouped = bo.measure(truth, label, measures=["profit"], groups=np.arange(40) // 4)
    assert grouped["profit"].method.endswith("by group")


def test_one_number_takes_weights_only_if_the_function_does():
    def plain(y_true, y_pred):
        return float(np.mean(y_true == y_pred))

    def weighted(y_true, y_pred, sample_weight=None):
        return float(np.average(y_true == y_pred, weights=sample_weight))

    truth, label, amount = rows()
    scoring = [own(plain, "higher", "label"), own(weighted, "higher", "label")]
    panel = bo.measure(truth, label, measures=scoring, sample_weight=amount, level=None)
    assert math.isnan(panel["plain"].value)
    assert "takes no weights" in panel["plain"].warnings[0]
    assert panel["weighted"].value == pytest.approx(np.average(truth == label, weights=amount))


def test_the_interval_of_one_number_over_groups_draws_groups():
    def mean_hit(y_true, y_pred):
        return float(np.mean(y_true == y_pred))

    truth, label, _ = rows(60)
    made = bo.measure(
        truth, label, measures=[own(mean_hit, "higher", "label")], groups=np.arange(60) // 6, n_resamples=200
    )
    assert made["mean_hit"].method == "bootstrap percentile, 200 resamples, by group"


def test_a_function_that_sees_the_order_of_scores_alone_exchanges_ranks():
    truth, score, _ = sample("scores", 60, np.random.default_rng(4))
    by_rank = next(function for function, *_ in TWELVE if function.__name__ == "gini_coefficient")
    one = bo.compare_predictions(truth, {"a": score, "b": -score}, own(by_rank, "higher", "score"), n_resamples=200)
    other = bo.compare_predictions(truth, {"a": score * 1e6, "b": -score}, "gini_coefficient", n_resamples=200)
    assert measure_named("gini_coefficient").invariant is Invariance.MONOTONE
    assert one.judgement.pairs[0].pair.result.p_value == other.judgement.pairs[0].pair.result.p_value


def test_a_ratio_exchanges_its_sums_as_copies_do():
    truth, label, _ = rows(50)
    other = np.where(np.arange(50) % 4 == 0, 1 - label, label)
    ratio = next(function for function, *_ in TWELVE if function.__name__ == "iou")

    def as_number(y_true, y_pred):
        above, below = ratio(y_true, y_pred)
        return above.sum() / below.sum()

    by_sums, by_calls = (
        bo.compare_predictions(truth, {"a": label, "b": other}, own(f, "higher", "label"), n_resamples=4000)
        .judgement.pairs[0]
        .pair.result.p_value
        for f in (ratio, as_number)
    )
    assert by_sums == pytest.approx(by_calls, abs=0.03)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda y, p: 1 / 0, "x raised ZeroDivisionError: division by zero"),
        (lambda y, p: float("nan"), "undefined: the function returned no number"),
        (lambda y, p: [1.0, 2.0, 3.0], "x returned 3 values for 40 rows; it returns one number"),
        (lambda y, p: y.sort(), "x changes the columns that it is given; let it change a copy"),
        (lambda y, p: "good", "x returned a str, not numbers"),
        (lambda y, p: np.where(np.arange(len(y)) == 2, np.nan, 1.5), "x is not a number on row 2"),
    ],
)
def test_a_function_that_fails_is_one_sentence_and_the_others_go_on(function, sentence):
    truth, label, _ = rows()
    panel = bo.measure(truth, label, measures=[bo.own_measure(function, "x", direction="lower"), "accuracy"])
    assert math.isnan(panel["x"].value)
    assert sentence in panel["x"].warnings[0]
    assert panel["accuracy"].value == np.mean(truth == label)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"f": profit}, "is a higher or a lower profit better"),
        ({"f": profit, "direction": "up"}, "is a higher or a lower profit better"),
        ({"f": 3, "name": "x", "direction": "lower"}, "x is a int; a measure of your own is a function"),
        ({"f": lambda y, p: 0, "direction": "lower"}, "a function without a name"),
        ({"f": profit, "name": "accuracy", "direction": "lower"}, "another measure is called 'accuracy'"),
        ({"f": profit, "direction": "lower", "needs": "sd"}, "profit needs label, score, proba or quantiles, not 'sd'"),
        ({"f": profit, "direction": "lower", "bounds": (1, 0)}, "the bounds of profit are two numbers"),
        ({"f": lambda y: 0, "name": "x", "direction": "lower"}, "x takes 1 columns; a measure is a function of two"),
        ({"f": profit, "direction": "lower", "extra": "cost"}, "profit has no parameter 'cost'"),
    ],
)
def test_what_cannot_be_a_measure_is_refused_in_one_sentence(given, sentence):
    with pytest.raises(BadInput, match=sentence):
        bo.own_measure(**given)


@pytest.mark.parametrize("wrong", [5, object, None.__class__, [["accuracy"]]])
def test_what_stands_for_no_measure_is_refused(wrong):
    truth, label, _ = rows()
    with pytest.raises(BadInput, match="a measure is a name such as 'accuracy'"):
        bo.compare_predictions(truth, {"a": label, "b": label}, wrong)


def test_a_column_that_is_missing_is_named():
    truth, label, _ = rows()
    with pytest.raises(NotApplicable, match=r"revenue needs the column 'amount'; give it with extra="):
        bo.compare_predictions(truth, {"a": label, "b": label}, own(revenue, "higher", "label"))


def test_a_measure_object_is_taken_wherever_a_name_is():
    truth, label, _ = rows()
    by_object = bo.compare_predictions(truth, {"a": label, "b": 1 - label}, measure_named("kappa"))
    assert by_object.judgement.measure == "kappa"


def test_the_gate_takes_it_with_slices_of_extra():
    truth, label, amount = rows(120)
    extra = {"amount": amount, "region": np.array(["n", "s"])[np.arange(120) % 2]}
    gate = bo.gate(
        truth, base=label, new=truth, measure=own(revenue, "higher", "label"), margin=0.5, extra=extra, by="region"
    )
    assert gate.outcome.value == "pass"
    assert {part.value for part in gate.slices} == {"n", "s"}


def test_a_function_called_again_under_its_name_is_the_latest():
    first = bo.own_measure(lambda y, p: 1.0, "twice", direction="higher")
    assert measure_named("twice") is first
    second = bo.own_measure(lambda y, p: 2.0, "twice", direction="lower")
    assert measure_named("twice") is second
    assert second.direction is Direction.LOWER
    assert second.own.source != first.own.source or second.own.answer is None
