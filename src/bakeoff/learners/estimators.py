"""Any scikit-learn estimator or pipeline as a Learner: classifier, regressor or clusterer."""

import inspect
import re
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, unmasked
from bakeoff.core.errors import BadInput
from bakeoff.data.blocks import CodedRows, Rows
from bakeoff.data.dataset import Dataset
from bakeoff.data.tasks import AnswerForm, TaskKind
from bakeoff.learners.column_outputs import column_outputs
from bakeoff.learners.fingerprint import settings_text
from bakeoff.learners.fit_params import fit_params, in_whole_lists, left_out, list_params, unset_request
from bakeoff.learners.hazards import without_caches
from bakeoff.learners.learner import Outputs, checked_name
from bakeoff.learners.preprocessing import AS_GIVEN, Medians, Preparation, Prepared
from bakeoff.learners.search_results import search_facts
from bakeoff.learners.treatment import (
    Treatment,
    capabilities,
    is_file,
    names_columns,
    scales_when_prepared,
    takes_gaps,
    treatment_of,
    wants_frame,
)
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.quantiles import encoded
from bakeoff.tabular.frames import frame_kind, to_frame
from bakeoff.tabular.table import ColumnKind

__all__ = ["ClassNames", "EstimatorKind", "SklearnLearner", "SklearnModel", "seeded"]

_WHOLE = re.compile(r"0|-?[1-9]\d{0,17}")
_FINAL = "final_estimator"
_LOWEST = -1e300  # the score of a class the model has never seen: below all others, and finite


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClassNames:
    """The classes of a data set as an estimator sees them: whole numbers or truth values if all names are, else text."""

    values: Array

    @classmethod
    def of(cls, classes: tuple[str, ...]) -> "ClassNames":
        """From the data set's classes, in their order.

        >>> ClassNames.of(("1", "2")).values.tolist(), ClassNames.of(("a", "2")).values.tolist()
        ([1, 2], ['a', '2'])
        """
        if set(classes) == {"False", "True"}:
            return cls(values=np.array([name == "True" for name in classes]))
        whole = all(_WHOLE.fullmatch(name) for name in classes)
        return cls(values=np.array([int(name) for name in classes]) if whole else np.array(classes, dtype=str))

    @classmethod
    def for_fit(cls, train: Dataset, estimator: Any) -> "ClassNames":
        """The classes as the fit on these rows sees them: values of the target as it came, or codes for XGBoost, which takes no others."""
        usual = cls.of(train.classes)
        if _wants_codes(estimator):
            present = np.unique(train.target)
            codes = -1 - np.arange(len(train.classes))  # of classes that the fit does not see, nor can predict
            codes[present] = np.arange(len(present))
            return usual if np.array_equal(usual.values, codes) else cls(values=codes)
        if train.given_target is None:
            return usual
        cells = np.asarray(train.given_target.native).tolist()
        own = dict(zip(train.target.tolist(), cells, strict=True))
        values = np.array([own.get(code, value) for code, value in enumerate(usual.values.tolist())])
        return (
            cls(values=values) if values.dtype.kind in "biufU" and len(set(values.tolist())) == len(values) else usual
        )

    def target(self, train: Dataset) -> Any:
        """The target for a fit: as it came, unless the fit sees codes."""
        given_target = train.given_target
        labels = self.values[train.target]
        if given_target is not None and np.array_equal(np.asarray(given_target.native), labels):
            return given_target.native
        return labels

    def codes(self, labels: ArrayLike) -> Array:
        """Codes of these labels, int64. If any is no class, an object array with those as text: never coerced.

        >>> ClassNames.of(("no", "yes")).codes(np.array(["yes", "perhaps"])).tolist()
        [1, 'perhaps']
        """
        raw = np.asarray(unmasked(labels))
        if raw.dtype == bool and set(self.values.tolist()) == {0, 1}:  # such a learner means 0 and 1 by them
            raw = raw.astype(np.int64)
        if raw.ndim != 1 or not len(raw):
            return raw if raw.ndim != 1 else np.empty(0, dtype=np.int64)
        if raw.dtype.kind in {"U": "U", "b": "b"}.get(self.values.dtype.kind, "iuf"):
            order = np.argsort(self.values)
            nearest = order[np.minimum(np.searchsorted(self.values[order], raw), len(order) - 1)]
            equal = self.values[nearest] == raw
            if equal.all():
                return nearest.astype(np.int64)
        return self._one_by_one(raw)

    def _one_by_one(self, raw: Array) -> Array:
        home = {value: code for code, value in enumerate(self.values.tolist())}
        codes: list[object] = [home[label] if _same_kind(label, home) else str(label) for label in raw.tolist()]
        if all(isinstance(code, int) for code in codes):
            return np.array(codes, dtype=np.int64)
        mixed = np.empty(len(codes), dtype=object)
        mixed[:] = codes
        return mixed

    def spread(self, proba: ArrayLike, codes: Array | None) -> Array:
        """Probabilities in the order of the data set's classes; a class absent from training has 0."""
        shares = np.asarray(unmasked(proba))
        if codes is None or codes.dtype == object or shares.ndim != 2 or shares.shape[1] != len(codes):
            return shares  # not ours to repair: the runner looks at the shape
        out = np.zeros((len(shares), len(self.values)))
        out[:, codes] = shares
        return out

    def scores(self, values: ArrayLike, codes: Array | None, positive: int | None) -> Array:
        """Decision values: toward `positive` for two classes (the second class if none is stated), else per class."""
        raw = np.asarray(unmasked(values), dtype=np.float64)
        if codes is None or codes.dtype == object:
            return raw
        if raw.ndim == 1 and len(codes) == 2:
            if len(self.values) == 2:
                return raw if codes[1] == (1 if positive is None else positive) else -raw
            raw = np.column_stack([-raw, raw])
        if raw.ndim != 2 or raw.shape[1] != len(codes):
            return raw
        out = np.full((len(raw), len(self.values)), _LOWEST)
        out[:, codes] = raw
        return out


def _same_kind(label: object, home: dict[object, int]) -> bool:
    """Whether it is a class, without True passing for 1."""
    try:
        return label in home and (not isinstance(label, bool) or any(isinstance(name, bool) for name in home))
    except TypeError:  # cannot be hashed, so it is no class
        return False


def _wants_codes(estimator: Any) -> bool:
    """Whether it is a classifier of XGBoost, which takes classes as 0, 1, 2 and so on only."""
    inner = last_step(estimator)
    home = any(kind.__module__.partition(".")[0] == "xgboost" for kind in type(inner).__mro__)
    return home and estimator_kind(inner) is EstimatorKind.CLASSIFIER


class EstimatorKind(StrEnum):
    """What an estimator predicts."""

    CLASSIFIER = "classifier"
    REGRESSOR = "regressor"
    CLUSTERER = "clusterer"
    OTHER = "other"  # says nothing of itself; the task decides


def last_step(estimator: Any) -> Any:
    """The last step of a pipeline, at any depth; other estimators are their own last step."""
    steps = getattr(estimator, "steps", None)
    return last_step(steps[-1][1]) if isinstance(steps, list) and steps else estimator


def completed(estimator: Any) -> Any:
    """The estimator with the final estimators that stacking adds only while it is fitted: without them it has no `predict`.

    >>> from sklearn.ensemble import StackingClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> stack = StackingClassifier([("nb", GaussianNB())])
    >>> hasattr(stack, "predict"), hasattr(completed(stack), "predict")
    (False, True)
    """
    if not callable(getattr(estimator, "get_params", None)) or isinstance(estimator, type):
        return estimator
    params = estimator.get_params(deep=True)
    added: dict[str, Any] = {}
    for key in params:
        owner = estimator if key == _FINAL else params.get(key.removesuffix(f"__{_FINAL}"))
        if key.rpartition("__")[2] == _FINAL and params[key] is None:
            default = _default_final_estimator(owner)
            added |= {} if default is None else {key: default}
    return _fresh(estimator).set_params(**added) if added else estimator


def _default_final_estimator(owner: Any) -> Any:
    from sklearn.ensemble import StackingClassifier, StackingRegressor
    from sklearn.linear_model import LogisticRegression, RidgeCV

    if isinstance(owner, StackingClassifier):
        return LogisticRegression()
    return RidgeCV() if isinstance(owner, StackingRegressor) else None


def estimator_kind(estimator: Any) -> EstimatorKind:
    """Read from the estimator's tags; mixtures, which carry no such tag, are clusterers.

    >>> from sklearn.svm import SVC
    >>> estimator_kind(SVC()).value
    'classifier'
    """
    from sklearn.base import is_classifier, is_clusterer, is_regressor
    from sklearn.mixture import BayesianGaussianMixture, GaussianMixture

    if not hasattr(estimator, "__sklearn_tags__"):
        return EstimatorKind.CLASSIFIER if hasattr(estimator, "predict_proba") else EstimatorKind.OTHER
    for kind, test in (
        (EstimatorKind.CLASSIFIER, is_classifier),
        (EstimatorKind.REGRESSOR, is_regressor),
        (EstimatorKind.CLUSTERER, is_clusterer),
    ):
        if test(estimator):
            return kind
    mixture = isinstance(last_step(estimator), (GaussianMixture, BayesianGaussianMixture))
    return EstimatorKind.CLUSTERER if mixture else EstimatorKind.OTHER


def _names(data: Dataset) -> frozenset[str]:
    return frozenset(column.name for column in data.columns)


def _any_of(data: Dataset, names: frozenset[str]) -> bool:
    """Whether the data set has one of these columns."""
    return bool(names) and any(column.name in names for column in data.columns)


@dataclass(frozen=True, slots=True, eq=False)
class SklearnLearner:
    """An estimator with what happens to the data before it.

    The estimator is copied at once and again for every fit; parameters called `random_state` that are None, at any
    depth, are set from the unit's generator, whole numbers stay as the user set them. `prepare` is "auto" (rows are left as
    they came where the estimator's fit takes them, see `Treatment`, and pass `Preparation` where it does not), "none", or a
    transformer of the user's own; `scale` standardizes numeric columns in any case; `columns` names the features to learn
    from (all if empty); without `caches` nothing that joblib kept on disk is read or written, which is how learners of a
    study file run. Settings of scikit-learn that change what a fit does (metadata routing, the kind of output) are kept as they are
    when the learner is made.
    """

    name: str
    estimator: Any
    scale: bool = False
    prepare: Any = "auto"
    columns: tuple[str, ...] = ()
    caches: bool = field(default=True, repr=False)
    settings: str = field(init=False, repr=False)
    config: tuple[tuple[str, Any], ...] = field(init=False, repr=False)  # of scikit-learn, where it is not as usual

    def __post_init__(self) -> None:
        checked_name(self.name)
        _check_estimator(self.name, self.estimator)
        if isinstance(self.prepare, str) and self.prepare not in ("auto", "none"):
            raise BadInput(f'learner {self.name!r}: prepare must be "auto", "none" or a transformer')
        put = object.__setattr__
        try:
            put(self, "estimator", _fresh(self.estimator))
        except (TypeError, RuntimeError) as error:
            raise BadInput(f"learner {self.name!r} cannot be copied for each fit: {error}") from None
        put(self, "columns", tuple(self.columns))
        parts = {"estimator": self.estimator, "prepare": self.prepare, "scale": self.scale, "columns": self.columns}
        put(self, "config", _config())
        if self.config:
            parts |= {"config": dict(self.config), "requests": _requests(self.estimator)}
        put(self, "settings", settings_text(**parts))

    @property
    def kind(self) -> EstimatorKind:
        """Whether it predicts classes, numbers or clusters."""
        return estimator_kind(self.estimator)

    @property
    def gives(self) -> frozenset[Output]:
        """What the estimator can say, read from its methods."""
        outputs, estimator = {Output.LABEL}, completed(self.estimator)
        if self.kind is EstimatorKind.CLASSIFIER:
            outputs |= {Output.PROBA} if hasattr(estimator, "predict_proba") else set()
            outputs |= {Output.SCORE} if _scores(estimator) else set()
        elif self.kind is EstimatorKind.REGRESSOR and _gives_sd(estimator):
            outputs |= {Output.SD}
        if self.kind is EstimatorKind.REGRESSOR and callable(getattr(estimator, "predict_quantiles", None)):
            outputs |= {Output.QUANTILES}
        return frozenset(outputs)

    @property
    def preparation(self) -> Preparation:
        """The built-in preparation, inactive where the user has another."""
        keep, sparse = capabilities(self.estimator)
        scale = self.scale or scales_when_prepared(self.estimator)
        return Preparation(active=self.prepare == "auto", scale=scale, keep_missing=keep, sparse=sparse)

    def treatment(self, data: Dataset) -> Treatment:
        """What happens to rows of that data set before the estimator gets them."""
        if not isinstance(self.prepare, str) or self.prepare == "none":
            return Treatment.AS_GIVEN
        treatment = treatment_of(self.estimator, data)
        scaled = self.scale and data.has_columns and not (data.frame and wants_frame(self.estimator))
        return Treatment.PREPARED if scaled else treatment

    def describe(self, data: Dataset | None = None) -> str:
        """What happens to the columns first, in words; with a data set, how many columns each step meets."""
        seen_data = data if data is None or not self.columns else data.only(self.columns)
        if not isinstance(self.prepare, str):
            text = f"by {type(self.prepare).__name__}"
        elif self.prepare == "none":
            text = AS_GIVEN
        elif seen_data is None:
            text = f"none where fit takes the columns as they are; else {self.preparation.describe()}"
        elif self.treatment(seen_data) is Treatment.AS_GIVEN:
            text = AS_GIVEN if seen_data.has_columns else "none: the estimator gets the rows as they are"
        else:
            tried = (
                "only if fit refuses the columns as they are: " if self.treatment(seen_data) is Treatment.TRIED else ""
            )
            text = f"{tried}{self.preparation.describe(seen_data)}"
        return f"columns {', '.join(self.columns)} only; {text}" if self.columns else text

    def steps(self, data: Dataset) -> tuple[str, ...]:
        """What happens to the columns of that data set before the estimator sees them; empty if it gets them as they are.

        An estimator from elsewhere gets them as they are first; a warning of the fit states what was done if it refused.
        """
        if not isinstance(self.prepare, str):
            return (f"transformed by {type(self.prepare).__name__}",)
        seen_data = data if not self.columns else data.only([name for name in self.columns if name in _names(data)])
        return self.preparation.steps(seen_data) if self.treatment(seen_data) is Treatment.PREPARED else ()

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can. Asked before anything runs."""
        if self.kind is EstimatorKind.CLASSIFIER and not (
            data.task.classifies or data.task.answer is AnswerForm.LABELS
        ):
            return f"learner {self.name!r} is a classifier, but the target of {data.name!r} is for {data.task.name}"
        if self.kind is EstimatorKind.REGRESSOR and not (data.task.numeric or data.task.answer is AnswerForm.NUMBERS):
            return f"learner {self.name!r} predicts numbers, but the target of {data.name!r} is {data.task.name}"
        if self.kind is EstimatorKind.CLUSTERER and not data.task.clusters:
            return f"learner {self.name!r} makes clusters, but the target of {data.name!r} is {data.task.name}"
        if self.scale and not data.has_columns:
            return f"learner {self.name!r} scales columns, but {data.name!r} is {data.block.describe()}; put a scaler into a pipeline"
        if self.routing and (name := unset_request(self.estimator, data)):
            return (
                f"learner {self.name!r} neither requests nor declines {name} while scikit-learn's metadata routing is on; "
                f"call set_fit_request({name}=True), or False, on the estimator that fits"
            )
        names = _names(data)
        lost = [name for name in self.columns if name not in names]
        return f"learner {self.name!r} wants column {lost[0]!r}, which {data.name!r} does not have" if lost else ""

    @property
    def routing(self) -> bool:
        """Whether scikit-learn's metadata routing decides what `fit` is given."""
        return bool(dict(self.config).get("enable_metadata_routing"))

    def leaves_out(self, data: Dataset) -> tuple[str, ...]:
        """What the user gave for learning and the estimator's `fit` does not take, such as sample_weight."""
        return left_out(self.estimator, data, routing=self.routing)

    def fit(self, train: Dataset, rng: np.random.Generator) -> "SklearnModel":
        """A new model from the training rows; the learner itself stays as it is."""
        reason = self.refuses(train)
        if reason:
            raise BadInput(reason)
        with nullcontext() if self.caches else without_caches(), configured(self.config):
            return self._fitted(train, rng)

    def _fitted(self, train: Dataset, rng: np.random.Generator) -> "SklearnModel":
        used = train.only(self.columns) if self.columns else train
        places = tuple(train.columns.index(column) for column in used.columns) if self.columns else None
        estimator = seeded(_fresh(self.estimator), rng)
        names = ClassNames.for_fit(train, self.estimator) if train.task.coded else None
        if self.treatment(used) is Treatment.TRIED:
            estimator, door = self._tried(estimator, used, names, rng)
        else:
            door = self._door(used, rng)
            self._trained(estimator, door, used, names)
        return SklearnModel(
            estimator=estimator,
            door=door,
            at=places,
            task=train.task,
            names=names,
            positive=train.positive_code,
            gives=_said(self.gives, len(train.classes)),
            config=self.config,
        )

    def _trained(self, estimator: Any, door: Any, train: Dataset, names: ClassNames | None) -> None:
        train = in_whole_lists(estimator, train)
        params = fit_params(estimator, train, routing=self.routing) | list_params(estimator, train)
        rows = door.rows_of(train.block)
        with _global_chance_kept():
            if self.kind is EstimatorKind.CLUSTERER or train.task.clusters:
                estimator.fit(rows, **params)
            else:
                estimator.fit(rows, _numbers_of(train) if names is None else names.target(train), **params)

    def _tried(
        self, estimator: Any, train: Dataset, names: ClassNames | None, rng: np.random.Generator
    ) -> tuple[Any, Any]:
        """The estimator fitted to the columns as they came or, where its fit refuses them, to prepared ones."""
        door: Any = self._as_given(train)
        spare = _fresh(estimator)
        try:
            self._trained(estimator, door, train, names)
        except Exception as error:  # noqa: BLE001  # foreign code refuses in its own way
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            steps = ", ".join(self.preparation.steps(train))
            warnings.warn(f"fit refused the columns as they came ({reason}); prepared: {steps}", stacklevel=2)
            door = self.preparation.fit(train)
            self._trained(spare, door, train, names)
            return spare, door
        return estimator, door

    def _as_given(self, train: Dataset) -> "NoPreprocessing":
        """Rows as they came; columns of a file become a frame where an array would hide words behind codes, or names from a pipeline."""
        frame = train.frame
        if not frame and train.has_columns and train.source and not isinstance(train.block, CodedRows):
            coded = any(column.kind is not ColumnKind.NUMERIC for column in train.columns)
            named = wants_frame(self.estimator) and (names_columns(self.estimator) or is_file(train))
            frame = frame_kind() if coded or named else ""
        whole = train.has_columns and not _any_of(train, train.survey.gaps) and not takes_gaps(self.estimator)
        words = [place for place, column in enumerate(train.columns) if column.levels]
        fill = Medians(train.matrix, words) if whole else None  # for gaps that a condition makes
        return NoPreprocessing(columns=train.columns, frame=frame, fill=fill)

    def _door(self, train: Dataset, rng: np.random.Generator) -> "Prepared | NoPreprocessing | UserTransformer":
        """What rows pass through on their way to the estimator, fitted on the training part."""
        as_given = self._as_given(train)
        if not isinstance(self.prepare, str):
            transformer = seeded(_fresh(self.prepare), rng)
            return UserTransformer(before=as_given, transformer=transformer.fit(as_given.rows_of(train.block)))
        if self.treatment(train) is Treatment.PREPARED:
            return self.preparation.fit(train)
        plain = train.has_columns and not isinstance(train.block, CodedRows) and not _any_of(train, train.survey.words)
        whole = not as_given.frame and not _any_of(train, train.survey.gaps)
        if plain and self.prepare != "none" and (whole or not wants_frame(self.estimator)):
            return replace(self.preparation, scale=False).fit(train)  # changes nothing unless later rows have gaps
        return as_given


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SklearnModel:
    """A fitted estimator and the way back from its words to ours."""

    estimator: Any
    door: Any
    at: tuple[int, ...] | None
    task: TaskKind
    names: ClassNames | None
    positive: int | None
    gives: frozenset[Output]
    config: tuple[tuple[str, Any], ...] = ()

    @property
    def facts(self) -> dict[str, Any] | None:
        """What a search inside the estimator found; None where there is none."""
        return search_facts(self.estimator)

    def predict(self, features: Array) -> Outputs:
        """All that the estimator can say about these rows, unchecked.

        A label that is no class of the data set comes back as text in an object array, for the runner to report.
        """
        with configured(self.config):
            return self._outputs(self.door.apply(features if self.at is None else features[:, self.at]))

    def predict_rows(self, block: Rows) -> Outputs:
        """The same of rows of a block, which may hold them as they came."""
        with configured(self.config):
            return self._outputs(self.rows_of(block))

    def rows_of(self, block: Rows) -> Any:
        """What the estimator gets of these rows."""
        return self.door.rows_of(block if self.at is None else block.columns(self.at))  # type: ignore[attr-defined]

    def _outputs(self, rows: Any) -> Outputs:
        if self.task.in_columns:
            return column_outputs(self.estimator, rows, self.task, self.gives)
        if Output.SD in self.gives:
            label, sd = self.estimator.predict(rows, return_std=True)
            return Outputs(label=_flat(label), sd=np.asarray(unmasked(sd)))
        label = _flat(self.estimator.predict(rows))
        if Output.QUANTILES in self.gives:
            columns = self.estimator.predict_quantiles(rows)
            return Outputs(label=label, quantiles=encoded(list(columns), np.column_stack(list(columns.values()))))
        if self.names is None or self.task.clusters:
            return Outputs(label=label)
        codes = self.names.codes(self.estimator.classes_) if hasattr(self.estimator, "classes_") else None
        proba = score = None
        if Output.PROBA in self.gives:
            proba = self.names.spread(self.estimator.predict_proba(rows), codes)
        if Output.SCORE in self.gives:
            score = self.names.scores(self.estimator.decision_function(rows), codes, self.positive)
        return Outputs(label=self.names.codes(label), proba=proba, score=score)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NoPreprocessing:
    """Rows as they came; where only codes are left of them, a frame of that kind, or the array, with gaps filled by `fill`."""

    columns: tuple[Any, ...]
    frame: str
    fill: Medians | None = None

    def rows_of(self, block: Rows) -> Any:
        return block.origin.native if isinstance(block, CodedRows) else self.apply(block.native)

    def apply(self, features: Any) -> Any:
        if self.fill is not None:
            features = self.fill.put_into(features)
        return to_frame(self.columns, features, self.frame) if self.frame else features


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UserTransformer:
    """Rows through a transformer of the user's own."""

    before: NoPreprocessing
    transformer: Any

    def rows_of(self, block: Rows) -> Any:
        return self.transformer.transform(self.before.rows_of(block))

    def apply(self, features: Array) -> Any:
        return self.transformer.transform(self.before.apply(features))


_SHAPING = ("enable_metadata_routing", "transform_output")  # settings of scikit-learn that change what a fit does


def _config() -> tuple[tuple[str, Any], ...]:
    """Those settings of scikit-learn that are not as usual; a child starts with the usual ones."""
    import sklearn

    now, usual = sklearn.get_config(), {"enable_metadata_routing": False, "transform_output": "default"}
    return tuple((name, now[name]) for name in _SHAPING if now.get(name, usual[name]) != usual[name])


def configured(config: tuple[tuple[str, Any], ...]) -> AbstractContextManager[None]:
    """These settings of scikit-learn, for a while."""
    if not config:
        return nullcontext()
    import sklearn

    return sklearn.config_context(**dict(config))  # type: ignore[no-any-return]


def _requests(estimator: Any) -> str:
    """What the parts of an estimator request when it is fitted, as text."""
    from sklearn.utils.metadata_routing import get_routing_for_object

    return str(get_routing_for_object(estimator))


def _numbers_of(train: Dataset) -> Any:
    """The target of a regression, as it came."""
    return train.target if train.given_target is None else train.given_target.native


def _check_estimator(name: str, estimator: Any) -> None:
    if isinstance(estimator, type):
        raise BadInput(f"learner {name!r} is the class {estimator.__name__}; make an object: {estimator.__name__}()")
    if not callable(getattr(estimator, "fit", None)):
        raise BadInput(f"learner {name!r}: a {type(estimator).__name__} has no fit(); give a scikit-learn estimator")
    if callable(getattr(completed(estimator), "predict", None)):
        return
    if hasattr(last_step(estimator), "fit_predict"):
        raise BadInput(
            f"learner {name!r}: {type(last_step(estimator)).__name__} cannot predict rows it was not fitted "
            "on; use a clusterer that can, such as KMeans, BisectingKMeans, Birch, MeanShift or GaussianMixture"
        )
    raise BadInput(f"learner {name!r}: {type(estimator).__name__} cannot predict; give a classifier or regressor")


def _fresh(estimator: Any) -> Any:
    """An unfitted copy; objects that only look like estimators are copied whole."""
    if not callable(getattr(estimator, "get_params", None)):
        return deepcopy(estimator)
    from sklearn.base import clone

    try:
        return clone(estimator)
    except RuntimeError:  # a constructor that changes its parameters, as CatBoost's does
        return deepcopy(estimator)


@contextmanager
def _global_chance_kept() -> Iterator[None]:
    """Estimators that take no seed draw from NumPy's global generator: whoever uses it too must not notice."""
    before = np.random.get_state()  # noqa: NPY002
    try:
        yield
    finally:
        np.random.set_state(before)  # noqa: NPY002


def seeded(estimator: Any, rng: np.random.Generator) -> Any:
    """Set every `random_state` that is None, at any depth, in the order of their names."""
    if callable(getattr(estimator, "get_params", None)):
        params = estimator.get_params(deep=True)
        open_to = sorted(
            key for key, value in params.items() if value is None and key.split("__")[-1] == "random_state"
        )
        if open_to:
            estimator.set_params(**{key: int(rng.integers(2**31)) for key in open_to})
    return estimator


def _said(gives: frozenset[Output], classes: int) -> frozenset[Output]:
    """Without the scores where there are probabilities of more than two classes.

    Scores that are turned into probabilities row by row (softmax) may be shifted by any amount in each row: they order
    the classes of a row, but not the rows of a class.
    """
    return gives - {Output.SCORE} if classes > 2 and Output.PROBA in gives else gives


def _scores(estimator: Any) -> bool:
    """Whether decision_function has one column per class (one column per pair of classes cannot be ranked)."""
    if not hasattr(estimator, "decision_function"):
        return False
    return getattr(last_step(estimator), "decision_function_shape", "ovr") != "ovo"


def _gives_sd(estimator: Any) -> bool:
    return "return_std" in inspect.signature(last_step(estimator).predict).parameters


def _flat(values: Any) -> Array:
    """A column of one becomes a plain vector; nothing else is touched."""
    array = np.asarray(unmasked(values))
    return array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array
