"""Public functions, classes and methods with several parameters: each parameter is described, and so is what comes back; the examples run as doctests."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

import bakeoff as bo

# Records, of which the comments beside the fields tell what they hold, and methods that other rooms call: not described yet. The list only becomes shorter.
NOT_YET = frozenset(
    {
        "Best",
        "Challenge",
        "Challenge.choose",
        "Challenge.download",
        "Challenge.is_token_of",
        "Challenge.predictions",
        "Challenge.set_limits",
        "ClassifierMap",
        "ClassifierMap.plot",
        "Column",
        "Comparison",
        "Comparison.composed",
        "Condition",
        "CurveDisplay.from_predictions",
        "CurveDisplay.from_results",
        "DataProfile",
        "Dataset",
        "DeployedModel",
        "Deployment.save",
        "DistributionTable",
        "Domains",
        "Drift",
        "Efficiency",
        "EpochCurves",
        "Estimate",
        "Explanation",
        "Gate",
        "GroupedMeasures",
        "Ladder",
        "Ladder.judge",
        "LearningCurveDisplay.from_results",
        "Majority.fit",
        "MatrixDisplay.from_results",
        "Mean.fit",
        "Median.fit",
        "OneRule",
        "Panel",
        "Predictions",
        "Prior.fit",
        "Random",
        "Random.fit",
        "RankDisplay.from_results",
        "Results",
        "ScalingDisplay.from_results",
        "TaskKind",
        "TaskKind.shares",
        "TaskKind.spelled",
        "TaskKind.wrong",
        "Tuned",
        "Tuned.begin",
        "Tuned.fit",
        "ValidationCurveDisplay.from_results",
    }
)
NO_EXAMPLE = frozenset(
    {"Challenge.create", "Challenge.submit", "Comparison.to_mlflow", "from_mlflow"}
)  # they need a folder, data and a team, or a server; docs/lending-data.md and docs/in-your-tools.md show them


def public() -> Iterator[tuple[str, Any]]:
    for name in bo.__all__:
        thing = getattr(bo, name)
        if inspect.isclass(thing):
            yield name, thing
            for key, member in vars(thing).items():
                function = getattr(member, "__func__", member)
                if not key.startswith("_") and inspect.isfunction(function):
                    yield f"{name}.{key}", function
        elif inspect.isfunction(thing):
            yield name, thing


def parameters(thing: Any) -> list[str]:
    return [name for name in inspect.signature(thing).parameters if name not in {"self", "cls"}]


SEVERAL = {name: thing for name, thing in public() if len(parameters(thing)) > 1}


def described(thing: Any) -> bool:
    return "Parameters\n----------\n" in (inspect.getdoc(thing) or "")


def test_the_list_of_what_is_missing_is_exact() -> None:
    assert {name for name, thing in SEVERAL.items() if not described(thing)} == NOT_YET


@pytest.mark.parametrize("name", sorted(SEVERAL.keys() - NOT_YET))
def test_the_docstring_fits_the_signature(name: str) -> None:
    thing, text = SEVERAL[name], inspect.getdoc(SEVERAL[name]) or ""
    section = text.partition("Parameters\n----------\n")[2].split("\n\n")[0]
    heads = re.findall(r"^\**(\w[\w, ]*?)(?: : .*)?$", section, re.MULTILINE)
    assert sorted(word for head in heads for word in head.split(", ")) == sorted(parameters(thing))
    assert inspect.isclass(thing) or "Returns\n-------\n" in text
    assert (">>> " in text) is (name not in NO_EXAMPLE)
