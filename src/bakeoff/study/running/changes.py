"""Changes: what of a study file still stands when its study is run again, and what has to be done anew."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.core.text import counted
from bakeoff.runs.agenda import Agenda, plan_run
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.stored_design import IMPORTED_LEARNERS
from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["Changes", "changes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The agenda of a study's run, and how the study differs from what its file holds."""

    agenda: Agenda
    hidden: tuple[UnitKey, ...]  # of learners, data sets or schemes that the study does not name; kept, not shown
    words: tuple[str, ...]

    @property
    def kept(self) -> int:
        """Units stored before, failed ones included, of which nothing they depend on has changed."""
        return self.agenda.skipped + len(self.agenda.again)

    @property
    def changed(self) -> tuple[UnitKey, ...]:
        """Units stored before, but data, split, seed or learner differ now."""
        return self.agenda.changed

    @property
    def missing(self) -> tuple[UnitKey, ...]:
        """Units never run, or interrupted."""
        return self.agenda.missing

    @property
    def to_run(self) -> int:
        """How many units are missing or have changed; those that are tried again are not among them."""
        return len(self.missing) + len(self.changed)

    @property
    def units(self) -> int:
        """How many units the study has."""
        return self.kept + len(self.changed) + len(self.missing)


def changes(spec: StudySpec, ledger: Ledger, *, fresh: bool = False, retry: str | None = None) -> Changes:
    """Compare a study with what its file holds; reads no predictions and changes nothing."""
    agenda = plan_run(spec.work(), ledger, fresh=fresh, retry=retry)
    imported = {card["name"] for card in ledger.get_meta(IMPORTED_LEARNERS) or ()}
    hidden = tuple(key for key in agenda.foreign if key.learner not in imported)
    kept = agenda.skipped + len(agenda.again)
    words = [*_design_words(spec, ledger.get_meta("spec")), *_unit_words(spec, agenda.changed, kept, hidden)]
    return Changes(agenda=agenda, hidden=hidden, words=() if fresh else tuple(words))


def _design_words(spec: StudySpec, before: Mapping[str, Any] | None) -> Iterator[str]:
    if before is None:
        return
    now = spec.spec_card()
    for key, name in (("seed", "the seed"), ("scheme", "the splitting scheme")):
        if now[key] != before[key]:
            yield f"{name} changed from {before[key]} to {now[key]}: every unit is run again"
    yield from _named_changes("learner", "settings", before["learners"], now["learners"])
    yield from _named_changes("data set", "fingerprint", before["datasets"], now["datasets"])


def _unit_words(spec: StudySpec, changed: tuple[UnitKey, ...], kept: int, hidden: tuple[UnitKey, ...]) -> Iterator[str]:
    learners, datasets = {one.name for one in spec.learners}, {one.name for one in spec.datasets}
    gone = [key for key in hidden if key.learner not in learners or key.dataset not in datasets]
    if gone:
        names = {key.learner for key in gone} - learners | {key.dataset for key in gone} - datasets
        yield _stay(len(gone), f"of {', '.join(sorted(names))}")
    rest = [key for key in hidden if key not in set(gone)]
    sized = [key for key in rest if key.size and key.scheme == spec.scheme.name]
    if sized:
        yield _stay(len(sized), "of training sizes that are no longer asked for")
    if len(rest) > len(sized):
        yield _stay(len(rest) - len(sized), "of another splitting scheme")
    if changed:
        again, stand = ("is" if len(changed) == 1 else "are"), ("stands as it is" if kept == 1 else "stand as they are")
        yield f"{counted(len(changed), 'unit')} {again} run again, {kept} {stand}"


def _stay(number: int, which: str) -> str:
    verbs = ("stays", "is") if number == 1 else ("stay", "are")
    return f"{counted(number, 'unit')} {which} {verbs[0]} in the file and {verbs[1]} not shown"


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
