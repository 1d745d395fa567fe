"""`bo.explain`: what a measure, a test, a scheme, a curve or a term is, asked by any of its names."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from bakeoff.comparisons import testing_terms, verdict_terms
from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.significance.relative_stability import CHECKS as STABILITY_CHECKS
from bakeoff.core.catalogue import Catalogue, imported
from bakeoff.core.errors import AmbiguousName, BadInput, UnknownName
from bakeoff.core.terminology.explanation import Explanation
from bakeoff.core.terminology.nearness import nearest_in_meaning
from bakeoff.core.terminology.spelling import fold, singulars
from bakeoff.core.terminology.terms import Term
from bakeoff.estimates import estimation_terms, sampling_terms
from bakeoff.estimates.over_splits.generalisation import INTERVALS
from bakeoff.estimates.over_splits.selection_methods import SELECTIONS
from bakeoff.learners import learner_terms
from bakeoff.measures import measure_named, measure_terms, measures
from bakeoff.panels.curves.kinds import KINDS
from bakeoff.splits import split_terms
from bakeoff.splits.catalogue import schemes
from bakeoff.study import study_terms
from bakeoff.study.checks.all_checks import CHECKS
from bakeoff.study.running.label_permutation import LABEL_PERMUTATION
from bakeoff.tuning import tuning_terms

__all__ = ["TERMS", "explain"]

_ROOMS = (
    verdict_terms, testing_terms, measure_terms, split_terms, sampling_terms, estimation_terms, tuning_terms, learner_terms, study_terms,
)  # fmt: skip
_OF_FEATURES = (
    "bakeoff.criteria.criteria_terms:TERMS",
    "bakeoff.release_gate.gate_terms:TERMS",
    "bakeoff.shift.terms:TERMS",
)  # by import string: the core imports no feature
TERMS: Catalogue[Term] = Catalogue(
    "term",
    [*(term for room in _ROOMS for term in room.TERMS), *(term for home in _OF_FEATURES for term in imported(home))],
)
_CATALOGUES: tuple[Catalogue[Any], ...] = (
    measures, tests, Catalogue("test", (LABEL_PERMUTATION,)), schemes, INTERVALS, SELECTIONS, Catalogue("check", STABILITY_CHECKS), CHECKS,
    imported("bakeoff.streams.detection.detectors:detectors"), TERMS, KINDS,
)  # fmt: skip
KIND = "measure, test, scheme, curve, check or term"


def explain(name: Any) -> Explanation:
    """What is meant by a name: what it is, its formula with each symbol named, and the command.

    Parameters
    ----------
    name
        A measure, a significance test, a scheme, a curve, an interval, a detector or a term of the field. Case, spaces, hyphens,
        apostrophes and accents do not matter, and a plural is read as its singular.

    Returns
    -------
    Explanation
        `kind`, `name`, `title` and `facts`; it prints as `bakeoff explain` does.

    Examples
    --------
    >>> explain("R²").facts["symbols"]["SS_res"]
    'residual sum of squares, sum of (truth - prediction)²'
    >>> explain("Sign Tests").name, explain("McNemar's Test").name, explain("grid search").name
    ('sign', 'mcnemar', 'grid_search')
    """
    if not isinstance(name, str) or not name.strip():
        raise BadInput("explain needs a name, for example explain('kappa')")
    for spelling in (name, *singulars(name)):
        if (explanation := _found(spelling)) is not None:
            return explanation
    raise UnknownName(KIND, name, [], meant=nearest_in_meaning(name, _documents()))


def _found(name: str) -> Explanation | None:
    """What has this name, in the first catalogue that has it; a second one is named beside it."""
    if "(" in name:
        return _with_parameters(name)
    for titles in (False, True):  # a name counts before a title of another catalogue
        meant = [(catalogue, catalogue.candidates(name, titles=titles)) for catalogue in _CATALOGUES]
        if single := [catalogue[names[0]] for catalogue, names in meant if len(names) == 1]:
            return _beside(single)
        if unclear := next((names for _, names in meant if names), ()):
            raise AmbiguousName("entry", name, unclear)
    general = f"k{fold(name).lstrip('0123456789')}"  # 10-fold is a k-fold
    return schemes[general].explanation() if general != f"k{fold(name)}" and general in schemes else None


def _with_parameters(name: str) -> Explanation | None:
    try:
        declared: Any = measure_named(name)
    except UnknownName:
        return None
    explanation: Explanation = declared.explanation()
    return explanation


def _beside(entries: list[Any]) -> Explanation:
    """The explanation of the first entry, which names the others."""
    first: Explanation = entries[0].explanation()
    others = [entry.explanation() for entry in entries[1:]]
    if others:
        first.facts["also"] = [f"the {other.kind} {other.title[:1].lower()}{other.title[1:]}" for other in others]
    return first


@cache
def _documents() -> dict[str, tuple[str, str]]:
    """Every name that can be asked for, with its other names and title, and with what is written about it."""
    return {name: document for catalogue in _CATALOGUES for name, document in _texts(catalogue)}


def _texts(catalogue: Catalogue[Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    for entry in catalogue:
        names = " ".join([entry.name, *catalogue.aliases_of(entry.name), entry.title])
        yield entry.name, (names, getattr(entry, "text", ""))
