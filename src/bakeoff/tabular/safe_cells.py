"""Text of strangers in CSV files: no cell is a formula to a spreadsheet, none holds control characters, and both can be undone."""

import re
import unicodedata

__all__ = ["plain_cell", "safe_cell"]

_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20'")  # also their wide forms, and the mark itself
# A spreadsheet may take another mark than the comma for the separator, and then no quotes around the cell help.
_LATER = re.compile('[;|][\\s"]*+[=+\\-@\uff1d\uff0b\uff0d\uff20]')
_NUMBER = re.compile(r"[+-]?(\d++\.?\d*+|\.\d++)([eE][+-]?\d++)?", re.ASCII)
_ESCAPED = re.compile(r"\\(\\|x[0-9a-f]{2})")


def safe_cell(value: object) -> object:
    r"""The value as it is written: text that a spreadsheet would run, or that holds control characters, begins with '.

    In such a cell a control character is written as \xNN and a backslash twice, and so are semicolons and bars where a formula follows one.
    Numbers, also as text, stay as they are.

    >>> [safe_cell(one) for one in ("=1+1", "-1", -1.5, "plain", "a\tb", "'a", "a;b", "x;=1+1")]
    ["'=1+1", '-1', -1.5, 'plain', "'a\\x09b", "''a", 'a;b', "'x\\x3b=1+1"]
    """
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    later = _LATER.search(value) is not None
    if not value.lstrip().startswith(_FORMULA) and not any(map(_is_control, value)) and not later:
        return value
    doubled, separators = value.replace("\\", "\\\\"), ";|" if later else ""
    return "'" + "".join(
        f"\\x{ord(character):02x}" if _is_control(character) or character in separators else character
        for character in doubled
    )


def plain_cell(text: str) -> str:
    r"""The text that `safe_cell` was given; a cell that it does not write is taken as it is.

    >>> [plain_cell(one) for one in ("'=1+1", "'a\\x09b", "''a", "'quoted'")]
    ['=1+1', 'a\tb', "'a", "'quoted'"]
    """
    if not text.startswith("'"):
        return text
    plain = _ESCAPED.sub(lambda escape: "\\" if escape[1] == "\\" else chr(int(escape[1][1:], 16)), text[1:])
    return plain if safe_cell(plain) == text else text


def _is_control(character: str) -> bool:
    return unicodedata.category(character) == "Cc"
