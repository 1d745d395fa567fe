"""The short names of measures that are known by name."""

import re
from contextlib import suppress

from bakeoff.core.errors import BakeoffError
from bakeoff.core.text import fixed
from bakeoff.measures import measure_named, measures
from bakeoff.measures.measure import Measure, lowered
from bakeoff.measures.own.session import session_measure

__all__ = ["in_percent", "lowered", "resolve", "score_text", "short_name", "short_name_of", "with_short_names"]


_UNIT = re.compile(r"(?<!\s)\s*+(?:[(\[]\s*+%\s*+[)\]]|%|\bin percent)\s*+$", re.IGNORECASE)


def short_name(measure: Measure) -> str:
    """The short name inside a sentence.

    >>> [short_name(measure_named(name)) for name in ("rmse", "f1_macro", "kappa", "log_loss", "partial_auc(0.2)")]
    ['RMSE', 'macro F1', "Cohen's kappa", 'log loss', 'partial area under the ROC curve up to 0.2']
    """
    return measure.short


def in_percent(name: str) -> bool:
    """Return whether values of the measure are shares that readers know as percentages, and differences as points.

    >>> in_percent("accuracy"), in_percent("kappa"), in_percent("rmse"), in_percent("my score")
    (True, False, False, False)
    """
    declared = resolve(name)
    return declared is not None and declared.bounds == (0.0, 1.0) and declared.reads.tabulated


def short_name_of(name: str) -> str:
    """The short name of the measure that is called so; a name that no catalogue holds stands for itself.

    >>> short_name_of("auc"), short_name_of("my score")
    ('ROC AUC', 'my score')
    """
    declared = resolve(name)
    return name if declared is None else declared.short


def score_text(value: float, name: str) -> str:
    """A score with the short name of its measure, in the unit that tables use.

    >>> score_text(0.9, "accuracy"), score_text(0.5, "roc_auc"), score_text(12.25, "rmse")
    ('90.0% accuracy', '0.500 ROC AUC', '12.25 RMSE')
    """
    if in_percent(name):
        return f"{fixed(100 * value, 1)}% {short_name_of(name)}"
    return f"{fixed(value, 3) if abs(value) < 10 else f'{value:.4g}'} {short_name_of(name)}"


def with_short_names(text: str) -> str:
    """A declared sentence with the code names of measures as one says them.

    >>> with_short_names("flattering under heavy imbalance: read it beside average_precision")
    'flattering under heavy imbalance: read it beside average precision'
    """
    return re.sub(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", lambda code_name: short_name_of(code_name[0]), text)


def resolve(name: str) -> Measure | None:
    """The measure of that name in any spelling of its case and blanks; scikit-learn's negated scorers have their sign turned, so they say nothing here.

    >>> [found and found.name for found in (resolve("RMSE"), resolve("Test accuracy (%)"), resolve("rsme"))]
    ['rmse', 'accuracy', None]
    """
    if (own := session_measure(name)) is not None:
        return own
    if not name or name.startswith("neg_"):
        return None
    bare = "_".join(_UNIT.sub("", name).lower().replace("-", " ").split())
    for text in dict.fromkeys((name, bare, bare.removeprefix("test_").removeprefix("mean_"))):
        if text in measures:  # most names of columns are no measures, and what is near them is not asked for
            return measures[text]
        if "(" in text:
            with suppress(BakeoffError):
                return measure_named(text)
    return None
