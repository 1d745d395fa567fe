"""What a search object of scikit-learn or Optuna found while it was fitted: candidates, their inner scores, the chosen one."""

from collections.abc import Mapping
from math import isfinite, log
from typing import Any

import numpy as np

__all__ = ["plain_value", "search_facts"]

_MOST = 5000  # candidates that are kept


def plain_value(value: Any) -> Any:
    """A value as plain JSON: numbers, texts and lists as they are, objects by their text on one line.

    >>> plain_value(np.float64(0.5)), plain_value(("a", None))
    (0.5, ['a', None])
    """
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, str)) or (isinstance(value, float) and isfinite(value)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    return " ".join(str(value).split())


def search_facts(estimator: Any) -> dict[str, Any] | None:
    """The search inside a fitted estimator, at the end of a pipeline or itself; None where there is none."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return search_facts(steps[-1][1])
    if not isinstance(getattr(estimator, "best_params_", None), Mapping):
        return None
    table = getattr(estimator, "cv_results_", None)
    if isinstance(table, Mapping) and "params" in table:
        candidates, chosen = _from_table(estimator, table)
    elif hasattr(estimator, "trials_"):
        candidates, chosen = _from_trials(estimator)
    else:
        candidates, chosen = [_candidate(estimator.best_params_, [])], 0
    return {
        "tuning": {
            "measure": _measure(estimator),
            "search": type(estimator).__name__,
            "scheme": _scheme(estimator),
            "chosen": chosen,
            "seconds": _seconds(table),
            "candidates": candidates,
        }
    }


def _candidate(
    params: Mapping[str, Any], scores: list[float], places: Mapping[str, float] | None = None, rows: int = 0
) -> dict[str, Any]:
    return {
        "settings": {str(name): plain_value(value) for name, value in params.items()},
        "places": dict(places or {}),
        "scores": [float(score) if np.isfinite(score) else None for score in scores],
        **({"rows": rows} if rows else {}),
    }


def _from_table(estimator: Any, table: Mapping[str, Any]) -> tuple[list[dict[str, Any]], int]:
    params = list(table["params"])
    splits = [
        np.asarray(table[name])
        for split_number in range(int(getattr(estimator, "n_splits_", 0)))
        if (name := _split_name(table, split_number))
    ]
    means = _mean_scores(table)
    rows = table.get("n_resources") if getattr(estimator, "resource", "") == "n_samples" else None
    chosen = int(getattr(estimator, "best_index_", 0))
    kept = sorted({*range(min(len(params), _MOST)), chosen})
    ends = _ends(estimator)
    candidates = [
        _candidate(
            params[row],
            [split[row] for split in splits] or ([means[row]] if means is not None else []),
            {name: _place(float(params[row][name]), *span) for name, span in ends.items() if name in params[row]},
            0 if rows is None else int(rows[row]),
        )
        for row in kept
    ]
    return candidates, kept.index(chosen)


def _split_name(table: Mapping[str, Any], split_number: int) -> str:
    return next((name for name in table if name.startswith(f"split{split_number}_test_")), "")


def _mean_scores(table: Mapping[str, Any]) -> Any:
    name = next((name for name in table if name.startswith("mean_test_")), "")
    return table[name] if name else None


def _ends(estimator: Any) -> dict[str, tuple[float, float, bool]]:
    """Ends of the range of every parameter that is searched in one, and whether it is spread over orders of magnitude."""
    spans = {}
    declared = getattr(estimator, "param_grid", None) or getattr(estimator, "param_distributions", None)
    for name, distribution in declared.items() if isinstance(declared, Mapping) else ():
        if all(hasattr(distribution, end) for end in ("low", "high", "log")):  # a distribution of Optuna
            spans[str(name)] = float(distribution.low), float(distribution.high), bool(distribution.log)
            continue
        if callable(getattr(distribution, "support", None)):
            low, high = map(float, distribution.support())
        else:
            values = list(distribution) if isinstance(distribution, (list, tuple, np.ndarray)) else []
            if len(values) < 3 or not all(
                isinstance(value, (int, float, np.number)) and not isinstance(value, bool) for value in values
            ):
                continue
            low, high = float(min(values)), float(max(values))
        if low < high and isfinite(low) and isfinite(high):
            spans[str(name)] = low, high, low > 0 and high / low >= 100
    return spans


def _place(value: float, low: float, high: float, wide: bool) -> float:
    """The share of the way from the lower to the upper end."""
    share = log(value / low) / log(high / low) if wide else (value - low) / (high - low)
    return min(max(share, 0.0), 1.0)


def _from_trials(estimator: Any) -> tuple[list[dict[str, Any]], int]:
    trials = list(estimator.trials_)[:_MOST]
    candidates, ends = [], _ends(estimator)
    for trial in trials:
        scores = [
            value
            for name, value in sorted(trial.user_attrs.items())
            if name.startswith("split") and name.endswith("_test_score")
        ]
        places = {name: _place(float(trial.params[name]), *span) for name, span in ends.items() if name in trial.params}
        candidates.append(_candidate(trial.params, scores or ([] if trial.value is None else [trial.value]), places))
    chosen = next((index for index, trial in enumerate(trials) if trial.params == estimator.best_params_), 0)
    return candidates, chosen


def _measure(estimator: Any) -> str:
    scoring = getattr(estimator, "scoring", None)
    if isinstance(scoring, str):
        return scoring
    if scoring is None:
        from sklearn.base import is_classifier

        searched = getattr(estimator, "estimator", estimator)  # OptunaSearchCV itself does not tell
        return "accuracy" if is_classifier(searched) else "r2"
    return str(getattr(estimator, "refit", "")) if isinstance(getattr(estimator, "refit", None), str) else "score"


def _scheme(estimator: Any) -> str:
    splits = getattr(estimator, "n_splits_", None)
    return f"{splits} inner splits" if splits else ""


def _seconds(table: Any) -> float:
    if not isinstance(table, Mapping) or "mean_fit_time" not in table:
        return 0.0
    splits = sum(1 for name in table if name.startswith("split") and "_test_" in name)
    total = np.asarray(table["mean_fit_time"], dtype=float) + np.asarray(table.get("mean_score_time", 0.0), dtype=float)
    return float(np.nansum(total) * max(splits, 1))
