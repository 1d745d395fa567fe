"""Which pictures of an example the gallery shows: every display of bakeoff and every figure that a block has made."""

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from sphinx_gallery.scrapers import figure_rst

from bakeoff.api.figure_display import FigureDisplay

__all__ = ["FigureDisplays"]


class FigureDisplays:
    """A scraper of sphinx-gallery: the displays among the names of an example, each saved once."""

    def __init__(self) -> None:
        self._shown: dict[str, set[int]] = {}

    def __repr__(self) -> str:
        return "FigureDisplays()"

    def __call__(self, block: Any, block_vars: dict[str, Any], gallery_conf: dict[str, Any]) -> str:
        """Save what is new in this block; return the lines that show it."""
        shown = self._shown.setdefault(block_vars["src_file"], set())
        paths = []
        for value in list(block_vars["example_globals"].values()):
            if isinstance(value, FigureDisplay | Figure) and id(value) not in shown:
                shown.add(id(value))
                path = Path(next(block_vars["image_path_iterator"]))
                if isinstance(value, Figure):
                    value.savefig(path, dpi=200, bbox_inches="tight")
                else:
                    value.save(path)
                paths.append(str(path))
        return figure_rst(paths, gallery_conf["src_dir"])
