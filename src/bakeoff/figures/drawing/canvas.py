"""A Matplotlib figure made without pyplot and without touching anyone's settings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, filterwarnings

from bakeoff.core.text import elide
from bakeoff.figures.drawing.matplotlib_import import import_matplotlib
from bakeoff.figures.drawing.theme import Theme, sheet

__all__ = [
    "Box",
    "fade",
    "figure",
    "fit_labels",
    "fit_labels_apart",
    "in_legend",
    "log_scale",
    "make_room",
    "overlap",
    "settings",
    "strip_axes",
    "text_width",
]


Box = tuple[float, float, float, float]  # left, bottom, right, top


def overlap(a: Box, b: Box) -> bool:
    """Whether the two have ink in common.

    >>> overlap((0, 0, 2, 1), (1, 0, 3, 1)), overlap((0, 0, 1, 1), (1, 0, 3, 1))
    (True, False)
    """
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_SIZE = 9.0
_BESIDE = 0.33  # inches of a tick and of the axis' label, left of the axes
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: it can be searched, read aloud and set in the reader's font
    "svg.hashsalt": "bakeoff",  # the same figure twice is the same bytes
    "pdf.fonttype": 42,
    "text.parse_math": False,  # a learner called $x$ is a name, not a formula
    "text.usetex": False,
    "mathtext.fontset": "cm",
    "font.size": _SIZE,
    "axes.titlesize": _SIZE + 1,
    "axes.labelsize": _SIZE,
    "axes.unicode_minus": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "xtick.labelsize": _SIZE - 0.5,
    "ytick.labelsize": _SIZE - 0.5,
    "legend.frameon": False,
    "legend.fontsize": _SIZE - 0.5,
    "lines.linewidth": 1.6,
    "path.simplify": True,
    "path.simplify_threshold": 0.2,
    "figure.autolayout": False,
    "figure.constrained_layout.use": False,
}


@contextmanager
def settings() -> Iterator[None]:
    """Our settings inside the block, the user's own outside; foreign letters without a glyph are the browser's matter."""
    import_matplotlib()
    import matplotlib as mpl

    with mpl.rc_context(), catch_warnings():
        mpl.rcdefaults()  # a user's style sheet must not change a report; rc_context puts it back
        mpl.rcParams.update(_SETTINGS | {"font.family": [sheet().family]})
        filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def in_legend(name: str) -> str:
    """The name as a label: Matplotlib takes one that begins with an underscore for a note to itself and leaves it out.

    >>> in_legend("_nb"), in_legend("nb")
    (' _nb', 'nb')
    """
    return f" {name}" if name.startswith("_") else name


def figure(width: float, height: float) -> "Figure":
    """An empty figure of that many inches, with no window and no global list behind it."""
    import_matplotlib()
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(width, height))
    drawing.patch.set_alpha(0.0)
    return drawing


def strip_axes(ax: "Axes") -> None:
    """No axes, no ticks, no background."""
    ax.set_axis_off()
    ax.patch.set_alpha(0.0)


def fade(ax: "Axes", theme: Theme, *, grid: str = "both") -> None:
    """Quiet axes and a grid behind the data."""
    ax.patch.set_alpha(0.0)
    for side in ax.spines.values():
        side.set_color(theme.quiet)
    ax.tick_params(colors=theme.quiet, which="both", length=3.0)
    ax.xaxis.label.set_color(theme.ink)
    ax.yaxis.label.set_color(theme.ink)
    if grid:
        ax.grid(visible=True, axis=grid, color=theme.grid, linewidth=0.7)  # type: ignore[arg-type] # "x", "y" or "both"


def log_scale(ax: "Axes", axis: str) -> None:
    """A logarithmic axis with plain numbers at its ticks."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    (ax.set_xscale if axis == "x" else ax.set_yscale)("log")
    own = ax.xaxis if axis == "x" else ax.yaxis
    low, high = sorted(own.get_view_interval())
    narrow = low > 0 and high / low < 30  # fewer than two powers of ten: name some ticks between them
    own.set_major_locator(LogLocator(base=10.0, subs=(1.0, 2.0, 5.0) if narrow else (1.0,)))
    own.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    own.set_minor_formatter(NullFormatter())


def make_room(ax: "Axes") -> None:
    """Move the left end of the axes where long numbers at its ticks would cover the label."""
    low, high = sorted(ax.get_ylim())
    ticks = [tick for tick in ax.get_yticks() if low <= tick <= high]
    texts = ax.yaxis.get_major_formatter().format_ticks(ticks)
    needed = _BESIDE + max((text_width(text, _SIZE - 0.5) for text in texts), default=0.0)
    share = needed / float(ax.get_figure().get_size_inches()[0])  # type: ignore[union-attr] # drawn axes stand in a figure
    box = ax.get_position()
    if share > box.x0:
        ax.set_position((share, box.y0, box.x1 - share, box.height))


def text_width(text: str, size: float = _SIZE) -> float:
    """Inches that the text takes in the figure's font, and a little more: another screen rounds letters to its pixels."""
    return _measured(text, size, sheet().family)


@lru_cache(maxsize=4096)
def _measured(text: str, size: float, family: str) -> float:
    """Asked for the same names by every figure of a page."""
    import_matplotlib()
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties(family=family)))
    font.set_size(size, 720)
    with catch_warnings():
        filterwarnings("ignore", message="Glyph .* missing from font")
        font.set_text(text, 0.0)
    width, _ = font.get_width_height()
    return 1.06 * float(width) / 64.0 / 720.0


def fit_labels(text: str, width: float, size: float = _SIZE) -> str:
    """The text, shortened in its middle until it takes no more than that many inches."""
    if text_width(text, size) <= width:
        return text
    low, high = 3, len(text)
    while low + 1 < high:
        middle = (low + high) // 2
        if text_width(elide(text, middle), size) <= width:
            low = middle
        else:
            high = middle
    return elide(text, low)


def fit_labels_apart(names: Sequence[str], width: float, size: float = _SIZE) -> list[str]:
    """Each name fitted; names that would then look alike show where they differ besides how they begin.

    >>> fit_labels_apart(["boosting with depth 1 and much more", "boosting with depth 2 and much more", "svm"], 1.3)
    ['boosting with…1…', 'boosting with…2…', 'svm']
    """
    shown = [fit_labels(name, width, size) for name in names]
    for twin in sorted({name for name in shown if shown.count(name) > 1}):
        places = [place for place, name in enumerate(shown) if name == twin]
        group = [names[place] for place in places]
        start, stop = _alike(group), _alike([name[::-1] for name in group])
        start = group[0].rfind(" ", 0, start) + 1 if start < min(map(len, group)) else 0
        for place in places:
            shown[place] = _with_core(names[place], start, stop, width, size)
    return shown


def _alike(group: Sequence[str]) -> int:
    """How many letters all begin with."""
    columns = zip(*group, strict=False)
    return next((index for index, letters in enumerate(columns) if len(set(letters)) > 1), min(map(len, group)))


def _with_core(name: str, start: int, stop: int, width: float, size: float) -> str:
    """As much of the beginning as fits, then the letters from `start` to `stop` before the end."""
    core = name[start : len(name) - stop] + ("…" if stop else "")
    for head in range(start, 0, -1):
        text = f"{name[:head].rstrip()}…{core}"
        if text_width(text, size) <= width:
            return text
    return fit_labels(f"…{core}", width, size)
