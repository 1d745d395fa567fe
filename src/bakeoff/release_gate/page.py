"""The page of a gate and its summary for a pull request: the card, one picture, and a table of what decided."""

from pathlib import Path

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, plural, sentence, short_p, thousands
from bakeoff.core.whole_file import write_whole
from bakeoff.figures.drawing.svg import paper_bytes
from bakeoff.figures.drawing.theme import PAPER
from bakeoff.figures.gate_plot import GateLine, GatePlot, gate_figure
from bakeoff.measures.measure import Direction
from bakeoff.release_gate.card import headline, interval_text, lines_of, markdown_of
from bakeoff.release_gate.gate_facts import GateFacts
from bakeoff.release_gate.outcome import Endpoint, Outcome
from bakeoff.report.blocks import Card, Notices, Part, Report
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.report.write import in_directory

__all__ = ["compose_gate", "gate_plot", "write_gate_summary"]

TONES = {Outcome.PASS: "clear", Outcome.FAIL: "bad", Outcome.UNDECIDED: "open"}


def gate_plot(gate: GateFacts) -> GatePlot:
    """Every measure and every slice in units of its margin, so that all fit one axis."""
    lines = [_line(endpoint.scale.title, endpoint) for endpoint in gate.endpoints]
    for part in gate.slices:
        for endpoint in part.endpoints:
            more = f", {endpoint.scale.title}" if len(gate.endpoints) > 1 else ""
            lines.append(_line(f"{part.column} {part.value}{more}", endpoint))
    margins = " and ".join(f"{endpoint.margin} in {endpoint.scale.title}" for endpoint in gate.endpoints)
    return GatePlot(lines=tuple(lines), margin=margins, base=clean(gate.base), level=gate.estimate.level)


def _line(name: str, endpoint: Endpoint) -> GateLine:
    estimate, sign = endpoint.estimate, 1.0 if endpoint.direction is Direction.HIGHER else -1.0
    # A relative margin moves the base instead: zero of the contrast is one margin below the base.
    size = endpoint.margin.size * (abs(endpoint.base) if endpoint.margin.relative else 1.0)
    shift = -1.0 if endpoint.margin.relative else 0.0
    ends = [sign * end / size + shift if size else float("nan") for end in (estimate.low, estimate.high)]
    return GateLine(
        name=name, text=interval_text(estimate), value=sign * estimate.value / size + shift if size else float("nan"), low=min(ends), high=max(ends),
        outcome=endpoint.outcome.value,
    )  # fmt: skip


def compose_gate(gate: GateFacts) -> Report:
    """The page."""
    numbers = gate_plot(gate)
    caption = (
        f"Bars: {100 * gate.estimate.level:.3g}% intervals of the difference{', of slices such that they hold for all slices at once' if gate.slices else ''}, in units of the margin. The gate is passed if and only if a bar "
        "ends inside the grey zone, right of the dashed line."
    )
    drawing = picture("gate", "Difference and margin", numbers.sentence(), caption, lambda theme: gate_figure(numbers, theme))  # fmt: skip
    parts = [Part(name="difference", title="Difference and margin", blocks=(drawing, _table(gate)))]
    if gate.notes:
        notes = Notices(items=tuple(sentence(str(note)) for note in gate.notes))
        parts.append(Part(name="notes", title="What to keep in mind", blocks=(notes,)))
    card = Card(
        title="Gate", parts=(headline(gate),), facts=tuple(lines_of(gate, slices=False)), tone=TONES[gate.outcome]
    )
    title = f"May {clean(gate.new)} replace {clean(gate.base)}?"
    return Report(
        title=title, subtitle=plural(gate.rows, gate.unit), lead=(card,), sections=tuple(parts), notes=gate.notes
    )


def _table(gate: GateFacts) -> Table:
    lines = [("all rows", gate.rows, endpoint) for endpoint in gate.endpoints]
    lines += [
        (f"{part.column} {part.value}", part.rows, endpoint) for part in gate.slices for endpoint in part.endpoints
    ]
    rows = tuple(
        Row(
            cells=(
                Cell(text=name), Cell(text=endpoint.scale.title), Cell(text=str(endpoint.margin)),
                Cell(text=interval_text(endpoint.estimate)), Cell(text=short_p(endpoint.p_value), value=endpoint.p_value),
                Cell(text=endpoint.outcome.value, bold=True), Cell(text=thousands(count), value=float(count)),
            )
        )
        for name, count, endpoint in lines
    )  # fmt: skip
    titles = ("Rows", "Measure", "Margin", "Interval that decides", "p", "Outcome", "Number")
    columns = tuple(ColumnHeading(title=title, align="right" if place in {3, 4, 6} else "left") for place, title in enumerate(titles))  # fmt: skip
    note = 'p: one-sided, against "worse by the margin or more". Intervals of slices hold for all slices at once.'
    return Table(columns=columns, rows=rows, caption="What decided", notes=(note,))


def write_gate_summary(gate: GateFacts, path: str | Path | None = None) -> str:
    """The Markdown text; with a path it is written there and the picture beside it."""
    if path is None:
        return markdown_of(gate)
    target = Path(path)
    if target.suffix.lower() != ".md":
        raise BadInput(f"a summary is Markdown: end {target.name!r} in .md")
    in_directory(target)
    image, numbers = target.with_suffix(".png"), gate_plot(gate)
    write_whole(image, paper_bytes(gate_figure(numbers, PAPER), "png"))
    text = markdown_of(gate, image.name, numbers.sentence())
    write_whole(target, text)
    return text
