"""The largest error: no interval from resamples, but a share of other rows that is proven to err no more."""

import re

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import NotApplicable
from bakeoff.estimates import bootstrap, paired_difference
from bakeoff.estimates.analytic.max_error import NEVER_MORE
from bakeoff.estimates.notes import NO_INTERVAL
from bakeoff.predictions.from_arrays import predictions_of


def share_of(made):
    return float(re.search(r"at least ([0-9.]+)%", made.warnings[0])[1]) / 100


def test_the_end_is_what_was_seen_and_the_other_is_open():
    rng = np.random.default_rng(0)
    y = rng.normal(size=50)
    made = bo.measure(y, y + rng.normal(size=50), measures=["max_error"])["max_error"]
    assert made.low == made.value
    assert np.isnan(made.high)
    assert share_of(made) == pytest.approx(0.05 ** (1 / 50), abs=5e-4)
    assert "[" in str(made)
    assert "open" in str(made)


@pytest.mark.parametrize("draw", [lambda rng, n: rng.standard_cauchy(n), lambda rng, n: rng.integers(0, 4, n)])
def test_that_share_of_other_rows_errs_no_more(draw):
    """Whatever the distribution: heavy tails, or a few values that tie."""
    rng = np.random.default_rng(1)
    others = np.abs(draw(rng, 200_000))
    share = 0.1 ** (1 / 20)
    kept = [np.mean(others <= np.abs(draw(rng, 20)).max()) >= share for _ in range(1000)]
    made = bo.measure(np.zeros(20) + 0.5, np.zeros(20), measures=["max_error"], level=0.9)["max_error"]
    assert share_of(made) == pytest.approx(share, abs=5e-4)
    assert np.mean(kept) >= 0.9 - 0.03


def test_groups_and_weights_count_what_is_drawn():
    y, guess = np.arange(12) + 0.5, np.arange(12.0)
    ask = {"measures": ["max_error"]}
    grouped = bo.measure(y, guess, groups=np.arange(12) // 3, **ask)["max_error"]
    weighted = bo.measure(y, guess, sample_weight=[0] * 4 + [1] * 8, **ask)["max_error"]
    assert share_of(grouped) == pytest.approx(0.05 ** (1 / 4), abs=5e-4)
    assert "groups drawn like these contain no larger error" in grouped.warnings[0]
    assert share_of(weighted) == pytest.approx(0.05 ** (1 / 8), abs=5e-4)


def test_resamples_are_refused_with_the_reason():
    rng = np.random.default_rng(2)
    y = rng.normal(size=30)
    a, b = (predictions_of(y, y + rng.normal(size=30)) for _ in range(2))
    with pytest.raises(NotApplicable, match="no resample has a larger error"):
        bootstrap(a, "max_error")
    chosen = bo.measure(y, y + 1, measures=["max_error"], interval="bootstrap")["max_error"]
    difference = paired_difference(a, b, "max_error")
    for made in (chosen, difference):
        assert np.isnan([made.low, made.high]).all()
        assert made.notes == (NO_INTERVAL(why=NEVER_MORE),)
    assert np.isfinite(difference.value)


def test_one_sided():
    y = np.arange(20) + 0.5
    upper, lower = (bo.measure(y, y + 1, measures=["max_error"], side=side)["max_error"] for side in ("upper", "lower"))
    assert np.isnan([upper.low, upper.high]).all()
    assert lower.low == 1.0
    assert "95% confidence" in lower.warnings[0]
