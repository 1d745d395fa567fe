"""The fit on all rows, in a child process with the limits of the study: a learner that hangs or crashes there costs one sentence."""

import warnings
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError, NotApplicable
from bakeoff.core.text import clean
from bakeoff.data.dataset import Dataset
from bakeoff.deployment.model_file import dump
from bakeoff.learners.learner import Learner, Model, Outputs
from bakeoff.learners.model_state import chosen_settings, prepares_itself, state_of
from bakeoff.runs.assemble import Expected, complaint
from bakeoff.runs.local import limits_of
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Answer, Order
from bakeoff.study.spec.options import RunSettings
from bakeoff.tuning.tuned import Tuned

__all__ = ["FinalFit", "FittedFacts", "fit_on_all_rows"]

_ATTEMPTS = 3  # of a fit whose process was killed from outside
_LONGEST = 300  # characters of a message
_CURES = {
    "timeout": "; allow more time with --timeout SECONDS (timeout=)",
    "memory": "; allow more memory with --memory MB (memory=)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalFit:
    """In the child: a learner whose model is saved where it was trained. Only the file, facts and predictions go back."""

    learner: Learner
    file: str

    def fit(self, data: Dataset, rng: np.random.Generator) -> "_SavedModel":
        """Train and save; settings that a search chose on all rows are among the facts."""
        begun = perf_counter()
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                model, chosen = _trained(self.learner, data, rng)
            seconds = perf_counter() - begun
            dump(state_of(model), Path(self.file))
        except BakeoffError as error:
            return _SavedModel(model=None, facts={"refused": str(error)})
        facts = {
            "chosen": [[str(key), str(value)] for key, value in chosen.items()],
            "prepares": prepares_itself(model),
            "seconds": seconds,
            "warnings": list(dict.fromkeys(clean(str(warning.message))[:_LONGEST] for warning in caught)),
        }
        return _SavedModel(model=model, facts=facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SavedModel:
    model: Model | None
    facts: dict[str, Any]

    def predict(self, features: Array) -> Outputs:
        return Outputs() if self.model is None else self.model.predict(features)


def _trained(learner: Learner, data: Dataset, rng: np.random.Generator) -> tuple[Model, dict[str, Any]]:
    """The model, and the settings that a search chose on all rows."""
    if not isinstance(learner, Tuned):
        model = learner.fit(data, rng)
        return model, chosen_settings(model)
    tuning = learner.tune(data, seed=int(rng.integers(2**63)))
    return tuning.learner.fit(data, rng), dict(tuning.best.settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedFacts:
    """What is known of a model that was trained in a child."""

    chosen: tuple[tuple[str, str], ...]
    prepares: bool  # whether its columns pass through our own preparation
    seconds: float
    warnings: tuple[str, ...]
    outputs: Outputs  # about some of the training rows


def fit_on_all_rows(
    learner: Learner, data: Dataset, file: Path, *, sample: Array, seed: int, settings: RunSettings
) -> FittedFacts:
    """Train on all rows, save the model in that file, and predict the rows of the sample; what fails is one sentence."""
    fit = FinalFit(learner=learner, file=str(file))
    order = Order(
        key=UnitKey(dataset=data.name, learner=learner.name, scheme="all rows", repeat=0, fold=0),
        data=data.name, learner=learner.name, seed=seed, train=np.arange(len(data)), test=sample,
        limits=limits_of(_seconds(learner, data, settings.timeout), settings.memory), expected=1.0,
        chance=f"deployment/{data.name}/{learner.name}",
    )  # fmt: skip
    with Pool(
        1, datasets={data.name: data}, learners={learner.name: packed(fit)}, threads=settings.threads, keep=True
    ) as pool:
        answer = _answer(pool, order)
    return _facts(answer, learner, data, sample)


def _seconds(learner: Learner, data: Dataset, timeout: float | None) -> float | None:
    """A search takes the time of one unit for each of its fits, as it does in a study."""
    if timeout is None or not isinstance(learner, Tuned):
        return timeout
    planned = learner.planned(data)
    return timeout * (planned.most + 1) + ((learner.seconds or 0) + timeout if planned.timed else 0)


def _answer(pool: Pool, order: Order) -> Answer:
    """What became of the fit; one whose process was killed from outside is tried again."""
    pool.submit(order)
    attempts = 1
    while True:
        for answer in pool.wait(None):
            if not answer.blameless or attempts == _ATTEMPTS:
                return answer
            attempts += answer.begun
            pool.submit(order)


def _facts(answer: Answer, learner: Learner, data: Dataset, sample: Array) -> FittedFacts:
    """What came back, checked: a learner may have written on the wire of its child."""
    failed = f"learner {learner.name!r} failed on all rows of {data.name!r}"
    if answer.failure is not None:
        raise NotApplicable(f"{failed}: {answer.failure.message}{_CURES.get(answer.failure.kind, '')}")
    stopped = answer.header.get("failure")
    if isinstance(stopped, dict):
        message = clean(str(stopped.get("message", "")))[:_LONGEST] or "without a message"
        raise NotApplicable(f"{failed}: {message}{_CURES.get(str(stopped.get('kind')), '')}")
    facts = answer.header.get("facts")
    facts = facts if isinstance(facts, dict) else {}
    if "refused" in facts:
        raise NotApplicable(str(facts["refused"])[:500])
    odd = answer.header.get("odd")
    asked = Expected(task=data.task, rows=data.rows[sample], classes=data.classes, gives=learner.gives)
    wrong = complaint(asked, answer.arrays, odd if isinstance(odd, dict) else {})
    if wrong:
        raise NotApplicable(f"{failed}: {wrong}")
    try:
        seconds = float(facts["seconds"])
        return FittedFacts(
            chosen=tuple((str(key), str(value)) for key, value in facts["chosen"]),
            prepares=bool(facts["prepares"]),
            seconds=seconds if isfinite(seconds) else 0.0,
            warnings=tuple(map(str, facts["warnings"])),
            outputs=Outputs(**answer.arrays),
        )
    except (KeyError, TypeError, ValueError):
        raise NotApplicable(f"{failed}: its answer cannot be read") from None
