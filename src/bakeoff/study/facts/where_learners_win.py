"""Where does the better learner win? Differences on the data sets, the characteristics that go along with them, and who is best where."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, log, sqrt
from statistics import median

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import mixed_scales
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.midranks import midranks
from bakeoff.measures.measure import Direction
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.stored_design import DatasetCard

__all__ = ["FirstPlaces", "Lead", "WhereLearnersWin", "where_learners_win"]

FEWEST = 3  # data sets that are listed
ENOUGH = 5  # data sets from which a tendency is worth a sentence
STRONG = 0.6  # of a correlation
TENDENCIES = 3  # that are named
SPREADS = {  # by how much data sets must differ in a characteristic before it may explain anything
    "more rows": log(1.5),
    "more columns": log(1.5),
    "more columns per row": log(1.5),
    "more missing values": 0.02,
    "more classes": 1.0,
    "a larger largest class": 0.1,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """One learner less the other on one data set: in percent of the other where data sets differ in scale."""

    card: DatasetCard
    gap: float
    largest: float  # the share of the largest class; NaN without classes


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlaces:
    """The data sets on which a learner has the best score; a shared first place counts for all who share it."""

    learner: str
    datasets: tuple[str, ...]
    rows: float  # median over these data sets
    columns: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereLearnersWin:
    """The two learners of the verdict, the better one first."""

    a: str
    b: str
    relative: bool  # gaps are in percent
    leads: tuple[Lead, ...]  # from the clearest win of a to the clearest win of b
    compared: int  # characteristics in which the data sets differ enough
    tendencies: tuple[tuple[str, float], ...]  # characteristic and Spearman's rho with the gap, the strongest first
    first_places: tuple[FirstPlaces, ...]  # empty where one learner has them all


def where_learners_win(findings: Findings) -> WhereLearnersWin | None:
    """None where blocks are no data sets, or fewer than three have both learners."""
    judgement = findings.primary
    if judgement is None or judgement.evidence is not DATASETS or len(judgement.matrix.blocks) < FEWEST:
        return None
    a, b = sorted((judgement.verdict.a, judgement.verdict.b), key=sort_best_first(judgement).index)
    cards = {card.name: card for card in findings.card.datasets}
    relative = judgement.relative or mixed_scales(judgement)
    gaps = zip(judgement.matrix.blocks, _gaps(judgement, a, b, relative=relative), strict=True)
    leads = [_lead(cards[name], gap) for name, gap in gaps if name in cards and not isnan(gap)]
    if len(leads) < FEWEST:
        return None
    correlations = _correlations(leads)
    least = max(STRONG, 2.0 / sqrt(len(leads) - 1))  # of few data sets what chance hardly makes, at two standard errors
    strong = sorted(
        (key for key, rho in correlations.items() if abs(rho) >= least), key=lambda key: -abs(correlations[key])
    )
    better = 1.0 if judgement.matrix.direction is Direction.HIGHER else -1.0
    return WhereLearnersWin(
        a=a,
        b=b,
        relative=relative,
        leads=tuple(sorted(leads, key=lambda lead: -better * lead.gap)),
        compared=len(correlations),
        tendencies=tuple((key, correlations[key]) for key in strong[:TENDENCIES]) if len(leads) >= ENOUGH else (),
        first_places=_first_places(judgement, cards),
    )


def _gaps(judgement: Judgement, a: str, b: str, *, relative: bool) -> list[float]:
    names, values = judgement.matrix.names, judgement.matrix.values
    first, two = values[:, names.index(a)], values[:, names.index(b)]
    return list(map(float, 100.0 * (first / two - 1.0) if relative else first - two))


def _lead(card: DatasetCard, gap: float) -> Lead:
    total = sum(card.class_counts)
    return Lead(card=card, gap=gap, largest=max(card.class_counts) / total if total else float("nan"))


def _characteristics(lead: Lead) -> dict[str, float]:
    card = lead.card
    characteristics = {"more rows": log(max(card.n_rows, 1))}
    if not card.block:
        characteristics["more columns"] = log(max(card.n_columns, 1))
        characteristics["more columns per row"] = characteristics["more columns"] - characteristics["more rows"]
        characteristics["more missing values"] = card.missing_share
    if not isnan(lead.largest):
        characteristics["more classes"] = float(len(card.classes))
        characteristics["a larger largest class"] = lead.largest
    return characteristics


def _correlations(leads: Sequence[Lead]) -> dict[str, float]:
    """Of the gaps with each characteristic in which the data sets differ enough."""
    facts, gaps = [_characteristics(lead) for lead in leads], [lead.gap for lead in leads]
    columns = {key: [row[key] for row in facts] for key in SPREADS if all(key in row for row in facts)}
    return {key: _spearman(of, gaps) for key, of in columns.items() if max(of) - min(of) >= SPREADS[key]}


def _spearman(x: Sequence[float], y: Sequence[float]) -> float:
    """Spearman's correlation, NaN where one side is constant."""
    a, b = midranks(np.array([x, y], dtype=np.float64))
    return float(np.corrcoef(a, b)[0, 1]) if np.ptp(a) and np.ptp(b) else float("nan")


def _first_places(judgement: Judgement, cards: dict[str, DatasetCard]) -> tuple[FirstPlaces, ...]:
    matrix = judgement.matrix
    values = (1.0 if matrix.direction is Direction.HIGHER else -1.0) * matrix.values
    firsts = [np.isclose(row, np.nanmax(row), rtol=1e-12) if np.isfinite(row).any() else row > np.inf for row in values]
    first_places = []
    for column in sorted(range(len(matrix.names)), key=lambda column: -sum(bool(row[column]) for row in firsts)):
        own = [name for name, row in zip(matrix.blocks, firsts, strict=True) if row[column] and name in cards]
        if own:
            first_places.append(
                FirstPlaces(
                    learner=matrix.names[column],
                    datasets=tuple(own),
                    rows=median(cards[name].n_rows for name in own),
                    columns=median(cards[name].n_columns for name in own),
                )
            )
    return tuple(first_places) if len(first_places) > 1 else ()
