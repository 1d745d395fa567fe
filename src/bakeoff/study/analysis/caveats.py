"""Caveats: what a careful reader would want to be told beside the numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from bakeoff.comparisons.evidence.types import significant_digits
from bakeoff.core.text import counted
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.naming import short_name, short_name_of, with_short_names
from bakeoff.study.analysis.findings import FailureRow
from bakeoff.study.analysis.score_cube import ScoreCube
from bakeoff.study.analysis.stored_design import StoredStudy

__all__ = ["caveats_of", "curve_caveats"]

MOST = 5  # names in one sentence
LOPSIDED = 0.8  # share of the largest class from which accuracy mostly measures that class
MAJORITY_BLIND = frozenset({"accuracy", "error"})


def caveats_of(
    design: StoredStudy,
    boards: Sequence[ScoreCube],
    failures: Sequence[FailureRow],
    learner_warnings: Sequence[tuple[str, str, int]],
    primary: Measure,
) -> Iterator[str]:
    """The sentences, most serious first."""
    yield from _unfinished(design, boards, failures)
    yield from _overlap(design)
    yield from _lopsided(design)
    yield from _ties(boards, design.measures.index(design.primary), primary)
    yield from _leaks(design)
    yield from _duplicates(design)
    yield from _plans(design)
    if primary.caveats and primary.name not in MAJORITY_BLIND:  # theirs is the imbalance that was looked for above
        yield f"{short_name(primary)}: {'; '.join(with_short_names(text).removesuffix('.') for text in primary.caveats)}"
    warned = Counter[str]()
    for learner, _, times in learner_warnings:
        warned[learner] += times
    if warned:
        listed = ", ".join(f"{learner} ({times})" for learner, times in warned.most_common(MOST))
        more = f" and {counted(len(warned) - MOST, 'more learner')}" if len(warned) > MOST else ""
        yield f"Warnings were given while learning: {listed}{more}; the report lists them."


def curve_caveats(grown: Sequence[ScoreCube], failures: Sequence[FailureRow]) -> Iterator[str]:
    """Units of learning curves that are missing; the study itself does not need them."""
    planned = sum(board.done.size for board in grown)
    waiting = planned - sum(int(board.done.sum()) for board in grown) - len(failures)
    if failures:
        where = Counter((one.learner, one.dataset, one.size) for one in failures)
        listed = [f"{who} on {data} with {size} rows ({n})" for (who, data, size), n in where.most_common(MOST)]
        more = f" and {len(where) - MOST} more" if len(where) > MOST else ""
        yield f"{len(failures)} of {planned} units of the learning curves did not finish: {', '.join(listed)}{more}."
    if waiting:
        yield f"The learning curves are not complete: {waiting} of {planned} of their units have not run yet."


def _plans(design: StoredStudy) -> Iterator[str]:
    """What could not be split quite as asked; data sets with the same trouble are told together.

    The trouble of a data set ends in what was done about it, after the last semicolon.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for domain in design.domains:
        for text in domain.plan_warnings:
            trouble, _, deed = text.rpartition("; ")
            found.setdefault(deed, {}).setdefault(trouble, []).append(domain.card.name)
    for deed, troubles in found.items():
        told = [f"{_names(names)}: {trouble}" if trouble else f"{_names(names)}" for trouble, names in troubles.items()]
        more = f", and {counted(len(told) - MOST, 'more data set')}" if len(told) > MOST else ""
        yield f"{', '.join(told[:MOST])}{more}{'; ' if any(troubles) else ': '}{deed}."


def _names(names: Sequence[str]) -> str:
    return f"{', '.join(names[:MOST])} and {len(names) - MOST} more" if len(names) > MOST else ", ".join(names)


def _unfinished(design: StoredStudy, boards: Sequence[ScoreCube], failures: Sequence[FailureRow]) -> Iterator[str]:
    done = sum(int(board.done.sum()) for board in boards)
    if failures:
        where = Counter((one.learner, one.dataset) for one in failures)
        listed = [f"{learner} on {dataset} ({times})" for (learner, dataset), times in where.most_common(MOST)]
        more = f" and {counted(len(where) - MOST, 'other pair')}" if len(where) > MOST else ""
        yield f"{len(failures)} of {design.units} units did not finish: {', '.join(listed)}{more}."
    waiting = design.units - done - len(failures)
    if waiting:
        yield f"The study is not complete: {waiting} of {design.units} units have not run yet."


def _overlap(design: StoredStudy) -> Iterator[str]:
    overlapping = [domain for domain in design.domains if domain.overlapping]
    if overlapping:
        shares = [domain.test_share for domain in overlapping]
        low, high = min(shares), max(shares)
        ratio = f"{low:.3g}" if high - low < 5e-4 else f"{low:.3g} to {high:.3g}"
        yield (
            "Training sets of different splits share rows, so scores on one data set are not independent: standard "
            f"errors and tests over splits are corrected for it (n_test / n_train = {ratio})."
        )


def _ties(boards: Sequence[ScoreCube], at: int, primary: Measure) -> Iterator[str]:
    """Data sets that say nothing about who is best."""
    shared = []
    for board in boards:
        means = significant_digits(np.array([board.mean(one, at) for one in range(len(board.learners))]))
        known = means[~np.isnan(means)]
        best = known.max(initial=-np.inf) if primary.direction is Direction.HIGHER else known.min(initial=np.inf)
        if int((known == best).sum()) > 1:
            shared.append(board.name)
    if shared:
        many = f"{', '.join(shared[:MOST])}{' and others' if len(shared) > MOST else ''}"
        of = f" on {len(shared)} of {len(boards)} data sets ({many})" if len(boards) > 1 else ""
        yield f"Several learners share the best {short_name(primary)}{of}."


def _leaks(design: StoredStudy) -> Iterator[str]:
    found = [f"{one.card.name} ({', '.join(one.leaks)})" for one in design.domains if one.leaks]
    if found:
        yield f"A single column nearly gives the target away on {', '.join(found)}; make sure that it is known in time."


def _duplicates(design: StoredStudy) -> Iterator[str]:
    found = [f"{one.card.name} ({one.duplicated} of {one.card.n_rows})" for one in design.domains if one.duplicated]
    if found:
        yield f"Rows are repeated on {', '.join(found)}: test rows may have been seen in training."


def _lopsided(design: StoredStudy) -> Iterator[str]:
    if design.primary not in MAJORITY_BLIND:
        return
    found = []
    for domain in design.domains:
        counts = domain.card.class_counts
        share = max(counts, default=0) / max(sum(counts), 1)
        if share >= LOPSIDED:
            found.append(f"{domain.card.name} ({share:.0%})")
    if found:
        yield (
            f"{short_name_of(design.primary)} mostly measures the largest class on {', '.join(found)}; "
            "read balanced accuracy or kappa beside it."
        )
