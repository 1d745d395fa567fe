"""Names and messages come from strangers: make them safe to show on one line, in any medium."""

from collections.abc import Sequence
from unicodedata import category

__all__ = ["capital", "clean", "counted", "elide", "is_number", "listed", "sentence"]

_KEEP = {"\u200d"}  # the joiner inside compound emoji and Indic scripts changes no direction
_SPACES = {"\t", "\n", "\r", "\v", "\f", "\u2028", "\u2029", "\x85"}


def clean(text: object) -> str:
    r"""The text on one line, control characters and direction overrides shown as � instead of obeyed.

    >>> clean("a\nb\x1b[31m\u202egpj.exe")
    'a b�[31m�gpj.exe'
    """
    shown = []
    for char in str(text):
        if char in _SPACES:
            shown.append(" ")
        elif char not in _KEEP and category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}:
            shown.append("�")
        else:
            shown.append(char)
    return "".join(shown).strip()


def elide(text: str, length: int) -> str:
    """At most that many characters; what is taken out is taken from the middle, so that both ends still tell names apart.

    >>> elide("gradient boosting with early stopping", 20)
    'gradient b…stopping'
    """
    if len(text) <= length:
        return text
    head = length // 2
    return f"{text[:head].rstrip()}…{text[head + 1 - length :].lstrip()}"


def capital(text: str) -> str:
    """The text with a large first letter; the others stay as they are.

    >>> capital("one-vs-rest ROC AUC")
    'One-vs-rest ROC AUC'
    """
    return f"{text[:1].upper()}{text[1:]}"


def counted(number: int, noun: str) -> str:
    """The number with its noun.

    >>> counted(1, "data set"), counted(3, "data set")
    ('1 data set', '3 data sets')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def is_number(text: str) -> bool:
    """Whether it can be read as a number.

    >>> is_number(" 1e3 "), is_number("one")
    (True, False)
    """
    try:
        float(text)
    except ValueError:
        return False
    return True


def listed(names: Sequence[str], *, last: str = "and", most: int = 6) -> str:
    """Names in a sentence.

    >>> listed(["a", "b", "c"], last="or"), listed(["a"]), listed("abcd", most=3)
    ('a, b or c', 'a', 'a, b and 2 others')
    """
    shown = [clean(name) for name in names]
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} others"]
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else "".join(shown)


def sentence(text: str) -> str:
    """The text with a full stop, if it has no end of its own.

    >>> sentence("takes the steps of the scale as equal")
    'takes the steps of the scale as equal.'
    """
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
