"""The words of learners, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="majority_class",
            title="Majority class: the most frequent class, and the learner that always predicts it",
            text="The least that a classifier must beat; its error is the share of all other classes. bakeoff adds such baselines to a study and marks learners "
            "that are no better.",
            example='{ use = "majority" } under [learners] of a study file',
            reference="holte1993",
            also=("zero_rule", "zeror", "trivial_classifier", "default_classifier"),
        ),
        Term(
            name="random_guessing",
            title="Random guessing: predictions that ignore the columns",
            text="Its accuracy is 1 / K for classes drawn evenly, its area under the ROC curve .5 whatever the share of positives, its kappa 0. "
            "The precision-recall curve of random scores lies at the share of positives.",
            formula=r"accuracy = 1 / K",
            symbols={
                "accuracy": "expected share of right predictions",
                "K": "number of classes, each drawn equally often",
            },
            example='{ use = "random" } under [learners] of a study file',
            reference="provost2003",
            also=("random_classifier", "chance_level", "guessing"),
        ),
        Term(
            name="ensemble",
            title="Ensemble: many models that predict together",
            text="Bagging and random forests average models of resampled rows, which lowers the variance; boosting adds models that correct the ones before, which lowers the "
            "bias as well. Averaging m independent models would divide the variance by m.",
            formula=r"\sigma^2 / m",
            symbols={"σ²": "variance of one model", "m": "number of models, if they were independent"},
            example="bakeoff bias-variance study.toml",
            reference="hastie2009",
            also=("bagging", "boosting", "committee", "model_averaging"),
        ),
        Term(
            name="kernel",
            title="Kernel: how alike two rows are, as a scalar product in a space that is never computed",
            text="Support vector machines and Gaussian processes need these values only. Kernel and its width are settings: choose them on training rows.",
            formula=r"k(x, z) = e^{-\gamma \lVert{x - z}\rVert^2}",
            symbols={
                "k": "kernel, here the Gaussian one",
                "x": "a row",
                "z": "another row",
                "e": "2.71828...",
                "γ": "how fast likeness falls with distance",
            },
            example='bo.Tuned(SVC(), {"kernel": bo.choice(["linear", "rbf"]), "C": bo.log_uniform(0.01, 100)})',
            reference="hastie2009",
            also=("kernel_function", "rbf"),
        ),
        Term(
            name="feature_selection",
            title="Feature selection: only some columns are used",
            text="It is a part of the learner: columns chosen by looking at all rows leak the test rows into the training, and the error looks too small. "
            "Put the selection into the pipeline, and it is repeated on every training part.",
            example="make_pipeline(SelectKBest(k=10), LogisticRegression()) as the learner",
            reference="hastie2009",
            also=("variable_selection", "attribute_selection"),
        ),
        Term(
            name="learning_rate",
            title="Learning rate: the size of the steps of training",
            text="Too large and training does not settle, too small and it takes too long. A setting like any other: choose it on training rows, and look at the scores after every step.",
            formula=r"w_{t+1} = w_t - \eta \nabla L(w_t)",
            symbols={
                "w_(t+1)": "weights after a step",
                "w_t": "weights before it",
                "η": "learning rate",
                "∇": "slope",
                "L": "loss",
            },
            example='bo.Tuned(learner, {"learning_rate_init": bo.log_uniform(1e-4, 1e-1)})',
            reference="hastie2009",
            also=("step_size", "gradient_descent"),
        ),
        Term(
            name="epoch",
            title="Epoch: one pass of training over all training rows",
            text="The error on training rows falls with every epoch, the error on other rows falls and then rises: overfitting. The number of epochs is a setting; "
            "choosing it on test rows makes their error too small.",
            example="bakeoff epochs study.toml --epochs 50",
            reference="hastie2009",
            also=("training_step", "early_stopping"),
        ),
    ),
)
