"""The efficiency of the learners of a study: the table of their measures, who knows nothing, and how scores vary over splits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from statistics import fmean

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.criteria.efficiency import NEAR, Efficiency, efficiency_of, efficiency_scores, with_references
from bakeoff.criteria.measures_table import MeasuresTable, measures_table
from bakeoff.criteria.notes import RESAMPLED_SPLITS
from bakeoff.learners.baselines import ignores_features
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.measures.measure_scale import geometric_mean, has_own_units, is_time
from bakeoff.study.analysis.findings import Findings

__all__ = [
    "learner_means", "resampled_efficiency", "study_baselines", "study_chance", "study_efficiency", "study_table",
]  # fmt: skip

TIME = "CPU seconds"


def study_table(
    findings: Findings,
    positive: Sequence[str] | None = None,
    negative: Sequence[str] | None = None,
    ratings: Mapping[str, Mapping[str, float]] | None = None,
) -> MeasuresTable | None:
    """Learners by measures: means over data sets; times, memory and errors in units by geometric means.

    Without names every measure of the study counts whose direction is known, and the processor time if no other time
    is among them. `ratings` are columns that the user gives, such as interpretability. None where a value is missing.
    """
    learners = [card.name for card in findings.card.learners]
    values = {name: learner_means(findings, name) for name in findings.card.measures}
    if positive is not None or negative is not None or not any(is_time(name) for name in values):
        seconds = {name: [times.seconds for times in findings.times if times.learner == name] for name in learners}
        values[TIME] = {name: geometric_mean(values) for name, values in seconds.items()}
    ways = {name: _way(name) for name in values}
    more = [name for name, way in ways.items() if way is Direction.HIGHER] if positive is None else list(positive)
    less = [name for name, way in ways.items() if way is Direction.LOWER] if negative is None else list(negative)
    rated = {column: dict(ratings_of_learners) for column, ratings_of_learners in (ratings or {}).items()}
    chosen = [*more, *less]
    if positive is None and negative is None:
        chosen = [name for name in chosen if all(isfinite(values[name][learner]) for learner in learners)]
        more, less = [n for n in more if n in chosen], [n for n in less if n in chosen]
        if any(values[name][learner] < 0 for name in more for learner in learners):
            more = [name for name in more if all(values[name][learner] >= 0 for learner in learners)]
        if not more or not any(values[name][learner] > 0 for name in less for learner in learners):
            return None
    table = {
        learner: {name: column[learner] for name, column in {**values, **rated}.items() if learner in column}
        for learner in learners
    }
    return measures_table(table, more, less, source="the study")


def study_baselines(findings: Findings) -> tuple[str, ...]:
    """The learners of a study that read no column."""
    return tuple(card.name for card in findings.card.learners if ignores_features(card.settings))


def study_chance(findings: Findings) -> dict[str, float]:
    """What a learner that knows nothing scores on average over the data sets of a study, where that depends on their classes."""
    counts = [card.class_counts for card in findings.card.datasets]
    if not counts or any(not sum(class_counts) for class_counts in counts):
        return {}
    even = fmean(1 / len(class_counts) for class_counts in counts)
    return {
        "accuracy": fmean(max(class_counts) / sum(class_counts) for class_counts in counts),
        "balanced_accuracy": even,
        "recall_macro": even,
    }


def _way(name: str) -> Direction:
    return Direction.LOWER if name == TIME else measure_named(name).direction


def resampled_efficiency(
    findings: Findings, result: Efficiency, draws: int, shares: Mapping[str, tuple[float, float]], seed: int = 0
) -> Efficiency:
    """The same with the spread of each score when splits are drawn again, the same for all learners and measures."""
    cells = _split_scores(findings, result.table)
    rng = np.random.default_rng(seed)
    learners, columns = result.table.learners, result.table.columns
    datasets = {dataset: len(next(iter(own.values()))) for dataset, own in cells.items()}
    fixed_columns = {
        name: result.table.values[:, column]
        for column, name in enumerate(columns)
        if all(name not in {key[1] for key in own} for own in cells.values())
    }
    drawn_scores = []
    for _ in range(draws):
        picks = {dataset: rng.integers(0, n, n) for dataset, n in datasets.items()}
        values = np.empty((len(learners), len(columns)))
        for column, name in enumerate(columns):
            if name in fixed_columns:
                values[:, column] = fixed_columns[name]
                continue
            unit = name == TIME or has_own_units(name)
            for i, learner in enumerate(learners):
                means = [float(own[learner, name][picks[dataset]].mean()) for dataset, own in cells.items()]
                values[i, column] = geometric_mean(means) if unit else fmean(means)
        m = len(result.table.positive)
        table = replace(result.table, wanted=values[:, :m], cost=values[:, m:])
        drawn_scores.append(
            efficiency_scores(
                table,
                model=result.model,
                orientation=result.orientation,
                super_efficiency=result.super_efficiency,
                shares=shares,
            )
        )
    scores = np.array(drawn_scores)
    spread = {}
    for i, name in enumerate(learners):
        own = scores[:, i][np.isfinite(scores[:, i])]
        ends = np.quantile(own, [0.025, 0.975]).tolist() if own.size else [float("nan")] * 2
        spread[name] = (ends[0], ends[1], float(np.mean(~(scores[:, i] < 1 - NEAR))))
    return replace(result, spread=spread, notes=(*result.notes, RESAMPLED_SPLITS(draws=draws)))


def _split_scores(findings: Findings, table: MeasuresTable) -> dict[str, dict[tuple[str, str], Array]]:
    """By data set, then learner and measure: the scores of every split; ratings have none."""
    scores: dict[str, dict[tuple[str, str], Array]] = {}
    measures = [name for name in table.columns if name in findings.card.measures]
    for name in measures or findings.card.measures[:1]:
        for cell in findings.cube.cells(name):
            if cell.learner not in table.learners:
                continue
            own = scores.setdefault(cell.dataset, {})
            if name in measures:
                own[cell.learner, name] = cell.splits
            if TIME in table.columns:
                own[cell.learner, TIME] = cell.costs["cpu_seconds"]
    if any(not np.isfinite(split_scores).all() for own in scores.values() for split_scores in own.values()):
        raise NotApplicable(
            "efficiency over splits needs a score of every split; a measure of this study has none on some"
        )
    if any(len(next(iter(own.values()))) < 2 for own in scores.values() if own):
        raise NotApplicable("efficiency over splits needs several splits on every data set; this study has one")
    return scores


def learner_means(findings: Findings, measure: str) -> dict[str, float]:
    """Means over data sets; geometric ones of times, memory and errors in units."""
    values_by_learner: dict[str, list[float]] = {}
    for cell in findings.cells:
        if cell.measure == measure:
            values_by_learner.setdefault(cell.learner, []).append(cell.estimate.value)
    units = has_own_units(measure)
    return {name: geometric_mean(values) if units else fmean(values) for name, values in values_by_learner.items()}


def study_efficiency(findings: Findings) -> Efficiency | None:
    """The efficiency by all measures of the study; None of two learners, or where a cost or a quality is missing."""
    if len(findings.card.learners) < 3:
        return None
    table = study_table(findings)
    if table is None or not table.negative:
        return None
    result = efficiency_of(table, model="bcc", orientation="input", super_efficiency=False, shares={})
    return with_references(result, study_baselines(findings), study_chance(findings))
