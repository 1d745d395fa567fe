"""Intervals of the generalisation error: by hand from the papers, where they are degenerate, and through fits."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

import bakeoff as bo
from bakeoff.core.errors import BakeoffError
from bakeoff.estimates.over_splits.generalisation import INTERVALS, NestedErrors, bayle, conservative_z, nested_cv

RNG = np.random.default_rng(2)
Z = norm.ppf(0.975)


def test_bayle_is_the_mean_with_the_variance_inside_folds() -> None:
    folds = [RNG.random(12) + 0.1 * at for at in range(5)]
    made = bayle(folds)
    inside = np.mean([np.sum((one - one.mean()) ** 2) / 11 for one in folds])
    assert made.value == pytest.approx(np.concatenate(folds).mean())
    assert made.high - made.value == pytest.approx(Z * np.sqrt(inside / 60))
    assert {one.code for one in made.notes} == {"estimates.fitted-models"}
    flat = bayle([np.zeros(5), np.zeros(5)])
    assert np.isnan(flat.low)
    with pytest.raises(BakeoffError, match="two folds or more"):
        bayle([np.zeros(5)])


def test_nested_cross_validation_by_hand() -> None:
    k, size, n = 4, 10, 40
    repeats = [
        [NestedErrors(outer=RNG.random(size) < 0.4, inner=RNG.random(30) < 0.45) for _ in range(k)] for _ in range(3)
    ]
    every = [one for repeat in repeats for one in repeat]
    a = np.mean([(one.inner.mean() - one.outer.mean()) ** 2 for one in every])
    b = np.mean([np.var(one.outer, ddof=1) / size for one in every])
    inner = np.concatenate([one.inner for one in every]).astype(float)
    low = inner.std(ddof=1) / np.sqrt(n)
    error = np.clip(np.sqrt(max((k - 1) / k * (a - b), 0)), low, np.sqrt(k) * low)
    ncv, cv = inner.mean(), np.concatenate([one.outer for one in every]).mean()
    value = ncv - (1 + (k - 2) / k) * (ncv - cv)
    made = nested_cv(repeats, n)
    assert made.value == pytest.approx(value)
    assert made.high - made.value == pytest.approx(Z * error)


def test_nested_cross_validation_against_r() -> None:
    """Losses of the same folds: the parts are those of the authors' package, the interval is that of mlr3inferr.

    The package itself forms another interval than the paper: its correction has the factor 1 + ((K - 2) / (K - 1)) ** 1.5 instead of
    1 + (K - 2) / K, and it divides by the variance of means of folds, which is smaller by (K - 1) / K than the variance of rows.
    """
    known = json.loads((Path(__file__).parents[2] / "oracles" / "nested_cv_r.json").read_text(encoding="utf-8"))
    x, y = np.array(known["x"]), np.array(known["y"])
    k = 5

    def losses(fold: np.ndarray, out: tuple[int, ...], test: int) -> np.ndarray:
        train = ~np.isin(fold, out)
        model = LinearRegression().fit(x[train], y[train])
        return (model.predict(x[fold == test]) - y[fold == test]) ** 2

    repeats = [
        [
            NestedErrors(
                outer=losses(fold, (at,), at),
                inner=np.concatenate([losses(fold, (at, other), other) for other in range(k) if other != at]),
            )
            for at in range(k)
        ]
        for fold in map(np.array, known["folds"])
    ]
    inner = np.concatenate([one.inner for repeat in repeats for one in repeat])
    outer = np.concatenate([one.outer for repeat in repeats for one in repeat])
    assert (inner.mean(), inner.std(ddof=1), outer.mean()) == pytest.approx(
        (known["raw_mean"], known["sd"], known["cv"]), abs=1e-10
    )
    made = nested_cv(repeats, len(y))
    assert (made.value, made.low, made.high) == pytest.approx(known["mlr3inferr"], abs=1e-10)
    bias = inner.mean() - made.value
    assert known["authors"][0] == pytest.approx(
        inner.mean() - bias / (1 + (k - 2) / k) * (1 + ((k - 2) / (k - 1)) ** 1.5), abs=1e-10
    )


def test_the_conservative_z_by_hand() -> None:
    whole, halves = RNG.random(15), [(RNG.random(15), RNG.random(15)) for _ in range(4)]
    made = conservative_z(whole, halves)
    variance = sum((a.mean() - b.mean()) ** 2 for a, b in halves) / 8
    assert made.value == pytest.approx(whole.mean())
    assert made.high - made.value == pytest.approx(Z * np.sqrt(variance))
    with pytest.raises(BakeoffError, match="pair of halves"):
        conservative_z(whole, [])


def test_nested_fits_are_those_of_plain_loops() -> None:
    data = bo.make("gaussians", n=30, seed=4)
    from bakeoff.splits.kfold import KFold

    plan = KFold(folds=3, repeats=1).plan(data, 0)
    parts = [plan.split(0, fold).test for fold in range(3)]
    X, y = data.features, data.target

    def right(out: list[int], test: int) -> np.ndarray:
        train = np.setdiff1d(np.arange(30), np.concatenate([parts[one] for one in out]))
        return (GaussianNB().fit(X[train], y[train]).predict(X[parts[test]]) == y[parts[test]]).astype(float)

    folds = [
        NestedErrors(outer=right([k], k), inner=np.concatenate([right([k, j], j) for j in range(3) if j != k]))
        for k in range(3)
    ]
    expected = nested_cv([folds], 30, bounds=(0, 1))
    made = bo.generalisation_error(GaussianNB(), data, method="nested_cv", folds=3, repeats=1)
    assert (made.value, made.low, made.high) == pytest.approx((expected.value, expected.low, expected.high))


@pytest.mark.parametrize("one", list(INTERVALS), ids=lambda one: one.name)
def test_explain_says_when_and_how_often_it_covered(one: object) -> None:
    told = one.explanation().facts
    assert told["schemes"]
    assert told["about"]
    assert len(told["measured"]) == 3
    assert "valid for" in str(one)


def test_the_measured_coverage_is_of_many_data_sets_and_as_the_page_shows_it():
    """500 data sets of each generator; nested cross-validation holds its level within three standard errors."""
    here = Path(__file__).parents[3]
    found = json.loads((here / "src/bakeoff/estimates/over_splits/coverage.json").read_text(encoding="utf-8"))
    page = (here / "docs/deploying.md").read_text(encoding="utf-8")
    assert set(found["methods"]) == {one.name for one in INTERVALS}
    for name, lines in found["methods"].items():
        assert len(lines) == 3
        (row,) = [
            line
            for line in page.splitlines()
            if line.startswith(f"| `{name.removesuffix('_interval')}` |") and " (" in line and "." in line.split("|")[2]
        ]
        for one in lines:
            worst, least = min(one["model_by_learner"].items(), key=lambda pair: pair[1])
            assert one["runs"] >= 500
            assert len(one["model_by_learner"]) == 4
            assert f"{100 * one['model']:.1f} ({worst} {100 * least:.1f})" in row
    assert all(one["model"] + 3 * one["model_error"] >= 0.95 for one in found["methods"]["nested_cv_interval"])
