"""Critical-value tables: computed, and right where printed ones are wrong."""

import json
from math import inf
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from bakeoff.comparisons.distributions import (
    chi2_quantile,
    chi2_tail,
    normal_p,
    range_quantile,
    range_tail,
    t_quantile,
)
from bakeoff.comparisons.significance.critical_values import (
    areas_of,
    binomial_table,
    critical_table,
    sign_critical,
    wilcoxon_critical,
)
from bakeoff.core.errors import BadInput, UnknownName

SEEDS = Path(__file__).parents[3].parent / "shared" / "golden" / "seeds.json"
needs_seeds = pytest.mark.skipif(not SEEDS.exists(), reason="the lecture notes' golden values are not here")


def case(name):
    return next(one for one in json.loads(SEEDS.read_text(encoding="utf-8"))["cases"] if one["id"] == name)


def rounded(value, text):
    digits = len(text.partition(".")[2])
    return float(f"{value:.{digits}f}")


def test_known_values():
    assert t_quantile(0.975, 9) == pytest.approx(2.2621571628)
    assert chi2_quantile(0.95, 3) == pytest.approx(7.81472790325118)
    assert chi2_tail(7.1, 1) == pytest.approx(0.007708395184420187)
    assert normal_p(3) == pytest.approx(0.002699796063260189)
    assert normal_p(3, "greater") == pytest.approx(0.0013498980316300946)
    assert range_quantile(0.95, 3) / 2**0.5 == pytest.approx(2.3437005863784086)
    assert [sign_critical(n, 0.05, two_sided=False) for n in (9, 10)] == [8, 9]
    assert [wilcoxon_critical(9, a, two_sided=False) for a in (0.05, 0.025, 0.01, 0.005)] == [8, 5, 3, 1]
    assert wilcoxon_critical(10, 0.05) == 8
    assert np.isnan(sign_critical(5, 0.05))
    assert np.isnan(wilcoxon_critical(5, 0.05))


@pytest.mark.parametrize("k", [2, 3, 7, 40])
def test_range_tail_against_scipy(k):
    q = np.array([0.0, 0.5, 2.0, 4.0, 7.0])
    assert range_tail(q, k) == pytest.approx(stats.studentized_range.sf(q, k, np.inf), abs=1e-10)


@needs_seeds
def test_sign_table_of_the_notes_where_it_is_right_and_where_not():
    given = case("S000-sign-table")
    wrong = {(one["n"], one["two_sided_alpha"]): one for one in given["correct"]["wrong_entries"]}
    for n, row in given["inputs"]["printed_table"].items():
        for alpha, printed in zip(given["inputs"]["columns_two_sided"], row, strict=True):
            wins = sign_critical(int(n), alpha)
            ours = "—" if np.isnan(wins) else str(int(2 * wins - int(n)))
            expected = wrong[(int(n), alpha)]["correct"] if (int(n), alpha) in wrong else printed
            assert ours == expected, (n, alpha)


@needs_seeds
def test_t_table_of_the_notes():
    given = case("S000-t-table")
    wrong = {(one["df"], one["one_tail"]) for one in given["correct"]["wrong_entries"]}
    for df, row in given["inputs"]["printed_table"].items():
        freedom = np.inf if df in ("inf", "∞", "z") else float(df)
        for tail, printed in zip(given["inputs"]["one_tail"], row, strict=True):
            agrees = rounded(t_quantile(1 - float(tail), freedom), printed) == float(printed)
            assert agrees == ((df, tail) not in wrong), (df, tail)


@needs_seeds
def test_every_case_about_tests_is_covered():
    """Each id about tests is an oracle, is checked in this file, or makes a claim in words (docs/worked-examples.md)."""
    oracles = (Path(__file__).parents[2] / "oracles" / "tests_seeds.toml").read_text(encoding="utf-8")
    page = (Path(__file__).parents[3] / "docs" / "worked-examples.md").read_text(encoding="utf-8")
    topics = {"t-test", "mcnemar", "sign-test", "friedman", "effect-size", "wilcoxon", "nemenyi", "z-test", "kfold"}
    ids = [one["id"] for one in json.loads(SEEDS.read_text(encoding="utf-8"))["cases"] if one["topic"] in topics]
    assert [one for one in ids if one not in oracles and one not in page] == []


def test_tables_by_name():
    for name in ("t", "z", "chi2", "sign", "wilcoxon", "q"):
        table = critical_table(name)
        values = np.array(table.values)
        assert values.shape == (len(table.rows), len(table.levels))
        assert np.nanmin(values) >= 0
    with pytest.raises(UnknownName, match="wilcoxon"):
        critical_table("wilcoxn")


@pytest.mark.parametrize("x", [-7.0, -1.3, 0.0, 0.4, 1.96, 2.262, 12.0])
@pytest.mark.parametrize("df", [1, 9, 30, inf])
def test_areas_of_symmetric_laws_against_scipy(x, df):
    law = stats.norm() if df == inf else stats.t(df)
    seen = areas_of("t", x, df)
    assert seen["p"] == pytest.approx(2 * law.sf(abs(x)), rel=1e-9)
    assert seen["below"] == pytest.approx(law.cdf(x), rel=1e-9)
    assert seen["within"] == pytest.approx(law.cdf(abs(x)) - law.cdf(-abs(x)), abs=1e-12)
    if df == inf:
        assert areas_of("z", x) == seen


def test_areas_of_the_other_tables():
    """The notes' 7.1 with one degree of freedom; 68.3, 95.4 and 99.7%; wins and rank sums."""
    assert areas_of("chi2", 7.1, 1)["p"] == pytest.approx(stats.chi2.sf(7.1, 1))
    assert [round(100 * areas_of("z", z)["within"], 1) for z in (1, 2, 3)] == [68.3, 95.4, 99.7]
    assert areas_of("sign", 9, 10)["p"] == pytest.approx(stats.binomtest(9, 10).pvalue)
    assert areas_of("wilcoxon", 8, 10)["p"] == pytest.approx(stats.wilcoxon([1, 2, 3, 4, 5, 6, -8, 7, 9, 10]).pvalue)
    assert areas_of("q", 2.569, 4)["p"] == pytest.approx(stats.studentized_range.sf(2.569 * 2**0.5, 4, inf), rel=1e-4)
    for wrong in (("t", 2.0, None), ("sign", 11, 10), ("wilcoxon", 2.5, 5), ("t", 2.0, -1), ("z-upper", 1.0, None)):
        with pytest.raises(BadInput):
            areas_of(*wrong)
    with pytest.raises(UnknownName):
        areas_of("tt", 1.0)


@pytest.mark.parametrize(("n", "share"), [(4, 0.5), (20, 0.3), (1, 0.9), (50, 0.05)])
def test_binomial_probabilities_against_scipy(n, share):
    made = binomial_table(n, share)
    k = np.arange(n + 1)
    want = np.column_stack(
        [f(k, n, share) for f in (stats.binom.pmf, stats.binom.cdf, lambda *at: stats.binom.sf(at[0] - 1, *at[1:]))]
    )
    assert np.array(made.values) == pytest.approx(want, abs=1e-12)
    assert f"mean {n * share:g}" in made.title
    with pytest.raises(BadInput):
        binomial_table(n, share, rows=[n + 1])


def test_normal_tables_and_sides():
    assert critical_table("z-cumulative", rows=[1.9], levels=[0.06]).values[0][0] == pytest.approx(0.975, abs=1e-4)
    assert critical_table("z-from-zero", rows=[1.9], levels=[0.06]).values[0][0] == pytest.approx(0.475, abs=1e-4)
    assert critical_table("z-upper", rows=[1.9], levels=[0.06]).values[0][0] == pytest.approx(0.025, abs=1e-4)
    one, two = (
        critical_table("t", rows=[9, inf], levels=[level], one_sided=side)
        for level, side in ((0.025, True), (0.05, False))
    )
    assert one.values == two.values
    assert "one-sided" in one.title
    assert inf in critical_table("t").rows
    with pytest.raises(BadInput, match="one-sided"):
        critical_table("chi2", one_sided=True)
