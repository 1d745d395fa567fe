"""A power law through a learning curve: the fit of SciPy, a known rate, coverage, and what is not given."""

import numpy as np
import pytest
from scipy.optimize import curve_fit

from bakeoff.core.errors import BadInput
from bakeoff.estimates.over_splits.extrapolation import extrapolate_curve

SIZES = np.array([50, 100, 200, 400, 800, 1600, 3200])


def curves(rng, splits=10, a=0.1, b=1.5, c=0.5, level=0.01, noise=0.3):
    """The law with a level for each split and noise that falls with the root of the rows."""
    n = SIZES[:, None]
    return a + b * n**-c + rng.normal(0, level, (1, splits)) + rng.normal(0, noise, (7, splits)) / np.sqrt(n)


def test_the_fit_is_that_of_scipy():
    table = curves(np.random.default_rng(3))
    made = extrapolate_curve(SIZES, table, direction="lower")
    spread = (table - table.mean(axis=0)).var(axis=1, ddof=1)
    sigma = np.sqrt(np.maximum(spread, 0.1 * np.median(spread)))
    law = lambda n, a, b, c: a + b * n**-c  # noqa: E731
    (a, b, c), _ = curve_fit(law, SIZES, table.mean(axis=1), p0=(0.1, 1, 0.5), sigma=sigma)
    assert [made.limit.value, made.factor, made.exponent.value] == pytest.approx([a, b, c], rel=1e-4)
    assert made.at(6400) == pytest.approx(law(6400, a, b, c), rel=1e-5)


def test_a_curve_without_noise_gives_the_law_back():
    exact = 0.9 - 2.0 * SIZES[:, None] ** -0.7 + np.linspace(-0.01, 0.01, 6)
    made = extrapolate_curve(SIZES, exact, bounds=(0, 1))
    assert made.exponent.value == pytest.approx(0.7, abs=1e-5)
    assert made.limit.value == pytest.approx(0.9, abs=1e-6)
    assert [rows for rows, _ in made.predicted] == [6400, 32000]
    assert made.predicted[1][1].value == pytest.approx(0.9 - 2 * 32000**-0.7, abs=1e-6)


def test_the_known_rate_lies_in_the_interval_as_often_as_stated():
    rng, inside, ahead, runs = np.random.default_rng(1), 0, 0, 60
    for seed in range(runs):
        made = extrapolate_curve(SIZES, curves(rng), direction="lower", bounds=(0, 1), seed=seed)
        inside += made.exponent.low <= 0.5 <= made.exponent.high
        ahead += made.predicted[1][1].low <= 0.1 + 1.5 * 32000**-0.5 <= made.predicted[1][1].high
    assert min(inside, ahead) >= 0.85 * runs  # 300 runs gave 0.92 and 0.93


def test_a_rate_that_theory_gives_lies_in_the_interval():
    """The excess squared error of a mean of n values is sigma^2 / n: exponent 1."""
    rng = np.random.default_rng(5)
    sizes, splits = [20, 40, 80, 160, 320, 640], 400
    draws = rng.normal(0, 1, (splits, 640))
    errors = np.array([(draws[:, :n].mean(axis=1)) ** 2 for n in sizes])
    made = extrapolate_curve(sizes, errors, direction="lower", bounds=(0, np.inf))
    assert made.exponent.low < 1 < made.exponent.high
    assert made.exponent.high - made.exponent.low < 0.6


def test_sharing_of_training_rows_widens_the_interval():
    table = curves(np.random.default_rng(2))
    plain, shared = (
        extrapolate_curve(SIZES, table, direction="lower", test_share=one).predicted[0][1] for one in (None, 1 / 9)
    )
    assert shared.half_width > 1.2 * plain.half_width


@pytest.mark.parametrize(
    ("sizes", "table", "why"),
    [
        ([50, 100, 200], np.ones((3, 5)), "3 training sizes have scores on every split, and 4 are needed"),
        ([50, 60, 70, 80], np.ones((4, 5)), "only 1.6 times the smallest"),
        ([50, 100, 200, 400], np.ones((4, 2)), "2 splits, and 3 are needed"),
        ([50, 100, 200, 400], np.ones((4, 5)), "not shown to improve"),
        ([50, 100, 200, 400], np.array([[1.0] * 4, [2.0] * 4, [3.0] * 4, [np.nan] * 4]), "last size are not complete"),
    ],
)
def test_what_is_not_determined_is_not_given(sizes, table, why):
    made = extrapolate_curve(sizes, table)
    assert why in made.why
    assert np.isnan(made.exponent.value)
    assert all(np.isnan(one.value) and why in str(one.notes[0]) for _, one in made.predicted)


def test_a_target_measure_is_refused():
    assert (
        "both more and less are worse"
        in extrapolate_curve(SIZES, curves(np.random.default_rng(0)), direction="target").why
    )


def test_a_curve_that_is_flat_after_one_step_has_no_exponent():
    """Any steep exponent fits; the score far out is known all the same."""
    rng = np.random.default_rng(4)
    table = np.where(SIZES[:, None] == 50, 0.4, 0.2) + rng.normal(0, 0.004, (7, 10))
    made = extrapolate_curve(SIZES, table, direction="lower", bounds=(0, 1))
    assert np.isnan(made.exponent.value)
    assert "does not determine the exponent" in str(made.exponent.notes[0])
    assert made.predicted[0][1].value == pytest.approx(0.2, abs=0.003)
    assert [note.code for note in made.notes] == ["estimates.not-the-law"]


def test_the_law_is_doubted_rarely_where_it_holds():
    rng = np.random.default_rng(6)
    noted = sum(bool(extrapolate_curve(SIZES, curves(rng), direction="lower", bounds=(0, 1)).notes) for _ in range(40))
    assert noted <= 4


def test_a_far_prediction_with_a_long_interval_is_not_given():
    rng = np.random.default_rng(8)
    made = extrapolate_curve(
        SIZES, curves(rng, splits=3, b=0.15, c=0.1, noise=0.4, level=0.03), direction="lower", rows=[10**9]
    )
    assert made.why or np.isnan(made.predicted[0][1].value)


def test_bad_input():
    with pytest.raises(BadInput, match="one row per size"):
        extrapolate_curve([10, 20], [[1.0]])
    with pytest.raises(BadInput, match="once only"):
        extrapolate_curve([10, 10], [[1.0], [2.0]])
