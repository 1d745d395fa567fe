"""The decision table behind `bo.advise`: what to measure, how to split, which data, which test, and why. Data, not code."""

from dataclasses import dataclass

from bakeoff.comparisons.significance.cross_validation import FIVE_BY_TWO_F, TEN_BY_TEN
from bakeoff.comparisons.significance.many_learners.aligned_ranks import ALIGNED_RANKS
from bakeoff.comparisons.significance.many_learners.anova import RM_ANOVA
from bakeoff.comparisons.significance.many_learners.cochran import COCHRAN_Q
from bakeoff.comparisons.significance.many_learners.friedman import FRIEDMAN
from bakeoff.comparisons.significance.many_learners.quade import QUADE
from bakeoff.comparisons.significance.permutation import PERMUTATION
from bakeoff.comparisons.significance.rows.cluster_t import CLUSTER_T
from bakeoff.comparisons.significance.rows.delong import DELONG
from bakeoff.comparisons.significance.rows.diebold_mariano import DIEBOLD_MARIANO
from bakeoff.comparisons.significance.rows.giacomini_white import GIACOMINI_WHITE
from bakeoff.comparisons.significance.rows.mcnemar import MCNEMAR
from bakeoff.comparisons.significance.sign import SIGN
from bakeoff.comparisons.significance.t import CORRECTED_T, PAIRED_T
from bakeoff.comparisons.significance.tost import TOST
from bakeoff.comparisons.significance.wilcoxon import WILCOXON

__all__ = ["PURPOSES", "RULES", "AdviceRow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceRow:
    """One line of the table: where it applies, what it recommends, and the reason."""

    topic: str  # "measure", "resampling", "data sets", "test", "tuning", "reading"
    when: str  # the situation in words
    needs: tuple[
        tuple[str, object], ...
    ]  # every (answer, value) must hold; numbers as ("rows", ("<", 100)); ("is not", True) holds where it is not known
    take: tuple[str, ...]  # names of measures, schemes or tests
    why: str
    reference: str = ""


PURPOSES: dict[str, str] = {
    "new-on-domain": "a new method against others on one specific domain",
    "new-on-benchmark": "a new generic method against others on benchmark domains",
    "characterize": "characterise generic methods on benchmark domains",
    "application": "find the best of several methods for one application",
}

RULES: tuple[AdviceRow, ...] = (
    # What to measure
    AdviceRow(topic="measure", when="the application knows what errors cost", needs=(("costs", True),),
         take=("expected_cost", "net_benefit"), why="the purpose is clear, so measure it: costs make all other choices for you"),
    AdviceRow(topic="measure", when="classes are skewed", needs=(("imbalance", True), ("task", "binary")),
         take=("average_precision", "mcc", "balanced_accuracy", "f1"),
         why="accuracy rewards the majority class: always answering it scores as high as the class is frequent"),
    AdviceRow(topic="measure", when="classes are skewed, more than two of them", needs=(("imbalance", True), ("task", "multiclass")),
         take=("balanced_accuracy", "f1_macro", "kappa"), why="macro averages and chance correction give rare classes a voice"),
    AdviceRow(topic="measure", when="the order of cases matters, not a threshold", needs=(("ranking", True),),
         take=("roc_auc", "average_precision"), why="ranking measures need no threshold; with few positives prefer average precision"),
    AdviceRow(topic="measure", when="a distribution of the target is predicted", needs=(("probabilities", True), ("task", "regression")),
         take=("nlpd", "crps", "coverage"), why="proper scores of a predictive distribution; coverage shows whether its intervals hold what they promise"),
    AdviceRow(topic="measure", when="probabilities will be used as such", needs=(("probabilities", True), ("task", ("is not", "regression"))),
         take=("log_loss", "brier", "ece"), why="proper scores reward honest probabilities; accuracy cannot see them"),
    AdviceRow(topic="measure", when="classes have an order", needs=(("task", "ordinal"),),
         take=("mse_ordinal", "mae_ordinal", "kappa_quadratic"),
         why="a near miss is better than a far one: mse_ordinal where large errors matter most, mae_ordinal where they are tolerated; plain accuracy counts all alike"),
    AdviceRow(topic="measure", when="the target is a number", needs=(("task", "regression"),), take=("mae", "rmse", "r2"),
         why="mean absolute error is in the target's units and robust; squared error where large misses hurt most"),
    AdviceRow(topic="measure", when="clusters against known classes", needs=(("task", "clustering"),), take=("ari", "nmi", "v_measure"),
         why="they ignore the names of clusters; the adjusted Rand index is corrected for chance"),
    AdviceRow(topic="measure", when="balanced classes, all errors alike", needs=(("imbalance", False), ("task", "binary")),
         take=("accuracy", "mcc", "roc_auc"), why="accuracy is meaningful here; the others do not depend on one threshold"),
    AdviceRow(topic="measure", when="several balanced classes", needs=(("imbalance", False), ("task", "multiclass")),
         take=("accuracy", "kappa"), why="accuracy with chance correction beside it"),
    # How to split
    AdviceRow(topic="resampling", when="very few rows, high error", needs=(("rows", ("<", 100)), ("error", (">", 0.3))),
         take=("bootstrap e0",), why="on tiny data the bootstrap has the least variance; e0 is good where the true error is high"),
    AdviceRow(topic="resampling", when="very few rows, low error", needs=(("rows", ("<", 100)), ("error", ("<=", 0.3))),
         take=("bootstrap .632",), why="e0 is pessimistic; .632 corrects it and is good where the true error is low (not for nearest neighbours)"),
    AdviceRow(topic="resampling", when="very few rows", needs=(("rows", ("<", 100)), ("error", None)),
         take=("bootstrap .632+", "10x10 cross-validation"), why="on tiny data one cross-validation is too noisy; the bootstrap or many repeats steady it"),
    AdviceRow(topic="resampling", when="ordinary size", needs=(("rows", (">=", 100)), ("rows", ("<", 10_000))),
         take=("10x10 cross-validation", "5x2 cross-validation"),
         why="repeats steady the estimate; 10x10 trains on nine tenths of the rows and has more power, 5x2 is quick"),
    AdviceRow(topic="resampling", when="many rows", needs=(("rows", (">=", 10_000)),), take=("hold-out", "10-fold cross-validation"),
         why="one large test set is enough; vary the training set only if its variation matters"),
    AdviceRow(topic="resampling", when="skewed classes", needs=(("imbalance", True),), take=("stratified folds",),
         why="every fold then contains its share of each class"),
    AdviceRow(topic="resampling", when="rows come in groups", needs=(("groups", True),), take=("grouped folds",),
         why="rows of one patient or user must not be in training and test at once"),
    AdviceRow(topic="resampling", when="rows come in time", needs=(("time", True),), take=("rolling origin",),
         why="the future must not predict the past"),
    # Which data
    AdviceRow(topic="data sets", when="one specific domain", needs=(("purpose", "new-on-domain"),), take=("that domain", "neighbouring domains"),
         why="the claim reaches as far as the domain; neighbours show where it ends"),
    AdviceRow(topic="data sets", when="a new method on a benchmark", needs=(("purpose", "new-on-benchmark"),),
         take=("at least 10 varied data sets", "artificial data with the property the method is made for"),
         why="no method wins everywhere: choose the data before seeing results, and report where it loses"),
    AdviceRow(topic="data sets", when="characterise generic methods", needs=(("purpose", "characterize"),),
         take=("many data sets spread over size, classes, noise", "artificial data with known truth"),
         why="the aim is to learn which properties favour which method, not to name one winner"),
    AdviceRow(topic="data sets", when="an application", needs=(("purpose", "application"),), take=("the application's own data, fresh rows kept for the end",),
         why="performance elsewhere is weak evidence; drift between now and deployment matters more"),
    AdviceRow(topic="data sets", when="data sets of a repository", needs=(("source", "repository"),),
         take=("data sets chosen before scores are seen", "some that nobody has used yet"),
         why="easy to get, real and the same for everybody; but results need not generalise, features are already engineered, the rest of the mining process is missing, "
             "and of many experiments by a whole community on the same rows some succeed by chance", reference="laloudouana2003"),
    AdviceRow(topic="data sets", when="artificial data", needs=(("source", "artificial"),),
         take=("real data sets beside it", "several generators"),
         why="the truth is known, one property can be changed at a time and new rows cost nothing; but real data follows no model, and a learner that assumes the generator's "
             "model has an unfair advantage"),
    AdviceRow(topic="data sets", when="data that others lend", needs=(("source", "exchange"),),
         take=("a challenge whose labels stay hidden (bakeoff exchange), or a plan and its predictions without the rows (bakeoff export --plan, bakeoff import)",),
         why="new problems and an expert who knows what the answer is for; but agree beforehand on the question, the measure and who checks the quality"),
    AdviceRow(topic="data sets", when="real data expanded artificially", needs=(("source", "expanded"),),
         take=("a check of realism (bakeoff expand --check)", "a test set of real rows only"),
         why="size and imbalance can be varied on realistic data; artificial rows contain no new information, so they never test", reference="lopezpaz2017"),
    # Which test
    AdviceRow(topic="test", when="one test set whose rows come in groups", needs=(("datasets", 1), ("evidence", "rows"), ("groups", True)),
         take=(CLUSTER_T.name, PERMUTATION.name), why="rows of one patient or document are right or wrong together: tests must count groups (compare --groups)", reference="pustejovsky2018"),
    AdviceRow(topic="test", when="rankings of one test set whose rows come in groups", needs=(("datasets", 1), ("evidence", "scores"), ("groups", True)),
         take=(DELONG.name, PERMUTATION.name), why="compare --groups adds up DeLong's placements within groups and counts groups; exchanging whole groups takes the learners to be exchangeable", reference="obuchowski1997"),
    AdviceRow(topic="test", when="rows, or origins, that come in time", needs=(("datasets", 1), ("time", True)),
         take=(DIEBOLD_MARIANO.name, GIACOMINI_WHITE.name), why="neighbours in time have similar differences, and tests that take them for independent find winners where there are none: name the column of times (compare --time); Giacomini and White's test asks whether one is ahead in some times only", reference="diebold1995"),
    AdviceRow(topic="test", when="two learners, one test set, right or wrong", needs=(("algorithms", 2), ("datasets", 1), ("evidence", "rows"), ("groups", ("is not", True)), ("time", ("is not", True))),
         take=(MCNEMAR.name, PERMUTATION.name), why="only rows on which exactly one is right carry evidence", reference="dietterich1998"),
    AdviceRow(topic="test", when="two rankings of one test set", needs=(("algorithms", 2), ("datasets", 1), ("evidence", "scores"), ("groups", ("is not", True)), ("time", ("is not", True))),
         take=(DELONG.name,), why="the AUCs share their rows, so their errors go together", reference="delong1988"),
    AdviceRow(topic="test", when="two learners, splits of one data set", needs=(("algorithms", 2), ("datasets", 1), ("evidence", "folds"), ("time", ("is not", True))),
         take=(CORRECTED_T.name, TEN_BY_TEN.name, FIVE_BY_TWO_F.name), why="training sets overlap: the plain t-test errs far too often; the 5x2cv F test errs more often than the corrected t-test on the same splits", reference="nadeau2003"),
    AdviceRow(topic="test", when="many learners, splits of one data set", needs=(("algorithms", (">", 2)), ("datasets", 1), ("evidence", "folds"), ("time", ("is not", True))),
         take=(f"{CORRECTED_T.name} with holm",), why="pair by pair with Holm; Friedman and ANOVA assume independent splits", reference="nadeau2003"),
    AdviceRow(topic="test", when="many rankings of one test set", needs=(("algorithms", (">", 2)), ("datasets", 1), ("evidence", "scores"), ("groups", ("is not", True)), ("time", ("is not", True))),
         take=(f"{DELONG.name} with holm", f"{PERMUTATION.name} with holm"), why="the AUCs share their rows: pair by pair, with Holm's correction over all pairs", reference="delong1988"),
    AdviceRow(topic="test", when="two learners, independent runs on one data set", needs=(("algorithms", 2), ("datasets", 1), ("evidence", "runs")),
         take=(PAIRED_T.name, WILCOXON.name), why="runs are independent and their differences share one scale: test the mean; pair runs by their seed"),
    AdviceRow(topic="test", when="many learners, independent runs on one data set", needs=(("algorithms", (">", 2)), ("datasets", 1), ("evidence", "runs")),
         take=(f"{PAIRED_T.name} with holm", RM_ANOVA.name, FRIEDMAN.name), why="pairwise tests with Holm show which learners differ; the others only whether any do"),
    AdviceRow(topic="test", when="one learner", needs=(("algorithms", 1),), take=("label_permutation",),
         why="alone it can be compared with chance only: give its score with an interval, and run a trivial baseline beside it", reference="ojala2010"),
    AdviceRow(topic="test", when="many learners, one test set", needs=(("algorithms", (">", 2)), ("datasets", 1), ("evidence", "rows"), ("groups", ("is not", True)), ("time", ("is not", True))),
         take=(COCHRAN_Q.name, f"{MCNEMAR.name} with holm"), why="first whether any differ, then which", reference="cochran1950"),
    AdviceRow(topic="test", when="two learners, many data sets", needs=(("algorithms", 2), ("datasets", (">", 1))),
         take=(WILCOXON.name, SIGN.name), why="data sets are independent but not on one scale: ranks or signs of differences", reference="demsar2006"),
    AdviceRow(topic="test", when="many learners, many data sets, all pairs",
         needs=(("algorithms", (">", 2)), ("datasets", (">", 1)), ("baseline", False)),
         take=(f"{WILCOXON.name} with holm",), why="each pair by its own test: the result does not depend on which other learners are in the table; ranks and Friedman's test are descriptive", reference="benavoli2016"),
    AdviceRow(topic="test", when="many learners, many data sets, one baseline",
         needs=(("algorithms", (">", 2)), ("datasets", (">", 1)), ("baseline", True)),
         take=(f"{WILCOXON.name} with holm",), why="fewer questions, more power: each learner against the baseline by its own test, Holm's correction over these pairs only", reference="benavoli2016"),
    AdviceRow(topic="test", when="few learners, scores on one scale everywhere",
         needs=(("algorithms", (">", 2)), ("datasets", (">", 1)), ("commensurable", True)),
         take=(ALIGNED_RANKS.name, QUADE.name, RM_ANOVA.name), why="whether any learner differs, with more power than Friedman's test if differences are comparable across data sets; pairwise tests show which", reference="garcia2010"),
    AdviceRow(topic="test", when="the question is sameness", needs=(("equivalence", True),), take=(TOST.name, "bayes_signed_rank", "bayes_correlated_t"),
         why="a large p shows nothing; equivalence needs a margin named beforehand", reference="benavoli2017"),
    # How to choose settings
    AdviceRow(topic="tuning", when="settings are chosen", needs=(("parameters", (">", 0)),), take=("nested cross-validation (bo.Tuned, tune = {...})",),
         why="settings that were chosen by looking at test rows make every score too good: choose them inside each training part", reference="varma2006"),
    AdviceRow(topic="tuning", when="one setting", needs=(("parameters", 1),), take=("grid over orders of magnitude",),
         why="a few values, each ten times the one before, show the whole curve; an arithmetic series leaves most of the range untried"),
    AdviceRow(topic="tuning", when="several settings", needs=(("parameters", (">", 1)),), take=("random search",),
         why="usually few of them matter, and nobody knows which: 16 candidates on a grid try 4 values of each of two settings, 16 random ones try 16", reference="bergstra2012"),
    AdviceRow(topic="tuning", when="settings are chosen", needs=(("parameters", (">", 0)),),
         take=("a learner without settings beside them",),
         why="linear regression, linear discriminant analysis, Gaussian naive Bayes, Bayesian ridge regression and Gaussian processes need no tuning; if tuning does not beat them, leave it out"),
    AdviceRow(topic="tuning", when="no setting is chosen", needs=(("parameters", ("<", 1)),), take=("the settings named before the run",),
         why="nothing was chosen on test rows, so no score is too good for that reason; rivals with settings deserve tuning"),
    # How to read it
    AdviceRow(topic="reading", when="a new method is proposed", needs=(("purpose", "new-on-benchmark"),), take=("the new method as baseline",),
         why="only pairs with the new method matter, so only they share alpha; tune its rivals as carefully as it was tuned"),
    AdviceRow(topic="reading", when="a new method on one domain", needs=(("purpose", "new-on-domain"),), take=("the new method as baseline",),
         why="splits of one data set are evidence about this domain only"),
    AdviceRow(topic="reading", when="methods are characterised", needs=(("purpose", "characterize"),), take=("ranks by property of the data",),
         why="a mean rank over all data sets hides where each method wins: look at groups of data sets (compare --by)"),
    AdviceRow(topic="reading", when="the best is picked for an application", needs=(("purpose", "application"),), take=("a last estimate on fresh rows",),
         why="the score of the one picked for being best is optimistic; among those not shown to differ take the cheapest"),
    AdviceRow(topic="reading", when="two learners, few data sets", needs=(("algorithms", 2), ("datasets", (">", 1)), ("datasets", ("<", 6))),
         take=("at least six data sets",), why="below six the exact signed-rank and sign tests cannot reach .05 whatever the outcome"),
    AdviceRow(topic="reading", when="many learners, few data sets", needs=(("algorithms", (">", 2)), ("datasets", (">", 1)), ("datasets", ("<", 13))),
         take=("data sets enough for the pairs", "a baseline or planned pairs"),
         why="n data sets give no p below 2^(1-n): all pairs at .05 need 7 for 3 learners, 8 for 4, 9 for 5, 11 for 10, 13 for 20; fewer pairs need fewer"),
    AdviceRow(topic="reading", when="very many rows", needs=(("rows", (">=", 100_000)),), take=("a region of equivalence",),
         why="everything is significant: look at the size of the difference and at whether the data represent the application"),
)  # fmt: skip
