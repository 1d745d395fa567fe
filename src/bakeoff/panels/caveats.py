"""What can mislead about the measures of a panel on the rows at hand, by the cautions that the measures declare."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import isinf, isnan

import numpy as np

from bakeoff.core.notes import Name, Note, Subject
from bakeoff.core.text import is_number, without_thousands
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Caution, Measure
from bakeoff.panels.notes import (
    BELOW_CHANCE,
    CROSSING_QUANTILES,
    LIKE_NUMBERS,
    MAJORITY,
    NEAR_CHANCE,
    NEVER_TRUE,
    NO_NEGATIVES,
    ONE_CLASS,
    RARE_POSITIVES,
    SCALE,
    ZERO_PROBABILITY,
)
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.summaries import Summaries

__all__ = ["caveats_of", "like_numbers"]

RARE = 0.1  # a share of positives below this is heavy imbalance
MANY = 8  # classes, and kinds of mistakes, from which on numbers can be recognized
NEARLY = 0.8  # correlation of wrong numbers with the right ones
MOST = 0.75  # from this share on the trivial classifier looks good

Estimates = Mapping[str, Estimate]
Look = Callable[[Summaries, Sequence[Measure], Estimates], Iterable[Note]]


def caveats_of(summaries: Summaries, measures: Sequence[Measure], estimates: Estimates) -> tuple[Note, ...]:
    """A note for each thing that could mislead."""
    by_caution = _by_caution(tuple(measures))
    notes = [] if not measures else list(_never_true(summaries))
    if measures and summaries.known_counts is not None and Caution.SCALE not in by_caution:
        notes += like_numbers(summaries.known_counts)
    for caution, look in _LOOKS.items():
        careful = by_caution.get(caution, [])
        if careful and (caution is not Caution.NO_NEGATIVES or len(careful) == len(measures)):
            notes += look(summaries, careful, estimates)
    notes += _crossing(summaries, measures)
    return tuple(sorted(notes, key=lambda note: _ORDER.index(note.kind)))


@lru_cache(maxsize=64)
def _by_caution(measures: tuple[Measure, ...]) -> dict[Caution, list[Measure]]:
    """The measures that declare each caution."""
    careful: dict[Caution, list[Measure]] = {}
    for measure in measures:
        for caution in measure.cautions:
            careful.setdefault(caution, []).append(measure)
    return careful


def _crossing(summaries: Summaries, measures: Sequence[Measure]) -> Iterable[Note]:
    """Rows in which an upper quantile lies below a lower one, where they are measured."""
    if summaries.source is None or not any(measure.needs is Output.QUANTILES for measure in measures):
        return
    crossing = summaries.source.quantile_table().crossing if summaries.source.quantiles is not None else 0
    if crossing:
        yield CROSSING_QUANTILES(n=crossing, of=len(summaries.source))


def _majority(summaries: Summaries, _: Sequence[Measure], __: Estimates) -> Iterable[Note]:
    counts = summaries.known_counts
    if counts is None or not counts.right.size or not counts.total:
        return
    largest = int(counts.truth.argmax())
    share = float(counts.truth[largest]) / counts.total
    name = Name(str(counts.classes[largest]))
    if share == 1:
        yield ONE_CLASS(name=name)
    elif share >= MOST:
        yield MAJORITY(name=name, share=share)


def _never_true(summaries: Summaries) -> Iterable[Note]:
    counts = summaries.known_counts
    if counts is None or not counts.right.size or len(counts.classes) < 2 or counts.truth.all():
        return
    strange = tuple(counts.classes[i] for i in np.flatnonzero((counts.predicted > 0) & ~(counts.truth > 0)))
    if strange:
        yield NEVER_TRUE(classes=strange)


def like_numbers(counts: Counts) -> tuple[Note, ...]:
    """Whole numbers are read as classes; where a wrong one is nearly the right one, numbers were hardly meant as classes."""
    if counts.right.size < MANY or counts.right.sum() == counts.total:
        return ()
    plain = [without_thousands(label) for label in counts.classes]
    if not all(map(is_number, plain)):
        return ()
    cells, size = counts.table.filled(), np.array([float(label) for label in plain])
    true, predicted = cells.corners
    wrong = true != predicted
    if np.count_nonzero(wrong) < MANY:
        return ()
    with np.errstate(all="ignore"):
        spread = np.cov(size[true[wrong]], size[predicted[wrong]], aweights=cells.amounts[wrong])
        alike = float(spread[0, 1] / np.sqrt(spread[0, 0] * spread[1, 1]))
    if not alike >= NEARLY:
        return ()
    return (LIKE_NUMBERS(classes=len(plain), correlation=alike, separated=tuple(plain) != tuple(counts.classes)),)


def _no_negatives(summaries: Summaries, careful: Sequence[Measure], _: Estimates) -> Iterable[Note]:
    """Measures of the positive class alone, with nothing beside them that sees the true negatives."""
    if summaries.known_counts is not None and summaries.counts.positive is not None:
        yield NO_NEGATIVES(measures=tuple(measure.name for measure in careful), negatives=summaries.counts.tn)


def _scale(summaries: Summaries, careful: Sequence[Measure], estimates: Estimates) -> Iterable[Note]:
    """Words that stand in the order of the alphabet were hardly meant as a scale: high < low < mid."""
    classes = summaries.counts.classes if summaries.known_counts is not None else ()
    if len(classes) < 3 or list(classes) != sorted(classes) or all(map(is_number, classes)):
        return
    shown = [measure for measure in careful if not isnan(estimates[measure.name].value)]
    if shown:
        yield SCALE(Subject(measure=shown[0].name), classes=tuple(classes))


def _areas(summaries: Summaries, careful: Sequence[Measure], estimates: Estimates) -> Iterable[Note]:
    about, chance = Subject(measure=careful[0].name), careful[0].chance
    area = estimates[careful[0].name]
    if isnan(area.value):
        return
    ranking = summaries.ranking
    share = ranking.positive_weight / (ranking.positive_weight + ranking.negative_weight)
    if chance is not None and area.value < chance:
        yield (NEAR_CHANCE if area.high >= chance else BELOW_CHANCE)(about, chance=chance)
    if share < RARE:
        yield RARE_POSITIVES(about, share=share)


def _zero_probability(summaries: Summaries, careful: Sequence[Measure], estimates: Estimates) -> Iterable[Note]:
    if not isinf(estimates[careful[0].name].value):
        return
    means = summaries.means
    weight = means[row_quantities.impossible] * means.weight
    yield ZERO_PROBABILITY(n=None if means.weight != means.n else round(weight), weight=float(weight))


_LOOKS: dict[Caution, Look] = {
    Caution.MAJORITY: _majority,
    Caution.NO_NEGATIVES: _no_negatives,
    Caution.SCALE: _scale,
    Caution.RARE_POSITIVES: _areas,
    Caution.ZERO_PROBABILITY: _zero_probability,
}
_ORDER = (
    LIKE_NUMBERS, MAJORITY, ONE_CLASS, NEVER_TRUE, NO_NEGATIVES, SCALE, NEAR_CHANCE, BELOW_CHANCE, RARE_POSITIVES, ZERO_PROBABILITY, CROSSING_QUANTILES,
)  # fmt: skip
