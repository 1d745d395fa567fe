"""A question about a table of scores, put in another way, has the same answer: order, names, scale and direction change nothing.

The rules loop over every kind of evidence and every test of the catalogue that is for it, so that a new test enters by being declared.
"""

from functools import lru_cache

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons import tests as catalogue
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, GROUPED_ROWS, ROWS, RUNS
from bakeoff.core.errors import BakeoffError
from tests.helpers.answers import LEARNERS, RENAMED, answer, assert_unchanged


def scores(n, k, seed=4):
    rng = np.random.default_rng(seed)
    block, lead = rng.normal(0.8, 0.05, (n, 1)), np.linspace(0.0, 0.012, k)
    return block + lead + rng.normal(0, 0.02, (n, k))


TABLES = {  # evidence, values, what is stated beside them
    "data sets": (DATASETS, scores(12, 4), {}),
    "two on data sets": (DATASETS, scores(24, 2), {}),
    "runs": (RUNS, scores(9, 4), {}),
    "two in runs": (RUNS, scores(24, 2), {}),
    "10-fold": (FOLDS, scores(10, 4), {"scheme": "10-fold"}),
    "5x2": (FOLDS, scores(10, 2), {"scheme": "5x2"}),
    "10x10": (FOLDS, scores(100, 2), {"scheme": "10x10"}),
    "hits": (ROWS, (scores(80, 3, 1) > 0.8).astype(float), {}),
    "tied hits": (ROWS, np.array([[1, 1, 0], [1, 1, 0], [1, 0, 1], [0, 0, 1], [1, 1, 1], [1, 0, 0]] * 6, dtype=float), {}),
    "losses": (ROWS, scores(40, 3), {}),
    "two losses": (ROWS, scores(40, 2), {}),
    "weighted rows": (ROWS, scores(40, 2), {"sample_weight": np.linspace(0.2, 3, 40)}),
    "groups": (GROUPED_ROWS, scores(80, 3), {"groups": np.repeat(np.arange(20), 4)}),
    "weighted groups": (
        GROUPED_ROWS, scores(96, 2), {"groups": np.repeat(np.arange(24), 4), "sample_weight": np.linspace(0.2, 3, 96)},
    ),
}  # fmt: skip


def asked(kind):
    """The default, and every test of the catalogue that is for this evidence and so many learners."""
    evidence, values, _ = TABLES[kind]
    return ["auto", *(test.name for test in catalogue if test.use(evidence, values.shape[1]) is not None)]


QUESTIONS = [(kind, test) for kind in TABLES for test in asked(kind)]
each_table = pytest.mark.parametrize(("kind", "test"), QUESTIONS, ids=lambda one: one)


def compared(kind, test, values=None, names=LEARNERS, order=None, **more):
    evidence, own, stated = TABLES[kind]
    values = own if values is None else values
    if order is not None:
        stated = {name: one if isinstance(one, str) else one[order] for name, one in stated.items()}
        values = values[order]
    table = {name: values[:, i] for i, name in enumerate(names[: values.shape[1]])}
    rows = "rows" if evidence is GROUPED_ROWS else evidence.name
    return bo.compare(table, rows=rows, test=test, **({"direction": "higher"} | stated | more))


@lru_cache
def before(kind, test):
    """The answer to the plain question, or None where the test refuses this very table."""
    try:
        return answer(compared(kind, test))
    except BakeoffError:
        return None


def ask(kind, test):
    known = before(kind, test)
    if known is None:
        pytest.skip("the test refuses such a table")
    return known


@each_table
def test_the_order_of_learners_does_not_matter(kind, test):
    known, k = ask(kind, test), TABLES[kind][1].shape[1]
    for places in ([1, 0, 3, 2], [2, 3, 1, 0]):
        order = [place for place in places if place < k]
        found = compared(kind, test, TABLES[kind][1][:, order], [LEARNERS[place] for place in order])
        assert_unchanged(known, answer(found))


@each_table
def test_names_of_learners_do_not_matter(kind, test):
    known = ask(kind, test)
    found = compared(kind, test, names=[RENAMED[name] for name in LEARNERS])
    assert_unchanged(known, answer(found, {new: old for old, new in RENAMED.items()}))


@each_table
def test_the_order_of_blocks_does_not_matter(kind, test):
    if TABLES[kind][2].get("scheme") in {"5x2", "10x10"}:
        pytest.skip("folds of a repetition stand together")
    order = np.random.default_rng(2).permutation(len(TABLES[kind][1]))
    assert_unchanged(ask(kind, test), answer(compared(kind, test, order=order)))


@each_table
def test_scale_and_shift_of_all_scores_do_not_matter(kind, test):
    values, known = TABLES[kind][1], ask(kind, test)
    if not np.isin(values, (0, 1)).all():  # hits and misses have one scale
        assert_unchanged(known, answer(compared(kind, test, 250 * values)), scale=250)
        assert_unchanged(known, answer(compared(kind, test, values + 3)))


@each_table
def test_losses_are_negative_gains(kind, test):
    values, known = TABLES[kind][1], ask(kind, test)
    turned = 1 - values if np.isin(values, (0, 1)).all() else -values
    assert_unchanged(known, answer(compared(kind, test, turned, direction="lower")), scale=-1)


@each_table
def test_one_sided_questions_turn_with_their_pair(kind, test):
    if not (test == "auto" or catalogue[test].sided):
        pytest.skip("it has no one-sided form")
    ask(kind, test)
    pair = LEARNERS[:2]
    for side, other in (("greater", "less"), ("less", "greater")):
        there, back = (
            compared(kind, test, pairs=[of], alternative=one) for of, one in ((pair, side), (pair[::-1], other))
        )
        assert_unchanged(answer(there), answer(back))


@pytest.mark.parametrize(("kind", "test"), [one for one in QUESTIONS if one[0] in {"groups", "weighted groups"}])
def test_names_of_groups_do_not_matter(kind, test):
    groups = TABLES[kind][2]["groups"]
    for names in (np.array([f"p{(7 * one) % 31}" for one in groups]), 1000 - 3 * groups):
        assert_unchanged(ask(kind, test), answer(compared(kind, test, groups=names)))


@pytest.mark.parametrize(("kind", "test"), [one for one in QUESTIONS if one[0].startswith("weighted")])
def test_only_ratios_of_weights_matter(kind, test):
    weight = TABLES[kind][2]["sample_weight"]
    assert_unchanged(ask(kind, test), answer(compared(kind, test, sample_weight=7 * weight)))
