"""Learners by import path, and from a user's own objects.

A study file may come from a stranger. So a path is read before anything is imported: only scikit-learn and the
baselines here are open, other packages if the user allows them by name; what the path leads to must be a class of an
allowed package with a fit method; parameters that reach files or code (see `hazards`) are refused.
"""

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from typing import Any, cast

from bakeoff.core.errors import BadInput, MissingPackage, UnknownName
from bakeoff.core.isolation.modules_beside import lies_beside
from bakeoff.learners.baselines import BASELINES, baseline_named
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.hazards import check_parameters
from bakeoff.learners.learner import Learner, checked_name

__all__ = ["as_learners", "estimator_from", "learner_from", "value_from"]

_PATH = re.compile(r"[A-Za-z]\w*(\.[A-Za-z_]\w*)+", re.ASCII)
_OPEN = ("sklearn",)
_INTERNAL = frozenset({"tests", "conftest", "externals"})  # of scikit-learn: nobody has reviewed what is in there


def learner_from(
    name: str,
    use: str,
    params: Mapping[str, Any] | None = None,
    *,
    scale: bool = False,
    columns: Sequence[str] | None = (),
    prepare: Any = "auto",
    steps: Sequence[str | Mapping[str, Any]] = (),
    allow: Sequence[str] = (),
) -> Learner:
    """The learner that a study file describes: an import path (or a baseline's name), parameters, steps before it.

    >>> learner_from("tree", "sklearn.tree.DecisionTreeClassifier", {"max_depth": 3}).name
    'tree'
    >>> learner_from("zero", "bakeoff.majority")
    Majority(name='zero')
    >>> learner_from("bad", "os.system")
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: 'os.system': learners are taken from scikit-learn only; to use another package, allow it with --allow os
    """
    checked_name(name)
    check_parameters([params, steps, prepare])
    short = baseline_named(use) or use.removeprefix("bakeoff.")
    if short in BASELINES or use.startswith("bakeoff."):
        extras = {"scale": scale, "columns": columns, "steps": steps}
        return _baseline(name, short, dict(params or {}), [key for key, value in extras.items() if value])
    estimator = estimator_from(use, dict(params or {}), allow)
    if steps:
        estimator = _pipeline(steps, estimator, allow)
    chosen = ("auto" if prepare else "none") if isinstance(prepare, bool) else prepare
    if isinstance(chosen, Mapping):
        chosen = _transformer(chosen, allow)
    return SklearnLearner(name, estimator, scale=scale, prepare=chosen, columns=tuple(columns or ()), caches=False)


def as_learners(
    source: Mapping[str, Any] | Iterable[Any], *, scale: bool = False, prepare: bool = True
) -> tuple[Learner, ...]:
    """Learners from a user's objects: {"lr": LogisticRegression()}, a list of estimators, or Learners themselves.

    Texts are import paths or baselines. In a list an estimator is named by its class. Without `prepare` no learner is prepared
    columns for, but by a transformer of the user's own.

    >>> [one.name for one in as_learners({"zero": "majority"})]
    ['zero']
    """
    if isinstance(source, Mapping):
        named: list[tuple[Any, Any]] = list(source.items())
    elif isinstance(source, (str, bytes)) or not isinstance(source, Iterable):
        raise BadInput('learners must be a mapping such as {"lr": LogisticRegression()} or a list of learners')
    else:
        named = [_pair(entry) for entry in source]
    learners = tuple(_learner(checked_name(name), source, scale=scale) for name, source in named)
    learners = learners if prepare else tuple(map(_unprepared, learners))
    if not learners:
        raise BadInput("no learners were given; give at least one")
    names = [learner.name for learner in learners]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadInput(f"two learners are called {twice[0]!r}; give each a name of its own: {{name: estimator, ...}}")
    return learners


def _pair(source: Any) -> tuple[Any, Any]:
    """The name and the thing itself, for an entry of a list."""
    if isinstance(source, tuple) and len(source) == 2:
        return source
    if isinstance(source, str):
        return source.rpartition(".")[2], source
    return (
        source.name if _is_learner(source) else (source if isinstance(source, type) else type(source)).__name__
    ), source


def _learner(name: str, source: Any, *, scale: bool) -> Learner:
    if isinstance(source, str):
        return learner_from(name, source, scale=scale and baseline_named(source) is None)
    if not _is_learner(source):
        return SklearnLearner(name, source, scale=scale)
    if source.name == name:
        return cast("Learner", source)
    if is_dataclass(source) and not isinstance(source, type):
        return cast("Learner", replace(source, name=name))
    raise BadInput(f"the learner called {source.name!r} is listed as {name!r}; use its own name")


def _unprepared(learner: Learner) -> Learner:
    """The same learner, or the one that is tuned, without the built-in preparation."""
    if isinstance(learner, SklearnLearner) and learner.prepare == "auto":
        return replace(learner, prepare="none")
    base = getattr(learner, "base", None)
    if isinstance(base, SklearnLearner) and hasattr(learner, "learner"):
        return replace(learner, learner=_unprepared(base))  # type: ignore[type-var]
    return learner


def _is_learner(source: Any) -> bool:
    return not isinstance(source, type) and all(hasattr(source, part) for part in ("name", "gives", "settings", "fit"))


def _baseline(name: str, short: str, params: dict[str, Any], extras: list[str]) -> Learner:
    if short not in BASELINES:
        raise UnknownName("baseline", short, BASELINES)
    if extras:
        raise BadInput(f"learner {name!r}: a baseline takes no {' or '.join(extras)}; drop it")
    kind = BASELINES[short]
    names = [field.name for field in fields(kind) if field.name != "name"]
    for key in params:
        if key not in names:
            raise UnknownName(f"parameter of {short}", key, names)
    return cast("Learner", kind(name=name, **params))


def estimator_from(
    use: object, params: Mapping[str, Any], allow: Sequence[str], *, trained_by: Sequence[str] = ("fit",)
) -> Any:
    """An estimator from its path and parameters, which may hold further ones as {use = ..., params = ...}."""
    kind = _resolve(use, allow, trained_by)
    names = _parameters(kind)
    for key in params:
        if names is not None and key not in names:
            raise UnknownName(f"parameter of {use}", key, names)
    values = {key: value_from(value, allow) for key, value in params.items()}
    try:
        estimator = kind(**values)
        if hasattr(estimator, "_parameter_constraints"):  # estimators from elsewhere need not declare any
            estimator._validate_params()  # noqa: SLF001  # scikit-learn's own check, else only made when fitting
    except (TypeError, ValueError) as error:
        raise BadInput(f"{use}: {error}") from None
    return estimator


def value_from(value: Any, allow: Sequence[str]) -> Any:
    """A value of a study file; tables that name a class become objects of it."""
    if isinstance(value, Mapping) and "use" in value:
        return _step(value, allow)
    if isinstance(value, Mapping):
        return {key: value_from(item, allow) for key, item in value.items()}
    if isinstance(value, list):
        return [value_from(item, allow) for item in value]
    return value


def _step(step: str | Mapping[str, Any], allow: Sequence[str]) -> Any:
    if isinstance(step, str):
        return estimator_from(step, {}, allow)
    unknown = [key for key in step if key not in ("use", "params")]
    if unknown:
        raise UnknownName("key of a step", unknown[0], ["use", "params"])
    params = step.get("params", {})
    if not isinstance(params, Mapping):
        raise BadInput(f"params of {step.get('use')!r} must be a table, not {params!r}")
    return estimator_from(step.get("use"), params, allow)


def _pipeline(steps: Sequence[str | Mapping[str, Any]], estimator: Any, allow: Sequence[str]) -> Any:
    """Transformers and samplers before the estimator; samplers (SMOTE) act while it is fitted only, as imbalanced-learn has it."""
    parts = [_step(step, allow) for step in steps]
    if any(hasattr(step, "fit_resample") for step in parts):
        try:
            module = import_module("imblearn.pipeline")
        except ImportError:
            raise MissingPackage("imbalanced-learn", "a step that samples rows") from None
    else:
        module = import_module("sklearn.pipeline")
    return module.make_pipeline(*(_checked_step(step, "transform", "fit_resample") for step in parts), estimator)


def _transformer(step: str | Mapping[str, Any], allow: Sequence[str]) -> Any:
    return _checked_step(_step(step, allow), "transform")


def _checked_step(step: Any, *methods: str) -> Any:
    if not any(callable(getattr(step, method, None)) for method in methods):
        raise BadInput(f"a step must transform the columns, and {type(step).__name__} does not; put it in use")
    return step


# scikit-learn's experimental classes can be imported only after the module that enables them.
_EXPERIMENTAL = {
    "sklearn.model_selection.HalvingGridSearchCV": "enable_halving_search_cv",
    "sklearn.model_selection.HalvingRandomSearchCV": "enable_halving_search_cv",
    "sklearn.impute.IterativeImputer": "enable_iterative_imputer",
}


def _resolve(use: object, allow: Sequence[str], trained_by: Sequence[str]) -> type:
    """The class at that path. Nothing is imported before the path itself is found to be allowed."""
    if not isinstance(use, str) or not _PATH.fullmatch(use) or "__" in use:
        raise BadInput(f'{use!r} is not an import path; write for example "sklearn.tree.DecisionTreeClassifier"')
    package = use.partition(".")[0]
    _check_allowed(use, package, allow)
    if package in _OPEN and _INTERNAL & set(use.split(".")):
        raise BadInput(f"{use!r} is not a public class of scikit-learn; name a public estimator")
    module_path, _, name = use.rpartition(".")
    try:
        if use in _EXPERIMENTAL:
            import_module(f"sklearn.experimental.{_EXPERIMENTAL[use]}")
        module = import_module(module_path)
        resolved = getattr(module, name, None)  # some modules import on demand
    except ImportError as error:
        needed = error.name or ""
        if lies_beside(needed):
            cure = f"{needed} lies beside the study file: allow it too, with --allow {needed}"
        else:
            cure = "check the path, or install the package"
        raise BadInput(f"{use!r} cannot be imported ({error}); {cure}") from None
    if resolved is None:
        classes = [
            class_name
            for class_name, value in vars(module).items()
            if isinstance(value, type) and hasattr(value, "fit")
        ]
        raise UnknownName(f"class in {module_path}", name, classes)
    if not isinstance(resolved, type):
        raise BadInput(f"{use!r} is not a class but a {type(resolved).__name__}; name an estimator class")
    _check_allowed(f"{resolved.__module__}.{resolved.__qualname__}", resolved.__module__.partition(".")[0], allow)
    if not any(callable(getattr(resolved, method, None)) for method in trained_by):
        raise BadInput(
            f"{use!r} is not an estimator: it has no {' and no '.join(f'{method}()' for method in trained_by)}"
        )
    return resolved


def _check_allowed(path: str, package: str, allow: Sequence[str]) -> None:
    if package not in _OPEN and package not in allow:
        raise BadInput(
            f"{path!r}: learners are taken from scikit-learn only; to use another package, allow it with --allow {package}"
        )


def _parameters(kind: type) -> list[str] | None:
    """The names a class takes, or None if it takes any."""
    parameters = inspect.signature(kind).parameters.values()
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return [parameter.name for parameter in parameters]
