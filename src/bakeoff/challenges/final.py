"""After the close: one study of all final submissions on the rows that no board has used, and the ranking that is published."""

import csv
import io
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from bakeoff.challenges.folder import Description, Folder, HiddenRows
from bakeoff.challenges.published_ranking import FinalEntry, published_ranking
from bakeoff.challenges.store import StoredSubmission
from bakeoff.challenges.submission import SubmittedPredictions
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.whole_file import write_whole
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.learners.learner import Model
from bakeoff.measures import measure_named
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.unit import IMPORTED, Run, Status, UnitKey
from bakeoff.splits.separate_test import SeparateTest
from bakeoff.study.analysis.stored_design import IMPORTED_LEARNERS, IMPORTED_SETTINGS
from bakeoff.study.running.execute import store_spec
from bakeoff.study.spec.study_spec import StudySpec
from bakeoff.tabular.reading import read

__all__ = ["final_ranking", "make_final"]


class ClosedChallenge(Protocol):
    """What the final study reads of a challenge."""

    about: Description
    folder: Folder

    @property
    def hidden(self) -> HiddenRows:
        """The labels."""

    def entries(self) -> dict[str, tuple[StoredSubmission, SubmittedPredictions]]:
        """The submission of each team that enters the final ranking."""

    def predictions(self, sent: SubmittedPredictions, rows: Array) -> Predictions:
        """What was sent, with the truth of these rows."""


class SubmittedLearner:
    """A team as a learner of a study: it has a name and what it gives, and was trained elsewhere."""

    def __init__(self, name: str, settings: str, gives: frozenset[Output]) -> None:
        self.name, self.settings, self.gives = name, settings, gives

    def fit(self, _train: Dataset, _rng: np.random.Generator) -> Model:
        """Not here."""
        raise BadInput(f"the predictions of {self.name!r} were made by a team; they cannot be made again here")


def make_final(challenge: ClosedChallenge) -> None:
    """Write `final.bakeoff` (mode 0600), whole or not at all."""
    entries = challenge.entries()
    if not entries:
        raise BadInput("no team has sent predictions, so there is nothing to rank")
    data, ids = _data(challenge)
    groups = None if data.groups is None else data.groups[challenge.about.train_rows :]
    proba = all(sent.proba is not None for _, sent in entries.values())
    gives = frozenset({Output.LABEL, Output.PROBA, Output.SCORE} if proba else {Output.LABEL})
    settings = {name: f"team {name}, submission {stored.attempt}" for name, (stored, _) in entries.items()}
    primary = challenge.about.final_measure
    spec = StudySpec(
        datasets=(data,), learners=tuple(SubmittedLearner(name, settings[name], gives) for name in entries),
        scheme=SeparateTest({data.name: challenge.about.train_rows}), measures=(primary, challenge.about.measure), primary=primary,
        title=f"{challenge.about.title}: final submissions", alpha=challenge.about.alpha,
    )  # fmt: skip
    path = challenge.folder.study
    partial = path.with_suffix(".partial")
    partial.unlink(missing_ok=True)
    with FileLedger.create(partial) as ledger:
        partial.chmod(0o600)
        store_spec(spec, ledger)
        card = spec.spec_card()
        ledger.set_meta(
            "spec", card | {"learners": []}
        )  # the teams are imported learners, as their predictions were made elsewhere
        ledger.set_meta(IMPORTED_LEARNERS, [_card(name, settings[name]) for name in entries])
        for name, (_, sent) in entries.items():
            key = UnitKey(dataset=data.name, learner=name, scheme=spec.scheme.name, repeat=0, fold=0)
            predictions = challenge.predictions(sent, challenge.hidden.final)
            final_predictions = replace(
                predictions, rows=ids, prior=_shares(data, challenge.about.train_rows), group=groups
            )
            ledger.add(Run(key=key, status=Status.DONE, content=IMPORTED + sent.digest, predictions=final_predictions))
    partial.rename(path)


def _card(name: str, settings: str) -> dict[str, str]:
    return {
        "name": name,
        "settings": f"{IMPORTED_SETTINGS}{settings}",
        "preparation": "made by the team",
        "imported_from": settings,
    }


def _shares(data: Dataset, train: int) -> Any:
    return data.task.shares(data.target[:train], len(data.classes))


def _data(challenge: ClosedChallenge) -> tuple[Dataset, Any]:
    """Training rows, then the final rows with their labels: read as one table, so that both are coded alike."""
    about, hidden = challenge.about, challenge.hidden
    train = read(challenge.folder.download("train.csv")).columns()
    test = read(challenge.folder.download("test.csv")).columns()
    labels = (
        [about.classes[code] for code in hidden.truth[hidden.final]]
        if about.classes
        else [repr(value) for value in hidden.truth[hidden.final].tolist()]
    )
    rows = list(zip(*train.values(), strict=True))
    for label, position in zip(labels, hidden.final.tolist(), strict=True):
        rows.append(tuple(label if name == about.target else test[name][position] for name in train))
    text = io.StringIO(newline="")
    out = csv.writer(text, lineterminator="\n")
    out.writerow(train)
    out.writerows(rows)
    with tempfile.TemporaryDirectory(dir=challenge.folder.path / "hidden") as place:
        path = Path(place) / "final.csv"
        write_whole(path, text.getvalue())
        data = load(
            path, target=about.target, positive=about.positive, task=about.task, classes=about.classes or None,
            groups=about.group_column or None, time=about.time_column or None, name=about.title,
        )  # fmt: skip
    ids = np.array(
        [f"train {row}" for row in range(about.train_rows)] + [hidden.ids[position] for position in hidden.final]
    )
    return replace(data, rows=ids, source=f"{about.title}, rows that no board has used"), ids[about.train_rows :]


def final_ranking(challenge: ClosedChallenge, key: bytes) -> Mapping[str, Any]:
    """What everybody may see of the final submissions; `key` is the secret of the challenge."""
    about, hidden = challenge.about, challenge.hidden
    entries = {
        team: FinalEntry(digest=sent.digest, predictions=challenge.predictions(sent, hidden.final))
        for team, (_, sent) in challenge.entries().items()
    }
    groups = None if hidden.groups is None else hidden.groups[hidden.final]
    return published_ranking(entries, measure_named(about.final_measure), groups=groups, alpha=about.alpha, key=key)
