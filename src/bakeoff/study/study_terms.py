"""The words of what a study shows and what follows it, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="learning_curve",
            title="Learning curve: the score by the number of training rows",
            text="It shows whether more rows would help, and curves of two learners can cross: the better one on few rows need not be the better one on many. "
            "The curve over training steps is another one: epochs.",
            example="bakeoff extrapolate study.bakeoff",
            reference="hastie2009",
            also=("learning_curves", "curve_of_training_sizes"),
        ),
        Term(
            name="graphical_comparison",
            title="Graphical comparison: learners compared by their curves and pictures",
            text="ROC, precision-recall, cost, lift and learning curves show where one learner is better, which a single number hides; curves that cross have no winner "
            "everywhere. The report has these pictures for a study.",
            example="bakeoff curve roc predictions.csv --truth y --score p,q -o roc.html",
            reference="japkowicz2011",
            also=("graphical_evaluation", "visual_comparison"),
        ),
        Term(
            name="deployment",
            title="Deployment: the chosen learner is trained on all rows and used",
            text="Its expected error is that of the study, corrected where it was picked as the best of many. The model is saved with a card that names data, settings and "
            "expected error, and new rows are compared with the training rows.",
            example="bakeoff deploy study.bakeoff -o model.bakeoff-model",
            reference="tsamardinos2018",
            also=("production", "model_in_use", "final_model"),
        ),
    ),
)
