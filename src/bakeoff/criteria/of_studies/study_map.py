"""The map of classifiers of a study, from the confusion matrices of its learners on all data sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import UnknownName
from bakeoff.criteria.classifier_map import IDEAL, LearnersInPlane, classifier_map
from bakeoff.criteria.clouds import CloudDrawing, CloudPair, cloud_drawing, cloud_pairs, error_clouds
from bakeoff.study.answers import Confusion

__all__ = ["MapFacts", "confusions_on", "map_facts", "matrices_of", "study_map"]

MOST = 30  # learners whose clouds are compared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MapFacts:
    """The map of a study, and its clouds over splits where all data sets have the same number of them."""

    map: LearnersInPlane
    domains: tuple[str, ...]
    clouds: Mapping[str, Array]  # error vectors of each learner, split by split; empty where there are none
    pairs: tuple[CloudPair, ...]
    drawing: CloudDrawing | None = None  # of the clouds in the plane, where a report shows them


def confusions_on(confusions: Sequence[Confusion], dataset: str | None) -> Sequence[Confusion]:
    """The confusion matrices on one data set; those on all data sets where none is named."""
    if dataset is None:
        return confusions
    on_dataset = [confusion for confusion in confusions if confusion.dataset == dataset]
    if not on_dataset:
        raise UnknownName(
            "data set with classes", dataset, dict.fromkeys(confusion.dataset for confusion in confusions)
        )
    return on_dataset


def matrices_of(
    confusions: Sequence[Confusion], learners: Sequence[str]
) -> tuple[tuple[str, ...], dict[str, list[Confusion]]]:
    """The data sets on which every learner has a confusion matrix of the same rows, and these matrices by learner."""
    matrices = {(confusion.dataset, confusion.learner): confusion for confusion in confusions}
    names = dict.fromkeys(confusion.dataset for confusion in confusions)
    domains = tuple(name for name in names if _comparable([matrices.get((name, learner)) for learner in learners]))
    return domains, {learner: [matrices[name, learner] for name in domains] for learner in learners}


def _comparable(matrices: Sequence[Confusion | None]) -> bool:
    """Whether every learner predicted as many rows of every class."""
    first = matrices[0]
    return first is not None and all(
        confusion is not None
        and confusion.matrix.shape == first.matrix.shape
        and np.array_equal(confusion.matrix.sum(axis=1), first.matrix.sum(axis=1))
        for confusion in matrices
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
    drawn_map = classifier_map(
        {name: [confusion.matrix for confusion in confusions_of_learner] for name, confusions_of_learner in by.items()},
        distance,
        projection,
        normalize,
    )
    folds = {
        name: [confusion.parts for confusion in confusions_of_learner if confusion.parts is not None]
        for name, confusions_of_learner in by.items()
    }
    splits = {len(part) for parts in folds.values() for part in parts}
    whole = all(len(parts) == len(domains) for parts in folds.values())
    several = whole and len(splits) == 1 and splits.pop() > 1
    clouds = error_clouds(folds, drawn_map.normalize) if several else {}
    folds_each = {confusion.folds for confusions_of_learner in by.values() for confusion in confusions_of_learner}
    tested = clouds and len(clouds) <= MOST and len(folds_each) == 1 and min(folds_each) > 1
    first = {name: cloud[: min(folds_each)] for name, cloud in clouds.items()}
    pairs = cloud_pairs(first, distance) if tested else ()
    return MapFacts(map=drawn_map, domains=domains, clouds=clouds, pairs=pairs)


def study_map(confusions: Sequence[Confusion], learners: Sequence[str]) -> MapFacts | None:
    """The map that a report shows, with its clouds drawn in the plane; None of two learners."""
    facts = map_facts(confusions, learners) if len(learners) > 2 else None
    if facts is None or not 0 < len(facts.clouds) <= MOST:
        return facts
    return replace(facts, drawing=cloud_drawing(facts.map, facts.clouds))
