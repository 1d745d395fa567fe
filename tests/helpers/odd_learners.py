"""Learners of every temper, for the tests of runs. Sent to children by value, as classes of a notebook would be."""

import ctypes
import io
import json
import mmap
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cloudpickle
import numpy as np
from sklearn.naive_bayes import GaussianNB

from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, MULTICLASS
from bakeoff.learners.baselines import Majority
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.predictions import Output
from bakeoff.runs.assemble import assemble
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import digest
from bakeoff.runs.store.score_table import ScoreColumn, ScoreTable
from bakeoff.runs.unit import Run, Status
from bakeoff.runs.work import Work, content_hash, units
from bakeoff.splits.kfold import KFold

BOTH = frozenset({Output.LABEL, Output.PROBA})


def toy(name: str = "toy", n: int = 60, seed: int = 0, classes: int = 2) -> Dataset:
    rng = np.random.default_rng(seed)
    target = np.arange(n) % classes
    features = rng.normal(size=(n, 3)) + target[:, None]
    names = tuple("abcdefgh"[:classes])
    task = BINARY if classes == 2 else MULTICLASS
    columns = tuple(Column(name=f"x{at}") for at in range(3))
    return Dataset(name=name, task=task, features=features, target=target, columns=columns, classes=names)


def work_of(
    *learners: Any, datasets: tuple[Dataset, ...] = (), folds: int = 2, repeats: int = 1, seed: int = 1
) -> Work:
    data = {one.name: one for one in datasets or (toy(),)}
    plans = {name: KFold(folds, repeats=repeats).plan(one, seed) for name, one in data.items()}
    return Work(datasets=data, plans=plans, learners={one.name: one for one in learners}, scheme="kfold", seed=seed)


@dataclass(frozen=True)
class Said:
    """A model that says what it was told to say, n times."""

    proba: Any
    noise: Any = None

    def predict(self, features: Any) -> Outputs:
        n = len(features)
        proba = np.tile(self.proba, (n, 1)) if self.noise is None else self.noise.dirichlet(self.proba + 1, size=n)
        return Outputs(label=proba.argmax(axis=1), proba=proba)


@dataclass(frozen=True)
class Prior:
    """Well behaved: class shares of the training part."""

    name: str = "prior"
    gives: frozenset = BOTH
    settings: str = "prior"

    def fit(self, train: Dataset, rng: Any) -> Any:
        return Said(np.bincount(train.target, minlength=len(train.classes)) / len(train))


@dataclass(frozen=True)
class Noisy(Prior):
    """Its answers come from the unit's own generator."""

    name: str = "noisy"

    def fit(self, train: Dataset, rng: Any) -> Any:
        return Said(np.bincount(train.target, minlength=len(train.classes)) / len(train), rng)


@dataclass(frozen=True)
class GlobalNoise(Prior):
    """Uses the global generators, as foreign code does."""

    name: str = "global"

    def fit(self, train: Dataset, rng: Any) -> Any:
        p = (np.random.rand() + random.random()) / 2  # noqa: NPY002  # as foreign code does
        return Said(np.array([p, 1 - p]))


@dataclass(frozen=True)
class Slow(Noisy):
    name: str = "slow"
    seconds: float = 0.2

    def fit(self, train: Dataset, rng: Any) -> Any:
        time.sleep(self.seconds)
        return super().fit(train, rng)


@dataclass(frozen=True)
class Told(Prior):
    """Predicts whatever it was made with."""

    name: str = "told"
    outputs: Any = None

    def fit(self, train: Dataset, rng: Any) -> Any:
        return self

    def predict(self, features: Any) -> Any:
        return self.outputs(features) if callable(self.outputs) else self.outputs


@dataclass(frozen=True)
class Does(Prior):
    """Does something in fit, then behaves."""

    name: str = "does"
    what: Any = None

    def fit(self, train: Dataset, rng: Any) -> Any:
        self.what()
        return super().fit(train, rng)


def segfault() -> None:
    print("about to crash", flush=True)
    ctypes.string_at(0)


def hang() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(0.05)


def hungry() -> None:
    kept = []
    while True:
        kept.append(np.ones(2**20))


def hungry_shared() -> None:
    """Shared anonymous memory, 1 GiB of it."""
    kept = []
    for _ in range(64):
        kept.append(mmap.mmap(-1, 2**24))
        kept[-1].write(b"x" * 2**24)
        time.sleep(0.005)


def hungry_tmpfs() -> None:
    """Mapped files on tmpfs without names, 1 GiB of them."""
    kept = []
    for _ in range(64):
        with tempfile.TemporaryFile(dir="/dev/shm") as file:
            file.truncate(2**24)
            kept.append(mmap.mmap(file.fileno(), 2**24))
        kept[-1].write(b"x" * 2**24)
        time.sleep(0.005)


class Mute(Exception):
    """An error whose text raises."""

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __str__


def raise_mute() -> None:
    raise Mute


def chatter() -> None:
    for _ in range(5000):
        print("x" * 1023)
    print("the last word", flush=True)


def quit_quietly() -> None:
    print("bye", flush=True)
    os._exit(3)


def shout() -> None:
    for _ in range(7):
        warnings.warn("mind the gap", RuntimeWarning, stacklevel=1)
    warnings.warn("once", UserWarning, stacklevel=1)


def daemon() -> None:
    """A process that detaches itself completely and would live on."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    os.wait()


def helper_process() -> None:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)


def forked_twin() -> None:
    """A fork whose copy comes back from fit as well."""
    os.fork()


def leave_thread() -> None:
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()


def pollute() -> None:
    os.chdir("/")
    os.environ["POLLUTED"] = "yes"
    os.environ.pop("PATH", None)
    os.umask(0o777)
    np.random.seed(7)  # noqa: NPY002  # the same
    random.seed(7)
    np.seterr(all="raise")
    warnings.simplefilter("error")
    sys.path.clear()
    sys.stdout = None
    sys.setrecursionlimit(90_000)
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.alarm(1)
    os.close(1)
    os.close(2)


def check_clean() -> None:
    """Raises if anything of another unit can be seen."""
    assert os.getcwd() != "/"
    assert "POLLUTED" not in os.environ
    assert "PATH" in os.environ
    mask = os.umask(0)
    os.umask(mask)
    assert mask != 0o777
    assert np.geterr()["divide"] == "warn"
    warnings.warn("must not raise", UserWarning, stacklevel=1)
    assert sys.path
    assert sys.getrecursionlimit() < 90_000
    assert threading.active_count() == 1
    print("heard", flush=True)
    time.sleep(1.2)  # an alarm of another unit would ring


def check_and_pollute() -> None:
    check_clean()
    pollute()


@dataclass(frozen=True)
class Reader(Prior):
    """Needs a module of the standard library."""

    name: str = "reader"

    def fit(self, train: Dataset, rng: Any) -> Any:
        p = json.load(io.StringIO("0.25"))
        return Said(np.array([p, 1 - p]))


@dataclass(frozen=True)
class Patcher(Prior):
    """Changes modules and classes that all others use, a little more each time, and answers with how often."""

    name: str = "patcher"

    def fit(self, train: Dataset, rng: Any) -> Any:
        from sklearn.naive_bayes import GaussianNB

        times = np.patches = getattr(np, "patches", 0) + 1
        count, proba = np.bincount, GaussianNB.predict_proba
        np.bincount = lambda *given, **named: count(*given, **named)[::-1] + times
        GaussianNB.predict_proba = lambda self, rows: proba(self, rows)[:, ::-1]
        json.load = lambda file: 0.75
        return Said(np.array([1 / (times + 1), times / (times + 1)]))


def patched_study(*, patcher: bool) -> Work:
    """Learners of bakeoff, of scikit-learn and of neither, with one among them that patches."""
    known = (Majority(), SklearnLearner("bayes", GaussianNB()), Prior(), Reader())
    data = (toy("one", n=61), toy("two", n=45, seed=1))
    return work_of(*known, *((Patcher(),) if patcher else ()), datasets=data, folds=3, repeats=2)


def digests(ledger: Any) -> dict[Any, str]:
    """One for each unit."""
    return {key: digest(ledger, [key]) for key in [run.key for run in ledger]}


def memory_error() -> None:
    np.ones(2**50)


def stored_study(path: Path, n: int = 40) -> Work:
    """A study file with made-up predictions."""
    work = work_of(Prior(), Noisy(), datasets=(toy(n=n),), folds=10)
    rng = np.random.default_rng(0)
    with FileLedger.create(path) as ledger:
        for name, data in work.datasets.items():
            ledger.put_dataset(data)
            ledger.put_plan(name, work.plans[name])
        for key in units(work):
            split = work.plans[key.dataset].split(key.repeat, key.fold)
            proba = rng.dirichlet([1, 1], size=len(split.test))
            said = assemble(data, split.train, split.test, {"label": proba.argmax(axis=1), "proba": proba})
            content = content_hash(work, key)
            ledger.add(Run(key=key, status=Status.DONE, content=content, predictions=said, warnings=("W: w",)))
        ledger.set_meta("card", {"title": "t"})
        count = len(units(work))
        columns = {
            name: ScoreColumn(units=np.arange(count), values=rng.random(count), reasons={0: "does not fit"})
            for name in ("accuracy", "kappa")
        }
        repeats = [("toy", "noisy", 0, repeat, "kappa", rng.random()) for repeat in range(3)]
        ledger.put_scores("drawn", ScoreTable(by_unit=columns, by_repeat=repeats))
    return work


cloudpickle.register_pickle_by_value(sys.modules[__name__])
