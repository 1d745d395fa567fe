"""The words of testing hypotheses, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="null_hypothesis",
            title="Null hypothesis (H0): the statement that a test tries to reject, usually that two learners do not differ",
            text="A small p-value is evidence against it; a large one does not show that it is true, only that this evidence does not contradict it. "
            "`bakeoff explain NAME` prints the null hypothesis of each test.",
            example="bakeoff explain mcnemar",
            reference="wasserstein2016",
            also=("h0", "null"),
        ),
        Term(
            name="alternative_hypothesis",
            title="Alternative hypothesis (H1): what holds if the null hypothesis does not",
            text="Two-sided: the learners differ, either way. One-sided: the first is better, a side that must be stated before the scores are seen.",
            example="bakeoff test paired_t scores.csv --alternative greater",
            reference="wasserstein2016",
            also=("h1", "alternative"),
        ),
        Term(
            name="hypothesis_testing",
            title="Hypothesis testing: is a difference larger than chance makes it?",
            text="State the null hypothesis and the level alpha, compute a statistic whose distribution is known if the null hypothesis is true, and reject "
            "where the statistic is among the most extreme alpha of it. In machine learning a hypothesis is also a model that a learner returns, h.",
            example="bakeoff compare scores.csv",
            reference="japkowicz2011",
            also=("hypothesis", "significance_test", "significance_testing", "statistical_test"),
        ),
        Term(
            name="critical_value",
            title="Critical value: where the region of rejection begins",
            text="The null hypothesis is rejected where the statistic reaches it. It depends on the level, on the degrees of freedom and on whether one side or "
            "both count. Comparing p with alpha gives the same answer.",
            formula=r"P(T \ge c_\alpha) = \alpha",
            symbols={"P": "probability if the null hypothesis is true", "T": "the statistic", "c_α": "critical value", "α": "level of significance"},
            example="bakeoff table t --row 9 --level 0.05",
            reference="student1908",
            also=("critical_region", "region_of_rejection", "rejection_region", "critical_values_table"),
        ),
        Term(
            name="degrees_of_freedom",
            title="Degrees of freedom (df): how many numbers can still vary freely",
            text="They say which curve of the t, chi-squared or F distribution a statistic is compared with: n - 1 for n paired differences, k - 1 for Friedman's "
            "chi-squared of k learners, 1 for McNemar's.",
            example="bakeoff table chi2 --row 1 --statistic 7.1",
            reference="student1908",
            also=("df",),
        ),
        Term(
            name="two_sided",
            title="Two-sided and one-sided tests: whether both directions count",
            text="A two-sided test rejects where the statistic is extreme either way, half of alpha in each tail. A one-sided test looks at one direction, stated "
            "before the scores are seen; its p is half as large if the direction was right.",
            example="bakeoff test wilcoxon scores.csv --alternative greater",
            reference="wasserstein2016",
            also=("two_tailed", "one_tailed", "one_sided", "two_tailed_test", "one_tailed_test", "tails", "one_sided_test", "two_sided_test"),
        ),
        Term(
            name="parametric_test",
            title="Parametric test: one that assumes a shape of distributions, such as normal differences",
            text="t-tests, Wald and ANOVA are parametric; sign, Wilcoxon, Friedman, McNemar and permutation tests are not. Where the assumption holds a "
            "parametric test finds smaller differences; where it fails its p-value can be wrong. `bakeoff tests` lists which tests are parametric.",
            example="bakeoff tests",
            reference="demsar2006",
            also=("parametric",),
        ),
        Term(
            name="non_parametric_test",
            title="Non-parametric test: one that assumes no shape of distributions",
            text="It reads ranks, signs, counts or permutations. It loses little power under normal differences (Wilcoxon 5 %, the sign test 36 %) and can gain much "
            "where some differences are extreme. It still assumes independent blocks.",
            example="bakeoff tests",
            reference="hodges1963",
            also=("nonparametric", "distribution_free_test"),
        ),
        Term(
            name="normality",
            title="Normality: that differences between learners follow a normal distribution",
            text="The paired t-test needs it of the differences, not of the scores, and hardly at all for many pairs. It is checked by the Shapiro-Wilk test and "
            "printed as an assumption; few pairs cannot contradict it.",
            example="bakeoff test paired_t scores.csv",
            reference="student1908",
            also=("normality_assumption", "shapiro_wilk", "normally_distributed"),
        ),
        Term(
            name="paired_test",
            title="Paired test: both learners have a score on each block",
            text="Same data set, same split or same row: what makes a block hard or easy cancels out in the difference, so that smaller differences are found. Every "
            "study here pairs learners on identical splits.",
            formula=r"d_i = a_i - b_i",
            symbols={"d_i": "difference on block i", "a_i": "score of the first learner on block i", "b_i": "score of the second"},
            example="bakeoff test paired_t scores.csv",
            reference="student1908",
            also=("paired", "matched_pairs", "matched_samples", "dependent_samples"),
        ),
        Term(
            name="unpaired_test",
            title="Unpaired test: scores of two learners that do not belong together",
            text="Different splits, data or numbers of folds. It needs larger differences, because the spread of blocks does not cancel out. unpaired_t is Welch's "
            "test, wald has an unpaired variant, two_proportions compares error rates of two test sets.",
            example="bakeoff test unpaired_t scores.csv",
            reference="welch1947",
            also=("unpaired", "independent_samples", "two_sample_test"),
        ),
        Term(
            name="type_i_error",
            title="Type I error: a difference is claimed where there is none",
            text="Its probability is the level alpha, if the assumptions hold. Many comparisons make it more likely that one of them errs; corrections such as "
            "Holm's keep the chance of any error at alpha. How often our tests err is measured in docs/how-honest.md.",
            formula=r"P(reject | H_0) = \alpha",
            symbols={"P": "probability", "reject": "the null hypothesis is rejected", "H_0": "the null hypothesis is true", "α": "level of significance"},
            example="bakeoff compare scores.csv --alpha 0.01",
            reference="dietterich1998",
            also=("type_1_error", "false_claim", "false_rejection"),
        ),
        Term(
            name="type_ii_error",
            title="Type II error: a difference that is there is not shown",
            text="Its probability, beta, is 1 - power. It falls with the difference and with the number of data sets, splits or rows; a study can be planned for it.",
            formula=r"\beta = 1 - power",
            symbols={"β": "probability of a type II error", "power": "chance that the difference is shown"},
            example="bakeoff plan paired_t --effect 0.02 --sd 0.04",
            reference="cohen1988",
            also=("type_2_error", "beta_error"),
        ),
        Term(
            name="omnibus_test",
            title="Omnibus test: do any of several learners differ?",
            text="One question about all learners at once: Friedman, Iman-Davenport, Quade, repeated-measures ANOVA, Cochran's Q. It does not say which pairs differ; "
            "post-hoc tests or one test for each pair do.",
            example="bakeoff test friedman scores.csv",
            reference="demsar2006",
            also=("omnibus",),
        ),
        Term(
            name="posthoc_test",
            title="Post-hoc test: which pairs differ, after several learners were compared",
            text="Nemenyi compares all pairs by mean ranks, Bonferroni-Dunn all with a control. A verdict here tests each pair by itself with Holm's method, because "
            "mean ranks depend on the other learners in the table.",
            example="bakeoff compare scores.csv --posthoc nemenyi",
            reference="demsar2006",
            also=("post_hoc", "post_hoc_test", "multiple_comparison_test"),
        ),
        Term(
            name="tukey_test",
            title="Tukey test (honestly significant difference): all pairs after an ANOVA",
            text="It compares means with the studentized range, as Nemenyi's test does with mean ranks, and assumes normal scores of equal variance. It is not "
            "offered here: take rm_anova and then paired t-tests with Holm's method, or nemenyi.",
            formula=r"q = (\bar x_a - \bar x_b) / \sqrt{MS / n}",
            symbols={
                "q": "the statistic, compared with the studentized range", "x̄_a": "mean of the first learner", "x̄_b": "mean of the second",
                "MS": "residual mean square of the ANOVA", "n": "number of blocks",
            },
            example="bakeoff compare scores.csv --rows runs --test paired_t --posthoc holm",
            reference="demsar2006",
            also=("tukey", "tukey_hsd", "hsd"),
        ),
    ),
)  # fmt: skip
