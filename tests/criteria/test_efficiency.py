"""Efficiency against a textbook, another package, the dual programme and the lecture notes' table."""

import json
import tomllib
from itertools import product
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.criteria.efficiency import efficiency, pareto_front

ORACLE = tomllib.loads((Path(__file__).parents[1] / "oracles" / "efficiency.toml").read_text(encoding="utf-8"))
SEEDS = Path(__file__).parents[3] / "shared" / "golden" / "seeds.json"


def table_of(one: dict[str, Any]) -> tuple[dict[str, dict[str, float]], list[str], list[str]]:
    costs = [f"x{i}" for i in range(len(next(iter(one["inputs"].values()))))]
    table = {
        name: {"y": one["outputs"][name][0], **dict(zip(costs, spent, strict=True))}
        for name, spent in one["inputs"].items()
    }
    return table, ["y"], costs


@pytest.mark.parametrize("one", ORACLE["table"], ids=lambda one: one["name"])
@pytest.mark.parametrize(("model", "orientation"), list(product(("ccr", "bcc"), ("input", "output"))))
def test_textbook(one: dict[str, Any], model: str, orientation: str) -> None:
    table, positive, negative = table_of(one)
    made = efficiency(table, positive, negative, model=model, orientation=orientation)
    expected = np.array(one[f"{model}_{orientation}"], dtype=float)
    if orientation == "output":
        expected = 1 / expected
    assert list(made.scores.values()) == pytest.approx(expected, abs=ORACLE["tolerance"])


@pytest.mark.parametrize("one", ORACLE["table"], ids=lambda one: one["name"])
def test_a_score_of_one_with_something_to_improve_is_not_efficient(one: dict[str, Any]) -> None:
    table, positive, negative = table_of(one)
    assert list(efficiency(table, positive, negative, model="ccr").efficient) == one["efficient"]


def random_table(seed: int) -> dict[str, dict[str, float]]:
    rng = np.random.default_rng(seed)
    return {f"l{i}": dict(zip("abcd", rng.uniform(0.1, 2, 4).tolist(), strict=True)) for i in range(9)}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("model", ["ccr", "bcc"])
def test_the_dual_programme_gives_the_same(seed: int, model: str) -> None:
    """The envelopment form: the smallest share of its costs with which a mixture of all learners gives as much."""
    table = random_table(seed)
    made = efficiency(table, ["a", "b"], ["c", "d"], model=model)
    wanted = np.array([[row["a"], row["b"]] for row in table.values()])
    cost = np.array([[row["c"], row["d"]] for row in table.values()])
    for i, name in enumerate(table):
        limits = np.vstack([np.column_stack([-cost[i], cost.T]), np.column_stack([np.zeros(2), -wanted.T])])
        mixed = {"A_eq": [[0, *[1] * len(table)]], "b_eq": [1]} if model == "bcc" else {}
        found = linprog([1, *[0] * len(table)], A_ub=limits, b_ub=[0, 0, *-wanted[i]], **mixed)
        assert made.scores[name] == pytest.approx(found.fun, abs=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_weights_peers_and_targets_agree_with_the_score(seed: int) -> None:
    made = efficiency(random_table(seed), ["a", "b"], ["c", "d"], model="ccr")
    for name, score in made.scores.items():
        ratios = made.ratio(made.weights[name])
        assert ratios[name] == pytest.approx(score)
        assert max(ratios.values()) <= 1 + 1e-8
        assert set(made.peers[name]) <= set(made.efficient)
        target = {**random_table(seed), name: made.targets[name]}
        assert efficiency(target, ["a", "b"], ["c", "d"], model="ccr").scores[name] == pytest.approx(1, abs=1e-6)


def test_units_of_a_measure_do_not_matter() -> None:
    table = random_table(1)
    other = {name: {**row, "c": 1000 * row["c"], "a": row["a"] / 7} for name, row in table.items()}
    one, two = (efficiency(t, ["a", "b"], ["c", "d"]).scores for t in (table, other))
    assert list(one.values()) == pytest.approx(list(two.values()))


@pytest.mark.skipif(not SEEDS.exists(), reason="the worked examples are not beside the project")
def test_notes_table() -> None:
    case = next(one for one in json.loads(SEEDS.read_text())["cases"] if one["id"] == "S002-efficiency-method")
    good, bad = case["inputs"]["positive"], case["inputs"]["negative"]
    made = efficiency({name: good[name] | bad[name] for name in good}, ["Acc", "AUC"], ["RMSE", "FPR"], model="ccr")
    assert made.scores == pytest.approx(case["correct"]["dea_ccr_efficiency"], abs=1e-7)
    ones = made.ratio(dict.fromkeys(made.table.columns, 1.0))
    assert ones == pytest.approx(case["correct"]["equal_weights_1"])


def test_super_efficiency_ranks_the_efficient_and_is_undefined_where_nobody_reaches() -> None:
    table = random_table(3)
    plain, ranked = (
        efficiency(table, ["a", "b"], ["c", "d"], model="ccr", super_efficiency=one) for one in (False, True)
    )
    for name in table:
        if name in plain.efficient:
            assert ranked.scores[name] > 1
        else:
            assert ranked.scores[name] == pytest.approx(plain.scores[name])
    alone = efficiency({"p": {"a": 1, "c": 1}, "q": {"a": 2, "c": 5}}, ["a"], ["c"], model="bcc", super_efficiency=True)
    assert isnan(alone.scores["q"])
    assert "criteria.super_efficiency_undefined" in [note.code for note in alone.notes]


def test_shares_bound_the_part_of_a_measure() -> None:
    table = random_table(2)
    made = efficiency(table, ["a", "b"], ["c", "d"], model="ccr", shares={"a": (0.3, 0.6)})
    for name, weights in made.weights.items():
        parts = np.array([weights[k] * table[name][k] for k in "ab"])
        assert 0.3 - 1e-9 <= parts[0] / parts.sum() <= 0.6 + 1e-9


def test_pareto_front_and_who_dominates() -> None:
    table = {
        "a": {"accuracy": 0.9, "rmse": 0.2},
        "b": {"accuracy": 0.8, "rmse": 0.3},
        "c": {"accuracy": 0.95, "rmse": 0.4},
    }
    made = efficiency(table)
    assert made.front == ("a", "c") == pareto_front(made.table)
    assert made.dominated_by == {"a": (), "b": ("a",), "c": ()}


def test_identical_learners_are_both_efficient_and_dominate_nobody() -> None:
    row = {"accuracy": 0.9, "fit_seconds": 2.0}
    made = efficiency({"a": row, "b": dict(row)})
    assert made.efficient == ("a", "b") == made.front


def test_without_costs_the_best_mix_of_results_counts() -> None:
    made = efficiency({"a": {"accuracy": 0.9, "kappa": 0.5}, "b": {"accuracy": 0.45, "kappa": 0.25}})
    assert made.scores == pytest.approx({"a": 1.0, "b": 0.5})


def test_values_below_zero_are_moved_where_that_changes_nothing() -> None:
    table = {"a": {"mcc": 0.5, "rmse": 1.0}, "b": {"mcc": -0.2, "rmse": 0.5}, "c": {"mcc": -0.4, "rmse": 0.9}}
    made = efficiency(table, model="bcc")
    moved = efficiency({name: {**row, "mcc": row["mcc"] + 7} for name, row in table.items()}, model="bcc")
    assert made.scores == pytest.approx(moved.scores)
    assert made.targets["c"]["mcc"] == pytest.approx(-0.2)
    assert "criteria.shifted" in [note.code for note in made.notes]


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [
        ({"a": {"mcc": -0.5, "rmse": 1}, "b": {"mcc": 0.5, "rmse": 1}}, {"model": "ccr"}, "mcc has values below zero"),
        ({"a": {"accuracy": 0.5, "rmse": 0}, "b": {"accuracy": 0.5, "rmse": 1}}, {}, "every negative measure of a is 0"),
        ({"a": {"rmse": 1}, "b": {"rmse": 2}}, {}, "at least one positive measure"),
        ({"a": {"quality": 1}, "b": {"quality": 2}}, {}, "whether more of quality is better is not known"),
        ({"a": {"accuracy": 1}, "b": {"accuracy": None}}, {}, "accuracy of b is missing"),
        ({"a": {"accuracy": 1}}, {}, "one learner only"),
        ({"a": {"accuracy": 1}, "b": {"accuracy": 1}}, {"model": "crs"}, "no model called 'crs'"),
        ({"a": {"accuracy": 1}, "b": {"accuracy": 1}}, {"orientation": "both"}, "no orientation called 'both'"),
        ({"a": {"accuracy": 1}, "b": {"accuracy": 1}}, {"shares": {"accuracy": (0.7, 0.2)}}, "the lower bound first"),
        ({"a": {"accuracy": 1}, "b": {"accuracy": 1}}, {"positive": ["acuracy"]}, "did you mean 'accuracy'"),
        ({"accuracy": [0.5, 0.6]}, {}, "no column that names the learners"),
        ({"learner": ["a", "a"], "accuracy": [0.5, 0.6]}, {}, "names a more than once"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence(table: dict[str, Any], options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        efficiency(table, **options)


DUMMY = {
    "tree": {"accuracy": 0.90, "fit_seconds": 2.0},
    "nb": {"accuracy": 0.80, "fit_seconds": 0.5},
    "slow": {"accuracy": 0.85, "fit_seconds": 9.0},
    "dummy": {"accuracy": 0.50, "fit_seconds": 0.001},
}


def envelope(accuracy: float, seconds: float) -> float:
    """Variable returns with one cost and one result, by hand: the least cost of two learners mixed that reach the accuracy, by this cost."""
    points = [(row["accuracy"], row["fit_seconds"]) for row in DUMMY.values()]
    costs = []
    for (low, cheap), (high, dear) in product(points, points):
        if low <= accuracy <= high:
            part = 0.0 if high == low else (accuracy - low) / (high - low)
            costs.append((1 - part) * cheap + part * dear)
    costs += [cost for value, cost in points if value >= accuracy]
    return min(costs) / seconds


def test_returns_to_scale_are_variable_unless_asked_otherwise() -> None:
    made = efficiency(DUMMY)
    assert made.model == "bcc"
    assert made.scores == pytest.approx({name: envelope(*row.values()) for name, row in DUMMY.items()})
    assert made.efficient == ("tree", "nb", "dummy")
    assert efficiency(DUMMY, model="ccr").efficient == ("dummy",)  # half the accuracy for a thousandth of the time


def test_a_baseline_is_marked_and_not_in_the_headline() -> None:
    made = bo.efficiency(DUMMY)
    headline, *_ = str(made).split("\n")
    assert headline.startswith("tree and nb are efficient")
    assert "dummy" not in headline
    assert "dummy (baseline)" in str(made)
    assert [row.cells[1].bold for row in made.tables()[0].rows if row.cells[0].text.startswith("dummy")] == [False]
    assert "criteria.baselines_by_name" in [note.code for note in made.notes]  # a name was read, and a note reports it
    own = bo.efficiency(DUMMY, baselines=["nb"])
    assert own.baselines == ("nb",)
    assert [row["baseline"] for row in own.to_dict()["learners"]] == [False, True, False, False]
    with pytest.raises(BadInput, match="did you mean 'nb'"):
        bo.efficiency(DUMMY, baselines=["nbb"])


def test_a_learner_no_better_than_chance_is_flagged() -> None:
    table = {("svm" if name == "dummy" else name): row for name, row in DUMMY.items()}
    made = bo.efficiency(table, chance={"accuracy": 0.5})
    (note,) = (note for note in made.notes if note.code == "criteria.no_better_than_chance")
    assert str(note) == "svm is no better than chance by accuracy"
    headline, *_ = str(made).split("\n")
    assert headline.startswith("tree and nb are efficient")
    assert "svm is efficient too, but no better than chance." in headline
    known = {"a": {"roc_auc": 0.5, "mcc": 0.0, "rmse": 1.0}, "b": {"roc_auc": 0.7, "mcc": 0.0, "rmse": 2.0}}
    assert bo.efficiency(known).at_chance == ("a",)
    unknown = bo.efficiency(table)  # nothing says what chance is, but the cheapest is named
    assert [str(note) for note in unknown.notes] == [
        "svm has the least of fit_seconds and would be efficient however bad it is, because returns to scale are variable"
    ]


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ({"accuracy": (0.0, 0.3)}, "no weights meet the bounds: .* upper bounds of accuracy to 0.3; raise them"),
        ({"fit_seconds": (0.1, 0.4)}, "the shares of the negative measures add up to 1"),
        ({"accuracy": (0.6, 1.0), "auc": (0.7, 1.0)}, "lower bounds of accuracy and auc to 1.3; lower them"),
        ({"auc": (0.2, 1.0)}, "no weights of dummy meet the bounds: its auc is 0"),
    ],
)
def test_bounds_that_no_weights_meet_are_one_sentence(shares: dict[str, tuple[float, float]], words: str) -> None:
    table = {
        name: row | ({"auc": row["accuracy"] - 0.5} if len(shares) > 1 or "auc" in shares else {})
        for name, row in DUMMY.items()
    }
    with pytest.raises(BadInput, match=words):
        efficiency(table, shares=shares)


def test_without_costs_results_are_compared_and_costs_cannot_fall() -> None:
    table = {"a": {"accuracy": 0.9}, "b": {"accuracy": 0.45}, "c": {"accuracy": 0.0}}
    made = efficiency(table)
    assert made.orientation == "output"
    assert made.scores["b"] == pytest.approx(0.5)
    assert isnan(made.scores["c"])
    assert made.efficient == ("a",)
    assert "criteria.efficiency_undefined" in [note.code for note in made.notes]
    with pytest.raises(BadInput, match="there are none; use orientation='output'"):
        efficiency(table, orientation="input")
