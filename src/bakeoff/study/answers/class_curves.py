"""Curves of each class against the rest where there are more than two, and the calibration of the confidence."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.measures.ranking.areas import ovr_areas
from bakeoff.predictions.one_vs_rest import against_rest
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.ranking.ranking import rank
from bakeoff.study.answers.averaged_curves import AnswerCurve, kept, mean_curve, mirrored

__all__ = ["against_rest", "areas", "class_curves", "confidence"]

KINDS = ("roc", "pr")
MOST_SCORES = 20_000_000  # numbers that are sorted for one data set; a study of millions of rows shows its first splits


def class_curves(
    dataset: str, learner: str, parts: Sequence[Predictions], most: int | None = None
) -> Iterator[AnswerCurve]:
    """ROC and precision-recall curves of each class against the rest, classes in their order.

    Of more than `most` classes those with the smallest areas are taken and a few of those with the largest. A split in
    which a class does not occur, or nothing else does, says nothing of that class.
    """
    if not _many(parts):
        return
    few = _first(parts)
    names = few[0].classes
    for code in _chosen(areas(few), most):
        usable = mirrored([rank(against_rest(part, code)).curve for part in few])
        for kind in KINDS:
            yield replace(mean_curve(usable, kind, dataset, learner), against=names[code], among=len(names))


def areas(parts: Sequence[Predictions]) -> Array:
    """The area under the ROC curve of each class against the rest, mean over splits; NaN where none has one."""
    table = np.array([ovr_areas(rank(part)) for part in parts])
    known = ~np.isnan(table)
    return np.asarray(ratio(np.where(known, table, 0.0).sum(axis=0), known.sum(axis=0)))


def confidence(dataset: str, learner: str, parts: Sequence[Predictions]) -> Iterator[AnswerCurve]:
    """How often the most probable class came true, where it was given this or that probability."""
    if not _many(parts) or any(Output.PROBA not in part.gives for part in parts):
        return
    tables = [part.probabilities() for part in parts]
    sure = np.concatenate([one.max(axis=1) for one in tables])
    true = np.concatenate([one.argmax(axis=1) == part.truth for one, part in zip(tables, parts, strict=True)])
    yield kept(sure, true, kind="confidence", dataset=dataset, learner=learner, splits=len(parts))


def _many(parts: Sequence[Predictions]) -> bool:
    """Whether all have a score for each of more than two classes."""
    scored = {Output.PROBA, Output.SCORE}
    return all(
        part.task in {Task.MULTICLASS, Task.ORDINAL}
        and len(part.classes) > 2
        and scored & part.gives
        and part.scores().ndim == 2
        for part in parts
    )


def _first(parts: Sequence[Predictions]) -> Sequence[Predictions]:
    """As many splits as are quickly sorted, at least one."""
    scores = np.cumsum([len(part) * len(part.classes) for part in parts])
    return parts[: max(1, int(np.searchsorted(scores, MOST_SCORES, side="right")))]


def _chosen(found: Array, most: int | None) -> list[int]:
    """The classes to show, in their order: all, or those that are told apart worst and best."""
    known = [int(at) for at in np.argsort(found, kind="stable") if not np.isnan(found[at])]
    if most is None or len(known) <= most:
        return sorted(known)
    best = 2 * most // 5
    return sorted([*known[: most - best], *known[len(known) - best :]])
