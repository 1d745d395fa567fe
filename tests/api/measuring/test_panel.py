"""The panel a user holds: a mapping with a table for every medium, and the caveats that these predictions call for."""

import json

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.measuring.panel_by_group import measure_by
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.predictions.from_arrays import predictions_of


def binary(n=60, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0.01, 0.99)


def test_it_is_a_mapping_that_knows_aliases():
    y, p = binary()
    panel = bo.measure(y, y_proba=p, level=None)
    assert list(panel) == [
        "accuracy", "balanced_accuracy", "kappa", "mcc", "precision", "recall", "f1", "roc_auc",
        "average_precision", "log_loss", "brier",
    ]  # fmt: skip
    assert panel["sensitivity"] == panel["recall"]
    with pytest.raises(UnknownName, match="did you mean 'kappa'"):
        panel["kapa"]


def test_every_medium():
    y, p = binary()
    panel = bo.measure(y, y_proba=p, n_resamples=50)
    assert "logit-DeLong" in str(panel)
    assert panel._repr_html_().startswith("<div")
    assert "| roc_auc |" in panel.to_markdown()
    assert r"\begin{tabular}" in panel.to_latex()
    frame = panel.to_frame()
    assert list(frame.columns) == ["measure", "value", "low", "high", "level", "method", "n"]
    assert panel.to_frame("polars").shape == (11, 7)
    shown = panel.to_json()
    assert shown["schema"] == "bakeoff.measure/1"
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
    assert np.sum(shown["confusion"]["counts"]) == 60


def test_undefined_has_its_reason_in_text_and_json():
    panel = bo.measure([0, 0, 1], [0, 0, 0], measures=["precision", "log_loss", "accuracy"])
    assert np.isnan(panel["precision"].value)
    shown = panel.to_json()
    assert shown["measures"]["precision"]["value"] is None
    assert shown["undefined"]["precision"] == "undefined: no row was predicted positive"
    assert "needs proba" in shown["undefined"]["log_loss"]
    assert "no row was predicted positive" in str(panel)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"y_true": [0] * 95 + [1] * 5, "y_pred": [0] * 100}, "95.0% accurate"),
        ({"y_true": [0, 0, 1, 1], "y_score": [4, 3, 2, 1], "measures": ["roc_auc"]}, "may be reversed"),
        (
            {"y_true": [0, 1] * 20, "y_score": [*range(39, -1, -1)], "measures": ["roc_auc"], "level": 0.9},
            "no further than chance",
        ),
        ({"y_true": [1] * 20 + [0] * 20, "y_score": [*range(40)], "measures": ["roc_auc"]}, "may be reversed"),
        (
            {"y_true": [0] * 95 + [1] * 5, "y_score": np.arange(100), "measures": ["roc_auc"]},
            "prefer average_precision",
        ),
        ({"y_true": [0, 1], "y_proba": [0.2, 0.0], "measures": ["log_loss"]}, "1 row had probability zero"),
    ],
)
def test_caveats_speak_up(given, words):
    panel = bo.measure(**{"level": None} | given)
    assert any(words in text for text in panel.warnings)
    assert words in str(panel)


def test_measures_that_do_not_see_true_negatives_say_so_when_alone():
    y, label = [1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0]
    alone = bo.measure(y, label, measures=["precision", "recall"], level=None)
    assert alone.warnings == ("precision, recall do not see the 3 true negatives: read specificity or mcc beside them",)
    assert bo.measure(y, label, measures=["precision", "mcc"], level=None).warnings == ()


def test_a_class_that_is_never_true_is_told():
    panel = bo.measure(["a", "b", "a"], ["a", "c", "b"], measures=["accuracy"], level=None)
    assert panel.warnings == ("predicted, but never true in these rows: class c",)


def test_crossing_curves_are_told_where_areas_are_compared():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 600)
    even, wide = rng.normal(size=600) + y, rng.normal(size=600) * np.where(y == 1, 3, 1) + 1.5 * y
    crossed = bo.compare_predictions(y, {"even": even, "wide": wide}, "roc_auc")
    assert any("the ROC curves of even and wide cross" in one for one in crossed.warnings)
    same = bo.compare_predictions(y, {"even": even, "other": rng.normal(size=600) + y}, "roc_auc")
    assert "comparison.curves_cross" not in [note.code for note in same.notes]


def test_a_balanced_panel_needs_no_caveat():
    y, p = binary()
    assert bo.measure(y, y_proba=p, level=None).warnings == ()


def test_repeated_row_ids_are_resampled_together():
    y, p = binary(40)
    once = bo.measure(y, y_proba=p, measures=["kappa", "log_loss", "accuracy", "roc_auc"], n_resamples=400)
    many = bo.measure(
        np.tile(y, 10), y_proba=np.tile(p, 10), row_id=np.tile(np.arange(40), 10), measures=list(once), n_resamples=400
    )
    assert any("row ids repeat" in text for text in many.warnings)
    for name in ("kappa", "log_loss", "accuracy"):
        assert many[name].half_width > 0.6 * once[name].half_width
        assert "by group" in many[name].method


def test_asking_wrongly():
    with pytest.raises(UnknownName, match="did you mean 'accuracy'"):
        bo.measure([0, 1], [0, 1], measures=["acuracy"])
    with pytest.raises(BadInput, match="measures is empty"):
        bo.measure([0, 1], [0, 1], measures=[])
    with pytest.raises(BadInput, match="level must lie strictly between 0 and 1"):
        bo.measure([0, 1], [0, 1], level=95)
    with pytest.raises(BadInput, match="groups has 1"):
        bo.measure([0, 1], [0, 1], groups=[1])
    for text in ("fbeta(", "fbeta(__import__('os'))", "fbeta(2, 3, 4)", "pinball(2)", "fbeta", "expected_cost([[1]])x"):
        with pytest.raises(BadInput):
            bo.measure([0, 1], [0, 1], measures=[text])


def test_names_of_strangers_are_only_names():
    """Classes, columns and groups may be called anything; no medium takes them for its own language."""
    evil = ["<script>alert(1)</script>", r"\input{/etc/passwd}", "=cmd|' /C calc'!A0"]
    truth, said = evil * 6, evil * 5 + evil[::-1]
    panel = bo.measure(truth, said, measures=["accuracy"], level=None)
    grouped = measure_by(predictions_of(truth, said), np.array(truth), ["accuracy"], column=evil[0], level=None)
    for one in (panel, panel.per_class(), grouped):
        assert "<script>" not in one._repr_html_()
        assert "<script>" not in one.to_markdown()
        assert r"\input{" not in one.to_latex()
    assert panel.to_json()["confusion"]["truth"] == sorted(evil)
    assert set(grouped.to_json()["groups"]) == set(evil)


def test_few_groups_are_told():
    y, p = binary()
    for groups, told in ((np.arange(60) % 9, True), (np.arange(60) % 10, False)):
        panel = bo.measure(y, y_proba=p, groups=groups, measures=["brier"], n_resamples=20)
        assert any("have less coverage than stated" in one for one in panel.warnings) == told
    assert not bo.measure(y, y_proba=p, groups=y, measures=["brier"], level=None).warnings


def test_all_wrong_names_at_once():
    with pytest.raises(BadInput, match=r"2 problems:\n.*'kapa'; did you mean 'kappa'.*\n.*'acuracy'"):
        bo.measure([1, 0], [1, 0], measures=["kapa", "accuracy", "acuracy"])


def test_the_accuracy_by_another_name_has_the_same_interval():
    """The micro averages, and recall weighted by class size, are the share of rows that are right."""
    names = ["accuracy", "precision_micro", "recall_micro", "f1_micro", "recall_weighted"]
    panel = bo.measure(list("aabbccc"), list("aabbccc"), measures=names)
    assert {(one.value, one.low, one.high, one.method) for one in panel.values()} == {
        (1.0, panel["accuracy"].low, 1.0, "Wilson")
    }


def test_parameters_belong_to_the_name():
    y, p = binary()
    names = ["fbeta(3)", "partial_auc(0.2)", "net_benefit(0.3)", "expected_cost([[0,1],[5,0]])"]
    panel = bo.measure(y, y_proba=p, measures=names, n_resamples=50)
    assert list(panel) == names
    assert all(np.isfinite(one.value) for one in panel.values())


def test_costs_for_another_number_of_classes_are_refused_by_name():
    panel = bo.measure([0, 1, 2], [0, 1, 1], measures=["expected_cost([[0,1],[5,0]])"], level=None)
    (made,) = panel.values()
    assert made.warnings == ("costs are given for 2 classes, and there are 3",)


def test_groups_mean_and_pooled_are_distinguishable():
    y, p = binary(100)
    fold = np.arange(100) % 5
    pred = predictions_of(y, y_proba=p)
    made = measure_by(pred, fold, ["accuracy", "roc_auc"], column="fold", test_share=0.25, n_resamples=50)
    assert list(made.groups) == ["0", "1", "2", "3", "4"]
    assert made.mean["accuracy"].value == pytest.approx(made.pooled["accuracy"].value)
    assert made.mean["roc_auc"].value != made.pooled["roc_auc"].value
    assert made.mean["accuracy"].method == "corrected t over splits"
    assert any("need not be comparable" in text for text in made.warnings)
    assert "pooled" in str(made)
    shown = made.to_json()
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
    unsure = measure_by(pred, fold, ["accuracy"], column="fold")
    assert np.isnan(unsure.mean["accuracy"].low)
    assert any("no interval" in text for text in unsure.warnings)


def test_an_area_under_another_name_has_the_same_caveats():
    y = [1] * 3 + [0] * 97
    said = bo.measure(y, y_score=range(100), measures=["gini"], level=None).warnings
    assert said[0].startswith("gini lies below zero: the classes may be reversed")
    assert said[1].startswith("only 3.0% of the rows are positive: gini is optimistic")


def test_measures_of_classes_asked_of_numbers_have_no_value_but_a_reason():
    panel = bo.measure([1.5, 2.5], [1.0, 2.0], measures=["kappa_linear", "accuracy", "mae"], level=None)
    assert panel["mae"].value == 0.5
    assert panel["kappa_linear"].warnings == ("linearly weighted kappa is for classes, not for numbers",)


def test_without_intervals_there_are_no_columns_for_them():
    plain = bo.measure([1, 0, 1], [1, 0, 0], measures=["accuracy", "kappa"], level=None).table()
    assert [one.title for one in plain.columns] == ["measure", "value"]
    odd = bo.measure(["a", "b"], ["a", "b"], measures=["accuracy", "recall"], level=None).table()
    assert [one.title for one in odd.columns] == ["measure", "value", "why"]
    assert "needs a positive class" in odd.rows[1].cells[2].text


def test_one_class_only_is_not_called_a_majority():
    said = bo.measure(["a", "a"], ["a", "b"], labels=["a", "b"], measures=["accuracy"], level=None).warnings
    assert [one for one in said if one.startswith("every row is of class a")]
    assert not [one for one in said if "makes up" in one]
