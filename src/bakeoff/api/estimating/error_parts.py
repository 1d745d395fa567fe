"""Noise, bias and variance of a learner, from the predictions of a study."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.api.results import Results
from bakeoff.api.shown import HasTables
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import clean
from bakeoff.data.dataset import Dataset
from bakeoff.data.noise_free import noise_free_target
from bakeoff.data.profile import row_groups
from bakeoff.estimates.over_splits.error_parts import ErrorParts, error_parts
from bakeoff.report.sections.training_error import parts_table
from bakeoff.report.tables.plain_text import Table

__all__ = ["BiasVariance", "bias_variance"]


@dataclass(frozen=True, slots=True, repr=False)
class BiasVariance(HasTables):
    """Noise, bias and variance of one learner on one data set."""

    parts: ErrorParts

    def tables(self) -> tuple[Table, ...]:
        """One row."""
        return (parts_table((self.parts,)),)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is counted where."""
        return self.parts.notes

    def __str__(self) -> str:
        return "\n".join([HasTables.__str__(self), *(f"Note: {clean(note)}" for note in self.notes)])


def bias_variance(
    results: Results,
    learner: str | None = None,
    dataset: str | None = None,
    *,
    truth: Any = None,
    data: Dataset | None = None,
) -> BiasVariance:
    """Where a learner's error comes from, out of the predictions of a study with repeats or a bootstrap.

    Squared error for numbers, zero-one loss (Domingos) for classes. Noise is separated from bias where the truth is known: `truth` holds
    the targets without noise, such as an array in the order of the rows; else where rows are replicated in `data` (or in the study,
    where it was run in this process): the mean or the most frequent class of rows with the same features is then the truth; else
    where the data is what `bo.make` gave and only noise makes its target uncertain. Else noise is counted as bias.
    """
    names, learners = results.datasets, results.learners
    if dataset is None and len(names) > 1:
        raise NotApplicable(f"this study has {len(names)} data sets; name one, as dataset={names[0]!r}")
    where = names[0] if dataset is None else dataset
    if where not in names:
        raise UnknownName("data set", where, names)
    if learner is None and len(learners) > 1:
        raise NotApplicable(f"this study has {len(learners)} learners; name one, as learner={learners[0]!r}")
    who = learners[0] if learner is None else learner
    rows = data if data is not None else _own(results, where)
    best = _truth(truth, rows)
    ids = None if best is None else np.arange(len(best)) if rows is None else rows.rows
    if best is None:
        card = next(one for one in results.findings.card.datasets if one.name == where)
        best = noise_free_target(card.source, card.n_rows, card.fingerprint)
        ids = None if best is None else np.arange(len(best))
    made = error_parts(results.parts(where, who), truth=best, truth_rows=ids)
    return BiasVariance(replace(made, dataset=where, learner=who))


def _own(results: Results, dataset: str) -> Dataset | None:
    return None if results.spec is None else next((one for one in results.spec.datasets if one.name == dataset), None)


def _truth(given: Any, data: Dataset | None) -> Any:
    if isinstance(given, Dataset):
        return given.target
    if given is None:
        return None if data is None else _from_replicates(data)
    values = np.asarray(given)
    if values.ndim != 1:
        raise BadInput(f"truth must be one value for each row, but has shape {values.shape}")
    if data is not None and data.task.coded and values.dtype.kind in "OUS":
        known = {name: code for code, name in enumerate(data.classes)}
        strange = [str(one) for one in values.tolist() if str(one) not in known]
        if strange:
            raise UnknownName("class", strange[0], data.classes)
        return np.array([known[str(one)] for one in values.tolist()])
    return values


def _from_replicates(data: Dataset) -> Any:
    """The mean target, or the most frequent class, of rows with the same features; None unless every row has a twin."""
    groups = row_groups(data.features)
    counts = np.bincount(groups)
    if not len(counts) or counts.min() < 2:
        return None
    if data.task.numeric:
        return (np.bincount(groups, weights=data.target) / counts)[groups]
    k = len(data.classes)
    table = np.bincount(groups * k + data.target, minlength=len(counts) * k).reshape(-1, k)
    return table.argmax(axis=1)[groups]
