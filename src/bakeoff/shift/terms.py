"""The words of changing conditions and streams, each declared once: `bakeoff explain` and the documentation read them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="stationary",
            title="Stationary: rows come from one distribution that does not change",
            text="Training rows, test rows and the rows in use follow the same law of columns and classes. Only then does a test "
            "set say how good a model will be in use; every plain study assumes it.",
            example="bakeoff drift test.csv use.csv",
            reference="alaiz2008b",
        ),
        Term(
            name="population_drift",
            title="Population drift: the rows change, the classes of given rows do not",
            text="p(x) differs between training and test, p(class | x) is the same. A model that is right everywhere loses nothing; "
            "one that is wrong where rows were rare loses much. Old rows, weighted, tell how much: bo.drift.",
            example="bakeoff drift old.csv new.csv --target y --predictions answer",
            reference="alaiz2008b",
            also=("covariate_shift", "sample_selection_bias"),
        ),
        Term(
            name="class_definition_change",
            title="Class definition change: the classes of given rows change",
            text="p(class | x) differs between training and test; p(x) may be the same. It cannot be seen without new labels, and "
            "no weighting of old rows corrects for it; bo.drift tests it where both tables have labels.",
            example="conditions = a study with concept = 'more-complications' of bo.make('flu')",
            reference="alaiz2008b",
            also=("concept_shift", "concept_drift", "functional_relation_change"),
        ),
        Term(
            name="prior_shift",
            title="Prior shift: the classes change, the rows of a given class do not",
            text="p(class) differs between training and test, p(x | class) is the same. The columns change with it, for other classes have "
            "other columns. With labels of both tables bo.drift tests the shares of the classes.",
            example="bakeoff drift old.csv new.csv --target y",
            reference="morenotorres2012",
            also=("label_shift", "prior_probability_shift"),
        ),
        Term(
            name="performance_deterioration",
            title="Performance deterioration (pD): the share lost of what was learned",
            text="(error - ideal) / (trivial - ideal): 0 means nothing lost, 1 no better than the most frequent class of the test "
            "condition. 1 where the error exceeds the trivial one; undefined where training under the test condition does not help.",
            example="bo.performance_deterioration(24.7, 23.4, 32.9)",
            reference="alaiz2008b",
            also=("pd",),
        ),
        Term(
            name="prequential_error",
            title="Prequential error: each example is predicted first and learned from afterwards",
            text="The mean loss over a stream in that order, of all examples, of a sliding window, or with a fading factor.",
            example="bo.prequential(y, predicted, window=1000)",
            reference="gama2013",
            also=("prequential", "test_then_train", "sliding_window", "fading", "fading_factor"),
        ),
        Term(
            name="q_statistic",
            title="Q-statistic: which of two learners has lost less along a stream",
            text="The logarithm of the ratio of their losses, with or without fading: below 0 the first has lost less. It describes "
            "and does not test; bo.anytime_test tests.",
            example="bo.q_statistic(losses_a, losses_b, fading=0.995)",
            reference="gama2013",
        ),
        Term(
            name="importance_weighting",
            title="Importance weighting: what old rows say about new ones without labels",
            text="An old row counts as much more as rows like it are more frequent among the new ones. It assumes population drift, and "
            "old rows that the model was not trained on; where few old rows look like the new ones it cannot say much.",
            example="bo.drift((X_old, y_old), (X_new, None), model=model)",
            reference="shimodaira2000",
            also=("covariate_shift_correction",),
        ),
        Term(
            name="confidence_based_estimate",
            title="Performance by confidence (CBPE): what the model's own probabilities expect",
            text="Each new row counts for every class with the probability that the model gives it. It assumes that these probabilities "
            "are right on the new rows, which cannot be checked without their labels.",
            example="bo.drift((X_old, y_old), (X_new, None), model=model)",
            reference="guillory2021",
            also=("cbpe", "confidence_based_performance_estimation"),
        ),
    ),
)
