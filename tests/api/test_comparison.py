"""bo.compare, bo.compare_predictions and bo.from_cross_validate: what users hold."""

import json
from math import isnan

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import KFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.comparisons import delong
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.errors import BadInput, NotApplicable

RNG = np.random.default_rng(5)
TABLE = {name: (RNG.normal(i / 3, 0.4, 12)).round(3) for i, name in enumerate(["a", "b", "c"])}


def test_everything_the_contract_names():
    c = bo.compare(TABLE, rows="datasets")
    assert c.verdict.sentence
    assert c.omnibus.test == "friedman"
    assert len(c.pairs) == 3
    assert set(c.ranks) == set(TABLE)
    assert c.critical_difference > 0
    assert isinstance(c.warnings, tuple)
    assert c.stability.variations
    assert "begin{tabular}" in c.to_latex() or "begin{table" in c.to_latex()
    assert c.headline in str(c)
    assert c.sentence.startswith(c.headline)
    assert "Comparison of 3 learners" in repr(c)
    assert "<" in c._repr_html_()


def test_planned_pairs_carry_their_own_marks():
    rng = np.random.default_rng(1)
    base = rng.normal(size=12)
    table = {"a": base + 1, "b": base + rng.normal(0, 0.1, 12), "c": base + rng.normal(0, 0.1, 12)}
    c = bo.compare(table, pairs=[("b", "c"), ("a", "b"), ("a", "c")], rows="datasets")
    assert c.marks == {("a", "b"): "●", ("a", "c"): "★"}
    assert bo.compare(table, rows="datasets").marks == {}


def test_json_is_the_schema_and_holds_no_nan():
    body = bo.compare(TABLE, rows="datasets").to_dict()
    assert body["schema"] == "bakeoff.compare/1"
    assert {
        "n",
        "learners",
        "direction",
        "omnibus",
        "ranks",
        "critical_difference",
        "pairs",
        "verdict",
        "stability",
        "warnings",
        "notes",
    } <= set(body)
    assert set(body["omnibus"]) >= {"test", "variant", "statistic", "df", "p_value"}
    assert set(body["pairs"][0]) >= {"a", "b", "difference", "p_value", "p_adjusted", "effect", "claim"}
    json.dumps(body, allow_nan=False)
    one = bo.compare({"a": [1.0], "b": [2.0]}, rows="runs").to_dict()
    json.dumps(one, allow_nan=False)
    assert one["pairs"][0]["p_value"] is None
    assert any("spread" in text for text in one["warnings"])
    assert {"code", "severity", "about", "facts", "text"} == set(body["notes"][0])


def test_reports_by_suffix(tmp_path):
    for suffix in ("html", "md", "tex", "json"):
        path = bo.compare(TABLE, rows="datasets").report(tmp_path / f"r.{suffix}")
        assert path.stat().st_size > 200


def test_rows_and_paths(tmp_path):
    file = tmp_path / "scores.csv"
    file.write_text("data,a,b\nx,1,2\ny,3,5\nz,2,7\n")
    assert bo.compare(file).ranks == {"a": 2.0, "b": 1.0}
    with pytest.raises(BadInput, match="rows must be"):
        bo.compare(TABLE, rows="fold")
    assert bo.compare(TABLE, rows="folds", scheme="10-fold").judgement.choice.test == "corrected_t"


@pytest.fixture(scope="module")
def scored():
    rng = np.random.default_rng(8)
    truth = (rng.random(200) < 0.4).astype(int)
    return truth, {
        name: truth * shift + rng.normal(size=200) for name, shift in (("good", 1.6), ("fair", 0.9), ("poor", 0.2))
    }


def test_predictions_by_accuracy_use_mcnemar_and_cochran(scored):
    truth, scores = scored
    labels = {name: (score > 0.6).astype(int) for name, score in scores.items()}
    c = bo.compare_predictions(truth, labels)
    assert c.omnibus.test == "cochran_q"
    assert c.pair("good", "poor").verdict.winner == "good"
    two = bo.compare_predictions(truth, {name: labels[name] for name in ("good", "poor")})
    assert two.omnibus.test == "mcnemar"
    hits = [np.mean(labels[name] == truth) for name in ("good", "poor")]
    assert two.pairs[0].pair.difference.value == pytest.approx(hits[0] - hits[1])


def test_predictions_by_auc_use_delong(scored):
    truth, scores = scored
    c = bo.compare_predictions(truth, scores, "roc_auc", positive=1)
    pair = c.pair("good", "fair").pair
    assert pair.result.p_value == pytest.approx(delong(truth, scores["good"], scores["fair"]).p_value)
    assert pair.difference.value == pytest.approx(
        roc_auc_score(truth, scores["good"]) - roc_auc_score(truth, scores["fair"])
    )
    again = bo.compare_predictions(truth, scores, "roc_auc", test="permutation", n_resamples=2000)
    assert again.pair("good", "fair").pair.result.p_value == pytest.approx(pair.result.p_value, abs=0.05)
    assert c.stability is not None


def test_predictions_by_f1_permute_the_joint_table(scored):
    truth, scores = scored
    labels = {name: (score > 0.6).astype(int) for name, score in scores.items()}
    c = bo.compare_predictions(truth, labels, "f1", n_resamples=999)
    pair = c.pair("good", "poor")
    assert pair.pair.difference.value == pytest.approx(
        f1_score(truth, labels["good"]) - f1_score(truth, labels["poor"])
    )
    assert pair.pair.result.p_value == pytest.approx(2 / 1000)
    assert "joint table" in pair.pair.result.variant
    with pytest.raises(NotApplicable, match="McNemar"):
        bo.compare_predictions(truth, labels, "f1", test="mcnemar")
    with pytest.raises(NotApplicable, match="DeLong"):
        bo.compare_predictions(truth, labels, "f1", test="delong")


def test_predictions_by_log_loss_flip_signs(scored):
    truth, scores = scored
    proba = {name: 1 / (1 + np.exp(-score)) for name, score in scores.items()}
    c = bo.compare_predictions(truth, proba, "log_loss", positive=1)
    assert c.pairs[0].pair.result.test == "permutation"
    assert c.ranks["poor"] == 3


def test_predictions_that_are_identical(scored):
    truth, scores = scored
    for measure in ("roc_auc", "average_precision"):
        c = bo.compare_predictions(truth, {"a": scores["good"], "b": scores["good"]}, measure, n_resamples=50)
        assert c.verdict.claim is Claim.IDENTICAL
    with pytest.raises(BadInput, match="map"):
        bo.compare_predictions(truth, [1, 2])
    with pytest.raises(BadInput, match="at least two"):
        bo.compare_predictions(truth, {"a": truth})


def test_cross_validate_results_are_compared_on_the_same_splits_only():
    x, y = load_breast_cancer(return_X_y=True)
    x, y = x[:200], y[:200]
    cv = KFold(10, shuffle=True, random_state=1)
    made = {
        name: cross_validate(model, x, y, cv=cv, return_indices=True, scoring=["accuracy", "neg_log_loss"])
        for name, model in (("nb", GaussianNB()), ("tree", DecisionTreeClassifier(max_depth=1, random_state=0)))
    }
    seen = bo.from_cross_validate(made)
    assert seen.test_share == pytest.approx(1 / 9)
    c = seen.compare("test_accuracy")
    assert c.judgement.choice.test == "corrected_t"
    assert not isnan(c.pairs[0].pair.p_adjusted)
    with pytest.raises(BadInput, match="test_accuracy"):
        seen.compare("test_score")
    other = cross_validate(
        GaussianNB(), x, y, cv=KFold(10, shuffle=True, random_state=2), return_indices=True, scoring=["accuracy"]
    )
    with pytest.raises(BadInput, match="same splits"):
        bo.from_cross_validate(made | {"other": other})
    with pytest.raises(BadInput, match="return_indices=True"):
        bo.from_cross_validate({name: {"test_score": [1.0]} for name in "ab"})


def test_groups_are_held_together(tmp_path):
    rng = np.random.default_rng(4)
    base = rng.normal(0.8, 0.05, 16)
    table = {
        "site": ["n"] * 8 + ["s"] * 8,
        "data": [f"d{i}" for i in range(16)],
        "a": base + ([0.05] * 8 + [0.0, 0.01] * 4),
        "b": base,
    }
    made = bo.compare_by(table, "site", measure="accuracy")
    assert list(made) == ["n", "s"]
    assert made["n"].verdict.winner == "a"
    assert made["s"].verdict.winner is None
    body = made.to_dict(stability=False)
    json.dumps(body, allow_nan=False)
    assert body["groups"]["n"]["learners"] == ["a", "b"]
    assert "site = s" in str(made)
    written = made.report(tmp_path / "r.md", figures=tmp_path / "figures")
    text = written.read_text()
    assert "site n: Differences" in text
    assert "site s: Differences" in text
    assert {one.name for one in (tmp_path / "figures").glob("*.svg")} >= {"differences-1.svg", "differences-2.svg"}
    with pytest.raises(BadInput, match="no column of the table called 'place'; did you mean"):
        bo.compare_by({**table, "places": table["site"]}, "place")
    with pytest.raises(BadInput, match=r"the table \(site x\)"):
        bo.compare_by({"site": ["x", "x"], "a": ["?", "high"], "b": [1, 2]}, "site")


def test_a_known_measure_brings_its_direction():
    losses = {"a": [0.2, 0.3, 0.25, 0.2, 0.3, 0.21], "b": [0.4, 0.5, 0.45, 0.6, 0.5, 0.41]}
    assert bo.compare(losses, measure="log_loss", rows="datasets").verdict.winner == "a"
    assert bo.compare(losses, rows="datasets").verdict.winner == "b"
    other = bo.compare(losses, "higher", measure="log_loss", rows="datasets")
    assert other.verdict.winner == "b"
    assert any("better when lower" in text for text in other.warnings)


def test_scores_of_cross_validate_keep_their_names_and_signs():
    split = {"train": [[0, 1, 2], [3, 4, 5], [0, 2, 4]], "test": [[3, 4, 5], [0, 1, 2], [1, 3, 5]]}
    made = bo.from_cross_validate({
        "good": {"test_neg_log_loss": [-0.2, -0.3, -0.25], "test_score": [0.9, 0.8, 0.7], "indices": split},
        "poor": {"test_neg_log_loss": [-0.6, -0.8, -0.7], "test_score": [0.7, 0.6, 0.5], "indices": split},
    })  # fmt: skip
    assert "neg_log_loss of good minus poor" in made.compare("test_neg_log_loss").verdict.sentence
    assert made.compare("test_neg_log_loss").judgement.matrix.direction.value == "higher"
    assert "score of good minus poor" in made.compare().verdict.sentence


def test_areas_get_their_caveat_with_a_t_test():
    rng = np.random.default_rng(6)
    table = {"a": rng.uniform(0.8, 1, 10), "b": rng.uniform(0.8, 1, 10)}
    assert any(
        "close to one" in text for text in bo.compare(table, rows="folds", scheme="10-fold", measure="roc_auc").warnings
    )
    assert not any("close to one" in text for text in bo.compare(table, measure="roc_auc", rows="datasets").warnings), (
        "ranks need none"
    )


@pytest.mark.parametrize(("measure", "says"), [("prevalence", "does not judge"), ("coverage", "is right at")])
def test_measures_by_which_nobody_is_better_are_refused(measure, says):
    with pytest.raises(NotApplicable, match=says):
        bo.compare({"a": [0.9, 0.8], "b": [0.8, 0.7]}, measure=measure)
    assert bo.compare({"a": [0.9, 0.8], "b": [0.8, 0.7]}, "higher", measure=measure, rows="datasets").warnings


@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
def test_a_class_that_one_learner_alone_predicts_is_a_class(kind):
    truth = list("aabbabab") * 5
    said = {"same": truth, "odd": ["c" if i % 7 == 0 else one for i, one in enumerate(truth)]}
    given = {name: kind(one) for name, one in said.items()}
    for measure in ("accuracy", "f1_macro"):
        made = bo.compare_predictions(kind(truth), given, measure)
        stated = bo.compare_predictions(truth, said, measure, labels=["a", "b", "c"])
        assert made.pairs[0].pair.result == stated.pairs[0].pair.result
    numbers = {name: np.array(["abc".index(one) for one in cells], dtype=float) for name, cells in said.items()}
    codes = bo.compare_predictions(["ab".index(one) for one in truth], numbers, "accuracy")
    assert (
        codes.pairs[0].pair.result.p_value
        == bo.compare_predictions(truth, said, "accuracy").pairs[0].pair.result.p_value
    )
    assert bo.best_of(truth, said, "accuracy").learner == "same"


def test_a_learner_in_first_place_that_names_one_class_only_is_flagged():
    rng = np.random.default_rng(2)
    truth = np.array([1] * 40 + [0] * 60)
    real = np.where(rng.random(100) < 0.8, truth, 1 - truth)
    always = np.ones(100, int)
    by_recall = bo.compare_predictions(truth, {"real": real, "always": always}, "recall", positive=1)
    (note,) = (one for one in by_recall.checks.notes if one.code == "check.one_class")
    assert note.facts["learners"] == ("always",)
    assert note.facts["first_by"] == ("recall",)
    for measure in ("accuracy", "mcc", "precision"):
        made = bo.compare_predictions(truth, {"real": real, "always": always}, measure, positive=1)
        (note,) = (one for one in made.checks.notes if one.code == "check.one_class")
        assert not note.facts["first_by"]
    alone = bo.compare_predictions(always, {"a": always, "b": real}, "accuracy")  # the truth has one class as well
    assert "check.one_class" not in {one.code for one in alone.checks.notes}
