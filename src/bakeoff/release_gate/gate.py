"""Gate: what `bo.gate` returns, to be printed, written as a page and read by build servers."""

from pathlib import Path
from typing import Any

from bakeoff.release_gate.card import headline, junit_xml, text_of
from bakeoff.release_gate.gate_facts import GateFacts
from bakeoff.release_gate.outcome import Outcome
from bakeoff.release_gate.page import compose_gate, gate_plot, write_gate_summary

__all__ = ["Gate"]


class Gate(GateFacts):
    """Whether a new model may replace the one in use: pass, fail or undecided."""

    __slots__ = ()

    def report(self, path: str | Path) -> Path:
        """Write the page of the gate; the suffix chooses the form: .html, .md, .tex or .json."""
        from bakeoff.report.write import write

        return write(lambda: compose_gate(self), path)

    def summary(self, path: str | Path | None = None) -> str:
        """Markdown for a pull request; with a path it is written there, with the picture beside it."""
        return write_gate_summary(self, path)

    def plot(self) -> Any:
        """A Matplotlib figure: each difference with its interval, in units of its margin."""
        from bakeoff.figures.gate_plot import gate_figure

        return gate_figure(gate_plot(self))

    def junit(self, *, undecided: str = "fail") -> str:
        """One test case for each measure and slice, as build servers read them; `undecided` says what an open question is."""
        return junit_xml(self, undecided=Outcome(undecided))

    def __str__(self) -> str:

        return text_of(self)

    def __repr__(self) -> str:

        return f"<Gate, {headline(self)}>"

    def _repr_html_(self) -> str:
        from bakeoff.report.render.html import fragment

        return fragment(compose_gate(self))
