"""epoch_curve: training and validation scores after every step of one fit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.api.figure_display import FigureDisplay
from bakeoff.api.shown import HasTables
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import clean
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.figures.learning_curves import draw_growth, growth_figure
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.from_objects import as_learners
from bakeoff.measures import Measure, measure_named
from bakeoff.predictions.predictions import Output
from bakeoff.report.sections.epoch_curves import epoch_payload, epoch_plot, epoch_table
from bakeoff.report.tables.plain_text import Table
from bakeoff.splits.catalogue import scheme_from
from bakeoff.study.analysis.curves.epoch_curves import EpochCurve, epoch_curve_from, with_edges
from bakeoff.study.running.epoch_children import EpochChildren
from bakeoff.study.running.epoch_curve import MOST_EPOCHS, EpochRun, epoch_scores, epochs_of, last_of, way_of
from bakeoff.tabular.frames import frame_of

__all__ = ["EpochCurves", "epoch_curve"]


@dataclass(frozen=True, slots=True, repr=False)
class EpochCurves(HasTables):
    """Scores over training steps, one curve per learner; `curves` holds the numbers."""

    curves: tuple[EpochCurve, ...]
    dataset: str

    @property
    def best_epoch(self) -> dict[str, int | None]:
        """The number of steps with the best mean validation score, by learner."""
        return {curve.learner: curve.best_epoch for curve in self.curves}

    @property
    def notes(self) -> tuple[Note, ...]:
        """Best values at the end of the range, and fits that failed."""
        return tuple(note for curve in self.curves for note in curve.notes)

    def tables(self) -> tuple[Table, ...]:
        """One row per learner."""
        return (epoch_table(self.curves, self.dataset),)

    def frame(self, *, kind: str | None = None) -> Any:
        """A tidy frame with one row per learner, step and kind of rows."""
        rows = [
            (curve.learner, epoch, part, estimate)
            for curve in self.curves
            for part, many in (("training", curve.training), ("validation", curve.validation))
            for epoch, estimate in zip(curve.epochs, many, strict=True)
        ]
        columns: dict[str, list[Any]] = {
            "learner": [row[0] for row in rows], "epoch": [row[1] for row in rows], "rows": [row[2] for row in rows],
            "value": [row[3].value for row in rows], "low": [row[3].low for row in rows], "high": [row[3].high for row in rows],
        }  # fmt: skip
        return frame_of(columns, kind)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"dataset": self.dataset, "curves": epoch_payload(self.curves)}

    def plot(self, ax: Any = None) -> FigureDisplay:
        """Draw validation and, for up to four learners, training scores; the best step is ringed."""
        return self._display().plot(ax)

    def _display(self) -> FigureDisplay:
        numbers = epoch_plot(self.curves)
        if not numbers.lines:
            raise NotApplicable("no step has scores on every split, so there is nothing to draw")
        return FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_growth, alone=growth_figure)

    def _repr_html_(self) -> str:
        drawn = any(curve.best is not None for curve in self.curves)
        return (self._display()._repr_html_() if drawn else "") + HasTables._repr_html_(self)

    def __str__(self) -> str:
        notes = [f"Note: {clean(note)}" for note in self.notes]
        return "\n".join([HasTables.__str__(self), *notes])


@suggest_arguments
def epoch_curve(
    learners: Any,
    data: Any,
    y: Any = None,
    *,
    scheme: Any = "5-fold",
    measure: str | None = None,
    epochs: int | Iterable[int] | None = None,
    over: Mapping[str, Sequence[Any]] | None = None,
    scale: bool = False,
    seed: int = 0,
    timeout: float | None = None,
    memory: float | None = None,
) -> EpochCurves:
    """How do training and validation scores change with every step of training?

    A step is a stage of boosting (`staged_predict`), a pass over the training rows (`partial_fit`), a tree or an iteration (`warm_start`). There is one fit for each
    learner and split. Early stopping is switched off, since the curve shows where it would stop.

    Parameters
    ----------
    learners
        An estimator or a mapping of names to estimators.
    data
        A data set, or the features with `y`.
    y
        The target.
    scheme
        How rows are split.
    measure
        By default log loss where all learners give probabilities, else accuracy; of numbers the mean squared error.
    epochs
        A number of steps, or the steps to score; by default the stages or trees that the learner states, else 50.
    over
        One parameter and its values, {"learning_rate_init": [0.001, 0.01, 0.1]}: one curve for each.
    scale
        Whether numbers are standardised first.
    seed
        Of splits and learners.
    timeout, memory
        Seconds and megabytes of each fit, which then runs in a child process.

    Returns
    -------
    EpochCurves
        The scores after each step, the best step, and a figure.

    Examples
    --------
    >>> from sklearn.ensemble import GradientBoostingClassifier
    >>> from bakeoff import load
    >>> curves = epoch_curve(GradientBoostingClassifier(n_estimators=3), load("iris"), scheme="2-fold")
    >>> type(curves).__name__
    'EpochCurves'
    """
    rows = data if isinstance(data, Dataset) else load(data if y is None else (data, y))
    if isinstance(data, Dataset) and y is not None:
        raise BadInput("a data set contains its target: leave y out, or give features and y")
    named = (
        dict(learners)
        if isinstance(learners, Mapping)
        else learners
        if isinstance(learners, (list, tuple))
        else [learners]
    )
    variants = _varied(as_learners(named, scale=scale), over, alone=not isinstance(named, Mapping) and len(named) == 1)
    if rows.task.clusters:
        raise NotApplicable("epoch curves need a target to score against, and clustering has none")
    problems = [why for learner in variants if isinstance(learner, SklearnLearner) and (why := learner.refuses(rows))]
    if problems:
        raise BadInput("; ".join(problems))
    for learner in variants:
        way_of(learner)
    ready = [learner for learner in variants if isinstance(learner, SklearnLearner)]
    what = _measure(measure, ready, rows)
    plan = scheme_from(scheme).plan(rows, seed)
    asked = None if epochs is None else _asked(epochs)
    fits = None if timeout is None and memory is None else EpochChildren(timeout=timeout, memory=memory)
    courses = [
        EpochRun(data=rows, plan=plan, measure=what, epochs=asked or list(range(1, epochs_of(learner) + 1)), seed=seed)
        for learner in ready
    ]
    curves = [
        epoch_curve_from(epoch_scores(learner, course, fits)) for learner, course in zip(ready, courses, strict=True)
    ]
    return EpochCurves(tuple(with_edges(_by_value(curves, over))), rows.name)


def _by_value(curves: list[EpochCurve], over: Mapping[str, Sequence[Any]] | None) -> list[EpochCurve]:
    """The curves with the number that was varied."""
    if over is None:
        return curves
    ((parameter, values),) = over.items()
    many = list(values)
    if any(isinstance(value, bool) or not isinstance(value, (int, float)) for value in many):
        return curves
    names = [curve.learner.rpartition(f"{parameter}=")[0].removesuffix(", ") for curve in curves]
    return [
        replace(curve, family=name, parameter=parameter, value=float(many[index % len(many)]))
        for index, (curve, name) in enumerate(zip(curves, names, strict=True))
    ]


def _measure(name: str | None, learners: Sequence[SklearnLearner], data: Dataset) -> Measure:
    if name is not None:
        return measure_named(name)
    if data.task.numeric:
        return measure_named("mse")
    return measure_named("log_loss" if all(Output.PROBA in learner.gives for learner in learners) else "accuracy")


def _asked(epochs: Any) -> list[int]:
    if isinstance(epochs, Iterable) and not isinstance(epochs, str):
        many = sorted({count("epochs", step) for step in epochs})
        if not many:
            raise BadInput("epochs is empty; give a number of steps, or the steps to score, as [1, 10, 100]")
    else:
        many = list(range(1, count("epochs", epochs) + 1))
    if many[-1] > MOST_EPOCHS:
        raise BadInput(f"epochs is at most {MOST_EPOCHS}, not {many[-1]}")
    return many


def _varied(own: Sequence[Any], over: Mapping[str, Sequence[Any]] | None, *, alone: bool) -> list[Any]:
    """One learner for each value of the parameter."""
    if over is None:
        return list(own)
    if len(over) != 1:
        raise BadInput(f"over takes one parameter and its values, not {len(over)} parameters")
    ((parameter, values),) = over.items()
    many = list(values)
    if not many:
        raise BadInput(f"over: {parameter} has no values")
    from sklearn.base import clone

    variants: list[Any] = []
    for learner in own:
        if not isinstance(learner, SklearnLearner):
            raise NotApplicable(f"over needs a scikit-learn estimator, and {learner.name!r} is not one")
        parameters = learner.estimator.get_params(deep=True)
        prefix, _ = last_of(learner.estimator)
        name = parameter if parameter in parameters else prefix + parameter
        if name not in parameters:
            raise UnknownName(f"parameter of {learner.name}", parameter, parameters)
        label = "" if alone else f"{learner.name}, "
        variants += [
            replace(
                learner,
                name=f"{label}{parameter}={value}",
                estimator=clone(learner.estimator).set_params(**{name: value}),
            )
            for value in many
        ]
    return variants
