"""Learning by steps: the scores on training and validation rows after every epoch, stage or tree of one fit."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError, NotApplicable
from bakeoff.core.seeds import rng_for
from bakeoff.data.blocks import Rows
from bakeoff.data.dataset import Dataset
from bakeoff.learners.estimators import SklearnLearner, SklearnModel
from bakeoff.learners.learner import Outputs
from bakeoff.measures.measure import Measure
from bakeoff.predictions.outputs import NAMES
from bakeoff.runs.assemble import assemble
from bakeoff.splits.plan import Split, SplitPlan
from bakeoff.study.analysis.curves.epoch_curves import EpochScores
from bakeoff.tuning.shared_fits import Answers

__all__ = [
    "MOST_EPOCHS",
    "EpochRun",
    "FitRows",
    "FitScores",
    "chance_of",
    "epoch_scores",
    "epochs_of",
    "fit_scores",
    "is_stepwise",
    "last_of",
    "rate_of",
    "way_of",
]

MOST_EPOCHS = 10_000  # steps of a curve
PASSES = 50  # epochs of a learner that does not name a number


_Steps = Callable[[Any, Any, Any, Sequence[int], np.random.Generator], Iterator[tuple[int, Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """How an estimator is trained step by step."""

    name: str
    parameter: str  # that holds the number of steps; empty if there is none
    steps: "_Steps | None" = None  # None where one fit gives all stages


def last_of(estimator: Any, prefix: str = "") -> tuple[str, Any]:
    """The last step of a pipeline at any depth, and the prefix of its parameters."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return last_of(steps[-1][1], f"{prefix}{steps[-1][0]}__")
    return prefix, estimator


def way_of(learner: Any) -> _Way:
    """Stages of one fit, passes over the rows, or fits that go on; a learner that has none of them is refused."""
    if isinstance(learner, SklearnLearner):
        last = last_of(learner.estimator)[1]
        parameters = last.get_params(deep=False) if callable(getattr(last, "get_params", None)) else {}
        number = next((name for name in ("n_estimators", "max_iter") if name in parameters), "")
        if number and hasattr(last, "staged_predict"):
            return _Way(name="stages", parameter=number)
        if callable(getattr(last, "partial_fit", None)):
            return _Way(name="epochs", parameter=number, steps=_passes)
        if number and "warm_start" in parameters:
            name = "trees" if number == "n_estimators" else "iterations"
            return _Way(name=name, parameter=number, steps=_warm)
    raise NotApplicable(
        f"learner {learner.name!r} is not trained step by step: it has neither staged_predict nor partial_fit nor warm_start"
    )


def is_stepwise(learner: Any) -> bool:
    """Whether a study can show it step by step.

    It must name a number of steps: `partial_fit` of naive Bayes, which does not, counts rows and learns nothing from a second pass.
    """
    try:
        return bool(way_of(learner).parameter)
    except NotApplicable:
        return False


RATES = ("learning_rate_init", "eta0", "learning_rate")


def rate_of(learner: Any) -> str:
    """The parameter that is the learning rate; empty if there is none, or if it has no effect."""
    if not isinstance(learner, SklearnLearner):
        return ""
    prefix, last = last_of(learner.estimator)
    parameters = last.get_params(deep=False)
    if parameters.get("learning_rate") == "optimal":  # a schedule of its own, whatever eta0 is
        return ""
    numbers = [name for name in RATES if isinstance(parameters.get(name), (int, float))]
    return prefix + numbers[0] if numbers else ""


def epochs_of(learner: Any) -> int:
    """The number of stages or trees that the learner states; 50 passes or iterations otherwise."""
    way = way_of(learner)
    if way.name not in {"stages", "trees"}:
        return PASSES
    return int(last_of(learner.estimator)[1].get_params(deep=False)[way.parameter])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EpochRun:
    """The rows that train and validate, the steps to score, and the measure."""

    data: Dataset
    plan: SplitPlan
    measure: Measure
    epochs: Sequence[int]  # ascending
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FitRows:
    """The rows of one fit: positions that train, and those that validate."""

    data: Dataset
    train: Array
    test: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FitScores:
    """Scores of one fit on training and validation rows, one column for each step; why it ended early, or ""."""

    scores: Array
    failure: str = ""


def epoch_scores(
    learner: SklearnLearner,
    course: EpochRun,
    fits: "Callable[[SklearnLearner, EpochRun], Sequence[FitScores]] | None" = None,
) -> EpochScores:
    """One fit for each split; its scores at these epochs. `fits` makes them; by default in this process."""
    plan, results = course.plan, (fits or _here)(learner, course)
    tables = np.stack([result.scores for result in results], axis=-1)
    return EpochScores(
        dataset=course.data.name, learner=learner.name, measure=course.measure.name, way=way_of(learner).name, epochs=tuple(course.epochs),
        training=tables[0], validation=tables[1], failures=tuple(result.failure for result in results if result.failure), test_share=plan.test_share,
    )  # fmt: skip


def chance_of(learner: SklearnLearner, course: EpochRun, split: Split) -> str:
    """What the random numbers of a fit come from, beside the seed."""
    return f"epochs/{course.data.name}/{learner.name}/{split.repeat}/{split.fold}"


def _here(learner: SklearnLearner, course: EpochRun) -> list[FitScores]:
    """The fits one after the other in this process."""
    return [
        fit_scores(
            learner,
            FitRows(data=course.data, train=split.train, test=split.test),
            course.measure,
            course.epochs,
            rng_for(course.seed, chance_of(learner, course, split)),
        )
        for split in course.plan.splits
    ]


def fit_scores(
    learner: SklearnLearner, rows: FitRows, measure: Measure, epochs: Sequence[int], rng: np.random.Generator
) -> FitScores:
    """The scores of one fit; an error ends it, and later steps have none."""
    scores, failure = np.full((2, len(epochs)), nan), ""
    try:
        for step, values in _scored(learner, rows, measure, epochs, rng):
            scores[:, epochs.index(step)] = values
    except BakeoffError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  a learner may raise anything; weights that are no longer finite are a ValueError
        kind = "" if isinstance(error, (ValueError, ArithmeticError)) else f"{type(error).__name__}: "
        failure = " ".join(f"{kind}{error}".split())[:200] or "without a message"
    return FitScores(scores=scores, failure=failure)


def _scored(
    learner: SklearnLearner, fit_rows: FitRows, measure: Measure, epochs: Sequence[int], rng: np.random.Generator
) -> Iterator[tuple[int, list[float]]]:
    """Step and the scores on training and validation rows."""
    way, data, train = way_of(learner), fit_rows.data, fit_rows.train
    prefix, last = last_of(learner.estimator)
    own = _unstopped(last)
    if way.parameter:
        own[way.parameter] = max(epochs) if way.steps is None else 1
    started = replace(learner, estimator=_set(learner.estimator, {prefix + name: value for name, value in own.items()}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that one step is not enough
        model = started.fit(data.take(train), rng)
        target = data.target[train] if model.names is None else model.names.values[data.target[train]]
        parts = [(rows, _rows(model, data.block.take(rows))) for rows in (train, fit_rows.test)]
        fitted = last_of(model.estimator)[1]
        if way.steps is None:
            stage_answers = zip(*(_answers(model, fitted, rows, epochs) for _, rows in parts), strict=True)
            steps: Iterator[tuple[int, tuple[Any, ...]]] = zip(epochs, stage_answers, strict=True)
        else:
            steps = ((step, (stage, stage)) for step, stage in way.steps(fitted, parts[0][1], target, epochs, rng))
        for step, states in steps:
            scores = []
            for state, (places, rows) in zip(states, parts, strict=True):
                outputs = replace(model, estimator=state, door=_AsIs, at=None).predict(rows)
                scores.append(_score(outputs, data, train, places, measure))
            yield step, scores


class _AsIs:
    """Rows that were prepared already."""

    @staticmethod
    def apply(rows: Any) -> Any:
        return rows


def _unstopped(last: Any) -> dict[str, Any]:
    """Without early stopping: the curve shows where it would have stopped."""
    parameters = last.get_params(deep=False)
    off: dict[str, Any] = {}
    if parameters.get("early_stopping"):
        off["early_stopping"] = False
    if parameters.get("n_iter_no_change") is not None and hasattr(last, "staged_predict"):
        off["n_iter_no_change"] = None if "early_stopping" not in parameters else parameters["n_iter_no_change"]
    return off


def _set(estimator: Any, values: dict[str, Any]) -> Any:
    from sklearn.base import clone

    return clone(estimator).set_params(**values)


def _rows(model: SklearnModel, block: Rows) -> Any:
    """The rows as the last step of the estimator gets them."""
    rows, estimator = model.rows_of(block), model.estimator
    while isinstance(getattr(estimator, "steps", None), list):
        rows = estimator[:-1].transform(rows) if len(estimator.steps) > 1 else rows
        estimator = estimator[-1]
    return rows


def _score(answer: Outputs, data: Dataset, train: Array, places: Array, measure: Measure) -> float:
    outputs = {name: values for name in NAMES if (values := getattr(answer, name)) is not None}
    if any(values.dtype.kind == "f" and not np.isfinite(values).all() for values in outputs.values()):
        return nan
    return float(measure(assemble(data, train, places, outputs)))


_METHODS = {"label": "predict", "proba": "predict_proba", "score": "decision_function"}


def _answers(model: SklearnModel, fitted: Any, rows: Any, epochs: Sequence[int]) -> Iterator[Answers]:
    """The answers after each of these stages; those of the last one where training ended before."""
    classes = getattr(fitted, "classes_", None)
    methods = ["predict"] + [
        _METHODS[output.value] for output in sorted(model.gives) if output.value in {"proba", "score"}
    ]
    methods = methods if model.names is not None else ["predict"]
    wanted = iter(epochs)
    due = next(wanted)
    last: tuple[Array, ...] = ()
    stages = zip(*(getattr(fitted, f"staged_{method}")(rows) for method in methods), strict=False)
    for done, stage in enumerate(stages, start=1):
        if done == due:
            yield Answers(classes_=classes, found=_copied(methods, stage))
            following = next(wanted, None)
            if following is None:
                return
            due = following
        last = stage
    arrays = _copied(methods, last)
    for _ in epochs[epochs.index(due) :]:
        yield Answers(classes_=classes, found=arrays)


def _copied(methods: Sequence[str], stage: Sequence[Array]) -> dict[str, Array]:
    """Copies, for stages may share memory; one column of decision values is a vector elsewhere."""
    return {
        method: np.array(values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values)
        for method, values in zip(methods, stage, strict=True)
    }


def _passes(
    fitted: Any, rows: Any, target: Any, epochs: Sequence[int], rng: np.random.Generator
) -> Iterator[tuple[int, Any]]:
    """One `partial_fit` over all training rows for each epoch, in a new order unless the estimator keeps the order."""
    from sklearn.base import clone
    from sklearn.utils import shuffle

    estimator = clone(fitted)
    labelled = hasattr(fitted, "classes_")
    keep = fitted.get_params(deep=False).get("shuffle") is False
    wanted = set(epochs)
    for step in range(1, max(epochs) + 1):
        x, y = (rows, target) if keep else shuffle(rows, target, random_state=int(rng.integers(2**31)))
        estimator.partial_fit(x, y, classes=fitted.classes_) if labelled else estimator.partial_fit(x, y)
        if step in wanted:
            yield step, estimator


def _warm(
    fitted: Any, rows: Any, target: Any, epochs: Sequence[int], _: np.random.Generator
) -> Iterator[tuple[int, Any]]:
    """Fits that go on from the last one: trees are added, or one more iteration is made."""
    from sklearn.base import clone

    estimator = clone(fitted).set_params(warm_start=True)
    if "n_estimators" in estimator.get_params(deep=False):
        for step in epochs:
            yield step, estimator.set_params(n_estimators=step).fit(rows, target)
        return
    estimator.set_params(max_iter=1)
    for step in range(1, max(epochs) + 1):
        estimator.fit(rows, target)
        if step in set(epochs):
            yield step, estimator
