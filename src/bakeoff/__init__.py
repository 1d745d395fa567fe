"""bakeoff: which learning method is better, by how much, and how sure are we?

The names below are loaded when first used, so that `import bakeoff` itself stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bakeoff.core import __version__

_HOMES = {
    "Best": "bakeoff.estimates.over_splits.selection",
    "CherryPicking": "bakeoff.api.criteria",
    "ClassErrors": "bakeoff.api.criteria",
    "ClassifierMap": "bakeoff.api.criteria",
    "Column": "bakeoff.data.dataset",
    "Comparison": "bakeoff.api.comparison",
    "CurveDisplay": "bakeoff.api.displays",
    "DataProfile": "bakeoff.api.domains",
    "Dataset": "bakeoff.data.dataset",
    "DifferenceDisplay": "bakeoff.api.displays",
    "Domains": "bakeoff.api.domains",
    "Efficiency": "bakeoff.api.criteria",
    "Estimate": "bakeoff.estimates.estimate",
    "LearningCurveDisplay": "bakeoff.api.displays",
    "Majority": "bakeoff.learners.baselines",
    "MatrixDisplay": "bakeoff.api.displays",
    "Mean": "bakeoff.learners.baselines",
    "MeasureRanks": "bakeoff.api.criteria",
    "Median": "bakeoff.learners.baselines",
    "OneRule": "bakeoff.learners.baselines",
    "Panel": "bakeoff.api.panel",
    "Predictions": "bakeoff.predictions.predictions",
    "Prior": "bakeoff.learners.baselines",
    "Random": "bakeoff.learners.baselines",
    "RankDisplay": "bakeoff.api.displays",
    "Results": "bakeoff.api.results",
    "ScalingDisplay": "bakeoff.api.displays",
    "Study": "bakeoff.api.study",
    "Task": "bakeoff.data.dataset",
    "ValidationCurveDisplay": "bakeoff.api.displays",
    "advise": "bakeoff.comparisons.planning.advise",
    "anytime_test": "bakeoff.streams.anytime_test",
    "best_of": "bakeoff.api.best_of",
    "cherry_pick": "bakeoff.api.criteria",
    "class_errors": "bakeoff.api.criteria",
    "classifier_map": "bakeoff.api.criteria",
    "compare": "bakeoff.api.comparison",
    "compare_by": "bakeoff.api.comparison",
    "compare_predictions": "bakeoff.api.compare_predictions",
    "curve": "bakeoff.api.curve",
    "detectors": "bakeoff.streams.detectors",
    "domains": "bakeoff.api.domains",
    "efficiency": "bakeoff.api.criteria",
    "evaluate": "bakeoff.api.study",
    "expand": "bakeoff.data.expand",
    "from_cross_validate": "bakeoff.api.comparison",
    "label_permutation": "bakeoff.study.running.label_permutation",
    "load": "bakeoff.data.load",
    "make": "bakeoff.data.synthetic",
    "make_stream": "bakeoff.streams.made",
    "measure": "bakeoff.api.panel",
    "measures_table": "bakeoff.api.criteria",
    "open": "bakeoff.api.results",
    "pass_at_k": "bakeoff.estimates.repeated_runs",
    "pass_hat_k": "bakeoff.estimates.repeated_runs",
    "plan": "bakeoff.comparisons.planning.planner",
    "prequential": "bakeoff.streams.prequential",
    "profile": "bakeoff.api.domains",
    "profiles": "bakeoff.api.domains",
    "q_statistic": "bakeoff.streams.q_statistic",
    "realism": "bakeoff.api.domains",
    "repeats": "bakeoff.estimates.repeated_runs",
    "schemes": "bakeoff.splits.catalogue",
    "score_alarms": "bakeoff.streams.alarms",
    "stream": "bakeoff.streams.evaluate",
    "tests": "bakeoff.comparisons",
    "windowed_mcnemar": "bakeoff.streams.windowed_mcnemar",
}
_RUNS_AT_ONCE = frozenset({"evaluate"})  # whoever asks for these is about to run learners
_ROOMS = ("data", "measures")  # rooms that are catalogues themselves: see core.catalogue.ask_room

if TYPE_CHECKING:
    from bakeoff.api.best_of import best_of
    from bakeoff.api.compare_predictions import compare_predictions
    from bakeoff.api.comparison import Comparison, compare, compare_by, from_cross_validate
    from bakeoff.api.criteria import (
        CherryPicking,
        ClassErrors,
        ClassifierMap,
        Efficiency,
        MeasureRanks,
        cherry_pick,
        class_errors,
        classifier_map,
        efficiency,
        measures_table,
    )
    from bakeoff.api.curve import curve
    from bakeoff.api.displays import (
        CurveDisplay,
        DifferenceDisplay,
        LearningCurveDisplay,
        MatrixDisplay,
        RankDisplay,
        ScalingDisplay,
        ValidationCurveDisplay,
    )
    from bakeoff.api.domains import DataProfile, Domains, domains, profile, profiles, realism
    from bakeoff.api.panel import Panel, measure
    from bakeoff.api.results import Results, open  # noqa: A004 - the name users type is bo.open
    from bakeoff.api.study import Study, evaluate
    from bakeoff.comparisons import tests
    from bakeoff.comparisons.planning.advise import advise
    from bakeoff.comparisons.planning.planner import plan
    from bakeoff.data.dataset import Column, Dataset, Task
    from bakeoff.data.expand import expand
    from bakeoff.data.load import load
    from bakeoff.data.synthetic import make
    from bakeoff.estimates.estimate import Estimate
    from bakeoff.estimates.over_splits.selection import Best
    from bakeoff.estimates.repeated_runs import pass_at_k, pass_hat_k, repeats
    from bakeoff.learners.baselines import Majority, Mean, Median, OneRule, Prior, Random
    from bakeoff.predictions.predictions import Predictions
    from bakeoff.splits.catalogue import schemes
    from bakeoff.streams.alarms import score_alarms
    from bakeoff.streams.anytime_test import anytime_test
    from bakeoff.streams.detectors import detectors
    from bakeoff.streams.evaluate import stream
    from bakeoff.streams.made import make_stream
    from bakeoff.streams.prequential import prequential
    from bakeoff.streams.q_statistic import q_statistic
    from bakeoff.streams.windowed_mcnemar import windowed_mcnemar
    from bakeoff.study.running.label_permutation import label_permutation

__all__ = [
    "Best",
    "CherryPicking",
    "ClassErrors",
    "ClassifierMap",
    "Column",
    "Comparison",
    "CurveDisplay",
    "DataProfile",
    "Dataset",
    "DifferenceDisplay",
    "Domains",
    "Efficiency",
    "Estimate",
    "LearningCurveDisplay",
    "Majority",
    "MatrixDisplay",
    "Mean",
    "MeasureRanks",
    "Median",
    "OneRule",
    "Panel",
    "Predictions",
    "Prior",
    "Random",
    "RankDisplay",
    "Results",
    "ScalingDisplay",
    "Study",
    "Task",
    "ValidationCurveDisplay",
    "__version__",
    "advise",
    "anytime_test",
    "best_of",
    "cherry_pick",
    "class_errors",
    "classifier_map",
    "compare",
    "compare_by",
    "compare_predictions",
    "curve",
    "detectors",
    "domains",
    "efficiency",
    "evaluate",
    "expand",
    "from_cross_validate",
    "label_permutation",
    "load",
    "make",
    "make_stream",
    "measure",
    "measures_table",
    "open",
    "pass_at_k",
    "pass_hat_k",
    "plan",
    "prequential",
    "profile",
    "profiles",
    "q_statistic",
    "realism",
    "repeats",
    "schemes",
    "score_alarms",
    "stream",
    "tests",
    "windowed_mcnemar",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"bakeoff.{name}")
    if name not in _HOMES:
        from bakeoff.core.errors import did_you_mean

        near = did_you_mean(name, (*_HOMES, *_ROOMS)) if not name.startswith("_") else ""
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}" + (f"; {near}" if near else ""))
    if name in _RUNS_AT_ONCE:
        import_module("bakeoff.runs.process.zygote_process").warm_up()
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_ROOMS})
