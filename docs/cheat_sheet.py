"""The cheat sheet "which test when": one page as SVG and PDF, drawn from the declarations of the tests.

`python docs/cheat_sheet.py` writes docs/images/which-test.svg and .pdf; a test compares them with the declarations.
"""

import hashlib
import textwrap
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

import bakeoff as bo
from bakeoff.comparisons.declaration import Learners, SignificanceTest
from bakeoff.comparisons.evidence.kinds import EVIDENCE
from bakeoff.comparisons.planning.decision_table import RULES

__all__ = ["PICTURES", "Situation", "drawing", "key", "questions", "situations"]

PICTURES = tuple(Path(__file__).parent / "images" / f"which-test.{ending}" for ending in ("svg", "pdf"))
INK, SOFT, LINE, FILL = "#1b1f24", "#57606a", "#c4cbd3", "#eef4f9"
COUNTS = (Learners.TWO, Learners.MANY)
HOW = {  # how a row is named, for each kind of evidence
    "datasets": 'rows="datasets"',
    "runs": 'rows="runs"',
    "folds": 'rows="folds", scheme=...',
    "rows": "compare_predictions(...)",
    "grouped_rows": "..., groups=...",
    "rows_in_time": "..., time=...",
    "origins": 'scheme "rolling-origin"',
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One kind of evidence: what it is, and the tests that are taken and that may be run, for two learners and for more."""

    name: str
    about: str
    claim: str
    taken: tuple[tuple[str, str], ...]  # title and reason
    others: tuple[tuple[str, ...], ...]  # names


def situations() -> tuple[Situation, ...]:
    """Every kind of evidence for which a test is declared."""
    return tuple(
        Situation(
            name=evidence.name,
            about=evidence.about,
            claim=evidence.population.partition(";")[0],
            taken=tuple(_taken(evidence.name, count) for count in COUNTS),
            others=tuple(_others(evidence.name, count) for count in COUNTS),
        )
        for evidence in EVIDENCE
        if _uses(evidence.name, COUNTS[0])
    )


def _uses(evidence: str, count: Learners) -> list[tuple[int, SignificanceTest, str]]:
    """The tests for a kind of evidence in the order in which they are taken, with the reason to take one."""
    found = [
        (use.place, test, use.taken)
        for test in bo.tests
        for use in test.uses
        if use.evidence.name == evidence and use.learners is count
    ]
    return sorted(found, key=lambda use: use[0])


def _taken(evidence: str, count: Learners) -> tuple[str, str]:
    _, test, reason = _uses(evidence, count)[0]
    return test.title, reason


def _others(evidence: str, count: Learners) -> tuple[str, ...]:
    return tuple(test.name for _, test, _ in _uses(evidence, count)[1:])


def questions() -> tuple[tuple[str, str], ...]:
    """Questions that no row above answers: a ranking, one learner, sameness."""
    words = ("two rankings of one test set", "one learner", "the question is sameness")
    return tuple((rule.when, ", ".join(rule.take)) for rule in RULES if rule.topic == "test" and rule.when in words)


def key() -> str:
    """What the pictures were drawn from, in short."""
    return hashlib.sha256(repr((situations(), questions())).encode()).hexdigest()[:16]


def drawing() -> Figure:
    """The page, A4 across."""
    figure = Figure(figsize=(11.69, 8.27), facecolor="white")
    left, columns = 0.035, (0.035, 0.285, 0.615)
    figure.text(left, 0.945, "Which test when", size=21, weight="bold", color=INK)
    figure.text(
        left,
        0.918,
        "The test follows from what a row of the evidence is, never from the scores. bo.compare and bakeoff compare choose by this table.",
        size=9.3,
        color=SOFT,
    )
    top = 0.885
    for x, text in zip(
        columns, ("What a row is", "Two learners", "Three or more, pair by pair with Holm"), strict=True
    ):
        figure.text(x, top, text, size=10.5, weight="bold", color=INK)
    shown = situations()
    height = (top - 0.145) / len(shown)
    for number, situation in enumerate(shown):
        y = top - 0.012 - height * number
        if number % 2 == 0:
            _band(figure, y, height)
        _cell(
            figure,
            columns[0],
            y,
            situation.about.capitalize(),
            f"The claim: about {situation.claim}.",
            width=50,
            also=HOW[situation.name],
        )
        for x, width, (title, reason), others in zip(
            columns[1:], (66, 76), situation.taken, situation.others, strict=True
        ):
            also = f"may be run by name: {', '.join(others)}" if others else ""
            _cell(figure, x, y, title, f"{reason[:1].upper()}{reason[1:]}.", width=width, also=also)
    _foot(figure, left)
    return figure


def _band(figure: Figure, y: float, height: float) -> None:
    figure.add_artist(
        mpl.patches.Rectangle((0.025, y - height), 0.95, height, facecolor=FILL, edgecolor="none", zorder=-1)
    )


def _cell(figure: Figure, x: float, y: float, title: str, text: str, *, width: int, also: str) -> None:
    """A title, a text and a small line under it."""
    lines = textwrap.wrap(title[:1].upper() + title[1:], int(width * 0.72))
    figure.text(x, y - 0.009, "\n".join(lines), size=8.9, weight="bold", color=INK, va="top", linespacing=1.15)
    y -= 0.009 + 0.0185 * len(lines)
    lines = textwrap.wrap(text, width)
    figure.text(x, y, "\n".join(lines), size=7.5, color=INK, va="top", linespacing=1.2)
    y -= 0.0162 * len(lines)
    if also:
        figure.text(
            x,
            y - 0.001,
            "\n".join(textwrap.wrap(also, width)),
            size=7.1,
            color=SOFT,
            va="top",
            style="italic",
            linespacing=1.15,
        )


def _foot(figure: Figure, left: float) -> None:
    figure.add_artist(mpl.lines.Line2D([0.025, 0.975], [0.128, 0.128], color=LINE, linewidth=0.8))
    figure.text(left, 0.105, "Other questions", size=9.5, weight="bold", color=INK)
    text = "     ".join(f"{when}: {take}" for when, take in questions())
    figure.text(left, 0.082, text, size=8.2, color=INK)
    rules = (
        "Not shown to differ is never equal: equivalence needs a region (rope) that is stated before the run.",
        "Look at the difference and its interval first. A plain t-test, Wilcoxon or Friedman over folds of one data set is refused: training sets overlap.",
    )
    figure.text(left, 0.068, "\n".join(rules), size=8.2, color=INK, va="top", linespacing=1.35)


def write() -> None:
    """Write both pictures."""
    settings = {"svg.hashsalt": "which-test", "pdf.fonttype": 42, "font.family": "DejaVu Sans"}
    with mpl.rc_context(settings):
        figure = drawing()
        svg, pdf = PICTURES
        figure.savefig(svg, metadata={"Date": None, "Creator": None})
        figure.savefig(pdf, metadata={"CreationDate": None, "Creator": None, "Producer": None, "Keywords": key()})
    text = svg.read_text(encoding="utf-8").replace("<svg ", f"<!-- {key()} -->\n<svg ", 1)
    svg.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
