"""Train the chosen learner on all rows, write its card, save both, and check that the saved model predicts the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any
from weakref import finalize

import numpy as np

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.isolation.private_folder import PrivateFolder
from bakeoff.core.notes import Note
from bakeoff.data.blocks import Rows
from bakeoff.data.dataset import Dataset
from bakeoff.data.notes import NO_POSITIVE
from bakeoff.data.profile import study_profile
from bakeoff.deployment.card import FORMAT, CardNote, ModelCard, ScoreFacts, now_text, versions_now
from bakeoff.deployment.choice import ChosenLearner
from bakeoff.deployment.column_facts import column_facts
from bakeoff.deployment.final_fit import fit_on_all_rows
from bakeoff.deployment.model_file import load_state, skops_io, untrusted_types, write_model
from bakeoff.deployment.notes import (
    NO_GAPS,
    NO_GROUPS,
    NO_TIMES,
    NOT_THIS_MODEL,
    OTHER_SHARES,
    PROBABILITIES,
    TRAINING_WARNING,
)
from bakeoff.deployment.rows_message import refuse_undeployable
from bakeoff.deployment.served_model import ServedModel
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.learner import Learner, Outputs, preparation_of
from bakeoff.measures import measure_named
from bakeoff.predictions.outputs import NAMES, Output
from bakeoff.report.write import in_directory
from bakeoff.runs.store.ledger import Ledger
from bakeoff.splits.plan import SplitPlan
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy
from bakeoff.study.spec.options import RunSettings

__all__ = ["Trained", "save", "train"]

CHECKED = 1000  # training rows on which the saved model is compared with the trained one
MODEL = "model.skops"
MEMORY = 4e9
TIMEOUT = 120.0
MOST_WARNINGS = 5


@dataclass(frozen=True, kw_only=True, eq=False)
class Trained:
    """A model trained on all rows, in a file of its own until it is saved, and its card."""

    card: ModelCard
    sample: Rows  # features of some training rows
    texts: dict[int, tuple[str, ...]]
    outputs: Outputs  # of the model for them, where it was trained
    folder: PrivateFolder  # holds the model, and is removed with this object

    def __post_init__(self) -> None:
        finalize(self, self.folder.close)

    @property
    def file(self) -> Path:
        """The model without its card."""
        return self.folder.path / MODEL

    @cached_property
    def state(self) -> dict[str, Any]:
        """The model as plain values, loaded in this process."""
        return load_state(self.file, self.card.types)


def train(
    learner: Learner, data: Dataset, choice: ChosenLearner, *, design: StoredStudy, domain: DomainDesign, ledger: Ledger,
    settings: RunSettings | None = None, notes: tuple[Note, ...] = (),
) -> Trained:  # fmt: skip
    """Train on all rows, in a child with the limits in `settings`, and describe the model.

    The seed is that of the study, so training again gives the same model.
    """
    if not len(data):
        raise BadInput(f"data set {data.name!r} has no rows to train on")
    refuse_undeployable(data.coded())
    skops_io()
    folder = PrivateFolder()
    try:
        return _described(
            learner, data, choice, folder, design=design, domain=domain, ledger=ledger, settings=settings, notes=notes
        )
    except BaseException:
        folder.close()
        raise


def _described(
    learner: Learner, data: Dataset, choice: ChosenLearner, folder: PrivateFolder, *, design: StoredStudy, domain: DomainDesign, ledger: Ledger,
    settings: RunSettings | None, notes: tuple[Note, ...],
) -> Trained:  # fmt: skip
    """The model, trained into that folder, and its card."""
    file, rows = folder.path / MODEL, data.coded()  # a saved model gets codes, from which it makes its frame again
    some = np.unique(np.linspace(0, len(data) - 1, min(CHECKED, len(data))).astype(np.int64))
    trained = fit_on_all_rows(learner, rows, file, sample=some, seed=design.seed, settings=settings or RunSettings())
    remarks = [*choice.notes, *notes, *(TRAINING_WARNING(text=text) for text in trained.warnings[:MOST_WARNINGS])]
    card = ModelCard(
        format=FORMAT,
        created=now_text(),
        title=design.title,
        study_hash=design.study_hash,
        scheme=design.scheme,
        splits=len(domain.splits),
        learner=learner.name,
        settings=learner.settings,
        preparation=learner.describe(data) if isinstance(learner, SklearnLearner) else preparation_of(learner),
        chosen=trained.chosen,
        measure=choice.measure,
        estimate=ScoreFacts.of(choice.estimate),
        naive=None if choice.naive is None else ScoreFacts.of(choice.naive),
        picked_from=choice.scores,
        picked_share=choice.picked_share,
        dataset=data.name,
        source=data.source,
        fingerprint=data.fingerprint,
        task=data.task.name,
        rows=len(data),
        classes=data.classes,
        class_counts=tuple(np.bincount(data.target, minlength=len(data.classes)).tolist()) if data.task.coded else (),
        positive=data.positive,
        target_range=None if data.task.coded else (float(data.target.min()), float(data.target.max())),
        columns=column_facts(data),
        block="" if data.has_columns else type(data.block).__name__,
        block_words="" if data.has_columns else data.block.describe(),
        known_levels_only=not trained.prepares,
        gives=tuple(sorted(output.value for output in learner.gives)),
        seed=design.seed,
        versions=versions_now(),
        types=untrusted_types(file),
        notes=tuple(map(CardNote.of, remarks)),
        data_notes=tuple(str(note) for note in study_profile(data)[1] if note.kind is not NO_POSITIVE),
        not_tested=tuple(map(CardNote.of, _not_tested(learner, data, design, domain, ledger.plan(domain.card.name)))),
        training_seconds=trained.seconds,
    )
    words = {index: column.levels for index, column in enumerate(data.columns) if column.kind == "text"}
    return Trained(card=card, sample=rows.block.take(some), texts=words, outputs=trained.outputs, folder=folder)


def save(trained: Trained, path: Path) -> Path:
    """Write the file, load it in a process of its own, and compare: what is saved predicts what was trained."""
    if path.suffix.lower() != ".skops":
        raise BadInput(f"a model is saved as .skops, not as {path.name!r}; change the name of the file")
    in_directory(path)
    tried = trained.folder.path / "tried.skops"
    write_model(trained.file, trained.card, tried)
    try:
        with ServedModel(tried, trusted=trained.card.types, timeout=TIMEOUT, memory=MEMORY) as served:
            again = served.predict(
                trained.sample, trained.texts, len(trained.card.classes), numbers=trained.card.predicts_numbers
            )
    except BadInput as error:
        why = str(error).removeprefix(f"{tried} ").partition("; ")[0]
        raise NotApplicable(
            f"learner {trained.card.learner!r} cannot be deployed, because its saved model {why}; classes and functions of a learner must "
            "lie in a module that another process can import"
        ) from None
    if not _same(trained.outputs, again):
        raise NotApplicable(
            f"learner {trained.card.learner!r} gives other predictions after it was saved and loaded; it cannot be deployed"
        )
    write_model(trained.file, trained.card, path)
    return path


def _same(first: Outputs, second: Outputs) -> bool:
    for name in NAMES:
        a, b = getattr(first, name), getattr(second, name)
        if (a is None) is not (b is None):
            return False
        if a is not None and not np.allclose(
            np.asarray(a, float), np.asarray(b, float), rtol=1e-9, atol=1e-12, equal_nan=True
        ):
            return False
    return True


def _not_tested(
    learner: Learner, data: Dataset, design: StoredStudy, domain: DomainDesign, plan: SplitPlan
) -> Iterator[Note]:
    """What no number of the study speaks of."""
    yield NOT_THIS_MODEL(train=domain.train_rows, rows=len(data))
    if not _keeps_groups(data, plan):
        yield NO_GROUPS()
    if not domain.test_times:
        yield NO_TIMES()
    if data.task.classifies:
        yield OTHER_SHARES()
    if data.has_columns and not np.isnan(data.matrix).any():
        yield NO_GAPS()
    needs = {measure_named(name).needs for name in design.measures}
    if Output.PROBA in learner.gives and Output.PROBA not in needs:
        yield PROBABILITIES()


def _keeps_groups(data: Dataset, plan: SplitPlan) -> bool:
    """Whether no split has rows of one group on both sides."""
    if data.groups is None or len(data.groups) < max(int(split.test.max(initial=-1)) for split in plan.splits) + 1:
        return False
    return all(
        not np.isin(data.groups[split.test], data.groups[split.train]).any() for split in islice(plan.splits, 20)
    )
