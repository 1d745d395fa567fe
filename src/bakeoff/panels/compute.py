"""From predictions, a selection of measures and interval settings to the values of a panel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note, texts
from bakeoff.data.tasks import TargetForm
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.in_time import is_timed, timed_estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.notes import NOT_APPLICABLE
from bakeoff.estimates.select import estimate
from bakeoff.estimates.values import values_only
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.notes import answer_notes
from bakeoff.panels.caveats import caveats_of
from bakeoff.panels.interval_settings import IntervalSettings
from bakeoff.panels.measure_choice import select_measures
from bakeoff.panels.measured_coverage import coverage_notes
from bakeoff.panels.notes import COUNTS, EMPTY_QUERIES, NEVER_TRUE, REPEATED_ROWS, UNEVEN_TIMES
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranked_lists import relevant_items
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.row_times import uneven_steps
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.ranking.ranking import Ranking
from bakeoff.predictions.summaries.summaries import Summaries, summarize

__all__ = ["WEIGHTLESS", "PanelValues", "empty_queries", "labels_never_true", "panel_of", "panel_of_summaries"]

BY_HAND = 1000  # rows that a panel keeps for its steps; more are not read one by one, and would fill the memory
WEIGHTLESS = "the sample weights are zero on every row, so nothing would be counted"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PanelValues(Mapping[str, Estimate]):
    """A mapping from the measure's name to its Estimate, with what the measures were computed from."""

    estimates: Mapping[str, Estimate]
    n: int
    confusion: Counts | None = None
    notes: tuple[Note, ...] = ()
    side: str = "both"  # which ends the intervals have; the other is open (NaN)
    ranking: Ranking | None = None  # the sorted scores, where some measure read them
    source: Predictions | None = None  # the rows themselves, where they are few enough to be worked out by hand

    def __getitem__(self, name: str) -> Estimate:
        if name in self.estimates:
            return self.estimates[name]
        return self.estimates[measure_named(name).name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return texts(self.notes)


def panel_of(
    pred: Predictions,
    measures: str | Sequence[str | Measure] | None = None,
    settings: IntervalSettings | None = None,
    *,
    by_id: bool = False,
) -> PanelValues:
    """The panel of predictions that are already checked; `by_id` resamples whole row ids where they repeat."""
    settings = IntervalSettings() if settings is None else settings
    if pred.weight is not None and len(pred) and not pred.weight.any():
        raise BadInput(WEIGHTLESS)
    if is_timed(pred) and settings.choice is not None:
        return _in_time(pred, select_measures(measures, pred), settings)
    if by_id and settings.choice is not None and len(np.unique(pred.rows)) < len(pred):
        panel = panel_of(pred.in_groups(pred.rows), measures, settings)
        return replace(panel, notes=(REPEATED_ROWS(), *panel.notes))
    made = panel_of_summaries(summarize(pred), select_measures(measures, pred), settings, n=len(pred))
    made = replace(made, notes=(*empty_queries(pred), *labels_never_true(pred), *made.notes))
    return replace(made, notes=(COUNTS(n=len(pred)), *made.notes)) if _may_count(pred, settings) else made


def _in_time(pred: Predictions, wanted: Sequence[Measure], settings: IntervalSettings) -> PanelValues:
    """The panel of rows in time, whose intervals allow for correlation over time."""
    choice = settings.choice
    assert choice is not None
    usual = IntervalChoice(level=choice.level, side=choice.side)
    if choice != usual:
        raise BadInput(
            "intervals over rows in time follow their correlation; leave interval, auc_interval and bootstrap out (or time)"
        )
    plain = panel_of_summaries(summarize(pred), wanted, settings.without(), n=len(pred))
    known = {one.name: choice.shown(timed_estimate(one.for_task(pred.task), pred, choice.both_sided)) for one in wanted}
    assert pred.time is not None
    times = np.unique(pred.time)
    notes = (*(settings.ends_note()), *((UNEVEN_TIMES(times=len(times)),) if uneven_steps(times) else ()))
    return replace(plain, estimates=known, notes=(*notes, *plain.notes), side=choice.side)


def labels_never_true(pred: Predictions) -> tuple[Note, ...]:
    """The labels of several that some row is predicted to have, and no row has."""
    if pred.task.target is not TargetForm.LABEL_MATRIX or pred.label is None:
        return ()
    strange = np.flatnonzero(pred.label.any(axis=0) & ~pred.truth.any(axis=0))
    names = tuple(pred.classes[place] for place in strange.tolist())
    return (NEVER_TRUE(classes=names, what="label"),) if names else ()


def empty_queries(pred: Predictions) -> tuple[Note, ...]:
    """How many queries have no relevant item."""
    if pred.query is None:
        return ()
    relevant = relevant_items(pred)
    empty = int((relevant == 0).sum())
    return (EMPTY_QUERIES(empty=empty, queries=len(relevant)),) if empty else ()


def _kept(source: Predictions | None, n: int) -> Predictions | None:
    """The rows, where they are few, or where tables of labels and outputs are made of them."""
    return source if source is not None and (n <= BY_HAND or source.task.in_columns) else None


def _may_count(pred: Predictions, settings: IntervalSettings) -> bool:
    """Whether the weights may be counts of cases."""
    weight = pred.weight
    return (
        settings.choice is not None
        and weight is not None
        and weight.sum() > len(pred)
        and bool((weight % 1 == 0).all())
    )


def panel_of_summaries(
    summaries: Summaries,
    wanted: Sequence[Measure],
    settings: IntervalSettings,
    *,
    n: int,
    unfit: Mapping[str, str] | None = None,
) -> PanelValues:
    """The panel, with what its reader should know; `unfit` tells why some measures have no value."""
    lost = unfit or {}
    fitting = [measure for measure in wanted if measure.name not in lost] if lost else wanted
    estimates: Mapping[str, Estimate]
    notes: tuple[Note, ...] = ()
    if settings.choice is None:
        estimates = values_only(fitting, summaries)
    else:
        draws = Resamples(
            summaries=summaries, n_resamples=settings.n_resamples, seed=settings.seed, wanted=tuple(wanted)
        )  # fmt: skip
        estimates = {measure.name: estimate(measure, draws, settings.choice) for measure in fitting}
        notes = (*settings.notes(wanted, draws), *coverage_notes(fitting, estimates, draws, settings.choice))
    if lost:
        level = settings.level or 0.95
        estimates = {
            measure.name: estimates.get(measure.name)
            or Estimate.alone(nan, n, NOT_APPLICABLE(why=lost[measure.name]), level=level)
            for measure in wanted
        }
    counts, ranking = summaries.known_counts, summaries.known_ranking
    return PanelValues(
        estimates=estimates,
        n=n,
        confusion=counts if counts is not None and counts.right.size else None,
        notes=(*answer_notes(wanted), *notes, *caveats_of(summaries, wanted, estimates)),
        side=settings.side,
        ranking=None if ranking is None else ranking.in_order(),
        source=_kept(summaries.source, n),
    )
