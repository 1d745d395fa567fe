"""An option that takes one of a few names, in any spelling: `--interval "Clopper Pearson"`."""

from typing import Any

import click

from bakeoff.core.spelling import fold

__all__ = ["SpelledChoice"]


class SpelledChoice(click.Choice[str]):
    """One of these names; case, spaces, hyphens, underscores and apostrophes do not matter."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is declared."""
        key = fold(str(value))
        return super().convert(next((name for name in self.choices if fold(name) == key), value), param, ctx)
