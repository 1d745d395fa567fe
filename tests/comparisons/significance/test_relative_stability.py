"""Relative stability: against a learner whose stability is known in closed form, by its definition, and what is refused."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import t, ttest_1samp
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.report.tables.plain_text import Table

RNG = np.random.default_rng(4)
FOLDS = np.array([RNG.permutation(np.arange(60) % 10) for _ in range(6)])


@pytest.mark.parametrize(("rows_trained", "constant"), [(50, 0.5), (200, 0.5), (50, 2.0)])
def test_the_bound_is_reached_by_a_mean(rows_trained, constant):
    """Squared error of the training mean against that of a constant c, normal numbers: n gamma / sigma^2 = 2 / (n c^2).

    h = (y - m)^2 - (y - c)^2 is -2 y (m - c) beside what all rows share; replacing one of n rows changes m by the difference of two
    numbers over n, so gamma = 8 / n^2, and sigma^2 = 4 c^2. Efron and Stein's inequality is an equality for means.
    """
    rng = np.random.default_rng(rows_trained)
    y, m = rng.normal(size=3000), rng.normal(scale=rows_trained**-0.5, size=(500, 1))
    found = bo.relative_stability((y - m) ** 2, np.tile((y - constant) ** 2, (500, 1)), np.zeros((500, 3000)))
    assert found.ratio == pytest.approx(2 / (rows_trained * constant**2), rel=0.15)


def test_by_definition():
    a, b = RNG.normal(size=(2, 6, 60))
    found = bo.relative_stability(a, b, FOLDS)
    h = [[a[r][i] - b[r][i] for i in range(60)] for r in range(6)]
    h = [[one - sum(line) / 60 for one in line] for line in h]
    columns = list(zip(*h, strict=True))
    within = sum(np.var(one, ddof=1) for one in columns) / 60
    between = np.var([sum(one) / 6 for one in columns], ddof=1) - within / 6
    assert found.between_repeats == pytest.approx(within)
    assert found.between_rows == pytest.approx(max(between, 0.0), abs=1e-12)


def test_the_interval_over_rows_is_students_where_nothing_reacts():
    a, b = (np.tile(one, (6, 1)) for one in RNG.normal(size=(2, 60)))
    found = bo.relative_stability(a, b, FOLDS)
    assert (found.ratio, found.unstable) == (0.0, False)
    assert (found.difference.low, found.difference.high) == pytest.approx(
        ttest_1samp(a[0] - b[0], 0).confidence_interval()
    )


def test_a_comparison_that_reacts_gets_the_corrected_t():
    a, b = RNG.integers(0, 2, (2, 6, 60)).astype(float)
    found = bo.relative_stability(a, b, FOLDS, level=0.9)
    means = np.array([[one[r][FOLDS[r] == f].mean() for r in range(6) for f in range(10)] for one in (a, b)])
    d = means[0] - means[1]
    reach = t.ppf(0.95, 10) * d.std(ddof=1) * np.sqrt(1 / 60 + 1 / 9)
    assert found.unstable
    assert (found.difference.low, found.difference.high) == pytest.approx((d.mean() - reach, d.mean() + reach))
    assert "reacts to single training rows" in str(found)


def test_rows_that_react_alone_leave_an_infinite_ratio_and_equal_learners_none():
    flip = np.tile([[0.0, 1.0], [1.0, 0.0]], (3, 30))
    assert bo.relative_stability(flip, np.full((6, 60), 0.5), FOLDS).ratio == np.inf
    same = bo.relative_stability(flip, flip, FOLDS)
    assert np.isnan(same.ratio)
    assert not same.unstable
    assert same.to_dict()["ratio"] is None
    assert "do not differ on any row" in str(same)


@pytest.mark.parametrize(
    ("a", "b", "folds", "words"),
    [
        (np.ones((1, 9)), np.ones((1, 9)), np.ones((1, 9)), "two repeats or more"),
        (np.ones((2, 9)), np.ones((2, 8)), np.ones((2, 9)), "repeats x rows; they have 2 x 9, 2 x 8, 2 x 9"),
        (np.ones((2, 2)), np.ones((2, 2)), np.ones((2, 2)), "2 rows are too few"),
        (np.full((2, 9), np.nan), np.ones((2, 9)), np.ones((2, 9)), "a has no finite value for row 0 in repeat 0"),
        (np.ones(9), np.ones(9), np.ones(9), "repeats x rows"),
    ],
)
def test_what_cannot_be_checked_is_refused(a, b, folds, words):
    with pytest.raises(BadInput, match=words):
        bo.relative_stability(a, b, folds)


@pytest.fixture(scope="module")
def studies(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studies")
    x, y = load_iris(return_X_y=True)
    learners = {"NB": GaussianNB(), "1-NN": KNeighborsClassifier(1)}
    for scheme in ("5x2", "5-fold"):
        bo.evaluate(learners, x, y, cv=scheme, file=folder / f"{scheme}.bakeoff", progress=False)
    return folder


def test_a_study_is_checked_from_its_stored_predictions(studies):
    results = bo.open(studies / "5x2.bakeoff")
    found = results.relative_stability("NB", "1-NN")
    rows = results.scores("accuracy", kind="pandas")
    means = rows.groupby("learner")["value"].mean()
    assert found.difference.value == pytest.approx(means["NB"] - means["1-NN"], abs=1e-9)
    assert (found.rows, found.repeats, found.measure) == (150, 5, "accuracy")
    assert results.relative_stability("1-NN").ratio == pytest.approx(found.ratio)
    with pytest.raises(UnknownName, match="no learner called 'SVM'"):
        results.relative_stability("SVM")
    with pytest.raises(NotApplicable, match="two different ones"):
        results.relative_stability("NB", "NB")
    with pytest.raises(NotApplicable, match="not a mean over rows"):
        results.relative_stability(measure="kappa")
    with pytest.raises(NotApplicable, match="one repeat, which tests each row once"):
        bo.open(studies / "5-fold.bakeoff").relative_stability()


def test_the_same_in_the_shell(studies):
    done = CliRunner().invoke(cli, ["stability", str(studies / "5x2.bakeoff"), "--pair", "NB,1-NN", "--json"])
    found = json.loads(done.output)
    assert found["schema"] == "bakeoff.relative_stability/1"
    assert found["unstable"] is True
    assert "conservative" in CliRunner().invoke(cli, ["stability", str(studies / "5x2.bakeoff")]).output
    refused = CliRunner().invoke(cli, ["stability", str(studies / "5x2.bakeoff"), "--pair", "NB"])
    assert refused.exit_code == 2
    assert "two learners separated by a comma" in refused.output + refused.stderr


def test_explain_tells_what_is_computed():
    shown = CliRunner().invoke(cli, ["explain", "relative_stability"]).output
    assert "Efron and Stein" in shown
    assert "our reading" in shown


def test_the_report_of_a_study_with_repeats_has_a_section(studies):
    results = bo.open(studies / "5x2.bakeoff")
    found = results.relative_stability()
    (part,) = [one for one in results.composed().sections if one.name == "relative-stability"]
    table = next(block for block in part.blocks if isinstance(block, Table))
    (row,) = table.rows
    texts = [cell.text for cell in row.cells]
    assert (texts[0], texts[1], texts[-2], texts[-1]) == ("data", f"{found.ratio:.2f}", "150", "5")
    assert table.notes == (f"Intervals: {found.difference.method}.",)
    without = bo.open(studies / "5-fold.bakeoff").composed().sections
    assert "relative-stability" not in [one.name for one in without]


def test_rows_in_groups_are_not_checked(tmp_path):
    """The interval over rows takes them to be independent."""
    rng = np.random.default_rng(5)
    learners = {"NB": GaussianNB(), "1-NN": KNeighborsClassifier(1)}
    results = bo.evaluate(
        learners, rng.normal(size=(40, 1)), np.arange(40) % 2, groups=np.arange(40) // 4, cv="5x2", file=tmp_path / "groups.bakeoff", progress=False
    )  # fmt: skip
    with pytest.raises(NotApplicable, match="come in groups"):
        results.relative_stability()
    assert "relative-stability" not in [one.name for one in results.composed().sections]
