"""The picture of a law under the null hypothesis as a file."""

from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.cli.output.printing import note
from bakeoff.core.whole_file import write_whole

if TYPE_CHECKING:
    from bakeoff.comparisons.wording.null_law import NullLaw

__all__ = ["write_law"]


def write_law(found: "NullLaw", path: Path) -> None:
    """Draw the law into the file, as its ending says."""
    from bakeoff.figures.drawing.svg import paper_bytes, plain_svg, to_svg
    from bakeoff.figures.drawing.theme import PAGE, PAPER
    from bakeoff.figures.null_law import NullLawPlot, null_law_figure

    kind = path.suffix.lower().removeprefix(".")
    numbers = NullLawPlot(**{name: getattr(found, name) for name in NullLawPlot.__dataclass_fields__})
    if kind == "svg":
        drawn = to_svg(null_law_figure(numbers, PAGE), name="null-law", title="Law", description=numbers.sentence())
        write_whole(path, plain_svg(drawn))
    else:
        write_whole(path, paper_bytes(null_law_figure(numbers, PAPER), kind))
    note(f"wrote {path}")
