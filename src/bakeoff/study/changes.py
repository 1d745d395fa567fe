"""Changes: what of a study file still stands when its study is run again, and what has to be done anew."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.runs.ledger import Ledger
from bakeoff.runs.unit import Status, UnitKey
from bakeoff.runs.work import contents
from bakeoff.study.spec import StudySpec

__all__ = ["Changes", "changes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Units by what happens to them."""

    reused: tuple[UnitKey, ...]  # finished before, nothing they depend on has changed
    again: tuple[UnitKey, ...]  # finished before, but data, split, seed or learner differ now
    missing: tuple[UnitKey, ...]  # never run, or interrupted
    failed: tuple[UnitKey, ...]  # ended badly before, nothing has changed
    hidden: tuple[UnitKey, ...]  # of learners, data sets or schemes that the study no longer names; kept, not shown
    words: tuple[str, ...]

    @property
    def units(self) -> int:
        """How many units the study has."""
        return len(self.reused) + len(self.again) + len(self.missing) + len(self.failed)


def changes(spec: StudySpec, ledger: Ledger) -> Changes:
    """Compare a study with what its file holds; reads no predictions and changes nothing."""
    wanted = contents(spec.work())
    stored = ledger.contents()
    reused, again, missing, failed = [], [], [], []
    for key, content in wanted.items():
        status, before = stored.get(key, (None, ""))
        if status is None:
            missing.append(key)
        elif before != content:
            again.append(key)
        else:
            (reused if status is Status.DONE else failed).append(key)
    hidden = [key for key in stored if key not in wanted]
    return Changes(
        reused=tuple(reused),
        again=tuple(again),
        missing=tuple(missing),
        failed=tuple(failed),
        hidden=tuple(hidden),
        words=tuple(_words(spec, ledger.get_meta("spec"), Counter(again=len(again), kept=len(reused)), hidden)),
    )


def _words(
    spec: StudySpec, before: Mapping[str, Any] | None, sizes: Counter[str], hidden: list[UnitKey]
) -> Iterator[str]:
    if before is None:
        return
    now = spec.spec_card()
    for key, name in (("seed", "the seed"), ("scheme", "the splitting scheme")):
        if now[key] != before[key]:
            yield f"{name} changed from {before[key]} to {now[key]}: every unit is run again"
    yield from _named_changes("learner", "settings", before["learners"], now["learners"])
    yield from _named_changes("data set", "fingerprint", before["datasets"], now["datasets"])
    if hidden:
        gone = sorted({key.learner for key in hidden} | {key.dataset for key in hidden})
        names = {one.name for one in (*spec.learners, *spec.datasets)}
        who = [name for name in gone if name not in names]
        about = f" of {', '.join(who)}" if who else " of another splitting scheme"
        yield f"{len(hidden)} units{about} stay in the file and are not shown"
    if sizes["again"]:
        yield f"{sizes['again']} units are run again, {sizes['kept']} stand as they are"


def _named_changes(kind: str, what: str, before: list[dict[str, Any]], now: list[dict[str, Any]]) -> Iterator[str]:
    old = {one["name"]: one[what] for one in before}
    new = {one["name"]: one[what] for one in now}
    for name, value in new.items():
        if name not in old:
            yield f"{kind} {name} is new"
        elif old[name] != value:
            yield f"{kind} {name} has changed: its units are run again"
    for name in old:
        if name not in new:
            yield f"{kind} {name} is no longer in the study"
