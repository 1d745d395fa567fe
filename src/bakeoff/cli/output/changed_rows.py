"""Flips as a table of the terminal and as CSV: rows whose answer changed between two models."""

import csv
from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING

from bakeoff.cli.output.printing import fitted, wrap_text
from bakeoff.core.errors import BadInput
from bakeoff.tabular.safe_cells import safe_cell

if TYPE_CHECKING:
    from bakeoff.predictions.flips import Flips

__all__ = ["flips_csv", "flips_text"]

HEAD = ("base", "new", "row", "truth", "base_answer", "new_answer", "effect")


def flips_text(pairs: "Mapping[tuple[str, str], Flips]") -> str:
    """One sentence of a single pair, a table of several."""
    if len(pairs) == 1:
        ((base, new), flips) = next(iter(pairs.items()))
        return wrap_text(f"Rows: {flips.words(base, new)}.")
    from bakeoff.report.sections.flips import flip_table

    return fitted(flip_table(pairs), names=2)


def flips_csv(pairs: "Mapping[tuple[str, str], Flips]") -> str:
    """Every row whose answer changed, with both answers; cells that a spreadsheet would run are made safe."""
    if not pairs:
        raise BadInput(
            "flips are rows whose predicted class changed, and here no classes are predicted; leave out --flips"
        )
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for (base, new), flips in pairs.items():
        for place, (row, (truth, *answers)) in enumerate(zip(flips.ids, flips.answers, strict=True)):
            writer.writerow([safe_cell(cell) for cell in (base, new, row, truth, *answers, flips.effect(place))])
    return out.getvalue()
