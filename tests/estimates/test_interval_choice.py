"""Every interval that can be chosen, through the panel: the named method, its numbers, and one-sided bounds."""

import math
import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.measuring.panel_by_group import measure_by
from bakeoff.cli.verbs.measure import command
from bakeoff.core.errors import BadInput
from bakeoff.estimates import auc_interval, bootstrap, proportion
from bakeoff.estimates.analytic.auc import AREAS
from bakeoff.estimates.analytic.proportion import METHODS, IntervalEnds
from bakeoff.estimates.interval_choice import INTERVALS, IntervalChoice
from bakeoff.estimates.resampling.intervals import BOOTSTRAPS
from bakeoff.predictions.from_arrays import predictions_of

ORACLES = tomllib.loads((Path(__file__).parent.parent / "oracles" / "bounds.toml").read_text(encoding="utf-8"))


def rows(n=80, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, np.round(np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0.01, 0.99), 2)


@pytest.mark.parametrize(
    ("option", "known"),
    [("interval", INTERVALS), ("auc_interval", AREAS), ("bootstrap", BOOTSTRAPS), ("side", tuple(IntervalEnds))],
)
def test_the_command_line_offers_what_there_is(option, known):
    (param,) = [one for one in command.params if one.name == option]
    assert tuple(param.type.choices) == tuple(map(str, known))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", IntervalEnds)
def test_proportions_by_name(method, side):
    y, p = rows()
    made = bo.measure(y, y_proba=p, measures=["accuracy"], interval=method, side=side)["accuracy"]
    right = int(((p > 0.5) == y).sum())
    want = proportion(right, len(y), method=method, side=side)
    assert made.method == want.method
    assert made.level == 0.95
    for end, is_open in (("low", side == IntervalEnds.UPPER), ("high", side == IntervalEnds.LOWER)):
        if is_open:
            assert math.isnan(getattr(made, end))
        else:
            assert getattr(made, end) == pytest.approx(getattr(want, end), abs=1e-12)


@pytest.mark.parametrize("method", AREAS)
def test_areas_by_name_and_gini_with_them(method):
    y, p = rows()
    panel = bo.measure(y, y_score=p, measures=["roc_auc", "gini"], auc_interval=method, n_resamples=300)
    want = auc_interval(y, p, method=method, n_resamples=300)
    assert (panel["roc_auc"].low, panel["roc_auc"].high) == (want.low, want.high)
    assert panel["roc_auc"].method == want.method
    assert panel["gini"].low == pytest.approx(2 * want.low - 1)
    assert panel["gini"].high == pytest.approx(2 * want.high - 1)


@pytest.mark.parametrize("method", BOOTSTRAPS)
@pytest.mark.parametrize("name", ["kappa", "average_precision", "accuracy", "roc_auc", "log_loss"])
def test_everything_can_be_resampled(name, method):
    y, p = rows()
    made = bo.measure(y, y_proba=p, measures=[name], interval="bootstrap", bootstrap=method, n_resamples=200)[name]
    want = bootstrap(predictions_of(y, y_proba=p), name, method=method, n_resamples=200)
    assert (made.low, made.high, made.method) == (want.low, want.high, want.method)


@pytest.mark.parametrize("side", ["upper", "lower"])
def test_a_bound_is_an_end_of_a_wider_interval(side):
    y, p = rows()
    names = ["accuracy", "kappa", "roc_auc", "average_precision", "log_loss", "rmse_proba"]
    bound = bo.measure(y, y_proba=p, measures=names, side=side, level=0.95, n_resamples=200)
    both = bo.measure(y, y_proba=p, measures=names, level=0.9, n_resamples=200)
    end, other = ("high", "low") if side == "upper" else ("low", "high")
    for name in names:
        assert getattr(bound[name], end) == pytest.approx(getattr(both[name], end), rel=1e-9), name
        assert math.isnan(getattr(bound[name], other))
        assert bound[name].method == f"{both[name].method}, {side} bound"
        assert "open" in str(bound[name])
    assert f"95% {side} bounds" in str(bound)
    shown = bound.to_json()
    assert shown["side"] == side
    assert shown["measures"]["accuracy"][other] is None
    assert "one-sided bounds" in shown["warnings"][0]


def test_the_mean_over_groups_has_the_same_bound():
    y, p = rows(100)
    pred, fold = predictions_of(y, y_proba=p), np.arange(100) % 5
    given = {"column": "fold", "test_share": 0.25, "n_resamples": 50}
    bound = measure_by(pred, fold, ["accuracy"], side="lower", **given)
    both = measure_by(pred, fold, ["accuracy"], level=0.9, **given)
    assert bound.mean["accuracy"].low == pytest.approx(both.mean["accuracy"].low)
    assert math.isnan(bound.mean["accuracy"].high)
    assert "mean, 95% low" in str(bound)
    assert "95% high" not in str(bound)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"interval": "wilsn"}, "no interval called 'wilsn'; known are wilson, wald, clopper-pearson"),
        (
            {"auc_interval": "hanley"},
            "no auc_interval called 'hanley'; known are delong-newcombe, delong-logit, delong, bootstrap",
        ),
        ({"bootstrap": "basic"}, "no bootstrap called 'basic'; known are percentile, bca"),
        ({"side": "left"}, "no side called 'left'; known are both, upper, lower"),
        ({"side": "upper", "level": 0.5}, "one-sided bounds need a level above one half"),
        ({"side": "upper", "level": None}, "there is none to choose"),
        ({"side": "left", "interval": "x"}, "has 2 problems"),
        ({"level": 1.0}, "level must lie strictly between 0 and 1"),
    ],
)
def test_wrong_choices_are_one_sentence(given, words):
    with pytest.raises(BadInput, match=words):
        bo.measure([0, 1], [0, 1], **given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"interval": "wald", "measures": ["log_loss"]},
            "the choice of wald for proportions changes nothing: none was asked for",
        ),
        (
            {"auc_interval": "delong", "measures": ["kappa"]},
            "the choice of delong for areas under the ROC curve changes nothing: none",
        ),
        ({"interval": "wald", "groups": np.arange(80) // 2}, "needs single rows of equal weight"),
        ({"auc_interval": "delong", "sample_weight": np.arange(1.0, 81.0)}, "needs single rows of equal weight"),
        (
            {"interval": "bootstrap", "auc_interval": "delong"},
            "the choice of delong for areas under the ROC curve changes nothing: for every measure",
        ),
        ({}, None),
    ],
)
def test_a_choice_without_effect_is_told(given, words):
    y, p = rows()
    panel = bo.measure(y, y_proba=p, n_resamples=20, **given)
    assert panel.warnings == () if words is None else any(words in one for one in panel.warnings)


@pytest.mark.parametrize("name", ["precision", "recall", "roc_auc", "kappa"])
def test_bca_with_a_single_row_of_a_class(name):
    made = bo.measure([1, 0, 0, 0, 0], y_proba=[0.7, 0.6, 0.2, 0.1, 0.3], measures=[name], bootstrap="bca",
                      auc_interval="bootstrap", interval="bootstrap", n_resamples=200)[name]  # fmt: skip
    assert made.warnings or made.low <= made.value <= made.high


def test_levels_are_printed_as_they_are():
    assert "99.9%" in str(bo.measure([0, 1, 1], [0, 1, 0], measures=["accuracy"], level=0.999))
    assert IntervalChoice(level=0.975, side="upper").both_sided == 0.95


@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("case", ORACLES["case"], ids=lambda one: f"{one['measure']}-{one.get('interval', '')}")
def test_bounds_from_outside(case, side):
    given = {key: case[key] for key in ("y_true", "y_pred", "y_score", "interval", "auc_interval") if key in case}
    if "right" in case:
        given |= {"y_true": [1] * case["n"], "y_pred": [1] * case["right"] + [0] * (case["n"] - case["right"])}
    made = bo.measure(**given, measures=[case["measure"]], side=side)[case["measure"]]
    end = made.high if side == "upper" else made.low
    assert end == pytest.approx(case[side], abs=ORACLES["tolerance"])
