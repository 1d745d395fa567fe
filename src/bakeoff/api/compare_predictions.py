"""bo.compare_predictions: several learners' predictions on one test set, by any measure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from bakeoff.api.comparison import Comparison
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge_rows import judge_predictions
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.notes import CURVES_CROSS
from bakeoff.comparisons.question import Question
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.curves.hull import areas_between, crossing_noise_floor
from bakeoff.measures.curves.points import roc_points
from bakeoff.measures.defaults import RIVALS
from bakeoff.measures.measure import Reads, Sweep
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["compare_predictions"]

FEW_PAIRS = 45  # of ten learners; each pair is permuted again for every other measure


def compare_predictions(
    y_true: Any,
    predictions: Mapping[str, Any],
    measure: str = "accuracy",
    *,
    labels: Sequence[Any] | None = None,
    pos_label: Any = None,
    task: str | None = None,
    row_id: Any = None,
    baseline: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    test: str = "auto",
    posthoc: str = "auto",
    n_resamples: int = 10_000,
    random_state: int = 0,
) -> Comparison:
    """Which learner is better on these rows?  Each entry of `predictions` is what the measure reads.

    Labels for accuracy, F1 and the like, scores for AUC, probabilities for log loss, draws for crps_ensemble; or a `Predictions` object each.

    >>> truth = [1] * 30
    >>> c = compare_predictions(truth, {"a": [1] * 28 + [0] * 2, "b": [1] * 20 + [0] * 8 + [1, 1]}, "accuracy")
    >>> round(c.pairs[0].pair.result.p_value, 4), c.verdict.claim.value
    (0.1094, 'undecided')
    """
    if not isinstance(predictions, Mapping):
        raise BadInput("predictions must map each learner's name to its predictions, as {'a': ..., 'b': ...}")
    what = measure_named(measure)
    made = {
        str(name): one if isinstance(one, Predictions) else predictions_of(
            y_true, labels=labels, pos_label=pos_label, task=task, row_id=row_id, **_given(what.needs, one)
        )
        for name, one in predictions.items()
    }  # fmt: skip

    question = Question(
        evidence=ROWS, measure=what.name, baseline=baseline, pairs=None if pairs is None else tuple(pairs), alpha=alpha,
        rope=rope, test=test, posthoc=posthoc, n_resamples=n_resamples, random_state=random_state,
    )  # fmt: skip

    def ask(_matrix: ScoreMatrix, asked: Question) -> Judgement:
        return judge_predictions(made, asked if asked.measure == what.name else replace(asked, test="auto"))

    judged = judge_predictions(made, question)
    if what.sweep is Sweep.AREA:
        judged = replace(judged, notes=(*judged.notes, *_crossing(made)))
    return Comparison(judged, dict.fromkeys(_others(what, made, judged), judged.matrix), ask, made)


def _crossing(made: Mapping[str, Predictions]) -> tuple[Note, ...]:
    """Pairs whose ROC curves cross by more than chance makes them: their areas do not order them."""
    points = {name: roc_points(pred) for name, pred in made.items()}
    first = next(iter(made.values()))
    positive = int((first.truth == first.positive_code).sum())
    least = crossing_noise_floor(positive, len(first) - positive)
    pairs = [pair for pair in combinations(points, 2) if min(areas_between(*(points[one] for one in pair))) >= least]
    return (CURVES_CROSS(pairs=tuple(pairs)),) if pairs else ()


def _others(what: Measure, made: Mapping[str, Predictions], judged: Judgement) -> list[str]:
    """Other measures of the same predictions, for asking whether the verdict survives them."""
    if len(judged.pairs) > FEW_PAIRS:
        return []
    found = (measure_named(name) for name in RIVALS if name != what.name)
    return [one.name for one in found if _quick(one) and not any(one.fits(pred) for pred in made.values())]


def _quick(measure: Measure) -> bool:
    """Whether it can be permuted without measuring each draw anew."""
    by_rows = measure.per_row is not None and measure.after is None
    return by_rows or measure.reads is Reads.COUNTS or measure.sweep is Sweep.AREA


def _given(needs: Output | None, values: Any) -> dict[str, Any]:
    doors: dict[Output | None, str] = {Output.SCORE: "y_score", Output.PROBA: "y_proba", Output.DRAWS: "y_draws"}
    return {doors.get(needs, "y_pred"): values}
