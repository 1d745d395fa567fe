"""What other conditions change: errors of a train x test grid, performance deterioration, and tests of who loses more."""

import numpy as np
import pytest


def pair(data):
    import pandas as pd

    frame = pd.DataFrame(
        {c.name: [c.levels[int(v)] for v in data.features[:, at]] for at, c in enumerate(data.columns)}
    )
    return frame, np.array(data.classes)[data.target]


def cell(learner, errors):
    from bakeoff.study.analysis.score_cube import CellScores, MissingScore

    done = np.ones(len(errors), dtype=bool)
    return CellScores(
        dataset="", learner=learner, size=0, missing=MissingScore.NONE, reason="", splits=errors, repeats=None, done=done, failed=~done, costs={}
    )  # fmt: skip


def test_the_leader_is_adjusted_over_all_pairs_of_learners():
    """The leader is chosen by its scores, so that its lines alone are no family; p-values by scipy."""
    from scipy.stats import ttest_rel

    from bakeoff.study.analysis.condition_effects import compare_conditions

    rng = np.random.default_rng(3)
    base = {name: 0.2 + 0.02 * rng.normal(size=12) for name in "abcd"}
    test = {name: values + 0.01 * rng.normal(size=12) for name, values in base.items()}
    sheets = {
        ("", ""): {name: cell(name, values) for name, values in base.items()},
        ("", "W"): {name: cell(name, values) for name, values in test.items()},
        ("W", "W"): {name: cell(name, values - 0.01) for name, values in test.items()},
    }
    found = compare_conditions(sheets, dict.fromkeys(("", "W"), np.full(12, 0.5)), list("abcd"), None, 1.0)
    assert found.leader == min(base, key=lambda name: base[name].mean())
    pairs = [(a, b) for at, a in enumerate("abcd") for b in "abcd"[at + 1 :]]
    raw = np.array([ttest_rel(test[a], test[b]).pvalue for a, b in pairs])
    order = np.argsort(raw)
    holm = np.empty(6)
    holm[order] = np.minimum(np.maximum.accumulate(raw[order] * np.arange(6, 0, -1)), 1)
    known = {frozenset(pair): (p, adjusted) for pair, p, adjusted in zip(pairs, raw, holm, strict=True)}
    assert len(found.leads) == 3
    for one in found.leads:
        assert (one.p_value, one.p_adjusted) == pytest.approx(known[frozenset((found.leader, one.other))])
        assert one.lead == pytest.approx((test[one.other] - test[found.leader]).mean())
