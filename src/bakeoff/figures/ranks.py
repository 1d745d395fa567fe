"""Critical-difference diagram: mean ranks on a line, learners that are not shown to differ joined by a bar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.text import clean, rank_text
from bakeoff.figures.drawing.canvas import figure, fit_labels_apart, settings, strip_axes, text_width
from bakeoff.figures.drawing.theme import MARKERS, PAPER, Theme, inches, inches_asked, learner_id, look_of, sized

__all__ = ["JOINED", "ROOMY", "Clique", "RankDiagram", "cliques", "draw_ranks", "rank_diagram", "rank_figure"]


JOINED = 20  # learners that lines and bars may join; more stand in a list, one below the other
_MOST = 60  # bars; a diagram with more cannot be read, and the pairwise table says everything anyway


def cliques(alike: Sequence[Sequence[bool]]) -> list[tuple[int, ...]]:
    """All maximal groups of two or more, sorted; "not shown to differ" need not be transitive, so groups may overlap.

    >>> cliques([[False, True, False], [True, False, True], [False, True, False]])
    [(0, 1), (1, 2)]
    """
    near = {
        index: {other for other, yes in enumerate(row) if yes and other != index} for index, row in enumerate(alike)
    }
    members: list[tuple[int, ...]] = []
    _grow(frozenset(), set(near), set(), near, members)
    groups = sorted(group for group in members if len(group) > 1)
    return groups if len(groups) <= _MOST else sorted(sorted(groups, key=len, reverse=True)[:_MOST])


def _grow(
    chosen: frozenset[int], open_: set[int], closed: set[int], near: dict[int, set[int]], members: list[tuple[int, ...]]
) -> None:
    """Bron and Kerbosch's search with a pivot."""
    if not open_ and not closed:
        members.append(tuple(sorted(chosen)))
        return
    pivot = max(open_ | closed, key=lambda vertex: len(near[vertex] & open_))
    for vertex in sorted(open_ - near[pivot]):
        _grow(chosen | {vertex}, open_ & near[vertex], closed & near[vertex], near, members)
        open_ = open_ - {vertex}
        closed = closed | {vertex}


if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_WIDTH = 7.4  # inches of the whole figure
_ROW = 0.24  # inches between two labels
_LISTED_ROW = 0.19  # inches between two lines of a list
_BAR = 0.105  # inches between two bars
_LONGEST = 1.85  # inches of a name before its middle is taken out
_SIZE = 9.0
ROOMY = 6.5  # inches from which mean scores find room beside the ranks
_NARROW = 4.6  # inches below which there is no room for numbers beside the names


@dataclass(frozen=True, slots=True, kw_only=True)
class Clique:
    """Learners of which no two are shown to differ, by their place in the ranking."""

    members: tuple[int, ...]

    @property
    def solid(self) -> bool:
        """Whether nobody else stands between its ends: then a line says it, else only the dots on it count."""
        return self.members[-1] - self.members[0] + 1 == len(self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankDiagram:
    """The numbers of the diagram, best learner first."""

    names: tuple[str, ...]
    ranks: tuple[float, ...]
    bars: tuple[Clique, ...]
    critical_difference: float | None
    against: str | None  # set if only pairs with this learner were tested
    looks: tuple[int, ...] = ()  # the colour and marker of each learner; by its place if empty
    scores: tuple[str, ...] = ()  # the mean score of each learner as shown; left out if empty
    places: bool = False  # ranks of one score of each learner, not means

    @property
    def shown(self) -> list[str]:
        """The ranks as text."""
        return [rank_text(rank, place=self.places) for rank in self.ranks]

    def look(self, index: int) -> int:
        """The colour and marker of the learner at this place."""
        return self.looks[index] if self.looks else index

    @property
    def listed(self) -> bool:
        """Whether the learners stand in a list, without bars."""
        return len(self.names) > JOINED

    def sentence(self) -> str:
        """The same in words, for those who do not see the picture."""
        ranked = ", ".join(f"{name} {rank}" for name, rank in zip(self.names, self.shown, strict=True))
        what = "Places" if self.places else "Mean ranks"
        if self.listed:
            return f"{what}, 1 is best: {ranked}."
        joined = "; ".join(" and ".join(self.names[member] for member in bar.members) for bar in self.bars)
        return f"{what}, 1 is best: {ranked}. " + (
            f"Not shown to differ: {joined}." if joined else "All pairs that were tested differ."
        )


def rank_diagram(judgement: Judgement, scores: Mapping[str, str] | None = None) -> RankDiagram:
    """Ranks and bars from the same claims that the text and the tables quote; `scores` are mean scores to stand beside."""
    ranks = judgement.ranks
    order = sorted(range(len(ranks.names)), key=lambda column: (ranks.mean_ranks[column], column))
    place = {ranks.names[column]: position for position, column in enumerate(order)}
    k = len(order)
    alike = [[False] * k for _ in range(k)]
    for pair in judgement.pairs:
        differ = pair.verdict.claim in {Claim.A_BETTER, Claim.B_BETTER}
        a, b = place[pair.pair.a], place[pair.pair.b]
        alike[a][b] = alike[b][a] = not differ
    against = judgement.baseline if len(judgement.pairs) < k * (k - 1) // 2 else None
    if against is not None and k <= JOINED:
        near = [position for position in range(k) if position == place[against] or alike[place[against]][position]]
        groups = [tuple(near)] if len(near) > 1 else []
    else:
        groups = cliques(alike) if k <= JOINED else []  # a list has no bars
    return RankDiagram(
        names=tuple(clean(ranks.names[column]) for column in order),
        ranks=tuple(ranks.mean_ranks[column] for column in order),
        bars=tuple(Clique(members=group) for group in groups),
        critical_difference=ranks.critical_difference,  # only where it decides
        against=None if against is None else clean(against),
        looks=tuple(
            look_of(ranks.names[column], judgement.matrix.names.index(ranks.names[column])) or 0 for column in order
        ),
        scores=() if scores is None else tuple(scores.get(ranks.names[column], "") for column in order),
        places=ranks.places,
    )


def rank_figure(numbers: RankDiagram, theme: Theme = PAPER, *, width: float = _WIDTH) -> "Figure":
    """A figure as tall as the labels and bars need."""
    with settings(), inches(width):
        drawing = figure(_width(), _height(numbers))
        ax = drawing.add_axes((0.0, 0.0, 1.0, 1.0))
        draw_ranks(numbers, ax, theme)
    return drawing


def _width() -> float:
    return sized(inches_asked(_WIDTH))[0]


def _head(numbers: RankDiagram) -> float:
    return 0.32 if numbers.critical_difference is None else 0.56


def _height(numbers: RankDiagram) -> float:
    if numbers.listed:
        return _head(numbers) + _LISTED_ROW * len(numbers.names) + 0.16
    rows = ceil(len(numbers.names) / 2)
    return _head(numbers) + _BAR * (_levels(numbers)[1] + 1) + _ROW * rows + 0.06


def draw_ranks(numbers: RankDiagram, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the diagram on these axes; they are measured in inches of a figure 7.4 wide."""
    with settings():
        top = _height(numbers)
        strip_axes(ax)
        ax.set_xlim(0.0, _width())
        ax.set_ylim(0.0, top)
        if numbers.listed:
            _list(numbers, ax, theme, top - _head(numbers))
            return
        levels, depth = _levels(numbers)
        scale = _Scale.of(numbers)
        line = top - _head(numbers)
        _axis(numbers, ax, theme, scale, line)
        for bar, level in zip(numbers.bars, levels, strict=True):
            _bar(bar, [scale(numbers.ranks[member]) for member in bar.members], line - _BAR * (level + 1), ax, theme)
        _labels(numbers, ax, theme, scale, (line, line - _BAR * (depth + 1) - 0.5 * _ROW))


def _list(numbers: RankDiagram, ax: "Axes", theme: Theme, line: float) -> None:
    """One line for each learner, best first: its name, its marker below the axis, its mean rank."""
    names = fit_labels_apart(numbers.names, min(_LONGEST, 0.4 * _width()), _SIZE)
    values = numbers.shown
    left = max(text_width(name, _SIZE) for name in names) + 0.15
    right = _width() - max(text_width(value, _SIZE) for value in values) - 0.15
    scale = _Scale(
        left=left + 0.08,
        right=right - 0.08,
        low=max(1, floor(min(numbers.ranks))),
        high=max(ceil(max(numbers.ranks)), 2),
    )
    _axis(numbers, ax, theme, scale, line)
    for index, rank in enumerate(numbers.ranks):
        y = line - _LISTED_ROW * (index + 0.75)
        color, gid = theme.color(numbers.look(index)), learner_id(numbers.look(index))
        ax.plot([left, right], [y, y], color=theme.grid, linewidth=0.8, zorder=1)
        marker = MARKERS[numbers.look(index) % len(MARKERS)]
        ax.plot([scale(rank)], [y], marker, color=color, markersize=6, zorder=5, gid=gid)
        for x, text, ha, ink in ((left - 0.05, names[index], "right", theme.ink), (right + 0.05, values[index], "left", theme.quiet)):  # fmt: skip
            ax.text(x, y, text, ha=ha, va="center_baseline", color=ink, fontsize=_SIZE, gid=gid)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    """Where a rank stands on the paper."""

    left: float
    right: float
    low: int
    high: int

    @classmethod
    def of(cls, numbers: RankDiagram) -> "_Scale":
        half = ceil(len(numbers.names) / 2)
        labels = _texts(numbers)
        least = min(1.0, 0.2 * _width())
        left = max(text_width(text, _SIZE) for text in labels[:half]) + 0.2
        right = max((text_width(text, _SIZE) for text in labels[half:]), default=0.3) + 0.2
        return cls(
            left=max(left, least),
            right=_width() - max(right, least),
            low=max(1, floor(min(numbers.ranks))),
            high=max(ceil(max(numbers.ranks)), 2),
        )

    def __call__(self, rank: float) -> float:
        return self.left + (rank - self.low) / max(self.high - self.low, 1) * (self.right - self.left)


def _texts(numbers: RankDiagram) -> list[str]:
    """The labels: the rank stands on the side of the diagram, unless the paper is too narrow for it."""
    half = ceil(len(numbers.names) / 2)
    names = fit_labels_apart(numbers.names, min(_LONGEST, 0.25 * _width()), _SIZE)
    if _width() < _NARROW:
        return names
    shown = numbers.shown
    if numbers.scores and _width() >= ROOMY:
        shown = [f"{rank} ({score})" if score else rank for rank, score in zip(shown, numbers.scores, strict=True)]
    return [
        f"{name} · {rank}" if index < half else f"{rank} · {name}"
        for index, (name, rank) in enumerate(zip(names, shown, strict=True))
    ]


def _levels(numbers: RankDiagram) -> tuple[list[int], int]:
    """Bars that overlap stand on different levels; the number of levels."""
    scale = _Scale.of(numbers)
    ends: list[float] = []
    levels = []
    for bar in numbers.bars:
        start = scale(numbers.ranks[bar.members[0]])
        level = next((index for index, end in enumerate(ends) if end < start - 0.25), len(ends))
        ends[level : level + 1] = [scale(numbers.ranks[bar.members[-1]])]
        levels.append(level)
    return levels, len(ends)


def _axis(numbers: RankDiagram, ax: "Axes", theme: Theme, scale: _Scale, line: float) -> None:
    ax.plot([scale(scale.low), scale(scale.high)], [line, line], color=theme.ink, linewidth=1.1, solid_capstyle="butt")
    room = max(int((scale.right - scale.left) / 0.3), 1)  # numbers that stand beside one another
    step = max(1, ceil((scale.high - scale.low) / min(12, room)))
    for rank in range(scale.low, scale.high + 1, step):
        ax.plot([scale(rank)] * 2, [line, line + 0.06], color=theme.ink, linewidth=1.0)
        ax.text(scale(rank), line + 0.09, f"{rank}", ha="center", va="bottom", color=theme.quiet, fontsize=_SIZE)
    title = "Place" if numbers.places else "Mean rank"
    if text_width(title, _SIZE) < scale.left - 0.2:
        ax.text(scale.left - 0.14, line + 0.09, title, ha="right", va="bottom", color=theme.quiet, fontsize=_SIZE)
    if numbers.critical_difference is not None:
        _critical(numbers.critical_difference, ax, theme, scale, line + 0.36)


def _critical(difference: float, ax: "Axes", theme: Theme, scale: _Scale, y: float) -> None:
    """The critical difference as a length; where it is longer than the whole axis, only in words."""
    start = end = scale(scale.low)
    text, beside = f"critical difference {difference:.2f}", 0.0
    if difference <= scale.high - scale.low:
        end, beside = scale(scale.low + difference), 0.08
        ax.plot([start, end], [y, y], color=theme.ink, linewidth=1.6, solid_capstyle="butt")
        for x in (start, end):
            ax.plot([x, x], [y - 0.04, y + 0.04], color=theme.ink, linewidth=1.0)
    if end + beside + text_width(text, _SIZE) > _width():
        text = f"CD {difference:.2f}"
    ax.text(end + beside, y, text, ha="left", va="center", color=theme.ink, fontsize=_SIZE)


def _bar(bar: Clique, places: list[float], y: float, ax: "Axes", theme: Theme) -> None:
    width = 3.6 if bar.solid else 1.0
    ends = [places[0] - 0.05, places[-1] + 0.05] if bar.solid else [places[0], places[-1]]
    ax.plot(ends, [y, y], color=theme.ink, linewidth=width, solid_capstyle="round", zorder=3)
    if not bar.solid:
        ax.plot(places, [y] * len(places), "o", color=theme.ink, markersize=4.5, zorder=4)


def _labels(numbers: RankDiagram, ax: "Axes", theme: Theme, scale: _Scale, heights: tuple[float, float]) -> None:
    """The better half on the left, from the top down; the others on the right, from the bottom up."""
    line, first = heights
    k = len(numbers.names)
    half = ceil(k / 2)
    texts = _texts(numbers)
    for index, rank in enumerate(numbers.ranks):
        left = index < half
        y = first - _ROW * (index if left else k - 1 - index)
        edge = scale.left - 0.12 if left else scale.right + 0.12
        x = scale(rank)
        color, gid = theme.color(numbers.look(index)), learner_id(numbers.look(index))
        ax.plot([x, x, edge], [line, y, y], color=color, linewidth=1.2, solid_joinstyle="miter", zorder=2, gid=gid)
        marker = MARKERS[numbers.look(index) % len(MARKERS)]
        ax.plot([x], [line], marker, color=color, markersize=6, zorder=5, gid=gid)
        ax.text(
            edge + (-0.05 if left else 0.05),
            y,
            texts[index],
            ha="right" if left else "left",
            va="center_baseline",
            color=theme.ink,
            fontsize=_SIZE,
            gid=gid,
        )
