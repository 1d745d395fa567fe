"""The letters of a formula and what they mean: rooms declare their symbols, explanations name those that occur."""

import re
from collections.abc import Iterable, Mapping

from bakeoff.core.terminology.formula import readable

__all__ = ["filled", "named_symbols", "unnamed"]

_LETTERS = re.compile(r"[^\W\d_][\w\u0300-\u036f]*")


def _pattern(symbol: str) -> str:
    """The symbol on its own: no letter before it, and neither a subscript nor a hat after it; a number may stand before it."""
    return rf"(?<![^\W\d²]){re.escape(symbol)}(?!(?!²)[\w\u0300-\u036f])"


def named_symbols(formula: str, *tables: Mapping[str, str]) -> dict[str, str]:
    r"""The symbols of the tables that occur in a formula, in its order; a symbol of an earlier table counts first.

    >>> named_symbols(r"1 - SS_{res} / SS_{tot}", {"SS_res": "the residual sum of squares", "n": "rows"})
    {'SS_res': 'the residual sum of squares'}
    """
    shown = readable(formula)
    places = {
        symbol: occurrence.start()
        for table in tables
        for symbol in table
        if (occurrence := re.search(_pattern(symbol), shown)) is not None
    }
    return {
        symbol: next(table[symbol] for table in tables if symbol in table)
        for symbol in sorted(places, key=places.__getitem__)
    }


def filled(formula: str, numbers: Mapping[str, float]) -> str | None:
    r"""The formula with numbers for its symbols; None where a letter has no number.

    >>> filled(r"\frac{TP}{TP + FP}", {"TP": 8, "FP": 2}), filled(r"\frac{TP}{n}", {"TP": 8})
    ('8 / (8 + 2)', None)
    """
    text = readable(formula)
    for symbol in sorted(numbers, key=len, reverse=True):
        text = re.sub(_pattern(symbol), lambda _, number=numbers[symbol]: f"{number:.6g}", text)  # type: ignore[misc]
    return None if _LETTERS.search(text.replace("²", " ")) else text


def unnamed(formula: str, symbols: Iterable[str], words: Iterable[str]) -> list[str]:
    r"""Letters of a formula that are neither symbols nor words such as ln or max.

    >>> unnamed(r"\frac{TP}{TP + FP}", ["TP"], [])
    ['FP']
    """
    left = readable(formula)
    for symbol in sorted((*symbols, *words), key=len, reverse=True):
        left = re.sub(_pattern(symbol), " ", left)
    return _LETTERS.findall(left.replace("²", " "))
