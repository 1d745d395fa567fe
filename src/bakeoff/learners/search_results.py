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
        return [plain_value(one) for one in value]
    return " ".join(str(value).split())


def search_facts(estimator: Any) -> dict[str, Any] | None:
    """The search inside a fitted estimator, at the end of a pipeline or itself; None where there is none."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return search_facts(steps[-1][1])
    if not isinstance(getattr(estimator, "best_params_", None), Mapping):
        return None
    found = getattr(estimator, "cv_results_", None)
    if isinstance(found, Mapping) and "params" in found:
        candidates, chosen = _from_table(estimator, found)
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
            "seconds": _seconds(found),
            "candidates": candidates,
        }
    }


def _candidate(
    params: Mapping[str, Any], scores: list[float], places: Mapping[str, float] | None = None, rows: int = 0
) -> dict[str, Any]:
    return {
        "settings": {str(name): plain_value(value) for name, value in params.items()},
        "places": dict(places or {}),
        "scores": [float(one) if np.isfinite(one) else None for one in scores],
        **({"rows": rows} if rows else {}),
    }


def _from_table(estimator: Any, found: Mapping[str, Any]) -> tuple[list[dict[str, Any]], int]:
    params = list(found["params"])
    splits = [
        np.asarray(found[name])
        for at in range(int(getattr(estimator, "n_splits_", 0)))
        if (name := _split_name(found, at))
    ]
    means = _mean_scores(found)
    rows = found.get("n_resources") if getattr(estimator, "resource", "") == "n_samples" else None
    chosen = int(getattr(estimator, "best_index_", 0))
    kept = sorted({*range(min(len(params), _MOST)), chosen})
    ends = _ends(estimator)
    made = [
        _candidate(
            params[at],
            [one[at] for one in splits] or ([means[at]] if means is not None else []),
            {name: _place(float(params[at][name]), *span) for name, span in ends.items() if name in params[at]},
            0 if rows is None else int(rows[at]),
        )
        for at in kept
    ]
    return made, kept.index(chosen)


def _split_name(found: Mapping[str, Any], at: int) -> str:
    return next((name for name in found if name.startswith(f"split{at}_test_")), "")


def _mean_scores(found: Mapping[str, Any]) -> Any:
    name = next((name for name in found if name.startswith("mean_test_")), "")
    return found[name] if name else None


def _ends(estimator: Any) -> dict[str, tuple[float, float, bool]]:
    """Ends of the range of every parameter that is searched in one, and whether it is spread over orders of magnitude."""
    found = {}
    declared = getattr(estimator, "param_grid", None) or getattr(estimator, "param_distributions", None)
    for name, one in declared.items() if isinstance(declared, Mapping) else ():
        if all(hasattr(one, end) for end in ("low", "high", "log")):  # a distribution of Optuna
            found[str(name)] = float(one.low), float(one.high), bool(one.log)
            continue
        if callable(getattr(one, "support", None)):
            low, high = map(float, one.support())
        else:
            values = list(one) if isinstance(one, (list, tuple, np.ndarray)) else []
            if len(values) < 3 or not all(
                isinstance(each, (int, float, np.number)) and not isinstance(each, bool) for each in values
            ):
                continue
            low, high = float(min(values)), float(max(values))
        if low < high and isfinite(low) and isfinite(high):
            found[str(name)] = low, high, low > 0 and high / low >= 100
    return found


def _place(value: float, low: float, high: float, wide: bool) -> float:
    """The share of the way from the lower to the upper end."""
    share = log(value / low) / log(high / low) if wide else (value - low) / (high - low)
    return min(max(share, 0.0), 1.0)


def _from_trials(estimator: Any) -> tuple[list[dict[str, Any]], int]:
    trials = list(estimator.trials_)[:_MOST]
    made, ends = [], _ends(estimator)
    for one in trials:
        scores = [
            value
            for name, value in sorted(one.user_attrs.items())
            if name.startswith("split") and name.endswith("_test_score")
        ]
        places = {name: _place(float(one.params[name]), *span) for name, span in ends.items() if name in one.params}
        made.append(_candidate(one.params, scores or ([] if one.value is None else [one.value]), places))
    chosen = next((at for at, one in enumerate(trials) if one.params == estimator.best_params_), 0)
    return made, chosen


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


def _seconds(found: Any) -> float:
    if not isinstance(found, Mapping) or "mean_fit_time" not in found:
        return 0.0
    splits = sum(1 for name in found if name.startswith("split") and "_test_" in name)
    total = np.asarray(found["mean_fit_time"], dtype=float) + np.asarray(found.get("mean_score_time", 0.0), dtype=float)
    return float(np.nansum(total) * max(splits, 1))
