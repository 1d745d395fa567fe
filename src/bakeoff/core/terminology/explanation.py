"""Explanation: what a measure, a test, a scheme or a term is, with its formula, its symbols and the command to use it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import isinf
from typing import Any, Protocol

from bakeoff.core.calibration import measured
from bakeoff.core.references import citation
from bakeoff.core.terminology.formula import readable

__all__ = ["Explained", "Explanation", "explained"]

_LABELS = {
    "null": "null hypothesis",
    "text": "about",
    "schemes": "valid for",
    "about": "covers",
    "symbols": "where",
    "undefined": "undefined when",
    "positive": "positive class",
    "fewest": "fewest blocks",
    "in_verdict": "in a verdict",
    "sided": "one-sided forms",
    "tested": "a row is tested",
    "also": "see also",
}
_NEEDS = {
    "label": "predicted classes or numbers (y_pred, --pred)",
    "score": "scores (y_score, --score) or probabilities (y_proba, --proba)",
    "proba": "probabilities (y_proba, --proba)",
    "sd": "predicted numbers and their standard deviations (y_sd, --sd)",
    "draws": "draws from the predicted distributions (y_draws, --draws)",
    "quantiles": "predicted quantiles by their levels (y_quantiles, --quantiles; an interval: --lower, --upper, --nominal)",
    "a run": "a run of a study, where time and memory are measured",
}
_MARGIN = 19  # columns of the labels


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Explanation:
    r"""What something is: `kind`, `name`, `title`, and the `facts` of its declaration by label.

    >>> print(Explanation(kind="term", name="p_o", title="observed agreement", facts={"formula": r"\frac{a}{n}"}))
    p_o: observed agreement
      formula          a/n
    """

    kind: str
    name: str
    title: str
    facts: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"kind": self.kind, "name": self.name, "title": self.title, **self.facts}

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each line with the indent of what does not fit on it."""
        yield f"{self.name}: {self.title}", "  "
        for label, texts in self._texts():
            for place, text in enumerate(texts):
                shown = "" if place else label
                yield f"  {shown:<{_MARGIN - 2}}{text}", " " * (_MARGIN + 2 * text.startswith("- "))

    def _texts(self) -> Iterator[tuple[str, list[str]]]:
        for name, value in self.facts.items():
            yield _LABELS.get(name, name), _texts(name, value)

    def __str__(self) -> str:
        return "\n".join(line for line, _ in self.lines())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{escape(label)}</th><td style='text-align:left'>{'<br>'.join(map(escape, texts))}</td></tr>"
            for label, texts in self._texts()
            if texts
        )
        return f"<p><b>{escape(self.name)}</b>: {escape(self.title)}</p><table>{rows}</table>"


class Explained:
    """A declaration that is printed as its explanation."""

    __slots__ = ()

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        raise NotImplementedError

    def __str__(self) -> str:
        return str(self.explanation())

    def __repr__(self) -> str:
        explanation = self.explanation()
        return f"<{explanation.kind} {explanation.name}: {explanation.title}>"

    def _repr_html_(self) -> str:
        return self.explanation()._repr_html_()


class _Declared(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def reference(self) -> str: ...


def explained(
    declared: _Declared,
    kind: str,
    *,
    command: str = "",
    symbols: Mapping[str, str] | None = None,
    aliases: Sequence[str] = (),
) -> Explanation:
    """The explanation of a declaration, from its fields.

    Parameters
    ----------
    declared
        A measure, a test, a scheme, a term or anything else with a name, a title and a reference.
    kind
        What it is, in a word.
    command
        How it is used in the shell.
    symbols
        What the letters of the formula mean.
    aliases
        Other names for it.

    Returns
    -------
    Explanation
        The fields that contain something, in the order in which they are printed.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> print(explained(SimpleNamespace(name="x", title="X", reference="holm1979"), "term", command="bakeoff x").facts["command"])
    bakeoff x
    """
    facts: dict[str, Any] = {}
    for name in ("family", "formula", "null", "text", "schemes", "about", "example", "tested"):
        if getattr(declared, name, ""):
            facts[name] = getattr(declared, name)
        if name == "formula" and symbols:
            facts["symbols"] = dict(symbols)
    facts |= _of_measure(declared, aliases) if hasattr(declared, "direction") else {}
    facts |= _of_test(declared) if hasattr(declared, "design") else {}
    if getattr(declared, "assumptions", ()) and "assumptions" not in facts:
        facts["assumptions"] = list(declared.assumptions)  # type: ignore[attr-defined]  # looked at just now
    if aliases and "aliases" not in facts:
        facts["aliases"] = list(aliases)
    if rates := measured(declared.name):
        facts["measured"] = list(rates)
    if hasattr(declared, "coverage"):
        facts |= {"caveats": list(getattr(declared, "caveats", ())), "measured": list(declared.coverage)}
    facts |= {"command": command} if command else {}
    if declared.reference:
        facts["reference"] = citation(declared.reference)
    return Explanation(kind=kind, name=declared.name, title=declared.title, facts=facts)


def _of_measure(measure: Any, aliases: Sequence[str]) -> dict[str, Any]:
    return {
        "better": measure.wish, "bounds": list(measure.bounds), "tasks": sorted(str(task) for task in measure.tasks),
        "needs": measure.needs.value if measure.needs else "a run", "positive": measure.needs_positive,
        "undefined": measure.undefined, "caveats": list(measure.caveats), "aliases": list(aliases),
    }  # fmt: skip


def _of_test(test: Any) -> dict[str, Any]:
    body: dict[str, Any] = {
        "parametric": test.parametric, "design": [str(kind) for kind in test.design], "assumptions": list(test.assumptions),
    }  # fmt: skip
    body |= {"in_verdict": [f"{name} = {value}" for name, value in test.in_verdict]} if test.in_verdict else {}
    body |= {"caveats": list(test.caveats), "fewest": test.min_blocks, "sided": test.sided}
    uses = [f"{use.learners} learners, {use.evidence.about}: {use.taken}" for use in test.uses if use.taken]
    return body | ({"recommended": uses} if uses else {})


def _texts(name: str, value: Any) -> list[str]:
    """The lines beside the label of a fact; none where there is nothing to print."""
    if name in {"caveats", "assumptions", "measured", "recommended"}:
        return [f"- {text}" if len(value) > 1 else text for text in value]
    if name == "symbols":
        return [f"{symbol}: {meaning}" for symbol, meaning in value.items()]
    text = _SHOWN.get(name, _plain)(value)
    return [text] if text else []


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _range(ends: list[float]) -> str:
    return " to ".join("-" * (end < 0) + "∞" if isinf(end) else f"{end:g}" for end in ends)


_SHOWN: dict[str, Callable[[Any], str]] = {
    "formula": readable,
    "needs": _NEEDS.__getitem__,
    "positive": lambda needed: "must be known (positive=, --positive)" if needed else "",
    "sided": lambda has: "yes" if has else "no",
    "parametric": lambda assumes: "yes, it assumes a shape of distributions" if assumes else "no",
    "bounds": _range,
    "design": "; ".join,
}
