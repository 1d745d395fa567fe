"""bo.compare_predictions and bo.best_of: several learners' predictions of the same rows, by any measure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.api.comparison import Comparison
from bakeoff.comparisons.evidence.kinds import ROWS, TIMED_ROWS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge_rows import judge_predictions
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.slices import Slices, judge_slices
from bakeoff.comparisons.question import Question, alternative_named
from bakeoff.comparisons.verdict_notes import CURVES_CROSS
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.data.tasks import RANKED_LISTS, TaskKind
from bakeoff.estimates.in_time import is_timed
from bakeoff.estimates.over_splits.selection import Best, best_of_predictions
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.curves.hull import areas_between, crossing_noise_floor
from bakeoff.measures.curves.points import roc_points
from bakeoff.measures.defaults import RIVALS
from bakeoff.measures.measure import Caution, Sweep
from bakeoff.measures.own.given import MeasureLike
from bakeoff.measures.own.own_measure import settled
from bakeoff.measures.settled_task import settled_task
from bakeoff.panels.caveats import like_numbers
from bakeoff.predictions.class_labels import ArgumentNames, ClassLabels
from bakeoff.predictions.from_arrays import guess_task, predictions_of
from bakeoff.predictions.group_ids import check_groups, check_row_weights, in_whole_groups
from bakeoff.predictions.input.array_checks import check_complete, parse_task, whole_numbers
from bakeoff.predictions.input.extra_columns import check_extra, named_column
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.row_slices import in_rows_of, row_slices
from bakeoff.predictions.row_times import check_time_options, check_times
from bakeoff.predictions.summaries.confusion import count
from bakeoff.predictions.threshold import at_threshold

__all__ = ["best_of", "compare_predictions", "in_time", "predictions_by_name"]

FEW_PAIRS = 45  # of ten learners; each pair is permuted again for every other measure


@suggest_arguments
def compare_predictions(
    y_true: Any,
    predictions: Mapping[str, Any],
    measure: MeasureLike | None = None,
    *,
    labels: Sequence[Any] | None = None,
    positive: Any = None,
    task: str | None = None,
    row_id: Any = None,
    query: Any = None,
    groups: Any = None,
    sample_weight: Any = None,
    baseline: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    test: str = "auto",
    posthoc: str = "auto",
    alternative: str = "two-sided",
    n_resamples: int = 10_000,
    seed: int = 0,
    threshold: float | None = None,
    by: Mapping[str, Any] | None = None,
    extra: Any = None,
    time: Any = None,
    series: Any = None,
    horizon: int = 1,
) -> Comparison:
    """Which learner is better on these rows?

    A verdict on one test set is about these fitted models. Each learner is scored row by row, so that a test can use that the rows are the same.

    Parameters
    ----------
    y_true
        The truth of each row; of ranked lists the gains of the items.
    predictions
        What each learner predicted, by its name: what the measure reads. Labels for accuracy and F1, scores for AUC, probabilities
        for log loss, draws for crps_ensemble; or a `Predictions` object each.
    measure
        A name, a Measure, a function `f(y_true, y_pred)` (`bo.own_measure` states its direction) or a scikit-learn scorer. By
        default accuracy, for numbers RMSE.
    labels
        The classes in their order.
    positive
        The positive class; 1 and True need not be named.
    task
        What kind of task it is, where the truth leaves it open.
    row_id
        What names each row; ids that repeat say which rows belong together.
    query
        The query of each row, which makes the rows items of ranked lists. They are compared query by query.
    groups
        Which rows belong together, as those of one patient.
    sample_weight
        How much each row counts, also within its group.
    baseline
        The learner that all others are compared with.
    pairs
        Planned pairs: only these are compared.
    alpha
        The level of significance.
    rope
        Half the width of the region of equivalence.
    test, posthoc
        Another test and another adjustment than the usual ones.
    alternative
        "two-sided", "greater" or "less", stated before the predictions are seen.
    n_resamples, seed
        Of permutations, where the measure has no closed form.
    threshold
        Where each entry contains scores or probabilities of the positive class: it is predicted from that number on.
    by
        Columns by name with one value for each row of the first learner. Each value is a slice, which is compared too, with claims
        that hold for all slices at once (`slices`).
    extra
        Columns by name that a function of your own reads; `groups` and `sample_weight` may name one.
    time
        When each row was observed: neighbours may depend on each other, and the Diebold-Mariano test allows for it.
    series
        The series of each row, with `time`; series may depend on each other, and rows of one time count together.
    horizon
        How many steps ahead the forecasts look.

    Returns
    -------
    Comparison
        As of `bo.compare`, with checks of the rows, flips and slices.

    Examples
    --------
    >>> truth = [1] * 30
    >>> c = compare_predictions(truth, {"a": [1] * 28 + [0] * 2, "b": [1] * 20 + [0] * 8 + [1, 1]}, "accuracy")
    >>> round(c.pairs[0].pair.result.p_value, 4), c.verdict.claim.value
    (0.0654, 'undecided')
    """
    check_time_options(time=time, series=series, groups=groups, horizon=horizon)
    what, prepared = predictions_by_name(
        y_true, predictions, measure, labels=labels, positive=positive, task=task, row_id=row_id, query=query, groups=groups,
        sample_weight=sample_weight, threshold=threshold, extra=extra,
    )  # fmt: skip
    columns = next(iter(prepared.values())).extra if prepared else {}
    prepared = in_time(prepared, named_column(time, columns), named_column(series, columns))

    question = Question(
        evidence=TIMED_ROWS if prepared and all(map(is_timed, prepared.values())) else ROWS, measure=what.name, baseline=baseline, pairs=None if pairs is None else tuple(pairs), alpha=alpha,
        rope=rope, test=test, posthoc=posthoc, alternative=alternative_named(alternative), n_resamples=n_resamples, seed=seed, horizon=horizon,
    )  # fmt: skip

    def ask(matrix: ScoreMatrix, asked: Question) -> Judgement:
        kept = {name: prepared[name] for name in matrix.names}
        if len(matrix.blocks) < len(judged.matrix.blocks):
            kept = {
                name: pred.take(
                    np.flatnonzero(np.isin((pred.rows if pred.time is None else pred.time).astype(str), matrix.blocks))
                )
                for name, pred in kept.items()
            }
        return judge_predictions(kept, asked if asked.measure == what.name else replace(asked, test="auto"))

    judged = judge_predictions(prepared, question)
    judged = replace(judged, notes=(*judged.notes, *_numbers_as_classes(what, prepared)))
    if what.sweep is Sweep.AREA:
        judged = replace(judged, notes=(*judged.notes, *_crossing(prepared)))
    slices = None if by is None else _slices(prepared, by, judged)
    return Comparison(
        judged, dict.fromkeys(_others(what, prepared, judged), judged.matrix), ask, prepared, slices=slices
    )


def _slices(predictions: Mapping[str, Predictions], by: Mapping[str, Any], judged: Judgement) -> Slices:
    """Who is better on each slice; the columns are in the order of the first learner."""
    if not isinstance(by, Mapping):
        raise BadInput("by maps the name of each column to its values, as {'region': [...]}")
    first = next(iter(predictions.values()))
    ordered = {name: in_rows_of(first, pred) for name, pred in predictions.items()}
    return judge_slices(ordered, row_slices(by, len(first)), judged)


@suggest_arguments
def best_of(
    y_true: Any,
    predictions: Mapping[str, Any],
    measure: MeasureLike | None = None,
    *,
    labels: Sequence[Any] | None = None,
    positive: Any = None,
    task: str | None = None,
    row_id: Any = None,
    groups: Any = None,
    sample_weight: Any = None,
    level: float = 0.95,
    n_resamples: int | None = None,
    seed: int = 0,
    extra: Any = None,
) -> Best:
    """How good is the best of these learners, corrected for having been picked?

    The rows must be out of sample, as those of a cross-validation or of one test set. For a matrix of scores by row there is `bakeoff.estimates.bbc`.

    Parameters
    ----------
    y_true, predictions, measure, labels, positive, task, row_id, groups, sample_weight, extra
        As of `compare_predictions`.
    level
        The confidence of the intervals.
    n_resamples, seed
        Of the bootstrap over rows.

    Returns
    -------
    Best
        The learner, its score as it is, and that score corrected.

    Examples
    --------
    >>> truth = [0, 1] * 20
    >>> found = best_of(truth, {"a": truth[:30] + [1 - one for one in truth[30:]], "b": [1] * 40})
    >>> found.learner, found.naive.value, round(found.corrected.value, 2)
    ('a', 0.75, 0.75)
    """
    what, prepared = predictions_by_name(
        y_true, predictions, measure, labels=labels, positive=positive, task=task, row_id=row_id, groups=groups,
        sample_weight=sample_weight, extra=extra,
    )  # fmt: skip
    candidates = {name: [pred] for name, pred in prepared.items()}
    return best_of_predictions(candidates, what, level=level, n_resamples=n_resamples, seed=seed)


def predictions_by_name(
    y_true: Any,
    predictions: Mapping[str, Any],
    measure: MeasureLike | None,
    *,
    labels: Sequence[Any] | None,
    positive: Any,
    task: TaskKind | str | None,
    row_id: Any,
    groups: Any,
    sample_weight: Any,
    query: Any = None,
    threshold: float | None = None,
    extra: Any = None,
) -> tuple[Measure, dict[str, Predictions]]:
    """The measure, and what each learner predicts."""
    if not isinstance(predictions, Mapping):
        raise BadInput("predictions must map each learner's name to its predictions, as {'a': ..., 'b': ...}")
    if threshold is not None:
        predictions = {
            name: at_threshold(
                scores if isinstance(scores, Predictions) else predictions_of(
                    y_true, y_score=scores, labels=labels, positive=positive, task=task, row_id=row_id
                ),
                threshold,
            )
            for name, scores in predictions.items()
        }  # fmt: skip
    measure = None if measure is None else measure_named(measure)
    if query is not None:
        task = RANKED_LISTS
    elif task is None and labels is None and positive is None:
        task = settled_task(y_true, predictions.values(), measure)
    what = measure_named(_usual(y_true, predictions, task) if measure is None else measure)

    def read(classes: Sequence[Any] | None) -> dict[str, Predictions]:
        return {
            str(name): output if isinstance(output, Predictions) else predictions_of(
                y_true, labels=classes, positive=positive, task=task, row_id=row_id, query=query, **_given(what.needs, output)
            )
            for name, output in predictions.items()
        }  # fmt: skip

    prepared = read(labels)
    if (
        labels is None
        and len({pred.classes for pred in prepared.values()}) > 1
        and all(map(_labelled, prepared.values()))
    ):
        prepared = read(
            _all_classes(y_true, [output for output in predictions.values() if not isinstance(output, Predictions)])
        )
    prepared = _with_rows(prepared, groups, sample_weight, extra)
    return settled(what, next(iter(prepared.values()))) if prepared else what, prepared


def in_time(made: Mapping[str, Predictions], time: Any, series: Any) -> dict[str, Predictions]:
    """The same with the time of each row, in the order of the first; predictions of a study bring their times."""
    if time is None:
        if all(map(is_timed, made.values())):
            return dict(made)
        return {name: pred if pred.time is None else replace(pred, time=None) for name, pred in made.items()}
    first = next(iter(made.values()))
    if any(pred.group is not None or pred.query is not None for pred in made.values()):
        raise BadInput(
            "rows are counted in time or by group, not both; name series (series, --series) instead of groups"
        )
    if not all(np.array_equal(pred.rows, first.rows) for pred in made.values()):
        raise BadInput("time needs all predictions about the same rows in one order; sort them by row id")
    times = check_times(time, len(first), series)
    return {name: replace(pred, time=times) for name, pred in made.items()}


def _labelled(pred: Predictions) -> bool:
    return pred.label is not None and not pred.task.clusters


def _all_classes(y_true: Any, predicted: Sequence[Any]) -> tuple[Any, ...]:
    """The classes of the truth and of all learners together: one that a learner never says is a class all the same."""
    say = ArgumentNames()
    truth, *outputs = (
        whole_numbers(name, check_complete(name, values, say), say)
        for name, values in (("y_true", y_true), *(("y_pred", output) for output in predicted))
    )
    class_sets = [ClassLabels.found({"y_true": truth, "y_pred": output}).values for output in outputs]
    return tuple(sorted(set().union(*class_sets)))


def _usual(y_true: Any, predictions: Mapping[str, Any], task: TaskKind | str | None) -> str:
    """The first measure of a study of that task; accuracy for classes of any kind, the area under the ROC curve of scores alone."""
    ready = next((ready_output for ready_output in predictions.values() if isinstance(ready_output, Predictions)), None)
    quantiles = next((columns for columns in predictions.values() if isinstance(columns, Mapping)), None)
    if quantiles is not None or (ready is not None and ready.quantiles is not None):
        table = ready if ready is not None else predictions_of(y_true, y_quantiles=quantiles)
        return "wis" if table.quantile_table().mirrored else "quantile_loss"
    what = parse_task(task) if task is not None else guess_task(np.asarray(y_true)) if ready is None else ready.task
    if ready is not None and Output.LABEL not in ready.gives and Output.SCORE in ready.gives:
        return "roc_auc" if what.name == "binary" else "roc_auc_ovr"
    return "accuracy" if what.classifies else what.study_measures[0]


def _with_rows(
    prepared: Mapping[str, Predictions], groups: Any, weight: Any, extra: Any = None
) -> dict[str, Predictions]:
    """The same with what their rows belong to, how much they count and further columns, in the order of the first."""
    beside: dict[str, Any] = {}
    n = len(next(iter(prepared.values()), ()))
    columns = check_extra(extra, n)
    groups, weight = named_column(groups, columns), named_column(weight, columns)
    if columns:
        beside["extra"] = columns
    if groups is not None:
        beside["group"] = in_whole_groups(next(iter(prepared.values())), check_groups(groups, n)).group
    if weight is not None:
        beside["weight"] = check_row_weights(weight, n)
    if not beside:
        return dict(prepared)
    first = next(iter(prepared.values()))
    if not all(np.array_equal(pred.rows, first.rows) for pred in prepared.values()):
        raise BadInput(
            "groups, sample_weight and extra need all predictions about the same rows in one order; sort them by row id"
        )
    return {name: replace(pred, **beside) for name, pred in prepared.items()}


def _numbers_as_classes(what: Measure, prepared: Mapping[str, Predictions]) -> tuple[Note, ...]:
    """Of the first learner whose classes look like numbers to be predicted."""
    if not what.reads.tabulated or Caution.SCALE in what.cautions:
        return ()
    remarks = (
        like_numbers(count(pred))
        for pred in prepared.values()
        if pred.task.against_rest and not pred.task.ordered and pred.label is not None
    )
    return next(filter(None, remarks), ())


def _crossing(prepared: Mapping[str, Predictions]) -> tuple[Note, ...]:
    """Pairs whose ROC curves cross by more than chance makes them: their areas do not order them."""
    points = {name: roc_points(pred) for name, pred in prepared.items()}
    first = next(iter(prepared.values()))
    positive = int((first.truth == first.positive_code).sum())
    least = crossing_noise_floor(positive, len(first) - positive)
    pairs = [pair for pair in combinations(points, 2) if min(areas_between(*(points[name] for name in pair))) >= least]
    return (CURVES_CROSS(pairs=tuple(pairs)),) if pairs else ()


def _others(what: Measure, prepared: Mapping[str, Predictions], judged: Judgement) -> list[str]:
    """Other measures of the same predictions, for asking whether the verdict survives them."""
    if len(judged.pairs) > FEW_PAIRS:
        return []
    candidates = (measure_named(name) for name in RIVALS if name != what.name)
    return [
        candidate.name
        for candidate in candidates
        if _quick(candidate) and not any(candidate.fits(pred) for pred in prepared.values())
    ]


def _quick(measure: Measure) -> bool:
    """Whether it can be permuted without measuring each draw anew."""
    by_rows = measure.per_row is not None and measure.after is None
    return by_rows or measure.reads.tabulated or measure.sweep is Sweep.AREA


def _given(needs: Output | None, values: Any) -> dict[str, Any]:
    doors: dict[Output | None, str] = {
        Output.SCORE: "y_score",
        Output.PROBA: "y_proba",
        Output.DRAWS: "y_draws",
        Output.QUANTILES: "y_quantiles",
    }
    return {doors.get(needs, "y_pred"): values}
