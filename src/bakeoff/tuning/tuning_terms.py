"""The words of choosing settings, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="tuning",
            title="Tuning (hyperparameter search): settings of a learner are chosen by their scores",
            text="Settings such as the depth of a tree are not learned by the learner itself. They are chosen by inner folds of the training rows, never by test rows, "
            "and each learner of a comparison deserves the same effort. A tuned learner in a study is nested cross-validation.",
            example='bo.Tuned(learner, {"max_depth": bo.integers(1, 10)}, search="random", trials=20)',
            reference="cawley2010",
            also=(
                "hyperparameter_search", "hyperparameter", "hyperparameter_tuning", "parameter_tuning", "parameter_search", "model_selection",
                "hyperparameter_optimization",
            ),
        ),
        Term(
            name="grid_search",
            title="Grid search: every combination of listed settings is tried",
            text="Simple and repeatable, but the number of combinations multiplies with every setting, and unimportant settings waste most of it.",
            example='bo.Tuned(learner, {"C": [0.1, 1, 10]}, search="grid")',
            reference="bergstra2012",
            also=("grid",),
        ),
        Term(
            name="random_search",
            title="Random search: settings are drawn at random",
            text="With as many trials as a grid it tries more values of the settings that matter, and it can be stopped at any time. The default search here.",
            example='bo.Tuned(learner, {"C": bo.log_uniform(0.01, 100)}, search="random", trials=20)',
            reference="bergstra2012",
            also=("randomized_search",),
        ),
        Term(
            name="bayesian_optimization",
            title="Bayesian optimization: the next settings are those that a model of the scores expects most from",
            text="A model, often a Gaussian process, is fitted to the trials so far and balances good settings against unknown ones. It pays where one fit is expensive. "
            "bo.suggest proposes the next settings of trials that you run yourself.",
            example="bo.suggest(space, trials)",
            reference="bergstra2012",
            also=("bayesian_optimisation", "bayes_optimization"),
        ),
        Term(
            name="parameter_less_algorithm",
            title="Parameter-less algorithm: a learner without settings to choose",
            text="It needs no inner folds: train and test on the outer folds. Most learners only seem to have none, because their defaults are settings too; name them in a report.",
            example='bo.evaluate({"nb": GaussianNB()}, datasets, scheme="10-fold")',
            reference="cawley2010",
            also=("parameterless", "parameter_less", "parameter_free"),
        ),
    ),
)  # fmt: skip
