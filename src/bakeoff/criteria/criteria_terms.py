"""The words of several criteria and of the choice of data sets, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="efficiency",
            title="Efficiency: what a learner gives for what it costs",
            text="Weighted positive measures divided by weighted negative ones, E(f). Each learner gets the weights that favour it most, by a "
            "linear programme, so that no learner exceeds 1 with them (data envelopment analysis). One that reaches 1 is efficient; for each other "
            "the result names efficient peers and the values that it would have to reach. Returns to scale are variable: the cheapest learner is always "
            "efficient, so baselines are marked and learners no better than chance flagged. With as many measures as learners nearly all are efficient.",
            example="bakeoff efficiency table.csv --positive accuracy,interpretability --negative fit_seconds",
            reference="nakhaeizadeh1997",
            also=("dea", "data_envelopment_analysis", "ccr", "bcc", "efficiency_method"),
        ),
        Term(
            name="pareto_front",
            title="Pareto front: learners that no other learner equals on every measure and beats on one",
            text="A learner outside the front is dominated: another one is at least as good on every measure and better on one. No weights of the "
            "measures make a dominated learner the only best one.",
            example="bo.efficiency(table).front",
            reference="charnes1978",
            also=("dominated", "pareto"),
        ),
        Term(
            name="classifier_map",
            title="Map of classifiers: learners in a plane by how they err, around the ideal classifier",
            text="The confusion matrices of a learner on all data sets are one vector. Distances between these vectors (L2, L1 or your own) are "
            "drawn in a plane: along a minimum-cost spanning tree (mcst), where each point keeps its distance to its neighbour in the tree and to "
            "the ideal, by classical scaling (mds) or by smacof. Stress and the worst pair state how faithful the plane is.",
            example="bakeoff map study.bakeoff --clouds -o map.svg",
            reference="alaiz2008",
            also=("map", "mcst", "mcst_projection", "ideal_classifier"),
        ),
        Term(
            name="cherry_picking",
            title="Cherry-picking: data sets chosen after their scores are seen",
            text="A mediocre learner wins if its authors choose the data sets on which it does. For each learner the fewest data sets are found "
            "that must be left out so that it alone has the best mean. The cure: choose data sets before, and name all of them.",
            example="bakeoff cherry-pick scores.csv",
            reference="laloudouana2003",
        ),
        Term(
            name="landmarker",
            title="Landmarker: the error of a simple learner, as a property of a data set",
            text="The errors of the nearest neighbour, a decision stump and naive Bayes tell what kind of problem a data set is. With size, classes, "
            "overlap and dimension they are characteristics; bo.domains asks which of them favour which learner, with p-values for all "
            "questions together.",
            example="bakeoff profile iris",
            reference="pfahringer2000",
            also=("landmarkers", "characteristics", "domain_effects"),
        ),
        Term(
            name="realism",
            title="Realism of artificial rows: can a classifier tell them from real ones?",
            text="The generator sees one half of the real rows; a classifier tries to separate its rows from the other half. An AUC of .5 means that "
            "it cannot, and the interval states what is not excluded.",
            example="bakeoff expand iris --rows 300 --check",
            reference="lopezpaz2017",
            also=("classifier_two_sample_test",),
        ),
    ),
)
