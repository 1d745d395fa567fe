"""The words of several criteria and of the choice of data sets, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

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
            also=(
                "mcst",
                "mcst_projection",
                "ideal_classifier",
                "mds",
                "multi_dimensional_scaling",
                "projection",
            ),
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
        Term(
            name="no_free_lunch",
            title="No free lunch: averaged over all problems, no learner is better than another",
            text="Where one learner wins on some kind of problem, it loses on another (Wolpert). So a comparison answers for the kind of data that it used, and the "
            "question worth asking is which kind favours which learner: bo.domains.",
            example="bakeoff domains study.bakeoff",
            reference="wolpert1996",
            also=("no_free_lunch_theorem", "nfl"),
        ),
        Term(
            name="community_experiment_effect",
            title="Community experiment effect (multiplicity): many people test on the same data sets",
            text="So many experiments are run on a public repository that some results look good by chance, and learners are slowly fitted to these data sets. "
            "New data, hidden labels or artificial data protect against it.",
            example="bakeoff cherry-pick scores.csv",
            reference="salzberg1997",
            also=("multiplicity_effect", "community_experiment"),
        ),
        Term(
            name="repository_based_approach",
            title="Repository-based approach: data sets from a public collection",
            text="Real data, cheap, and results of others to compare with; but the collection was not drawn at random from all problems, and it wears out by use "
            "(community experiment effect). Name all data sets that were tried.",
            example="bakeoff profile openml:61",
            reference="vanschoren2013",
            also=("repository", "data_repository", "benchmark_suite", "uci"),
        ),
        Term(
            name="artificial_data",
            title="Artificial data: rows drawn from a law that is known",
            text="As many rows as wanted, with known noise and a known best error, and one property can be changed at a time. Whether learners rank on them as on real "
            "rows must be shown: realism.",
            example="bakeoff expand iris --rows 300 --check",
            reference="agrawal1993",
            also=("synthetic_data", "artificial_domain", "simulated_data"),
        ),
        Term(
            name="web_based_exchange",
            title="Web-based exchange: owners lend data, others analyse them",
            text="The owner keeps the labels of the test rows, teams send predictions, and a board shows scores without giving the labels away.",
            example="bakeoff exchange --help",
            reference="vanschoren2013",
            also=("data_exchange", "lending_data", "challenge"),
        ),
    ),
)
