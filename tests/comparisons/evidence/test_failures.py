"""Cells that state a failure: worse than every score by default, or left out by name; never a gain for the learner that fails."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import bakeoff as bo
from bakeoff.comparisons.evidence.failures import below_all
from bakeoff.comparisons.evidence.score_table import score_table
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.pairwise import pairwise
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName

WORDS = ("OUT OF MEMORY", "timeout", "failed", "Out of time", "DNF", "crashed")
TABLE = {
    "dataset": ["anneal", "audiology", "balance", "credit", "glass", "heart", "labor", "sonar", "vote", "zoo"],
    "svm": [99, 79, 80, 86, 75, 81, 88, 83, 96, 96],
    "csm": [98, "OUT OF MEMORY", 82, 85, "timeout", 80, 89, 80, 94, 97],
    "nb": [90, 73, 91, 78, 50, 84, 94, 68, 90, 95],
}
CLAIMS = {"A better": 1, "B better": -1}


def codes(made):
    return {note.code for note in made.notes}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_failure_has_the_last_rank(word):
    made = bo.compare({"a": [0.9, 0.8, 0.7], "b": [0.8, word, 0.6], "c": [0.7, 0.1, 0.9]}, rows="datasets")
    assert made.block_ranks["2"] == {"a": 1.0, "b": 3.0, "c": 2.0}
    assert made.failures == {"b": ("2",)}
    assert "comparison.failed_cells" in codes(made)


def test_two_failures_share_the_last_ranks():
    made = bo.compare({"a": [0.9, 0.8], "b": [0.8, "failed"], "c": [0.7, "oom"], "d": [0.6, 0.2]}, rows="datasets")
    assert made.block_ranks["2"] == {"a": 1.0, "b": 3.5, "c": 3.5, "d": 2.0}


def test_lower_is_better_too():
    made = bo.compare({"a": [2.0, 3.0], "b": [1.0, "failed"], "c": [3.0, 9.0]}, direction="lower", rows="datasets")
    assert made.block_ranks["2"] == {"a": 1.0, "b": 3.0, "c": 2.0}


def test_ratios_of_errors_rank_failures_last():
    rows = {
        "a": [2.0, 30.0, 4.0, 500.0, 6.0, 7.0, 8.0, 9.0],
        "b": [3.0, 40.0, 5.0, 600.0, 7.0, 8.0, 9.0, 9.5],
    }
    plain = bo.compare(rows, measure="rmse", rows="datasets")
    worse = bo.compare({"a": rows["a"], "b": [*rows["b"][:7], "OUT OF TIME"]}, measure="rmse", rows="datasets")
    assert plain.verdict.winner == worse.verdict.winner == "a"
    assert worse.pairs[0].pair.result.p_value == pytest.approx(2 / 2**8)


def test_the_verdict_the_table_and_the_json_state_the_rule():
    made = bo.compare(TABLE)
    assert "csm failed on 2 of 10 data sets, which counts as worse than every score" in made.verdict.sentence
    body = made.to_dict()
    assert body["failures"] == {"rule": "last", "learners": {"csm": ["audiology", "glass"]}}
    assert body["ranks"]["csm"] == pytest.approx(np.mean([2, 3, 2, 2, 3, 3, 2, 2, 2, 1]))
    text = str(made.rank_table())
    assert "failed 3" in text
    assert "last rank" in text
    note = next(one for one in made.notes if one.code == "comparison.failed_cells")
    assert "audiology and glass (OUT OF MEMORY and timeout)" in str(note)
    page = made.composed("t")
    assert "failed" in repr(page)


def test_left_out_by_name_is_left_out_for_all():
    made = bo.compare(TABLE, failures="out")
    kept = [name for name in TABLE["dataset"] if name not in {"audiology", "glass"}]
    assert made.judgement.matrix.blocks == tuple(kept)
    assert made.failures == {}
    note = next(one for one in made.notes if one.code == "comparison.failed_out")
    assert "audiology and glass" in str(note)
    assert "may favour" in str(note)


def test_a_dash_is_missing_with_a_question():
    rows = {name: [*cells] for name, cells in TABLE.items()}
    rows["csm"] = [98, 79, 82, 85, "–", 80, 89, 80, 94, 97]
    made = bo.compare(rows)
    assert made.failures == {}
    note = next(one for one in made.notes if one.code == "comparison.dashes")
    assert "csm on glass is a dash" in str(note)
    assert "?" in str(note)
    assert "comparison.missing" in codes(made)


def test_an_empty_cell_is_only_missing():
    made = bo.compare({"a": [0.9, 0.8, 0.7], "b": [0.8, None, 0.6], "c": [0.7, 0.1, 0.9]}, rows="datasets")
    assert not {"comparison.dashes", "comparison.failed_cells"} & codes(made)


def test_a_failed_split_fails_its_data_set():
    rows = {
        "dataset": ["x", "x", "y", "y"], "fold": [1, 2, 1, 2], "a": [0.9, 0.8, 0.7, 0.6], "b": [0.99, "failed", 0.6, 0.5],
    }  # fmt: skip
    seen = score_table(rows)
    assert seen.matrix.failed.tolist() == [[False, True], [False, False]]
    assert np.isnan(seen.matrix.values[0, 1])


def test_long_tables_too():
    rows = {
        "learner": ["a", "b", "a", "b"], "dataset": ["x", "x", "y", "y"], "accuracy": [0.9, "OUT OF MEMORY", 0.8, 0.7],
    }  # fmt: skip
    assert score_table(rows).matrix.failed.tolist() == [[False, True], [False, False]]


def test_sizes_are_refused_with_the_cure():
    with pytest.raises(NotApplicable, match="--failures out"):
        bo.compare(TABLE, test="paired_t")
    with pytest.raises(NotApplicable, match="--failures out"):
        bo.compare(TABLE, test="paired_t", force=True)
    folds = {name: cells for name, cells in TABLE.items() if name != "dataset"}
    with pytest.raises(BadInput, match="--failures out"):
        bo.compare(folds, rows="folds", scheme="10-fold")
    assert bo.compare(folds, rows="folds", scheme="10-fold", failures="out", force=True).judgement.ranks.n == 8
    with pytest.raises(BadInput, match="--failures out"):
        bo.compare({"a": [1, 0, 1, 1], "b": [1, "failed", 0, 1]}, rows="rows")
    with pytest.raises(UnknownName, match="last"):
        bo.compare(TABLE, failures="first")
    with pytest.raises(BadInput, match="none is left"):
        bo.compare({"a": ["oom", 0.2], "b": [0.1, "oom"]}, failures="out", rows="datasets")


def test_every_learner_that_fails_everywhere_is_last():
    made = bo.compare({"a": [0.9, 0.8, 0.7, 0.9, 0.8, 0.7], "b": ["oom"] * 6, "c": [0.5] * 6}, rows="datasets")
    assert made.ranks == {"a": 1.0, "b": 3.0, "c": 2.0}
    assert made.pair("a", "b").pair.difference is None  # a failure has no size
    assert made.pair("a", "b").pair.result.p_value == pytest.approx(2 / 2**6)


def test_no_claim_of_equivalence_about_a_learner_that_failed():
    rng = np.random.default_rng(0)
    a = 0.8 + rng.normal(0, 0.001, 30)
    b = [*(a[:29] + rng.normal(0, 0.001, 29)), "OUT OF TIME"]
    assert bo.compare({"a": a, "b": [*b[:29], a[29]]}, rope=0.01, rows="datasets").verdict.claim.value == "equivalent"
    assert bo.compare({"a": a, "b": b}, rope=0.01, rows="datasets").verdict.claim.value != "equivalent"


def test_differences_to_failures_are_ties_and_the_largest():
    table = ScoreMatrix(
        names=("a", "b"), blocks=tuple("wxyz"), values=[[0.9, 0.1], [0.7, np.nan], [0.2, np.nan], [3e5, 4e5]],
        failed=[[0, 0], [0, 1], [0, 1], [0, 0]],
    )  # fmt: skip
    d = below_all(table).paired("a", "b").differences
    assert d[1] == d[2] > np.abs(d[[0, 3]]).max()


@st.composite
def tables(draw):
    k, n = draw(st.integers(2, 4)), draw(st.integers(6, 14))
    score = st.integers(0, 40).map(lambda one: one / 40)
    values = np.array([[draw(score) for _ in range(k)] for _ in range(n)])
    who, many = draw(st.integers(0, k - 1)), draw(st.integers(1, 4))
    lift = draw(st.sampled_from((0.0, 0.2, 0.5)))  # so that some learners win clearly
    values[:, who] += lift
    return values, who, np.argsort(values[:, who], kind="stable")[:many]


def brought(values, who=None, rows=()):
    cells = {f"l{j}": values[:, j].tolist() for j in range(values.shape[1])}
    for row in rows:
        cells[f"l{who}"][row] = "OUT OF MEMORY"
    return cells


@settings(max_examples=60, derandomize=True, deadline=None)
@given(tables())
def test_failing_never_helps(case):
    """The worst values of a learner become failures: its mean rank, each of its unadjusted tests and, of two learners, the verdict move against it."""
    values, who, rows = case
    name = f"l{who}"
    before, after = (
        bo.compare(brought(values), rows="datasets"),
        bo.compare(brought(values, who, rows), rows="datasets"),
    )
    assert after.ranks[name] >= before.ranks[name] - 1e-12
    for other in (one for one in before.ranks if one != name):
        sides = []
        for made in (before, after):
            matrix = below_all(made.judgement.matrix)
            found = pairwise(matrix, "wilcoxon", "none", pairs=[(name, other)], alternative="greater")
            sides.append(found.pairs[0].result.p_value)
        # Ties between failures change the exact law a little; the rank sums themselves never move for the learner.
        assert sides[1] >= sides[0] - 0.02
    if values.shape[1] == 2:
        gain = [
            CLAIMS.get(one.verdict.claim.value, 0) * (1 if one.verdict.a == name else -1) for one in (before, after)
        ]
        assert gain[1] <= gain[0]
    if after.verdict.winner == name and values.shape[1] == 2:
        assert before.verdict.winner == name


def test_choices_and_domains_rank_failures_last():
    picked = bo.cherry_pick(TABLE)
    assert set(picked.found.datasets) == set(TABLE["dataset"])
    assert picked.found.means["csm"] == pytest.approx(bo.compare(TABLE).ranks["csm"])
    by_score = bo.cherry_pick(TABLE, by="score")
    assert set(by_score.found.datasets) == set(TABLE["dataset"]) - {"audiology", "glass"}
    known = {name: {"rows": 10.0 + i} for i, name in enumerate(TABLE["dataset"])}
    assert set(bo.domains(TABLE, known).found.datasets) == set(TABLE["dataset"])


def test_scipy_on_a_worst_score_agrees():
    """Any number below all scores has the last rank; one that is far below has the largest signed rank."""
    from scipy.stats import friedmanchisquare, wilcoxon

    rng = np.random.default_rng(4)
    values = rng.normal(0.8, 0.1, (12, 3))
    cells = brought(values, 1, [5])
    made = bo.compare(cells, rows="datasets")
    worst = values.copy()
    worst[5, 1] = -1e6
    assert made.omnibus.test == "friedman"
    assert made.omnibus.p_value == pytest.approx(friedmanchisquare(*worst.T).pvalue)
    for a, b in (("l0", "l1"), ("l1", "l2"), ("l0", "l2")):
        d = worst[:, int(a[1])] - worst[:, int(b[1])]
        assert made.pair(a, b).pair.result.p_value == pytest.approx(wilcoxon(d, method="exact").pvalue)
