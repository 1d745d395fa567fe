"""Small studies, and a runner without processes: rooms above the runs are tested on their own."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, MULTICLASS
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.resources import Resources
from bakeoff.runs.assemble import assemble
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.runs.unit import Failure, Run, Status
from bakeoff.runs.work import content_hashes, train_and_test_rows
from bakeoff.splits import scheme_from
from bakeoff.study.running.execute import store_spec
from bakeoff.study.spec.study_spec import StudySpec


@dataclass(frozen=True)
class NearMean:
    """Says the class whose training mean is nearest, and errs on purpose now and then."""

    name: str
    slips: float = 0.0
    proba: bool = True

    @property
    def gives(self):
        return frozenset({Output.LABEL, Output.PROBA} if self.proba else {Output.LABEL})

    @property
    def settings(self):
        return f"near mean, slips {self.slips}"

    def fit(self, train, rng):
        k = len(train.classes)
        seen = [c for c in range(k) if (train.target == c).any()]
        means = np.array([train.features[train.target == c].mean(axis=0) for c in seen])
        return Nearest(means, np.array(seen), k, self.slips, self.proba, rng)


@dataclass(frozen=True)
class Nearest:
    means: np.ndarray
    seen: np.ndarray
    k: int
    slips: float
    proba: bool
    rng: np.random.Generator

    def predict(self, features):
        gaps = ((features[:, None, :] - self.means[None]) ** 2).sum(axis=2)
        closeness = np.full((len(features), self.k), 1e-9)
        closeness[:, self.seen] = np.exp(-gaps / 4)
        closeness /= closeness.sum(axis=1, keepdims=True)
        label = closeness.argmax(axis=1)
        wrong = self.rng.random(len(features)) < self.slips
        label = np.where(wrong, (label + 1) % self.k, label)
        return Outputs(label=label, proba=closeness if self.proba else None)


def blobs(name, *, n=60, classes=2, seed=0, gap=2.0, share=0.5):
    rng = np.random.default_rng(seed)
    weights = [1 - share, share] if classes == 2 else [1 / classes] * classes
    target = rng.choice(classes, size=n, p=weights)
    target[:classes] = range(classes)
    features = rng.normal(size=(n, 2)) + gap * target[:, None]
    names = tuple("abcdefgh"[:classes])
    return Dataset(
        name=name,
        task=BINARY if classes == 2 else MULTICLASS,
        features=features,
        target=target,
        columns=(Column(name="x"), Column(name="z")),
        classes=names,
        positive=names[1] if classes == 2 else None,
    )


def study(**changed):
    settings = {
        "title": "a small study",
        "seed": 1,
        "datasets": tuple(blobs(f"blobs-{at}", seed=at) for at in range(7)),
        "learners": (NearMean("sharp"), NearMean("slack", 0.1), NearMean("poor", 0.4)),
        "scheme": scheme_from("2x5"),
        "measures": ("accuracy", "kappa", "roc_auc", "fit_seconds"),
        "primary": "accuracy",
    }
    return StudySpec(**(settings | changed))


def run_here(spec, ledger=None, *, fails=lambda key: None, only=lambda key: True):
    """Every unit in this process; `fails` gives the failure of a unit, if it shall have one."""
    ledger = MemoryLedger() if ledger is None else ledger
    store_spec(spec, ledger)
    work = spec.work()
    for key, content in content_hashes(work).items():
        if not only(key):
            continue
        data = work.datasets[key.dataset]
        train, test = train_and_test_rows(data, work.plans[key.dataset], key)
        if failure := fails(key):
            ledger.add(Run(key=key, status=Status.FAILED, content=content, failure=failure))
            continue
        said = work.learners[key.learner].fit(data.take(train), rng_for(work.seed, str(key)))
        out = said.predict(data.features[test])
        found = {
            name: getattr(out, name) for name in ("label", "score", "proba", "sd") if getattr(out, name) is not None
        }
        ledger.add(
            Run(
                key=key,
                status=Status.DONE,
                content=content,
                predictions=assemble(data, train, test, found),
                resources=Resources(fit_seconds=0.25 if not key.size else key.size / 1000, predict_seconds=0.5),
            )
        )
    return ledger


def run_folds(spec, path, folds):
    """Some folds of a study in a file, which is made if it is not there; folds that are stored already stay."""
    exists = path.exists()
    with FileLedger.open(path, write=True) if exists else FileLedger.create(path) as ledger:
        run_here(spec, ledger, only=lambda key: key.fold in folds)


def broken(message="no luck"):
    return Failure(kind="exception", stage="fit", message=message)
