"""Candidates: a learner and the space of its settings, as it travels to whoever fits one of them."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.blocks import Rows
from bakeoff.data.dataset import Dataset
from bakeoff.learners.estimators import SklearnLearner, SklearnModel
from bakeoff.learners.learner import Learner, Model, Outputs, predicted
from bakeoff.predictions.outputs import NAMES
from bakeoff.predictions.predictions import Output
from bakeoff.tuning.shared_fits import SharedFit, SharedModel, path_parameter
from bakeoff.tuning.space import Point, Space, point_text

__all__ = ["Candidates", "check_parameters", "fit_groups", "settings_for", "with_settings"]

OWN = ("columns", "scale")  # settings of the learner around an estimator


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """A learner that must be given settings first: those of one candidate, or of several that share a fit."""

    base: Any
    space: Space

    @property
    def name(self) -> str:
        """The name of the learner."""
        return str(self.base.name)

    @property
    def gives(self) -> frozenset[Output]:
        """What the learner gives."""
        return frozenset(self.base.gives)

    @property
    def settings(self) -> str:
        """The settings that no candidate changes."""
        return str(self.base.settings)

    def configured(self, text: str) -> Learner:
        """The learner with the settings that `settings_for` wrote."""
        asked = json.loads(text)
        points: list[Point] = asked["points"]
        learners: list[Learner] = [with_settings(self.base, self.space.values(point)) for point in points]
        learner: Learner = learners[0]
        if len(learners) > 1:
            learner = SeveralCandidates(
                base=self.base, learners=tuple(learners), points=tuple(points), space=self.space
            )
        return learner if asked["keep"] is None else Narrow(learner=learner, keep=frozenset(map(Output, asked["keep"])))

    def fit(self, train: Dataset, rng: np.random.Generator) -> Model:
        """Fit with the settings that the learner has by itself."""
        return self.base.fit(train, rng)  # type: ignore[no-any-return]  # a Learner


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Narrow:
    """A learner whose models say only what is wanted: what nobody reads takes time to predict."""

    learner: Any
    keep: frozenset[Output]

    @property
    def name(self) -> str:
        return str(self.learner.name)

    @property
    def gives(self) -> frozenset[Output]:
        return frozenset(self.learner.gives) & self.keep

    @property
    def settings(self) -> str:
        return str(self.learner.settings)

    def fit(self, train: Dataset, rng: np.random.Generator) -> Model:
        model: Model = narrowed(self.learner.fit(train, rng), self.keep)
        return model


def narrowed(model: Any, keep: frozenset[Output]) -> Any:
    """The model with fewer answers; models that are not of scikit-learn answer as they do."""
    if isinstance(model, SklearnModel):
        return replace(model, gives=model.gives & keep)
    if isinstance(model, SharedModel):
        return replace(model, model=narrowed(model.model, keep))
    return (
        Several(models=tuple(narrowed(model, keep) for model in model.models)) if isinstance(model, Several) else model
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeveralCandidates:
    """Candidates that differ in one parameter, from one fit if that gives the same answers, else one after another."""

    base: Any
    learners: tuple[Any, ...]
    points: tuple[Point, ...]
    space: Space

    @property
    def name(self) -> str:
        return str(self.base.name)

    @property
    def gives(self) -> frozenset[Output]:
        return frozenset(self.base.gives)

    @property
    def settings(self) -> str:
        return str(self.base.settings)

    def fit(self, train: Dataset, rng: np.random.Generator) -> Model:
        parameter = path_parameter(self.base, list(self.space))
        if parameter is not None:
            values = [self.space.parameters[parameter].value(point[parameter]) for point in self.points]
            shared = SharedFit.of(self.learners, parameter, values, train)
            if shared is not None:
                return shared.fit(train, rng)
        return Several(models=tuple(learner.fit(train, deepcopy(rng)) for learner in self.learners))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Several:
    """Models that answer one after another."""

    models: tuple[Any, ...]

    def predict(self, features: Any) -> Outputs:
        return stacked([model.predict(features) for model in self.models])

    def predict_rows(self, rows: Rows) -> Outputs:
        return stacked([predicted(model, rows) for model in self.models])


def stacked(parts: Sequence[Outputs]) -> Outputs:
    """The answers of several models about the same rows, one below the other; what one lacks, all lack."""
    columns = {name: [getattr(part, name) for part in parts] for name in NAMES}
    return Outputs(
        **{
            name: None if any(answer is None for answer in answers) else np.concatenate(answers)
            for name, answers in columns.items()
        }
    )


def settings_for(points: Sequence[Point], keep: Sequence[str] | None = None) -> str:
    """The candidates as text for whoever fits them, and which outputs are wanted (None: all)."""
    return json.dumps({"points": list(points), "keep": keep}, separators=(",", ":"))


def fit_groups(base: Learner, space: Space, points: Mapping[int, Point]) -> list[tuple[int, ...]]:
    """Candidates by number, in groups that can share a fit: alike but for one parameter of the right kind."""
    parameter = path_parameter(base, list(space))
    if parameter is None:
        return [(number,) for number in points]
    groups: dict[str, list[int]] = {}
    for number, point in points.items():
        rest = {name: value for name, value in point.items() if name != parameter}
        groups.setdefault(point_text(rest), []).append(number)
    return [tuple(group) for group in groups.values()]


def with_settings(base: Any, values: Mapping[str, Any]) -> Any:
    """The learner with these settings; the learner itself stays as it is."""
    if not isinstance(base, SklearnLearner):
        return replace(base, **values)
    own = {
        name: value
        for name, value in values.items()
        if name in OWN and name not in base.estimator.get_params(deep=False)
    }
    params = {name: value for name, value in values.items() if name not in own}
    from sklearn.base import clone

    try:
        estimator = clone(base.estimator).set_params(**{name: _own_copy(value) for name, value in params.items()})
    except (TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"learner {base.name!r}: {error}") from None
    learner = object.__new__(
        SklearnLearner
    )  # its settings are known as the candidate's; working them out anew takes longer than many fits
    for field in fields(SklearnLearner):
        object.__setattr__(learner, field.name, getattr(base, field.name))
    object.__setattr__(learner, "estimator", estimator)
    if "columns" in own:
        columns = own["columns"]
        object.__setattr__(learner, "columns", (columns,) if isinstance(columns, str) else tuple(columns or ()))
    if "scale" in own:
        object.__setattr__(learner, "scale", bool(own["scale"]))
    return learner


def _own_copy(value: Any) -> Any:
    if not callable(getattr(value, "get_params", None)) or isinstance(value, type):
        return value
    from sklearn.base import clone

    return clone(value)


def check_parameters(base: Any, space: Space) -> list[str]:
    """What is wrong with the names of the parameters, all of it."""
    if isinstance(base, SklearnLearner):
        if not callable(getattr(base.estimator, "get_params", None)):
            return [f"learner {base.name!r} has no parameters that could be set; tune a scikit-learn estimator"]
        names = [*base.estimator.get_params(deep=True), *OWN]
        kind = f"parameter of {type(base.estimator).__name__}"
    elif is_dataclass(base):
        names = [field.name for field in fields(base) if field.init and field.name != "name"]
        kind = f"parameter of {type(base).__name__}"
    else:
        return [f"learner {base.name!r} has no parameters that could be set; tune a scikit-learn estimator"]
    problems = []
    for name in space:
        inside = [parameter for parameter in names if parameter.endswith(f"__{name}")]
        if name in names or _steps_into(space, name):
            continue
        if inside:
            problems.append(f"no {kind} called {name!r}; did you mean {inside[0]!r}?")
        else:
            problems.append(str(UnknownName(kind, name, names)))
    return problems


def _steps_into(space: Space, name: str) -> bool:
    """Whether it is a parameter of a step or estimator that another parameter of the space puts there."""
    outer, inner, rest = name.partition("__")
    held = space.parameters.get(outer)
    options = getattr(held, "values", ())
    return bool(inner) and any(
        callable(getattr(option, "get_params", None)) and rest in option.get_params(deep=True) for option in options
    )
