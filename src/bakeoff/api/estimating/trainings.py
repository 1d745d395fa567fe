"""Trainings that show variance: of each data set on bootstrap samples, or on fresh training sets of made data."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.api.results import Results
from bakeoff.api.study import Study
from bakeoff.core.checks import count
from bakeoff.core.errors import NotApplicable
from bakeoff.data.artificial.made_source import fresh_training_sets
from bakeoff.data.conditions import joined
from bakeoff.data.dataset import Dataset
from bakeoff.splits.bootstrap import Bootstrap
from bakeoff.splits.external import PredefinedPlan
from bakeoff.splits.plan import Scheme
from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["TRAININGS", "SampledTraining", "trained_on_samples"]

TRAININGS = 100


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SampledTraining:
    """Predictions of several trainings of learners on one data set."""

    results: Results
    dataset: str
    data: Dataset | None  # the rows that were predicted, where they are at hand


def trained_on_samples(
    spec: StudySpec, learner: str | None, dataset: str | None, trainings: int
) -> Iterator[SampledTraining]:
    """Train the learners of a study on samples of each data set, as many times as asked."""
    count("trainings", trainings, least=2)
    learners = tuple(one for one in spec.learners if learner in {None, one.name})
    for data in spec.datasets:
        if dataset in {None, data.name}:
            rows, scheme = _samples(data, trainings, spec.seed)
            own = StudySpec(
                datasets=(rows,), learners=learners, scheme=scheme, measures=spec.measures, primary=spec.primary,
                run=spec.run, title=spec.title, seed=spec.seed,
            )  # fmt: skip
            yield SampledTraining(results=Study(own).run(progress=False), dataset=data.name, data=data)


def _samples(data: Dataset, trainings: int, seed: int) -> tuple[Dataset, Scheme]:
    """The rows and how they are split: fresh training sets follow the rows that all of them predict."""
    if data.groups is not None or data.time is not None:
        what, scheme = (
            ("groups", "kfold(2, repeats=50, groups=true)") if data.groups is not None else ("time", "rolling-origin")
        )
        raise NotApplicable(
            f"the rows of {data.name!r} have {what}, which samples of single rows would break; run the study with the scheme {scheme} and "
            "give its results"
        )
    fresh = fresh_training_sets(data, trainings, seed)
    if not fresh:
        return data, Bootstrap(trainings)
    whole = joined(data, fresh, data.name)
    n = len(data)
    splits = [(np.arange(n * part, n * (part + 1)), np.arange(n)) for part in range(1, trainings + 1)]
    source = f"{data.source}, and {trainings} fresh training sets"
    return replace(whole, rows=np.arange(len(whole)), source=source), PredefinedPlan(splits)
