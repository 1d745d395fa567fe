"""The curves by training steps that a study asks for: which they are, and running those that the file does not hold.

They are fitted after all units are stored, one curve after the other, on the splits of the first repeat, in children with the limits of the
study: a learner that crashes, hangs or uses up the memory there costs its own curve only.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.measures import measure_named
from bakeoff.runs.store.ledger import Ledger
from bakeoff.splits.plan import SplitPlan
from bakeoff.study.analysis.curves.epoch_curves import EPOCHS
from bakeoff.study.running.epoch_children import EpochChildren
from bakeoff.study.running.epoch_curve import EpochRun, epoch_scores, is_stepwise, rate_of
from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["RerunRule", "StepwiseLearner", "run_epochs", "stepwise_learners"]


def stepwise_learners(spec: StudySpec) -> list["StepwiseLearner"]:
    """The learners of a study that are trained step by step, one for each learning rate where rates are asked for."""
    return [
        stepwise
        for learner in spec.learners
        if isinstance(learner, SklearnLearner) and is_stepwise(learner)
        for stepwise in _by_rate(learner, spec.learning_rates)
    ]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StepwiseLearner:
    """One curve to be run: the learner, and the learning rate that it was given."""

    learner: SklearnLearner
    family: str = ""
    parameter: str = ""
    value: float | None = None


def _by_rate(learner: SklearnLearner, rates: tuple[float, ...]) -> Iterator[StepwiseLearner]:
    parameter = rate_of(learner)
    if not rates or not parameter:
        yield StepwiseLearner(learner=learner)
        return
    from sklearn.base import clone

    short = parameter.rpartition("__")[2]
    for rate in rates:
        estimator = clone(learner.estimator).set_params(**{parameter: rate})
        variant = replace(learner, estimator=estimator, name=f"{learner.name}, {short}={rate:g}")
        yield StepwiseLearner(learner=variant, family=learner.name, parameter=short, value=float(rate))


class RerunRule(Enum):
    """Which stored curves are run again."""

    CHANGED = "changed"
    FAILED = "failed"  # and those that ended early on a split
    ALL = "all"

    def keeps(self, stored: dict[str, Any]) -> bool:
        """Whether this one is kept, as long as nothing that it depends on has changed."""
        return self is RerunRule.CHANGED or (self is RerunRule.FAILED and not stored.get("failures"))


def run_epochs(
    spec: StudySpec,
    book: Ledger,
    children: EpochChildren,
    *,
    again: RerunRule = RerunRule.CHANGED,
    tell: Callable[[str], object] | None = None,
) -> None:
    """Run the curves that are missing or have changed, and store each when it is done; without `epochs` nothing is kept."""
    if not spec.epochs:
        if book.get_meta(EPOCHS) is not None:
            book.set_meta(EPOCHS, None)
        return
    stored = {
        entry.get("content"): entry
        for entry in book.get_meta(EPOCHS) or ()
        if isinstance(entry, dict) and again.keeps(entry)
    }
    wanted = [
        (data, plan, stepwise)
        for data, plan in zip(spec.datasets, spec.plans(), strict=True)
        for stepwise in stepwise_learners(spec)
        if not stepwise.learner.refuses(data)
    ]
    entries: list[dict[str, Any]] = []
    for number, (data, plan, stepwise) in enumerate(wanted, start=1):
        learner = stepwise.learner
        content = _content(spec, plan, learner)
        entry = stored.get(content)
        if entry is None:
            if tell is not None:
                tell(f"training steps: {learner.name} on {data.name} ({number} of {len(wanted)})")
            course = EpochRun(
                data=data, plan=_first(plan), measure=measure_named(spec.primary), epochs=range(1, spec.epochs + 1), seed=spec.seed
            )  # fmt: skip
            try:
                scores = epoch_scores(learner, course, children)
                named = replace(scores, family=stepwise.family, parameter=stepwise.parameter, value=stepwise.value)
                entry = {"content": content, **named.to_json()}
            except BakeoffError as error:
                if tell is not None:
                    tell(f"training steps: {learner.name} on {data.name} has no curve: {error}")
                continue
        entries.append(entry)
        contents = {entry["content"] for entry in entries}
        book.set_meta(EPOCHS, entries + [entry for key, entry in stored.items() if key not in contents])
    book.set_meta(EPOCHS, entries)


def _first(plan: SplitPlan) -> SplitPlan:
    """The splits of the first repeat."""
    first = plan.splits[0].repeat
    return replace(plan, splits=tuple(split for split in plan.splits if split.repeat == first))


def _content(spec: StudySpec, plan: SplitPlan, learner: SklearnLearner) -> str:
    """What decides whether a stored curve is still the answer."""
    parts = (spec.seed, plan.dataset, plan.fingerprint, learner.name, learner.settings, spec.epochs, spec.primary)
    return sha256("\0".join(map(str, parts)).encode()).hexdigest()
