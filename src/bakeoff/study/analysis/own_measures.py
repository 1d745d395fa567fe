"""Measures of the user's own in a study file: what is known of each without its function, and whether the function has changed."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf, isfinite
from typing import Any, NoReturn

from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Name, Note, Subject
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.notes import CHANGED_FUNCTION
from bakeoff.measures.own.own_function import OwnFunction, ReturnedForm
from bakeoff.measures.own.own_measure import check_name, measure_of_function, with_answer
from bakeoff.measures.own.session import declare, session_measure, session_measures
from bakeoff.predictions.outputs import Output
from bakeoff.runs.store.ledger import Ledger

__all__ = ["changed_functions", "changed_words", "keep_own_measures", "restore_own_measures", "sources_of"]

META = "own_measures"  # under this name a study file keeps them
MOST = 100  # that a file may describe


def sources_of(names: tuple[str, ...]) -> list[str]:
    """Hashes of the functions of these measures; nothing of those of the catalogue."""
    return [measure.own.source if measure.own is not None else "" for measure in session_measures(names)]


def keep_own_measures(ledger: Ledger, names: tuple[str, ...]) -> None:
    """Keep what tables and reports need of them; a function itself is never stored."""
    cards = {measure.name: _card(measure) for measure in session_measures(names)}
    if cards or ledger.get_meta(META) is not None:
        ledger.set_meta(META, cards or None)


def _card(measure: Measure) -> dict[str, Any]:
    own = measure.own
    return {
        "direction": measure.direction.value,
        "bounds": [end if isfinite(end) else None for end in measure.bounds],
        "unit": measure.unit,
        "needs": str(measure.needs),
        "answer": own.answer.value if own is not None and own.answer is not None else "",
        "source": own.source if own is not None else "",
        "extra": list(own.extra) if own is not None else [],
        "undefined": measure.undefined,
    }


def restore_own_measures(ledger: Ledger) -> None:
    """Let the measures of the file be found by name: a table of their scores needs no function."""
    for name, card in list((ledger.get_meta(META) or {}).items())[:MOST]:
        registered = session_measure(str(name))
        if registered is None:
            _without_function(str(name), card)
        elif (
            registered.own is not None
            and registered.own.answer is None
            and registered.own.source == card["source"]
            and card["answer"]
        ):
            declare(with_answer(registered, ReturnedForm(card["answer"])))


def _without_function(name: str, card: dict[str, Any]) -> Measure:
    """The measure as the file describes it, of whose function nothing but a hash is known."""

    def missing(*_: Any, **__: Any) -> NoReturn:
        raise NotApplicable(
            f"the function of {own.name} is not at hand; declare it again with bo.own_measure to compute more than its stored scores"
        )

    check_name(name)  # a file must not give another meaning to a measure of the catalogue
    low, high = (None if end is None else float(end) for end in card["bounds"])
    own = OwnFunction(
        call=missing, name=name, needs=Output(card["needs"]), extra=tuple(map(str, card["extra"])), source=str(card["source"]),
    )  # fmt: skip
    bounds = (-inf if low is None else low, inf if high is None else high)
    measure = measure_of_function(own, name, Direction(card["direction"]), bounds, str(card["unit"]))
    answer = ReturnedForm(card["answer"]) if card["answer"] else None
    return declare(replace(measure, own=replace(own, answer=answer), undefined=str(card["undefined"])))


def _changed(ledger: Ledger, names: Iterable[str]) -> Iterator[str]:
    """Measures whose function is another than that of the stored scores."""
    cards = ledger.get_meta(META) or {}
    for measure in session_measures(tuple(names)):
        card = cards.get(measure.name)
        if card is not None and measure.own is not None and card["source"] != measure.own.source:
            yield measure.name


def changed_functions(ledger: Ledger, names: Iterable[str]) -> Iterator[Note]:
    """A note on each measure whose function has changed."""
    return (CHANGED_FUNCTION(Subject(measure=name), measure=Name(name)) for name in _changed(ledger, names))


def changed_words(ledger: Ledger, names: Iterable[str]) -> Iterator[str]:
    """The same before a run, in words."""
    return (
        f"the function of measure {name} has changed: its scores are computed anew" for name in _changed(ledger, names)
    )
