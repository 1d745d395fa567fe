"""What the names of columns state: the learner, data set, split, item or measure of a row, and the measure of scores, as in `svm_rmse, tree_rmse`."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from bakeoff.core.errors import BadInput
from bakeoff.core.text import listed
from bakeoff.measures.naming import resolve, short_name_of

__all__ = [
    "BLOCK_COLUMNS", "INDEX_NAMES", "LONG_BLOCKS", "MEASURE_COLUMNS", "SPLIT_COLUMNS", "UNNAMED", "VAGUE", "item_column", "learner_column", "measure_in_names", "names_ids", "names_learner",
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
SPLIT_COLUMNS = ("repeat", "run", "seed", "fold", "split", "iteration")
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


def measure_in_names(names: Sequence[str], source: str) -> str:
    """The measure that all columns name beside the learner; empty where they name none. Refuses columns of several measures.

    >>> measure_in_names(["svm_rmse", "tree_rmse"], "t.csv"), measure_in_names(["svm", "tree"], "t.csv")
    ('rmse', '')
    >>> measure_in_names(["svm_acc", "svm_f1"], "t.csv")
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: the columns of t.csv hold scores by accuracy and F1; keep the columns of one measure, one for each learner
    """
    if len(names) < 2:
        return ""
    if all(resolve(name) is not None for name in names):
        raise BadInput(
            f"the columns of {source} are measures ({listed(names, most=3)}), not learners",
            cure="a comparison needs one column for each learner; learners by measures are shown with --columns measures (bo.measures_table)",
        )
    words = [[one.lower() for one in _TOKENS.findall(name)] for name in names]
    shared = _shared(words) or _shared([one[::-1] for one in words])[::-1]
    found = next((text for text in _texts(shared) if resolve(text) is not None), "")
    if found:
        return found
    own = list(takewhile(bool, map(_measured, words)))  # most tables end at the first name
    if len(own) == len(names) and len(set(own)) > 1:
        kinds = listed([short_name_of(one) for one in dict.fromkeys(own)])
        raise BadInput(
            f"the columns of {source} hold scores by {kinds}",
            cure="keep the columns of one measure, one for each learner",
        )
    return next((one for one in shared if one in _LOWER), "")


def _shared(words: Sequence[Sequence[str]]) -> list[str]:
    """The last words that all names share; never a whole name."""
    at = takewhile(lambda ends: len(set(ends)) == 1, zip(*(one[:0:-1] for one in words), strict=False))
    return [ends[0] for ends in at][::-1]


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
        known = resolve("_".join(some))
        if known is not None:
            return known.name
    return ""
