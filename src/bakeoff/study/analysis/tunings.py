"""Tunings: what the searches of a study found, split by split: chosen settings, how stable they are, inner beside outer scores."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.errors import BakeoffError
from bakeoff.core.notes import Note, Subject
from bakeoff.core.text import clean
from bakeoff.measures import measure_named
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.cell_estimates import CellEstimate
from bakeoff.study.analysis.stored_design import StoredStudy
from bakeoff.tuning.notes import AT_THE_EDGE, FAILED_CANDIDATES, UNSTABLE
from bakeoff.tuning.session import Tuning, gain_of
from bakeoff.tuning.space import Range, Space
from bakeoff.tuning.space_notes import space_notes

__all__ = ["ChosenValues", "TunedCell", "TunedSplit", "stored_tunings", "tuning_notes", "tunings_of"]

EDGE = 0.02  # share of a range that counts as its end
OFTEN = 0.5  # share of splits from which the best lies at the edge
FEWEST = 3  # splits from which stability can be spoken of


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedSplit:
    """The search of one split."""

    dataset: str
    learner: str
    repeat: int
    fold: int
    tuning: Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenValues:
    """What was chosen for one parameter, over the splits of a data set."""

    parameter: str
    values: tuple[Any, ...]  # one for each split
    low: float  # smallest, middle and largest; NaN where values are not numbers
    middle: float
    high: float
    usual: Any  # the most frequent value ...
    times: int  # ... and how often it was chosen
    spread: float  # how far the choices of splits lie apart, as a share of the range; NaN where it has no ends
    at_low: int  # splits in which the lowest end of the range was chosen
    at_high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedCell:
    """All searches of one learner on one data set."""

    dataset: str
    learner: str
    measure: str
    search: str
    scheme: str
    splits: tuple[TunedSplit, ...]
    parameters: tuple[ChosenValues, ...]
    inner: float  # mean inner score of the chosen candidates
    outer: float  # mean score on the test parts, NaN where the study does not have this measure
    seconds: float  # of inner fits, in all

    @property
    def optimism(self) -> float:
        """How much better the inner score is than the outer one; NaN where there is none."""
        try:
            measure = measure_named(self.measure)
        except BakeoffError:
            return nan
        return gain_of(measure, self.inner) - gain_of(measure, self.outer)


def stored_tunings(ledger: Ledger, design: StoredStudy) -> list[TunedSplit]:
    """The searches of all splits of the study; entries that cannot be read are passed over."""
    splits_by_dataset = {domain.card.name: set(domain.splits) for domain in design.domains}
    tunings = []
    for key, facts in ledger.facts().items():
        ours = key.learner in design.names and (key.repeat, key.fold) in splits_by_dataset.get(key.dataset, ())
        if not ours or key.role != "test" or key.condition or key.size or key.scheme != design.scheme:
            continue
        try:
            tuning = Tuning.from_json(facts["tuning"])
        except (AttributeError, KeyError, TypeError, ValueError):
            continue
        tunings.append(
            TunedSplit(dataset=key.dataset, learner=key.learner, repeat=key.repeat, fold=key.fold, tuning=tuning)
        )
    return tunings


def tunings_of(ledger: Ledger, design: StoredStudy, cells: Sequence[CellEstimate]) -> Iterator[TunedCell]:
    """By data set and learner, in the order of the study."""
    outer = {(cell.dataset, cell.learner, cell.measure): cell.estimate.value for cell in cells}
    grouped: dict[tuple[str, str], list[TunedSplit]] = {}
    for split in stored_tunings(ledger, design):
        grouped.setdefault((split.dataset, split.learner), []).append(split)
    for domain in design.domains:
        for learner in design.names:
            splits = grouped.get((domain.card.name, learner))
            if splits:
                yield _cell(splits, outer)


def _cell(splits: Sequence[TunedSplit], outer: Mapping[tuple[str, str, str], float]) -> TunedCell:
    first = splits[0]
    best = [split.tuning.best for split in splits]
    measure = first.tuning.measure
    names = list(dict.fromkeys(name for candidate in best for name in candidate.settings))
    return TunedCell(
        dataset=first.dataset,
        learner=first.learner,
        measure=measure,
        search=first.tuning.search,
        scheme=first.tuning.scheme,
        splits=tuple(splits),
        parameters=tuple(_chosen(name, splits) for name in names),
        inner=float(np.mean([candidate.score for candidate in best])),
        outer=outer.get((first.dataset, first.learner, measure), nan),
        seconds=sum(split.tuning.seconds for split in splits),
    )


def _chosen(name: str, splits: Sequence[TunedSplit]) -> ChosenValues:
    best = [split.tuning.best for split in splits]
    values = tuple(candidate.settings.get(name) for candidate in best)
    numbers = [float(value) for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    numeric = len(numbers) == len(values)
    usual, times = Counter(map(_text, values)).most_common(1)[0]
    places = [candidate.places[name] for candidate in best if name in candidate.places]
    whole = all(isinstance(value, int) for value in values)
    natural = numeric and whole and min(numbers) <= 1  # a first neighbour, a depth of one: nothing lies below
    return ChosenValues(
        parameter=name,
        values=values,
        low=min(numbers) if numeric else nan,
        middle=float(np.median(numbers)) if numeric else nan,
        high=max(numbers) if numeric else nan,
        usual=next(value for value in values if _text(value) == usual),
        times=times,
        spread=float(np.ptp(places)) if len(places) == len(values) else nan,
        at_low=0 if natural else sum(_at_edge(split.tuning, name, 0.0) for split in splits),
        at_high=sum(_at_edge(split.tuning, name, 1.0) for split in splits),
    )


def _at_edge(tuning: Tuning, name: str, end: float) -> bool:
    """Whether the best lies at that end of the range, and nothing as good lies elsewhere."""
    as_good = [
        candidate
        for candidate in tuning.candidates
        if candidate.score == tuning.best.score and candidate.rows == tuning.best.rows
    ]
    return all(name in candidate.places and abs(candidate.places[name] - end) <= EDGE for candidate in as_good)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def tuning_notes(cells: Iterable[TunedCell], design: StoredStudy) -> Iterator[Note]:
    """Spaces that a careful person would draw otherwise, best values at the end of their range, candidates that failed."""
    spaces = {
        card.name: stored_space for card in design.learners if (stored_space := _space(card.settings)) is not None
    }
    for name, (space, seconds) in spaces.items():
        yield from space_notes(name, space, seconds)
    unstable: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for cell in cells:
        yield from _edges(cell, spaces[cell.learner][0] if cell.learner in spaces else None)
        yield from _failures(cell)
        wide = tuple(
            parameter.parameter
            for parameter in cell.parameters
            if len(parameter.values) >= FEWEST and parameter.spread > 0.5
        )
        if wide:
            unstable.setdefault((cell.learner, wide), []).append(cell.dataset)
    for (learner, wide), names in unstable.items():
        about = Subject(dataset=names[0] if len(names) == 1 else "", learners=(learner,))
        yield UNSTABLE(about, learner=learner, parameters=wide, datasets=tuple(map(clean, names)))


def _space(settings: str) -> tuple[Space, float | None] | None:
    """The space in the settings of a tuned learner, as they were stored."""
    try:
        facts = json.loads(settings)
        if not isinstance(facts, dict) or "tuned" not in facts:
            return None
        seconds = facts.get("seconds")
        return Space.of(facts["space"]), float(seconds) if isinstance(seconds, (int, float)) else None
    except (BakeoffError, KeyError, TypeError, ValueError):
        return None


def _edges(cell: TunedCell, space: Space | None) -> Iterator[Note]:
    for parameter in cell.parameters:
        declared = None if space is None else space.parameters.get(parameter.parameter)
        tried = [
            value
            for split in cell.splits
            for candidate in split.tuning.candidates
            if isinstance(value := candidate.settings.get(parameter.parameter), (int, float))
        ]
        if not tried or len(set(tried)) < FEWEST:
            continue
        for edge, times in (("lower", parameter.at_low), ("upper", parameter.at_high)):
            low, high = (declared.low, declared.high) if isinstance(declared, Range) else (min(tried), max(tried))
            bound = low if edge == "lower" else high
            if (
                times < max(OFTEN * len(parameter.values), 1)
                or (edge == "lower" and bound == 0.0)
                or (edge == "upper" and bound == 1.0)
            ):
                continue  # shares end at 0 and 1
            yield AT_THE_EDGE(
                Subject(dataset=cell.dataset, learners=(cell.learner,)),
                parameter=parameter.parameter,
                learner=cell.learner,
                edge=edge,
                range=f"{low:g} to {high:g}",
                splits=times,
                of=len(parameter.values),
            )


def _failures(cell: TunedCell) -> Iterator[Note]:
    failed = [
        candidate for split in cell.splits for candidate in split.tuning.candidates if any(map(isnan, candidate.scores))
    ]
    if failed:
        total = sum(len(split.tuning.candidates) for split in cell.splits)
        why = next((candidate.failure for candidate in failed if candidate.failure), "no score")
        about = Subject(dataset=cell.dataset, learners=(cell.learner,))
        yield FAILED_CANDIDATES(about, learner=cell.learner, failed=len(failed), of=total, why=why[:200])
