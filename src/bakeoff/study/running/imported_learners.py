"""Bring in a learner from outside, whose predictions become units of the study, and take one out again."""

from pathlib import Path

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.runs.exchange import import_predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.stored_design import IMPORTED_LEARNERS, IMPORTED_SETTINGS, design_of

__all__ = ["import_learner", "removable", "remove_learner"]

LONGEST = 120  # characters of a language or a machine


def import_learner(
    ledger: Ledger, path: str | Path, learner: str, *, dataset: str | None = None, language: str = "", machine: str = ""
) -> tuple[UnitKey, ...]:
    """Store the predictions of a file under this learner's name and make it one of those compared; returns the units."""
    stated = {"language": " ".join(language.split()), "machine": " ".join(machine.split())}
    for name, text in stated.items():
        if len(text) > LONGEST:
            raise BadInput(f"{name} is a short text of at most {LONGEST} characters")
    datasets = [domain.card.name for domain in design_of(ledger).domains]
    if dataset is not None and dataset not in datasets:
        raise UnknownName("data set in this study", dataset, datasets)
    keys = import_predictions(ledger, path, learner, dataset=dataset)
    others = [card for card in ledger.get_meta(IMPORTED_LEARNERS) or [] if card["name"] != learner]
    card = {
        "name": learner,
        "settings": f"{IMPORTED_SETTINGS}{Path(path).name}",
        "preparation": "made outside this study",
        "imported_from": Path(path).name,
        **{name: text for name, text in stated.items() if text},
    }
    ledger.set_meta(IMPORTED_LEARNERS, [*others, card])
    return keys


def removable(ledger: Ledger, learner: str) -> tuple[UnitKey, ...]:
    """The units of a learner that the study itself does not run: it was imported, or named by an earlier version."""
    own = [card["name"] for card in (ledger.get_meta("spec") or {"learners": []})["learners"]]
    if learner in own:
        raise BadInput(f"learner {learner!r} is run by the study itself; take it out of the study, and run that first")
    keys = ledger.keys()
    brought = [card["name"] for card in ledger.get_meta(IMPORTED_LEARNERS) or ()]
    others = {*brought, *(key.learner for key in keys)} - {*own}
    if learner not in others:
        raise UnknownName("imported learner", learner, sorted(others))
    return tuple(key for key in keys if key.learner == learner)


def remove_learner(ledger: Ledger, learner: str) -> tuple[UnitKey, ...]:
    """Take a learner out of the file, with all its predictions; returns the units that are gone."""
    keys = removable(ledger, learner)
    ledger.drop(keys)
    others = [card for card in ledger.get_meta(IMPORTED_LEARNERS) or () if card["name"] != learner]
    ledger.set_meta(IMPORTED_LEARNERS, others)
    return keys
