"""Cells of scores as papers print them: means with deviations and marks of significance, durations with units."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.comparisons.notes import DURATIONS, FIRST_NUMBERS
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.tabular.latex import without_markup
from bakeoff.tabular.table import FAILED, MISSING, MISSING_AMONG_NUMBERS

__all__ = ["floats_only", "plain_cells", "printed_number"]

Columns = Mapping[str, Sequence[Any]]
_EMPTY = frozenset((*MISSING, *MISSING_AMONG_NUMBERS))

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_MARK_SIGNS = "*†‡§◊●○★°•∘"
_MARKS = rf"[{_MARK_SIGNS}]{{0,5}}"
_RANGE = rf"{_NUMBER} ?%? ?(?:,|;|-|–|to) ?{_NUMBER} ?%?"  # an interval
_PRINTED = re.compile(
    rf"(?P<first>{_NUMBER} ?%?) ?{_MARKS} ?(?:(?:±|\+/?-) ?{_NUMBER} ?%?)? ?(?:\((?:{_NUMBER} ?%?|{_RANGE})\)|\[{_RANGE}\])? ?{_MARKS}"
)
_AMOUNT = r"\d+(?:\.\d*)?|\.\d+"
_UNIT = r"''|\"|″|secs?|seconds?|s|'|′|mins?|minutes?|hours?|hrs?|h|ms|days?|d"
_DURATION = re.compile(
    rf"(?P<amount>{_NUMBER}) ?(?P<unit>{_UNIT})"
    rf"|(?:(?P<hours>{_AMOUNT}) ?(?:h|hours?|hrs?) ?)?(?P<minutes>{_AMOUNT}) ?(?:m|mins?|minutes?|'|′)(?: ?(?P<seconds>{_AMOUNT}) ?(?:s|secs?|''|\"|″))?"
    r"|(?P<clock>\d{1,3}:[0-5]\d:[0-5]\d(?:\.\d+)?)"
)
_SECONDS = {"''": 1, '"': 1, "″": 1, "s": 1, "'": 60, "′": 60, "ms": 0.001, "se": 1, "mi": 60, "h": 3600, "ho": 3600, "hr": 3600, "d": 86400, "da": 86400}  # fmt: skip
_EMPHASIS = re.compile(r"(\*\*|__|\*|_|`|~~)(?P<inner>[^*_`~].*[^*_`~]|[^*_`~])\1(?P<after> ?[†‡§◊●○★°•]{0,5})")
_TAG = re.compile(r"</?(?:b|strong|u|i|em|mark|sub|sup)>")


def plain_cells(
    columns: Columns, *, means: bool = True, directed: bool = True, source: str = "the table"
) -> tuple[dict[str, Sequence[Any]], tuple[Note, ...]]:
    """Return the table with plain numbers, and notes on what was read.

    A column is changed only if all of its cells can be read. `means`: a cell may be a mean, as that of a data set. `directed`:
    it is known which scores are better, which durations alone do not say.

    >>> table, notes = plain_cells({"a": ["99.2 ± 0.1*", "93.9 ± 1.9 (0.02)"]})
    >>> table["a"], notes[0].code
    (['99.2', '93.9'], 'comparison.first_numbers')
    >>> plain_cells({"a": ["0.3''", "1.2'", "13.7h"]})[0]["a"]
    [0.3, 72.0, 49320.0]
    """
    made, notes = dict(columns), dict[str, Note]()
    timed, bare = list[str](), list[str]()
    for name, cells in columns.items():
        filled = cells if floats_only(cells) else [one for one in cells if not _missing(one) and not _failed(one)]
        texts = [_bare(one) for one in filled if isinstance(one, str)]
        if len(texts) < len(filled) or _plain(texts):
            bare.append(name)
            made[name] = [_bare(one) if isinstance(one, str) else one for one in cells] if texts else cells
            continue
        if all(_DURATION.fullmatch(one) for one in texts):
            made[name] = [None if _missing(one) else one if _failed(one) else _seconds(_bare(one)) for one in cells]
            notes["durations"] = DURATIONS(example=texts[0])
            timed.append(name)
            continue
        found = [_PRINTED.fullmatch(one) for one in texts]
        more = next((one for one, at in zip(texts, found, strict=True) if at and at["first"] != one), None)
        _refuse_some_units(name, texts, source)
        if all(found):
            bare.append(name)
        spread = next((one for one in texts if any(mark in one for mark in ("±", "+-", "+/-", "(", "["))), None)
        if all(found) and spread is not None and not means:
            raise BadInput(
                f"{source}: {spread!r} is a mean with its deviation, not one score",
                cure="means of data sets are compared over several (--rows datasets); means with standard deviations alone go into "
                "columns learner, mean, sd, n (--published)",
            )
        if all(found) and more is not None:
            made[name] = [one if _missing(one) or _failed(one) else _first(_bare(one)) for one in cells]
            notes["first"] = FIRST_NUMBERS(example=more)
    if bare and timed == [next(iter(columns))]:  # they name the rows, as horizons do
        return {**made, timed[0]: columns[timed[0]]}, tuple(one for key, one in notes.items() if key != "durations")
    if timed and bare:
        raise BadInput(
            f"{source}: column {timed[0]!r} holds durations and column {bare[0]!r} numbers without a unit",
            cure="write all with their units, or all in seconds",
        )
    if timed and not directed:
        raise BadInput(
            f"{source} holds durations", cure="state which are better: direction='lower' (--direction lower)"
        )
    return made, tuple(notes.values())


def _refuse_some_units(name: str, texts: Sequence[str], source: str) -> None:
    """Refuse a column of which some cells are durations and others are not."""
    durations = [one for one in texts if _DURATION.fullmatch(one)]
    if durations:
        other = next(one for one in texts if not _DURATION.fullmatch(one))
        raise BadInput(
            f"{source}: column {name!r} holds the duration {durations[0]} and also {other}",
            cure="write all with their units, or all in seconds",
        )


def printed_number(text: str) -> tuple[float, str] | None:
    """The first number of a cell as papers print it, and its marks; None where it is no such cell.

    >>> printed_number("99.2 ± 0.1*"), printed_number("0.80 ◊"), printed_number("good")
    ((99.2, '*'), (0.8, '◊'), None)
    """
    found = _PRINTED.fullmatch(_bare(text))
    if found is None:
        return None
    number = float(found["first"].rstrip(" %"))
    return number, "".join(one for one in text if one in _MARK_SIGNS)


def floats_only(cells: Sequence[Any]) -> bool:
    """Whether all cells are floats, so that no cell needs to be read.

    >>> floats_only([0.5, 1.0]), floats_only([0.5, "1.0"])
    (True, False)
    """
    return set(map(type, cells)) <= {float}


def _failed(cell: Any) -> bool:
    """Whether a word in place of the score says that the learner failed."""
    return isinstance(cell, str) and cell.strip().lower() in FAILED


def _missing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and cell.strip() in _EMPTY)


def _bare(text: str) -> str:
    r"""The cell without marks of bold and other letters, in Markdown, HTML or LaTeX, and with a plain minus sign.

    >>> [_bare(one) for one in ("**0.9**", "<b>0.9</b>", r"\textbf{0.9} $\pm$ 0.1", "−0.5")]
    ['0.9', '0.9', '0.9 ± 0.1', '-0.5']
    """
    made = text.strip()
    if made.isascii() and made.replace(".", "", 1).isdigit():  # most cells
        return made
    if "\\" in made or "$" in made:
        made = without_markup(made)
    if "<" in made:
        made = _TAG.sub("", made).strip()
    found = _EMPHASIS.fullmatch(made)
    if found is not None:
        made = (found["inner"].strip() + found["after"]).strip()
    return made.replace("−", "-")


def _plain(texts: Sequence[str]) -> bool:
    """Whether there is nothing to read: all are numbers already."""
    try:
        for one in texts:
            float(one)
    except ValueError:
        return False
    return True


def _first(text: str) -> str:
    found = _PRINTED.fullmatch(text)
    return text if found is None else found["first"].replace(" ", "")


def _seconds(text: str) -> float:
    """How long, in seconds.

    >>> [_seconds(one) for one in ("1m 20s", "1h 5min", "00:02:10", "1.2'", "300ms", "2 hours")]
    [80.0, 3900.0, 130.0, 72.0, 0.3, 7200.0]
    """
    found = _DURATION.fullmatch(text)
    assert found is not None
    if found["clock"]:
        hours, minutes, seconds = found["clock"].split(":")
    elif found["minutes"]:
        hours, minutes, seconds = found["hours"] or "0", found["minutes"], found["seconds"] or "0"
    else:
        return float(found["amount"]) * (_SECONDS.get(found["unit"]) or _SECONDS[found["unit"][:2]])
    return 3600 * float(hours) + 60 * float(minutes) + float(seconds)
