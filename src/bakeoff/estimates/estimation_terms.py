"""The words of estimating an error, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="generalisation_error",
            title="Generalisation error: the error on rows that are not yet known",
            text="Four intervals can be asked for. corrected_t_interval: the default, no fits beside those of a study. nested_cv_interval: where the "
            "interval must be right and fits are cheap; it is about the model trained on all rows. conservative_z_interval: where it should rather "
            "be too wide, and there is time for many splits of halves. bayle_interval: many rows and a stable learner; it is about the fitted models "
            "only. bakeoff explain NAME shows for each how often it covered the error in simulations. Of the best of many learners, see bbc_cv.",
            example='bo.generalisation_error(learner, data, method="nested_cv")',
            reference="bates2024",
            also=("generalization_error", "true_error", "test_error", "generalisation", "generalization"),
        ),
        Term(
            name="training_error",
            title="Training error: the error on the rows that a model was trained on",
            text="It is too optimistic, by far so where a learner memorises its rows. A study with training_error = true stores it beside the test error "
            "and shows the gap; with a bootstrap it gives .632 and .632+.",
            example="training_error = true under [curves] of a study file",
            reference="efron1983",
            also=("resubstitution", "resubstitution_error", "apparent_error", "overfitting", "gap"),
        ),
        Term(
            name="bootstrap_error",
            title="e0: the bootstrap error on rows that were left out",
            text="A model is trained on a bootstrap sample and tested on the rows that are not in it. Here e0 is the mean over rows, each row with the "
            "mean over the models that did not train on it; the mean over samples is shown beside it. It is pessimistic, because a sample holds "
            "63.2 % of the distinct rows.",
            example='bo.Study(..., scheme="bootstrap(200)", training_error=True)',
            reference="efron1983",
            also=("e0_error", "leave_one_out_bootstrap", "out_of_bag", "oob"),
        ),
        Term(
            name="e632",
            title=".632: .632 e0 + .368 err(f), err(f) the training error of the model trained on all rows",
            text="It corrects the pessimism of e0. For learners that memorise their rows, as nearest neighbours do, err(f) is near 0 and .632 is too "
            "good; use .632+ there. 200 samples or more are usual.",
            example="bakeoff.estimates.e632(e0, resubstitution)",
            reference="efron1983",
            also=(".632", "632", "e.632", "bootstrap_632", "632_bootstrap", ".632_bootstrap"),
        ),
        Term(
            name="e632plus",
            title=".632+: .632 with a weight that grows with overfitting",
            text="The weight of e0 rises from .632 to 1 with the relative overfitting rate, (e0 - err(f)) / (gamma - err(f)), where gamma is the error "
            "without any relation between columns and target. A learner that memorises gets nearly e0.",
            example='bo.Study(..., scheme="bootstrap(200)", training_error=True).run().errors.training()',
            reference="efron1997",
            also=(".632+", "632+", "e632+", "e632_plus", ".632plus", "632plus", "632_plus"),
        ),
        Term(
            name="pass_at_k",
            title="pass@k: the chance that at least one of k runs of an item succeeds",
            text="The mean over items of 1 - C(n - c, k) / C(n, k), where c of the n runs of an item succeeded; it is unbiased. It grows with k, so only values "
            "of the same k compare. The interval is over items, which must be independent.",
            example="bakeoff repeats runs.csv --item question --runs seed",
            reference="chen2021",
            also=("pass@k", "pass@1", "pass_k"),
        ),
        Term(
            name="pass_hat_k",
            title="pass^k: the chance that all of k runs of an item succeed",
            text="The mean over items of C(c, k) / C(n, k), where c of the n runs of an item succeeded. It falls with k: a learner that succeeds by luck has a high "
            "pass@k and a low pass^k. The difference of both is the flip rate: how often k runs of an item disagree.",
            example="bakeoff repeats runs.csv --item question --runs seed",
            reference="yao2024",
            also=("pass^k", "pass^1", "flip_rate"),
        ),
        Term(
            name="bias_variance",
            title="Bias, variance, noise: the parts of an error",
            text="Bias is the error of what a learner predicts on average over trainings, variance how much single trainings differ from that, noise what "
            "no learner can predict. Squared error is their sum. For classes the terms are those of Domingos: noise + bias + variance that hurts - "
            "variance that helps. A study is trained for this purpose on bootstrap samples, or on fresh rows of made data; training sets that "
            "share rows, as repeated folds do, count variance as bias.",
            example="bakeoff bias-variance study.toml",
            reference="domingos2000",
            also=(
                "bias",
                "variance",
                "noise",
                "bias_variance_decomposition",
                "irreducible_error",
                "bias_variance_tradeoff",
            ),
        ),
        Term(
            name="nested_cross_validation",
            title="Nested cross-validation: settings are chosen inside each training part",
            text="The inner folds choose the settings, the outer test part scores what was chosen, so that no test row takes part in the choice. A tuned "
            "learner in a study is nested cross-validation. The interval of this name is another thing: nested_cv_interval.",
            example='bo.Tuned(learner, space, search="random", trials=20)',
            reference="varma2006",
            also=("nested", "nested_cv", "inner_folds", "double_cross_validation", "internal_cross_validation"),
        ),
    ),
)
