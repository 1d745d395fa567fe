"""Theme: the colours, dashes and markers of every figure, once for paper and once for a page with light and dark."""

from dataclasses import dataclass

__all__ = ["DASHES", "MARKERS", "PAGE", "PAPER", "VARIABLES", "Theme"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours by role; a series also has a dash and a marker, so that colour never carries a meaning alone."""

    ink: str
    quiet: str
    grid: str
    paper: str
    accent: str
    contrast: str
    series: tuple[str, ...]

    def color(self, at: int) -> str:
        """The colour of the series with this number."""
        return self.series[at % len(self.series)]


DASHES = ("-", (0, (5, 1.6)), (0, (1.2, 1.4)), (0, (6, 1.5, 1.2, 1.5)), (0, (3, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")

# Okabe and Ito's palette, told apart with any colour vision; its yellow is too light for white paper and left out.
PAPER = Theme(
    ink="#1b1f24",
    quiet="#59636e",
    grid="#d5dae0",
    paper="#ffffff",
    accent="#0072b2",
    contrast="#d55e00",
    series=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b4fa0", "#7a5c3e"),
)

# Matplotlib takes no CSS variable, so a page's figures are drawn in these stand-ins and renamed afterwards.
PAGE = Theme(
    ink="#fe0101",
    quiet="#fe0102",
    grid="#fe0103",
    paper="#fe0104",
    accent="#fe0105",
    contrast="#fe0106",
    series=tuple(f"#fe02{at:02x}" for at in range(len(PAPER.series))),
)

VARIABLES: dict[str, tuple[str, str]] = {  # stand-in -> (CSS variable, colour where variables are unknown)
    **{getattr(PAGE, role): (f"--{role}", getattr(PAPER, role)) for role in ("ink", "quiet", "grid", "paper")},
    **{getattr(PAGE, role): (f"--{role}", getattr(PAPER, role)) for role in ("accent", "contrast")},
    **{PAGE.series[at]: (f"--series-{at + 1}", color) for at, color in enumerate(PAPER.series)},
}
