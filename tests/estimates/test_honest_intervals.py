"""Intervals that would have less coverage than stated are mended, or say so."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.estimates import bootstrap, paired_difference
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.estimates.resampling.tails import tails_of
from bakeoff.measures.curves.hull import operating_point
from bakeoff.predictions.from_arrays import predictions_of

pytestmark = pytest.mark.slow


def scored(seed, n=50, apart=1.2):
    """Rows of two classes, three tenths positive, with sound probabilities."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.3).astype(int)
    score = rng.normal(size=n) + apart * truth
    return truth, 1 / (1 + np.exp(-(np.log(3 / 7) + apart * score - apart**2 / 2)))


def covered(name, true, **more):
    """How many intervals of forty samples hold the true value."""
    hits = 0
    for seed in range(40):
        truth, p = scored(seed)
        made = bo.measure(truth, y_proba=p, labels=[0, 1], measures=[name], n_resamples=200, seed=seed, **more)
        hits += made[name].low <= true <= made[name].high
    return hits


@pytest.mark.parametrize(("name", "least"), [("ece", 35), ("ks", 34), ("h_measure", 34)])
def test_a_measure_that_resampling_shifts_is_moved_back(name, least):
    truth, p = scored(1, n=200_000)
    true = bo.measure(truth, y_proba=p, labels=[0, 1], measures=[name], level=None)[name].value
    plain, moved = covered(name, true, bootstrap="percentile"), covered(name, true)
    assert moved >= plain + 4
    assert moved >= least


def test_the_shift_is_told():
    truth, p = scored(0)
    for how, words in ((None, "corrected for that"), ("percentile", "less coverage"), ("bca", "less coverage")):
        made = bo.measure(truth, y_proba=p, labels=[0, 1], measures=["ks", "ece", "f1_macro"], bootstrap=how)
        assert words in made["ks"].warnings[0]
        assert how is None or "the bootstrap is biased here" in made["ece"].warnings[0]
        assert not made["f1_macro"].warnings


def test_a_moved_interval_stays_inside_the_bounds():
    made = bo.measure([1, 0, 1, 0] * 5, y_proba=[0.6, 0.4, 0.4, 0.6] * 5, labels=[0, 1], measures=["ece"])["ece"]
    assert 0 <= made.low <= made.high <= 1


def told_of_tails(errors, samples, name="mse", n=200):
    """In which share of samples a heavy tail is told."""
    told = 0
    for seed in range(samples):
        rng = np.random.default_rng(seed)
        said = rng.normal(size=n)
        made = bo.measure(said + errors(rng, n), said, measures=[name])[name]
        told += any("heavy tail" in one for one in made.warnings)
    return told / samples


@pytest.mark.parametrize("name", ["mse", "rmse", "r2"])
def test_heavy_tails_are_told_and_normal_ones_are_not(name):
    assert told_of_tails(lambda rng, n: rng.normal(size=n), 60, name) <= 0.05
    assert told_of_tails(lambda rng, n: rng.standard_t(2, n), 60, name) >= 0.8
    assert told_of_tails(lambda rng, n: np.exp(rng.normal(size=n)) * rng.choice([-1, 1], n), 60, name) >= 0.8


def test_groups_of_one_have_the_tail_of_their_rows():
    rng = np.random.default_rng(0)
    truth, said = rng.normal(size=200), np.zeros(200)
    said[::7] = np.exp(2 * rng.normal(size=29))
    rows, groups = (bo.measure(truth, said, measures=["mse"], groups=by)["mse"] for by in (None, np.arange(200)))
    assert "heavy tail" in rows.warnings[0]
    assert groups.warnings == rows.warnings


def test_intervals_of_unbounded_losses_name_what_they_assume():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=250)
    near = 0.5 * truth + rng.normal(size=250)
    made = [bo.measure(truth[:n], near[:n], measures=["rmse", "pearson"]).warnings for n in (60, 250)]
    assert sum("intervals of rmse, pearson assume" in one for one in made[0]) == 1
    assert sum("intervals of rmse, pearson assume" in one for one in made[1]) == 1


def test_few_rows_that_tell_two_apart_are_told_where_they_are_resampled():
    truth = np.array([0, 1] * 25)
    one, two = truth.copy(), truth.copy()
    one[:4], two[4:8] = 1 - one[:4], 1 - two[4:8]

    def difference(a, b, **more):
        return paired_difference(predictions_of(truth, a), predictions_of(truth, b), "f1", n_resamples=50, **more)

    groups = np.arange(50)
    assert difference(one, two, groups=groups).warnings == (
        "the two disagree on 8 rows only: the interval is approximate",
    )
    assert not difference(one, two).warnings
    two[8:20] = 1 - two[8:20]
    assert not difference(one, two, groups=groups).warnings


def test_areas_near_one_are_told():
    rng = np.random.default_rng(0)
    truth = np.array([0, 1] * 25)
    for apart, told in ((4.0, True), (0.5, False)):
        a, b = (predictions_of(truth, y_score=rng.normal(size=50) + apart * truth) for _ in range(2))
        assert any("near its bound" in one for one in paired_difference(a, b, "roc_auc").warnings) == told


def test_few_groups_reach_further():
    rng = np.random.default_rng(0)
    truth, groups = rng.integers(2, size=120), np.repeat(np.arange(12), 10)
    said = np.where(rng.random(120) < 0.8 - 0.3 * (groups % 2), truth, 1 - truth)
    usual, named = (
        bo.measure(truth, said, groups=groups, measures=["f1"], bootstrap=how)["f1"] for how in (None, "percentile")
    )
    assert 1.05 < usual.half_width / named.half_width < 1.35
    assert bootstrap(predictions_of(truth, said), "f1", groups=groups).low == named.low


def test_the_percentiles_of_many_groups_are_the_usual_ones():
    assert tails_of(0.9, UnitShares.of_rows(None, np.ones(1000))).shares.tolist() == pytest.approx([0.05, 0.95])
    assert tails_of(0.95, UnitShares.of_rows(None, np.ones(40))).shares[0] == pytest.approx(
        0.0202, abs=1e-4
    )  # ndtr(-sqrt(40 / 39) * 2.0227)


def test_a_difference_stays_inside_what_two_values_can_differ_by():
    made = paired_difference(
        predictions_of([0, 1, 1, 0], [0, 1, 1, 0]), predictions_of([0, 1, 1, 0], [1, 1, 0, 0]), "accuracy"
    )
    assert (made.value, made.high) == (0.5, 1.0)
    assert -1 <= made.low < 0


def test_an_impossible_row_without_weight_leaves_the_difference_alone():
    truth, weight = [1, 0, 1, 1], [1.0, 2.0, 0.0, 1.0]
    a, b = (
        predictions_of(truth, y_proba=one, sample_weight=weight)
        for one in ([0.5, 0.25, 0.0, 0.9], [0.6, 0.5, 0.0, 0.5])
    )
    made = paired_difference(a, b, "log_loss")
    assert made.value == pytest.approx((np.log(0.6 / 0.5) + 2 * np.log(0.5 / 0.75) + np.log(0.5 / 0.9)) / 4)
    assert made.low < made.value < made.high


@pytest.mark.parametrize("wrong", [{"prevalence": 2}, {"prevalence": float("nan")}, {"cost_fn": float("inf")}])
def test_operating_points_of_nothing(wrong):
    with pytest.raises(BadInput):
        operating_point(predictions_of([0, 0, 1, 1], y_score=[0.1, 0.6, 0.4, 0.9]), **wrong)


@pytest.mark.parametrize("groups", [False, True])
def test_gaps_of_a_calibrated_forecast_may_be_none(groups):
    """Where the probabilities are true, the sum of absolute gaps is all noise, and its interval reaches down to none."""
    rng, lows = np.random.default_rng(1), []
    for _ in range(20):
        p = np.repeat(rng.random(60), 3) if groups else rng.random(180)
        truth = np.repeat(rng.random(60), 3) < p if groups else rng.random(180) < p
        made = bo.measure(truth, y_proba=p, measures=["ece"], groups=np.arange(180) // 3 if groups else None)["ece"]
        lows.append(made.low)
        assert made.low <= made.value <= made.high
    assert sum(low == 0 for low in lows) >= 18


def test_gaps_of_a_forecast_that_is_plainly_off_are_not_none():
    rng = np.random.default_rng(2)
    p = rng.uniform(0.6, 0.95, 2000)
    made = bo.measure(rng.random(2000) < p - 0.3, y_proba=p, measures=["ece"])["ece"]
    assert made.value == pytest.approx(0.3, abs=0.04)
    assert made.low > 0.25
    assert made.high - made.value == pytest.approx(made.value - made.low, rel=0.1)  # no bin is in doubt


def test_one_row_or_group_tells_no_gap():
    one = bo.measure([1], y_proba=[0.7], labels=[0, 1], measures=["ece"])["ece"]
    group = bo.measure([1, 0, 1], y_proba=[0.7, 0.4, 0.9], groups=[1, 1, 1], measures=["ece"])["ece"]
    assert "one row" in one.warnings[0]
    assert "one group" in group.warnings[0]
    assert np.isnan([one.low, group.low]).all()


def test_correlations_and_shares_explained_have_ends_on_their_own_scale():
    """Fisher's z with the delta method's error, and what is not explained by its logarithm: inside the bounds."""
    rng = np.random.default_rng(3)
    truth = rng.normal(size=30)
    made = bo.measure(truth, truth + 0.1 * rng.normal(size=30), measures=["pearson", "r2", "rrse"])
    for name, words in (("pearson", "Fisher's z"), ("r2", "log scale"), ("rrse", "log scale")):
        assert words in made[name].method
    assert made["pearson"].high < 1
    assert made["pearson"].value - made["pearson"].low > made["pearson"].high - made["pearson"].value
    assert made["r2"].high < 1
    ends = [100 * np.sqrt(1 - end) for end in (made["r2"].high, made["r2"].low)]  # the same interval in other words
    assert [made["rrse"].low, made["rrse"].high] == pytest.approx(ends, rel=1e-6)


def test_few_rows_of_a_class_are_told_once():
    y, p = [1] * 4 + [0] * 46, np.linspace(1, 0, 50) ** 2
    told = "a class has 4 rows only"

    def warned(names, times=1, **options):
        found = bo.measure(y * times, y_proba=np.tile(p, times), measures=names, positive=1, **options)
        return sum(told in one for one in found.warnings)

    for names in (["average_precision"], ["ks", "f1"]):
        assert warned(names, bootstrap="percentile") == 1
        assert warned(names) == 0, "the usual intervals allow for few rows, and their coverage is measured"
    assert warned(["accuracy", "roc_auc", "f1"], bootstrap="percentile") == 0
    assert warned(["ks"], times=3, bootstrap="percentile") == 0


COUNTED = ["balanced_accuracy", "kappa", "mcc", "f1", "informedness", "gmean", "markedness", "jaccard", "f1_macro"]


def test_few_rows_of_the_rarer_class_withhold_the_interval():
    truth = np.repeat([1, 0], [4, 40])
    said = np.where(np.arange(44) % 5 == 0, 1 - truth, truth)
    few = bo.measure(truth, said, measures=[*COUNTED, "recall", "accuracy"])
    for name in COUNTED:
        assert few[name].method == "none"
        assert few[name].warnings == ("4 rows outside the most frequent class: an interval needs 5",)
    assert few["recall"].method == few["accuracy"].method == "Wilson"
    more = bo.measure(np.append(truth, 1), np.append(said, 1), measures=COUNTED)
    assert all(one.low < one.value < one.high for one in more.values())
    named = bo.measure(truth, said, measures=["kappa"], bootstrap="percentile")["kappa"]
    assert named.method.startswith("bootstrap percentile")


def test_a_constant_classifier_has_an_interval_with_width():
    truth = np.repeat([1, 0], [10, 90])
    made = bo.measure(truth, np.zeros(100, int), labels=[0, 1], measures=["balanced_accuracy", "gmean"])
    assert made["balanced_accuracy"].low < 0.5 < made["balanced_accuracy"].high
    assert made["gmean"].value == made["gmean"].low == 0 < made["gmean"].high
    perfect = bo.measure(truth, truth, measures=["mcc"])["mcc"]
    assert perfect.low < 0.9 < perfect.value == perfect.high == pytest.approx(1)


def test_resamples_that_nearly_all_agree_give_no_interval():
    """One row of next to no weight changes some resamples, and not their central share."""
    truth, said = np.repeat([0, 1], 50), np.zeros(100, int)
    said[50] = 1
    weight = np.where(said == 1, 1e-9, 1.0)
    made = bo.measure(truth, said, sample_weight=weight, labels=[0, 1], measures=["balanced_accuracy"])
    ends = made["balanced_accuracy"].low, made["balanced_accuracy"].high
    assert np.isnan(ends).all() or ends[0] < ends[1]


def test_many_classes_are_resampled():
    rng = np.random.default_rng(0)
    truth = np.arange(340) % 17
    said = np.where(rng.random(340) < 0.8, truth, rng.integers(0, 17, 340))
    assert bo.measure(truth, said, measures=["kappa"])["kappa"].method.startswith("bootstrap")
    assert bo.measure(truth % 16, said % 16, measures=["kappa"])["kappa"].method.startswith("Dirichlet")


@pytest.mark.parametrize("name", ["log_loss", "brier"])
def test_mistakes_that_did_not_come_are_counted(name):
    """Twenty rows, all nearly sure and right: one wrong row among fifty would cost far more than any that was seen."""
    rng = np.random.default_rng(1)
    y, p = rng.integers(0, 2, 20), rng.uniform(0.985, 0.995, 20)
    made = bo.measure(y, y_proba=np.where(y == 1, p, 1 - p), measures=[name])[name]
    wrong = {"log_loss": -np.log(0.01), "brier": 0.99**2}[name]
    assert made.low < made.value < 0.02 * wrong < made.high < 0.3 * wrong


def test_a_certain_answer_is_taken_as_it_is():
    made = bo.measure([1, 0, 1, 0], y_proba=[1.0, 0.2, 0.9, 0.0], measures=["log_loss"])["log_loss"]
    assert 0 <= made.low < made.value < made.high < np.inf


def test_rows_are_groups_of_one_row():
    """Of 15 rows .88 of the intervals of the median error covered; percentiles lie as far out as those of 15 groups."""
    rng = np.random.default_rng(4)
    y = rng.normal(size=15)
    said = y + rng.normal(size=15)
    alone, apart = (
        bo.measure(y, said, measures=["medae"], groups=groups, n_resamples=4000)["medae"]
        for groups in (None, np.arange(15))
    )
    assert alone.half_width == pytest.approx(apart.half_width, rel=0.1)
    of_rows, of_groups = tails_of(0.95, 15), tails_of(0.95, UnitShares.of_rows(np.arange(15), None))
    assert of_rows.shares.tolist() == pytest.approx(of_groups.shares.tolist())
    pair = [predictions_of(y, one, task="regression") for one in (said, y + rng.normal(size=15))]
    alone, apart = (
        paired_difference(*pair, "rmse", groups=groups, n_resamples=4000) for groups in (None, np.arange(15))
    )
    assert alone.half_width == pytest.approx(apart.half_width, rel=0.1)
