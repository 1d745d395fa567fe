"""`--measure my_metrics.py:profit`: a function of a file that the user typed; other verbs take names."""

from typing import Any

import click

__all__ = ["MeasureNames"]


class MeasureNames(click.ParamType[str]):
    """Names of measures; files that were typed as FILE.py:FUNCTION are run, and their functions take part by name."""

    name = "measures"

    def convert(self, value: Any, _: click.Parameter | None, __: click.Context | None) -> Any:
        """The names, comma-separated as they were typed."""
        if not value or ".py:" not in str(value):
            return value
        from bakeoff.cli.verbs.measure import split_names
        from bakeoff.measures.from_code import typed_measure

        return ",".join(map(typed_measure, split_names(value)))
