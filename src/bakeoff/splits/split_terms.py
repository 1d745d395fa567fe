"""The words of training and test rows, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="training_set",
            title="Training set: the rows that a learner may see",
            text="Everything that is learned is learned from these rows: the model, its settings, and how columns are scaled, filled and selected. Whatever "
            "was learned from test rows makes their error too small.",
            example="bakeoff run --train train.csv --test test.csv --target y --learner sklearn.naive_bayes.GaussianNB",
            reference="hastie2009",
            also=("training_data", "training_rows", "train_set", "training_part"),
        ),
        Term(
            name="test_set",
            title="Test set: rows that no part of the training has seen",
            text="Errors on these rows estimate the error on new rows. They are used once, at the end: a choice among learners or settings by these rows "
            "needs other rows for the estimate. One test set does not show how much other training sets would change the error.",
            example="bakeoff run --train train.csv --test test.csv --target y --learner sklearn.naive_bayes.GaussianNB",
            reference="hastie2009",
            also=("testing_set", "test_data", "test_rows", "test_part"),
        ),
        Term(
            name="validation_set",
            title="Validation set: rows that choose among settings",
            text="A part of the training rows that is kept aside to compare settings. The chosen score is too good, because it was chosen; the test set "
            "or the outer folds give the honest one.",
            example='bo.Tuned(learner, space, search="grid")',
            reference="cawley2010",
            also=("validation_data", "development_set", "tuning_set"),
        ),
        Term(
            name="stratification",
            title="Stratification: every fold has about the same share of each class",
            text="Without it a small class can be missing from a training or test part by chance. k-fold, hold-out and the bootstrap stratify where the "
            "target has classes; stratify=false turns it off.",
            example='scheme = "kfold(10)" and stratify = true under [resampling] of a study file',
            reference="kohavi1995",
            also=("stratified", "stratified_cross_validation", "stratified_k_fold", "strata"),
        ),
        Term(
            name="resampling",
            title="Resampling: the same rows are divided into training and test rows many times",
            text="One division shows one error; many show how it varies, and use all rows for testing. Training sets of different divisions share rows, so "
            "the errors are not independent, and tests over splits need a correction. Simple resampling tests each row once, multiple resampling more often.",
            example="bakeoff schemes",
            reference="kohavi1995",
            also=("re_sampling", "resampling_scheme", "splitting_scheme"),
        ),
        Term(
            name="simple_resampling",
            title="Simple resampling: each row is tested once",
            text="k-fold cross-validation and leave-one-out: test parts do not overlap, training parts do. Repeated, as 5x2 and 10x10, they become multiple resampling.",
            example="bakeoff explain kfold",
            reference="japkowicz2011",
            also=("simple_re_sampling",),
        ),
        Term(
            name="multiple_resampling",
            title="Multiple resampling: a row can be tested several times",
            text="Repeated cross-validation, repeated hold-out, the bootstrap and permutation tests. Estimates become more stable, but the scores are not "
            "independent: more repeats do not make more evidence about new data.",
            example="bakeoff explain bootstrap",
            reference="japkowicz2011",
            also=("multiple_re_sampling", "repeated_resampling"),
        ),
    ),
)
