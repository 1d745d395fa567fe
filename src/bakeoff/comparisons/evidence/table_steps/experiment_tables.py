"""Tables as experiment tools write them: WEKA's Experimenter, MLflow's runs, and `cv_results_` of a search of scikit-learn."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.comparisons.evidence.table_steps.column_names import LONG_BLOCKS, SPLIT_COLUMNS, learner_column
from bakeoff.comparisons.evidence.table_steps.reading import TableReading
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["name_fold_column", "read_experiment_table", "search_columns"]

_WEKA = {"Key_Dataset": "dataset", "Key_Run": "run", "Key_Fold": "fold"}
_WEKA_VALUE = "Percent_correct"  # what its Analyse panel compares by, too
_WEKA_MEASURES = {
    "Percent_correct": "accuracy", "Kappa_statistic": "kappa", "Area_under_ROC": "roc_auc", "Area_under_PRC": "average_precision",
    "Mean_absolute_error": "mae", "Root_mean_squared_error": "rmse", "F_measure": "f1", "Matthews_correlation": "mcc",
}  # fmt: skip
_MLFLOW = ("params.", "tags.")
_SPLIT_SCORE = re.compile(r"split(\d+)_test_(.+)")


def name_fold_column(reading: TableReading) -> TableReading:
    """The column that the user named as that of the splits is called fold."""
    column, table = reading.options.fold, reading.table
    if column is None or column == "fold":
        return reading
    if column not in table:
        raise UnknownName(f"column of {reading.source}", column, table)
    if "fold" in table:
        raise BadInput(
            f"{reading.source} has a column fold beside {column!r}; drop one of them, or name fold (--fold fold)"
        )
    return replace(reading, table={"fold" if name == column else name: cells for name, cells in table.items()})


def read_experiment_table(reading: TableReading) -> TableReading:
    """The learner, data set, split and score of such a table; any other is returned as it is."""
    if {"Key_Dataset", "Key_Scheme"} <= set(reading.table):
        return _experimenter(reading)
    if any(name.startswith("metrics.") for name in reading.table) and any(
        name.startswith(_MLFLOW) for name in reading.table
    ):
        return _mlflow(reading)
    return reading


def _experimenter(reading: TableReading) -> TableReading:
    """One line for each scheme, data set, run and fold; schemes that occur with several options have these in their names."""
    table, value = reading.table, reading.options.value
    schemes = [str(cell).rpartition(".")[2] for cell in table["Key_Scheme"]]
    options = [str(cell).strip() for cell in table.get("Key_Scheme_options", [""] * len(schemes))]
    several = len(set(zip(schemes, options, strict=True))) > len(set(schemes))
    learners = [f"{scheme} {words}".strip() for scheme, words in zip(schemes, options, strict=True)]
    if value is None and _WEKA_VALUE in table:
        value = _WEKA_VALUE
    scores = {
        _WEKA_MEASURES.get(name, name): cells
        for name, cells in table.items()
        if not name.startswith("Key_") and value in {None, name}
    }
    keys = {new: table[old] for old, new in _WEKA.items() if old in table}
    stated = replace(
        reading.options, learner="learner", value=None if value is None else _WEKA_MEASURES.get(value, value)
    )
    return replace(reading, table={"learner": learners if several else schemes, **keys, **scores}, options=stated)


def _mlflow(reading: TableReading) -> TableReading:
    """One line for each run; parameters and tags that are called like data sets or splits tell blocks apart."""
    table, options = reading.table, reading.options
    last = {name: name.partition(".")[2] for name in table if name.startswith(_MLFLOW)}
    learner = options.learner or next(
        (name for name in last if learner_column([last[name]]) is not None), learner_column(table)
    )
    if learner is None or learner not in table:
        return reading
    usual = {*LONG_BLOCKS, *SPLIT_COLUMNS}
    keys = {last[name]: table[name] for name in last if name != learner and last[name].lower() in usual}
    keys |= {"fold": table["fold"]} if options.fold is not None else {}
    scores = {
        name: cells for name, cells in table.items() if name.startswith("metrics.") and options.value in {None, name}
    }
    described = {name: table[name] for name in reading.described.names if name in table}
    return replace(
        reading,
        table={learner: table[learner], **keys, **described, **scores},
        options=replace(options, learner=learner),
    )


def search_columns(table: Any) -> dict[str, Sequence[Any]] | None:
    """The scores of a finished search, one column for each setting and one row for each split; None for any other table.

    >>> search_columns({"params": [{"C": 1}, {"C": 10}], "split0_test_score": [0.8, 0.9], "split1_test_score": [0.7, 0.9]})
    {'fold': ['0', '1'], 'C=1': [0.8, 0.7], 'C=10': [0.9, 0.9]}
    """
    if not isinstance(table, Mapping) or "params" not in table:
        return None
    score_columns = {str(name): match for name in table if (match := _SPLIT_SCORE.fullmatch(str(name)))}
    if not score_columns:
        return None
    measure = next(iter(score_columns.values()))[2]
    splits = [(match[1], list(table[name])) for name, match in score_columns.items() if match[2] == measure]
    names = [", ".join(f"{key}={value}" for key, value in settings.items()) for settings in table["params"]]
    return {"fold": [number for number, _ in splits]} | {
        name: [scores[place] for _, scores in splits] for place, name in enumerate(names)
    }
