"""Noise, bias and variance of learners, from the predictions of a study or from trainings for this purpose."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from bakeoff.api.estimating.study_errors import Errors
from bakeoff.api.estimating.trainings import TRAININGS, SampledTraining, trained_on_samples
from bakeoff.api.results import Results
from bakeoff.api.shown import HasTables
from bakeoff.api.study import Study
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import clean
from bakeoff.data.artificial.noise_free import noise_free_target
from bakeoff.data.dataset import Dataset
from bakeoff.data.profile import row_groups
from bakeoff.estimates.over_splits.error_parts import ErrorParts
from bakeoff.report.sections.training_error import parts_table
from bakeoff.report.tables.plain_text import Table

__all__ = ["BiasVariance", "bias_variance"]


@dataclass(frozen=True, slots=True, repr=False)
class BiasVariance(HasTables):
    """Noise, bias and variance of learners on data sets."""

    learners: tuple[ErrorParts, ...]  # one for each data set and learner

    @property
    def parts(self) -> ErrorParts:
        """Those of the only learner on the only data set."""
        if len(self.learners) > 1:
            raise NotApplicable(
                f"there are {len(self.learners)} rows: read .learners, or name a learner and a data set, as learner={self.learners[0].learner!r}"
            )
        return self.learners[0]

    def tables(self) -> tuple[Table, ...]:
        """All learners in one table; one for numbers and one for classes."""
        losses = dict.fromkeys(parts.loss for parts in self.learners)
        return tuple(parts_table([parts for parts in self.learners if parts.loss == loss]) for loss in losses)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is counted where; each remark once."""
        return tuple({str(note): note for parts in self.learners for note in parts.notes}.values())

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff bias-variance --json` prints."""
        rows = [
            {key: value for key, value in asdict(replace(parts, notes=())).items() if key != "notes"}
            for parts in self.learners
        ]
        return {"learners": rows, "notes": [note.as_dict() for note in self.notes]}

    def __str__(self) -> str:
        return "\n".join([HasTables.__str__(self), *(f"Note: {clean(note)}" for note in self.notes)])


@suggest_arguments
def bias_variance(
    source: Results | Study,
    learner: str | None = None,
    dataset: str | None = None,
    *,
    y_true: Any = None,
    data: Dataset | None = None,
    trainings: int | None = None,
) -> BiasVariance:
    """Where the error of learners comes from: squared error for numbers, zero-one loss (Domingos) for classes.

    A `Study` is trained for this purpose: on fresh training sets where the data is what `bo.make` gave, else on bootstrap samples. `Results` with repeats or a
    bootstrap are decomposed as they are. Training sets that share rows count variance as bias, and a note says how many rows they share. Noise is separated from bias
    where the truth is known: by `y_true`; else where rows are replicated in `data` (the mean or the most frequent class of rows with the same features is then the
    truth); else where the data is what `bo.make` gave and only noise makes its target uncertain. Else noise is counted as bias.

    Parameters
    ----------
    source
        A study, or the results of one.
    learner, dataset
        One of them; by default all, in one table.
    y_true
        The targets without noise, such as an array in the order of the rows.
    data
        The data set, where the results do not contain it.
    trainings
        How often a study is trained; by default 100.

    Returns
    -------
    BiasVariance
        Noise, bias and variance of each learner on each data set.

    Examples
    --------
    >>> from bakeoff import Study, make
    >>> study = Study(datasets=make("friedman1", n=50), learners=["mean", "median"], scheme="2-fold")
    >>> type(bias_variance(study, trainings=3)).__name__
    'BiasVariance'
    """
    names = [dataset.name for dataset in source.spec.datasets] if isinstance(source, Study) else source.datasets
    if dataset is None and len(names) > 1 and (y_true is not None or data is not None):
        raise NotApplicable(
            f"y_true and data belong to one of {len(names)} data sets; name it, as dataset={names[0]!r}"
        )
    if isinstance(source, Study):
        if data is not None:
            raise BadInput("a study brings its own data; leave out data, which belongs to a results file (.bakeoff)")
        _named(dataset, learner, source.spec.datasets, source.spec.learners)
        trained = trained_on_samples(source.spec, learner, dataset, TRAININGS if trainings is None else trainings)
    elif trainings is not None:
        raise BadInput("results have the trainings of their study; give the study itself to train again")
    else:
        trained = _own_trainings(source, learner, dataset, data)
    rows = tuple(parts for training in trained for parts in _parts(training, learner, y_true))
    if not any(parts.rows for parts in rows):
        raise NotApplicable(str(rows[0].notes[0].facts["why"]))
    return BiasVariance(rows)


def _named(dataset: str | None, learner: str | None, datasets: Iterable[Any], learners: Iterable[Any]) -> None:
    """Refuse names that the study does not have."""
    for kind, name, all_ in (("data set", dataset, datasets), ("learner", learner, learners)):
        names = [getattr(item, "name", item) for item in all_]
        if name is not None and name not in names:
            raise UnknownName(kind, name, names)


def _own_trainings(
    results: Results, learner: str | None, dataset: str | None, data: Dataset | None
) -> Iterator[SampledTraining]:
    """The trainings of the study itself, data set by data set."""
    _named(dataset, learner, results.datasets, results.learners)
    names = results.datasets if dataset is None else (dataset,)
    datasets_by_name = {data.name: data for data in (results.spec.datasets if results.spec is not None else ())}
    for name in names:
        yield SampledTraining(results=results, dataset=name, data=datasets_by_name.get(name) if data is None else data)


def _parts(training: SampledTraining, learner: str | None, truth: Any) -> tuple[ErrorParts, ...]:
    own = training.data
    best = _truth(truth, own)
    if best is None and own is not None:
        best = noise_free_target(own.source, len(own), own.fingerprint)
    ids = None if best is None else np.arange(len(best)) if own is None else own.rows
    learners = None if learner is None else (learner,)
    return Errors(training.results).parts(training.dataset, learners, truth=best, truth_rows=ids)


def _truth(truth: Any, data: Dataset | None) -> Any:
    if isinstance(truth, Dataset):
        return truth.target
    if truth is None:
        return None if data is None else _from_replicates(data)
    values = np.asarray(truth)
    if values.ndim != 1:
        raise BadInput(f"y_true must be one value for each row, but has shape {values.shape}")
    if data is not None and data.task.coded and values.dtype.kind in "OUS":
        codes = {name: code for code, name in enumerate(data.classes)}
        strange = [str(value) for value in values.tolist() if str(value) not in codes]
        if strange:
            raise UnknownName("class", strange[0], data.classes)
        return np.array([codes[str(value)] for value in values.tolist()])
    return values


def _from_replicates(data: Dataset) -> Any:
    """The mean target, or the most frequent class, of rows with the same features; None unless every row has a twin."""
    if not data.has_columns:  # whether rows are alike is not looked for
        return None
    groups = row_groups(data.matrix)
    counts = np.bincount(groups)
    if not len(counts) or counts.min() < 2:
        return None
    if data.task.numeric:
        return (np.bincount(groups, weights=data.target) / counts)[groups]
    k = len(data.classes)
    table = np.bincount(groups * k + data.target, minlength=len(counts) * k).reshape(-1, k)
    return table.argmax(axis=1)[groups]
