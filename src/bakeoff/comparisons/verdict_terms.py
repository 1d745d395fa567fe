"""The words that a verdict uses, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="p_value",
            title="p-value: how rare such evidence is between equal learners",
            text="The probability of evidence at least this extreme if the learners did not differ. A verdict claims a difference where p is at most "
            "alpha (0.05). p is not the probability that the learners are equal, and a small p does not mean a large difference: "
            "read the difference and its interval.",
            example="bakeoff compare scores.csv --alpha 0.01",
            reference="wasserstein2016",
            also=("p", "alpha", "significance", "significant", "level", "level_of_significance", "significance_level"),
        ),
        Term(
            name="adjusted_p",
            title="Adjusted p-value: p corrected for the number of comparisons",
            text="Among many pairs of equal learners some differ by chance. Holm's method raises the p-values, so that the chance of any false claim "
            "over all compared pairs stays at alpha. Fewer pairs (a baseline, planned pairs) need less correction.",
            example="bakeoff compare scores.csv --baseline tree --posthoc holm",
            reference="holm1979",
            also=(
                "holm",
                "bonferroni",
                "multiplicity",
                "multiple_comparisons",
                "multiple_testing",
                "family_wise_error",
                "correction",
            ),
        ),
        Term(
            name="confidence_interval",
            title="Confidence interval: the values of a difference or a score that the evidence does not contradict",
            text="A 95% interval is made by a rule that covers the true value in 95 of 100 studies. The interval of a pair is about this pair alone, "
            "the claim is adjusted for all pairs: an interval without zero can belong to a pair that is not shown to differ.",
            example="bakeoff measure predictions.csv --truth y --pred yhat --level 0.9",
            reference="newcombe1998",
            also=("interval", "intervals", "ci"),
        ),
        Term(
            name="pseudo_median",
            title="Pseudo-median: the typical difference between two learners",
            text="The median of the means of all pairs of differences (Hodges and Lehmann). It belongs to the Wilcoxon signed-rank test, and one "
            "data set with a very large difference hardly moves it. The mean can point the other way; the verdict then reports both.",
            example="bakeoff compare scores.csv",
            reference="hodges1963",
            also=("hodges_lehmann", "typical_difference"),
        ),
        Term(
            name="mean_rank",
            title="Mean rank: the average place of a learner over the data sets, 1 is best",
            text="On each data set the learners are ranked by their scores; ties share the mean of their ranks. Mean ranks order the table and the rank "
            "diagram. They do not decide a verdict, because they depend on which other learners are in the table.",
            example="bakeoff compare scores.csv --ranks",
            reference="demsar2006",
            also=("average_rank", "ranks", "rank"),
        ),
        Term(
            name="critical_difference",
            title="Critical difference: how far apart two mean ranks must be by Nemenyi's test",
            text="Learners whose mean ranks are closer are joined by a bar in the diagram of that test. Here it only describes: each pair has a test of "
            "its own, because mean ranks depend on the other learners in the table (Benavoli et al. 2016).",
            example="bakeoff compare scores.csv --posthoc nemenyi",
            reference="demsar2006",
            also=("cd", "critical_difference_diagram", "cd_diagram"),
        ),
        Term(
            name="comparison_matrix",
            title="Multiple comparison matrix: every pair of learners in one table",
            text="Each cell compares the learner of its row with the learner of its column: the mean difference, the data sets on which it is "
            "better, equal and worse, and the adjusted p-value. Difference, counts and unadjusted p are about these two learners alone: "
            "another learner in the table does not change them.",
            example="bakeoff compare scores.csv -o report.html",
            reference="ismailfawaz2023",
            also=("multiple_comparison_matrix", "mcm"),
        ),
        Term(
            name="power",
            title="Power: the chance that a study shows a difference that is there",
            text="It grows with the difference and with the number of data sets, splits or rows. A verdict that shows nothing names the smallest "
            "difference that this evidence would show with 80% power.",
            example="bakeoff plan wilcoxon --effect 0.02 --sd 0.04",
            reference="cohen1988",
            also=("smallest_detectable_difference", "sample_size"),
        ),
        Term(
            name="effect_size",
            title="Effect size: how large a difference is, beside whether it is shown",
            text="First the difference in the unit of the measure, with its interval. Beside it a number without a unit: Cohen's d (in standard "
            "deviations) or the rank-biserial correlation (from -1 to 1). Significant is not the same as large.",
            example="bakeoff test wilcoxon scores.csv",
            reference="cohen1988",
            also=("effect", "cohen_d", "rank_biserial"),
        ),
        Term(
            name="rope",
            title="Region of equivalence (rope): differences that do not matter in practice",
            text="State it before the scores are seen, in the unit of the measure (0.01 is one point of accuracy). A verdict can then be 'practically "
            "equivalent', if two one-sided tests against the borders of the region reject. Without it, 'not shown to differ' is not 'equal'.",
            example="bakeoff compare scores.csv --rope 0.01",
            reference="schuirmann1987",
            also=(
                "equivalence",
                "equivalent",
                "region_of_equivalence",
                "region_of_practical_equivalence",
                "tost_margin",
            ),
        ),
        Term(
            name="robustness",
            title="Robustness: does the verdict change with another test, another correction or fewer data sets?",
            text="The comparison is repeated with each other test and correction that fits, without each other learner and without each data set. "
            "'Unchanged in 18 of 18 checks' means that no single choice decided it.",
            example="bakeoff compare scores.csv --stability",
            reference="demsar2006",
            also=("robustness_checks", "robust"),
        ),
        Term(
            name="baseline",
            title="Baseline: the learner that all others are compared with",
            text="With a baseline only the pairs with it are compared, so that less correction is needed. A trivial baseline, such as the most "
            "frequent class, shows what is reached without looking at the columns.",
            example="bakeoff compare scores.csv --baseline tree",
            reference="demsar2006",
            also=("control", "reference_learner"),
        ),
    ),
)
