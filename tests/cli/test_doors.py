"""One set of doors: what Python can be asked, the shell can be asked, with the same answer; bad input gets one sentence."""

import json

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.comparisons import areas_of, two_proportions, wald, wald_from_summary
from bakeoff.core.errors import BadInput
from bakeoff.measures.classification.weka import weka_prior, weka_summary
from bakeoff.predictions.from_arrays import predictions_of

ROWS = "truth,a,b,s,p,f\n1,1,0,3,.9,1\n0,0,0,1,.2,1\n1,1,1,4,.8,2\n0,1,0,2,.6,2\n1,0,1,6,.3,3\n0,0,0,5,.1,3\n"
FOLDS = "fold,correct,incorrect\n1,35,15\n2,30,20\n3,37,13\n4,33,17\n5,40,10\n"
MATRIX = "truth,yes,no\nyes,400,100\nno,50,450\n"
RANKED = "place,relevant\n" + "".join(
    f"{i},{rel}\n" for i, rel in enumerate([1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0], start=1)
)
PAIRS = "fold,a,b\n1,0.8,0.7\n2,0.82,0.75\n3,0.79,0.74\n4,0.85,0.80\n5,0.81,0.79\n"


@pytest.fixture
def bakeoff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"rows": ROWS, "folds": FOLDS, "matrix": MATRIX, "ranked": RANKED, "pairs": PAIRS}.items():
        (tmp_path / f"{name}.csv").write_text(text)

    def call(*words):
        return CliRunner().invoke(cli, list(words))

    return call


def answer(bakeoff, *words):
    seen = bakeoff(*words, "--json")
    assert seen.exit_code == 0, seen.output
    assert bakeoff(*words).exit_code == 0
    return json.loads(seen.stdout)


def test_plan_takes_the_test_as_a_word(bakeoff):
    made = answer(bakeoff, "plan", "wilcoxon", "--effect", "1.64", "--sd", "12.105")
    assert made["n"] == bo.plan("wilcoxon", effect=1.64, sd=12.105).n
    assert made == answer(bakeoff, "plan", "--test", "wilcoxon", "--effect", "1.64", "--sd", "12.105")


def test_several_columns_of_predictions_stand_side_by_side(bakeoff):
    made = answer(bakeoff, "measure", "rows.csv", "--truth", "truth", "--pred", "a,b")
    truth, a, b = [1, 0, 1, 0, 1, 0], [1, 0, 1, 1, 0, 0], [0, 0, 1, 0, 1, 0]
    both = bo.measure_learners(truth, {"a": a, "b": b})
    for name in ("a", "b"):
        assert made["learners"][name]["measures"]["accuracy"]["value"] == both[name]["accuracy"].value
    assert "0.6667 [" in bakeoff("measure", "rows.csv", "--truth", "truth", "--pred", "a,b").stdout
    ranked = answer(bakeoff, "measure", "rows.csv", "--truth", "truth", "--score", "s,p", "--measures", "roc_auc")
    assert set(ranked["learners"]) == {"s", "p"}
    assert "learner" in both._repr_html_() or "accuracy" in both._repr_html_()
    assert list(both) == ["a", "b"]
    assert len(both) == 2


def test_the_best_of_several(bakeoff):
    words = ("compare", "rows.csv", "--truth", "truth", "--pred", "a,b", "--best")
    made = answer(bakeoff, *words)["best"]
    found = bo.best_of([1, 0, 1, 0, 1, 0], {"a": [1, 0, 1, 1, 0, 0], "b": [0, 0, 1, 0, 1, 0]})
    assert made["learner"] == found.learner == "b"
    assert (made["naive"]["value"], made["corrected"]["value"]) == (found.naive.value, found.corrected.value)
    assert "corrected for the choice" in bakeoff(*words).stdout
    assert bakeoff("compare", "pairs.csv", "--best").exit_code == 2


def test_unpaired_wald(bakeoff):
    a, b = [0.8, 0.82, 0.79, 0.85, 0.81], [0.7, 0.75, 0.74, 0.80, 0.79]
    expected = wald(a, b, paired=False).p_value
    for words in (("--unpaired",), ("--variant", "unpaired")):
        assert answer(bakeoff, "test", "wald", "pairs.csv", *words)["p_value"] == pytest.approx(expected)
    assert answer(bakeoff, "test", "unpaired_t", "pairs.csv")["n"] == 10  # the column of folds is no learner


def test_one_sided_verdicts(bakeoff):
    words = ("compare", "pairs.csv", "--rows", "runs")
    half, whole = (answer(bakeoff, *words, *more) for more in ((("--alternative", "greater")), ()))
    table = {"a": [0.8, 0.82, 0.79, 0.85, 0.81], "b": [0.7, 0.75, 0.74, 0.80, 0.79]}
    found = bo.compare(table, rows="runs", alternative="greater").pair("a", "b").pair.result.p_value
    assert half["pairs"][0]["p_value"] == pytest.approx(found)
    assert whole["pairs"][0]["p_value"] == pytest.approx(2 * found)


def test_counts_of_errors(bakeoff):
    """13 of 100 at 90 %: 0.13 +- 1.645 x 0.0336, as the notes have it."""
    made = answer(bakeoff, "measure", "--errors", "13", "--n", "100", "--level", ".9", "--interval", "wald")
    error = bo.measure_counts(13, 100, level=0.9, interval="wald").pooled["error"]
    assert made["measures"]["error"]["low"] == error.low == pytest.approx(0.13 - 1.6448536 * (0.13 * 0.87 / 100) ** 0.5)
    assert made["measures"]["accuracy"]["high"] == pytest.approx(1 - error.low)


def test_correct_and_incorrect_of_each_fold(bakeoff):
    made = answer(bakeoff, "measure", "folds.csv", "--test-share", "0.25")
    mean = bo.measure_counts([15, 20, 13, 17, 10], [50] * 5, test_share=0.25).mean["accuracy"]
    assert mean.value == pytest.approx(0.70)
    assert (made["mean"]["accuracy"]["low"], made["mean"]["accuracy"]["high"]) == (mean.low, mean.high)
    assert (round(mean.low, 3), round(mean.high, 3)) == (0.558, 0.842)
    assert [one["fold"] for one in made["folds"]] == ["1", "2", "3", "4", "5"]
    without = answer(bakeoff, "measure", "folds.csv")
    assert without["mean"]["accuracy"]["low"] is None
    assert "overlap" in without["warnings"][0]


def test_a_confusion_matrix(bakeoff):
    made = answer(bakeoff, "measure", "matrix.csv", "--confusion", "--positive", "yes")
    panel = bo.measure_confusion([[400, 100], [50, 450]], ["yes", "no"], positive="yes")
    assert made["n"] == panel.n == 1000
    assert made["measures"]["recall"]["value"] == panel["recall"].value == 0.8
    assert made["measures"]["f1"]["low"] == panel["f1"].low


def test_rates_with_their_numbers_of_rows(bakeoff, tmp_path):
    """The notes' own example, which has no whole errors: z = .717, one-sided p = .237."""
    typed = answer(bakeoff, "test", "two_proportions", "--a", "17.5%,50", "--b", "12.4%,50", "--alternative", "greater")
    expected = two_proportions(0.175 * 50, 50, 0.124 * 50, 50, alternative="greater")
    assert typed["statistic"] == pytest.approx(expected.statistic)
    assert round(typed["statistic"], 3) == 0.717
    assert round(typed["p_value"], 4) == 0.2367
    (tmp_path / "rates.csv").write_text("rate_a,n_a,rate_b,n_b\n17.5 %,50,0.124,50\n")
    assert answer(bakeoff, "test", "two_proportions", "rates.csv")["statistic"] == pytest.approx(expected.statistic)
    counts = answer(bakeoff, "test", "two_proportions", "--a", "13/100", "--b", "20/100")
    assert counts["p_value"] == pytest.approx(two_proportions(13, 100, 20, 100).p_value)


def test_a_difference_with_its_sigma(bakeoff):
    made = answer(bakeoff, "test", "wald", "--difference", ".15", "--se", ".05")
    assert made["statistic"] == pytest.approx(3)
    assert made["p_value"] == wald_from_summary(0.15, 0.05).p_value == pytest.approx(0.002699796)
    assert "n = " not in bakeoff("test", "wald", "--difference", ".15", "--se", ".05", "--steps").stdout


def test_a_statistic_to_p(bakeoff):
    made = answer(bakeoff, "table", "chi2", "--row", "1", "--statistic", "7.1")
    assert made["areas"]["p"] == areas_of("chi2", 7.1, 1)["p"] == pytest.approx(0.0077, abs=5e-5)


def test_wekas_summary(bakeoff):
    made = answer(bakeoff, "measure", "rows.csv", "--truth", "truth", "--proba", "p", "--folds", "f", "--weka")
    truth, proba, folds = [1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.8, 0.6, 0.3, 0.1], [1, 1, 2, 2, 3, 3]
    expected = weka_summary(predictions_of(truth, y_proba=proba, prior=weka_prior(truth, folds, 2)))
    assert made["totals"]["kb_information"] == pytest.approx(expected.kb_bits)
    assert made["totals"]["complexity_gain"] == pytest.approx(expected.complexity_gain)
    assert made["measures"]["rae_proba"]["value"] == pytest.approx(expected.rae)
    shown = bakeoff("measure", "rows.csv", "--truth", "truth", "--proba", "p", "--folds", "f", "--weka").stdout
    assert "K&B information score" in shown
    assert "ROC area" in shown


def test_the_schemes_are_listed(bakeoff):
    names = [one["name"] for one in answer(bakeoff, "schemes")["schemes"]]
    assert names == [one.name for one in bo.schemes]
    assert answer(bakeoff, "schemes", "5x2")["title"] == bo.schemes["5x2"].title
    assert bakeoff("schemes", "5x3").exit_code == 2


def test_a_ranked_list(bakeoff):
    names = "precision_at(3),recall_at(3),precision_at(5)"
    made = answer(bakeoff, "measure", "ranked.csv", "--truth", "relevant", "--rank", "place", "--measures", names)
    values = {name: one["value"] for name, one in made["measures"].items()}
    assert values == {
        "precision_at(3)": pytest.approx(2 / 3),
        "recall_at(3)": 0.5,
        "precision_at(5)": pytest.approx(0.6),
    }


def test_rows_that_tie_share_the_last_places():
    made = bo.measure([1, 1, 0, 0], y_score=[3, 2, 2, 1], measures=["precision_at(2)", "recall_at(2)"], level=None)
    assert made["precision_at(2)"].value == pytest.approx(0.75)  # one of the two that tie, drawn by lot
    assert made["recall_at(2)"].value == pytest.approx(0.75)


def test_sums_of_squares_of_least_squares_add_up(bakeoff):
    """Least squares with intercept on its own rows: residual and regression sums add up to the total."""
    import numpy as np

    x, y = np.arange(8.0), np.array([1.0, 3.1, 4.8, 7.4, 9.0, 10.6, 13.5, 14.9])
    fitted = np.polyval(np.polyfit(x, y, 1), x)
    made = bo.measure(y, fitted, measures=["rss", "ssreg", "sstot"], level=None)
    assert made["rss"].value + made["ss_reg"].value == pytest.approx(made["ss_tot"].value)
    assert made["ss_tot"].value == pytest.approx(np.sum((y - y.mean()) ** 2))


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (("plan", "sign", "--test", "wilcoxon", "--effect", "1", "--sd", "1"), "named twice"),
        (("measure",), "name a file of predictions, or type counts"),
        (("measure", "--errors", "13"), "belong together"),
        (("measure", "rows.csv", "--errors", "13", "--n", "100"), "leave the file out"),
        (("measure", "--errors", "130", "--n", "100"), "cannot be 130 errors in 100 rows"),
        (
            ("measure", "--errors", "13", "--n", "100", "--pred", "a"),
            "--pred is not for counts, but for predictions (--truth COLUMN)",
        ),
        (("measure", "--errors", "13", "--n", "100", "--interval", "bootstrap"), "closed interval"),
        (("measure", "--errors", "13", "--n", "100", "--test-share", ".1"), "mean over folds"),
        (("measure", "rows.csv"), "--truth"),
        (("measure", "rows.csv", "--confusion"), "counts cases"),
        (("measure", "pairs.csv", "--confusion"), "a row for each true class"),
        (("measure", "matrix.csv", "--confusion", "--positive", "ja"), "the classes are yes, no"),
        (("measure", "rows.csv", "--truth", "truth", "--pred", "a,a"), "twice"),
        (("measure", "rows.csv", "--truth", "truth", "--pred", "a,b", "--by", "f"), "--by"),
        (("measure", "rows.csv", "--truth", "truth", "--pred", "a,b", "--score", "s,p"), "not with two of them"),
        (("measure", "-", "--truth", "truth", "--pred", "a,b"), "save it as a file"),
        (("measure", "rows.csv", "--truth", "truth", "--rank", "s", "--score", "s"), "give one"),
        (("measure", "rows.csv", "--truth", "truth", "--proba", "p", "--weka"), "--folds"),
        (("measure", "rows.csv", "--truth", "truth", "--pred", "a", "--weka"), "--proba"),
        (("measure", "rows.csv", "--truth", "truth", "--pred", "a,b", "--per-class"), "one column"),
        (("test", "two_proportions"), "or type --a and --b"),
        (("test", "two_proportions", "--a", "13/100"), "needs --b too"),
        (("test", "two_proportions", "--a", "13", "--b", "3/10"), "17.5%,50 or 13/100"),
        (("test", "two_proportions", "--a", "175%,50", "--b", "3/10"), "0.175 or 17.5%"),
        (("test", "two_proportions", "pairs.csv", "--a", "1/2", "--b", "3/10"), "not both"),
        (("test", "wald", "--difference", ".1"), "needs --se too"),
        (("test", "wald", "--difference", ".1", "--se", "0"), "positive"),
        (("test", "sign", "--difference", ".1"), "does not take --difference"),
        (("test", "sign"), "needs a CSV file"),
        (("test", "sign", "pairs.csv", "--unpaired"), "compares pairs"),
        (("compare", "folds.csv"), "measure_counts"),
    ],
)
def test_what_is_refused_in_a_sentence(bakeoff, words, match):
    seen = bakeoff(*words)
    assert seen.exit_code == 2, seen.output
    assert match in " ".join(seen.output.split())
    assert json.loads(bakeoff(*words, "--json").stdout)["message"]


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: bo.measure_counts([1, 2], [10]), "pairs of counts"),
        (lambda: bo.measure_counts(1, 0), "at least 1"),
        (lambda: bo.measure_counts("many", 10), "must be numbers"),
        (lambda: bo.measure_counts(-1, 10), "at least 0"),
        (lambda: bo.measure_confusion([[1, 2, 3], [4, 5, 6]]), "a row and a column"),
        (lambda: bo.measure_confusion([[1, 2], [4, 5]], ["a", "a"]), "2 different classes"),
        (lambda: bo.measure_learners([1, 0], {}), "name of each learner"),
        (lambda: bo.measure_learners([1, 0], {"a": [1, 0]}, output="pred"), "y_pred, y_score, y_proba"),
    ],
)
def test_python_refuses_in_a_sentence(call, match):
    with pytest.raises(BadInput, match=match):
        call()


def test_explain_knows_commands(bakeoff):
    made = answer(bakeoff, "explain", "cherry-pick")
    assert made["kind"] == "command"
    assert "bakeoff cherry-pick --help" in bakeoff("explain", "cherry-pick").stdout
    assert bakeoff("explain", "chery-pick").exit_code == 2
