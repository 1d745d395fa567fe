"""bo.compare_predictions: several learners' predictions on one test set, by any measure."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.comparisons.evidence import ScoreMatrix
from bakeoff.comparisons.judge_rows import judge_predictions
from bakeoff.comparisons.judgement import Judgement
from bakeoff.core.errors import BadInput
from bakeoff.measures import Measure, measure_named
from bakeoff.predictions.door import predictions_of
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.results.comparison import Comparison

__all__ = ["compare_predictions"]

RIVALS = (
    "accuracy",
    "balanced_accuracy",
    "mcc",
    "f1",
    "f1_macro",
    "roc_auc",
    "average_precision",
    "log_loss",
    "mae",
    "rmse",
)
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

    def ask(
        _matrix: ScoreMatrix | None = None, *, measure: str, test: str, posthoc: str, rope: float | None, **_: Any
    ) -> Judgement:
        return judge_predictions(
            made, measure, baseline=baseline, pairs=pairs, alpha=alpha, rope=rope, posthoc=posthoc,
            test=test if measure == what.name else "auto", n_resamples=n_resamples, random_state=random_state,
        )  # fmt: skip

    judged = ask(measure=what.name, test=test, posthoc=posthoc, rope=rope)
    return Comparison(judged, dict.fromkeys(_others(what, made, judged), judged.matrix), ask)


def _others(what: Measure, made: Mapping[str, Predictions], judged: Judgement) -> list[str]:
    """Other measures of the same predictions, for asking whether the verdict survives them."""
    if len(judged.pairs) > FEW_PAIRS:
        return []
    found = (measure_named(name) for name in RIVALS if name != what.name)
    return [one.name for one in found if not any(one.fits(pred) for pred in made.values())]


def _given(needs: Output | None, values: Any) -> dict[str, Any]:
    doors: dict[Output | None, str] = {Output.SCORE: "y_score", Output.PROBA: "y_proba", Output.DRAWS: "y_draws"}
    return {doors.get(needs, "y_pred"): values}
