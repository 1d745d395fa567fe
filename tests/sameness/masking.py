"""What two outputs must share: keys, numbers, names. What may change: sentences, times, machines."""

import csv
import io
import json
import math
import re
from collections.abc import Iterator
from typing import Any

__all__ = ["differences", "masked", "parsed"]

TEXT = "<text>"  # matches any text that is not empty
TEXTS = "<texts>"  # matches any list of texts
MASK = "<masked>"  # matches anything

_HIDDEN = {"environment", "versions", "machine", "seconds", "writer", "subtitle", "costs"}  # of run and machine
_LISTS_OF_TEXTS = {"warnings", "caveats", "notes"}  # masked when empty too: their number may change
_GROWING = {"tests"}  # lists of names that may become longer
_MACHINE = {"Started", "Time", "Versions", "Processor", "Numerical libraries", "Threads", "Git", "Study"}
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DURATION = re.compile(r"[\d.,]+ (µs|ms|s|min|h)")
_RELATIVE, _ABSOLUTE = 1e-9, 1e-12


def parsed(name: str, content: str) -> Any:
    """The content of a written file: JSON, or CSV with its numbers as numbers."""
    if name.endswith(".csv"):
        return [[_number(cell) for cell in row] for row in csv.reader(io.StringIO(content))]
    return json.loads(content)


def masked(value: Any, key: str = "") -> Any:
    """The value with `<text>` for sentences, and nothing of the machine or the day."""
    if key in _HIDDEN:
        return MASK
    if isinstance(value, dict):
        if _DURATION.fullmatch(str(value.get("text", ""))):
            return MASK
        return {name: masked(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return _masked_list(value, key)
    if isinstance(value, str):
        return MASK if _DATE.search(value) else TEXT if _sentence(value) else value
    return value


def differences(recorded: Any, now: Any, path: str = "") -> Iterator[str]:
    """Where two masked values differ; a key that is new is no difference, a key that is gone is one."""
    if recorded == MASK:
        return
    if recorded == TEXT:
        if not isinstance(now, str) or not now:
            yield f"{path}: was a sentence, is {now!r}"
    elif recorded == TEXTS:
        if now != TEXTS and not (isinstance(now, list) and all(isinstance(one, str) for one in now)):
            yield f"{path}: was a list of sentences, is {now!r}"
    elif isinstance(recorded, dict) and isinstance(now, dict):
        for key, one in recorded.items():
            if key in now:
                yield from differences(one, now[key], f"{path}.{key}")
            else:
                yield f"{path}.{key}: is gone, was {one!r}"
    elif isinstance(recorded, list) and isinstance(now, list):
        yield from _differences_of_lists(recorded, now, path)
    elif not _same(recorded, now):
        yield f"{path}: was {recorded!r}, is {now!r}"


def _differences_of_lists(recorded: list[Any], now: list[Any], path: str) -> Iterator[str]:
    if path.rpartition(".")[2] in _GROWING:
        yield from (f"{path}: {one!r} is gone" for one in recorded if one not in now)
    elif len(recorded) != len(now):
        yield f"{path}: had {len(recorded)} entries, has {len(now)}"
    else:
        for i, (before, after) in enumerate(zip(recorded, now, strict=True)):
            yield from differences(before, after, f"{path}[{i}]")


def _masked_list(value: list[Any], key: str) -> Any:
    texts = all(isinstance(one, str) for one in value)
    if texts and (key in _LISTS_OF_TEXTS or any(_sentence(one) for one in value)):
        return TEXTS
    if value and all(
        isinstance(one, dict) and "name" in one for one in value
    ):  # by name: their order is free, one more is allowed
        return {one["name"]: masked(one) for one in value}
    if len(value) == 2 and isinstance(value[0], str) and value[0] in _MACHINE:
        return [value[0], MASK]
    return [masked(one) for one in value]


def _same(recorded: Any, now: Any) -> bool:
    numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (recorded, now))
    if numbers:
        return math.isclose(recorded, now, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)
    return type(recorded) is type(now) and recorded == now


def _sentence(text: str) -> bool:
    """More than two words with a letter."""
    return sum(any(sign.isalpha() for sign in word) for word in text.split()) > 2


def _number(cell: str) -> str | float:
    try:
        return float(cell)
    except ValueError:
        return cell
