"""bakeoff: which learning method is better, by how much, and how sure are we?

The names below are loaded when first used, so that `import bakeoff` itself stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Column": "bakeoff.data.dataset",
    "Comparison": "bakeoff.results.comparison",
    "CurveDisplay": "bakeoff.results.displays",
    "Dataset": "bakeoff.data.dataset",
    "DifferenceDisplay": "bakeoff.results.displays",
    "Estimate": "bakeoff.estimates.estimate",
    "LearningCurveDisplay": "bakeoff.results.growth",
    "Majority": "bakeoff.learners.baselines",
    "Mean": "bakeoff.learners.baselines",
    "Median": "bakeoff.learners.baselines",
    "OneRule": "bakeoff.learners.baselines",
    "Panel": "bakeoff.results.panel",
    "Predictions": "bakeoff.predictions.predictions",
    "Prior": "bakeoff.learners.baselines",
    "Random": "bakeoff.learners.baselines",
    "RankDisplay": "bakeoff.results.displays",
    "Results": "bakeoff.results.results",
    "ScalingDisplay": "bakeoff.results.growth",
    "Study": "bakeoff.results.study",
    "Task": "bakeoff.data.dataset",
    "ValidationCurveDisplay": "bakeoff.results.growth",
    "advise": "bakeoff.comparisons.advise",
    "compare": "bakeoff.results.comparison",
    "compare_by": "bakeoff.results.grouped",
    "compare_predictions": "bakeoff.results.predictions_compared",
    "curve": "bakeoff.results.curve",
    "evaluate": "bakeoff.results.evaluate",
    "from_cross_validate": "bakeoff.results.cross_validated",
    "label_permutation": "bakeoff.study.relabel",
    "load": "bakeoff.data.load",
    "make": "bakeoff.data.make",
    "measure": "bakeoff.results.panel",
    "open": "bakeoff.results.results",
    "plan": "bakeoff.comparisons.planning",
    "schemes": "bakeoff.splits.declared",
    "tests": "bakeoff.comparisons",
}
_ROOMS = ("data", "measures")  # rooms that are catalogues themselves: see core.catalogue.ask_room

if TYPE_CHECKING:
    from bakeoff.comparisons import tests
    from bakeoff.comparisons.advise import advise
    from bakeoff.comparisons.planning import plan
    from bakeoff.data.dataset import Column, Dataset, Task
    from bakeoff.data.load import load
    from bakeoff.data.make import make
    from bakeoff.estimates.estimate import Estimate
    from bakeoff.learners.baselines import Majority, Mean, Median, OneRule, Prior, Random
    from bakeoff.predictions.predictions import Predictions
    from bakeoff.results.comparison import Comparison, compare
    from bakeoff.results.cross_validated import from_cross_validate
    from bakeoff.results.curve import curve
    from bakeoff.results.displays import CurveDisplay, DifferenceDisplay, RankDisplay
    from bakeoff.results.evaluate import evaluate
    from bakeoff.results.grouped import compare_by
    from bakeoff.results.growth import LearningCurveDisplay, ScalingDisplay, ValidationCurveDisplay
    from bakeoff.results.panel import Panel, measure
    from bakeoff.results.predictions_compared import compare_predictions
    from bakeoff.results.results import Results, open  # noqa: A004 - the name users type is bo.open
    from bakeoff.results.study import Study
    from bakeoff.splits.declared import schemes
    from bakeoff.study.relabel import label_permutation

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
