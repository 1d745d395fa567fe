"""Draw the pictures of the flu domain for the documentation: its dependency graph, and the probability of a normal remission.

python tools/flu_pictures.py docs/images
"""

import sys
from pathlib import Path

import numpy as np

from bakeoff.data.artificial.flu import AGES, HEALTH, SEVERITY, flu_cells
from bakeoff.figures.drawing.canvas import fade, figure, settings
from bakeoff.figures.drawing.svg import plain_svg, to_svg
from bakeoff.figures.drawing.theme import MARKERS, PAGE

NODES = {
    "Age": (0.12, 0.80), "Delicate\n(not observed)": (0.40, 0.92), "Social position": (0.40, 0.55), "General health": (0.68, 0.78),
    "Severity of symptoms": (0.40, 0.16), "Normal remission\nor complications": (0.88, 0.42),
}  # fmt: skip
ARROWS = [
    ("Age", "Delicate\n(not observed)", "-"), ("Delicate\n(not observed)", "General health", "-"), ("Social position", "General health", "-"),
    ("Age", "Normal remission\nor complications", "-"), ("General health", "Normal remission\nor complications", "-"),
    ("Severity of symptoms", "Normal remission\nor complications", "-"), ("Social position", "Normal remission\nor complications", "--"),
]  # fmt: skip


def graph():
    with settings():
        made = figure(6.4, 3.0)
        ax = made.add_axes((0.01, 0.02, 0.98, 0.96))
        ax.set_axis_off()
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1)
        for start, end, dash in ARROWS:
            flat = abs(NODES[end][0] - NODES[start][0]) > 0.22
            style = {
                "arrowstyle": "->",
                "color": PAGE.quiet,
                "linestyle": dash,
                "shrinkA": 30,
                "shrinkB": 54 if flat else 26,
            }
            ax.annotate("", xy=NODES[end], xytext=NODES[start], arrowprops=style)
        for name, (x, y) in NODES.items():
            dash = "--" if "not observed" in name else "-"
            box = {"boxstyle": "round,pad=0.4", "fc": PAGE.paper, "ec": PAGE.ink, "ls": dash}
            ax.text(x, y, name, ha="center", va="center", color=PAGE.ink, bbox=box, fontsize=9)
    return made


def remission():
    chance = flu_cells().remission.reshape(6, 3, 3, 3)
    with settings():
        made = figure(8.4, 2.9)
        for at, health in enumerate(HEALTH):
            ax = made.add_axes((0.065 + 0.31 * at, 0.26, 0.285, 0.60))
            fade(ax, PAGE, grid="y")
            for strong, severity in enumerate(SEVERITY):
                color = PAGE.color(strong)
                ax.plot(
                    range(6),
                    chance[:, strong, at, 1],
                    marker=MARKERS[strong],
                    markersize=4,
                    color=color,
                    label=severity,
                )
                poor = np.where(chance[:, strong, at, 2] != chance[:, strong, at, 1], chance[:, strong, at, 2], np.nan)
                ax.plot(range(6), poor, linestyle="--", marker=MARKERS[strong], markersize=3, color=color)
            ax.set_ylim(0, 1)
            ax.set_xticks(range(6), AGES, rotation=40, ha="right", fontsize=7.5)
            ax.set_title(f"{health} health", color=PAGE.ink, fontsize=9.5)
            if at:
                ax.set_yticklabels([])
            else:
                ax.set_ylabel("P(normal remission)")
                ax.legend(title=None, loc="lower left", labelcolor=PAGE.ink, fontsize=7.5)
    return made


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
    graph_words = "Age makes a delicate person more probable; delicacy and social position decide health; age, severity, health and, for the poor in some age groups, social position decide the outcome."
    for name, draw, title, words in (
        ("flu-dependencies", graph, "What depends on what in the flu domain", graph_words),
        ("flu-remission", remission, "Probability of a normal remission", "By age group, severity and health; dashed for the poor, where they differ."),
    ):  # fmt: skip
        (folder / f"{name}.svg").write_text(plain_svg(to_svg(draw(), name=name, title=title, description=words)))


if __name__ == "__main__":
    main()
