"""bakeoff: which learning method is better, by how much, and how sure are we?

The names below are loaded when first used, so that `import bakeoff` itself stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bakeoff.core.version import __version__

_HOMES = {
    "Column": "bakeoff.data.dataset",
    "Comparison": "bakeoff.api.comparison",
    "CurveDisplay": "bakeoff.api.displays",
    "Dataset": "bakeoff.data.dataset",
    "DifferenceDisplay": "bakeoff.api.displays",
    "Estimate": "bakeoff.estimates.estimate",
    "LearningCurveDisplay": "bakeoff.api.displays",
    "Majority": "bakeoff.learners.baselines",
    "Mean": "bakeoff.learners.baselines",
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
    "compare": "bakeoff.api.comparison",
    "compare_by": "bakeoff.api.compare_by",
    "compare_predictions": "bakeoff.api.compare_predictions",
    "curve": "bakeoff.api.curve",
    "evaluate": "bakeoff.api.evaluate",
    "from_cross_validate": "bakeoff.api.from_cross_validate",
    "label_permutation": "bakeoff.study.running.label_permutation",
    "load": "bakeoff.data.load",
    "make": "bakeoff.data.synthetic.make",
    "measure": "bakeoff.api.panel",
    "open": "bakeoff.api.results",
    "plan": "bakeoff.comparisons.planning.planner",
    "schemes": "bakeoff.splits.catalogue",
    "tests": "bakeoff.comparisons",
}
_ROOMS = ("data", "measures")  # rooms that are catalogues themselves: see core.catalogue.ask_room

if TYPE_CHECKING:
    from bakeoff.api.compare_by import compare_by
    from bakeoff.api.compare_predictions import compare_predictions
    from bakeoff.api.comparison import Comparison, compare
    from bakeoff.api.curve import curve
    from bakeoff.api.displays import (
        CurveDisplay,
        DifferenceDisplay,
        LearningCurveDisplay,
        RankDisplay,
        ScalingDisplay,
        ValidationCurveDisplay,
    )
    from bakeoff.api.evaluate import evaluate
    from bakeoff.api.from_cross_validate import from_cross_validate
    from bakeoff.api.panel import Panel, measure
    from bakeoff.api.results import Results, open  # noqa: A004 - the name users type is bo.open
    from bakeoff.api.study import Study
    from bakeoff.comparisons import tests
    from bakeoff.comparisons.planning.advise import advise
    from bakeoff.comparisons.planning.planner import plan
    from bakeoff.data.dataset import Column, Dataset, Task
    from bakeoff.data.load import load
    from bakeoff.data.synthetic.make import make
    from bakeoff.estimates.estimate import Estimate
    from bakeoff.learners.baselines import Majority, Mean, Median, OneRule, Prior, Random
    from bakeoff.predictions.predictions import Predictions
    from bakeoff.splits.catalogue import schemes
    from bakeoff.study.running.label_permutation import label_permutation

__all__ = [
    "Column",
    "Comparison",
    "CurveDisplay",
    "Dataset",
    "DifferenceDisplay",
    "Estimate",
    "LearningCurveDisplay",
    "Majority",
    "Mean",
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
    "compare",
    "compare_by",
    "compare_predictions",
    "curve",
    "evaluate",
    "from_cross_validate",
    "label_permutation",
    "load",
    "make",
    "measure",
    "open",
    "plan",
    "schemes",
    "tests",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"bakeoff.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_ROOMS})
