"""A fitted model as plain values: dictionaries, lists, arrays and the estimator itself, so that it can be saved without pickling.

`state_of` writes what `model_from` reads. No class of this package is in a state, so none has to be trusted by those who load it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.core.errors import NotApplicable
from bakeoff.data.dataset import Column, ColumnKind
from bakeoff.data.tasks import task_named
from bakeoff.learners.baselines import ConstantModel, OneRuleModel, RandomModel
from bakeoff.learners.estimators import ClassNames, NoPreprocessing, SklearnModel, UserTransformer
from bakeoff.learners.learner import Model
from bakeoff.learners.preprocessing import Medians, NominalColumn, NumericColumns, Prepared, TextColumn
from bakeoff.predictions.predictions import Output

__all__ = ["chosen_settings", "model_from", "prepares_itself", "state_of"]


def state_of(model: Any) -> dict[str, Any]:
    """The model as plain values; a search over settings is replaced by the estimator that it chose.

    >>> import numpy as np
    >>> state_of(ConstantModel(label=np.array([1])))["kind"]
    'constant'
    """
    if isinstance(model, SklearnModel):
        config = {"config": [list(pair) for pair in model.config]} if model.config else {}
        return config | {
            "kind": "estimator",
            "estimator": _chosen(model.estimator),
            "door": _door_state(model.door),
            "at": None if model.at is None else list(model.at),
            "task": model.task.name,
            "names": None if model.names is None else model.names.values,
            "positive": model.positive,
            "gives": sorted(output.value for output in model.gives),
        }
    if isinstance(model, ConstantModel):
        return {"kind": "constant", "label": model.label, "proba": model.proba}
    if isinstance(model, RandomModel):
        return {"kind": "random", "shares": model.shares, "seed": str(model.seed)}
    if isinstance(model, OneRuleModel):
        return {
            "kind": "one_rule", "column": model.column, "cuts": model.cuts, "says": model.says, "missing": model.missing,
            "errors": model.errors,
        }  # fmt: skip
    inner = getattr(model, "model", None)  # a learner that tunes keeps the model it trained last under this name
    if callable(getattr(inner, "predict", None)) and type(model).__module__.partition(".")[0] == "bakeoff":
        return state_of(inner)
    raise NotApplicable(
        f"a model of {type(model).__module__}.{type(model).__qualname__} cannot be saved without pickling; "
        "scikit-learn estimators, pipelines and the baselines can"
    )


def model_from(state: Mapping[str, Any], texts: Mapping[int, Sequence[str]] | None = None) -> Model:
    """The model again; `texts` holds, by the number of a text column, the texts that its codes stand for in the rows to come."""
    kind = state["kind"]
    if kind == "constant":
        return ConstantModel(label=state["label"], proba=state["proba"])
    if kind == "random":
        return RandomModel(shares=state["shares"], seed=int(state["seed"]))
    if kind == "one_rule":
        return OneRuleModel(
            column=state["column"], cuts=state["cuts"], says=state["says"], missing=state["missing"], errors=state["errors"]
        )  # fmt: skip
    places = state["at"]
    texts_by_place = (
        {place: (texts or {}).get(column, ()) for place, column in enumerate(places)}
        if places is not None
        else texts or {}
    )
    return SklearnModel(
        estimator=state["estimator"],
        door=_door(state["door"], texts_by_place),
        at=None if places is None else tuple(places),
        task=task_named(state["task"]),
        names=None if state["names"] is None else ClassNames(values=state["names"]),
        positive=state["positive"],
        gives=frozenset(Output(output) for output in state["gives"]),
        config=tuple((name, value) for name, value in state.get("config", ())),
    )


def prepares_itself(model: Any) -> bool:
    """Whether the columns pass through our own preparation, which knows levels that were not seen in training."""
    return isinstance(getattr(model, "door", None), Prepared)


def chosen_settings(model: Any) -> dict[str, Any]:
    """What a search chose, by parameter; empty where nothing was searched."""
    settings = getattr(getattr(model, "estimator", None), "best_params_", None) or getattr(model, "chosen", None)
    return dict(settings) if isinstance(settings, Mapping) else {}


def _chosen(estimator: Any) -> Any:
    return getattr(estimator, "best_estimator_", estimator)


def _door_state(door: Any) -> dict[str, Any]:
    if isinstance(door, Prepared):
        numbers = door.numbers
        return {
            "kind": "prepared",
            "numbers": {
                "at": numbers.at,
                "all_columns": numbers.all_columns,
                "fill": None if numbers.fill is None else numbers.fill.values,
                "center": numbers.center,
                "spread": numbers.spread,
                "dates": numbers.dates,
            },
            "nominals": [{"at": nominal.at, "home": nominal.home, "width": nominal.width} for nominal in door.nominals],
            "texts": [{"at": text.at, "vectorizer": text.vectorizer} for text in door.texts],
            "sparse": door.sparse,
        }
    if isinstance(door, UserTransformer):
        return {"kind": "transformer", "before": _door_state(door.before), "transformer": door.transformer}
    columns = [
        {"name": column.name, "kind": column.kind.value, "levels": list(column.levels), "stored": column.stored}
        for column in door.columns
    ]
    return {
        "kind": "as_is",
        "columns": columns,
        "frame": door.frame,
        "fill": None if door.fill is None else door.fill.values,
    }


def _door(state: Mapping[str, Any], texts: Mapping[int, Sequence[str]]) -> Any:
    if state["kind"] == "prepared":
        return Prepared(
            numbers=NumericColumns(**state["numbers"] | {"fill": _stated(state["numbers"]["fill"])}),
            nominals=tuple(NominalColumn(**nominal) for nominal in state["nominals"]),
            texts=tuple(
                TextColumn(at=text["at"], levels=tuple(texts.get(text["at"], ())), vectorizer=text["vectorizer"])
                for text in state["texts"]
            ),
            sparse=state["sparse"],
        )
    if state["kind"] == "transformer":
        return UserTransformer(before=_door(state["before"], texts), transformer=state["transformer"])
    columns = [
        Column(
            name=column["name"],
            kind=ColumnKind(column["kind"]),
            levels=tuple(column["levels"]),
            stored=column["stored"],
        )
        for column in state["columns"]
    ]
    own_columns = [
        replace(column, levels=tuple(texts[index])) if column.kind is ColumnKind.TEXT and index in texts else column
        for index, column in enumerate(columns)
    ]
    return NoPreprocessing(columns=tuple(own_columns), frame=state["frame"], fill=_stated(state["fill"]))


def _stated(fill: Any) -> Medians | None:
    return None if fill is None else Medians.stated(fill)
