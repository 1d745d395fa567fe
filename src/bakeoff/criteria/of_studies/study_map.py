"""The map of classifiers of a study, from the confusion matrices of its learners on all data sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.criteria.classifier_map import IDEAL, LearnersInPlane, classifier_map
from bakeoff.criteria.clouds import CloudDrawing, CloudPair, cloud_drawing, cloud_pairs, error_clouds
from bakeoff.study.answers import Confusion

__all__ = ["MapFacts", "map_facts", "matrices_of", "study_map"]

MOST = 30  # learners whose clouds are compared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MapFacts:
    """The map of a study, and its clouds over splits where all data sets have the same number of them."""

    map: LearnersInPlane
    domains: tuple[str, ...]
    clouds: Mapping[str, Array]  # error vectors of each learner, split by split; empty where there are none
    pairs: tuple[CloudPair, ...]
    drawing: CloudDrawing | None = None  # of the clouds in the plane, where a report shows them


def matrices_of(
    confusions: Sequence[Confusion], learners: Sequence[str]
) -> tuple[tuple[str, ...], dict[str, list[Confusion]]]:
    """The data sets on which every learner has a confusion matrix of the same rows, and these matrices by learner."""
    found = {(one.dataset, one.learner): one for one in confusions}
    names = dict.fromkeys(one.dataset for one in confusions)
    domains = tuple(name for name in names if _comparable([found.get((name, learner)) for learner in learners]))
    return domains, {learner: [found[name, learner] for name in domains] for learner in learners}


def _comparable(each: Sequence[Confusion | None]) -> bool:
    """Whether every learner predicted as many rows of every class."""
    first = each[0]
    return first is not None and all(
        one is not None
        and one.matrix.shape == first.matrix.shape
        and np.array_equal(one.matrix.sum(axis=1), first.matrix.sum(axis=1))
        for one in each
    )


def map_facts(
    confusions: Sequence[Confusion],
    learners: Sequence[str],
    *,
    distance: str = "l2",
    projection: str = "mcst",
    normalize: str = "domain",
) -> MapFacts | None:
    """The map of these learners; None where there is nothing to compare."""
    domains, by = matrices_of(confusions, learners)
    if not domains or not learners or IDEAL in learners:
        return None
    made = classifier_map(
        {name: [one.matrix for one in each] for name, each in by.items()}, distance, projection, normalize
    )
    folds = {name: [one.parts for one in each if one.parts is not None] for name, each in by.items()}
    splits = {len(part) for parts in folds.values() for part in parts}
    whole = all(len(parts) == len(domains) for parts in folds.values())
    several = whole and len(splits) == 1 and splits.pop() > 1
    clouds = error_clouds(folds, made.normalize) if several else {}
    folds_each = {one.folds for each in by.values() for one in each}
    tested = clouds and len(clouds) <= MOST and len(folds_each) == 1 and min(folds_each) > 1
    first = {name: cloud[: min(folds_each)] for name, cloud in clouds.items()}
    pairs = cloud_pairs(first, distance) if tested else ()
    return MapFacts(map=made, domains=domains, clouds=clouds, pairs=pairs)


def study_map(confusions: Sequence[Confusion], learners: Sequence[str]) -> MapFacts | None:
    """The map that a report shows, with its clouds drawn in the plane; None of two learners."""
    found = map_facts(confusions, learners) if len(learners) > 2 else None
    if found is None or not 0 < len(found.clouds) <= MOST:
        return found
    return replace(found, drawing=cloud_drawing(found.map, found.clouds))
