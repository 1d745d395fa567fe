"""What the names of columns state: the learner, data set, split, item or measure of a row, and the measure of scores, as in `svm_rmse, tree_rmse`."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from bakeoff.core.errors import BadInput
from bakeoff.core.text import listed
from bakeoff.measures.naming import resolve, short_name_of

__all__ = [
    "BLOCK_COLUMNS", "INDEX_NAMES", "LONG_BLOCKS", "MEASURE_COLUMNS", "SPLIT_COLUMNS", "UNNAMED", "VAGUE", "is_summary", "item_column", "learner_column", "measure_in_names", "measure_of_head", "names_ids", "names_learner",
]  # fmt: skip

UNNAMED = ("", "unnamed: 0")
INDEX_NAMES = (*UNNAMED, "index", "id", "row")  # numbers in a first column so called are no scores
LEARNER_COLUMNS = (
    "learner", "algorithm", "model", "classifier", "method", "estimator", "system", "approach", "technique", "solver", "agent", "llm", "network",
    "regressor", "model_name", "model name", "modell", "verfahren",
)  # fmt: skip
BLOCK_COLUMNS = ("dataset", "data set", "data_set", "domain", "problem", "task")
LONG_BLOCKS = (
    *BLOCK_COLUMNS,
    "data",
    "benchmark",
    "dataset_name",
    "dataset name",
    "datensatz",
)  # beside a column of learners
SPLIT_COLUMNS = ("repeat", "rep", "run", "seed", "fold", "split", "iteration", "resample")
ITEM_COLUMNS = (
    "question",
    "item",
    "prompt",
    "example",
    "instance",
    "case",
    "row_id",
    "question_id",
    "item_id",
    "qid",
    "query",
    "frage",
)
UNIT_COLUMNS = (  # what rows belong to
    "passage", "document", "sentence", "image", "sample", "subject", "patient", "participant", "user", "session", "trial", "group",
)  # fmt: skip
MEASURE_COLUMNS = ("measure", "metric", "scorer")
VAGUE = ("score", "value", "result", "performance")  # names of columns that leave open what was measured

_LEARNER_WORDS = frozenset({
    "svm", "svc", "knn", "nn", "mlp", "cnn", "rnn", "lstm", "bert", "gpt", "llama", "tree", "forest", "rf", "boost", "boosting", "xgboost", "lightgbm", "catboost",
    "adaboost", "bagging", "bayes", "nb", "logistic", "regression", "ridge", "lasso", "lr", "lda", "qda", "neighbors", "neighbours", "perceptron", "network",
    "resnet", "vgg", "transformer", "baseline", "ensemble", "cart", "ripper", "kernel", "gbm", "gbdt", "ours", "proposed", "majority", "dummy",
})  # fmt: skip
_SUMMARY = frozenset({
    "mean", "average", "averages", "avg", "ave", "median", "sum", "total", "overall", "std", "stdev", "geomean", "rank", "ranks", "ranking",
    "wins", "ø", "durchschnitt", "mittelwert", "mittel", "gesamt", "moyenne",
})  # fmt: skip
_BESIDE = frozenset({
    "of", "the", "all", "arithmetic", "geometric", "harmonic", "macro", "micro", "score", "scores", "value", "performance", "accuracy", "acc", "auc",
    "error", "dev", "deviation", "standard", "ties", "losses", "data", "sets", "datasets", "friedman", "arith", "geo", "weighted", "across", "over", "not", "tested",
})  # fmt: skip
_RESULTS = (
    ["w", "t", "l"],
    ["w", "d", "l"],
    ["win", "tie", "loss"],
    ["win", "draw", "loss"],
    ["wins", "ties", "losses"],
)
_WORD = re.compile(r"[^\W\d_]+|#")
_TOKENS = re.compile(r"[^\W_]+")
_LOWER = frozenset(
    {"loss", "losses", "err", "errors", "cost", "time", "runtime", "seconds", "secs", "latency", "perplexity"}
)
_LONGEST = 3  # words of a measure


def learner_column(columns: Iterable[str]) -> str | None:
    """The column that names the learners, if there is one: then the table is long."""
    low = {name.lower(): name for name in columns}
    return next((low[word] for word in LEARNER_COLUMNS if word in low), None)


def item_column(columns: Iterable[str], learner: str | None = None) -> str | None:
    """The column that names questions or other items, by its usual names; in a long table (with `learner`) also the only one of ids.

    >>> item_column(["prompt_id", "model", "score"]), item_column(["prompt_id", "model", "score"], "model")
    (None, 'prompt_id')
    """
    names = list(columns)
    usual = next((name for name in names if name.lower() in ITEM_COLUMNS), None)
    if usual is not None or learner is None:
        return usual
    ids = [name for name in names if name != learner and names_ids(name)]
    return ids[0] if len(ids) == 1 else None


def names_ids(name: str) -> bool:
    """Whether a column so called holds ids of rows or of what they belong to."""
    low = name.strip().lower()
    return low in (*INDEX_NAMES[len(UNNAMED) :], *ITEM_COLUMNS, *UNIT_COLUMNS) or low.endswith(("_id", " id", "-id"))


def names_learner(text: str) -> bool:
    """Whether a text holds a usual word for a learner.

    >>> names_learner("linear SVM"), names_learner("iris")
    (True, False)
    """
    return bool(_LEARNER_WORDS & set(re.findall(r"[a-z]+", text.lower())))


def is_summary(label: str) -> bool:
    """Whether a row so called sums up others.

    >>> [is_summary(label) for label in ("Average", "Avg. rank", "W/T/L", "mean squares", "iris")]
    [True, True, True, False, False]
    """
    words = [word.lower() for word in _WORD.findall(label)]
    if not words:  # signs alone, as ●/–/○ for wins, ties and losses
        return "/" in label and not any(sign.isalnum() for sign in label)
    return words in _RESULTS or (bool(_SUMMARY & set(words)) and set(words) <= _SUMMARY | _BESIDE)


# How tables of papers and of Weka head their columns, beside the names that are understood everywhere.
_HEADS = {
    "prec": "precision", "rec": "recall", "f": "f1", "fm": "f1", "spec": "specificity", "sens": "recall", "info_s": "information_score", "infos": "information_score",
    "info_score": "information_score", "tp_rate": "recall", "fp_rate": "fpr", "tn_rate": "specificity", "fn_rate": "fnr", "roc_area": "roc_auc", "auc_roc": "roc_auc",
    "prc_area": "average_precision", "aupr": "average_precision", "auprc": "average_precision", "kappa_statistic": "kappa", "error_%": "error", "r²": "r2", "r^2": "r2",
}  # fmt: skip


def measure_of_head(head: str) -> str:
    """The measure that the head of a column names, by its own name; empty where it names none.

    >>> measure_of_head("Prec"), measure_of_head("ROC Area"), measure_of_head("svm")
    ('precision', 'roc_auc', '')
    """
    folded = "_".join(head.lower().replace("-", " ").replace(".", " ").split())
    measure = resolve(head) or resolve(_HEADS.get(folded, ""))
    return "" if measure is None else measure.name


def measure_in_names(names: Sequence[str], source: str) -> str:
    """The measure that all columns name beside the learner; empty where they name none. Refuses columns of several measures.

    >>> measure_in_names(["svm_rmse", "tree_rmse"], "t.csv"), measure_in_names(["svm", "tree"], "t.csv")
    ('rmse', '')
    >>> measure_in_names(["svm_acc", "svm_f1"], "t.csv")
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: the columns of t.csv contain scores by accuracy and F1; keep the columns of one measure, one for each learner
    """
    if len(names) < 2:
        return ""
    if all(map(measure_of_head, names)):
        raise BadInput(
            f"the columns of {source} are measures ({listed(names, most=3)}), not learners",
            cure="a comparison needs one column for each learner; learners by measures are shown with --columns measures (bo.measures_table)",
        )
    words = [[token.lower() for token in _TOKENS.findall(name)] for name in names]
    shared = _shared(words) or _shared([word[::-1] for word in words])[::-1]
    measure_text = next((text for text in _texts(shared) if resolve(text) is not None), "")
    if measure_text:
        return measure_text
    own = list(takewhile(bool, map(_measured, words)))  # most tables end at the first name
    if len(own) == len(names) and len(set(own)) > 1:
        kinds = listed([short_name_of(name) for name in dict.fromkeys(own)])
        raise BadInput(
            f"the columns of {source} contain scores by {kinds}",
            cure="keep the columns of one measure, one for each learner",
        )
    return next((word for word in shared if word in _LOWER), "")


def _shared(words: Sequence[Sequence[str]]) -> list[str]:
    """The last words that all names share; never a whole name."""
    shared_ends = takewhile(lambda ends: len(set(ends)) == 1, zip(*(word[:0:-1] for word in words), strict=False))
    return [ends[0] for ends in shared_ends][::-1]


def _texts(words: Sequence[str]) -> list[str]:
    """What may be the name of a measure: the longest first."""
    spans = [(i, j) for i in range(len(words)) for j in range(i + 1, min(len(words), i + _LONGEST) + 1)]
    return ["_".join(words[i:j]) for i, j in sorted(spans, key=lambda span: span[0] - span[1])]


def _measured(words: Sequence[str]) -> str:
    """The measure at the end or the beginning of a name beside the learner, by its own name."""
    for some in (
        *(words[-n:] for n in range(_LONGEST, 0, -1) if n < len(words)),
        *(words[:n] for n in range(_LONGEST, 0, -1) if n < len(words)),
    ):
        measure = resolve("_".join(some))
        if measure is not None:
            return measure.name
    return ""
