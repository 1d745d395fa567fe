"""The words around measures, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

__all__ = ["TERMS"]

_RATES = {
    "TP": "true positives", "FP": "false positives", "TN": "true negatives", "FN": "false negatives",
}  # fmt: skip

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="confusion_matrix",
            title="Confusion matrix: how often each true class was predicted as each class",
            text="Rows are the true classes and columns the predicted ones, or the other way round: books differ, so the first cell or --rows must name it. "
            "The diagonal contains the right predictions. Precision, recall, kappa and all other measures of predicted classes follow from it.",
            formula=r"accuracy = \sum_i n_{ii} / n",
            symbols={"accuracy": "share of right predictions", "n_ii": "rows of class i that were predicted as i", "n": "number of rows"},
            example="bakeoff measure matrix.csv --confusion --rows predicted",
            reference="japkowicz2011",
            also=("contingency_table", "error_matrix", "confusion_table"),
        ),
        Term(
            name="true_positive",
            title="True and false positives and negatives: the four cells for two classes",
            text="A positive is a row predicted as the class of interest, true or false as the truth says. False positives are false alarms, false "
            "negatives are misses. Which class is positive must be stated: precision, recall and F change with it.",
            formula=r"TP + FP + TN + FN = n",
            symbols={**_RATES, "n": "number of rows"},
            example="bakeoff measure predictions.csv --truth y --pred yhat --positive yes --per-class",
            reference="japkowicz2011",
            also=("false_positive", "true_negative", "false_negative", "tp", "fp", "tn", "fn", "hit", "miss", "false_alarm", "positive_class"),
        ),
        Term(
            name="threshold",
            title="Threshold: from which score on a row is predicted positive",
            text="A classifier that gives scores becomes one that gives classes by a threshold; .5 is a habit, not a rule. The best one depends on what a "
            "false alarm and a miss cost and on the share of positives. Chosen on the rows that it is tested on, it looks too good.",
            formula=r"t^* = C_{FP} / (C_{FP} + C_{FN})",
            symbols={"t^*": "best threshold of true probabilities", "C_FP": "cost of a false alarm", "C_FN": "cost of a miss"},
            example="bakeoff curve roc predictions.csv --truth y --score p --cost 1,5",
            reference="elkan2001",
            also=("cutoff", "cut_off", "decision_threshold", "operating_point"),
        ),
        Term(
            name="uncertainty_zone",
            title="Uncertainty zone: scores between which no class should be predicted",
            text="Scores of both classes overlap there. Rows inside the zone are rejected, rows outside are predicted with at most the error that was "
            "asked for, all of them together. Another definition, also given, goes by the local error: the scores at which a decision is wrong more often "
            "than that, near one half in the lecture notes. `bakeoff curve scores` draws the classes and their overlap. The smaller the overlap, the larger the area under the ROC curve.",
            example="bakeoff curve roc predictions.csv --truth y --score p --max-error 0.05",
            reference="elkan2001",
            also=("reject_option", "rejection", "zone_of_rejects"),
        ),
        Term(
            name="loss_function",
            title="Error function (loss): what a single wrong prediction costs",
            text="0/1 loss counts wrong classes, squared and absolute error measure distances of numbers, log loss measures probabilities. A measure is "
            "usually the mean loss over test rows; learners may minimise another loss while they train.",
            formula=r"\frac1n\sum_i L(y_i, f_i)",
            symbols={"n": "number of rows", "L": "loss of one row", "y_i": "truth of row i", "f_i": "prediction of row i"},
            example="bakeoff measures --task regression",
            reference="hastie2009",
            also=("error_function", "loss", "cost_function", "objective_function"),
        ),
        Term(
            name="class_imbalance",
            title="Class imbalance: one class contains most of the rows",
            text="Always predicting the large class then has a high accuracy: 95 % where 5 % of the rows are positive. Read balanced accuracy, kappa or "
            "the precision-recall curve beside it, compare with the majority baseline, and stratify the splits.",
            formula=r"accuracy_0 = \max_k n_k / n",
            symbols={"accuracy_0": "accuracy of always predicting the largest class", "n_k": "rows of class k", "n": "number of rows"},
            example="bakeoff measure predictions.csv --truth y --pred yhat --measures accuracy,balanced_accuracy,kappa",
            reference="japkowicz2011",
            also=("imbalance", "skewed_classes", "rare_class"),
        ),
        Term(
            name="averages_over_classes",
            title="Macro and micro averages: one number for several classes",
            text="Macro: the mean over classes, each counts alike, so that rare classes matter. Micro: all decisions pooled, so that large classes decide; "
            "micro precision, recall and F1 equal accuracy where each row has one class. Weighted: by the rows of each class.",
            formula=r"macro = \frac{1}{K}\sum_k m_k",
            symbols={"macro": "macro average", "K": "number of classes", "m_k": "the measure of class k against the rest"},
            example="bakeoff measure predictions.csv --truth y --pred yhat --measures precision_macro,recall_macro,f1_micro",
            reference="sokolova2009",
            also=("micro", "macro", "macro_average", "micro_average", "weighted_average"),
        ),
        Term(
            name="likelihood_ratio",
            title="Likelihood ratios: how much a prediction changes the odds of the positive class",
            text="Odds after a positive prediction are the odds before times LR+, after a negative one times LR-. LR+ above 1 and LR- below 1 inform; "
            "neither depends on the share of positives. As measures: positive_likelihood_ratio and negative_likelihood_ratio.",
            formula=r"LR_+ = TPR / FPR,\; LR_- = FNR / TNR",
            symbols={
                "LR_+": "ratio of a positive prediction", "TPR": "true positive rate", "FPR": "false positive rate",
                "LR_-": "ratio of a negative prediction", "FNR": "false negative rate", "TNR": "true negative rate",
            },
            example="bakeoff measure predictions.csv --truth y --pred yhat --measures positive_likelihood_ratio,negative_likelihood_ratio",
            reference="deeks2004",
        ),
        Term(
            name="information_reward",
            title="Information reward: what a probability is worth against a prior, in bits",
            text="A right prediction earns and a misleading one pays, each by the logarithm of the probability over the prior. The information score "
            "of Kononenko and Bratko is such a reward and is the one computed here; log loss is the same without a prior.",
            formula=r"\log_2 p - \log_2 q",
            symbols={"p": "predicted probability of the true class", "q": "prior probability of the true class"},
            example="bakeoff measure predictions.csv --truth y --proba p --prior 0.6,0.4 --measures information_score",
            reference="kononenko1991",
        ),
        Term(
            name="runtime",
            title="Run time: seconds to fit and to predict",
            text="A study measures both for every fit, in a process of its own, and reports them beside quality. Times of two machines do not compare. "
            "As measures: fit_seconds, predict_seconds; how they grow with the rows: bakeoff scale.",
            example="bakeoff scale study.toml",
            reference="japkowicz2011",
            also=("run_time", "computing_time", "time", "speed"),
        ),
    ),
)  # fmt: skip
