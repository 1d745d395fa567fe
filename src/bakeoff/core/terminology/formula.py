"""Formulas are declared in LaTeX, for pages; a terminal shows them in plain characters."""

import re
from collections.abc import Callable, Iterator
from unicodedata import normalize

__all__ = ["readable"]

_SIGN = re.compile(r"\\[a-zA-Z]+|\\.|\s+|.", re.DOTALL)
_SIGNS = {
    "sum": "Σ", "prod": "Π", "int": "∫", "Sigma": "Σ", "Phi": "Φ", "varphi": "φ", "pi": "π", "sigma": "σ", "alpha": "α",
    "chi": "χ", "delta": "δ", "mu": "μ", "tau": "τ", "lambda": "λ", "theta": "θ", "beta": "β", "gamma": "γ", "eta": "η", "nabla": "∇", "ge": "≥", "le": "≤", "ne": "≠", "pm": "±", "sim": "~", "cdot": "·", "lVert": "‖",
    "rVert": "‖", "left": "", "right": "", "mathrm": "", "text": "", ",": " ", ";": " ", " ": " ",
}  # fmt: skip
_ATOM = re.compile(r"(\d+|[^\W\d_]|[A-Z]+)(_\w+)?²?")  # needs no brackets in a fraction
_SPACED = frozenset({r"\sum", r"\max", r"\min", r"\log", r"\ln", r"\frac"})  # after a letter


def readable(latex: str) -> str:
    r"""The formula on one line: fractions with a slash, roots with a sign, letters with their hats.

    >>> readable(r"\sqrt{\frac1n\sum_i (\hat y_i - y_{i-1})^2}")
    '√((1/n) Σ_i (ŷ_i - y_(i-1))²)'
    >>> readable(r"\frac{TP}{TP + FP}")
    'TP / (TP + FP)'
    """
    signs = iter(_SIGN.findall(latex))
    shown = re.sub(r"\s+", " ", normalize("NFC", _until(signs, ""))).strip()
    shown = re.sub(r"(?<=[(\[]) | (?=[)\],;])", "", shown)
    return shown[1:-1] if _wrapped(shown) else shown


def _until(signs: Iterator[str], end: str) -> str:
    """Everything up to the closing sign, or to the end."""
    text = ""
    for sign in signs:
        if sign == end:
            break
        space = " " if sign in _SPACED and text[-1:].isalpha() else ""
        text += space + _shown(sign, signs)
    return text


def _shown(sign: str, signs: Iterator[str]) -> str:
    """One sign with the arguments that belong to it."""
    if sign == "{":
        return _until(signs, "}")
    if sign in {"_", "^"}:
        return _script(sign, _argument(signs))
    if not sign.startswith("\\"):
        return sign
    name = sign[1:]
    arguments = [_argument(signs) for _ in range(_TAKES.get(name, 0))]
    return _FORMS[name](*arguments) if name in _FORMS else _SIGNS.get(name, name)


def _argument(signs: Iterator[str]) -> str:
    """The next group, or the next single sign; spaces before it are not meant."""
    for sign in signs:
        if not sign.isspace():
            return _shown(sign, signs)
    return ""


def _script(sign: str, text: str) -> str:
    if sign == "^" and text == "2":
        return "²"
    return sign + (text if re.fullmatch(r"\w+|.", text) else f"({text})")


def _fraction(above: str, below: str) -> str:
    top, bottom = (side if _ATOM.fullmatch(side) else f"({side})" for side in (above, below))
    slash = " / " if "(" in top + bottom else "/"
    return f"({top}{slash}{bottom}) "


def _root(inner: str) -> str:
    return f"√{inner}" if len(inner) == 1 else f"√({inner})"


def _mean(inner: str) -> str:
    return f"{inner}\u0304" if len(inner) == 1 else f"mean({inner})"


def _wrapped(text: str) -> bool:
    """Whether one pair of brackets encloses it all."""
    depth = [text[: position + 1].count("(") - text[: position + 1].count(")") for position in range(len(text))]
    return text.startswith("(") and 0 not in depth[:-1]


_FORMS: dict[str, Callable[..., str]] = {
    "frac": _fraction, "tfrac": _fraction, "binom": "C({}, {})".format, "sqrt": _root, "hat": "{}\u0302".format,
    "bar": _mean, "overline": _mean,
}  # fmt: skip
_TAKES = {name: 2 if name in {"frac", "tfrac", "binom"} else 1 for name in _FORMS}
