"""Warnings and errors of foreign code, in few words."""

import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["capture_warnings", "describe_exception", "last_lines", "one_line"]

_MOST_WARNINGS = 50
_LONGEST = 500
_LONGEST_TRACE = 16_000


def one_line(text: str, longest: int = _LONGEST) -> str:
    r"""White space folded, cut where it gets too long.

    >>> one_line("two\n  lines")
    'two lines'
    """
    folded = " ".join(text.split())
    return folded if len(folded) <= longest else folded[: longest - 1] + "…"


@contextmanager
def capture_warnings() -> Iterator[dict[str, int]]:
    """Every warning heard inside, each text once, with how often. Filters are put back afterwards."""
    heard: dict[str, int] = {}

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        text = one_line(f"{category.__name__}: {message}")
        if text in heard or len(heard) < _MOST_WARNINGS:
            heard[text] = heard.get(text, 0) + 1

    with warnings.catch_warnings():
        warnings.simplefilter("always")  # "once" would make a unit's warnings depend on the unit before
        warnings.showwarning = show
        yield heard


def describe_exception(error: BaseException, *, without: str = "") -> tuple[str, str]:
    """A sentence and a traceback, both capped; foreign errors may fail even at being printed.

    The outer frames that lie in the file `without` are left out: they are ours and say nothing.
    """
    lowest = error.__traceback__
    while lowest is not None and lowest.tb_frame.f_code.co_filename == without:
        lowest = lowest.tb_next
    name = type(error).__name__
    try:
        sentence = one_line(f"{name}: {error}" if str(error) else name)
    except Exception:  # noqa: BLE001  # an error whose text raises
        sentence = f"{name}, whose text cannot be read"
    try:
        text = "".join(traceback.format_exception(type(error), error, lowest))
    except Exception:  # noqa: BLE001  # the same
        text = sentence
    return sentence, text if len(text) <= _LONGEST_TRACE else "…" + text[-_LONGEST_TRACE:]


def last_lines(output: bytes, limit: int) -> str:
    """The end of what was printed."""
    return output[-limit:].decode("utf-8", errors="replace")
