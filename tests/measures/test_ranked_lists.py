"""Ranked lists: equal to trec_eval, gdeval and scikit-learn; ties by all their orders; queries compared as blocks."""

import tomllib
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import dcg_score, ndcg_score

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable

ORACLES = tomllib.loads((Path(__file__).parents[1] / "oracles" / "measures_ranked_lists.toml").read_text())
COLUMNS = ORACLES["columns"]


def values(gain, score, query, measures, **more):
    panel = bo.measure(gain, y_score=score, query=query, measures=measures, level=None, **more)
    return [estimate.value for estimate in panel.values()]


@pytest.mark.parametrize("case", ORACLES["case"], ids=lambda case: case["id"])
def test_other_packages_agree(case):
    made = values(COLUMNS["gain"], COLUMNS["score"], COLUMNS["query"], list(case["expected"]))
    assert made == pytest.approx(list(case["expected"].values()), abs=case["tolerance"], rel=0)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("k", [None, 1, 4, 30])
def test_scikit_learn_agrees_with_ties_and_lists_in_any_order(seed, k):
    rng = np.random.default_rng(seed)
    gain = rng.integers(0, 4, (7, 9)).astype(float)
    gain[:, 0] = 2  # scikit-learn counts a query without a relevant item as 0
    score = rng.integers(0, 4, (7, 9)).astype(float)
    order = rng.permutation(63)
    names = ["ndcg", "dcg"] if k is None else [f"ndcg({k})", f"dcg({k})"]
    query = np.repeat([f"q{i}" for i in range(7)], 9)
    made = values(gain.ravel()[order], score.ravel()[order], query[order], names)
    assert made == pytest.approx([ndcg_score(gain, score, k=k), dcg_score(gain, score, k=k)], rel=1e-12)


def one_order(gain, highest):
    """Measures of a list without ties, by their definitions."""
    relevant, rank = gain > 0, np.arange(1, len(gain) + 1)
    content, reach, stop = (2**gain - 1) / 2**highest, 1.0, 0.0
    for place, chance in zip(rank, content, strict=True):
        stop, reach = stop + reach * chance / place, reach * (1 - chance)
    hits = np.cumsum(relevant)
    return [
        np.sum(hits[relevant] / rank[relevant]) / relevant.sum(), 1 / rank[relevant][0], 1 / rank[relevant][0] * (rank[relevant][0] <= 2),
        relevant[:2].any(), hits[2] / 3, hits[2] / relevant.sum(), 2 * hits[2] / (3 + relevant.sum()), stop,
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_ties_are_averaged_over_all_their_orders(seed):
    rng = np.random.default_rng(seed)
    gain, score = rng.integers(0, 3, 6).astype(float), rng.integers(0, 3, 6).astype(float)
    gain[seed] = 1
    orders = [list(order) for order in permutations(range(6)) if (np.diff(score[list(order)]) <= 0).all()]
    expected = np.mean([one_order(gain[order], 2) for order in orders], axis=0)
    names = ["map", "mrr", "mrr(2)", "hit_at(2)", "precision_at(3)", "recall_at(3)", "f_at(3)", "err(2)"]
    assert values(gain, score, ["q"] * 6, names) == pytest.approx(expected, rel=1e-12)


def test_a_query_counts_once_and_empty_ones_are_left_out_and_counted():
    gain, score, query = [1, 0, 0, 0, 1, 0, 0], [2, 1, 2, 1, 0.5, 1, 2], ["a", "a", "b", "b", "b", "c", "c"]
    panel = bo.measure(gain, y_score=score, query=query, measures=["mrr"], level=None)
    assert panel["mrr"].value == pytest.approx((1 + 1 / 3) / 2)
    assert panel.warnings == ("1 of 3 queries have no relevant item and are left out of every measure",)


def test_a_query_counts_by_the_mean_weight_of_its_items():
    gain, score, query = [1, 0, 0, 1], [2, 1, 2, 1], ["a", "a", "b", "b"]
    assert values(gain, score, query, ["mrr"], sample_weight=[3, 3, 1, 1]) == pytest.approx([(3 + 0.5) / 4])


def test_the_interval_is_that_of_the_mean_over_queries():
    rng = np.random.default_rng(1)
    query, gain, score = np.repeat(np.arange(50), 4), rng.integers(0, 2, 200), rng.normal(size=200)
    gain[::4] = 1
    each = [values(gain[query == q], score[query == q], query[query == q], ["map"])[0] for q in range(50)]
    made = bo.measure(gain, y_score=score, query=query, measures=["map"])["map"]
    half = 2.0096 * np.std(each, ddof=1) / 50**0.5  # t with 49 degrees of freedom
    assert made.value == pytest.approx(np.mean(each), rel=1e-12)
    assert made.high - made.low == pytest.approx(2 * half, rel=0.02)


def test_two_rankings_are_compared_query_by_query():
    rng = np.random.default_rng(2)
    query, gain = np.repeat(np.arange(30), 6), rng.integers(0, 3, 180)
    gain[::6] = 2
    good, bad = gain + rng.normal(size=180), rng.normal(size=180)
    found = bo.compare_predictions(gain, {"good": good, "bad": bad}, "ndcg", query=query)
    assert found.verdict.claim.value == "A better"
    assert found.pairs[0].pair.result.n == 30
    grouped = bo.compare_predictions(gain, {"good": good, "bad": bad}, "ndcg", query=query, groups=query // 5)
    assert grouped.pairs[0].pair.result.df == (5.0,)


def test_a_comparison_counts_the_queries_that_it_leaves_out():
    gain, query = np.array([1, 0] * 10 + [0, 0]), np.repeat(np.arange(11), 2)
    found = bo.compare_predictions(gain, {"a": gain + 0.1, "b": -gain}, "mrr", query=query)
    assert "1 of 11 queries have no relevant item and are left out of every measure" in found.warnings
    assert found.composed("x").subtitle.endswith("10 queries")
    turned = bo.compare_predictions(gain[::-1], {"b": -gain[::-1], "a": gain[::-1] + 0.1}, "mrr", query=query[::-1])
    assert turned.verdict.winner == found.verdict.winner == "a"
    assert turned.pairs[0].pair.p_adjusted == found.pairs[0].pair.p_adjusted


def test_a_grade_above_the_highest_one_is_refused_with_the_reason():
    gain, query = [9, 0, 1, 0], ["a", "a", "b", "b"]
    with pytest.raises(
        NotApplicable, match="ERR is undefined here: no query has a relevant item, or a grade is above 4"
    ):
        bo.compare_predictions(gain, {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1]}, "err", query=query)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"y_true": [1, -1, 0, 1]}, "y_true: gains are 0 or more, but that of row 1 is -1"),
        ({"query": None, "task": "ranking"}, "ranked lists need the query of each item; give it with query="),
        ({"query": ["a", "a", "b"]}, "lengths differ: y_true has 4, y_score has 4, query has 3"),
        ({"query": ["a", None, "b", "b"]}, "query, row 1 is missing"),
        ({"groups": [1, 2, 3, 3]}, "groups: items of query a are in two groups; give one group to each query"),
        ({"labels": [0, 1]}, "ranking has no use for labels"),
    ],
)
def test_bad_input_is_one_sentence(more, message):
    given = {"y_true": [1, 0, 0, 1], "y_score": [1, 2, 3, 4], "query": ["a", "a", "b", "b"], **more}
    with pytest.raises(BadInput, match=message):
        bo.measure(**given)
