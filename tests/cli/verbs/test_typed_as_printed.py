"""Commands with the names, symbols and pictures of the lecture notes, typed as they are printed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

TABLE = """data,NB,SVM,AdaBoost,RandForest
Anneal,96.43,99.44,83.63,99.55
Audiology,73.42,81.34,46.46,79.15
Balance Scale,72.30,91.51,72.31,80.97
Breast Cancer,71.70,66.16,70.28,69.99
Contact Lenses,71.67,71.67,71.67,71.67
Pima Diabetes,74.36,77.08,74.35,74.88
Glass,70.63,62.21,44.91,79.87
Hepatitis,83.21,80.63,82.54,84.58
Hypothyroid,98.22,93.58,93.21,99.39
Tic-Tac-Toe,69.62,99.90,72.54,93.94
"""
ROWS = "y,p,f,s\n1,.95,1.2,.3\n0,.6,.4,.4\n1,.8,.9,.2\n0,.75,.2,.5\n1,.9,1.1,.6\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t10.csv").write_text(TABLE)
    Path("two.csv").write_text("\n".join(",".join(line.split(",")[:3]) for line in TABLE.splitlines()))
    Path("rows.csv").write_text(ROWS)
    Path("r4.csv").write_text("y,h\n1.2,1\n3,2.8\n2,2.5\n5,4.9\n")
    Path("k.csv").write_text("true,a,b,c\na,60,50,10\nb,10,100,40\nc,30,10,90\n")
    return lambda *words: CliRunner().invoke(cli, [str(word) for word in words])


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("test", "t-test", "two.csv"), "t-test is read as the paired t-test (paired_t)"),
        (("test", "paired t-test", "two.csv"), "robust to heavy tails: in simulations it called"),
        (("test", "Sign Test", "two.csv"), "difference NB - SVM:"),
        (("compare", "rows.csv", "--truth", "y", "--score", "p,f", "--positive", "1", "--no-stability"), "AUC"),
        (("test", "Sign Test", "two.csv"), "Sign test (exact binomial"),
        (("test", "Wilcoxon", "two.csv"), "p = .57"),
        (("test", "ANOVA", "t10.csv"), "Greenhouse-Geisser epsilon 0.686"),
        (("test", "Friedman's Test", "t10.csv", "--steps"), "rank sum R of NB = 26.5"),
        (("test", "Friedman", "t10.csv", "--steps"), "12 / (n k (k + 1)) Σ R² - 3 n (k + 1) = 8.22"),
        (("tests", "McNemar's test"), "mcnemar: McNemar test"),
        (("tests",), "label_permutation"),
        (("schemes", "Leave-One-Out"), "a row is tested  once"),
        (("measures", "NLPD"), "nlpd: Negative log predictive density"),
        (("measure", "rows.csv", "--truth", "y", "--pred", "f", "--sd", "s", "--task", "regression", "--measures", "MAE,R2,NLPD"), "nlpd"),
        (("measure", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1", "--measures", "AUC,ROC area"), "roc_auc"),
        (("measure", "--errors", "13", "--n", "100", "--interval", "Clopper Pearson"), "Clopper-Pearson"),
        (("curve", "ROC", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1"), "area"),
        (("curve", "Lift Chart", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1"), "Lift"),
        (("curve", "scores", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1", "--bins", "4"), "both classes common from"),
        (("curve", "ROC", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1", "--max-error", "0.05"), "(local error)"),
        (("compare", "t10.csv", "--test", "Friedman", "--posthoc", "Nemenyi", "--measure", "Acc"), "RandForest"),
        (("plan", "Wilcoxon", "--effect", "0.02", "--sd", "0.04"), "35 data sets"),
        (("table", "Z", "--confidence", "85.3"), "1.4502"),
        (("table", "Z", "--level", "0.853"), "for 85.3% confidence give the confidence, 85.3 (--confidence 85.3)"),
        (("measure", "r4.csv", "--truth", "y", "--pred", "h", "--task", "regression"), "4 rows are too few for an interval, which needs 6"),
        (("table", "chi-squared", "--row", "2", "--level", "0.05"), "5.9915"),
        (("table", "chi2", "--row", "1", "--statistic", "7.1", "--level", "0.01"), "χ² >= 6.635. The statistic lies inside"),
        (("explain", "No Free Lunch"), "Wolpert"),
        (("explain", "parametric"), "parametric_test"),
        (("explain", "AUC"), "Hand"),
        (("explain", "H-Measure"), "critics"),
    ],
    ids=lambda value: " ".join(value[:3]) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_it_works_as_printed(run, words, printed) -> None:
    done = run(*words)
    assert done.exit_code == 0, done.output
    assert printed in done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("test", "z", "two.csv"), "'z' may mean the test 'two_proportions' or 'wald'"),
        (("test", "permutation test", "two.csv"), "'permutation' or 'label_permutation'"),
        (("table", "t", "--confidence", "101"), "confidence is a share below 1 or a percentage"),
        (("table", "t", "--confidence", "1"), "confidence is a share below 1 or a percentage"),
        (("table", "t", "--confidence", "-5"), "confidence is a share below 1 or a percentage"),
        (("table", "t", "--confidence", "95", "--level", "0.1"), "not both"),
        (("table", "binomial", "--n", "4", "--p", "0.5", "--confidence", "95"), "the binomial table has no levels"),
        (("table", "chi2", "--row", "1", "--figure", "f.svg"), "add --statistic VALUE"),
        (("table", "q", "--row", "3", "--statistic", "2", "--figure", "f.svg"), "the distribution of q is not drawn"),
        (("table", "chi2", "--row", "1", "--statistic", "7.1", "--one-sided"), "has no one-sided form"),
        (("table", "chi2", "--row", "1", "--statistic", "7.1", "--level", "2"), "strictly between 0 and 1"),
        (("table", "t", "--row", "9", "--statistic", "2", "--level", ".1", "--level", ".2"), "one level"),
        (("measure", "--errors", "13", "--n", "100", "--steps"), "--steps is about one column of predictions"),
        (("measure", "rows.csv", "--truth", "y", "--pred", "f,p", "--task", "regression", "--steps"), "--steps is about one column"),
        (("curve", "scores", "rows.csv", "--truth", "y", "--score", "p,f", "--positive", "1"), "is about one column of scores"),
        (("curve", "roc", "rows.csv", "--truth", "y", "--score", "p", "--bins", "4"), "--bins is not for curve roc"),
        (("curve", "rok", "rows.csv"), "did you mean 'roc'?"),
        (("explain", "grid serch"), "did you mean 'grid_search'?"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence(run, words, told) -> None:
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert told in done.output
    assert done.output.strip().count("\n") == 0


@pytest.mark.parametrize(
    "words",
    [
        ("chi2", "--row", "1", "--statistic", "7.1"), ("t", "--row", "9", "--statistic", "-2.5"), ("t", "--row", "inf", "--statistic", "2"),
        ("z", "--statistic", "1.5", "--one-sided"), ("sign", "--row", "10", "--statistic", "9", "--one-sided"), ("wilcoxon", "--row", "10", "--statistic", "9"),
        ("wilcoxon", "--row", "10", "--statistic", "9", "--one-sided"),
    ],
)  # fmt: skip
def test_a_statistic_alone_is_drawn_with_its_labels(run, words) -> None:
    done = run("table", *words, "--figure", "f.svg")
    assert done.exit_code == 0, done.output
    drawn = Path("f.svg").read_text(encoding="utf-8")
    assert "level 0.05" in drawn
    assert "observed" in drawn


BREAST_CANCER = """Algo,Acc,RMSE,TPR,FPR,Prec,Rec,F,AUC
NB,71.7,.4534,.44,.16,.53,.44,.48,.7
C4.5,75.5,.4324,.27,.04,.74,.27,.4,.59
3NN,72.4,.5101,.32,.1,.56,.32,.41,.63
"""


def _shown(done) -> list[str]:
    """The measures that a panel shows, in their order."""
    return list(json.loads(done.stdout)["measures"])


def test_predicted_deviations_and_draws_are_judged_without_asking(run) -> None:
    given = ("measure", "rows.csv", "--truth", "y", "--task", "regression", "--level", "0", "--json")
    assert _shown(run(*given, "--pred", "f", "--sd", "s"))[-3:] == ["nlpd", "crps", "coverage"]
    assert _shown(run(*given, "--draws", "f,p,s"))[-1] == "crps_ensemble"
    assert _shown(run(*given, "--pred", "f"))[-1] == "spearman"


def test_errors_on_a_scale_come_first_for_ordered_classes(run) -> None:
    Path("grades.csv").write_text("y,h\n1,1\n2,3\n3,3\n3,2\n1,2\n")
    done = run("measure", "grades.csv", "--truth", "y", "--pred", "h", "--task", "ordinal", "--level", "0", "--json")
    assert _shown(done)[:2] == ["mae_ordinal", "mse_ordinal"]


def test_measures_of_which_more_is_better_are_named_one_by_one(run) -> None:
    Path("bc.csv").write_text(BREAST_CANCER.replace("Prec,Rec", "Hits,Finds"))
    named = ("compare", "bc.csv", "--columns", "measures", "--positive", "Hits", "--positive", "Finds")
    assert "Finds ↑" in run(*named).output
    refused = run("compare", "rows.csv", "--truth", "y", "--score", "p,f", "--positive", "1", "--positive", "0")
    assert refused.exit_code == 2
    assert "there is one positive class, and --positive names 2" in refused.output


def test_steps_of_measures(run) -> None:
    kappa = run(
        "measure", "k.csv", "--confusion", "--measures", "Kappa,macro precision", "--steps", "--level", "0"
    ).output
    assert "p_e = (120 × 100 + 150 × 160 + 130 × 140) / 400² = 0.33875" in kappa
    assert "Filled in: (0.625 - 0.33875) / (1 - 0.33875)" in kappa
    assert "a: 60 / 100 = 0.6" in kappa
    given = ("measure", "rows.csv", "--truth", "y", "--proba", "p", "--positive", "1", "--prior", "0.4,0.6")
    rows = run(*given, "--measures", "AUC,Info S,Prec,accuracy", "--steps", "--level", "0").output
    assert "Pairs: 3 × 2 = 6; the positive row is higher in 6, equal in 0, lower in 0" in rows
    assert "0.25                 0.4     -0.3219" in rows
    assert "Filled in: 3 / (3 + 2)" in rows
    body = json.loads(run(*given, "--measures", "Rec", "--steps", "--json").stdout)
    assert "Filled in: 3 / (3 + 0)" in body["steps"]


def test_steps_of_numbers_and_of_what_is_undefined(run) -> None:
    given = ("measure", "rows.csv", "--truth", "y", "--pred", "f", "--task", "regression", "--level", "0", "--steps")
    shown = run(*given, "--measures", "RMSE,R2").output
    assert "of which the root is taken" in shown
    assert "SS_res = 0.26, SS_tot = 1.2" in shown
    Path("one.csv").write_text("y,p\n1,0\n1,0\n0,0\n")
    assert "Undefined: no row was predicted positive." in run("measure", "one.csv", "--truth", "y", "--pred", "p", "--positive", "1", "--measures", "precision", "--steps").output  # fmt: skip


def test_bootstrap_with_neighbours_is_warned_about(run) -> None:
    Path("study.toml").write_text(
        'title = "b"\nmeasures = ["Accuracy"]\n[learners.knn]\nuse = "sklearn.neighbors.KNeighborsClassifier"\n[learners.zero]\nuse = "ZeroR"\n'
        '[[datasets]]\nname = "iris"\n[resampling]\nscheme = "bootstrap(20)"\n'
    )
    done = run("check")
    assert done.exit_code == 0, done.output
    assert "knn by nearest neighbours counts copies as several neighbours" in done.output
    assert "20 bootstrap samples: 200 or more are usual" in done.output


def test_bogus_scores_have_their_mean_and_range(run) -> None:
    done = run(
        "test",
        "Label permutation",
        "iris",
        "--learner",
        "sklearn.naive_bayes.GaussianNB",
        "--resamples",
        "5",
        "--scheme",
        "3-fold",
    )
    assert done.exit_code == 0, done.output
    assert "scores there 0." in done.output
    assert "mean 0." in done.output


def test_scores_by_class_are_drawn(run) -> None:
    words = ("curve", "scores", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1", "-o")
    for file in ("scores.svg", "scores.html"):
        assert run(*words, file).exit_code == 0
        assert "share of the class" in Path(file).read_text(encoding="utf-8")


def test_the_page_of_a_roc_curve_shows_the_scores_by_class(run) -> None:
    assert (
        run("curve", "ROC", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1", "-o", "roc.html").exit_code
        == 0
    )
    assert "Scores by class" in Path("roc.html").read_text(encoding="utf-8")


def test_the_cost_curve_has_the_trivial_classifiers(run) -> None:
    assert (
        run("curve", "cost", "rows.csv", "--truth", "y", "--score", "p", "--positive", "1", "-o", "cost.svg").exit_code
        == 0
    )
    drawn = Path("cost.svg").read_text(encoding="utf-8")
    assert "always negative" in drawn
    assert "always positive" in drawn


LEARNERS = "y,nb,knn,tree\n1,.95,.7,1\n0,.6,.2,0\n1,.8,.6,1\n0,.75,.4,1\n1,.9,.9,1\n0,.1,.3,0\n1,.4,.8,0\n0,.2,.1,0\n"


def test_the_printed_table_of_learners_by_measures(run) -> None:
    Path("p.csv").write_text(LEARNERS)
    words = ("measure", "p.csv", "--truth", "y", "--proba", "nb,knn,tree", "--positive", "1", "--level", "0")
    done = run(*words, "--measures", "Acc,TPR,FPR,Prec,Rec,F,AUC,Info S,RMSE", "--prior", ".5,.5")
    assert done.exit_code == 0, done.output
    assert "each column of --proba is taken as the probability of the positive class by one learner" in done.stderr
    assert "nb         0.6250   0.7500   0.5000     0.6000   0.6667   0.8750" in done.output
    assert "rmse: RMSE is for numbers, not for two classes; take rmse_proba" in done.output


def test_two_columns_of_probabilities_are_of_two_classes_where_they_sum_to_one(run) -> None:
    Path("p.csv").write_text("y,a,b,p_0,p_1\n1,.3,.7,.1,.2\n0,.6,.4,.2,.3\n1,.2,.8,.9,.9\n")
    shown = ("measure", "p.csv", "--truth", "y", "--level", "0", "--json", "--proba")
    assert "measures" in json.loads(run(*shown, "a,b").stdout)  # one panel, not one for each column
    named = run(*shown, "p_0,p_1")  # by their names of classes, which their sums contradict
    assert named.exit_code == 2
    assert "the probabilities sum to 0.3, not to 1" in named.output


def test_the_page_of_measures_shows_the_scores_by_class(run) -> None:
    Path("p.csv").write_text(LEARNERS)
    words = ("measure", "p.csv", "--truth", "y", "--positive", "1", "--level", "0", "-o", "m.html")
    for option, columns, pictures in (("--score", "nb", 1), ("--proba", "nb,knn", 2), ("--pred", "tree", 0)):
        assert run(*words, option, columns).exit_code == 0
        page = Path("m.html").read_text(encoding="utf-8")
        assert page.count("<figcaption") == pictures
        assert ("Scores by class" in page) == (pictures > 0)
        assert ("common" in page) == (pictures > 0)


def test_a_map_of_one_learner_and_the_vectors_of_the_notes(run) -> None:
    Path("one.csv").write_text("learner,truth,predicted,count\nnb,a,a,40\nnb,a,b,10\nnb,b,a,5\nnb,b,b,45\n")
    done = run("map", "one.csv", "--vectors", "-o", "map.svg")
    assert done.exit_code == 0, done.output
    assert "nb is 15.8 from the ideal classifier." in done.output
    assert "a→b                 0  10" in done.output
    assert "ideal" in Path("map.svg").read_text(encoding="utf-8")
    shown = json.loads(run("map", "one.csv", "--vectors", "--json").stdout)
    assert shown["vectors"] == {"ideal": [50, 0, 0, 50], "nb": [40, 10, 5, 45]}
