"""Tuned learners against untuned ones."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import listed
from bakeoff.learners.baselines import ignores_features
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost, about_learners
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_learners.learner_settings import has_settings_to_tune, is_tuned

__all__ = ["UNTUNED"]


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    if source.study is None:
        raise CannotCheck("settings of learners are known in a study only")
    cards = [card for card in source.study.design.learners if not ignores_features(card.settings)]
    tuned = tuple(card.name for card in cards if is_tuned(card.settings))
    others = [card for card in cards if card.name not in tuned and has_settings_to_tune(card.settings)]
    if tuned and others:
        yield CheckFinding(learners=tuple(card.name for card in others), facts={"tuned": tuned})


def _words(note: Note) -> str:
    tuned = note.facts["tuned"]
    verb = "was" if len(tuned) == 1 else "were"
    return f"{about_learners(note, 'was', 'were')} not tuned, but {listed(list(tuned))} {verb}."


UNTUNED = Check(
    code="check.untuned",
    title="Untuned against tuned",
    severity=Severity.CAVEAT,
    means="Some learners were tuned and others were not, so the effort of tuning may decide the verdict.",
    cure="Give every learner the same budget (tune=, bo.Tuned), or state that the comparison is of these settings.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
    doubt="Decided by tuning?",
)
